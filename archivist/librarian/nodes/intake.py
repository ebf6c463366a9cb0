"""From a message to an intent."""

from __future__ import annotations

from typing import Literal

from archivist.dag import Run, node
from archivist.librarian.answer import Intent
from archivist.librarian.nodes.common import asked_of, reader_of, reason
from archivist.librarian.reader import ReaderFailed
from archivist.librarian.services import Services
from archivist.librarian.state import Visit

PARK_KEY = "archivist-hitl"
CLASSIFY_ATTEMPTS = 2

Port = Literal[
    "lookup-author",
    "find-reviews",
    "describe-book",
    "recommend-similar",
    "recall-memories",
    "on-topic",
    "recommend-top-rated",
    "off-topic",
    "retry",
    "salvage",
]

_PORTS: dict[Intent, Port] = {
    "author": "lookup-author",
    "reviews": "find-reviews",
    "describe": "describe-book",
    "similar": "recommend-similar",
    "recall": "recall-memories",
    "on-topic": "on-topic",
    "recommend": "recommend-top-rated",
    "off-topic": "off-topic",
}


@node("urn:noocodec:node:pre-run-setup", outputs=("done",))
async def setup(state: Visit, run: Run[Services]) -> Literal["done"]:  # noqa: ARG001  the engine's signature
    """Clears what an earlier run may have left; identity is the run's own and never made here."""
    state.failureCause = ""
    state.repair = []
    state.approvalState = "pending"
    return "done"


@node("urn:noocodec:node:park-for-input", outputs=("parked", "resumed"))
async def park_for_input(state: Visit, run: Run[Services]) -> Literal["parked", "resumed"]:  # noqa: ARG001
    """Waits for a question when there is none."""
    if state.query.strip():
        return "resumed"
    state.park(PARK_KEY)
    return "parked"


@node("urn:noocodec:node:recall-context", outputs=("recalled",))
async def recall_context(state: Visit, run: Run[Services]) -> Literal["recalled"]:
    """Brings what earlier visits had to do with this question."""
    state.prior_books = list(run.services.memory.recall(state.query, besides=state.visit))
    return "recalled"


@node("urn:noocodec:node:classify-intent", outputs=(*_PORTS.values(), "retry", "salvage"))
async def classify_intent(state: Visit, run: Run[Services]) -> Port:
    """What sort of question it is."""
    try:
        understood = await reader_of(run).classify(asked_of(state, run))
    except ReaderFailed as failure:
        state.warn("classify-failed", str(failure))
        return "retry" if run.within_budget("classify-intent", CLASSIFY_ATTEMPTS) else "salvage"
    state.intent, state.user_language = understood.intent, understood.language
    reason(run, "thought", f"this is a question of the kind {state.intent}, to be answered in {state.user_language}")
    return _PORTS[understood.intent]


@node("urn:noocodec:node:classify-intent-salvage", outputs=("done",))
async def classify_salvage(state: Visit, run: Run[Services]) -> Literal["done"]:  # noqa: ARG001
    """Takes the message for a search: a wrong search is a smaller harm than a wrong refusal."""
    state.intent = "on-topic"
    return "done"
