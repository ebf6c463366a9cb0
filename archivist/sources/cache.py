"""Answers that are kept for a while: how long each kind stays good, and where they lie.

Only answers that were parsed in full are kept; a failure never is. The key is the address without keys, so a cached
answer serves whoever asks the same question.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal, Protocol

Kind = Literal["search", "record", "article"]

HOUR = 3600.0
# A search changes with every import and every vote, a record seldom; an empty answer is soonest out of date, because
# the book that somebody misses may have been added meanwhile.
AGES: dict[Kind, float] = {"search": 24 * HOUR, "record": 7 * 24 * HOUR, "article": 24 * HOUR}
EMPTY_AGE = 1 * HOUR


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An answer's body and the epoch second after which it is not used any more."""

    body: bytes
    until: float


class Cache(Protocol):
    """A place for answers; one that is gone or was never there is None."""

    def get(self, key: str) -> Kept | None:
        """What is kept under `key`, out of date or not."""

    def put(self, key: str, kept: Kept) -> None:
        """Keeps it in place of what was there."""


class MemoryCache:
    """The most recently used answers, as many as fit into `limit` bytes of body."""

    def __init__(self, limit: int = 16_000_000) -> None:
        self._limit = limit
        self._size = 0
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def get(self, key: str) -> Kept | None:
        """The answer, which is now the most recently used one."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
        return kept

    def put(self, key: str, kept: Kept) -> None:
        """Keeps the answer and drops those longest unused, this one included when it alone is too big."""
        self._drop(key)
        self._kept[key] = kept
        self._size += len(kept.body)
        while self._size > self._limit:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: str) -> None:
        dropped = self._kept.pop(key, None)
        if dropped is not None:
            self._size -= len(dropped.body)
