"""A batch between its decision and its end: one slot a call, and the ledger of what may run."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Protocol

from pydantic import JsonValue

from archivist.tools.call import DispatchResult, Pending, PendingKind, ToolCall, ToolResult
from archivist.tools.errors import BatchUnusable, UndecidedCall
from archivist.tools.gate import Answer, Gate, ToolDecision
from archivist.tools.policy import ToolPolicy
from archivist.tools.schema import Problem
from archivist.tools.scope import Scope, Surroundings
from archivist.tools.strict import copied_object
from archivist.tools.text import public

if TYPE_CHECKING:
    from archivist.tools.held import Registered
    from archivist.tools.hooks import Hooks

Emit = Callable[..., object]


class Runner(Protocol):
    """Whoever executes an allowed slot: the dispatcher that decided it."""

    async def perform(self, slot: Slot, emit: Emit) -> ToolResult | None:
        """Runs the slot's call once and keeps the result in it; None when it ended in a control signal."""
        ...


@dataclass(slots=True, kw_only=True, eq=False)
class Slot:
    """One call on its way: what was asked, what was decided, how it ended.

    `token` is set while the call may run and cleared when it is taken; without it no tool DAG executes anything.
    `place` is the key it is counted by, `attempts` how often its tool was entered, `spare` the decided call of the tool
    that stands in when it fails.
    """

    batch: Decided
    ordinal: int
    call: ToolCall
    held: Registered | None = None
    arguments: dict[str, JsonValue] | None = None
    problems: tuple[Problem, ...] = ()
    decision: ToolDecision | None = None
    answer: Answer | None = None
    token: str = ""
    result: ToolResult | None = None
    pending: Pending | None = None
    stop: BaseException | None = None
    began: float = 0.0
    signature: str = ""
    place: str = ""
    attempts: int = 0
    spare: Slot | None = None

    @property
    def policy(self) -> ToolPolicy:
        """The rules of the call's tool."""
        if self.held is None:
            raise AssertionError  # only calls of registered tools get this far
        return self.held.tool.policy

    @property
    def key(self) -> str:
        """The same for every attempt and every resume of this call, and for no other call."""
        identity = self.batch.scope.identity
        return f"{identity.run}/{identity.task}/{self.ordinal}" if identity.run else f"{self.batch.id}/{self.ordinal}"

    def waits(self, reason: str, payload: JsonValue, kind: PendingKind) -> None:
        """Mark the call as waiting for somebody."""
        self.pending = Pending(
            key=f"{self.call.id}#{self.ordinal}" if self.call.id in self.batch.twice else self.call.id,
            call_id=self.call.id,
            ordinal=self.ordinal,
            name=self.call.name,
            arguments=self.arguments,
            reason=reason,
            payload=payload,
            kind=kind,
        )

    def tell(self, emit: Emit, seconds: float = 0.0) -> None:
        """Say how the call ended, if it has; each answered call is told once, also one that never began."""
        if self.result is not None:
            status, tried = self.result.status, self.result.attempts
            emit("tool-settled", call=self.call.id, status=status, attempts=tried, seconds=seconds, key=self.key)

    @property
    def permit(self) -> str:
        """The token that lets this call run: nobody outside learns it, and it is the same after a restore."""
        return f"{self.batch.seal}.{self.ordinal}"

    @property
    def workset(self) -> dict[str, JsonValue]:
        """The item a scatter runs over the tool DAGs."""
        return {
            "dagIri": self.held.dag_iri if self.held else "",
            "arguments": None if self.arguments is None else copied_object(self.arguments),
            "callId": self.call.id,
            "permit": self.token,
        }


@dataclass(slots=True, kw_only=True, eq=False)
class Decided:
    """A batch whose every call has a verdict. `worksets` are the items of the calls that may run.

    `id` names it, in events and to services too; `seal` is what its permits are made of, and is told to nobody. `round`
    counts its pauses, `twice` holds the call ids that several calls share.
    """

    id: str
    seal: str
    round: int = 0
    slots: list[Slot] = field(default_factory=list)
    twice: frozenset[str] = frozenset()
    gate: Gate | None = None
    scope: Scope
    runner: Runner
    hooks: tuple[Hooks, ...] = ()
    secrets: tuple[str, ...] = ()
    artifacts: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    stopping: bool = False
    error: BaseException | None = None
    decided: bool = False
    outcome: DispatchResult | None = None

    def fill(self, slots: list[Slot]) -> None:
        """Put the calls in."""
        self.slots = slots
        used = Counter(slot.call.id for slot in slots)
        self.twice = (
            frozenset(one for one, times in used.items() if times > 1) if len(used) < len(slots) else frozenset()
        )

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The batch as it was handed in."""
        return tuple([slot.call for slot in self.slots])

    @property
    def worksets(self) -> list[dict[str, JsonValue]]:
        """One item a call that may run: `{dagIri, arguments, callId, permit}`; empty while somebody must answer."""
        return [slot.workset for slot in self.slots if slot.token]

    @property
    def pending(self) -> tuple[Pending, ...]:
        """Every call that waits for somebody."""
        return tuple([slot.pending for slot in self.slots if slot.pending is not None])


class Ledger:
    """What was decided and may run, by token. A token is taken once; a batch that is settled leaves nothing behind.

    Of batches that somebody else is to settle, those beyond `KEPT` are forgotten, oldest first: nothing of them can run
    any more, and a host that loses them loses no memory.
    """

    KEPT = 256
    REMEMBERED = 4096

    def __init__(self) -> None:
        self._batches: dict[str, Decided] = {}
        self._lent: OrderedDict[str, Decided] = OrderedDict()
        self._slots: dict[str, Slot] = {}
        self._resumed: OrderedDict[tuple[str, int], None] = OrderedDict()

    def resume(self, batch: Decided) -> None:
        """Note that this pause is over.

        Raises:
            BatchUnusable: it was over already; somebody answers twice, and what was approved would run twice.
        """
        pause = (batch.id, batch.round)
        if pause in self._resumed:
            message = f"batch {batch.id!r} was resumed from this pause already; its calls do not run a second time"
            raise BatchUnusable(message)
        self._resumed[pause] = None
        while len(self._resumed) > self.REMEMBERED:
            self._resumed.popitem(last=False)

    def unresume(self, batch: Decided) -> None:
        """The pause goes on: deciding failed and nothing ran."""
        self._resumed.pop((batch.id, batch.round), None)

    def open(self, batch: Decided) -> None:
        """Keep the batch until it is closed."""
        self._batches[batch.id] = batch

    def lend(self, batch: Decided) -> None:
        """Count the batch among those that somebody else is to settle."""
        self._lent[batch.id] = batch
        while len(self._lent) > self.KEPT:
            self.close(next(iter(self._lent.values())))

    def batch(self, batch_id: str) -> Decided:
        """The open batch of this id.

        Raises:
            BatchUnusable: there is none: settled, forgotten, or of another process.
        """
        found = self._batches.get(batch_id)
        if found is None:
            message = f"no open batch {batch_id!r}: it is settled, or was decided elsewhere; decide or restore it first"
            raise BatchUnusable(message)
        return found

    def allow(self, slot: Slot) -> None:
        """Let the slot's call run once."""
        slot.token = slot.permit
        self._slots[slot.token] = slot

    def take(self, item: Mapping[str, JsonValue], held: Registered) -> Slot:
        """The slot that `item` stands for, to be run by the tool DAG of `held`; it cannot be taken again.

        Raises:
            UndecidedCall: no dispatcher allowed it, it ran already, or tool or arguments are not those decided.
        """
        slot = self._slots.get(str(item.get("permit") or ""))
        if slot is None:
            message = f"tool {held.definition.name!r}: no dispatcher allowed this call, or it has run already"
            raise UndecidedCall(message)
        if slot.held is not held or item.get("arguments") != slot.arguments:
            message = f"tool {held.definition.name!r}: the call differs from the one that was decided"
            raise UndecidedCall(message)
        self.revoke(slot)
        return slot

    def revoke(self, slot: Slot) -> None:
        """Take back the permission, if there is one."""
        self._slots.pop(slot.token, None)
        slot.token = ""

    def close(self, batch: Decided) -> None:
        """Forget the batch; what has not begun cannot begin any more."""
        self._batches.pop(batch.id, None)
        self._lent.pop(batch.id, None)
        for slot in batch.slots:
            if slot.token:
                self.revoke(slot)


def new_batch(
    calls: Sequence[ToolCall], runner: Runner, around: Surroundings, secrets: tuple[str, ...] = ()
) -> Decided:
    """A batch in which nothing is decided yet; call ids used twice are noted."""
    batch = Decided(
        id=token_urlsafe(9),
        seal=token_urlsafe(12),
        gate=around.gate,
        scope=around.scope,
        hooks=around.hooks,
        runner=runner,
        secrets=secrets,
    )
    batch.fill([Slot(batch=batch, ordinal=at, call=call) for at, call in enumerate(calls)])
    if batch.twice:
        some = [public(one, batch.secrets, limit=64) for one in sorted(batch.twice)[:5]]
        batch.warnings.append(f"call ids used more than once: {', '.join(map(repr, some))}")
    return batch
