"""Merging of recorded service answers, as a careful reader would group them.

The recordings are not part of the project: `ARCHIVIST_SHARED` names the folder that holds them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from archivist.books import Book, Candidate, isbn13, language, merge, year_of

SHARED = Path(os.environ.get("ARCHIVIST_SHARED", Path(__file__).parents[2].parent / "shared"))
RECORDED = SHARED / "data" / "real-api"
pytestmark = pytest.mark.skipif(not RECORDED.is_dir(), reason="the recorded service answers are not on this machine")


def works(name: str) -> list[Candidate]:
    rows = json.loads((RECORDED / "openlibrary-search" / name).read_text(encoding="utf-8"))["docs"]
    return [
        Candidate(
            source="openlibrary",
            key=row["key"],
            url=f"https://openlibrary.org{row['key']}",
            kind="work",
            title=row["title"],
            subtitle=row.get("subtitle"),
            authors=tuple(row.get("author_name") or ()),
            first_published=year_of(row.get("first_publish_year")),
            isbns=tuple(isbn for text in row.get("isbn") or () if (isbn := isbn13(text))),
            languages=tuple(code for text in row.get("language") or () if (code := language(text))),
        )
        for row in rows
    ]


def volumes(name: str) -> list[Candidate]:
    rows = json.loads((RECORDED / "google-books" / name).read_text(encoding="utf-8"))["items"]
    return [
        Candidate(
            source="googlebooks",
            key=row["id"],
            url=f"https://books.google.com/books?id={row['id']}",
            kind="edition",
            title=info["title"],
            subtitle=info.get("subtitle"),
            authors=tuple(info.get("authors") or ()),
            published=year_of(info.get("publishedDate")),
            isbns=tuple(isbn for one in info.get("industryIdentifiers") or () if (isbn := isbn13(one["identifier"]))),
        )
        for row in rows
        for info in [row["volumeInfo"]]
    ]


def joined(books: list[Book]) -> list[list[str]]:
    return sorted(sorted(record.title for record in book.records) for book in books if len(book.records) > 1)


def test_the_mistborn_duplicates_are_joined_and_nothing_else() -> None:
    books = merge(works("2021-mistborn-full-shape.json"))
    assert joined(books) == [["Shadows of Self", "Shadows of Self (Mistborn, Book 5)"]]
    assert len(books) == 14


def test_five_books_called_washington_dc_stay_five() -> None:
    assert joined(merge(works("2022-01-q-washington-dc-limit5.json"))) == []


def test_the_pit_and_its_reprint_are_one_book_first_published_in_1903() -> None:
    books = merge(works("2022-09-q-chicago-limit5.json"))
    assert joined(books) == [["Pit", "The Pit"]]
    assert next(book.year for book in books if len(book.records) > 1) == 1903


def test_one_title_by_three_authors_is_three_books_and_howell_is_one_man() -> None:
    books = merge(works("2011-capitalism-free-search-oldest-shape.json"))
    named = [book.authors for book in books if book.title.casefold() == "capitalism and freedom"]
    assert {("Milton Friedman",), ("Peter Nolan",), ("Richard T. Selden",)} <= set(named)
    assert ["Freedom and Capital", "Freedom and capital"] in joined(books)


def test_frank_herbert_in_two_scripts_is_one_author() -> None:
    books = merge(works("2026-08-q-dune-with-fields.json"))
    assert [(book.title, book.authors) for book in books] == [
        ("Dune", ("Frank Herbert",)),
        ("Children of Dune", ("Frank Herbert",)),
        ("God Emperor of Dune", ("Frank Herbert",)),
    ]


def test_forty_five_things_about_denver_are_not_lumped_together() -> None:
    books = merge(works("2024-02-title-denver-co-full-shape.json"))
    assert len(books) >= 42
    assert all(len(book.records) <= 2 for book in books)


def test_the_harry_potter_shelf_stays_apart() -> None:
    books = merge(volumes("2020s-fantastic-beasts-search.json"))
    assert joined(books) == []
    assert len(books) == 10


def test_steinbecks_novel_and_the_journal_about_it_are_two_books() -> None:
    books = merge(volumes("2019-steinbeck-search.json"))
    assert joined(books) == []
    assert "East of Eden" in [book.title for book in books]
