"""Queues by key: how many calls of one key run at once, how long others wait. Places are handed on, never polled.

Who waits longest is next. A priority is a head start in seconds: as everybody grows older alike, the order of two who
wait never changes, and nobody waits for ever behind others.
"""

from __future__ import annotations

import asyncio
from bisect import insort
from dataclasses import dataclass, field

from archivist.dag import Clock
from archivist.tools.cancel import Cancellation
from archivist.tools.limit import Cut, Limit


class LaneFull(Exception):
    """As many calls wait for the key as its policy lets wait."""


@dataclass(slots=True, eq=False)
class _Turn:
    """Somebody who waits, and since when, by their priority."""

    since: float
    comes: asyncio.Future[None]


@dataclass(slots=True)
class Lane:
    """One key's places."""

    capacity: int
    running: int = 0
    waiting: list[_Turn] = field(default_factory=list)


class Lanes:
    """First come, first served, by key and priority. A waiter that gives up leaves no trace and holds no place."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lanes: dict[str, Lane] = {}

    def enter(self, key: str, capacity: int) -> Lane | None:
        """A place at once, or None when the call must `wait`.

        Raises:
            ValueError: the key is in use with another capacity.
        """
        lane = self._lane(key, capacity)
        if lane.running >= lane.capacity or lane.waiting:
            return None
        lane.running += 1
        return lane

    async def wait(
        self, key: str, most: int, seconds: float | None, cancellation: Cancellation | None, *, priority: int = 0
    ) -> Lane:
        """A place when its turn comes; each point of `priority` counts like a second of having waited.

        Raises:
            LaneFull: `most` calls wait already.
            Cut: no place within `seconds`, or the run was cancelled while waiting.
        """
        lane = self._lanes[key]
        if len(lane.waiting) >= most:
            raise LaneFull
        turn = _Turn(self._clock.monotonic() - priority, asyncio.get_running_loop().create_future())
        insort(lane.waiting, turn, key=lambda one: one.since)
        try:
            with Limit(self._clock, seconds, cancellation, 0.0):
                await turn.comes
        except (Cut, asyncio.CancelledError):
            self._give_up(key, lane, turn)
            raise
        return lane

    def leave(self, key: str, lane: Lane) -> None:
        """Hand the place to whoever is next."""
        while lane.waiting:
            turn = lane.waiting.pop(0)
            if not turn.comes.done():
                turn.comes.set_result(None)
                return
        lane.running -= 1
        if lane.running == 0:
            self._lanes.pop(key, None)

    def _lane(self, key: str, capacity: int) -> Lane:
        lane = self._lanes.get(key)
        if lane is None:
            lane = self._lanes[key] = Lane(capacity)
        if lane.capacity != capacity:
            message = f"key {key!r} is in use for {lane.capacity} at once, not {capacity}; use different keys"
            raise ValueError(message)
        return lane

    def _give_up(self, key: str, lane: Lane, turn: _Turn) -> None:
        if turn in lane.waiting:
            lane.waiting.remove(turn)
        elif turn.comes.done() and not turn.comes.cancelled():
            self.leave(key, lane)  # the place came in the same moment
