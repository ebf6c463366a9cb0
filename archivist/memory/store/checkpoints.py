"""Checkpoints of runs that wait or were cut off, so that they can go on after a reload."""

from __future__ import annotations

from datetime import datetime

from archivist.memory.store.connection import Connection


class Checkpoints:
    """The checkpoints of the kept file: one a run, the newest."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, run: str, body: str, *, at: datetime) -> None:
        """Keeps the run's checkpoint (JSON text) in place of the one before."""
        self._connection.put("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?)", (run, body, at.timestamp()))

    def get(self, run: str) -> str | None:
        """The run's checkpoint, or None."""
        rows = self._connection.rows("SELECT body FROM checkpoints WHERE run = ?", (run,))
        return str(rows[0][0]) if rows else None

    def runs(self) -> list[str]:
        """The runs that can go on, the newest first."""
        return [str(run) for (run,) in self._connection.rows("SELECT run FROM checkpoints ORDER BY at DESC, run")]

    def drop(self, run: str, *, at: datetime) -> None:
        """Forgets the run's checkpoint: it ended."""
        self._connection.write(
            lambda database: (
                database.execute("DELETE FROM checkpoints WHERE run = ?", (run,)),
                database.execute("INSERT OR REPLACE INTO forgotten VALUES ('checkpoint', ?, ?)", (run, at.timestamp())),
            )
        )
