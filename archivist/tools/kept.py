"""A batch as plain JSON, so that a pause survives the page, the process and the machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import cast

from pydantic import JsonValue, TypeAdapter, ValidationError

from archivist.tools.batch import Decided, Slot
from archivist.tools.call import Pending, ToolCall, ToolResult
from archivist.tools.errors import BatchUnusable
from archivist.tools.gate import ToolDecision
from archivist.tools.schema import Problem

VERSION = 1


class _Adapters:
    """Readers of what is kept, made with the first pause; until then they would only slow the start."""

    def __init__(self) -> None:
        self.call = TypeAdapter(ToolCall)
        self.decision: TypeAdapter[ToolDecision | None] = TypeAdapter(ToolDecision | None)
        self.problems = TypeAdapter(tuple[Problem, ...])
        self.pending: TypeAdapter[Pending | None] = TypeAdapter(Pending | None)


@cache
def _adapters() -> _Adapters:
    return _Adapters()


def snapshot(batch: Decided) -> dict[str, JsonValue]:
    """Everything of the batch but its gate and its scope, which the host brings again."""
    return {
        "version": VERSION,
        "id": batch.id,
        "seal": batch.seal,
        "round": batch.round + 1,
        "gated": batch.gate is not None,
        "artifacts": dict(batch.artifacts),
        "slots": [_slot(slot) for slot in batch.slots],
    }


def _slot(slot: Slot) -> dict[str, JsonValue]:
    return {
        "call": slot.call.to_json(),
        "arguments": slot.arguments,
        "problems": [problem.to_json() for problem in slot.problems],
        "allowed": bool(slot.token),
        "decision": cast("JsonValue", _adapters().decision.dump_python(slot.decision, mode="json")),
        "pending": slot.pending.to_json() if slot.pending else None,
        "result": slot.result.to_json() if slot.result else None,
        "spare": {"name": slot.spare.call.name, "arguments": slot.spare.arguments} if slot.spare else None,
    }


def refill(batch: Decided, kept: Mapping[str, JsonValue]) -> list[Slot]:
    """Put what was kept into the batch; gives back the slots that were allowed and had not run.

    Raises:
        BatchUnusable: the snapshot is of another version, or is none.
    """
    if kept.get("version") != VERSION:
        message = f"a batch kept as version {kept.get('version')!r} cannot be read; this is version {VERSION}"
        raise BatchUnusable(message)
    try:
        return _refill(batch, kept)
    except (KeyError, TypeError, ValidationError) as error:
        message = f"the kept batch is damaged: {type(error).__name__}; decide the calls again"
        raise BatchUnusable(message) from error


def _refill(batch: Decided, kept: Mapping[str, JsonValue]) -> list[Slot]:
    batch.id, batch.seal, batch.round = str(kept["id"]), str(kept["seal"]), int(cast("int", kept["round"]))
    batch.artifacts.update(cast("Mapping[str, str]", kept["artifacts"]))
    rows = cast("list[dict[str, JsonValue]]", kept["slots"])
    batch.fill([_restored(batch, at, row) for at, row in enumerate(rows)])
    return [slot for slot, row in zip(batch.slots, rows, strict=True) if row["allowed"]]


def _restored(batch: Decided, at: int, row: Mapping[str, JsonValue]) -> Slot:
    result = cast("Mapping[str, JsonValue] | None", row["result"])
    slot = Slot(
        batch=batch,
        ordinal=at,
        call=_adapters().call.validate_python(row["call"]),
        arguments=cast("dict[str, JsonValue] | None", row["arguments"]),
        problems=_adapters().problems.validate_python(row["problems"]),
        decision=_adapters().decision.validate_python(row["decision"]),
        pending=_adapters().pending.validate_python(row["pending"]),
        result=ToolResult.from_json(result) if result else None,
    )
    spare = cast("Mapping[str, JsonValue] | None", row.get("spare"))
    if spare is not None:
        call, arguments = replace(slot.call, name=str(spare["name"])), cast("dict[str, JsonValue]", spare["arguments"])
        slot.spare = Slot(batch=batch, ordinal=at, call=call, arguments=arguments)
    return slot
