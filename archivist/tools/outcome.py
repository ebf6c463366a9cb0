"""The results of slots: the one place that writes contents, statuses and flags."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import cast

from pydantic import JsonValue

from archivist.tools.batch import Slot
from archivist.tools.call import Status, ToolResult, failure_content
from archivist.tools.errors import BatchUnusable
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
    facts: Mapping[str, JsonValue] | None = None,
) -> ToolResult:
    """A result that is no success. Whatever `error` and `facts` hold, what is told is public; `executed` adds the empty
    `output` key.
    """
    secrets = slot.batch.secrets
    error, facts = public(error, secrets), told(facts, secrets) if facts else None
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
        data=facts or None,
        attempts=slot.attempts,
    )


def succeeded(slot: Slot, value: object, seconds: float) -> ToolResult:
    """The result of a call that returned `value` after `seconds`.

    Raises:
        OutputInvalid: the value is not what the tool declares, or too long for a policy that cuts nothing.
    """
    if slot.held is None:
        raise AssertionError  # only calls of registered tools run
    text, data, artifacts = _read(slot.held.tool, value)
    content, artifact = _bounded(_shown(text, slot.batch.secrets), slot.held.tool.policy, slot)
    for name, whole in artifacts.items():
        slot.batch.artifacts[f"{slot.ordinal}/{name}"] = whole
    return ToolResult(
        call_id=slot.call.id,
        ordinal=slot.ordinal,
        name=slot.call.name,
        status="succeeded",
        content=content,
        value=value.value if isinstance(value, ToolReturn) else value,
        data=data,
        artifact=artifact,
        attempts=slot.attempts,
        seconds=seconds,
    )


def supplied(slot: Slot, value: JsonValue) -> ToolResult:
    """The result that a person gave in the tool's place, cleaned and bounded like the tool's own.

    Raises:
        BatchUnusable: the value is no JSON, such as a number that is none.
    """
    try:
        data = _sound(value)
        text = data if isinstance(data, str) else _dumps(data)
    except (ValueError, TypeError, RecursionError) as error:
        message = f"the result supplied for {slot.call.id!r} is no JSON; supply text or JSON"
        raise BatchUnusable(message) from error
    text = _clean(text, slot.batch.secrets)
    content, artifact = _bounded(text, slot.policy, slot) if slot.held is not None else (text, None)
    return ToolResult(
        call_id=slot.call.id,
        ordinal=slot.ordinal,
        name=slot.call.name,
        status="succeeded",
        content=content,
        value=data,
        data=data,
        artifact=artifact,
        shared=True,
    )


def _read(tool: AnyTool, value: object) -> tuple[str, JsonValue, Mapping[str, str]]:
    """The text for the model, the same as JSON, and the texts that the model need not see."""
    returned = value if isinstance(value, ToolReturn) else None
    plain = returned.value if returned else value
    try:
        data = _sound(well_formed(plain) if isinstance(plain, bytes) else tool.dump(plain))
        text = well_formed(returned.text) if returned else data if isinstance(data, str) else _dumps(data)
    except (ValueError, TypeError, RecursionError) as error:
        message = f"the tool returned {type(plain).__name__}, which is not its declared output"
        raise OutputInvalid(message, CONTRACT) from error
    return text, data, returned.artifacts if returned else {}


def _sound(data: JsonValue) -> JsonValue:
    """The same without lone surrogates, which no JSON file could hold.

    Raises:
        ValueError: NaN, infinity, or a number of thousands of digits, which no JSON reader takes.
    """
    if isinstance(data, str):
        return well_formed(data)
    text = _dumps(data)
    clean = well_formed(text)
    return data if clean == text else cast("JsonValue", json.loads(clean))


def _dumps(data: JsonValue) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _clean(text: str, secrets: Collection[str]) -> str:
    return _shown(well_formed(text), secrets)


def _shown(text: str, secrets: Collection[str]) -> str:
    text = visible(text)
    return redact(text, secrets) if secrets else text


def _bounded(text: str, policy: ToolPolicy, slot: Slot) -> tuple[str, str | None]:
    """The text as the model gets it, and the key of the whole one where it was cut."""
    if len(text) <= policy.output_limit:
        return text, None
    if policy.oversize == "fail":
        raise OutputInvalid(OVERSIZE, "oversize")
    artifact = f"{slot.batch.id}/{slot.ordinal}"
    slot.batch.artifacts[artifact] = text
    return text[: policy.output_limit] + NOTICE.format(kept=policy.output_limit, whole=len(text)), artifact


def after_start(  # noqa: PLR0913 - the facts of a failure
    slot: Slot,
    error: str,
    *,
    code: str,
    retryable: bool,
    refused: bool = False,
    facts: Mapping[str, JsonValue] | None = None,
) -> ToolResult:
    """The result of a call that began and failed: `failed` where nothing is uncertain, else to be reconciled."""
    uncertain = not refused and slot.policy.uncertain(started=True)
    return failed(
        slot,
        "reconciliation_required" if uncertain else "failed",
        error,
        code=code,
        retryable=retryable and not uncertain,
        uncertain=uncertain,
        executed=True,
        facts=facts,
    )


def told(facts: Mapping[str, JsonValue], secrets: Collection[str]) -> dict[str, JsonValue]:
    """A failure's facts as they may be told: as JSON, without secrets and without what no reader could see."""
    found: dict[str, JsonValue] = {}
    for name, value in facts.items():
        try:
            found[_clean(name, secrets)] = _cleaned(_sound(value), secrets)
        except (TypeError, ValueError, RecursionError, AttributeError):
            continue  # no JSON, so nobody could be told it
    return found


def _cleaned(value: JsonValue, secrets: Collection[str]) -> JsonValue:
    """The same with every text in it cleaned."""
    if isinstance(value, str):
        return _clean(value, secrets)
    if isinstance(value, dict):
        return {_clean(name, secrets): _cleaned(item, secrets) for name, item in value.items()}
    return [_cleaned(item, secrets) for item in value] if isinstance(value, list) else value
