"""From a shortlist to words, and from words to words that hold."""

from __future__ import annotations

from typing import Literal

from archivist.books import Wanted, merge, rank
from archivist.dag import Run, node
from archivist.librarian.answer import Outcome
from archivist.librarian.composing import composer, recalling, without_books
from archivist.librarian.nodes.common import reader_of, reason, task_of
from archivist.librarian.reader import ReaderFailed
from archivist.librarian.reading import courtesy_in
from archivist.librarian.services import Services
from archivist.librarian.state import Visit

COMPOSE_ATTEMPTS = 3
ATTEMPTS = 2


@node("urn:noocodec:node:compose-response", outputs=("drafted", "retry", "salvage"))
async def compose_response(state: Visit, run: Run[Services]) -> Literal["drafted", "retry", "salvage"]:
    """Writes the answer from the shortlist."""
    try:
        state.draft = await reader_of(run).compose(task_of(state), tuple(state.repair))
    except ReaderFailed as failure:
        state.warn("compose-failed", str(failure))
        return "retry" if run.within_budget("compose", COMPOSE_ATTEMPTS) else "salvage"
    return "drafted"


@node("urn:noocodec:node:compose-salvage", outputs=("done",))
async def compose_salvage(state: Visit, run: Run[Services]) -> Literal["done"]:  # noqa: ARG001  the engine's signature
    """The answer that the rules write, which holds by construction."""
    _by_rule(state)
    return "done"


def _by_rule(state: Visit) -> None:
    """Whatever was said against an earlier draft is not said of this one."""
    state.draft = composer.compose(task_of(state))
    state.approvalState, state.outcome = "approved", "found"


@node("urn:noocodec:node:validate-response", outputs=("approved", "retry", "exhausted"))
async def validate_response(state: Visit, run: Run[Services]) -> Literal["approved", "retry", "exhausted"]:
    """Holds every statement against the records; what does not hold is written again, at last by rule."""
    faults = list(run.services.memory.graph(state.visit).ungrounded(state.draft.facts))
    faults += await run.services.rules.check(state.draft, task_of(state))
    if not faults:
        state.approvalState, state.outcome = "approved", "found"
        return "approved"
    state.repair, state.approvalState = faults, "rejected"
    reason(run, "observation", f"the draft does not hold: {'; '.join(faults)}")
    if run.within_budget("compose", COMPOSE_ATTEMPTS):
        return "retry"
    _by_rule(state)
    return "exhausted"


@node("urn:noocodec:node:respond-to-visitor", outputs=("success",))
async def respond_to_visitor(state: Visit, run: Run[Services]) -> Literal["success"]:
    """Marks where the answer leaves the graph."""
    cited = len({fact.book for fact in state.draft.facts})
    reason(run, "final", f"{state.outcome}: {cited} books in {len(state.draft.statements)} statements")
    return "success"


@node("urn:noocodec:node:compose-empty", outputs=("drafted", "retry", "salvage"))
async def compose_empty(state: Visit, run: Run[Services]) -> Literal["drafted", "retry", "salvage"]:
    """Says that there is no book to show, and how far that can be relied on."""
    _without_books(state, run)
    return "drafted"


@node("urn:noocodec:node:compose-empty-salvage", outputs=("done",))
async def compose_empty_salvage(state: Visit, run: Run[Services]) -> Literal["done"]:
    """The same, by rule."""
    _without_books(state, run)
    return "done"


def _outcome(state: Visit) -> Outcome:
    if without_books.could_have_had_it(state.reports):
        return "failed"
    unasked = without_books.nobody_was_asked(state.reports) and not state.wrong_isbns
    return "declined" if unasked else "no-results"


def _alone(state: Visit, run: Run[Services]) -> list[str]:
    """Of several subjects that no book has together, those for which books were found all the same."""
    subjects = state.wanted.subjects
    if len(subjects) < 2:  # noqa: PLR2004  one subject is alone anyway
        return []
    books, today = merge(state.candidates), run.services.now().date()
    return [one for one in subjects if rank(books, Wanted(subjects=(one,)), today=today)]


def _without_books(state: Visit, run: Run[Services]) -> None:
    state.shortlist = []
    state.outcome = _outcome(state)
    if state.wrong_isbns and not state.reports:
        state.draft = without_books.wrong_isbn(state.user_language, state.wrong_isbns[0])
    else:
        state.draft = without_books.nothing_found(task_of(state), alone=_alone(state, run))


@node("urn:noocodec:node:decline-off-topic", outputs=("success",))
async def decline_off_topic(state: Visit, run: Run[Services]) -> Literal["success"]:  # noqa: ARG001
    """Answers a greeting, or says what the Archivist is for, without asking anybody anything."""
    state.draft = without_books.declined(state.user_language, courtesy_in(state.query))
    state.outcome = "declined"
    return "success"


@node("urn:noocodec:node:recall-memories", outputs=("recalled",))
async def recall_memories(state: Visit, run: Run[Services]) -> Literal["recalled"]:
    """Gathers what is remembered of this conversation and of earlier visits."""
    state.shortlist = list(run.services.memory.shown(besides=state.visit))
    state.priorContext = list(run.services.memory.past_questions(besides=state.visit))
    return "recalled"


@node("urn:noocodec:node:compose-memory-response", outputs=("drafted", "retry", "salvage"))
async def compose_memory_response(state: Visit, run: Run[Services]) -> Literal["drafted", "retry", "salvage"]:  # noqa: ARG001
    """Tells what is remembered."""
    _from_memory(state)
    return "drafted"


@node("urn:noocodec:node:compose-memory-salvage", outputs=("done",))
async def compose_memory_salvage(state: Visit, run: Run[Services]) -> Literal["done"]:  # noqa: ARG001
    """The same, by rule."""
    _from_memory(state)
    return "done"


def _from_memory(state: Visit) -> None:
    state.draft = recalling.remembered(task_of(state), questions=state.priorContext)
    state.outcome = "found" if state.shortlist else "no-results"
