"""From a question to what the tools are asked, and the book that "like this one" means."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from pydantic import JsonValue

from archivist.books import Anchor, Wanted, Without, fold, merge, telling
from archivist.books import rank as rank_books
from archivist.dag import Event, Run, node
from archivist.librarian.approving import APPROVAL_KEY, verdicts_of
from archivist.librarian.nodes.common import asked_of, meaning_of, plans, reader_of, reason
from archivist.librarian.reader import Extracted, ReaderFailed
from archivist.librarian.services import Services
from archivist.librarian.state import Visit
from archivist.librarian.tooling import Found, calls_of, found_in, hear
from archivist.tools import Answer, Decided, DispatchResult, Scope

ATTEMPTS = 2
TERMS = 6
ANCHOR_SUBJECTS = 6
LOOK_UP = ("web_search_books",)

Step = Literal["success", "retry", "salvage"]


@node("urn:noocodec:node:extract-query", outputs=("success", "retry", "salvage"))
async def extract_query(state: Visit, run: Run[Services]) -> Step:
    """The question in a catalogue's terms; the book that was looked up for "like this one" stays what it is."""
    try:
        extracted = await reader_of(run).extract(asked_of(state, run), state.intent)
    except ReaderFailed as failure:
        state.warn("extract-failed", str(failure))
        return "retry" if run.within_budget(run.name, ATTEMPTS) else "salvage"
    _take(extracted, state, run)
    return "success"


@node("urn:noocodec:node:extract-query-salvage", outputs=("done",))
async def extract_salvage(state: Visit, run: Run[Services]) -> Literal["done"]:
    """The question as the rules read it."""
    _take(await run.services.rules.extract(asked_of(state, run), state.intent), state, run)
    return "done"


def _take(extracted: Extracted, state: Visit, run: Run[Services]) -> None:
    wanted = extracted.wanted
    state.wanted = replace(wanted, like=state.anchor) if state.anchor else wanted
    if state.anchor and state.anchor.works:
        state.wanted = _the_rest(state.wanted, state.anchor)
    state.second = None if state.anchor else extracted.second
    state.asks, state.wrong_isbns = extracted.asks, list(extracted.wrong_isbns)
    state.terms = _terms(state.wanted)
    reason(run, "thought", f"what is wanted: {_in_words(state.wanted)}")


def _the_rest(wanted: Wanted, book: Anchor) -> Wanted:
    """What else the first author of the book wrote; the book itself where it was not found."""
    if not book.authors:
        return replace(wanted, like=None, title=book.title, guess=True)
    return replace(wanted, like=None, authors=book.authors[:1], without=Without(anything=(book.title,)))


def _in_words(wanted: Wanted) -> str:
    """What was read out of the question, part by part."""
    named = {
        "ISBN": wanted.isbns,
        "title": (wanted.title,) if wanted.title else (),
        "author": wanted.authors,
        "subject": wanted.subjects,
        "words": wanted.words,
        "language": wanted.languages,
        "like": (wanted.like.title,) if wanted.like else (),
    }
    return "; ".join(f"{part} {', '.join(values)}" for part, values in named.items() if values) or "nothing named"


def _terms(wanted: Wanted) -> list[str]:
    named = (wanted.title, *wanted.authors, *wanted.subjects, *wanted.words)
    return [term for term in named if term][:TERMS]


@node("urn:noocodec:node:decide-tools", outputs=("tools", "no-tools", "retry", "salvage"))
async def decide_tools(state: Visit, run: Run[Services]) -> Literal["tools", "no-tools", "retry", "salvage"]:
    """Which tools to ask, and what; nobody is asked for a number that cannot be an ISBN."""
    if state.wrong_isbns and state.wanted == Wanted(text=state.wanted.text):
        return "no-tools"
    try:
        plan = await reader_of(run).choose(
            state.wanted, state.intent, second=state.second, language=state.user_language, tools=run.services.tools
        )
    except ReaderFailed as failure:
        state.warn("choose-failed", str(failure))
        return "retry" if run.within_budget(run.name, ATTEMPTS) else "salvage"
    state.toolPlan = plan
    return "tools" if plan else "no-tools"


@node("urn:noocodec:node:decide-tools-salvage", outputs=("done",))
async def decide_salvage(state: Visit, run: Run[Services]) -> Literal["done"]:
    """What the rules would ask."""
    state.toolPlan = await run.services.rules.choose(
        state.wanted, state.intent, second=state.second, language=state.user_language, tools=run.services.tools
    )
    return "done"


@node("urn:noocodec:node:recall-candidates", outputs=("recalled",))
async def recall_candidates(state: Visit, run: Run[Services]) -> Literal["recalled"]:
    """Books that earlier visits found for a question like this one."""
    text = " ".join(state.terms) or state.query
    embedding = await meaning_of(run, text)
    if found := run.services.memory.recall(text, besides=state.visit, embedding=embedding):
        state.prior_books = list(found)
    return "recalled"


@node("urn:noocodec:node:build-book-worksets", outputs=("ready",))
async def build_worksets(state: Visit, run: Run[Services]) -> Literal["ready", "parked"]:
    """Has every planned call decided before any of them runs; waits where the visitor is to decide."""
    decided = await _decided(state, run)
    if decided.pending:
        return _waits(state, run, run.services.dispatcher.settle(decided))
    state.batch, state.bookWorksets = decided.id, list(decided.worksets)
    run.services.seeks(state.visit, [one for one in (state.wanted, state.second) if one], len(decided.worksets))
    return "ready"


async def _decided(state: Visit, run: Run[Services]) -> Decided:
    dispatcher, gate = run.services.dispatcher, run.services.gate
    scope = Scope(deadline=run.deadline)
    if not state.paused:
        calls = calls_of(state.toolPlan, state.visit)
        plans(run, calls)
        return await dispatcher.decide(calls, gate=gate, scope=scope, emit=run.emit)
    paused, said = _taken(state)
    return await dispatcher.redecide(paused, said, gate=gate, scope=scope, emit=run.emit)


def _waits(state: Visit, run: Run[Services], paused: DispatchResult) -> Literal["parked"]:
    """Parks the run until the visitor has said what may be asked."""
    run.services.waits(state.visit, paused.pending)
    state.paused = dict(paused.batch)
    state.park(APPROVAL_KEY)
    return "parked"


def _taken(state: Visit) -> tuple[dict[str, JsonValue], dict[str, Answer]]:
    """What waited and what was said to it, taken out of the state."""
    paused, said = state.paused, verdicts_of(state.verdicts)
    state.paused, state.verdicts = {}, {}
    return paused, said


@node("urn:noocodec:node:recommend-similar", outputs=("seeded", "empty"))
async def recommend_similar(state: Visit, run: Run[Services]) -> Literal["seeded", "empty", "parked"]:
    """Looks up the book that the visitor named, or else the last one they were shown, for its subjects and authors."""
    extracted = await run.services.rules.extract(asked_of(state, run), state.intent)
    named = extracted.wanted.like or _last_shown(state)
    if named is None:
        return "seeded" if extracted.wanted.subjects or extracted.wanted.words else "empty"
    wanted = Wanted(text=named.title, title=named.title, authors=named.authors)
    looked = await _look_up(wanted, state, run)
    if looked.paused:
        return _waits(state, run, looked)
    hear(state, looked)
    state.anchor = _anchor(named, wanted, state, run, found_in(looked))
    if state.anchor.works:
        state.intent = "author" if state.anchor.authors else "on-topic"
    return "seeded"


def _last_shown(state: Visit) -> Anchor | None:
    for turn in reversed(state.conversation):
        if turn.books:
            book = turn.books[0]
            return Anchor(title=book.title, authors=book.authors, subjects=telling(book.subjects)[:ANCHOR_SUBJECTS])
    return None


async def _look_up(wanted: Wanted, state: Visit, run: Run[Services]) -> DispatchResult:
    dispatcher, gate = run.services.dispatcher, run.services.gate
    scope = Scope(deadline=run.deadline, on_event=lambda event: _retell(run, event))
    if state.paused:
        paused, said = _taken(state)
        return await dispatcher.resume(paused, said, gate=gate, scope=scope)
    chosen = await run.services.rules.choose(wanted, "on-topic", language=state.user_language, tools=LOOK_UP)
    calls = calls_of(chosen, f"{state.visit}-anchor")
    plans(run, calls)
    return await dispatcher.dispatch(calls, gate=gate, scope=scope)


def _retell(run: Run[Services], event: Event) -> None:
    """What happens in a dispatch of its own, told as this node's: the run's listeners hear of its calls too."""
    if event.kind == "note":
        detail = dict(event.detail)
        run.emit(str(detail.pop("what")), **detail)


def _anchor(named: Anchor, wanted: Wanted, state: Visit, run: Run[Services], found: Found) -> Anchor:
    state.reports = list(found.reports)
    ranked = rank_books(merge(found.candidates), wanted, today=run.services.now().date())
    if not ranked:
        return named
    book = ranked[0].book
    # The record is not cited, so nothing of it is repeated but what the visitor knows already.
    said = "" if fold(book.title) in fold(named.title) else named.title
    subjects = telling(book.subjects)[:ANCHOR_SUBJECTS]
    return Anchor(title=book.title, authors=book.authors, subjects=subjects, said=said, works=named.works)
