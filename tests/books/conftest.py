"""Records to judge, made with as few words as the case needs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import count

import pytest

from archivist.books import Book, Candidate, Contributor, Kind, Ranked, Rating, SourceName, Wanted, isbn13, merge, rank

Record = Callable[..., Candidate]


@pytest.fixture
def today() -> date:
    return date(2026, 3, 1)


@pytest.fixture
def record() -> Record:
    """Makes a candidate: `record("Dune", "Frank Herbert", year=1965, isbns=["0-441-17271-7"], votes=100)`."""
    numbers = count(1)

    def make(  # noqa: PLR0913 -- a record has that many facts
        title: str,
        *authors: str,
        source: SourceName = "openlibrary",
        kind: Kind | None = None,
        key: str | None = None,
        subtitle: str | None = None,
        year: int | None = None,
        published: int | None = None,
        isbns: list[str] | None = None,
        languages: list[str] | None = None,
        subjects: list[str] | None = None,
        contributors: list[Contributor] | None = None,
        publishers: list[str] | None = None,
        description: str | None = None,
        votes: int = 0,
        average: float = 4.0,
        **more: object,
    ) -> Candidate:
        name = key or f"{source}-{next(numbers)}"
        kinds: dict[SourceName, Kind] = {"googlebooks": "edition", "wikipedia": "article"}
        return Candidate(
            source=source,
            key=name,
            url=f"https://example.org/{name}",
            kind=kind or kinds.get(source, "work"),
            title=title,
            subtitle=subtitle,
            authors=authors,
            contributors=tuple(contributors or ()),
            first_published=year,
            published=published,
            isbns=tuple(isbn for text in isbns or () if (isbn := isbn13(text))),
            languages=tuple(languages or ()),
            subjects=tuple(subjects or ()),
            publishers=tuple(publishers or ()),
            description=description,
            rating=Rating(average=average, count=votes) if votes else None,
            **more,
        )

    return make


@pytest.fixture
def ranked(today: date) -> Callable[..., list[Ranked]]:
    """Merges candidates and ranks the books: `ranked([...], title="Dune")`."""

    def make(candidates: list[Candidate], **wanted: object) -> list[Ranked]:
        return rank(merge(candidates), Wanted(**wanted), today=today)

    return make


@pytest.fixture
def titles(ranked: Callable[..., list[Ranked]]) -> Callable[..., list[str]]:
    """The titles that ranking shows, in its order."""

    def make(candidates: list[Candidate], **wanted: object) -> list[str]:
        return [one.book.title for one in ranked(candidates, **wanted)]

    return make


@pytest.fixture
def one_book() -> Callable[..., Book]:
    """The single book that candidates merge into; fails when they make several."""

    def make(*candidates: Candidate) -> Book:
        books = merge(candidates)
        assert len(books) == 1, [(book.title, book.subtitle, book.year) for book in books]
        return books[0]

    return make
