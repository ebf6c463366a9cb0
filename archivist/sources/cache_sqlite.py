"""Answers that outlive the session, in the SQLite file where everything else is kept."""

from __future__ import annotations

import sqlite3
from typing import Final

from archivist.sources.cache import Kept

_TABLE: Final = """
CREATE TABLE IF NOT EXISTS kept_answers (
    key TEXT PRIMARY KEY, body BLOB NOT NULL, until REAL NOT NULL, size INTEGER NOT NULL
)
"""
_LATEST: Final = "SELECT key, sum(size) OVER (ORDER BY until DESC, key) AS total FROM kept_answers"


class SqliteCache:
    """Answers in the table `kept_answers` of `connection`, which is made when it is missing; at most `limit` bytes.

    What runs out of date first is dropped first. Addresses are kept without keys, as the client hands them over.
    """

    def __init__(self, connection: sqlite3.Connection, limit: int = 32_000_000) -> None:
        self._db = connection
        self._limit = limit
        with self._db:
            self._db.execute(_TABLE)

    def get(self, key: str) -> Kept | None:
        """What is kept under `key`, out of date or not."""
        row = self._db.execute("SELECT body, until FROM kept_answers WHERE key = ?", (key,)).fetchone()
        return Kept(body=row[0], until=row[1]) if row else None

    def put(self, key: str, kept: Kept) -> None:
        """Keeps it in place of what was there, and makes room."""
        with self._db:
            values = (key, kept.body, kept.until, len(kept.body))
            self._db.execute("INSERT OR REPLACE INTO kept_answers VALUES (?, ?, ?, ?)", values)
            self._db.execute(
                f"DELETE FROM kept_answers WHERE key IN (SELECT key FROM ({_LATEST}) WHERE total > ?)",  # noqa: S608 - a constant
                (self._limit,),
            )

    def clear(self) -> None:
        """Forgets every answer."""
        with self._db:
            self._db.execute("DELETE FROM kept_answers")
