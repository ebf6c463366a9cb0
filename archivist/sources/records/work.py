"""Open Library's works and editions by their key, and the candidates that they become."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

from pydantic import BeforeValidator, JsonValue

from archivist.books import open_library_cover
from archivist.books.record import Candidate, Contributor, Role
from archivist.sources.lenient import Count, Isbns, Languages, Sent, Text, Texts, Year, count
from archivist.sources.openlibrary_records import SITE, description_of, persons, subjects_of

NOBODY_NAMED: Final[Mapping[str, str]] = MappingProxyType({})

_ROLES: Final[tuple[tuple[str, Role], ...]] = (
    ("narrat", "narrator"),
    ("reader", "narrator"),
    ("translat", "translator"),
    ("illustrat", "illustrator"),
    ("editor", "editor"),
)
_NAME_AND_ROLE: Final = re.compile(r"(?P<name>\S.*?)\s*\((?P<role>[^()]+)\)")


def _keys(value: JsonValue) -> tuple[str, ...]:
    """Keys of authors: an edition lists them, a work files each under its role."""
    entries = value if isinstance(value, list) else []
    named = (entry.get("author", entry) if isinstance(entry, dict) else entry for entry in entries)
    keys = (who.get("key") if isinstance(who, dict) else who for who in named)
    return tuple(dict.fromkeys(key for key in keys if isinstance(key, str)))


def _first_cover(value: JsonValue) -> int | None:
    """The first number that is one; -1 and null stand for a cover that was taken away."""
    return next(filter(None, map(count, value)), None) if isinstance(value, list) else None


def _objects(value: JsonValue) -> JsonValue:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


class _Named(Sent):
    name: Text = None
    role: Text = None


class Record(Sent):
    """A work or an edition, or the stub that one leaves behind when it is merged into another.

    `authors` are keys ("/authors/OL26283A"): records of authors have the names.
    """

    key: str
    error: None = None  # "notfound" comes with a key, too
    type: Text = None  # "work", "edition", "redirect": the end of {"key": "/type/work"}
    location: Text = None
    title: Text = None
    subtitle: Text = None
    authors: Annotated[tuple[str, ...], BeforeValidator(_keys)] = ()
    contributors: Annotated[tuple[_Named, ...], BeforeValidator(_objects)] = ()
    contributions: Texts = ()
    description: Text = None
    subjects: Texts = ()
    covers: Annotated[int | None, BeforeValidator(_first_cover)] = None
    series: Texts = ()
    languages: Languages = ()
    publishers: Texts = ()
    isbn_13: Isbns = ()
    isbn_10: Isbns = ()
    first_publish_date: Year = None
    publish_date: Year = None
    number_of_pages: Count = None

    @property
    def moved_to(self) -> str | None:
        """The key of the record that this one was merged into; None when it is itself."""
        return self.location if self.type == "redirect" else None

    @property
    def text(self) -> str | None:
        """The description as plain text."""
        return description_of(self.description)


class Editions(Sent):
    """One page of a work's editions; `size` counts all of them."""

    entries: tuple[Record, ...]
    size: int = 0


def record(body: bytes) -> Record:
    """A work or an edition by its key; ValueError (pydantic's) for anything else."""
    return Record.model_validate_json(body)


def editions(body: bytes) -> Editions:
    """A work's list of editions; ValueError (pydantic's) for anything else."""
    return Editions.model_validate_json(body)


def candidate_of_record(record: Record, names: Mapping[str, str] = NOBODY_NAMED) -> Candidate | None:
    """The work or edition, with the authors that `names` knows by key; None for a stub or a record without title."""
    if record.moved_to or not record.title:
        return None
    return Candidate(
        source="openlibrary",
        key=record.key,
        url=SITE + record.key,
        kind="edition" if record.key.startswith("/books/") else "work",
        title=record.title,
        subtitle=record.subtitle,
        authors=persons(tuple(names[key] for key in record.authors if key in names)),
        contributors=_contributors(record),
        first_published=record.first_publish_date,
        published=record.publish_date,
        isbns=tuple(dict.fromkeys((*record.isbn_13, *record.isbn_10))),
        languages=record.languages,
        subjects=subjects_of(record.subjects),
        publishers=record.publishers,
        description=record.text,
        pages=record.number_of_pages,
        cover=open_library_cover(record.covers),
        series=_series(record.series),
    )


def _contributors(record: Record) -> tuple[Contributor, ...]:
    """Who is named with a role, or in one text with it: "Tim Curry (Narrator)"."""
    listed = ((who.name, who.role) for who in record.contributors)
    told = (_name_and_role(text) for text in record.contributions)
    found = (Contributor(name=name, role=_role(role or "")) for name, role in (*listed, *told) if name)
    return tuple(dict.fromkeys(found))


def _name_and_role(text: str) -> tuple[str, str]:
    match = _NAME_AND_ROLE.fullmatch(text)
    return (match["name"], match["role"]) if match else (text, "")


def _role(words: str) -> Role:
    return next((role for stem, role in _ROLES if stem in words.casefold()), "other")


def _series(values: tuple[str, ...]) -> str | None:
    """The first series without the number that cataloguers put after a dash: "Heyne science fiction -- Bd. 4400"."""
    return values[0].split(" -- ")[0].strip() or None if values else None
