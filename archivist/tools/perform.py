"""The second step: one decided call, run under everything its policy asks for.

From the outside in: may it start, hooks before, an identical call under way, a place in its key's queue, the circuit,
the effect's marker, attempts; then review and hooks after. Nothing of the tool's is raised: all ends up in the slot.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import replace

from archivist.dag import Clock
from archivist.tools.attempt import Attempts, not_started, patience
from archivist.tools.batch import Emit, Slot
from archivist.tools.breaker import Breakers
from archivist.tools.call import DEADLINE_TEXT, NOT_STARTED, ToolResult
from archivist.tools.decide import INVALID, cancelled_text, signature
from archivist.tools.effects import Effects
from archivist.tools.errors import Cancelled, Stop, ToolInterrupt
from archivist.tools.flights import Flights
from archivist.tools.lanes import LaneFull, Lanes
from archivist.tools.limit import Cut
from archivist.tools.options import Options
from archivist.tools.outcome import failed
from archivist.tools.policy import ToolPolicy, key_of
from archivist.tools.scope import CURRENT, Surroundings
from archivist.tools.text import public


class Performer:
    """Runs slots whose permit was taken; queues, circuits and shared executions are its own, for all batches."""

    def __init__(self, options: Options, clock: Clock, rng: random.Random, effects: Effects | None) -> None:
        self._options = options
        self._clock = clock
        self._attempts = Attempts(options, clock, rng)
        self._made: Callable[[Slot, Emit], Awaitable[ToolResult | None]] = self._attempts.run
        if effects is not None:
            self._made = lambda slot, emit: effects.through(slot, lambda: self._attempts.run(slot, emit))
        self._lanes = Lanes(clock)
        self._flights = Flights(clock)
        self._breakers = Breakers(clock)

    async def perform(self, slot: Slot, emit: Emit) -> ToolResult | None:
        """The result of the call, kept in the slot too; None when it ended in a control signal."""
        slot.began = self._clock.monotonic()
        slot.result = not_started(slot, self._clock)
        if slot.result is None:
            await self._started(slot, emit)
        slot.tell(emit, self._clock.monotonic() - slot.began)
        return slot.result

    async def _started(self, slot: Slot, emit: Emit) -> None:
        batch = slot.batch
        outer = CURRENT.set(Surroundings(batch.scope, batch.gate, batch.hooks, slot.ordinal))
        emit("tool-started", call=slot.call.id, tool=slot.call.name, ordinal=slot.ordinal)
        try:
            await self._hooked(slot, emit)
            if slot.spare is not None and slot.result is not None and _helpless(slot.result):
                await self._stood_in(slot, slot.result, slot.spare, emit)
        except Stop as stop:
            slot.stop, batch.stopping = stop, True
        except ToolInterrupt as signal:
            slot.waits(public(signal.reason, self._options.secrets), signal.value, "tool")
        except Exception as error:  # noqa: BLE001 - not the tool's failure but ours, or memory's: it ends the batch as it is
            slot.stop, batch.stopping = error, True
        finally:
            CURRENT.reset(outer)
        if batch.scope.cancellation is not None:
            self._heed_cancellation(slot)

    async def _hooked(self, slot: Slot, emit: Emit) -> None:
        for hooks in slot.batch.hooks:
            await hooks.before(slot)
        result = await self._shared(slot, emit)
        if result is None:
            return
        if not result.ok:
            result = replace(result, seconds=self._clock.monotonic() - slot.began)
        if self._options.review is not None:
            result = self._reviewed(slot, result)
        slot.result = result
        for hooks in slot.batch.hooks:
            await hooks.after(slot, result)

    async def _stood_in(self, slot: Slot, failure: ToolResult, spare: Slot, emit: Emit) -> None:
        """Run what stands in for a call that failed; when it does no better, the failure stays what it was."""
        if not_started(spare, self._clock) is not None:
            return
        spare.began = slot.began
        emit("tool-fallback", call=slot.call.id, tool=spare.call.name, code=failure.code)
        try:
            await self._hooked(spare, emit)
        except ToolInterrupt:
            return  # nobody is asked about a call that was not made
        if spare.result is not None and spare.result.ok:
            attempts = failure.attempts + spare.result.attempts
            slot.result = replace(spare.result, name=slot.call.name, attempts=attempts, answered_by=spare.result.name)

    async def _shared(self, slot: Slot, emit: Emit) -> ToolResult | None:
        policy = slot.policy
        try:
            if not policy.coalesce:
                return await self._placed(slot, policy, emit)
            slot.signature = slot.signature or signature(slot)
            seconds = patience(slot, self._clock)
            return await self._flights.fly(slot, seconds, lambda: self._placed(slot, policy, emit))
        except LaneFull:
            text = f"{policy.max_pending} calls wait for this tool already"
            return failed(slot, "rejected", text, code="queue_full", retryable=policy.repeatable)
        except Cut:
            return not_started(slot, self._clock) or self._waited(slot)

    async def _placed(self, slot: Slot, policy: ToolPolicy, emit: Emit) -> ToolResult | None:
        at_once = policy.at_once
        if at_once is None and policy.pace is None:
            return await self._passed(slot, policy, emit)
        try:
            key = slot.place = self._key(slot, policy)
            lane = self._lanes.enter(key, at_once) if at_once is not None else None
        except ValueError as error:
            return failed(slot, "failed", str(error), code="key")
        if at_once is None:
            return await self._passed(slot, policy, emit)
        if lane is None:
            emit("tool-queued", call=slot.call.id, key=key)
            scope, seconds = slot.batch.scope, patience(slot, self._clock)
            priority = max(policy.priority, scope.priority)
            lane = await self._lanes.wait(key, policy.max_pending, seconds, scope.cancellation, priority=priority)
        try:
            return not_started(slot, self._clock) or await self._passed(slot, policy, emit)
        finally:
            self._lanes.leave(key, lane)

    def _passed(self, slot: Slot, policy: ToolPolicy, emit: Emit) -> Awaitable[ToolResult | None]:
        return self._made(slot, emit) if policy.breaker is None else self._watched(slot, policy.breaker, emit)

    async def _watched(self, slot: Slot, breaker: str, emit: Emit) -> ToolResult | None:
        wait = self._breakers.wait(breaker)
        if wait > 0:
            text = f"{breaker} has failed repeatedly and is left alone for {wait:.0f} s"
            facts = {"retry_after": wait}
            return failed(slot, "rejected", text, code="circuit_open", retryable=True, facts=facts)
        ok: bool | None = None  # of a call that asks or is stopped, nothing is learnt about the service
        try:
            result = await self._made(slot, emit)
            ok = False if result is None else _judged(result)
        finally:
            self._breakers.told(breaker, ok=ok)
        return result

    def _key(self, slot: Slot, policy: ToolPolicy) -> str:
        if policy.key == "tool:{tool}":
            return f"tool:{slot.call.name}"
        who = slot.batch.scope.identity
        known = {"tool": slot.call.name, "owner": who.owner or "anonymous", "run": who.run, "thread": who.thread}
        return key_of(policy, known, slot.arguments or {})

    def _waited(self, slot: Slot) -> ToolResult:
        """The result of a call that got no place in time."""
        deadline, policy = slot.batch.scope.deadline, slot.policy
        if deadline is not None and self._clock.monotonic() >= deadline:
            return failed(slot, "expired", DEADLINE_TEXT, code="expired")
        text = f"no place for this call within {policy.queue_timeout:g} s"
        return failed(slot, "expired", text, code="queue_timeout", retryable=policy.repeatable)

    def _heed_cancellation(self, slot: Slot) -> None:
        """A run that was cancelled meanwhile stops, although this call may have ended well."""
        cancellation = slot.batch.scope.cancellation
        if cancellation is not None and cancellation.cancelled:
            slot.stop = Cancelled(cancelled_text(cancellation.reason))

    def _reviewed(self, slot: Slot, result: ToolResult) -> ToolResult:
        review = self._options.review
        if review is None:
            return result
        try:
            return review(slot.call, result)
        except Exception as error:  # noqa: BLE001 - a review that fails lets nothing through, whatever it raised
            text = f"the result was held back: its review failed with {type(error).__name__}"
            return failed(slot, "failed", text, code="review_failed", uncertain=result.effect_uncertain)


def _judged(result: ToolResult) -> bool | None:
    """Whether the result speaks for the service behind its circuit; None where it was not asked, or not let finish."""
    if result.status in NOT_STARTED or result.status == "cancellation_requested":
        return None
    return result.ok or not (result.retryable or result.status == "timed_out")


def _helpless(result: ToolResult) -> bool:
    """Whether another tool may do better: nothing was found wrong with the call itself or with what came back."""
    return result.status in {"failed", "timed_out", "rejected"} and result.code not in {INVALID, "review_failed"}
