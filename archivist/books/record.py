"""What a source says about a book, and what several sources say together.

A `Candidate` is one row of one source, already parsed and cleaned at the edge; it is never changed. A `Book` is what
merging makes of the candidates that describe the same work, and keeps them all, so that every fact can be traced to the
record it came from. Both are plain data: they survive a checkpoint as JSON and mean the same in every room.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NewType

Isbn13 = NewType("Isbn13", str)
"""Thirteen digits without hyphens whose check digit is right; the only form in which an ISBN is kept."""

BookId = NewType("BookId", str)
"""`urn:isbn:<isbn13>` where an ISBN is known, else `urn:archivist:work:<hash>` of the folded title and first author."""

Language = NewType("Language", str)
"""ISO 639-2/B code of three lower-case letters, such as `eng`, `ger`, `fre`."""

SourceName = Literal["openlibrary", "openlibrary-subjects", "googlebooks", "wikipedia", "shelf", "memory"]
Kind = Literal["work", "edition", "article"]
Role = Literal["author", "editor", "translator", "illustrator", "narrator", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contributor:
    """Somebody other than an author who is named on the record, with the role the source gives."""

    name: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """An average from 0 to 5 and the number of votes behind it."""

    average: float
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One row of one source.

    `first_published` is a year of the work, `published` the year of this edition: sources give one or the other, and
    they are never mixed up. Absent facts are None or empty; a year that cannot be (before 1000, after next year) is
    absent. `url` is an https link where a person can see the record; `cover` an https image or None. `kind` is
    `article` for an encyclopaedia page: it may describe a book, and never stands for one without a title match.
    """

    source: SourceName
    key: str
    url: str
    kind: Kind
    title: str
    subtitle: str | None = None
    authors: tuple[str, ...] = ()
    contributors: tuple[Contributor, ...] = ()
    first_published: int | None = None
    published: int | None = None
    isbns: tuple[Isbn13, ...] = ()
    languages: tuple[Language, ...] = ()
    subjects: tuple[str, ...] = ()
    publishers: tuple[str, ...] = ()
    description: str | None = None
    pages: int | None = None
    rating: Rating | None = None
    cover: str | None = None
    series: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """One work as all its candidates describe it, best value of each field, with the candidates kept.

    `merged_because` says in words what joined the candidates (empty for a single one); `confidence` is 1.0 for one
    candidate or a shared ISBN with matching title, less for weaker evidence.
    """

    id: BookId
    title: str
    subtitle: str | None
    authors: tuple[str, ...]
    contributors: tuple[Contributor, ...]
    year: int | None
    isbns: tuple[Isbn13, ...]
    languages: tuple[Language, ...]
    subjects: tuple[str, ...]
    publishers: tuple[str, ...]
    description: str | None
    pages: int | None
    rating: Rating | None
    cover: str | None
    series: str | None
    records: tuple[Candidate, ...]
    confidence: float = 1.0
    merged_because: str = ""

    @property
    def sources(self) -> tuple[SourceName, ...]:
        """Names of the sources, each once, in the order in which their records stand."""
        return tuple(dict.fromkeys(record.source for record in self.records))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A book with its score from 0 to 1 and the reasons for it, most telling first, as words for a reader."""

    book: Book
    score: float
    reasons: tuple[str, ...]
