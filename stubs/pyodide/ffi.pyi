"""Pyodide's bridge, as far as archivist.browser crosses it."""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

_F = TypeVar("_F", bound=Callable[..., object])
_F_co = TypeVar("_F_co", bound=Callable[..., object], covariant=True)

class JsBuffer:
    def to_bytes(self) -> bytes: ...

class JsException(Exception): ...

class _Proxy(Protocol[_F_co]):
    __call__: _F_co
    def destroy(self) -> None: ...

def create_proxy(function: _F) -> _Proxy[_F]: ...
def create_once_callable(function: _F) -> _F: ...
def to_js(value: Mapping[str, object], *, dict_converter: Callable[[object], object]) -> object: ...
