"""Asking the visitor before a source is asked: the gate, what waits, and how it is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from archivist.librarian.answer import PendingCall
from archivist.librarian.composing.phrases import phrases
from archivist.librarian.composing.sources import label
from archivist.librarian.draft import Draft, Statement
from archivist.sources import source_of
from archivist.tools import Answer, Gate, GateContext, Pending, ToolCall, ToolDecision

APPROVAL_KEY = "archivist-approval"
"""What a run that waits for the visitor's word on its calls is parked under."""

AT_HOME = frozenset({"shelf_search"})
"""Tools that ask nobody outside."""

_QUESTIONS = {
    "de": "Darf ich dafür {sources} fragen?",
    "en": "May I ask {sources} about this?",
    "es": "¿Puedo preguntar a {sources}?",
    "fr": "Puis-je interroger {sources} ?",
    "it": "Posso chiedere a {sources}?",
}


def permitting(reasons: Mapping[str, str]) -> Gate:
    """A gate that denies the tools named in `reasons`, and has the visitor asked about every call that leaves the
    machine.
    """

    def decide(call: ToolCall, context: GateContext) -> ToolDecision:
        reason = reasons.get(call.name)
        if reason:
            return ToolDecision.deny(reason)
        if call.name in AT_HOME or context.tool is None:
            return ToolDecision.allow()
        return ToolDecision.interrupt(f"{label(source_of(call.name))} would be asked")

    return decide


def verdicts_of(said: Mapping[str, JsonValue]) -> dict[str, Answer]:
    """What the visitor said, by the key of the call."""
    return {key: Answer.from_json(one) for key, one in said.items()}


def pending_of(pending: Sequence[Pending]) -> tuple[PendingCall, ...]:
    """The calls that wait, as they are shown."""
    return tuple(
        PendingCall(
            key=one.key,
            tool=one.name,
            source=source_of(one.name),
            arguments=one.arguments if isinstance(one.arguments, dict) else {},
            reason=one.reason,
        )
        for one in pending
    )


def waiting(language: str, pending: Sequence[PendingCall]) -> Draft:
    """The question back to the visitor."""
    words = phrases(language)
    sources = words.listing([words.source(source) for source in dict.fromkeys(call.source for call in pending)])
    question = _QUESTIONS.get(language, _QUESTIONS["en"])
    return Draft(statements=(Statement(text=question.format(sources=sources)),))
