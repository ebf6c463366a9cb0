"""What a batch runs under: who asks, until when, who may stop it, what one turn may spend.

A dispatch inside a tool inherits the scope of the call it runs in: the parent's gate is asked first, the earlier
deadline holds, the parent's cancellation reaches the child, and the turn's budget is one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from archivist.dag import Event, RetryBudget
from archivist.tools.call import ToolCall
from archivist.tools.cancel import Cancellation
from archivist.tools.gate import Gate, GateContext, ToolDecision

if TYPE_CHECKING:
    from archivist.tools.hooks import Hooks


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who runs the batch. It comes from the host, never from a model, and survives a resume unchanged.

    `task` names the step of the run that dispatches (`s2:tools`); with `run` it makes a call's slot unique for ever.
    """

    owner: str = ""
    run: str = ""
    thread: str = ""
    task: str = ""
    request: str = ""


class Turn:
    """What one turn of a conversation has spent: its calls, and how often each was made."""

    def __init__(self) -> None:
        self.calls = 0
        self._made: dict[str, int] = {}

    def count(self, signature: str) -> int:
        """Counts one more call of this signature and returns how many there were before."""
        before = self._made.get(signature, 0)
        self._made[signature] = before + 1
        self.calls += 1
        return before


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The circumstances of one batch.

    Args:
        identity: who asks.
        deadline: in the clock's monotonic seconds; no call starts at or after it, and running ones are cut there.
        cancellation: the host's request to stop.
        turn: what the turn may spend, counted over its batches; None for a plan of the host's own, which has no budget.
        retries: retries that all calls of a run may spend together; None for no such bound.
        step: which step of the conversation this is, for the gate.
        priority: as in a policy, for every call of the batch and of batches inside it; the higher of both counts.
        on_event: hears every event of the batch.
    """

    identity: Identity = Identity()
    deadline: float | None = None
    cancellation: Cancellation | None = None
    turn: Turn | None = None
    retries: RetryBudget | None = None
    step: int = 0
    priority: int = 0
    on_event: Callable[[Event], object] | None = None


@dataclass(slots=True)
class Surroundings:
    """The scope, gate and hooks of a batch; a tool that dispatches itself finds those of its own call in `CURRENT`.

    `place` is that call's place in its batch, `inside` how many dispatches it has made.
    """

    scope: Scope
    gate: Gate | None
    hooks: tuple[Hooks, ...]
    place: int = 0
    inside: int = 0

    def inner_identity(self) -> Identity:
        """The identity of the next dispatch inside: a task of its own, the same on every replay in the same order."""
        who, self.inside = self.scope.identity, self.inside + 1
        return who if who == Identity() else replace(who, task=f"{who.task}/{self.place}.{self.inside}")


CURRENT: ContextVar[Surroundings | None] = ContextVar("archivist.tools.surroundings", default=None)


def inherited(scope: Scope, gate: Gate | None, hooks: Hooks | None) -> Surroundings:
    """What a new batch runs under: what it was given, narrowed by the call it is made in."""
    outer = CURRENT.get()
    own = () if hooks is None else (hooks,)
    if outer is None:
        return Surroundings(scope, gate, own)
    both = outer.hooks if hooks in outer.hooks else (*outer.hooks, *own)
    inner = scope.identity if scope.identity != Identity() else outer.inner_identity()
    return Surroundings(_merged(scope, outer.scope, inner), _narrowed(outer.gate, gate), both)


def _merged(scope: Scope, outer: Scope, identity: Identity) -> Scope:
    deadlines = [bound for bound in (scope.deadline, outer.deadline) if bound is not None]
    return replace(
        scope,
        identity=identity,
        deadline=min(deadlines, default=None),
        cancellation=_joined(scope.cancellation, outer.cancellation),
        turn=scope.turn or outer.turn,
        retries=scope.retries or outer.retries,
        priority=max(scope.priority, outer.priority),
        on_event=scope.on_event or outer.on_event,
    )


def _joined(own: Cancellation | None, outer: Cancellation | None) -> Cancellation | None:
    if own is None or outer is None:
        return own or outer
    both = own.child()
    outer.listen(lambda: both.cancel(outer.reason))
    return both


def _narrowed(parent: Gate | None, child: Gate | None) -> Gate | None:
    """Both gates as one, the parent first: a child can narrow what the parent allows, and never widen it."""
    if parent is None or child is None:
        return parent or child

    async def both(call: ToolCall, context: GateContext) -> ToolDecision:
        first = await asked(parent, call, context)
        if first.kind != "allow":
            return first
        if first.arguments is not None:
            call = replace(call, arguments=dict(first.arguments))
            context = replace(context, arguments=first.arguments, problems=())
        second = await asked(child, call, context)
        return first if second.kind == "allow" and second.arguments is None else second

    return both


async def asked(gate: Gate, call: ToolCall, context: GateContext) -> ToolDecision:
    """The gate's verdict, awaited where it must be.

    Raises:
        TypeError: the gate returned something else; nothing may run on such an answer.
    """
    verdict = gate(call, context)
    decision = await verdict if inspect.isawaitable(verdict) else verdict
    if not isinstance(decision, ToolDecision):
        message = f"the gate returned {type(decision).__name__!r} for {call.name!r}; it must return a ToolDecision"
        raise TypeError(message)
    return decision
