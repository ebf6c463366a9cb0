"""What PyScript's worker gives its script."""

from collections.abc import Callable
from typing import Protocol

class _Sync(Protocol):
    up: Callable[[str], None]
    def booting(self, stage: str, done: int, note: str) -> None: ...
    def listening(self) -> None: ...
    async def askedAhead(self) -> str: ...
    async def takenAhead(self) -> str: ...

class _XWorker(Protocol):
    sync: _Sync

xworker: _XWorker
