"""A book of one's own, as a catalogue file of another program tells of it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Final, Literal

from archivist.books import fold
from archivist.books.record import Candidate, Isbn13, Language, Rating
from archivist.sources.readable import readable

Reading = Literal["read", "reading", "to-read", "gave-up"]
BEST: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What the visitor alone knows of a book: whether it is theirs, how far they came, and what they thought of it.

    `stars` is from 0.25 to 5, `finished` a date as ISO text, whole or only a year.
    """

    owned: bool = False
    reading: Reading | None = None
    stars: float | None = None
    finished: str | None = None

    @property
    def words(self) -> str:
        """The note as a sentence's end: "you own this, you rated it 4.5 of 5"; empty when nothing is known."""
        said = ["you own this"] if self.owned else []
        if self.reading:
            said.append(_READING[self.reading] + (f" ({self.finished})" if self.finished else ""))
        if self.stars:
            said.append(f"you rated it {self.stars:g} of {BEST}")
        return ", ".join(said)


_READING: Final[dict[Reading, str]] = {
    "read": "you have read it",
    "reading": "you are reading it",
    "to-read": "you want to read it",
    "gave-up": "you did not finish it",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfBook:
    """One row of an imported file.

    `key` is the same whenever the same row is imported again; `link` is a page about the book where the file names one.
    """

    key: str
    title: str
    subtitle: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    isbns: tuple[Isbn13, ...] = ()
    languages: tuple[Language, ...] = ()
    subjects: tuple[str, ...] = ()
    publisher: str | None = None
    pages: int | None = None
    description: str | None = None
    series: str | None = None
    link: str | None = None
    note: Note = Note()

    @property
    def words(self) -> str:
        """Everything that the shelf may be searched by."""
        return " ".join(filter(None, (self.title, self.subtitle, self.series, *self.authors, *self.subjects)))


def candidate_of(book: ShelfBook) -> Candidate:
    """The book as a source's row. The visitor's stars count as one vote; its link is public or none of this
    machine's.
    """
    isbn = next(iter(book.isbns), None)
    page = f"https://openlibrary.org/isbn/{isbn}" if isbn else f"urn:archivist:shelf:{book.key}"
    row = Candidate(
        source="shelf",
        key=book.key,
        url=book.link or page,
        kind="edition",
        title=book.title,
        subtitle=book.subtitle,
        authors=book.authors,
        published=book.year,
        isbns=book.isbns,
        languages=book.languages,
        subjects=book.subjects,
        publishers=(book.publisher,) if book.publisher else (),
        description=book.description,
        pages=book.pages,
        rating=Rating(average=book.note.stars, count=1) if book.note.stars else None,
        series=book.series,
    )
    return readable(row)


def keyed(book: ShelfBook, kind: str, number: str | None) -> ShelfBook:
    """The book with the key that it keeps: its number in the program it comes from, else its ISBN, else its name."""
    isbn = next(iter(book.isbns), None)
    if number:
        return replace(book, key=f"{kind}:{number}")
    if isbn:
        return replace(book, key=f"isbn:{isbn}")
    named = fold(f"{book.title} {book.subtitle or ''} {' '.join(book.authors[:1])}")
    return replace(book, key=f"named:{hashlib.sha256(named.encode()).hexdigest()[:16]}")
