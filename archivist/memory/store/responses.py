"""Answers of sources, kept for a while: the cache that a source's client asks, surviving a reload."""

from __future__ import annotations

import sqlite3
from typing import Generic, Protocol, TypeVar

from archivist.memory.store.connection import Connection


class Timed(Protocol):
    """An answer's body and the epoch second after which it is not used any more."""

    @property
    def body(self) -> bytes:
        """The body."""

    @property
    def until(self) -> float:
        """The second."""


K = TypeVar("K", bound=Timed)
K_co = TypeVar("K_co", covariant=True)


class Made(Protocol[K_co]):
    """Makes the kind of answer that the client of the cache knows."""

    def __call__(self, *, body: bytes, until: float) -> K_co:
        """The answer."""


class Responses(Generic[K]):
    """The most recently used answers, as many as fit into `limit` bytes of body.

    Use is counted, not timed, so that the oldest is the oldest even when the clock is set back.
    """

    def __init__(self, connection: Connection, make: Made[K], *, limit: int) -> None:
        self._connection = connection
        self._make = make
        self._limit = limit

    def get(self, key: str) -> K | None:
        """The answer, which is now the most recently used one; None when it is not there."""
        rows = self._connection.rows("SELECT body, until FROM responses WHERE key = ?", (key,))
        if not rows:
            return None
        self._connection.put(f"UPDATE responses SET used = {_NEXT} WHERE key = ?", (key,))  # noqa: S608  no text of others
        body, until = rows[0]
        return self._make(body=body if isinstance(body, bytes) else b"", until=float(str(until)))

    def put(self, key: str, kept: K) -> None:
        """Keeps the answer and drops those longest unused, this one included when it alone is too big."""

        def work(database: sqlite3.Connection) -> None:
            database.execute(
                f"INSERT OR REPLACE INTO responses VALUES (?, ?, ?, ?, {_NEXT})",  # noqa: S608  no text of others
                (key, kept.body, kept.until, len(kept.body)),
            )
            database.execute(_TOO_MUCH, (self._limit,))

        self._connection.write(work)


_NEXT = "(SELECT coalesce(max(used), 0) + 1 FROM responses)"
_TOO_MUCH = """
DELETE FROM responses WHERE key IN (
    SELECT key FROM (SELECT key, sum(size) OVER (ORDER BY used DESC) AS so_far FROM responses) WHERE so_far > ?
)"""
