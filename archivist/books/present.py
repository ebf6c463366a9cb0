"""A work as it is shown to the one who asked: the edition, title and language they meant in front."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from archivist.books.dates import plausible
from archivist.books.record import Book, Candidate
from archivist.books.titles import parse_title, same_title
from archivist.books.wanted import Wanted

_SAME: Final = 0.85


def presented(book: Book, wanted: Wanted, *, today: date) -> Book:
    """The book with the asked ISBN first and the facts of the edition that bears it; else with the asked title.

    The work stays whole (its id, year and records are unchanged); only what differs between editions follows the
    question. A year that cannot be is not shown.
    """
    shown = replace(book, year=plausible(book.year, today=today)) if book.year else book
    asked = [isbn for isbn in book.isbns if isbn in wanted.isbns]
    if asked:
        shown = replace(shown, isbns=tuple(dict.fromkeys((*asked, *shown.isbns))))
        edition = next((r for r in book.records if r.kind == "edition" and asked[0] in r.isbns), None)
        return _as_edition(shown, edition) if edition else shown
    titled = _titled(book, wanted)
    return replace(shown, title=titled.title, subtitle=titled.subtitle) if titled else shown


def _as_edition(book: Book, edition: Candidate) -> Book:
    return replace(
        book,
        title=edition.title,
        subtitle=edition.subtitle or (book.subtitle if edition.title == book.title else None),
        publishers=edition.publishers or book.publishers,
        pages=edition.pages or book.pages,
        cover=edition.cover or book.cover,
        languages=tuple(dict.fromkeys((*edition.languages, *book.languages))),
    )


def _titled(book: Book, wanted: Wanted) -> Candidate | None:
    """The record that bears the asked title, where the shown one is another (a translation), or is in the asked
    language.
    """
    own = [record for record in book.records if record.kind != "article" and parse_title(record.title).main]
    if wanted.title and not _bears(book.title, book.subtitle, wanted.title):
        return next((record for record in own if _bears(record.title, record.subtitle, wanted.title)), None)
    if wanted.languages and not wanted.title:
        return next((r for r in own if r.kind == "edition" and set(r.languages) & set(wanted.languages)), None)
    return None


def _bears(title: str, subtitle: str | None, asked: str) -> bool:
    return same_title(asked, title, other_subtitle=subtitle) >= _SAME
