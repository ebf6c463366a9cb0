"""From candidates to a shortlist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from archivist.books import Book, Order, Ranked, Wanted, answering, asked_author, has_title, loosened, merge, same_title
from archivist.dag import Run, node
from archivist.librarian.composing.composer import NAMED
from archivist.librarian.nodes.common import reader_of, reason
from archivist.librarian.reader import Reader, ReaderFailed
from archivist.librarian.services import Services
from archivist.librarian.state import Visit
from archivist.librarian.tooling import take

SHORTLIST = 8
"""Books shown at most; the published Archivist says five and shows eight."""

DESCRIBED = 3
"""When one book is to be told of, it and at most two that could have been meant instead."""

ATTEMPTS = 2


async def _judge(state: Visit, run: Run[Services], reader: Reader, order: Order | None = None) -> None:
    """Ranks what was found by the question as read, and by its other reading where nothing fits the first."""
    take(state, run.services.dispatcher)
    for report in state.reports:
        reason(run, "observation", f"{report.name}: {report.status}, {report.count} records")
    await _rank(state, run, reader, order, (state.wanted, state.second))
    if not state.ranked:
        await _rank(state, run, run.services.rules, order, loosened(state.wanted))


async def _rank(
    state: Visit, run: Run[Services], reader: Reader, order: Order | None, readings: Sequence[Wanted | None]
) -> None:
    """By the first of the readings that anything fits, which becomes what is wanted."""
    books, today = merge(state.candidates), run.services.now().date()
    for wanted in readings:
        if wanted is None:
            continue
        ordered = replace(wanted, order=order) if order else wanted
        state.ranked = await reader.rank(books, ordered, today=today)
        fit = f"{len(state.candidates)} records are {len(books)} works, of which {len(state.ranked)} fit"
        reason(run, "observation", fit + _first(state.ranked))
        if state.ranked:
            state.wanted = ordered
            return


def _first(ranked: Sequence[Ranked]) -> str:
    return f"; first comes “{ranked[0].book.title}”: {'; '.join(ranked[0].reasons)}" if ranked else ""


@node("urn:noocodec:node:rank-candidates", outputs=("ranked", "retry", "salvage"))
async def rank_candidates(state: Visit, run: Run[Services]) -> Literal["ranked", "retry", "salvage"]:
    """Joins records of the same work and puts the works that fit in order."""
    try:
        await _judge(state, run, reader_of(run))
    except ReaderFailed as failure:
        state.warn("rank-failed", str(failure))
        return "retry" if run.within_budget(run.name, ATTEMPTS) else "salvage"
    if state.asks:
        await _settle(state, run)
    _other_meant(state)
    return "ranked"


def _other_meant(state: Visit) -> None:
    """Bare words that are no title found but whole the name of who wrote the best match, or its subject."""
    title, best = state.wanted.title, state.ranked[0].book if state.ranked else None
    if not (best and title and state.wanted.guess) or has_title(best, title):
        return
    if _wrote(best, title):
        _name_meant(state, title)
    elif answering(best, state.wanted) == "subject":
        subject = title.strip(" ?!.")
        state.ranked = [one for one in state.ranked if answering(one.book, state.wanted) == "subject"]
        state.wanted = replace(state.wanted, title=None, guess=False, subjects=(subject,))


def _name_meant(state: Visit, title: str) -> None:
    state.wanted = replace(state.wanted, title=None, guess=False, authors=(title.strip(" ?!."),))
    theirs = [one for one in state.ranked if _wrote(one.book, title)]
    state.intent, state.ranked = "author", _by_year(theirs[:SHORTLIST], newest=False)


@node("urn:noocodec:node:rank-candidates-salvage", outputs=("done",))
async def rank_salvage(state: Visit, run: Run[Services]) -> Literal["done"]:
    """The order that the rules give."""
    await _judge(state, run, run.services.rules)
    return "done"


@node("urn:noocodec:node:rank-by-rating", outputs=("ranked",))
async def rank_by_rating(state: Visit, run: Run[Services]) -> Literal["ranked"]:
    """What readers rate highest comes first, few votes weighing little."""
    order: Order | None = None if state.wanted.title else "rating"
    await _judge(state, run, run.services.rules, order)
    if state.intent == "reviews":
        await _settle(state, run)
    return "ranked"


@node("urn:noocodec:node:pick-best-match", outputs=("picked",))
async def pick_best_match(state: Visit, run: Run[Services]) -> Literal["picked"]:
    """The one book that is meant, and what else could have been; an author or a subject is told of by its books."""
    await _judge(state, run, run.services.rules)
    await _settle(state, run)
    wanted = state.wanted
    if wanted.title or wanted.isbns or not (wanted.authors or wanted.subjects):
        state.ranked = _could_be_meant(state.ranked)[:DESCRIBED]
    elif wanted.subjects:
        state.intent = "on-topic"
    else:
        state.intent, state.ranked = "author", _by_year(state.ranked[:SHORTLIST], newest=False)
    return "picked"


async def _settle(state: Visit, run: Run[Services]) -> None:
    """Where one book was asked for and its title not found: the author of that name, else the nearest title, else what
    the other reading finds. Books that merely hold the words somewhere are strangers.
    """
    wanted, title = state.wanted, state.wanted.title
    best = state.ranked[0].book if state.ranked else None
    if best is None or title is None or not wanted.guess or has_title(best, title):
        return
    sure, second = replace(wanted, guess=False), state.second
    if _wrote(best, title):
        sure = replace(sure, title=None, authors=(title.strip(" ?!."),))
    second = replace(second, guess=False) if second else None
    await _rank(state, run, run.services.rules, None, (sure, second))


def _wrote(book: Book, name: str) -> bool:
    return any(asked_author(name, author) >= NAMED for author in book.authors)


def _could_be_meant(ranked: list[Ranked]) -> list[Ranked]:
    """The best match and the others of its title."""
    if not ranked:
        return []
    best, *others = ranked
    return [best, *(one for one in others if same_title(best.book.title, one.book.title))]


@node("urn:noocodec:node:merge-candidates", outputs=("ranked", "empty"))
async def merge_candidates(state: Visit, run: Run[Services]) -> Literal["ranked", "empty"]:
    """The shortlist: what was found now, then what earlier visits found and still fits."""
    live = {ranked.book.id for ranked in state.ranked}
    prior = [ranked.book for ranked in state.prior_books if ranked.book.id not in live]
    fitting = await run.services.rules.rank(prior, state.wanted, today=run.services.now().date()) if prior else []
    state.shortlist = [*state.ranked, *_remembered(fitting)][: min(state.wanted.most or SHORTLIST, SHORTLIST)]
    if state.shortlist:
        return "ranked"
    state.failureCause = state.failureCause or "no candidate fits the question"
    return "empty"


def _remembered(fitting: list[Ranked]) -> list[Ranked]:
    return [replace(ranked, reasons=(*ranked.reasons, "shown on an earlier visit")) for ranked in fitting]


@node("urn:noocodec:node:group-by-year", outputs=("ordered",))
async def group_by_year(state: Visit, run: Run[Services]) -> Literal["ordered"]:  # noqa: ARG001  the engine's signature
    """The shortlist from the oldest to the newest, or the other way or by length where that was asked for; undated
    books last.
    """
    if state.wanted.order not in ("longest", "shortest"):
        state.shortlist = _by_year(state.shortlist, newest=state.wanted.order == "newest")
    return "ordered"


def _by_year(shortlist: Sequence[Ranked], *, newest: bool) -> list[Ranked]:
    way = -1 if newest else 1
    return sorted(shortlist, key=lambda one: (one.book.year is None, way * (one.book.year or 0)))
