"""The one connection to the kept file, and what happens when the file cannot be had.

Storage that is refused, full or damaged is no error of the question being answered: it is said once, what could be read
is carried over into memory, and everything goes on there until the program ends.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from archivist.memory.store.schema import NewerFile, migrate
from archivist.memory.terms import clean

T = TypeVar("T")
Cell = str | int | float | bytes | None
Row = tuple[Cell, ...]
Why = Literal["refused", "full", "busy", "damaged", "newer"]

# What SQLite says when the place is the trouble and not the statement (https://sqlite.org/rescode.html, primary codes).
_TROUBLE: dict[int, Why] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "refused",
    sqlite3.SQLITE_CANTOPEN: "refused",
    sqlite3.SQLITE_PERM: "refused",
    sqlite3.SQLITE_AUTH: "refused",
    sqlite3.SQLITE_IOERR: "refused",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
_WORDS: dict[Why, str] = {
    "refused": "The place where the Archivist keeps its memory cannot be written",
    "full": "The place where the Archivist keeps its memory is full",
    "busy": "Another window holds the Archivist's memory and does not let go",
    "damaged": "The file of the Archivist's memory is damaged",
    "newer": "The file of the Archivist's memory was written by a newer version of it",
}
_MEANWHILE = "What happens from now on is remembered only until this window closes."


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """What became of the kept file, as a sentence for the visitor; `path` is the damaged file's new place, if any."""

    why: Why
    text: str
    path: Path | None = None


class Connection:
    """A SQLite database in a file, or in memory with None, brought to the newest schema.

    `tell` hears of trouble at most once. A damaged file is put aside under the next free name `…damaged-N`, never
    deleted, and a new one begun; a newer version's file is left as it is.
    """

    def __init__(
        self, path: Path | None, tell: Callable[[Notice], None], *, patience: float = 5.0, pages: int | None = None
    ) -> None:
        self._tell = tell
        self._told = False
        self._patience = patience
        self._pages = pages
        self._database = self._opened(path)

    @property
    def kept(self) -> bool:
        """True while what is written outlives the program."""
        return bool(self.rows("SELECT file FROM pragma_database_list WHERE name = 'main' AND file <> ''"))

    def rows(self, query: str, values: Sequence[Cell] = ()) -> list[Row]:
        """The rows of a query; none, and a notice, when the file has become unreadable."""
        cells = _clean(values)
        try:
            return self._database.execute(query, cells).fetchall()
        except sqlite3.DatabaseError as error:
            self._retreat(error)
            return self._database.execute(query, cells).fetchall()

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` returns, done as a whole or not at all; done again in memory when the file fails it."""
        try:
            return self._whole(work)
        except sqlite3.DatabaseError as error:
            self._retreat(error)
            return self._whole(work)

    def put(self, statement: str, values: Sequence[Cell] = ()) -> int:
        """One writing statement as a whole; the number of rows it changed."""
        return self.write(lambda database: database.execute(statement, _clean(values)).rowcount)

    def compact(self) -> None:
        """Gives back the room of what was deleted."""
        try:
            self._database.execute("VACUUM")
        except sqlite3.DatabaseError as error:
            self._retreat(error)

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    def _whole(self, work: Callable[[sqlite3.Connection], T]) -> T:
        database = self._database
        database.execute("BEGIN IMMEDIATE")
        try:
            done = work(database)
            database.execute("COMMIT")
        except BaseException:
            # A full disk has rolled back already.
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise
        return done

    def _opened(self, path: Path | None) -> sqlite3.Connection:
        if path is None:
            return _in_memory()
        try:
            return self._file(path)
        except NewerFile:
            self._say(Notice(why="newer", text=f"{_WORDS['newer']}. {_MEANWHILE}"))
        except sqlite3.DatabaseError as error:
            why = _why(error)
            if why == "damaged" and (aside := _put_aside(path)) is not None:
                self._say(Notice(why=why, text=f"{_WORDS[why]}; it is kept as {aside.name}.", path=aside))
                return self._opened(path)
            self._say(Notice(why=why, text=f"{_WORDS[why]}. {_MEANWHILE}"))
        return _in_memory()

    def _file(self, path: Path) -> sqlite3.Connection:
        database = sqlite3.connect(path, isolation_level=None, timeout=self._patience)
        try:
            prepared = _prepared(database)
            if self._pages is not None:
                database.execute(f"PRAGMA max_page_count = {self._pages:d}")
        except BaseException:
            database.close()
            raise
        return prepared

    def _retreat(self, error: sqlite3.DatabaseError) -> None:
        """Goes on in memory with what can be read of the file; an error that is not the file's is raised again."""
        why = _why(error)
        self._say(Notice(why=why, text=f"{_WORDS[why]}. {_MEANWHILE}"))
        before, self._database = self._database, _in_memory()
        with closing(before):
            # A copy of a damaged file would be as damaged.
            if why == "damaged":
                return
            try:
                before.backup(self._database, progress=_give_up)
            except (sqlite3.DatabaseError, _Held):
                self._database = _in_memory()  # the notice has said that the file cannot be had

    def _say(self, notice: Notice) -> None:
        if not self._told:
            self._told = True
            self._tell(notice)


def _clean(values: Sequence[Cell]) -> list[Cell]:
    return [clean(value) if isinstance(value, str) else value for value in values]


class _Held(Exception):
    """The file is held by another, so that it cannot even be read."""


def _give_up(status: int, _remaining: int, _all: int) -> None:
    # Python's backup() tries for ever while somebody else holds the file.
    if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        raise _Held


def _why(error: sqlite3.DatabaseError) -> Why:
    why = _TROUBLE.get(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF)
    if why is None:
        raise error
    return why


def _in_memory() -> sqlite3.Connection:
    return _prepared(sqlite3.connect(":memory:", isolation_level=None))


def _prepared(database: sqlite3.Connection) -> sqlite3.Connection:
    database.execute("PRAGMA foreign_keys = ON")
    # What is forgotten is overwritten, not only unlinked.
    database.execute("PRAGMA secure_delete = ON")
    migrate(database)
    return database


def _put_aside(path: Path) -> Path | None:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        return path.rename(aside)
    except OSError:
        return None  # then the notice says that memory is not kept
