"""Calibre's `metadata.db`: the library as its own program keeps it."""

from __future__ import annotations

import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from archivist.books import isbn13, language, plain, plausible
from archivist.sources.shelf.book import Note, ShelfBook, keyed

MAGIC: Final = b"SQLite format 3\x00"
# Calibre writes the year 101 for "not known", and stars doubled.
_STARS: Final = 2

_BOOKS: Final = "SELECT id, title, substr(pubdate, 1, 4), uuid, series_index FROM books ORDER BY id"
_LINKED: Final = {
    "authors": "SELECT l.book, a.name FROM books_authors_link l JOIN authors a ON a.id = l.author ORDER BY l.id",
    "tags": "SELECT l.book, t.name FROM books_tags_link l JOIN tags t ON t.id = l.tag ORDER BY t.name",
    "series": "SELECT l.book, s.name FROM books_series_link l JOIN series s ON s.id = l.series",
    "publishers": "SELECT l.book, p.name FROM books_publishers_link l JOIN publishers p ON p.id = l.publisher",
    "languages": "SELECT l.book, g.lang_code FROM books_languages_link l JOIN languages g ON g.id = l.lang_code",
    "ratings": "SELECT l.book, r.rating FROM books_ratings_link l JOIN ratings r ON r.id = l.rating",
    "comments": "SELECT book, text FROM comments",
    "isbns": "SELECT book, val FROM identifiers WHERE type = 'isbn'",
}


def books_in(data: bytes) -> Iterator[ShelfBook]:
    """The books of a library's database.

    Raises:
        sqlite3.DatabaseError: the file is no database, or not Calibre's.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "metadata.db")
        copy.write_bytes(data)
        with closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro&immutable=1", uri=True)) as library:
            linked = {name: _linked(library, query) for name, query in _LINKED.items()}
            for number, title, year, uuid, _ in library.execute(_BOOKS):
                yield keyed(
                    _book(str(title), str(year), {name: found[number] for name, found in linked.items()}),
                    "calibre",
                    uuid,
                )


def _linked(library: sqlite3.Connection, query: str) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for book, value in library.execute(query):
        found[book].append(str(value))
    return found


def _book(title: str, year: str, of: dict[str, list[str]]) -> ShelfBook:
    stars = next((int(value) / _STARS for value in of["ratings"] if value.isdecimal() and int(value)), None)
    return ShelfBook(
        key="",
        title=title,
        # Calibre writes a comma inside a name as a bar.
        authors=tuple(name.replace("|", ",") for name in of["authors"] if name != "Unknown"),
        year=plausible(int(year)) if year.isdecimal() else None,
        isbns=tuple(dict.fromkeys(filter(None, map(isbn13, of["isbns"])))),
        languages=tuple(filter(None, map(language, of["languages"]))),
        subjects=tuple(of["tags"]),
        publisher=next(iter(of["publishers"]), None),
        description=next((plain(text) for text in of["comments"]), None),
        series=next(iter(of["series"]), None),
        note=Note(owned=True, stars=stars),
    )
