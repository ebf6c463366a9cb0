"""The facts of a book out of what its records say, each by a rule that can be told in a sentence."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median_low
from typing import Final, TypeVar

from archivist.books.evidence import YEARS_APART
from archivist.books.folding import fold
from archivist.books.isbn import isbn_language
from archivist.books.names import is_nobody, parse_name, same_author
from archivist.books.record import Book, BookId, Candidate, Contributor, Isbn13, Kind, Rating, SourceName
from archivist.books.titles import parse_title, title_key

_TRUSTED: Final[dict[SourceName, int]] = {
    "openlibrary": 0,
    "googlebooks": 1,
    "openlibrary-subjects": 2,
    "shelf": 3,
    "memory": 4,
    "wikipedia": 5,
}
# Whose claim about a first publication stands when no two agree: an article is written by a person about the work, Open
# Library's year is the earliest of all editions, one of which may be mistyped by a few years ("The Final Empire" of
# 2006 stands there under 2001).
_YEAR_TRUSTED: Final[tuple[SourceName, ...]] = (
    "shelf",
    "wikipedia",
    "openlibrary",
    "googlebooks",
    "memory",
)
_AGREE_WITHIN: Final = 3
_CLOSE: Final = 0.7
_TELLING: Final[tuple[Kind, ...]] = ("work", "edition", "article")
_WORDY: Final = 60
_T = TypeVar("_T")


def book_of(records: Sequence[Candidate], *, confidence: float = 1.0, because: str = "") -> Book:
    """The book that these records describe together; its records stand best source first.

    The id is that of the book alone; `identified` makes ids unique among several books.
    """
    ordered = tuple(sorted(records, key=lambda record: _TRUSTED[record.source]))
    shown = _shown(ordered)
    authors = authors_of([shown, *(record for record in ordered if record is not shown)])
    isbns = _isbns(shown, ordered)
    return Book(
        id=_id(shown, isbns),
        title=shown.title,
        subtitle=_subtitle(shown, ordered),
        authors=authors,
        contributors=_contributors(ordered, authors),
        year=first_year(ordered),
        isbns=isbns,
        languages=_united(record.languages for record in ordered),
        subjects=_distinct(_united(record.subjects for record in ordered)),
        publishers=_distinct(_united(record.publishers for record in ordered)),
        description=_description(ordered),
        pages=_pages(ordered),
        rating=rating_of(ordered),
        cover=next((record.cover for record in ordered if record.cover), None),
        series=_series(ordered),
        records=ordered,
        confidence=confidence,
        merged_because=because,
    )


def identified(books: list[Book]) -> list[Book]:
    """The books with ids that are theirs alone: an ISBN that several claim (a set's) names none of them.

    Books that would still share an id (one title and author twice, without ISBN) are told apart by their first record.
    """
    claimed = Counter(isbn for book in books for isbn in book.isbns)
    named = [_named_by_own(book, claimed) for book in books]
    for telling in (_by_record, _by_everything):
        taken = Counter(book.id for book in named)
        named = [_suffixed(book, telling(book)) if taken[book.id] > 1 else book for book in named]
    return named


def _named_by_own(book: Book, claimed: Counter[Isbn13]) -> Book:
    if all(claimed[isbn] == 1 for isbn in book.isbns):
        return book
    own = tuple(isbn for isbn in book.isbns if claimed[isbn] == 1)
    return replace(book, id=_id(book.records[0], own))


def _suffixed(book: Book, text: str) -> Book:
    return replace(book, id=BookId(f"{book.id}-{_digest(text)}"))


def _by_record(book: Book) -> str:
    return f"{book.records[0].source} {book.records[0].key}"


def _by_everything(book: Book) -> str:
    return repr(book.records)


def authors_of(records: Iterable[Candidate]) -> tuple[str, ...]:
    """The authors of the first record that names somebody, each person once however often and in what script.

    Whom most records name comes first: some list an editor or a narrator before the author.
    """
    lists = [people for record in records if (people := _somebody(record.authors))]
    if not lists:
        return ()
    once: list[str] = []
    for name in lists[0]:
        if not any(same_author(name, known) >= _CLOSE for known in once):
            once.append(_spoken(name))
    return tuple(sorted(once, key=lambda name: -_support(name, lists))) if len(once) > 1 else tuple(once)


def _isbns(shown: Candidate, records: Sequence[Candidate]) -> tuple[Isbn13, ...]:
    """All ISBNs, those first that fit the language of the shown title: a work's list is of all its translations."""
    spoken = "eng" if "eng" in shown.languages else next(iter(shown.languages), None)
    return tuple(sorted(_united(record.isbns for record in records), key=lambda isbn: isbn_language(isbn) != spoken))


def _spoken(name: str) -> str:
    """A name as it is said: "J.K. Rowling" for "Rowling, J.K."."""
    return parse_name(name).display if "," in name else name


def _somebody(names: Iterable[str]) -> list[str]:
    return [name for name in names if not is_nobody(name)]


def _support(name: str, lists: Sequence[Sequence[str]]) -> int:
    return sum(any(same_author(name, other) >= _CLOSE for other in names) for names in lists)


def first_year(records: Sequence[Candidate]) -> int | None:
    """The year of first publication as far as the records tell it.

    What a source claims is its earliest record's year: its others are of later issues. A claim more than ten years
    after the earliest is of a later issue too, whoever makes it. Of those that are left the earliest year stands that
    another source bears out, by a claim or an edition of that year or the three after it: no book first came out after
    an edition of it. Else the claim of the source that knows best stands. Where no record dates the work, the earliest
    edition does.
    """
    claims = _claims(records)
    if not claims:
        return min((record.published for record in records if record.published), default=None)
    earliest = min(claims.values())
    near = {source: year for source, year in claims.items() if year - earliest <= YEARS_APART}
    return _borne_out(near, records) or next(near[source] for source in _YEAR_TRUSTED if source in near)


def _claims(records: Sequence[Candidate]) -> dict[SourceName, int]:
    """The earliest year of the work on each source's records; search and subject pages show the same catalogue."""
    earliest: dict[SourceName, int] = {}
    for record in records:
        source = _catalogue(record)
        if record.first_published:
            earliest[source] = min(record.first_published, earliest.get(source, record.first_published))
    return earliest


def _catalogue(record: Candidate) -> SourceName:
    return "openlibrary" if record.source == "openlibrary-subjects" else record.source


def _borne_out(claims: Mapping[SourceName, int], records: Sequence[Candidate]) -> int | None:
    """The earliest year that another source bears out, by its own claim or by an edition of about that time."""
    editions = [(_catalogue(record), record.published) for record in records if record.published]
    for source, year in sorted(claims.items(), key=lambda claim: claim[1]):
        others = [told for other, told in (*claims.items(), *editions) if other != source]
        if any(0 <= other - year <= _AGREE_WITHIN for other in others):
            return year
    return None


def rating_of(records: Iterable[Candidate]) -> Rating | None:
    """All votes together: of each source the record with most votes, so that none is counted twice."""
    most: dict[str, Rating] = {}
    for record in records:
        rating, source = record.rating, record.source.removesuffix("-subjects")
        if rating and rating.count > 0 and (source not in most or most[source].count < rating.count):
            most[source] = rating
    votes = sum(rating.count for rating in most.values())
    if not votes:
        return None
    return Rating(average=round(sum(r.average * r.count for r in most.values()) / votes, 2), count=votes)


def _shown(records: Sequence[Candidate]) -> Candidate:
    """The record whose title is shown: undamaged, not an article's, in mixed case, without series, and as most have
    it.
    """
    spread = Counter(fold(record.title) for record in records)
    return min(records, key=lambda record: (*_blemishes(record), -spread[fold(record.title)], _TRUSTED[record.source]))


def _blemishes(record: Candidate) -> tuple[bool, ...]:
    title = record.title
    shouted = title.isupper() and len(title.split()) > 1
    return ("\ufffd" in title, record.kind == "article", shouted, bool(parse_title(title, record.subtitle).series))


def _subtitle(shown: Candidate, records: Sequence[Candidate]) -> str | None:
    if shown.subtitle:
        return shown.subtitle
    main = fold(shown.title)
    return next((r.subtitle for r in records if r.subtitle and fold(r.title) == main), None)


def _contributors(records: Sequence[Candidate], authors: Sequence[str]) -> tuple[Contributor, ...]:
    """Everybody else whom a record names; who is an author on another record alone has the role "other"."""
    named = [one for record in records for one in record.contributors]
    named += [Contributor(name=name, role="other") for record in records for name in record.authors]
    kept: list[Contributor] = []
    for one in named:
        known = (*authors, *(contributor.name for contributor in kept))
        if not is_nobody(one.name) and not any(same_author(one.name, name) for name in known):
            kept.append(one)
    return tuple(kept)


def _description(records: Sequence[Candidate]) -> str | None:
    """What is told of the work before what sells an edition, and an article's text only where there is neither.

    The longest of its kind; a few words of the work ("A novel.") give way to an edition's.
    """
    work, edition, article = (_longest(records, kind) for kind in _TELLING)
    if len(work) < _WORDY and len(edition) > len(work):
        return edition
    return work or article or None


def _longest(records: Sequence[Candidate], kind: Kind) -> str:
    return max((record.description or "" for record in records if record.kind == kind), key=len, default="")


def _pages(records: Iterable[Candidate]) -> int | None:
    known = sorted(record.pages for record in records if record.pages and record.pages > 0)
    return median_low(known) if known else None


def _series(records: Sequence[Candidate]) -> str | None:
    stated = next((record.series for record in records if record.series), None)
    if stated:
        return stated
    parsed = (parse_title(r.title, r.subtitle).series for r in records if r.kind != "article")
    return next((series for series in parsed if series), None)


def _united(lists: Iterable[tuple[_T, ...]]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys(one for values in lists for one in values))


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    kept: dict[str, str] = {}
    for text in texts:
        kept.setdefault(fold(text), text)
    return tuple(text for key, text in kept.items() if key)


def _id(record: Candidate, isbns: Sequence[Isbn13]) -> BookId:
    if isbns:
        return BookId(f"urn:isbn:{isbns[0]}")
    first = fold(record.authors[0]) if record.authors else ""
    return BookId(f"urn:archivist:work:{_digest(f'{title_key(record.title, record.subtitle)}|{first}')}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
