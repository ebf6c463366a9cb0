"""What buildtools.bytecode uses of the standard library of Python 3.14, in which it runs."""

from collections.abc import Mapping
from enum import IntEnum

class CompressionParameter(IntEnum):
    compression_level = 100
    window_log = 101

def compress(data: bytes, *, options: Mapping[CompressionParameter, int]) -> bytes: ...
def decompress(data: bytes) -> bytes: ...
