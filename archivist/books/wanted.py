"""What somebody asks for, in the terms of a catalogue.

A reader (rules or a model) makes a `Wanted` of a question; sources ask for it and ranking judges by it. Nothing here
looks at a question's words: that is the reader's work.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from archivist.books.record import Isbn13, Language

Order = Literal["relevance", "rating", "oldest", "newest", "longest", "shortest"]
Form = Literal["novel", "short-stories", "poetry", "play", "comic", "non-fiction", "biography", "children"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Years:
    """First publication from `start` to `end`, both inclusive; None is open."""

    start: int | None = None
    end: int | None = None

    def admits(self, year: int | None) -> bool:
        """True when the year is known and inside; an open range admits an unknown year too."""
        if self.start is None and self.end is None:
            return True
        return year is not None and (self.start or year) <= year <= (self.end or year)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """Length from `least` to `most` pages, both inclusive; None is open."""

    least: int | None = None
    most: int | None = None

    def admits(self, pages: int | None) -> bool:
        """True when the length is known and inside; an open range admits an unknown length too."""
        if self.least is None and self.most is None:
            return True
        return pages is not None and (self.least or pages) <= pages <= (self.most or pages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Without:
    """What a book must not be: by one of `authors`, or by, called or about one of `anything`."""

    authors: tuple[str, ...] = ()
    anything: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What is asked of a book by yes or no: whether one of `authors` wrote it, whether it first came out in `years`."""

    authors: tuple[str, ...] = ()
    years: Years = Years()


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """The book that somebody named to get others like it; `said` is what they called it, where that is less or more.

    `works` is True where not what resembles it is wanted but what else its authors wrote.
    """

    title: str
    authors: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    said: str = ""
    works: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A question as catalogue terms; every field may be empty.

    `text` is the visitor's question, `title` and `authors` what they named as such, `subjects` one entry a subject that
    must all hold, `words` content words that are none of these, `known` ids of books the visitor does not want again.
    `guess` is True when the title is only a guess from bare words ("dune messiah"), so that it may also be a subject.
    `beside` are the books that are to be set beside the one of `title` ("Dune or Foundation?"). `whether` is what is
    asked of that one by yes or no. `most` is how many books were asked for. `unmet` are wishes in the visitor's words
    that no record can meet ("by women"), `missed` subjects that were given up because no book has them together with
    those of `subjects`. `own` is True when only the visitor's own shelf is meant.
    """

    text: str = ""
    title: str | None = None
    guess: bool = False
    authors: tuple[str, ...] = ()
    isbns: tuple[Isbn13, ...] = ()
    subjects: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    years: Years = Years()
    languages: tuple[Language, ...] = ()
    form: Form | None = None
    like: Anchor | None = None
    order: Order = "relevance"
    known: tuple[str, ...] = ()
    pages: Pages = Pages()
    without: Without = Without()
    beside: tuple[Anchor, ...] = ()
    whether: Claim | None = None
    most: int | None = None
    unmet: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    own: bool = False
