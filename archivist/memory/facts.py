"""Books and records as facts, and back: what is written can be read again without loss.

A multi-valued field is one fact a value. Facts of a graph have no order, but the first author and the first subject
mean something, so a field whose order is not the sorted one also carries it as the places of its values among the
sorted ones: `dag:authorsOrder "1 0"`. Who does not care for order can pass that fact over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Literal, get_args

from archivist.books.record import Book, Candidate, Contributor, Role
from archivist.memory.terms import Iri, Quad, Triple, Url, Value
from archivist.memory.vocabulary import RECORD, TYPE, dag, escaped, prov

Field = Literal[
    "title",
    "subtitle",
    "authors",
    "contributors",
    "year",
    "isbns",
    "languages",
    "subjects",
    "publishers",
    "description",
    "pages",
    "rating",
    "ratings",
    "cover",
    "series",
]
"""The parts of a record that a statement can rest on, named as in `Candidate`; `year` is either of its years."""

FIELDS: tuple[Field, ...] = get_args(Field)
ROLES: tuple[Role, ...] = get_args(Role)

# A year of the work and a year of an edition are two facts; a statement about "the year" may rest on either.
PREDICATES: Mapping[Field, tuple[Iri, ...]] = {
    "title": (dag("title"),),
    "subtitle": (dag("subtitle"),),
    "authors": (dag("author"),),
    "contributors": (*(dag(role) for role in ROLES if role != "author"), dag("alsoAuthor")),
    "year": (dag("firstPublishYear"), dag("publishYear")),
    "isbns": (dag("isbn"),),
    "languages": (dag("language"),),
    "subjects": (dag("subject"),),
    "publishers": (dag("publisher"),),
    "description": (dag("summary"),),
    "pages": (dag("pages"),),
    "rating": (dag("rating"),),
    "ratings": (dag("ratingCount"),),
    "cover": (dag("cover"),),
    "series": (dag("series"),),
}
_LISTS: tuple[Field, ...] = ("authors", "isbns", "languages", "subjects", "publishers")
_BY_ROLE: Mapping[Role, Iri] = {role: dag("alsoAuthor" if role == "author" else role) for role in ROLES}


@lru_cache(maxsize=512)
def record_iri(record: Candidate) -> Iri:
    """The subject of a record as it was seen: its source, its key, and a hash of what it said.

    A source that says something else tomorrow is another record, so that no subject ever holds two ratings.
    """
    seen = blake2b(repr(record).encode("utf-8", "replace"), digest_size=6).hexdigest()
    return Iri(f"{RECORD}{record.source}:{escaped(_encodable(record.key))}:{seen}")


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def held(record: Candidate) -> list[Field]:
    """The fields that the record holds, in the order of `FIELDS`."""
    return [field for field in FIELDS if _holds(record, field)]


def _holds(record: Candidate, field: Field) -> bool:
    match field:
        case "year":
            return record.first_published is not None or record.published is not None
        case "ratings":
            return record.rating is not None
        case _:
            return getattr(record, field) not in (None, ())


def record_facts(record: Candidate) -> list[Triple]:
    """Everything a source's record says, about the subject `record_iri(record)`."""
    subject = record_iri(record)
    facts = [
        Triple(subject, TYPE, dag("Record")),
        Triple(subject, dag("source"), record.source),
        Triple(subject, dag("key"), record.key),
        Triple(subject, dag("url"), Url(record.url)),
        Triple(subject, dag("kind"), record.kind),
        *_shared(subject, record),
    ]
    return facts + _known(subject, firstPublishYear=record.first_published, publishYear=record.published)


def book_facts(book: Book) -> list[Triple]:
    """Everything that is known of a merged book, its records and what they say included."""
    subject = Iri(book.id)
    facts = [
        Triple(subject, TYPE, dag("Book")),
        Triple(subject, dag("confidence"), float(book.confidence)),
        Triple(subject, dag("mergedBecause"), book.merged_because),
        *_shared(subject, book),
        *_known(subject, firstPublishYear=book.year),
    ]
    return facts + _record_links(subject, book.records)


def _record_links(subject: Iri, records: Sequence[Candidate]) -> list[Triple]:
    iris = [record_iri(record) for record in records]
    facts = [Triple(subject, dag("source"), name) for name in dict.fromkeys(record.source for record in records)]
    facts += [Triple(subject, prov("hadPrimarySource"), iri) for iri in dict.fromkeys(iris)]
    facts += _order(subject, "records", iris)
    for record in dict.fromkeys(records):
        facts += record_facts(record)
    return facts


def _shared(subject: Iri, of: Book | Candidate) -> Iterator[Triple]:
    """The fields that books and records have in common."""
    yield from _known(subject, title=of.title, subtitle=of.subtitle, summary=of.description, series=of.series)
    yield from _known(subject, pages=of.pages, cover=None if of.cover is None else Url(of.cover))
    if of.rating is not None:
        yield Triple(subject, dag("rating"), float(of.rating.average))
        yield Triple(subject, dag("ratingCount"), of.rating.count)
    for field in _LISTS:
        values: tuple[str, ...] = getattr(of, field)
        yield from (Triple(subject, PREDICATES[field][0], value) for value in dict.fromkeys(values))
        yield from _order(subject, field, values)
    yield from _contributors(subject, of.contributors)


def _known(subject: Iri, **values: Value | None) -> list[Triple]:
    return [Triple(subject, dag(name), value) for name, value in values.items() if value is not None]


def _contributors(subject: Iri, named: Sequence[Contributor]) -> Iterator[Triple]:
    for one in dict.fromkeys(named):
        yield Triple(subject, _BY_ROLE[one.role], one.name)
    yield from _order(subject, "contributors", [_label(one.role, one.name) for one in named])


def _label(role: Role, name: str) -> str:
    return f"{role}:{name}"


def _order(subject: Iri, field: str, values: Sequence[str]) -> list[Triple]:
    """The places of the values among the sorted ones, when the sorted order is not theirs."""
    ranked = sorted(set(values))
    if list(values) == ranked:
        return []
    place = {value: str(number) for number, value in enumerate(ranked)}
    return [Triple(subject, dag(f"{field}Order"), " ".join(place[value] for value in values))]


def in_order(values: Iterable[str], order: str | None) -> tuple[str, ...]:
    """The values as `order` places them; sorted without one, or when it does not fit (somebody edited the graph)."""
    ranked = sorted(set(values))
    try:
        return tuple(ranked[int(place)] for place in order.split()) if order else tuple(ranked)
    except (ValueError, IndexError):
        return tuple(ranked)


def without(quads: Sequence[Quad], book: str) -> list[Quad]:
    """The quads that neither are about the book, or a record of it alone, nor point to one of these."""
    link = prov("hadPrimarySource")
    links = [(quad.subject, quad.object) for quad in quads if quad.predicate == link]
    others = {record for subject, record in links if subject != book}
    gone: set[Value] = {Iri(book), *(record for subject, record in links if subject == book and record not in others)}
    return [quad for quad in quads if quad.subject not in gone and quad.object not in gone]
