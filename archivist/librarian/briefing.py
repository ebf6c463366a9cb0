"""What a step made of the state, in a line a field, told as an event of that step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from pydantic import BaseModel

from archivist.books import Candidate, Ranked
from archivist.dag import AnyNode, FunctionNode, Run
from archivist.librarian.draft import Draft
from archivist.librarian.services import Services
from archivist.librarian.state import Visit

LONGEST = 160
"""Characters that a field is told with: a line or two beside a picture."""
FEW = 5
"""Entries of a list that are told; of the others only how many they are."""


def told(step: AnyNode) -> AnyNode:
    """The same step, which says in a `step` note what it went by and to what it changed the state."""

    async def execute(state: Visit, run: Run[Services]) -> str:
        before = {name: getattr(state, name) for name in _FIELDS}
        port = await step.execute(state, run)
        run.emit("step", made=_changed(before, state), given=_known(before))
        return port

    return FunctionNode(
        execute,
        step.id,
        step.outputs,
        name=step.name,
        timeout=step.timeout,
        input_schema=step.input_schema,
        output_schema=step.output_schema,
    )


_FIELDS = tuple(name for name in Visit.model_fields if name in Visit.__annotations__)
# What a later step goes by, the newest first: the first that is there is what went into it.
_READ = ("draft", "shortlist", "ranked", "candidates", "bookWorksets", "toolPlan", "terms", "query")


def _known(before: Mapping[str, object]) -> dict[str, str]:
    """The question, and the newest of what was made of it."""
    query, made = brief(before["query"]), ((name, brief(before[name])) for name in _READ)
    newest = next(((name, text) for name, text in made if text), ("query", ""))
    return {name: text for name, text in (("query", query), newest) if text}


def _changed(before: Mapping[str, object], state: Visit) -> dict[str, str]:
    now = ((name, getattr(state, name)) for name in _FIELDS)
    return {name: text for name, value in now if value != before[name] and (text := brief(value))}


def brief(value: object) -> str:
    """The value in a line; nothing for what is empty."""
    text = _text(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _text(value: object) -> str:  # noqa: PLR0911 - one line a kind
    match value:
        case _ if not value:
            return ""
        case Ranked():
            return value.book.title
        case Candidate():
            return value.title
        case Draft():
            return value.text
        case Mapping():
            said = ((name, _text(one)) for name, one in value.items() if name != "permit")
            return ", ".join(f"{name}: {text}" for name, text in said if text)
        case list() | tuple():
            more = f"; … ({len(value)})" if len(value) > FEW else ""
            return "; ".join(filter(None, map(_text, value[:FEW]))) + more
        case BaseModel():
            return _text({name: getattr(value, name) for name in type(value).model_fields})
        case _ if is_dataclass(value) and not isinstance(value, type):
            return _text({field.name: getattr(value, field.name) for field in fields(value)})
        case _:
            return str(value)
