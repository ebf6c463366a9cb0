"""What a book must be to be shown at all: by the asked author, in the asked years and language, not known already."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from archivist.books.dates import plausible
from archivist.books.evidence import BOOKISH
from archivist.books.fit import STRONG, Fit, best
from archivist.books.fit_subject import subjects_fit
from archivist.books.fit_title import title_fit
from archivist.books.folding import fold
from archivist.books.languages import language_name
from archivist.books.names import asked_author, is_nobody, parse_name
from archivist.books.record import Book
from archivist.books.titles import same_title
from archivist.books.wanted import Wanted, Without

_ROLE_WORDS: Final = {
    "editor": "edited by",
    "translator": "translated by",
    "illustrator": "illustrated by",
    "narrator": "read by",
    "author": "by",
    "other": "with",
}


def admitted(books: Sequence[Book], wanted: Wanted, *, today: date) -> list[Book]:
    """The books that no constraint excludes.

    An asked ISBN overrides the others. A record without an author is admitted only when it bears the asked title and no
    book at hand is by the asked author.
    """
    passing = [book for book in books if _is_isbn(book, wanted) or _passes(book, wanted, today)]
    if not named_authors(wanted):
        return passing
    theirs = [book for book in passing if _is_isbn(book, wanted) or author_fit(book, wanted)]
    return theirs or [book for book in passing if _nameless(book) and _is_titled(book, wanted)]


def named_authors(wanted: Wanted) -> list[str]:
    """The asked authors who are somebody: "by Various" asks for nobody."""
    return [name for name in wanted.authors if not is_nobody(name)]


def _nameless(book: Book) -> bool:
    """A catalogue record without an author; an article that does not name the asked one is about somebody else's
    book.
    """
    return not book.authors and not bare_article(book)


def author_fit(book: Book, wanted: Wanted) -> Fit | None:
    """How well the book's people fit all asked authors; None when one is missing."""
    fits = [
        best([_by(book, asked), _with(book, asked), _on_record(book, asked), _in_article(book, asked)])
        for asked in named_authors(wanted)
    ]
    if not fits or not all(fits):
        return None
    return min((fit for fit in fits if fit), key=lambda fit: fit.degree)


def bare_article(book: Book) -> bool:
    """True for a book known from encyclopaedia pages alone."""
    return all(record.kind == "article" for record in book.records)


def years_reason(book: Book, wanted: Wanted) -> str:
    """The year in words, where years were asked for."""
    start, end = wanted.years.start, wanted.years.end
    if book.year is None or (start is None and end is None and wanted.order not in ("oldest", "newest")):
        return ""
    return f"published {book.year}"


def language_reason(book: Book, wanted: Wanted) -> str:
    """As "in German", where a language was asked for and the book is in it."""
    spoken = [language_name(code) for code in wanted.languages if code in book.languages]
    return "in " + " and ".join(spoken) if spoken else ""


def _is_isbn(book: Book, wanted: Wanted) -> bool:
    return bool(set(wanted.isbns) & set(book.isbns))


def _passes(book: Book, wanted: Wanted, today: date) -> bool:
    if book.id in wanted.known or any(f"urn:isbn:{isbn}" in wanted.known for isbn in book.isbns):
        return False
    if not wanted.years.admits(plausible(book.year, today=today)) or not wanted.pages.admits(book.pages):
        return False
    if _unwanted(book, wanted.without):
        return False
    return _speaks(book, wanted) and (not bare_article(book) or _about_a_book(book))


def _unwanted(book: Book, without: Without) -> bool:
    """Whether the book is by somebody, or is something, that the visitor does not want."""
    named = (*without.authors, *without.anything)
    if any(asked_author(name, author) >= STRONG for name in named for author in book.authors):
        return True
    if any(same_title(title, book.title, other_subtitle=book.subtitle) for title in without.anything):
        return True
    return any(_about(book, subject) for subject in without.anything)


def _about(book: Book, subject: str) -> bool:
    """Whether a heading or the title names the subject; what a description mentions in passing does not count."""
    fit = subjects_fit(book, Wanted(subjects=(subject,)))
    return fit is not None and fit.degree >= STRONG


def _speaks(book: Book, wanted: Wanted) -> bool:
    """The asked language, or none stated by a book that bears the asked title: never another language instead."""
    if not wanted.languages:
        return True
    return bool(set(wanted.languages) & set(book.languages)) or (not book.languages and _is_titled(book, wanted))


def _is_titled(book: Book, wanted: Wanted) -> bool:
    fit = title_fit(book, wanted)
    return fit is not None and fit.degree >= STRONG


def _about_a_book(book: Book) -> bool:
    texts = (f"{record.title} {record.description or ''}" for record in book.records)
    return any(set(fold(text).split()) & BOOKISH for text in texts)


def _by(book: Book, asked: str) -> Fit | None:
    degree = max((asked_author(asked, author) for author in book.authors), default=0.0)
    if not degree:
        return None
    reason = "author matches" if degree >= STRONG - 0.15 else f"author nearly matches: {', '.join(book.authors[:2])}"
    return Fit(degree=1.0 if degree >= STRONG else degree, reason=reason)


def _with(book: Book, asked: str) -> Fit | None:
    """A contributor of that name counts for less, and is told by the role."""
    for one in book.contributors:
        if asked_author(asked, one.name) >= STRONG:
            return Fit(degree=0.75, reason=f"{_ROLE_WORDS[one.role]} {one.name}")
    return None


def _on_record(book: Book, asked: str) -> Fit | None:
    """Some records name people as authors whom others leave out."""
    named = {name for record in book.records for name in record.authors}
    fits = [asked_author(asked, name) for name in named]
    return Fit(degree=0.75, reason="a record names the author") if max(fits, default=0.0) >= STRONG else None


def _in_article(book: Book, asked: str) -> Fit | None:
    """An article without an author field names the author in its text."""
    if book.authors or not bare_article(book):
        return None
    text = set(fold(" ".join(record.description or "" for record in book.records)).split())
    core = parse_name(asked).core
    return Fit(degree=0.8, reason="its article names the author") if core and core in text else None
