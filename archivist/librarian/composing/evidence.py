"""Which record holds a fact, and the mark that stands for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from archivist.books import Book, BookId, Candidate, same_author
from archivist.librarian.draft import Fact
from archivist.memory import Field

BETWEEN = "; "
"""Joins the values of a field that has several, as the citations gate reads them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Authorship:
    """Who wrote a book: the names in natural order, and the fact with the record's own spelling of them."""

    fact: Fact
    names: tuple[str, ...]


class Marks:
    """Makes facts of a book's fields and gives each record that is cited its number, from 1 in order of first use."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[BookId, str], int] = {}

    def title(self, book: Book) -> Fact | None:
        """The book's title, from the first record that has it."""
        return self._first(book, "title", book.title, [r for r in book.records if r.title == book.title])

    def authors(self, book: Book) -> Authorship | None:
        """As many of the book's authors as one record names, in the book's order, spelled as the record does."""
        named = [(record, _named(book, record)) for record in book.records]
        record, pairs = max(named, key=lambda one: len(one[1]), default=(None, []))
        if record is None or not pairs:
            return None
        fact = self.fact(book, record, "authors", BETWEEN.join(spelled for _, spelled in pairs))
        return Authorship(fact=fact, names=tuple(name for name, _ in pairs))

    def year(self, book: Book) -> Fact | None:
        """The year of first publication, from a record that has it for the work or else for its edition."""
        if book.year is None:
            return None
        of_work = [record for record in book.records if record.first_published == book.year]
        of_edition = [record for record in book.records if record.published == book.year]
        return self._first(book, "year", str(book.year), of_work or of_edition)

    def pages(self, book: Book) -> Fact | None:
        """The number of pages, from a record of that many."""
        holders = [record for record in book.records if record.pages == book.pages]
        return self._first(book, "pages", str(book.pages), holders) if book.pages else None

    def isbn(self, book: Book) -> Fact | None:
        """The first of the book's ISBNs, from a record that has it."""
        first = next(iter(book.isbns), "")
        return self._first(book, "isbns", first, [record for record in book.records if first in record.isbns])

    def description(self, book: Book, quoted: str) -> Fact | None:
        """A part of the book's description."""
        holders = [record for record in book.records if record.description == book.description]
        return self._first(book, "description", quoted, holders)

    def rating(self, book: Book) -> tuple[Fact, Fact] | None:
        """Average and number of ratings, both from the one record whose rating stands for the book."""
        record = next((r for r in book.records if r.rating and r.rating == book.rating), None)
        if record is None or record.rating is None:
            return None
        average = self.fact(book, record, "rating", f"{record.rating.average:.1f}")
        return average, self.fact(book, record, "ratings", str(record.rating.count))

    def subjects(self, book: Book, at_most: int) -> Fact | None:
        """The first subjects of the first record that has any."""
        record = next((record for record in book.records if record.subjects), None)
        return self.fact(book, record, "subjects", BETWEEN.join(record.subjects[:at_most])) if record else None

    def fact(self, book: Book, record: Candidate, field: Field, value: str) -> Fact:
        """The fact as this record of the book holds it."""
        mark = self._numbers.setdefault((book.id, record.url), len(self._numbers) + 1)
        return Fact(book=book.id, field=field, value=value, source=record.source, url=record.url, mark=mark)

    def _first(self, book: Book, field: Field, value: str, holders: list[Candidate]) -> Fact | None:
        """The fact by a record that is cited for this book already, if one holds it, else by the first that does."""
        cited = [record for record in holders if (book.id, record.url) in self._numbers]
        return self.fact(book, (cited or holders)[0], field, value) if holders else None


def _named(book: Book, record: Candidate) -> list[tuple[str, str]]:
    """The book's authors whom the record names, each with the record's spelling ("Rowling, J.K.")."""
    spelled = [(name, _spelling(name, record.authors)) for name in book.authors]
    return [(name, found) for name, found in spelled if found]


def _spelling(name: str, names: Sequence[str]) -> str:
    """How the record spells the name; empty when it does not name this author."""
    if name in names:
        return name
    return max((other for other in names if same_author(name, other)), key=lambda o: same_author(name, o), default="")


def values_of(fact: Fact) -> tuple[str, ...]:
    """The values of a field that has several."""
    return tuple(fact.value.split(BETWEEN))


def marks_of(*facts: Fact | None) -> str:
    """The marks of the facts as text, each once, in rising order: `[1][3]`."""
    return "".join(f"[{mark}]" for mark in sorted({fact.mark for fact in facts if fact is not None}))
