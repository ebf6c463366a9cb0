"""Hooks around executions: told before and after every call that starts, once each, and able to stop the run.

A mandatory hook that does not succeed blocks the run (`HookBlocked`); an observing one never does. Events carry the
digest, the size and the beginning of a result, so that a long result costs and blocks nothing. Events of a call with a
durable identity (run and task) are delivered once, also over a resume.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from pydantic import JsonValue

from archivist.dag import Clock, SystemClock
from archivist.tools.batch import Slot
from archivist.tools.call import ToolResult
from archivist.tools.decide import cancelled_text
from archivist.tools.errors import Cancelled, HookBlocked
from archivist.tools.limit import Cut, Limit
from archivist.tools.signals import signal_in
from archivist.tools.text import clip, public_error

Phase = Literal["before_tool_execution", "after_tool_execution"]

PREVIEW = 500
"""Characters of a result that an event shows."""
_NOT_FOR_IT = "not for it"
COULD_NOT_RUN = "lifecycle hook could not run:"


@dataclass(frozen=True, slots=True, kw_only=True)
class HookEvent:
    """What a hook is told. Owner, run, thread and request come from the host; `call_id` is the model's word for it.

    `arguments` are set before; `status`, `digest` (SHA-256 of the content), `size` (characters) and `preview` after.
    """

    phase: Phase
    sequence: int
    call_id: str
    tool: str
    ordinal: int
    owner: str
    run: str
    thread: str
    task: str
    request: str
    arguments: Mapping[str, JsonValue] | None = None
    status: str | None = None
    digest: str | None = None
    size: int = 0
    preview: str = ""
    type: Literal["tool_execution"] = "tool_execution"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """One hook.

    Args:
        name: for messages and the invocation id.
        phase: when it runs.
        run: what it does; raising means failure.
        mandatory: whether its failure blocks the run.
        timeout: seconds it may take, further bounded by the run's deadline before a call.
        attempts: how often it is tried.
        priority: hooks of one event run one after the other, lowest first, then by name.
        when: which events it is for; None for all of its phase.
    """

    name: str
    phase: Phase
    run: Callable[[HookEvent], Awaitable[object] | object]
    mandatory: bool = True
    timeout: float = 30.0
    attempts: int = 1
    priority: int = 0
    when: Callable[[HookEvent], bool] | None = None


class Hooks:
    """The hooks of a host. `delivered` names what was delivered durably; keep it where the run is kept."""

    def __init__(self, hooks: Iterable[Hook], *, clock: Clock | None = None, delivered: Iterable[str] = ()) -> None:
        self._hooks = sorted(hooks, key=lambda hook: (hook.priority, hook.name))
        self._clock = clock or SystemClock()
        self._sequence = itertools.count(1)
        self.delivered = set(delivered)

    async def before(self, slot: Slot) -> None:
        """Tell that the call is about to start.

        Raises:
            HookBlocked: a mandatory hook did not succeed, or none could run for want of an owner.
            Cancelled: the run was cancelled meanwhile.
        """
        await self._fire(slot, self._event(slot, "before_tool_execution"))

    async def after(self, slot: Slot, result: ToolResult) -> None:
        """Tell how the call ended; raises like `before`."""
        await self._fire(slot, self._event(slot, "after_tool_execution", result))

    def _event(self, slot: Slot, phase: Phase, result: ToolResult | None = None) -> HookEvent:
        who = slot.batch.scope.identity
        if not who.owner:
            message = f"{COULD_NOT_RUN} the run has no owner; give the scope an identity with one"
            raise HookBlocked(message, state="failed")
        content = result.content if result else ""
        return HookEvent(
            phase=phase,
            sequence=next(self._sequence),
            call_id=slot.call.id,
            tool=slot.call.name,
            ordinal=slot.ordinal,
            owner=who.owner,
            run=who.run,
            thread=who.thread,
            task=who.task,
            request=who.request or f"tool:{slot.key}",
            arguments=None if result else slot.arguments,
            status=result.status if result else None,
            digest=sha256(content.encode()).hexdigest() if result else None,
            size=len(content),
            preview=clip(content, PREVIEW),
        )

    async def _fire(self, slot: Slot, event: HookEvent) -> None:
        for hook in self._hooks:
            if hook.phase == event.phase:
                await self._once(slot, hook, event)

    async def _once(self, slot: Slot, hook: Hook, event: HookEvent) -> None:
        invocation = _invocation(slot, hook, event)
        if invocation in self.delivered:
            return
        state, why = await self._tried(slot, hook, event)
        if state == _NOT_FOR_IT:
            return
        cancellation = slot.batch.scope.cancellation
        if cancellation is not None and cancellation.cancelled:
            raise Cancelled(cancelled_text(cancellation.reason))
        if state == "succeeded":
            if event.run and event.task:
                self.delivered.add(invocation)
        elif hook.mandatory:
            message = f"hook {hook.name!r} did not let {event.tool!r} go on: {why}"
            raise HookBlocked(message, state=state, invocation=invocation)

    async def _tried(self, slot: Slot, hook: Hook, event: HookEvent) -> tuple[str, str]:
        state, why = "failed", "no attempt"
        for _ in range(hook.attempts):
            try:
                if hook.when is not None and not hook.when(event):
                    return _NOT_FOR_IT, ""
                with Limit(self._clock, self._seconds(slot, hook), slot.batch.scope.cancellation, 0.0):
                    done = hook.run(event)
                    if inspect.isawaitable(done):
                        await done
            except Cut as cut:
                state, why = ("timed_out" if cut.why == "time" else "cancelled"), "it took too long"
            except Exception as error:  # noqa: BLE001 - a hook may raise anything; it then has not succeeded
                state, why = "failed", public_error(signal_in(error) or error)
            else:
                return "succeeded", ""
        return state, why

    def _seconds(self, slot: Slot, hook: Hook) -> float:
        """A hook before a call ends with the deadline; one after it has its own time, or every cut call would block."""
        deadline = slot.batch.scope.deadline
        if deadline is None or hook.phase == "after_tool_execution":
            return hook.timeout
        return min(hook.timeout, max(0.0, deadline - self._clock.monotonic()))


def _invocation(slot: Slot, hook: Hook, event: HookEvent) -> str:
    parts = (hook.name, event.phase, event.owner, slot.key, event.tool, event.status or "", event.digest or "")
    return "sha256:" + sha256("\0".join(parts).encode()).hexdigest()
