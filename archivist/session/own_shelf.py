"""The visitor's own shelf, in the same file as everything else and over a connection of its own.

`archivist.sources.shelf` is imported only when there is a book on it: most visitors have none and need not wait.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from archivist.memory import Notice

if TYPE_CHECKING:
    from archivist.sources.shelf import Shelf, ShelfBook

LOST = "The shelf cannot be written to the Archivist's file. What is put on it stays until this window closes."


class OwnShelf:
    """Books that were imported, in the file at `path` or, with None, in memory.

    A file that cannot be written is told of once to `tell`; from then on the shelf is in memory, with what could be
    read.
    """

    def __init__(self, path: Path | None, tell: Callable[[Notice], None] = lambda _: None) -> None:
        self._path = path
        self._tell = tell
        self._made: Shelf | None = None
        self._database: sqlite3.Connection | None = None

    def __len__(self) -> int:
        return len(self.shelf) if self._made is not None or _any_book(self._path) else 0

    @property
    def shelf(self) -> Shelf:
        """The shelf, to be searched."""
        if self._made is not None:
            return self._made
        try:
            self._made = self._opened(self._path)
        except sqlite3.DatabaseError:
            return self._retreat([])
        return self._made

    def add(self, books: Iterable[ShelfBook]) -> int:
        """Puts the books on the shelf; how many they were."""
        new = list(books)
        try:
            return self.shelf.add(new)
        except sqlite3.DatabaseError:
            return self._retreat(self.books()).add(new)

    def books(self) -> list[ShelfBook]:
        """Every book, in the order in which they came."""
        return _books_in(self._database) if len(self) and self._database is not None else []

    def absorb(self, path: Path) -> int:
        """Takes in the books that another window's file has and this one has not; how many they were."""
        if not _any_book(path):
            return 0
        with closing(sqlite3.connect(path)) as theirs:
            offered = _books_in(theirs)
        known = {book.key for book in self.books()}
        return self.add(book for book in offered if book.key not in known)

    def clear(self) -> None:
        """Takes everything off the shelf."""
        if len(self):
            self.shelf.clear()

    def close(self) -> None:
        """Closes the file."""
        if self._database is not None:
            self._database.close()
            self._database = self._made = None

    def _opened(self, path: Path | None) -> Shelf:
        from archivist.sources.shelf import Shelf  # noqa: PLC0415 - see above

        self._database = sqlite3.connect(path or ":memory:")
        self._database.execute("PRAGMA secure_delete = ON")
        return Shelf(self._database)

    def _retreat(self, known: list[ShelfBook]) -> Shelf:
        self._tell(Notice(why="refused", text=LOST))
        self.close()
        self._path = None
        self._made = self._opened(None)
        self._made.add(known)
        return self._made


def _any_book(path: Path | None) -> bool:
    if path is None or not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(path)) as database:
            return database.execute("SELECT 1 FROM shelf_books LIMIT 1").fetchone() is not None
    except sqlite3.DatabaseError:
        return False  # no such table: nothing was ever put on a shelf


def _books_in(database: sqlite3.Connection) -> list[ShelfBook]:
    from archivist.sources.shelf import ShelfBook  # noqa: PLC0415 - see above

    kept: TypeAdapter[ShelfBook] = TypeAdapter(ShelfBook)
    rows = database.execute("SELECT book FROM shelf_books ORDER BY rowid").fetchall()
    return [kept.validate_json(text) for (text,) in rows]
