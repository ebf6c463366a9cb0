"""The visitor's own shelf: a fifth source that asks nobody.

It lives in SQLite beside everything else that is kept, is searched by FTS5, and never leaves the machine.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from archivist.books import fold, isbn13
from archivist.books.record import Candidate
from archivist.sources.likeness import best_first, likeness
from archivist.sources.result import SourceResult
from archivist.sources.shelf.book import Note, ShelfBook, candidate_of
from archivist.sources.terms import EMPTY_WORDS, worded
from archivist.sources.tool import SourceTool
from archivist.tools import Effect, ToolContext, ToolPolicy

# Chinese, Japanese and Korean write no blanks between words: there each sign is indexed as a word.
_SIGNS: Final = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])")
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS shelf_books (key TEXT PRIMARY KEY, book TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS shelf_isbns (isbn TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (isbn, key));
CREATE VIRTUAL TABLE IF NOT EXISTS shelf_words USING fts5(key UNINDEXED, words, tokenize = 'unicode61');
"""
_FOUND: Final = (
    "SELECT b.book FROM shelf_words w JOIN shelf_books b ON b.key = w.key "
    "WHERE shelf_words MATCH ? ORDER BY rank LIMIT ?"
)
_BOOK: TypeAdapter[ShelfBook] = TypeAdapter(ShelfBook)
MOST: Final = 50


class Shelf:
    """Books that were imported, in the tables of `connection`, which are made when they are missing.

    Importing a file again replaces its rows; what another file says of the same book stays beside it.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._db.executescript(_TABLES)

    def __len__(self) -> int:
        (count,) = self._db.execute("SELECT count(*) FROM shelf_books").fetchone()
        return int(count)

    def add(self, books: Iterable[ShelfBook]) -> int:
        """Puts the books on the shelf, all or none, and returns how many."""
        kept = {book.key: book for book in books}
        with self._db:
            self._forget(kept)
            self._db.executemany(
                "INSERT INTO shelf_books VALUES (?, ?)",
                ((book.key, json.dumps(asdict(book))) for book in kept.values()),
            )
            self._db.executemany(
                "INSERT INTO shelf_words VALUES (?, ?)", ((book.key, _indexed(book.words)) for book in kept.values())
            )
            pairs = ((isbn, book.key) for book in kept.values() for isbn in book.isbns)
            self._db.executemany("INSERT OR IGNORE INTO shelf_isbns VALUES (?, ?)", pairs)
        return len(kept)

    def _forget(self, keys: Iterable[str]) -> None:
        each = [(key,) for key in keys]
        for table in ("shelf_books", "shelf_words", "shelf_isbns"):
            self._db.executemany(f"DELETE FROM {table} WHERE key = ?", each)  # noqa: S608 - names from the line above

    def clear(self) -> None:
        """Takes everything off the shelf."""
        with self._db:
            for table in ("shelf_books", "shelf_words", "shelf_isbns"):
                self._db.execute(f"DELETE FROM {table}")  # noqa: S608 - names from the line above

    def with_isbn(self, isbn: str) -> list[ShelfBook]:
        """The books that carry the ISBN, those first that were imported first."""
        query = "SELECT b.book FROM shelf_isbns i JOIN shelf_books b ON b.key = i.key WHERE i.isbn = ? ORDER BY b.rowid"
        return [_BOOK.validate_json(text) for (text,) in self._db.execute(query, (isbn,))]

    def search(self, text: str, limit: int = MOST) -> list[ShelfBook]:
        """The books that hold all words of `text`, else those that hold the most telling of them, best first."""
        words = _indexed(text).split()
        telling = [word for word in words if word not in EMPTY_WORDS] or words
        for joined in (" AND ", " OR "):
            match = joined.join(f'"{word}"' for word in telling)
            rows = self._db.execute(_FOUND, (match, limit)).fetchall() if match else []
            if rows:
                return [_BOOK.validate_json(text) for (text,) in rows]
        return []

    def first(self, limit: int) -> list[ShelfBook]:
        """The books that were put on the shelf last."""
        rows = self._db.execute("SELECT book FROM shelf_books ORDER BY rowid DESC LIMIT ?", (limit,))
        return [_BOOK.validate_json(text) for (text,) in rows]

    def note(self, candidate: Candidate) -> Note | None:
        """What the visitor noted about a book, which any source may have found: by the shelf's key, else by ISBN."""
        rows = self._db.execute("SELECT book FROM shelf_books WHERE key = ?", (candidate.key,)).fetchall()
        books = [_BOOK.validate_json(text) for (text,) in rows] if candidate.source == "shelf" else []
        books += [book for isbn in candidate.isbns for book in self.with_isbn(isbn)]
        return _joined([book.note for book in books])


def _joined(notes: list[Note]) -> Note | None:
    """Several files' notes as one: owned if any says so, otherwise the first that says anything."""
    if not notes:
        return None
    return Note(
        owned=any(note.owned for note in notes),
        reading=next((note.reading for note in notes if note.reading), None),
        stars=next((note.stars for note in notes if note.stars), None),
        finished=next((note.finished for note in notes if note.finished), None),
    )


def _indexed(text: str) -> str:
    return " ".join(_SIGNS.sub(r" \1 ", fold(text)).split())


class ShelfInput(BaseModel):
    """What may be looked for on the shelf; at least one of title, author, isbn, subject and query, or the `whole`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    title: str | None = Field(None, max_length=300, description="Title")
    author: str | None = Field(None, max_length=120, description="One author's name")
    isbn: str | None = Field(None, max_length=20, description="ISBN of 10 or 13 digits")
    subject: list[str] = Field(default_factory=list, max_length=3, description="Subjects that must all hold")
    query: str | None = Field(None, max_length=300, description="Words when nothing else is known")
    whole: bool = Field(default=False, description="Whatever was put on the shelf last")
    limit: int = Field(8, ge=1, le=20, description="How many books at most")


class ShelfSearch(SourceTool[ShelfInput]):
    """The visitor's own books that fit; `detail` says which are owned, read or rated. No request leaves the machine."""

    name = "shelf_search"
    description = (
        "Looks for books on the visitor's own shelf, which other programs' files were imported to. "
        "An empty result means that no such book is on it; do not repeat the same call."
    )
    Input = ShelfInput
    policy = ToolPolicy(effect=Effect.READ, idempotency="idempotent")

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def execute(self, call: ShelfInput, context: ToolContext) -> SourceResult:
        """The books that fit, likest first."""
        del context
        call = call.model_copy(update={"title": worded(call.title), "author": worded(call.author)})
        books = self._found(call)[: call.limit]
        said = [f"{book.title}: {book.note.words}" for book in books if book.note.words]
        asked = [" ".join(filter(None, (call.isbn, call.title, call.author, *call.subject, call.query)))]
        candidates = [candidate_of(book) for book in books]
        return SourceResult(source="shelf", candidates=candidates, asked=asked, detail="; ".join(said))

    def _found(self, call: ShelfInput) -> list[ShelfBook]:
        isbn = isbn13(call.isbn)
        exact = self._shelf.with_isbn(isbn) if isbn else []
        if exact:
            return exact
        words = " ".join(filter(None, (call.title, call.author, *call.subject, call.query)))
        if call.whole:
            return self._shelf.first(call.limit)
        books = {book.key: book for book in self._shelf.search(words)}
        rows = [candidate_of(book) for book in books.values()]
        fitting = [row for row in rows if likeness(row, call.title, call.author) > 0 and _about(books[row.key], call)]
        return [books[row.key] for row in best_first(fitting, call.title, call.author)]


def _about(book: ShelfBook, call: ShelfInput) -> bool:
    """Whether every subject and every bare word stands in the book's own words."""
    have = set(_indexed(f"{book.words} {book.description or ''}").split())
    wanted = {word for text in (*call.subject, call.query or "") for word in _indexed(text).split()}
    return wanted - EMPTY_WORDS <= have
