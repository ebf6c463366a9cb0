"""Identical calls that overlap share one execution, and for a moment after it its result."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from archivist.dag import Clock
from archivist.tools.batch import Slot
from archivist.tools.call import ToolResult
from archivist.tools.lanes import LaneFull
from archivist.tools.limit import Limit

_REMEMBERED = 256


@dataclass(slots=True, eq=False)
class _Flight:
    landed: asyncio.Future[tuple[Slot, ToolResult] | None]
    followers: int = 0


class Flights:
    """Executions under way, by what they do; and finished ones for as long as a policy remembers them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._under_way: dict[str, _Flight] = {}
        self._remembered: OrderedDict[str, tuple[float, Slot, ToolResult]] = OrderedDict()

    async def fly(
        self, slot: Slot, seconds: float | None, run: Callable[[], Awaitable[ToolResult | None]]
    ) -> ToolResult | None:
        """The result of `run`, or of an identical call's. A leader that was stopped is succeeded by a follower.

        Raises:
            LaneFull: as many calls follow already as the policy lets wait.
            Cut: the other call did not end within `seconds`, or the run was cancelled.
        """
        key = f"{slot.batch.scope.identity.owner} {slot.signature}"
        while True:
            known = self._recall(key)
            flight = self._under_way.get(key)
            if known is not None:
                return _shared(slot, *known)
            if flight is None:
                return await self._lead(key, slot, run)
            landed = await self._follow(flight, slot, seconds)
            if landed is not None:
                return _shared(slot, *landed)

    async def _lead(self, key: str, slot: Slot, run: Callable[[], Awaitable[ToolResult | None]]) -> ToolResult | None:
        flight = _Flight(asyncio.get_running_loop().create_future())
        self._under_way[key] = flight
        result: ToolResult | None = None
        try:
            result = await run()
        finally:
            del self._under_way[key]
            flight.landed.set_result((slot, result) if result is not None and self._holds(slot, result) else None)
        if result is not None:
            self._keep(key, slot, result)
        return result

    async def _follow(self, flight: _Flight, slot: Slot, seconds: float | None) -> tuple[Slot, ToolResult] | None:
        if slot.held is not None and flight.followers >= slot.held.tool.policy.max_pending:
            raise LaneFull
        flight.followers += 1
        try:
            with Limit(self._clock, seconds, slot.batch.scope.cancellation, 0.0):
                return await asyncio.shield(flight.landed)
        finally:
            flight.followers -= 1

    def _holds(self, slot: Slot, result: ToolResult) -> bool:
        """Whether the result says something of the call, and not only of the leader's own deadline or cancellation."""
        deadline = slot.batch.scope.deadline
        if result.status == "timed_out":
            return deadline is None or self._clock.monotonic() < deadline
        return result.status in {"succeeded", "failed", "rejected", "reconciliation_required"}

    def _keep(self, key: str, slot: Slot, result: ToolResult) -> None:
        seconds = slot.held.tool.policy.remember if slot.held else 0.0
        if seconds > 0 and result.ok:
            self._remembered[key] = (self._clock.monotonic() + seconds, slot, result)
            while len(self._remembered) > _REMEMBERED:
                self._remembered.popitem(last=False)

    def _recall(self, key: str) -> tuple[Slot, ToolResult] | None:
        kept = self._remembered.get(key)
        if kept is None:
            return None
        until, slot, result = kept
        if self._clock.monotonic() < until:
            return slot, result
        del self._remembered[key]
        return None


def _shared(slot: Slot, leader: Slot, result: ToolResult) -> ToolResult:
    """The leader's result as this call's own."""
    if result.artifact is not None and result.artifact in leader.batch.artifacts:
        slot.batch.artifacts[result.artifact] = leader.batch.artifacts[result.artifact]
    return replace(result, call_id=slot.call.id, ordinal=slot.ordinal, shared=True)
