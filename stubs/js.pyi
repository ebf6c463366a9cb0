"""The names of the browser's worker that archivist.browser uses, as Pyodide hands them out."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from pyodide.ffi import JsBuffer

class _Signal(Protocol): ...

class AbortController:
    signal: _Signal
    @staticmethod
    def new() -> AbortController: ...
    def abort(self) -> None: ...

class _Part(Protocol):
    done: bool
    value: JsBuffer

class _Reader(Protocol):
    def read(self) -> Awaitable[_Part]: ...

class _Stream(Protocol):
    def getReader(self) -> _Reader: ...

class _Headers(Protocol):
    def entries(self) -> list[tuple[str, str]]: ...

class Response(Protocol):
    status: int
    headers: _Headers
    body: _Stream | None

class XMLHttpRequest:
    status: int
    response: JsBuffer
    responseType: str
    timeout: float
    @staticmethod
    def new() -> XMLHttpRequest: ...
    def open(self, method: str, url: str, asynchronous: bool, /) -> None: ...
    def setRequestHeader(self, name: str, value: str) -> None: ...
    def send(self, body: str) -> None: ...

class Object:
    @staticmethod
    def new() -> object: ...
    @staticmethod
    def fromEntries(entries: object) -> object: ...

class _Locks(Protocol):
    def request(self, name: str, work: Callable[..., object]) -> Awaitable[object]: ...

class _Navigator(Protocol):
    locks: _Locks
    onLine: bool

navigator: _Navigator

def fetch(url: str, options: object) -> Awaitable[Response]: ...
def layPython() -> None: ...
def postMessage(message: str) -> None: ...
