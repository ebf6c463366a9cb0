"""The results of slots: the one place that writes contents, statuses and flags."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import cast

from pydantic import JsonValue

from archivist.tools.batch import Slot
from archivist.tools.call import Status, ToolResult, failure_content
from archivist.tools.policy import ToolPolicy
from archivist.tools.text import public, redact, visible, well_formed
from archivist.tools.tool import AnyTool, ToolReturn

NOTICE = "… [cut after {kept} of {whole} characters]"
OVERSIZE = "tool result exceeds policy output_limit_bytes"
CONTRACT = "toolOutputContractViolation"


class OutputInvalid(Exception):
    """The tool returned something that is not what it declares, or more than its policy takes."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


def failed(  # noqa: PLR0913 - the facts of a failure
    slot: Slot,
    status: Status,
    error: str,
    *,
    code: str,
    retryable: bool = False,
    uncertain: bool = False,
    executed: bool = False,
    attempts: int = 0,
    facts: Mapping[str, JsonValue] | None = None,
) -> ToolResult:
    """A result that is no success; `error` must be public already. `executed` adds the empty `output` key."""
    return ToolResult(
        call_id=slot.call.id,
        ordinal=slot.ordinal,
        name=slot.call.name,
        status=status,
        content=failure_content(
            error, status, retryable=retryable, uncertain=uncertain, output="" if executed else None, facts=facts
        ),
        error=error,
        code=code,
        retryable=retryable,
        effect_uncertain=uncertain,
        data=dict(facts) if facts else None,
        attempts=attempts,
    )


def succeeded(slot: Slot, value: object, attempts: int, seconds: float, secrets: Collection[str]) -> ToolResult:
    """The result of a call that returned `value` after `seconds`.

    Raises:
        OutputInvalid: the value is not what the tool declares, or too long for a policy that cuts nothing.
    """
    if slot.held is None:
        raise AssertionError  # only calls of registered tools run
    text, data, artifacts = _read(slot.held.tool, value)
    text = _clean(text, secrets)
    content, artifact = _bounded(text, slot.held.tool.policy, slot)
    slot.batch.artifacts.update(artifacts)
    return ToolResult(
        call_id=slot.call.id,
        ordinal=slot.ordinal,
        name=slot.call.name,
        status="succeeded",
        content=content,
        value=value.value if isinstance(value, ToolReturn) else value,
        data=data,
        artifact=artifact,
        attempts=attempts,
        seconds=seconds,
    )


def supplied(slot: Slot, value: JsonValue) -> ToolResult:
    """The result that a person gave in the tool's place."""
    text = value if isinstance(value, str) else _dumps(value)
    return ToolResult(
        call_id=slot.call.id,
        ordinal=slot.ordinal,
        name=slot.call.name,
        status="succeeded",
        content=visible(well_formed(text)),
        value=value,
        data=value,
        shared=True,
    )


def _read(tool: AnyTool, value: object) -> tuple[str, JsonValue, Mapping[str, str]]:
    returned = value if isinstance(value, ToolReturn) else None
    plain = returned.value if returned else value
    try:
        data = well_formed(plain) if isinstance(plain, bytes) else tool.dump(plain)
    except (ValueError, TypeError, RecursionError) as error:
        message = f"the tool returned {type(plain).__name__}, which is not its declared output"
        raise OutputInvalid(message, CONTRACT) from error
    text = returned.text if returned else data if isinstance(data, str) else _dumps(data)
    return text, _sound(data), returned.artifacts if returned else {}


def _sound(data: JsonValue) -> JsonValue:
    """The same without lone surrogates, which no JSON file could hold."""
    if isinstance(data, str):
        return well_formed(data)
    text = _dumps(data)
    clean = well_formed(text)
    return data if clean == text else cast("JsonValue", json.loads(clean))


def _dumps(data: JsonValue) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _clean(text: str, secrets: Collection[str]) -> str:
    text = well_formed(text)
    return visible(redact(text, secrets) if secrets else text)


def _bounded(text: str, policy: ToolPolicy, slot: Slot) -> tuple[str, str | None]:
    """The text as the model gets it, and the key of the whole one where it was cut."""
    if len(text) <= policy.output_limit:
        return text, None
    if policy.oversize == "fail":
        raise OutputInvalid(OVERSIZE, "oversize")
    artifact = f"{slot.batch.id}/{slot.ordinal}"
    slot.batch.artifacts[artifact] = text
    return text[: policy.output_limit] + NOTICE.format(kept=policy.output_limit, whole=len(text)), artifact


def rejected_output(slot: Slot, error: OutputInvalid, attempts: int, secrets: Collection[str]) -> ToolResult:
    """The result of a call that ran and whose output cannot be used."""
    return after_start(slot, public(str(error), secrets), code=error.code, retryable=False, attempts=attempts)


def after_start(  # noqa: PLR0913 - the facts of a failure
    slot: Slot,
    error: str,
    *,
    code: str,
    retryable: bool,
    attempts: int,
    refused: bool = False,
    facts: Mapping[str, JsonValue] | None = None,
) -> ToolResult:
    """The result of a call that began and failed: `failed` where nothing is uncertain, else to be reconciled."""
    uncertain = not refused and slot.held is not None and slot.held.tool.policy.uncertain(started=True)
    return failed(
        slot,
        "reconciliation_required" if uncertain else "failed",
        error,
        code=code,
        retryable=retryable and not uncertain,
        uncertain=uncertain,
        executed=True,
        attempts=attempts,
        facts=facts,
    )


def told(facts: Mapping[str, JsonValue], secrets: Collection[str]) -> dict[str, JsonValue]:
    """A failure's facts as they may be told: as JSON, without secrets and without what no reader could see."""
    try:
        text = json.dumps(facts, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return {}
    return cast("dict[str, JsonValue]", json.loads(_clean(text, secrets)))
