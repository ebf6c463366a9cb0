"""The first step: every call of a batch is read, checked and put to the gate before any of them runs."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Mapping
from dataclasses import replace

from pydantic import JsonValue

from archivist.dag import Clock, Timeout
from archivist.tools.batch import Decided, Emit, Ledger, Slot
from archivist.tools.call import DEADLINE_TEXT, ToolCall, ToolResult
from archivist.tools.errors import Cancelled, DefinitionError, ToolInterrupt
from archivist.tools.gate import ALLOW, Answer, Gate, GateContext, ToolDecision
from archivist.tools.options import Options
from archivist.tools.outcome import failed, supplied
from archivist.tools.registry import ToolRegistry
from archivist.tools.schema import Problem
from archivist.tools.scope import Turn, asked
from archivist.tools.strict import ArgumentsInvalid, check, copied_object, parse
from archivist.tools.text import clip, public_error, redact, visible, well_formed

INVALID = "invalid_arguments"
DECLINED = "declined by the user"
_EXPECTED = "one JSON object"
_SCHEMA_SHOWN = 4_000
"""Characters of schema that a refusal repeats to the model; a longer one it has in its definitions."""


class Decider:
    """Reads, checks and decides. The order of verdicts: denied, cancelled, expired, unknown, invalid, over budget."""

    def __init__(self, tools: ToolRegistry, options: Options, clock: Clock, ledger: Ledger) -> None:
        self._tools = tools
        self._options = options
        self._clock = clock
        self._ledger = ledger

    async def decide(self, batch: Decided, emit: Emit) -> None:
        """Give every open slot its verdict; then allow what may run, unless somebody must answer first.

        Raises:
            Cancelled: the run was cancelled before or between verdicts.
            Exception: whatever the gate raised, when its failure is not a denial.
        """
        if not batch.slots:
            return  # nothing to say no to, cancelled or not
        for slot in batch.slots:
            if slot.result is None and slot.decision is None:
                self._read(slot)
                valid = slot.held is not None and not slot.problems
                emit("tool-proposed", call=slot.call.id, tool=slot.call.name, ordinal=slot.ordinal, valid=valid)
            elif slot.answer is not None:
                slot.tell(emit)  # a person has just supplied its result
        await self._ask(batch, emit)
        if not batch.pending:
            await self._arm(batch)
        self._check_cancelled(batch)
        batch.decided = True
        if not batch.pending:
            self._admit_all(batch, emit)

    def _read(self, slot: Slot) -> None:
        slot.held = self._tools.resolve(slot.call.name)
        given = slot.call.arguments
        try:
            slot.arguments = parse(given, self._options.limits) if isinstance(given, str) else self._copied(given)
        except ArgumentsInvalid as found:
            slot.problems = (_unreadable(found, slot),)
            return
        self._check(slot)

    def _copied(self, given: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        check(dict(given), self._options.limits)
        return copied_object(given)

    def _check(self, slot: Slot) -> None:
        if slot.held is None or slot.arguments is None:
            return
        slot.problems = slot.held.schema.problems(slot.arguments)
        if slot.problems and slot.held.tool.policy.coerce:
            coerced = slot.held.tool.coerce(slot.arguments)
            if coerced is not None and not slot.held.schema.problems(coerced):
                slot.arguments, slot.problems = coerced, ()

    async def _ask(self, batch: Decided, emit: Emit) -> None:
        decided = [slot.decision for slot in batch.slots if slot.decision is not None]
        calls, gate, scope = batch.calls, batch.gate, batch.scope
        for slot in batch.slots:
            if slot.result is not None or slot.pending is not None or _said(slot.decision):
                continue
            if scope.cancellation is not None:
                self._check_cancelled(batch)
            if scope.deadline is not None and self._late(batch):
                return
            slot.decision = ALLOW if gate is None else await self._verdict(slot, gate, calls, tuple(decided))
            decided.append(slot.decision)
            if slot.decision is not ALLOW:
                self._apply(slot)
            emit("tool-decided", call=slot.call.id, verdict=slot.decision.kind)

    def _verdict(
        self, slot: Slot, gate: Gate, calls: tuple[ToolCall, ...], decided: tuple[ToolDecision, ...]
    ) -> Awaitable[ToolDecision]:
        held, scope = slot.held, slot.batch.scope
        asked_for = slot.batch.slots[slot.ordinal].call.name
        context = GateContext(
            tool=held.definition if held else None,
            policy=held.tool.policy if held else None,
            arguments=None if slot.arguments is None else copied_object(slot.arguments),
            problems=slot.problems,
            batch=calls,
            decided=decided,
            answer=slot.answer,
            ordinal=slot.ordinal,
            thread=scope.identity.thread,
            step=scope.step,
            instead_of=asked_for if asked_for != slot.call.name else "",
        )
        return self._asked(gate, slot.call, context)

    async def _asked(self, gate: Gate, call: ToolCall, context: GateContext) -> ToolDecision:
        try:
            if self._options.gate_timeout is None:
                return await asked(gate, call, context)
            async with Timeout(self._clock, self._options.gate_timeout):
                return await asked(gate, call, context)
        except ToolInterrupt as signal:
            return ToolDecision.interrupt(signal.reason, signal.value)
        except Exception as error:
            if self._options.gate_failure == "raise":
                raise
            return ToolDecision.deny(f"the gate failed: {public_error(error)}")

    async def _arm(self, batch: Decided) -> None:
        """Decide what stands in for allowed calls that fail; a stand-in that is not allowed is none.

        Raises:
            DefinitionError: a fallback that is no other registered read; nothing has run then.
        """
        for slot in batch.slots:
            if slot.result is None and slot.held is not None and slot.policy.fallback and _allowed(slot):
                spare = self._spare(slot, slot.policy.fallback)
                decided = tuple(one.decision for one in batch.slots if one.decision is not None)
                gate = batch.gate
                spare.decision = ALLOW if gate is None else await self._verdict(spare, gate, batch.calls, decided)
                if spare.decision.arguments is not None:
                    self.replace(spare, spare.decision.arguments)
                slot.spare = spare if _allowed(spare) else None

    def _spare(self, slot: Slot, name: str) -> Slot:
        held = self._tools.resolve(name)
        if held is None or held is slot.held or not held.tool.policy.effect.reads:
            message = f"tool {slot.call.name!r}: its fallback {name!r} must be another registered tool that reads"
            raise DefinitionError(message)
        call = replace(slot.call, name=name)
        spare = Slot(batch=slot.batch, ordinal=slot.ordinal, call=call, held=held, arguments=slot.arguments)
        self._check(spare)
        return spare

    def _apply(self, slot: Slot) -> None:
        """Take the verdict's arguments over; an interrupt becomes pending unless its answer was an approval."""
        decision = slot.decision
        if decision is None or decision.kind == "deny":
            return
        if decision.kind == "interrupt":
            if slot.answer is not None and slot.answer.kind == "approve":
                slot.decision = ALLOW
            elif slot.held is not None and slot.arguments is not None and not slot.problems:
                slot.waits(decision.reason, decision.payload, "gate")
        elif decision.arguments is not None:
            self.replace(slot, decision.arguments)
            slot.decision = ALLOW

    def replace(self, slot: Slot, arguments: Mapping[str, JsonValue]) -> None:
        """Put other arguments in the place of the model's, and check them like the model's."""
        slot.problems = ()
        try:
            slot.arguments = self._copied(arguments)
        except (ArgumentsInvalid, TypeError, ValueError) as found:
            slot.arguments = None
            text = f"replaced arguments: {found}"
            slot.problems = (Problem(path="$", rule="json", expected=_EXPECTED, text=text),)
            return
        self._check(slot)

    def answer(self, slot: Slot, answer: Answer) -> None:
        """Act on what a person said to a pending slot; what remains open is decided again."""
        pending, slot.pending = slot.pending, None
        slot.answer = answer
        if answer.kind == "deny":
            slot.decision = ToolDecision.deny(answer.reason or DECLINED)
        elif answer.kind == "supply":
            slot.result = supplied(slot, answer.value)
        else:
            self._edit(slot, answer)
            if pending is not None and (pending.kind == "gate" or answer.arguments is not None):
                slot.decision = None

    def _edit(self, slot: Slot, answer: Answer) -> None:
        """Let everybody see what will really run: an edited call is read and put to the gate like a new one."""
        if answer.arguments is not None:
            slot.call = replace(slot.call, arguments=answer.arguments)
            self.replace(slot, answer.arguments)

    def _admit_all(self, batch: Decided, emit: Emit) -> None:
        turn = batch.scope.turn
        late = self._late(batch)
        for slot in batch.slots:
            if slot.result is None:
                slot.result = self._refusal(slot, turn, late=late)
                if slot.result is None:
                    self._ledger.allow(slot)
                else:
                    slot.tell(emit)

    def _refusal(self, slot: Slot, turn: Turn | None, *, late: bool) -> ToolResult | None:
        """Why the call does not run, as its result; None when it may."""
        if slot.decision is not None and slot.decision.kind == "deny":
            return failed(slot, "rejected", slot.decision.reason, code="denied")
        if late or slot.decision is None:
            return failed(slot, "expired", DEADLINE_TEXT, code="expired")
        if slot.held is None:
            return self._unknown(slot)
        if slot.problems or slot.arguments is None:
            return self._invalid(slot)
        return None if turn is None else self._over_budget(slot, turn)

    def _unknown(self, slot: Slot) -> ToolResult:
        name = clip(redact(visible(well_formed(slot.call.name)), slot.batch.secrets), 64)
        close, known = self._tools.close_to(name), self._tools.some_names()
        facts: dict[str, JsonValue] = {"did_you_mean": list(close), "available": list(known)}
        return failed(slot, "rejected", f"Tool not found: {name}", code="unknown_tool", facts=facts)

    def _invalid(self, slot: Slot) -> ToolResult:
        problems = [one.told(slot.batch.secrets) for one in slot.problems]
        said = "; ".join(f"{problem.path}: {problem.text}" for problem in problems)
        facts: dict[str, JsonValue] = {"kind": INVALID, "problems": [problem.to_json() for problem in problems]}
        schema = dict(slot.held.definition.input_schema) if slot.held else {}
        if len(json.dumps(schema)) <= _SCHEMA_SHOWN:
            facts["schema"] = schema
        return failed(slot, "failed", f"invalid arguments: {said}", code=INVALID, facts=facts)

    def _over_budget(self, slot: Slot, turn: Turn) -> ToolResult | None:
        if turn.calls >= self._options.calls_a_turn:
            text = f"this turn has used its {self._options.calls_a_turn} tool calls; answer with what is known"
            return failed(slot, "rejected", text, code="call_budget")
        slot.signature = signature(slot)
        own = slot.held.tool.policy.identical_limit if slot.held else None
        allowed = own or self._options.identical_a_turn
        if turn.count(slot.signature) >= allowed:
            text = f"the same call was made {allowed} times in this turn; its answer will not change"
            return failed(slot, "rejected", text, code="repeated_call")
        return None

    def _late(self, batch: Decided) -> bool:
        deadline = batch.scope.deadline
        return deadline is not None and self._clock.monotonic() >= deadline

    @staticmethod
    def _check_cancelled(batch: Decided) -> None:
        cancellation = batch.scope.cancellation
        if cancellation is not None and cancellation.cancelled:
            message = cancelled_text(cancellation.reason)
            raise Cancelled(message)


def cancelled_text(reason: str) -> str:
    """How a cancelled run says so."""
    return f"run cancelled: {reason}" if reason else "run cancelled"


def signature(slot: Slot) -> str:
    """Tool and arguments as one text, the same whatever the order of keys."""
    return f"{slot.call.name} {json.dumps(slot.arguments, sort_keys=True, ensure_ascii=False, separators=(',', ':'))}"


def _said(decision: ToolDecision | None) -> bool:
    """Whether the gate has said yes or no. What it wanted asked of a call that could not run, it is asked again."""
    return decision is not None and decision.kind != "interrupt"


def _allowed(slot: Slot) -> bool:
    decision = slot.decision
    return decision is not None and decision.kind == "allow" and not slot.problems and slot.arguments is not None


def _unreadable(found: ArgumentsInvalid, slot: Slot) -> Problem:
    excerpt = found.excerpt(slot.batch.secrets)
    text = f"{found.reason} near {excerpt!r}" if excerpt else found.reason
    return Problem(path=f"$ (character {found.position})", rule="json", expected=_EXPECTED, text=text)
