"""Pyodide's bridge, as far as archivist.browser crosses it."""

from collections.abc import Callable, Mapping
from typing import TypeVar

_F = TypeVar("_F", bound=Callable[..., None])

class JsBuffer:
    def to_bytes(self) -> bytes: ...

class JsException(Exception): ...

def create_proxy(function: _F) -> _F: ...
def to_js(value: Mapping[str, object], *, dict_converter: Callable[[object], object]) -> object: ...
