"""The tables of the kept file, as steps from one version to the next.

A step, once released, is never edited: a change is a new step at the end. `PRAGMA user_version` holds how many steps a
file has taken. Times are epoch seconds. Every row that can be forgotten has a time, so that what one tab forgets is not
brought back by another that still has it (`forgotten`).
"""

from __future__ import annotations

import sqlite3

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE conversations (id TEXT PRIMARY KEY, title TEXT NOT NULL, at REAL NOT NULL);
    CREATE TABLE turns (
        number INTEGER PRIMARY KEY, conversation TEXT NOT NULL, id TEXT NOT NULL, role TEXT NOT NULL,
        text TEXT NOT NULL, body TEXT NOT NULL, at REAL NOT NULL, UNIQUE (conversation, id)
    );
    CREATE TABLE runs (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, query TEXT NOT NULL, intent TEXT NOT NULL,
        at REAL NOT NULL, words INTEGER NOT NULL, quads BLOB NOT NULL
    );
    CREATE INDEX runs_by_time ON runs (at);
    CREATE TABLE words (
        word TEXT NOT NULL, run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE, PRIMARY KEY (word, run)
    ) WITHOUT ROWID;
    CREATE INDEX words_by_run ON words (run);
    CREATE TABLE shown (
        run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE, place INTEGER NOT NULL, book TEXT NOT NULL,
        score REAL NOT NULL, reasons TEXT NOT NULL, PRIMARY KEY (run, place)
    ) WITHOUT ROWID;
    CREATE INDEX shown_by_book ON shown (book);
    CREATE TABLE books (id TEXT PRIMARY KEY, body BLOB NOT NULL, at REAL NOT NULL);
    CREATE TABLE checkpoints (run TEXT PRIMARY KEY, body TEXT NOT NULL, at REAL NOT NULL);
    CREATE TABLE responses (
        key TEXT PRIMARY KEY, body BLOB NOT NULL, until REAL NOT NULL, size INTEGER NOT NULL, used INTEGER NOT NULL
    );
    CREATE INDEX responses_by_use ON responses (used);
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, at REAL NOT NULL);
    CREATE TABLE forgotten (kind TEXT NOT NULL, id TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (kind, id));
    """,
    """
    ALTER TABLE runs ADD COLUMN model TEXT;
    ALTER TABLE runs ADD COLUMN vector BLOB;
    CREATE INDEX runs_by_model ON runs (model) WHERE model IS NOT NULL;
    CREATE TABLE ratings (book TEXT PRIMARY KEY, stars REAL NOT NULL, at REAL NOT NULL);
    """,
    """
    CREATE TABLE recordings (
        run TEXT PRIMARY KEY, conversation TEXT NOT NULL, body BLOB NOT NULL, size INTEGER NOT NULL, at REAL NOT NULL
    );
    CREATE INDEX recordings_by_time ON recordings (at);
    """,
)


class NewerFile(Exception):
    """The file was written by a newer version of this program."""


def migrate(database: sqlite3.Connection) -> None:
    """Brings the database to the newest version, all steps or none.

    Raises:
        NewerFile: it has taken steps that this program does not know.
    """
    taken = version(database)
    if taken > len(STEPS):
        raise NewerFile
    if taken == len(STEPS):
        return
    steps = "".join(STEPS[taken:])
    # executescript() commits whatever is open first, so that the transaction has to be inside the script.
    database.executescript(f"BEGIN IMMEDIATE; {steps} PRAGMA user_version = {len(STEPS)}; COMMIT;")


def version(database: sqlite3.Connection) -> int:
    """How many steps the database has taken."""
    row: tuple[int] = database.execute("PRAGMA user_version").fetchone()
    return row[0]
