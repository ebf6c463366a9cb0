"""Running one allowed call: attempts, each within its time; what came out of them as a result."""

from __future__ import annotations

import asyncio
import logging
import random
from dataclasses import dataclass
from typing import Literal

from pydantic import ValidationError

from archivist.dag import Clock
from archivist.tools.batch import Emit, Slot
from archivist.tools.call import DEADLINE_TEXT, ToolResult
from archivist.tools.decide import INVALID, cancelled_text
from archivist.tools.errors import Cancelled, Stop, ToolFailure, ToolInterrupt
from archivist.tools.limit import Cut, Limit
from archivist.tools.options import Options
from archivist.tools.outcome import OutputInvalid, after_start, failed, rejected_output, succeeded, told
from archivist.tools.signals import signal_in
from archivist.tools.text import public, public_error
from archivist.tools.tool import Execution, ToolContext

_Ended = Literal["timed_out", "cancellation_requested"]
_LOG = logging.getLogger("archivist.tools")
LEFT_CANCELLED = "the tool ended itself as cancelled"


@dataclass(slots=True)
class _Try:
    """One attempt's end: a value, or the error and whether another attempt may help."""

    result: ToolResult
    error: Exception | None = None


class Attempts:
    """Executes calls for a dispatcher."""

    def __init__(self, options: Options, clock: Clock, rng: random.Random) -> None:
        self._options = options
        self._clock = clock
        self._rng = rng

    async def run(self, slot: Slot, emit: Emit) -> ToolResult:
        """The call's result after as many attempts as its policy, the deadline and the budget allow.

        Raises:
            Stop, ToolInterrupt: the tool raised or wrapped one; it is not this call's failure.
        """
        if slot.held is None or slot.arguments is None:
            raise AssertionError  # only decided calls come here
        try:
            execution = slot.held.tool.prepare(slot.arguments)
        except ValidationError as error:
            return self._unread(slot, error)
        attempt = 1
        while True:
            tried = await self._once(slot, execution, attempt, emit)
            if tried.error is None or not await self._again(slot, tried.error, attempt, emit):
                return tried.result
            attempt += 1

    def _unread(self, slot: Slot, error: ValidationError) -> ToolResult:
        said = "; ".join(f"{'.'.join(map(str, one['loc'])) or '$'}: {one['msg']}" for one in error.errors())
        return failed(slot, "failed", public(f"invalid arguments: {said}"), code=INVALID, facts={"kind": INVALID})

    async def _once(self, slot: Slot, execution: Execution, attempt: int, emit: Emit) -> _Try:
        scope, secrets = slot.batch.scope, self._options.secrets
        seconds = self._seconds(slot)
        context = self._context(slot, seconds, attempt, emit)
        try:
            with Limit(self._clock, seconds, scope.cancellation, self._options.grace):
                value = await execution(context)
            took = self._clock.monotonic() - slot.began
            return _Try(succeeded(slot, value, attempt, took, secrets))
        except Cut as cut:
            return self._cut(slot, cut, seconds, attempt)
        except OutputInvalid as error:
            return _Try(rejected_output(slot, error, attempt, secrets))
        except asyncio.CancelledError:
            if _somebody_cancelled():
                raise
            return _Try(self._ended(slot, "cancellation_requested", LEFT_CANCELLED, attempt))
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - a tool may raise anything; it becomes this call's typed failure
            return self._failed(slot, error, attempt)

    def _seconds(self, slot: Slot) -> float | None:
        policy, deadline = slot.policy, slot.batch.scope.deadline
        if deadline is None:
            return policy.timeout
        left = max(0.0, deadline - self._clock.monotonic())
        return left if policy.timeout is None else min(policy.timeout, left)

    def _context(self, slot: Slot, seconds: float | None, attempt: int, emit: Emit) -> ToolContext:
        return ToolContext(
            call_id=slot.call.id,
            deadline=None if seconds is None else self._clock.monotonic() + seconds,
            clock=self._clock,
            attempt=attempt,
            idempotency_key=slot.key,
            answer=slot.answer,
            cancellation=slot.batch.scope.cancellation,
            emit=emit,
        )

    def _cut(self, slot: Slot, cut: Cut, seconds: float | None, attempt: int) -> _Try:
        if cut.why == "cancelled":
            cancellation = slot.batch.scope.cancellation
            text = cancelled_text(cancellation.reason if cancellation else "")
            return _Try(self._ended(slot, "cancellation_requested", text, attempt))
        text = f"deadline expired: no result within {seconds:g} s"
        return _Try(self._ended(slot, "timed_out", text, attempt), TimeoutError(text))

    @staticmethod
    def _ended(slot: Slot, status: _Ended, text: str, attempt: int) -> ToolResult:
        """A call that began and was cut, or cut itself; trying again helps only against time."""
        return failed(
            slot,
            status,
            text,
            code=status,
            retryable=status == "timed_out" and slot.policy.repeatable,
            uncertain=slot.policy.uncertain(started=True),
            executed=True,
            attempts=attempt,
        )

    def _failed(self, slot: Slot, error: Exception, attempt: int) -> _Try:
        signal = signal_in(error)
        if isinstance(signal, (Stop, ToolInterrupt)):
            raise signal
        if isinstance(error, TimeoutError):
            text = public_error(error, self._options.secrets)
            return _Try(self._ended(slot, "timed_out", text, attempt), error)
        return _Try(self._failure(slot, error, attempt), error)

    def _failure(self, slot: Slot, error: Exception, attempt: int) -> ToolResult:
        secrets = self._options.secrets
        if not isinstance(error, ToolFailure):
            # The whole of it, traceback and all, is for the host's own eyes, under the key that events carry too.
            _LOG.debug("tool %s failed, call %s", slot.call.name, slot.key, exc_info=error)
            text, code = public_error(error, secrets), type(error).__name__
            return after_start(slot, text, code=code, retryable=False, attempts=attempt)
        return after_start(
            slot,
            public(error.message, secrets),
            code=public(error.code, limit=64),
            retryable=error.retryable,
            attempts=attempt,
            refused=error.refused,
            facts=told({"code": error.code, **error.data}, secrets),
        )

    async def _again(self, slot: Slot, error: Exception, attempt: int, emit: Emit) -> bool:
        """Whether another attempt follows; waits for it. Not past the deadline, not after a cancellation."""
        retry = slot.policy.retry
        if retry is None or not retry.retries(error, attempt):
            return False
        wait = max(retry.delay(attempt, self._rng), getattr(error, "retry_after", None) or 0.0)
        scope = slot.batch.scope
        if scope.deadline is not None and self._clock.monotonic() + wait >= scope.deadline:
            return False
        if scope.retries is not None and not scope.retries.take():
            return False
        emit("tool-retried", call=slot.call.id, attempt=attempt, wait=wait, code=getattr(error, "code", ""))
        return await self._wait(slot, wait)

    async def _wait(self, slot: Slot, seconds: float) -> bool:
        cancellation = slot.batch.scope.cancellation
        try:
            with Limit(self._clock, None, cancellation, 0.0):
                await self._clock.sleep(seconds)
        except Cut:
            return False
        return cancellation is None or not cancellation.cancelled


def _somebody_cancelled() -> bool:
    """Whether a cancelled error was asked for; one that nobody asked for is the tool's own and ends only its call."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def not_started(slot: Slot, clock: Clock) -> ToolResult | None:
    """The result of a call that may not begin now: cancelled, or past the deadline; None when it may.

    A batch that is stopping keeps its signal; calls that did not begin only say so.
    """
    scope = slot.batch.scope
    cancelled = scope.cancellation is not None and scope.cancellation.cancelled
    if cancelled or slot.batch.stopping:
        text = cancelled_text(scope.cancellation.reason) if cancelled and scope.cancellation else "the run is stopping"
        if cancelled:
            slot.stop = Cancelled(text)
        return failed(slot, "cancelled_before_start", text, code="cancelled")
    if scope.deadline is not None and clock.monotonic() >= scope.deadline:
        return failed(slot, "expired", DEADLINE_TEXT, code="expired")
    return None
