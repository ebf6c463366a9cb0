"""How Open Library's search is asked: several well-formed requests in place of one bad one.

All words of a request must match there, popular works outrank exact titles, and `q` is a query language. So a call is a
ladder: the most precise request first, and each further step takes away what most probably hid the book (subtitle, a
misspelt word, the spelling of a name).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from archivist.books import isbn13, language, loosened, two_letters
from archivist.books.record import Isbn13, Language
from archivist.books.wanted import Wanted
from archivist.sources.openlibrary_records import FIELDS
from archivist.sources.terms import (
    BOOK_WORDS,
    author_words,
    corrections,
    in_other_numbers,
    initials_apart,
    initials_joined,
    main_title,
    plain_words,
    telling_words,
    worded,
)

# `q` shorter than three characters, or "the" alone, is answered with 422 (since November 2025); `title` has no such
# rule.
SHORTEST_QUERY: Final = 3
FEW_WORDS: Final = 2
# How many rows are asked for: an exact title of one or two words may stand below dozens of more popular ones that
# contain it, and a year is chosen among an author's rows here.
ROWS: Final = 20
MORE_ROWS: Final = 50
MOST_ROWS: Final = 100
CORRECTIONS: Final = 3
SEARCHES: Final = 5
"""What a call may cost: as said, without its subtitle, with its author's name in it, and without one of three words.
A question about a title makes one such call, one or two of a single search and two of Wikipedia: eight at most.
"""

Sort = Literal["relevance", "rating", "old", "new"]


class SearchInput(BaseModel):
    """What may be asked of Open Library; at least one of isbn, title, author, query, subject and years."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    title: str | None = Field(None, max_length=300, description="Title, with or without subtitle")
    author: str | None = Field(None, max_length=120, description="One author's name")
    isbn: str | None = Field(None, max_length=20, description="ISBN of 10 or 13 digits, hyphens allowed")
    query: str | None = Field(
        None, max_length=300, description="Words from title, author or subject when nothing else is known"
    )
    subject: list[str] = Field(default_factory=list, max_length=3, description="Subjects that must all hold")
    year_from: int | None = Field(None, ge=1000, le=2100, description="First published in this year or later")
    year_to: int | None = Field(None, ge=1000, le=2100, description="First published in this year or before")
    lang: str | None = Field(None, max_length=20, description="Language as ISO 639-2 code, such as ger")
    limit: int = Field(8, ge=1, le=20, description="How many books at most")
    details: bool = Field(default=False, description="Also fetch the description of the best match")
    sort: Sort = Field("relevance", description="rating: best rated first; old, new: by first publication")
    tries: int = Field(SEARCHES, ge=1, le=SEARCHES, description="Searches at most, each looser than the one before")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A call in clean terms: what is asked and by which the rows are judged."""

    title: str | None = None
    author: str | None = None
    isbn: Isbn13 | None = None
    query: str | None = None
    subjects: tuple[str, ...] = ()
    year_from: int | None = None
    year_to: int | None = None
    lang: Language | None = None
    sort: Sort = "relevance"

    @property
    def empty(self) -> bool:
        """Whether nothing is left that a catalogue could be searched for."""
        return not (self.title or self.author or self.isbn or self.query or self.subjects or self.years)

    @property
    def years(self) -> bool:
        """Whether years bound the answer."""
        return self.year_from is not None or self.year_to is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One request of the ladder: its parameters, how it is loose (empty for not at all), how many rows it wants.

    `by_isbn`, `resembling` and `together` (hold every telling word) say what a row must be to fit; `in_catalogue` asks
    the Books API in place of the search. Rows of an `open` step hold the words and may be strangers: where none is
    surely meant, the step that asks for title and author `together` is made too.
    """

    params: Mapping[str, str]
    loose: str = ""
    rows: int = ROWS
    by_isbn: bool = False
    in_catalogue: bool = False
    resembling: bool = field(default=False)
    together: bool = False
    open: bool = False

    @property
    def said(self) -> str:
        """The request in words, for the account of what was asked."""
        return " ".join(f"{name}={value!r}" for name, value in self.params.items())


def asked_of(call: SearchInput) -> Asked:
    """The call without what no search can use: query syntax, a wrong ISBN, words that match every book."""
    title, query = worded(call.title), worded(call.query)
    if query and all(word.casefold() in BOOK_WORDS for word in telling_words(query)):
        query = None
    if query and (len(plain_words(query)) < SHORTEST_QUERY or plain_words(query).casefold() == "the") and not title:
        title, query = query, None
    return Asked(
        title=title,
        author=worded(call.author),
        isbn=isbn13(call.isbn),
        query=query,
        subjects=tuple(subject for subject in map(plain_words, call.subject) if subject),
        year_from=call.year_from,
        year_to=call.year_to,
        lang=language(call.lang),
        sort=call.sort,
    )


def ladder(asked: Asked) -> Iterator[Step]:
    """The requests to make until one of them answers with a fitting row, the most precise first."""
    if asked.isbn:
        yield from _by_isbn(asked.isbn)
    if asked.title and asked.author:
        yield from _by_title_and_author(asked, asked.title, asked.author)
    elif asked.title:
        yield from _by_title(asked, asked.title)
    elif asked.author:
        yield from _by_author(asked, asked.author)
    elif asked.query:
        yield from _by_words(asked, asked.query)
    elif asked.subjects:
        yield from _by_subjects(asked)
    elif asked.years:
        yield _of_years(asked)


def _of_years(asked: Asked) -> Step:
    """Years and nothing else: one year has a parameter of its own."""
    if asked.year_from == asked.year_to:
        return _step(asked, {"first_publish_year": str(asked.year_from)})
    return in_years(asked, _step(asked, {}))


def _by_subjects(asked: Asked) -> Iterator[Step]:
    """All at once, in the other number, as words, and then one alone, names before others and the last of these first.

    A small library files little: a book on the Mayflower may be called so without being filed so.
    """
    for number, subjects in enumerate(in_other_numbers(asked.subjects)):
        yield _under(asked, subjects, loose=bool(number))
    words = " ".join(map(plain_words, asked.subjects))
    if len(words) >= SHORTEST_QUERY:
        step = _step(replace(asked, subjects=()), {"q": words}, rows=MORE_ROWS, loose="found by its words")
        yield replace(step, together=True)
    apart = [one.subjects for one in reversed(loosened(Wanted(subjects=asked.subjects)))]
    for subjects in sorted(apart, key=lambda subjects: not subjects[0][:1].isupper()):
        yield _under(asked, subjects, loose=True)


def _under(asked: Asked, subjects: tuple[str, ...], *, loose: bool) -> Step:
    told = f"found under {', '.join(subjects)}" if loose else ""
    return _step(replace(asked, subjects=subjects), {}, rows=MORE_ROWS, loose=told)


def _by_isbn(isbn: Isbn13) -> Iterator[Step]:
    """The search first, which knows the work; then the catalogue, which knows editions the search has not seen."""
    yield Step(params={"isbn": isbn}, by_isbn=True)
    yield Step(params={"bibkeys": f"ISBN:{isbn}"}, by_isbn=True, in_catalogue=True)


def _by_title_and_author(asked: Asked, title: str, author: str) -> Iterator[Step]:
    name = author_words(author)
    yield _step(asked, {"title": plain_words(title), "author": name})
    shorter = plain_words(main_title(title))
    if shorter != plain_words(title):
        yield _step(asked, {"title": shorter, "author": name}, loose="found without its subtitle", resembling=True)
    yield _step(asked, {"author": name}, loose="found by its author", rows=MORE_ROWS, resembling=True)
    yield _step(asked, {"title": shorter}, loose="found by its title alone", resembling=True)


def _by_title(asked: Asked, title: str) -> Iterator[Step]:
    words = plain_words(title)
    several = len(telling_words(words)) > 1
    yield replace(_step(asked, {"title": words}, rows=_rows_for(words)), open=several)
    shorter = plain_words(main_title(title))
    if shorter != words:
        yield _step(
            asked, {"title": shorter}, loose="found without its subtitle", rows=_rows_for(shorter), resembling=True
        )
    telling = " ".join(telling_words(shorter))
    if " " in telling:
        step = _step(asked, {"q": telling}, loose="found by title and author together", rows=MORE_ROWS)
        yield replace(step, together=True)
    for other in corrections(shorter if " " in telling else words, CORRECTIONS):
        field = "q" if len(telling.split()) > FEW_WORDS else "title"
        yield _step(asked, {field: other}, loose=f"found as {other!r}", rows=MORE_ROWS, resembling=True)


def _by_author(asked: Asked, author: str) -> Iterator[Step]:
    spellings = dict.fromkeys((initials_apart(author), initials_joined(author), author_words(author)))
    for number, name in enumerate(spellings):
        loose = f"found as {name!r}" if number else ""
        yield _step(asked, {"author": name}, loose=loose, rows=MORE_ROWS, resembling=bool(number))
    if asked.subjects:
        name = author_words(author)
        yield _step(replace(asked, subjects=()), {"author": name}, loose="found by its author", rows=MORE_ROWS)


def _by_words(asked: Asked, query: str) -> Iterator[Step]:
    words = plain_words(query)
    yield _step(asked, {"q": words}, rows=_rows_for(words))
    telling = " ".join(telling_words(query))
    if telling != words and len(telling) >= SHORTEST_QUERY:
        yield _step(asked, {"q": telling})
    if len(telling.split()) > FEW_WORDS:  # one word of two finds anything
        for other in corrections(query, CORRECTIONS):
            if len(other) >= SHORTEST_QUERY and other != telling:
                yield _step(asked, {"q": other}, loose=f"found as {other!r}")


def in_years(asked: Asked, step: Step) -> Step:
    """The same request with the years in it, for when the rows of the plain one do not reach into them."""
    start, end = asked.year_from or "*", asked.year_to or "*"
    between = f"first_publish_year:[{start} TO {end}]"
    return Step(
        params={**step.params, "q": f"{step.params.get('q', '')} {between}".strip()}, rows=ROWS, loose=step.loose
    )


def _step(asked: Asked, params: dict[str, str], *, loose: str = "", rows: int = ROWS, resembling: bool = False) -> Step:
    """A step with the conditions that hold for every one of them."""
    conditions = dict(params)
    if asked.subjects:
        quoted = " ".join(f'subject:"{subject}"' for subject in asked.subjects)
        conditions["q"] = f"{params.get('q', '')} {quoted}".strip()
    if asked.lang:
        conditions["language"] = asked.lang
    if asked.sort != "relevance":
        conditions["sort"] = asked.sort
    if asked.years or asked.sort in {"old", "new"}:
        rows = MOST_ROWS
    return Step(params=conditions, loose=loose, rows=rows, resembling=resembling)


def params_of(asked: Asked, step: Step, *, description: bool) -> dict[str, str]:
    """Everything that is sent for a step: fields and the number of rows are always said."""
    fields = f"{FIELDS},description" if description else FIELDS
    code = two_letters(asked.lang) if asked.lang else None
    return {**step.params, "fields": fields, "limit": str(step.rows), **({"lang": code} if code else {})}


def _rows_for(words: str) -> int:
    return MORE_ROWS if len(words.split()) <= FEW_WORDS else ROWS
