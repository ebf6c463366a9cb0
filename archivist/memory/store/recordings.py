"""What was recorded of runs, so that they can be played again: the last ones, as many as fit."""

from __future__ import annotations

import sqlite3
import zlib
from datetime import datetime

from archivist.memory.store.connection import Connection
from archivist.memory.terms import clean

RECORDED_BYTES = 4_000_000
"""Compressed bytes of recordings that are kept: a few hundred runs of five calls to sources each."""

_TOO_MUCH = """
DELETE FROM recordings WHERE run IN (
    SELECT run FROM (SELECT run, sum(size) OVER (ORDER BY at DESC, run) AS so_far FROM recordings) WHERE so_far > ?
)"""


class Recordings:
    """The recordings of the kept file, one a run; those longest ago go first when there are too many."""

    def __init__(self, connection: Connection, *, limit: int = RECORDED_BYTES) -> None:
        self._connection = connection
        self._limit = limit

    def put(self, run: str, conversation: str, body: str, *, at: datetime) -> None:
        """Keeps the run's recording (JSON text) in place of the one before."""
        packed = zlib.compress(clean(body).encode(), 1)

        def work(database: sqlite3.Connection) -> None:
            database.execute(
                "INSERT OR REPLACE INTO recordings VALUES (?, ?, ?, ?, ?)",
                (clean(run), clean(conversation), packed, len(packed), at.timestamp()),
            )
            database.execute(_TOO_MUCH, (self._limit,))

        self._connection.write(work)

    def get(self, run: str) -> str | None:
        """The run's recording, or None."""
        rows = self._connection.rows("SELECT body FROM recordings WHERE run = ?", (clean(run),))
        return zlib.decompress(rows[0][0]).decode() if rows and isinstance(rows[0][0], bytes) else None
