"""The one way in which tool calls are run: decide, run, settle.

`dispatch` does all three; a DAG of somebody else's calls `decide` before its scatter and `settle` after its gather, and
its scatter runs the same tool DAGs. What was not decided here does not run: a tool DAG executes what the ledger allows.

Kept from the contract this follows: one message a call in call order, the four keys of a failure in their order, fixed
texts, statuses, the precedence cancellation > hook block > interrupt > earliest call, and verdicts before any run.

Different on purpose, each with its reason:

* Arguments that are no object, that do not parse or do not fit the schema are that call's `failed`; the run goes on.
* Error texts hold no traceback, no folder and no key, and end after 2,000 characters: they go to a model and a page.
* Reads are `failed`, never uncertain, and calls of one read tool may overlap; unknown effects stay conservative.
* A running call is cut at the run's deadline (`timed_out`); before, it would have outlived its run.
* An interrupt is a returned result with all pending calls, answered by call id, not an exception with the first one.
* What has settled before a pause is kept and not run again; a stop carries what had settled.
* A result over its limit is cut with a notice and kept whole as an artifact; `oversize="fail"` restores the failure.
* A failure may tell facts after its fixed keys: the closest names, the broken rules, a service's status.
* A tool may return JSON, bytes, or a `ToolReturn`, and may be a coroutine function; only what is no JSON fails.
* Control characters of a result are shown to the model as pictures, invisible and reordering ones are removed.
* Names that do not exist are answered with the closest names; call ids used twice are told apart by their place.
* `KeyboardInterrupt`, `SystemExit`, `MemoryError` and a cancellation from outside are never a tool's failure.
* What such a thing leaves behind is free: places, circuits, shared executions; a marked effect waits for a person.
* Half a call of a model's answer that was cut off is answered as `failed`, and never read as one without arguments.
* What broke off in a model's stream is raised as it was; the words that were heard are no message of the conversation.
* A hook that breaks over the question whether an event is for it has failed; only a mandatory one blocks then.
* Of a call that asks or is cancelled a circuit learns nothing: it neither opens nor closes.
* Every answered call is told to listeners as settled once, also if denied, unreadable, late or answered by a person.
* A priority is a head start in seconds, so that nobody starves. A call that waits for its key holds a place in its own
  batch, but of its host neither a place, nor the circuit's try, nor one in the pace.
* A tool that ends itself as cancelled, while nobody cancelled anything, ends its own call (`cancellation_requested`).
* An empty text of arguments is no object; the codec, which knows what models send, reads it as `{}`.
* A plain function holds up its siblings while it runs: everything shares one thread, as in a browser it must.
* After a stop decision nothing more starts, also not what was waiting for a place.
* A read may have a second attempt beside a slow first one, and another read that stands in when it fails.
* A host admits calls by a key that several tools share, its circuit and its pace, not by an arbiter of many resources.
* Left out, because nothing here has them: processes (`killed`, `input_required`), threads, MCP errors.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from archivist.dag import Clock, GatherRecord, Registry, SystemClock
from archivist.tools.batch import Decided, Emit, Slot, new_batch
from archivist.tools.broker import EffectBroker, Grant
from archivist.tools.call import DispatchResult, ToolCall, ToolResult
from archivist.tools.decide import Decider
from archivist.tools.effects import Effects
from archivist.tools.errors import BatchUnusable, ToolInterrupt
from archivist.tools.flow import DISPATCH, DecideCalls, DispatchState, SettleCalls, dispatch_dag
from archivist.tools.gate import Answer, Gate
from archivist.tools.held import Registered
from archivist.tools.hooks import Hooks
from archivist.tools.kept import refill, snapshot
from archivist.tools.options import Options
from archivist.tools.perform import Performer
from archivist.tools.registry import ToolRegistry
from archivist.tools.scope import Scope, inherited
from archivist.tools.settle import settle

_EMPTY = DispatchResult(messages=(), outcomes=())
_SCOPE = Scope()


class Dispatcher:
    """Runs the calls of one registry's tools.

    Args:
        tools: the closed set.
        options: numbers and rules for every batch.
        clock: the clock for deadlines, time-outs and waits.
        rng: where the jitter of retries comes from.
        hooks: told before and after every call.
        broker, grant: make every effect at most once, over crashes and resumes; the scope then needs an identity.
    """

    def __init__(  # noqa: PLR0913 - what a host may bring, each optional
        self,
        tools: ToolRegistry,
        *,
        options: Options | None = None,
        clock: Clock | None = None,
        rng: random.Random | None = None,
        hooks: Hooks | None = None,
        broker: EffectBroker | None = None,
        grant: Grant | None = None,
    ) -> None:
        self._tools = tools
        self._options = options or Options()
        self._clock = clock or SystemClock()
        self._ledger = tools.ledger
        self._decider = Decider(tools, self._options, self._clock, self._ledger)
        self._hooks = hooks
        self._effects = Effects(broker, grant or Grant()) if broker is not None else None
        draw = rng or random.Random()  # noqa: S311 - spreads waits, keeps no secret
        self._performer = Performer(self._options, self._clock, draw, self._effects)
        self._registry: Registry | None = None
        self._built = 0

    @property
    def tools(self) -> ToolRegistry:
        """The closed set of tools."""
        return self._tools

    async def dispatch(
        self, calls: Sequence[ToolCall], *, gate: Gate | None = None, scope: Scope = _SCOPE
    ) -> DispatchResult:
        """Decides all calls, runs those allowed, and answers every one of them in call order.

        Raises:
            Stop: the run was cancelled or a mandatory hook failed; `settled` holds what had been done.
            Exception: what the gate raised, when `gate_failure` is `raise`; nothing has run then.
        """
        if not calls:
            return _EMPTY
        return await self._through(self._open(calls, gate, scope))

    async def resume(
        self,
        paused: DispatchResult | Mapping[str, JsonValue],
        answers: Mapping[str, Answer],
        *,
        gate: Gate | None = None,
        scope: Scope = _SCOPE,
    ) -> DispatchResult:
        """Goes on with a paused batch; `answers` are by `Pending.key`, the call id. What has settled stays.

        Calls without an answer stay pending, and nothing runs while one asked by the gate does.

        Raises:
            BatchUnusable: the batch was gated and no gate is given, the snapshot is damaged, or an answer names no
                pending call.
        """
        batch = self._reopen(paused, answers, gate, scope)
        return await self._through(batch)

    async def redecide(
        self,
        paused: DispatchResult | Mapping[str, JsonValue],
        answers: Mapping[str, Answer],
        *,
        gate: Gate | None = None,
        scope: Scope = _SCOPE,
        emit: Emit | None = None,
    ) -> Decided:
        """`resume` for a DAG that has a scatter of its own: the worksets are those of calls that have not settled."""
        return await self._decided(self._reopen(paused, answers, gate, scope), emit)

    async def decide(
        self,
        calls: Sequence[ToolCall],
        *,
        gate: Gate | None = None,
        scope: Scope = _SCOPE,
        emit: Emit | None = None,
    ) -> Decided:
        """The first step alone, for a DAG that has a scatter of its own: its items are `Decided.worksets`.

        The batch stays open under `Decided.id` until `settle`.
        """
        return await self._decided(self._open(calls, gate, scope), emit)

    async def _decided(self, batch: Decided, emit: Emit | None) -> Decided:
        try:
            await self._decider.decide(batch, emit or _silent)
        except BaseException:
            self._ledger.close(batch)
            self._ledger.unresume(batch)
            raise
        self._ledger.lend(batch)
        return batch

    def settle(self, batch: Decided | str, records: Iterable[GatherRecord] = ()) -> DispatchResult:
        """The third step alone: one message a call in call order, whatever the scatter did.

        `records` matter only when the calls ran in another process before a resume.

        Raises:
            BatchUnusable: no open batch has this id.
            Stop: a call ended the batch.
        """
        decided = self._ledger.batch(batch) if isinstance(batch, str) else batch
        try:
            return settle(decided, records, self._clock)
        finally:
            self._ledger.close(decided)

    def kept(self, batch: Decided | str) -> dict[str, JsonValue]:
        """An open batch as JSON, to be kept beside a checkpoint of the run that executes it."""
        return snapshot(self._ledger.batch(batch) if isinstance(batch, str) else batch)

    def restore(self, kept: Mapping[str, JsonValue], *, gate: Gate | None = None, scope: Scope = _SCOPE) -> Decided:
        """Opens a kept batch again, with the permits its worksets hold, so that a resumed run can go on with them."""
        batch = self._new([], gate, scope)
        allowed = refill(batch, kept)
        self._bind(batch)
        self._ledger.open(batch)
        self._ledger.lend(batch)
        for slot in allowed:
            if slot.held is not None and not slot.problems:
                self._ledger.allow(slot)
        return batch

    async def perform_directly(self, held: Registered, arguments: dict[str, JsonValue]) -> ToolResult:
        """One call that the author of a DAG wrote, not a model: decided like any other, and run.

        Raises:
            ToolInterrupt: the tool asks; whoever embeds it must have somebody to answer, and here nobody can.
        """
        call = ToolCall(id="direct", name=held.definition.name, arguments=arguments)
        result = await self.dispatch([call])
        if result.paused:
            raise ToolInterrupt(result.pending[0].reason, result.pending[0].payload)
        return result.outcomes[0]

    def _new(self, calls: Sequence[ToolCall], gate: Gate | None, scope: Scope) -> Decided:
        around = inherited(scope, gate, self._hooks)
        batch = new_batch(calls, self._performer, around, self._options.secrets)
        if self._effects is not None:
            self._effects.check(batch)
        return batch

    def _open(self, calls: Sequence[ToolCall], gate: Gate | None, scope: Scope) -> Decided:
        batch = self._new(calls, gate, scope)
        self._ledger.open(batch)
        return batch

    def _reopen(
        self,
        paused: DispatchResult | Mapping[str, JsonValue],
        answers: Mapping[str, Answer],
        gate: Gate | None,
        scope: Scope,
    ) -> Decided:
        kept = paused.batch if isinstance(paused, DispatchResult) else paused
        if kept.get("gated") and gate is None:
            message = "the paused batch was decided under a gate; resume it with that gate, or nothing checks what runs"
            raise BatchUnusable(message)
        batch = self._new([], gate, scope)
        refill(batch, kept)
        self._bind(batch)
        self._ledger.resume(batch)
        try:
            self._answer(batch, answers)
        except BaseException:
            self._ledger.unresume(batch)
            raise
        self._ledger.open(batch)
        return batch

    def _bind(self, batch: Decided) -> None:
        for slot in batch.slots:
            slot.held = self._tools.resolve(slot.call.name)
            if slot.result is None and slot.held is not None and slot.arguments is not None:
                slot.problems = slot.held.schema.problems(slot.arguments)
            if slot.spare is not None:
                slot.spare.held = self._tools.resolve(slot.spare.call.name)
                if slot.spare.held is None:
                    slot.spare = None

    def _answer(self, batch: Decided, answers: Mapping[str, Answer]) -> None:
        waiting = {slot.pending.key: slot for slot in batch.slots if slot.pending is not None}
        strange = sorted(set(answers) - set(waiting))
        if strange:
            message = f"no pending call has the key {strange[0]!r}; pending are {', '.join(map(repr, waiting))}"
            raise BatchUnusable(message)
        for key, answer in answers.items():
            self._reconcile(waiting[key], answer)
            self._decider.answer(waiting[key], answer)

    def _reconcile(self, slot: Slot, answer: Answer) -> None:
        """Have the broker keep what a person knows of an uncertain effect."""
        if self._effects is None or slot.pending is None or slot.pending.kind != "reconciliation":
            return
        if answer.kind == "reply":
            message = f"{slot.call.id!r} may have had its effect: supply its result, deny it, or approve doing it again"
            raise BatchUnusable(message)
        self._effects.resolve(slot, answer, slot.batch.scope.identity.owner)

    async def _through(self, batch: Decided) -> DispatchResult:
        registry = self._engine()
        try:
            result = await registry.run(DISPATCH, DispatchState(batch=batch.id), on_event=batch.scope.on_event)
        finally:
            self._ledger.close(batch)
        if batch.error is not None:
            if not batch.decided:
                self._ledger.unresume(batch)
            raise batch.error
        return _result(batch, result.error)

    def _engine(self) -> Registry:
        """The engine's registry over all tools, made again when a tool has been registered since."""
        if self._registry is None or self._built != len(self._tools):
            self._registry, self._built = self._made(), len(self._tools)
        return self._registry

    def _made(self) -> Registry:
        decide = DecideCalls(self._ledger.batch, self._decider.decide)
        settles = SettleCalls(self._ledger.batch, self._settled)
        flow = dispatch_dag(decide, settles, [held.dag_iri for held in self._tools], self._options.at_once)
        return Registry(clock=self._clock).bundle(self._tools.bundle()).add(decide, settles, flow)

    def _settled(self, batch: Decided) -> None:
        try:
            batch.outcome = settle(batch, (), self._clock)
        except Exception as error:  # noqa: BLE001 - handed to the caller of dispatch as it is
            batch.error = error


def _result(batch: Decided, error: BaseException | None) -> DispatchResult:
    if batch.outcome is not None:
        return batch.outcome
    if error is not None:
        raise error.__cause__ or error
    message = f"batch {batch.id!r} ended without a result"
    raise BatchUnusable(message)


def _silent(what: str, **detail: object) -> None:
    """Nobody listens."""
