"""From the state at the end of a run to the answer that everybody outside sees."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from archivist.books import Book, Ranked
from archivist.librarian.answer import Answer, Citation, Claim, ShownBook
from archivist.librarian.composing.reasons import reason_in
from archivist.librarian.draft import Draft, Fact, Statement
from archivist.librarian.state import Visit

SUBJECTS_SHOWN = 12


def answer_of(state: Visit, question: str, executed: Sequence[str]) -> Answer:
    """The answer as it is shown; only books that the text cites are shown, and every book shown is cited."""
    books = [ranked for ranked in state.shortlist if any(fact.book == ranked.book.id for fact in state.draft.facts)]
    return Answer(
        id=state.visit,
        question=question,
        intent=state.intent,
        outcome=state.outcome,
        answer=state.draft.text,
        claims=tuple(map(_claim, state.draft.statements)),
        books=tuple(shown(ranked, state.user_language) for ranked in books),
        citations=_citations(state.draft, [ranked.book for ranked in books]),
        sources=tuple(state.reports),
        executed=tuple(executed),
        suggestions=state.draft.suggestions,
    )


def shown(ranked: Ranked, language: str = "en") -> ShownBook:
    """A ranked book as a card shows it, with the reasons for it in `language`."""
    book = ranked.book
    return ShownBook(
        id=book.id,
        title=book.title,
        subtitle=book.subtitle,
        authors=book.authors,
        year=book.year,
        isbn13=book.isbns,
        languages=book.languages,
        subjects=book.subjects[:SUBJECTS_SHOWN],
        publishers=book.publishers,
        pages=book.pages,
        series=book.series,
        description=book.description,
        rating=book.rating.average if book.rating else None,
        ratings=book.rating.count if book.rating else None,
        cover=book.cover,
        urls=_addresses(book),
        sources=book.sources,
        score=round(ranked.score, 4),
        why=_why([reason_in(language, reason) for reason in ranked.reasons]),
    )


def _addresses(book: Book) -> tuple[str, ...]:
    return tuple(dict.fromkeys(record.url for record in book.records))


def _why(reasons: Sequence[str]) -> str:
    text = "; ".join(reasons)
    return text[:1].upper() + text[1:]


def _claim(statement: Statement) -> Claim:
    return Claim(text=statement.text, cites=tuple(sorted({fact.mark for fact in statement.facts})))


def _citations(draft: Draft, books: Sequence[Book]) -> tuple[Citation, ...]:
    """One entry a mark and field, in order of marks; several entries share a mark when several fields rest on it."""
    places = {book.id: place for place, book in enumerate(books)}
    facts = sorted(draft.facts, key=_order)
    firsts = [next(group) for _, group in groupby(facts, key=_order)]
    return tuple(
        Citation(n=fact.mark, book=places[fact.book], field=fact.field, source=fact.source, url=fact.url)
        for fact in firsts
    )


def _order(fact: Fact) -> tuple[int, str]:
    return fact.mark, fact.field
