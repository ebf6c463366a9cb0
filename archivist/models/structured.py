"""An answer in a form: read out of whatever a model made of it, and held against the schema."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pydantic import JsonValue

from archivist.models.chat import ChatReply, Output
from archivist.models.errors import SchemaViolation
from archivist.tools.repair import mend, objects_in
from archivist.tools.schema import Schema
from archivist.tools.strict import ArgumentsInvalid, Limits, parse

_LIMITS = Limits(characters=60_000, depth=16)


def in_words(output: Output) -> str:
    """The wish for a form in words, for models that have no field for it."""
    schema = json.dumps(dict(output.schema), ensure_ascii=False)
    return f"Answer with one JSON object that fits this JSON Schema, and with nothing else:\n{schema}"


def value_of(reply: ChatReply, output: Output) -> Mapping[str, JsonValue]:
    """The object that the reply holds, as arguments of the tool named like the output or anywhere in its words.

    Raises:
        SchemaViolation: there is none, or it does not fit; the message says what is wrong, for the model to mend.
    """
    schema = Schema(output.schema, trusted=True)
    faults = "the answer holds no JSON object"
    for text in _candidates(reply):
        value = _object(text)
        if value is None:
            continue
        problems = schema.problems(value)
        if not problems:
            return value
        faults = "; ".join(f"{problem.path}: {problem.text}" for problem in problems[:3])
    if reply.finish == "length":
        faults = f"the answer was cut off at its longest length; {faults}"
    raise SchemaViolation(faults)


def _candidates(reply: ChatReply) -> list[str]:
    calls = [call.arguments for call in reply.calls if isinstance(call.arguments, str)]
    return [*calls, *objects_in(reply.text)]


def _object(text: str) -> dict[str, JsonValue] | None:
    try:
        return parse(text, _LIMITS)
    except ArgumentsInvalid:
        if len(text) > _LIMITS.characters:
            return None
        mended = mend(text, lambda tried: parse(tried, _LIMITS))
    return mended.value if mended else None
