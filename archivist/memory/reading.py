"""Facts read back as books and records; the other half of `facts`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TypedDict, cast, get_args

from archivist.books.record import (
    Book,
    BookId,
    Candidate,
    Contributor,
    Isbn13,
    Kind,
    Language,
    Rating,
    SourceName,
)
from archivist.memory.errors import UnreadableMemory
from archivist.memory.facts import PREDICATES, ROLES, Field, in_order
from archivist.memory.terms import Iri, Quad, Triple, Value
from archivist.memory.vocabulary import TYPE, dag, prov


class _Common(TypedDict):
    title: str
    subtitle: str | None
    authors: tuple[str, ...]
    contributors: tuple[Contributor, ...]
    isbns: tuple[Isbn13, ...]
    languages: tuple[Language, ...]
    subjects: tuple[str, ...]
    publishers: tuple[str, ...]
    description: str | None
    pages: int | None
    rating: Rating | None
    cover: str | None
    series: str | None


class Facts:
    """Facts by subject and predicate, as a reader of books asks for them; values keep the order they came in."""

    def __init__(self, facts: Iterable[Triple | Quad]) -> None:
        self._values: defaultdict[str, defaultdict[str, dict[Value, None]]] = defaultdict(lambda: defaultdict(dict))
        for fact in facts:
            self._values[fact.subject][fact.predicate][fact.object] = None

    def of_type(self, kind: Iri) -> list[str]:
        """Subjects of the type, as they came."""
        return [subject for subject, facts in self._values.items() if kind in facts.get(TYPE, ())]

    def all(self, subject: str, predicate: str) -> list[Value]:
        """Every value."""
        facts: Mapping[str, dict[Value, None]] = self._values.get(subject, {})
        return list(facts.get(predicate, ()))

    def texts(self, subject: str, predicate: str) -> list[str]:
        """Every value that is text."""
        return [str(value) for value in self.all(subject, predicate) if isinstance(value, str)]

    def text(self, subject: str, predicate: str) -> str | None:
        """The first value as text, or None."""
        return next(iter(self.texts(subject, predicate)), None)

    def needed(self, subject: str, predicate: str) -> str:
        """The first value as text.

        Raises:
            UnreadableMemory: there is none.
        """
        found = self.text(subject, predicate)
        if found is None:
            raise UnreadableMemory.missing(subject, predicate)
        return found

    def number(self, subject: str, predicate: str) -> float | None:
        """The first value that is a number, or None."""
        values = self.all(subject, predicate)
        return next((float(v) for v in values if isinstance(v, (int, float)) and not isinstance(v, bool)), None)

    def time(self, subject: str, predicate: str) -> datetime:
        """The first value that is a time.

        Raises:
            UnreadableMemory: there is none.
        """
        for value in self.all(subject, predicate):
            if isinstance(value, datetime):
                return value
        raise UnreadableMemory.missing(subject, predicate)

    def whole(self, subject: str, predicate: str) -> int | None:
        """The first value that is a number, as a whole one, or None."""
        found = self.number(subject, predicate)
        return None if found is None else int(found)

    def listed(self, subject: str, field: Field) -> tuple[str, ...]:
        """The values of a multi-valued field in their own order."""
        return in_order(self.texts(subject, PREDICATES[field][0]), self.text(subject, dag(f"{field}Order")))


def book_from(facts: Facts, subject: str) -> Book:
    """The book that `book_facts` wrote about the subject.

    Raises:
        UnreadableMemory: it has no title, or a record of it lacks source, key or address.
    """
    confidence = facts.number(subject, dag("confidence"))
    links = in_order(facts.texts(subject, prov("hadPrimarySource")), facts.text(subject, dag("recordsOrder")))
    return Book(
        id=BookId(subject),
        year=facts.whole(subject, dag("firstPublishYear")),
        records=tuple(record_from(facts, link) for link in links if facts.text(link, dag("key")) is not None),
        confidence=1.0 if confidence is None else confidence,
        merged_because=facts.text(subject, dag("mergedBecause")) or "",
        **_common(facts, subject),
    )


def record_from(facts: Facts, subject: str) -> Candidate:
    """The record that `record_facts` wrote about the subject.

    Raises:
        UnreadableMemory: source, key, address, kind or title is missing, or source or kind is none we know.
    """
    return Candidate(
        source=cast("SourceName", _one_of(get_args(SourceName), facts.needed(subject, dag("source")))),
        key=facts.needed(subject, dag("key")),
        url=facts.needed(subject, dag("url")),
        kind=cast("Kind", _one_of(get_args(Kind), facts.needed(subject, dag("kind")))),
        first_published=facts.whole(subject, dag("firstPublishYear")),
        published=facts.whole(subject, dag("publishYear")),
        **_common(facts, subject),
    )


def _one_of(known: tuple[str, ...], name: str) -> str:
    if name not in known:
        rule = f"{name!r} is none of {', '.join(known)}"
        raise UnreadableMemory.graph(rule)
    return name


def _common(facts: Facts, subject: str) -> _Common:
    return _Common(
        title=facts.needed(subject, dag("title")),
        subtitle=facts.text(subject, dag("subtitle")),
        authors=facts.listed(subject, "authors"),
        contributors=_contributors(facts, subject),
        isbns=tuple(Isbn13(isbn) for isbn in facts.listed(subject, "isbns")),
        languages=tuple(Language(code) for code in facts.listed(subject, "languages")),
        subjects=facts.listed(subject, "subjects"),
        publishers=facts.listed(subject, "publishers"),
        description=facts.text(subject, dag("summary")),
        pages=facts.whole(subject, dag("pages")),
        rating=_rating(facts, subject),
        cover=facts.text(subject, dag("cover")),
        series=facts.text(subject, dag("series")),
    )


def _rating(facts: Facts, subject: str) -> Rating | None:
    average = facts.number(subject, dag("rating"))
    return None if average is None else Rating(average=average, count=facts.whole(subject, dag("ratingCount")) or 0)


def _contributors(facts: Facts, subject: str) -> tuple[Contributor, ...]:
    named = {
        f"{role}:{name}": Contributor(name=name, role=role)
        for role in ROLES
        for name in facts.texts(subject, dag("alsoAuthor" if role == "author" else role))
    }
    return tuple(named[label] for label in in_order(named, facts.text(subject, dag("contributorsOrder"))))
