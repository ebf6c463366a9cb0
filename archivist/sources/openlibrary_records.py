"""Open Library's documents, and the candidates that they become.

Shapes have changed four times since 2011 (keys without their prefix, lists that were texts, fields that are only sent
when asked for), so each field is read leniently and each may be absent.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from pydantic import ConfigDict, Field, JsonValue, TypeAdapter

from archivist.books import https, open_library_cover, plain, same_author
from archivist.books.record import Candidate, Isbn13, Language, Rating, SourceName
from archivist.sources.lenient import Count, Isbns, Languages, Mean, Sent, Text, Texts, Year, isbns

SITE: Final = "https://openlibrary.org"

# Without this list the service sends neither ISBN nor subjects nor ratings (since January 2025). `editions` is the
# edition that matched, which is how a translation is found under its own title.
FIELDS: Final = (
    "key,title,subtitle,author_name,first_publish_year,isbn,subject,language,cover_i,ratings_average,ratings_count,"
    "number_of_pages_median,series_name,edition_count,editions,editions.key,editions.title,editions.subtitle,"
    "editions.isbn,editions.language,editions.publish_date,editions.publisher,editions.cover_i"
)
# A famous work has hundreds of ISBNs and subjects; more than these tell nothing new, and each check digit costs time.
MANY_ISBNS: Final = 80
MANY_SUBJECTS: Final = 80
# `same_author` is this sure of one name in two scripts.
ONE_PERSON: Final = 0.7

_LIBRARY_NOTES: Final = frozenset(
    ("accessible book", "protected daisy", "in library", "overdrive", "large type books", "internet archive wishlist",
     "open library staff picks", "lending library", "popular print disabled books"),
)  # fmt: skip
# Two whole names; one word on either side of the sign is a firm's.
_COUPLE: Final = re.compile(r"^(\S+ \S.*?) & (\S+ \S[^&]*)$")
# What stands below a description: where it was copied from, and what the numbers of its links mean.
_ONLY_A_LINK: Final = re.compile(r"(?:[-*+] )?\(?\[[^\]]+\](?:\([^)]*\)|\[[^\]]*\]|: ?\S+)\)?\.?")
_TAG: Final = re.compile(r"(?P<name>[a-z_]+):(?P<value>\S.*)")


class Edition(Sent):
    """The edition that matched a search."""

    key: Text = None
    title: Text = None
    subtitle: Text = None
    isbn: Isbns = ()
    language: Languages = ()
    publish_date: Year = None
    publisher: Texts = ()
    cover_i: Count = None


class Editions(Sent):
    """Editions inside a work's row."""

    docs: tuple[Edition, ...] = ()


class Row(Sent):
    """A work as a search lists it."""

    key: Text = None
    title: Text = None
    subtitle: Text = None
    author_name: Texts = ()
    first_publish_year: Year = None
    isbn: Texts = ()
    subject: Texts = ()
    language: Languages = ()
    cover_i: Count = None
    ratings_average: Mean = None
    ratings_count: Count = None
    number_of_pages_median: Count = None
    series_name: Texts = ()
    description: Text = None
    editions: Editions | None = None


class Found(Sent):
    """What search.json sends; `docs` is its frame."""

    docs: tuple[Row, ...]
    total: int = Field(0, alias="numFound")


class ShelfAuthor(Sent):
    """An author in a subject's list."""

    name: Text = None


class SubjectRow(Sent):
    """A work as a subject lists it."""

    key: Text = None
    title: Text = None
    authors: tuple[ShelfAuthor, ...] = ()
    subject: Texts = ()
    cover_id: Count = None
    first_publish_year: Year = None


class SubjectList(Sent):
    """What subjects/<slug>.json sends; a subject that nobody uses has no works."""

    works: tuple[SubjectRow, ...]
    work_count: int = 0


class Identifiers(Sent):
    """The numbers of an edition."""

    isbn_10: Isbns = ()
    isbn_13: Isbns = ()


class NumberedEdition(Sent):
    """An edition as the Books API tells of it."""

    key: Text = None
    title: Text = None
    subtitle: Text = None
    authors: Texts = ()
    identifiers: Identifiers = Identifiers()
    publishers: Texts = ()
    publish_date: Year = None
    number_of_pages: Count = None
    subjects: Texts = ()
    cover: JsonValue = None


_NUMBERED = TypeAdapter(dict[str, NumberedEdition], config=ConfigDict(defer_build=True))


def found(body: bytes) -> Found:
    """search.json's answer; ValueError (pydantic's) for anything else."""
    return Found.model_validate_json(body)


def numbered_editions(body: bytes) -> tuple[NumberedEdition, ...]:
    """The Books API's answer; numbers that it does not know are simply absent. ValueError for anything else."""
    return tuple(_NUMBERED.validate_json(body).values())


def subject_list(body: bytes) -> SubjectList:
    """A subject's list; ValueError for anything else."""
    return SubjectList.model_validate_json(body)


def work_key(key: str) -> str:
    """The key with its prefix; rows of 2011 lack it."""
    return key if key.startswith("/") else f"/works/{key}"


def candidate_of_row(row: Row, source: SourceName = "openlibrary", *, every_isbn: bool = False) -> Candidate | None:
    """The work, with its first ISBNs or all of them; None for a row without key or title."""
    if not row.key or not row.title:
        return None
    key = work_key(row.key)
    return Candidate(
        source=source,
        key=key,
        url=SITE + key,
        kind="work",
        title=row.title,
        subtitle=row.subtitle,
        authors=persons(row.author_name),
        first_published=row.first_publish_year,
        isbns=isbns(row.isbn if every_isbn else row.isbn[:MANY_ISBNS]),
        languages=row.language,
        subjects=subjects_of(row.subject),
        description=description_of(row.description),
        pages=row.number_of_pages_median,
        rating=_rating(row),
        cover=open_library_cover(row.cover_i),
        series=next(iter(row.series_name), None) or _series_tag(row.subject),
    )


def _rating(row: Row) -> Rating | None:
    if row.ratings_average is None or row.ratings_count is None:
        return None
    return Rating(average=row.ratings_average, count=row.ratings_count)


def candidate_of_edition(row: Row, edition: Edition, parent: Candidate) -> Candidate:
    """The edition as a candidate that keeps what is known of its work (first year, subjects, rating, all ISBNs)."""
    key = edition.key or parent.key
    return replace(
        parent,
        key=key if key.startswith("/") else f"/books/{key}",
        url=SITE + (key if key.startswith("/") else f"/books/{key}"),
        kind="edition",
        title=edition.title or parent.title,
        subtitle=edition.subtitle if edition.title else parent.subtitle,
        published=edition.publish_date,
        isbns=tuple(dict.fromkeys((*edition.isbn, *parent.isbns)))[:MANY_ISBNS],
        languages=edition.language or row.language,
        publishers=edition.publisher,
        cover=open_library_cover(edition.cover_i) or parent.cover,
    )


def candidate_of_numbered(edition: NumberedEdition) -> Candidate | None:
    """The edition; None for one without key or title."""
    if not edition.key or not edition.title:
        return None
    picture = edition.cover.get("medium") if isinstance(edition.cover, dict) else None
    return Candidate(
        source="openlibrary",
        key=edition.key,
        url=SITE + edition.key,
        kind="edition",
        title=edition.title,
        subtitle=edition.subtitle,
        authors=persons(edition.authors),
        published=edition.publish_date,
        isbns=tuple(dict.fromkeys((*edition.identifiers.isbn_13, *edition.identifiers.isbn_10))),
        subjects=subjects_of(edition.subjects),
        publishers=edition.publishers,
        pages=edition.number_of_pages,
        cover=https(picture) if isinstance(picture, str) else None,
    )


def with_isbn_first(candidate: Candidate, isbn: Isbn13) -> Candidate:
    """The candidate with the asked ISBN before its others."""
    return replace(candidate, isbns=(isbn, *(other for other in candidate.isbns if other != isbn)))


def in_language(edition: Edition, wanted: Language) -> bool:
    """Whether the edition says that it is in `wanted`."""
    return wanted in edition.language


def candidate_of_subject_row(row: SubjectRow, asked: tuple[str, ...]) -> Candidate | None:
    """The work; a list that does not repeat its rows' subjects was at least asked for `asked`."""
    if not row.key or not row.title:
        return None
    key = work_key(row.key)
    return Candidate(
        source="openlibrary-subjects",
        key=key,
        url=SITE + key,
        kind="work",
        title=row.title,
        authors=persons(tuple(author.name for author in row.authors if author.name)),
        first_published=row.first_publish_year,
        subjects=subjects_of(row.subject) or asked,
        cover=open_library_cover(row.cover_id),
        series=_series_tag(row.subject),
    )


def persons(names: tuple[str, ...]) -> tuple[str, ...]:
    """Each person once and alone.

    Who has a record in two scripts ("Frank Herbert", "Френк Герберт") is listed twice, and two who wrote together
    sometimes share one record ("Alfred Bester & Roger Zelazny"); a firm ("Simon & Schuster") stays one name.
    """
    kept: list[str] = []
    for name in (single for shared in names for single in _apart(shared)):
        if not any(same_author(name, other) >= ONE_PERSON for other in kept):
            kept.append(name)
    return tuple(kept)


def _apart(name: str) -> tuple[str, ...]:
    found = _COUPLE.match(name)
    return (found[1], found[2]) if found and "," not in name else (name,)


def subjects_of(values: tuple[str, ...]) -> tuple[str, ...]:
    """Subjects for readers: without lending notes and machine tags such as "nyt:…=2010-01-03" or "series:Mistborn"."""
    kept = (value for value in values if value.casefold() not in _LIBRARY_NOTES and not _TAG.fullmatch(value))
    return tuple(kept)[:MANY_SUBJECTS]


def _series_tag(values: tuple[str, ...]) -> str | None:
    tags = (_TAG.fullmatch(value) for value in values)
    return next((tag["value"].replace("_", " ") for tag in tags if tag and tag["name"] == "series"), None)


def description_of(markdown: str | None) -> str | None:
    """A description as plain text, without the links alone on a line that name its source at the end."""
    lines = (markdown or "").splitlines()
    while lines and (not lines[-1].strip() or _ONLY_A_LINK.fullmatch(lines[-1].strip())):
        lines.pop()
    return plain("\n".join(lines)) or None
