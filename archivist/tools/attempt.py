"""Running one allowed call: attempts, each within its time; what came out of them as a result."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Coroutine
from math import inf
from types import CoroutineType
from typing import Literal

from pydantic import ValidationError

from archivist.dag import Clock, RetryPolicy
from archivist.tools.batch import Emit, Slot
from archivist.tools.call import DEADLINE_TEXT, ToolResult
from archivist.tools.decide import INVALID, cancelled_text
from archivist.tools.errors import Cancelled, Stop, ToolFailure, ToolInterrupt
from archivist.tools.hedge import hedged
from archivist.tools.limit import Cut, Limit, limited
from archivist.tools.options import Options
from archivist.tools.outcome import OutputInvalid, after_start, failed, succeeded
from archivist.tools.pace import Bucket, Buckets, Pace
from archivist.tools.policy import ToolPolicy
from archivist.tools.signals import signal_in
from archivist.tools.text import public, public_error
from archivist.tools.tool import Execution, ToolContext

_Try = tuple[ToolResult, Exception | None]
"""One attempt's end: its result, and the error where another attempt may help."""
_Ended = Literal["timed_out", "cancellation_requested"]
_LOG = logging.getLogger("archivist.tools")
LEFT_CANCELLED = "the tool ended itself as cancelled"


class _Late(Exception):
    """The call may not begin any more."""

    def __init__(self, result: ToolResult) -> None:
        super().__init__()
        self.result = result


class Attempts:
    """Executes calls for a dispatcher."""

    def __init__(self, options: Options, clock: Clock, rng: random.Random) -> None:
        self._options = options
        self._clock = clock
        self._rng = rng
        self._buckets = Buckets()

    async def run(self, slot: Slot, emit: Emit) -> ToolResult:
        """The call's result after as many attempts as its policy, the deadline and the budget allow.

        Raises:
            Stop, ToolInterrupt: the tool raised or wrapped one; it is not this call's failure.
        """
        execution = _prepared(slot)
        if isinstance(execution, ToolResult):
            return execution
        policy = slot.policy
        refused = None if policy.pace is None else await self._paced(slot, policy.pace, emit)
        # Hooks, a queue or a pace may have taken their time; from here on nothing is waited for.
        refused = refused or not_started(slot, self._clock)
        attempt = 1
        while refused is None:
            result, error = await self._once(slot, policy, execution, emit)
            if error is None or not await self._again(slot, result, error, attempt, emit):
                return result
            attempt += 1
        return refused

    async def _once(self, slot: Slot, policy: ToolPolicy, execution: Execution, emit: Emit) -> _Try:
        clock, scope = self._clock, slot.batch.scope
        now = clock.monotonic()
        seconds = _seconds(policy.timeout, scope.deadline, now)
        until = None if seconds is None else now + seconds
        try:
            body = self._body(slot, policy.hedge, execution, until, emit)
            value = await limited(body, clock, until, scope.cancellation, self._options.grace)
            return succeeded(slot, value, clock.monotonic() - slot.began), None
        except Cut as cut:
            return self._cut(slot, cut, seconds)
        except _Late as late:
            return late.result, None
        except OutputInvalid as error:
            return after_start(slot, str(error), code=error.code, retryable=False), None
        except asyncio.CancelledError:
            if _somebody_cancelled():
                raise
            return _ended(slot, "cancellation_requested", LEFT_CANCELLED), None
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - a tool may raise anything; it becomes this call's typed failure
            return _failed(slot, error)

    def _body(
        self, slot: Slot, hedge: float | None, execution: Execution, until: float | None, emit: Emit
    ) -> Coroutine[object, object, object]:
        """One attempt, or two where the policy hedges."""
        if hedge is not None:
            enter, again = self._entry(slot, execution, until, emit), lambda: self._hedges(slot, emit)
            return hedged(self._clock, hedge, enter, again)
        body = execution(self._entered(slot, until, emit))
        return body if isinstance(body, CoroutineType) else _awaited(body)

    def _entry(
        self, slot: Slot, execution: Execution, until: float | None, emit: Emit
    ) -> Callable[[], Awaitable[object]]:
        """How a task of its own enters the tool: it begins a moment later, when the batch may be stopping."""

        async def enter() -> object:
            late = not_started(slot, self._clock)
            if late is not None:
                raise _Late(late)
            return await execution(self._entered(slot, until, emit))

        return enter

    def _entered(self, slot: Slot, until: float | None, emit: Emit) -> ToolContext:
        """What the tool is told as it is entered once more."""
        slot.attempts += 1
        return ToolContext(
            call_id=slot.call.id,
            deadline=until,
            clock=self._clock,
            attempt=slot.attempts,
            idempotency_key=slot.key,
            answer=slot.answer,
            cancellation=slot.batch.scope.cancellation,
            emit=emit,
        )

    def _cut(self, slot: Slot, cut: Cut, seconds: float | None) -> _Try:
        if cut.why == "cancelled":
            cancellation = slot.batch.scope.cancellation
            text = cancelled_text(cancellation.reason if cancellation else "")
            return _ended(slot, "cancellation_requested", text), None
        text = f"deadline expired: no result within {seconds:g} s"
        return _ended(slot, "timed_out", text), TimeoutError(text)

    async def _again(self, slot: Slot, result: ToolResult, error: Exception, attempt: int, emit: Emit) -> bool:
        """Whether another attempt follows; waits for it. Not past the deadline, not after a cancellation."""
        retry = slot.policy.retry
        if retry is None or slot.batch.stopping or not _helps(retry, error, attempt):
            return False
        wait = max(retry.delay(attempt, self._rng), _asked_for(error))
        scope, now = slot.batch.scope, self._clock.monotonic()
        bucket = self._bucket(slot, slot.policy.pace, now) if slot.policy.pace else None
        wait = max(wait, bucket.wait(now)) if bucket else wait
        if scope.deadline is not None and now + wait >= scope.deadline:
            return False
        if scope.retries is not None and not scope.retries.take():
            return False
        if bucket is not None:
            bucket.take(now)
        status, code = result.status, result.code
        emit("tool-retried", call=slot.call.id, attempt=slot.attempts, wait=wait, status=status, code=code)
        return await self._wait(slot, wait) and not slot.batch.stopping

    def _hedges(self, slot: Slot, emit: Emit) -> bool:
        """Whether a second attempt may begin now, beside the first."""
        if slot.batch.stopping:
            return False
        retries, pace, now = slot.batch.scope.retries, slot.policy.pace, self._clock.monotonic()
        bucket = self._bucket(slot, pace, now) if pace is not None else None
        if (bucket is not None and bucket.wait(now) > 0) or (retries is not None and not retries.take()):
            return False
        if bucket is not None:
            bucket.take(now)
        emit("tool-hedged", call=slot.call.id, attempt=slot.attempts)
        return True

    async def _paced(self, slot: Slot, pace: Pace, emit: Emit) -> ToolResult | None:
        """Wait for the call's turn at its key's pace; its result when that would take too long."""
        now = self._clock.monotonic()
        try:
            bucket = self._bucket(slot, pace, now)
        except ValueError as error:
            return failed(slot, "failed", str(error), code="key")
        wait = bucket.wait(now)
        if wait > patience(slot, self._clock):
            text = f"called too often: the next place comes in {wait:.3g} s"
            facts = {"retry_after": wait}
            return failed(slot, "rejected", text, code="pace", retryable=slot.policy.repeatable, facts=facts)
        bucket.take(now)
        if wait > 0:
            emit("tool-queued", call=slot.call.id, key=slot.place)
            await self._wait(slot, wait)
        return None

    def _bucket(self, slot: Slot, pace: Pace, now: float) -> Bucket:
        return self._buckets.of(slot.place, pace, now)

    async def _wait(self, slot: Slot, seconds: float) -> bool:
        """Waits; False when the run was cancelled meanwhile."""
        try:
            with Limit(self._clock, None, slot.batch.scope.cancellation, 0.0):
                await self._clock.sleep(seconds)
        except Cut:
            return False
        return True


def _prepared(slot: Slot) -> Execution | ToolResult:
    """The call, read and ready to run; its result where the tool cannot read it."""
    if slot.held is None or slot.arguments is None:
        raise AssertionError  # only decided calls come here
    try:
        return slot.held.tool.prepare(slot.arguments)
    except ValidationError as error:
        return _unread(slot, error)
    except Exception as error:  # noqa: BLE001 - a rule of the input may raise anything; nothing has begun then
        return failed(slot, "failed", public_error(error), code=INVALID, facts={"kind": INVALID})


def _seconds(timeout: float | None, deadline: float | None, now: float) -> float | None:
    """How long an attempt that begins now may take."""
    if deadline is None:
        return timeout
    left = max(0.0, deadline - now)
    return left if timeout is None else min(timeout, left)


async def _awaited(body: Awaitable[object]) -> object:
    return await body


def patience(slot: Slot, clock: Clock) -> float:
    """Seconds a call may wait: its policy's, or what is left until the deadline."""
    seconds, deadline = slot.policy.queue_timeout, slot.batch.scope.deadline
    return seconds if deadline is None else min(seconds, max(0.0, deadline - clock.monotonic()))


def _unread(slot: Slot, error: ValidationError) -> ToolResult:
    said = "; ".join(f"{'.'.join(map(str, one['loc'])) or '$'}: {one['msg']}" for one in error.errors())
    return failed(slot, "failed", f"invalid arguments: {said}", code=INVALID, facts={"kind": INVALID})


def _ended(slot: Slot, status: _Ended, text: str) -> ToolResult:
    """A call that began and was cut, or cut itself; trying again helps only against time."""
    return failed(
        slot,
        status,
        text,
        code=status,
        retryable=status == "timed_out" and slot.policy.repeatable,
        uncertain=slot.policy.uncertain(started=True),
        executed=True,
    )


def _failed(slot: Slot, error: Exception) -> _Try:
    signal = signal_in(error)
    if isinstance(signal, (Stop, ToolInterrupt)):
        raise signal
    if isinstance(error, TimeoutError):
        return _ended(slot, "timed_out", public_error(error)), error
    try:
        return _failure(slot, error), error
    except Exception:  # noqa: BLE001 - what the tool says of its failure is broken too; then its type has to do
        return after_start(slot, type(error).__name__, code="broken_error", retryable=False), None


def _failure(slot: Slot, error: Exception) -> ToolResult:
    if not isinstance(error, ToolFailure):
        # The whole of it, traceback and all, is for the host's own eyes, under the key that events carry too.
        _LOG.debug("tool %s failed, call %s", slot.call.name, slot.key, exc_info=error)
        return after_start(slot, public_error(error), code=type(error).__name__, retryable=False)
    code = public(str(error.code), slot.batch.secrets, limit=64)
    return after_start(
        slot,
        error.message,
        code=code,
        retryable=bool(error.retryable),
        refused=error.refused,
        facts={"code": code, **error.data},
    )


def _helps(retry: RetryPolicy, error: Exception, attempt: int) -> bool:
    try:
        return retry.retries(error, attempt)
    except Exception:  # noqa: BLE001 - the error is asked for its code, and may be anybody's class
        return False


def _asked_for(error: Exception) -> float:
    """Seconds that the failure asks to be left alone for; 0 where it names none that can be waited for."""
    seconds = error.retry_after if isinstance(error, ToolFailure) else None
    return float(seconds) if isinstance(seconds, (int, float)) and 0.0 <= seconds < inf else 0.0


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
