"""One request for many who ask the same thing at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

# Callers of one batch get their deadlines some milliseconds apart; that alone is no reason for a second request.
SLACK = 1.0


@dataclass(slots=True, kw_only=True)
class _Flight:
    task: asyncio.Task[bytes]
    until: float
    waiting: int = 0


class Flights:
    """What is under way, by key. A flight ends early only when nobody waits for it any more."""

    def __init__(self) -> None:
        self._open: dict[str, _Flight] = {}

    async def join(self, key: str, until: float, start: Callable[[], Coroutine[None, None, bytes]]) -> bytes:
        """The bytes of the flight `key`; `start` makes one when there is none that may take as long as this caller.

        Whatever the flight raises reaches everybody who waits for it; a caller's cancellation only that caller.
        """
        flight = self._open.get(key)
        if flight is None or flight.until + SLACK < until:
            flight = self._begin(key, until, start)
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting and not flight.task.done():
                self._end(key, flight.task)
                flight.task.cancel()

    def _begin(self, key: str, until: float, start: Callable[[], Coroutine[None, None, bytes]]) -> _Flight:
        flight = _Flight(task=asyncio.create_task(start()), until=until)
        self._open[key] = flight
        flight.task.add_done_callback(lambda task: self._landed(key, task))
        return flight

    def _landed(self, key: str, task: asyncio.Task[bytes]) -> None:
        if not task.cancelled():
            task.exception()  # seen, so that a flight whose waiters left at the same moment warns about nothing
        self._end(key, task)

    def _end(self, key: str, task: asyncio.Task[bytes]) -> None:
        """Nobody may join `task` from now on."""
        if key in self._open and self._open[key].task is task:
            del self._open[key]
