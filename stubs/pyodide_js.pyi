"""Pyodide's own object in the worker, as far as archivist.browser uses it."""

from collections.abc import Callable
from typing import Protocol

class _FileSystems(Protocol):
    IDBFS: object

class _FS(Protocol):
    filesystems: _FileSystems
    def mount(self, kind: object, options: object, place: str) -> None: ...
    def syncfs(self, populate: bool, done: Callable[..., None]) -> None: ...

FS: _FS
