"""Taking in what another window kept, so that two windows do not destroy each other's data.

Where each window works on its own copy of the file (a browser), the last one to save would win. Instead it takes in
what is there first: rows that only the other has are added, of rows that both have the newer one stays, and what either
has forgotten stays forgotten. Answers of sources are not taken in: they can be asked for again, and hold the words of
questions.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from archivist.memory.store.runs import ORPHANS, SILENT, without_book
from archivist.memory.store.schema import migrate

# Table, key columns, and the column that says which of two rows is newer.
_TABLES = (
    ("forgotten", ("kind", "id"), "at"),
    ("conversations", ("id",), "at"),
    ("turns", ("conversation", "id"), "at"),
    ("books", ("id",), "at"),
    ("ratings", ("book",), "at"),
    ("checkpoints", ("run",), "at"),
    ("recordings", ("run",), "at"),
    ("settings", ("name",), "at"),
)
_FORGOTTEN_BOOKS = """
SELECT shown.run, shown.book FROM shown JOIN runs ON runs.number = shown.run
JOIN forgotten ON forgotten.kind = 'book' AND forgotten.id = shown.book AND forgotten.at >= runs.at
"""
_FORGOTTEN_TURNS = """
SELECT turns.conversation, turns.id FROM turns JOIN forgotten ON forgotten.kind = 'run' AND forgotten.at >= turns.at
AND turns.id IN (forgotten.id || ':visitor', forgotten.id || ':archivist')
"""
_RUN_COLUMNS = "id, query, intent, at, words, quads, model, vector"


def read_copy(path: Path) -> sqlite3.Connection:
    """A copy in memory of the file, brought to our schema; the file itself is not touched.

    Raises:
        sqlite3.DatabaseError: the file cannot be read.
        NewerFile: a newer version wrote it.
    """
    copy = sqlite3.connect(":memory:", isolation_level=None)
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as file:
        file.backup(copy)
    migrate(copy)
    return copy


def absorb(ours: sqlite3.Connection, theirs: sqlite3.Connection) -> int:
    """Takes the other's rows in; how many rows it brought or renewed."""
    taken = sum(_newer_rows(ours, theirs, *table) for table in _TABLES)
    taken += sum(_run(ours, theirs, row) for row in theirs.execute(f"SELECT number, {_RUN_COLUMNS} FROM runs"))  # noqa: S608  constants
    _forget(ours)
    return taken


def _newer_rows(
    ours: sqlite3.Connection, theirs: sqlite3.Connection, table: str, keys: tuple[str, ...], newer: str
) -> int:
    columns = [str(row[1]) for row in theirs.execute(f"PRAGMA table_info({table})") if row[1] != "number"]
    names, places = ", ".join(columns), ", ".join("?" * len(columns))
    update = ", ".join(f"{column} = excluded.{column}" for column in columns)
    statement = (
        f"INSERT INTO {table} ({names}) VALUES ({places}) ON CONFLICT ({', '.join(keys)})"  # noqa: S608  constants
        f" DO UPDATE SET {update} WHERE excluded.{newer} > {table}.{newer}"
    )
    rows = theirs.execute(f"SELECT {', '.join(columns)} FROM {table}")  # noqa: S608  constants
    return sum(ours.execute(statement, row).rowcount for row in rows)


def _run(ours: sqlite3.Connection, theirs: sqlite3.Connection, row: tuple[object, ...]) -> int:
    number, name, at = row[0], row[1], row[4]
    if ours.execute("SELECT 1 FROM runs WHERE id = ? AND at >= ?", (name, at)).fetchone():
        return 0
    ours.execute("DELETE FROM runs WHERE id = ?", (name,))
    added = ours.execute(f"INSERT INTO runs ({_RUN_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row[1:]).lastrowid  # noqa: S608  constants
    for table, columns in (("words", "word"), ("shown", "place, book, score, reasons")):
        rows = theirs.execute(f"SELECT {columns} FROM {table} WHERE run = ?", (number,)).fetchall()  # noqa: S608  constants
        places = ", ".join("?" * (columns.count(",") + 2))
        ours.executemany(f"INSERT INTO {table} (run, {columns}) VALUES ({places})", [(added, *cells) for cells in rows])  # noqa: S608  constants
    return 1


def _forget(ours: sqlite3.Connection) -> None:
    """Deletes what either side forgot after it was written; what was written again afterwards stays."""
    for number, book in ours.execute(_FORGOTTEN_BOOKS).fetchall():
        without_book(ours, number, book)
    for kind, table, key in (
        ("run", "runs", "id"),
        ("conversation", "conversations", "id"),
        ("conversation", "turns", "conversation"),
        ("checkpoint", "checkpoints", "run"),
        ("run", "recordings", "run"),
        ("conversation", "recordings", "conversation"),
        ("recording", "recordings", "run"),
        ("book", "books", "id"),
        ("book", "ratings", "book"),
    ):
        ours.execute(
            f"DELETE FROM {table} WHERE EXISTS (SELECT 1 FROM forgotten AS f"  # noqa: S608  constants
            f" WHERE f.at >= {table}.at AND (f.kind = 'everything' OR (f.kind = ? AND f.id = {table}.{key})))",
            (kind,),
        )
    ours.executemany("DELETE FROM turns WHERE conversation = ? AND id = ?", ours.execute(_FORGOTTEN_TURNS).fetchall())
    ours.execute(SILENT)
    ours.execute(ORPHANS)
    ours.execute("DELETE FROM shown WHERE NOT EXISTS (SELECT 1 FROM books WHERE books.id = shown.book)")
