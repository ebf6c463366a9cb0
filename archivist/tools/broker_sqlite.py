"""The effect broker in a SQLite file, beside the other kept data or alone."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar, cast

from pydantic import JsonValue

from archivist.tools.broker import BrokerError, EffectSlot, Looked, looked

T = TypeVar("T")

_TABLES = """
CREATE TABLE IF NOT EXISTS tool_effect (
    slot TEXT PRIMARY KEY, bound TEXT NOT NULL, receipt TEXT, marked TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT;
CREATE TABLE IF NOT EXISTS tool_effect_audit (
    slot TEXT NOT NULL, word TEXT NOT NULL, by TEXT NOT NULL, at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT;
"""
_BUSY = 5.0
"""Seconds to wait for another connection's transaction; each holds one row for well under a millisecond."""


class SqliteBroker:
    """Markers and receipts in a file. Each commit is synced before an effect is made.

    Args:
        path: a real file; what is in memory only cannot survive what the broker is for.

    Raises:
        BrokerError: the path is no plain file, or cannot be opened.
    """

    def __init__(self, path: Path | str) -> None:
        text = str(path)
        if text in {"", ":memory:"} or text.startswith("file:"):
            message = f"the effect broker needs a real file, not {text!r}"
            raise BrokerError(message)
        with _named("open"):
            self._connection = sqlite3.connect(text, timeout=_BUSY, isolation_level=None)
            self._connection.execute("PRAGMA synchronous=FULL")
            self._connection.executescript(_TABLES)

    def close(self) -> None:
        """Ends the connection; what was kept stays."""
        self._connection.close()

    def __len__(self) -> int:
        return int(self._connection.execute("SELECT count(*) FROM tool_effect").fetchone()[0])

    def begin(self, slot: EffectSlot, bound: str) -> Looked:
        """Marks a new slot, or says what it holds, in one immediate transaction: of two who race, one marks."""

        def step() -> Looked:
            row = self._connection.execute(
                "SELECT bound, receipt FROM tool_effect WHERE slot = ?", (slot.key,)
            ).fetchone()
            if row is not None:
                return looked(row[0], _receipt(row[1]), bound)
            self._connection.execute("INSERT INTO tool_effect (slot, bound) VALUES (?, ?)", (slot.key, bound))
            return Looked(found="new")

        return self._transaction("mark", step)

    def finish(self, slot: EffectSlot, receipt: Mapping[str, JsonValue]) -> None:
        """Keeps the receipt."""
        self._transaction("keep the receipt of", lambda: self._receive(slot, receipt))

    def release(self, slot: EffectSlot) -> None:
        """Takes the marker back."""
        self._transaction("release", lambda: self._delete(slot))

    def resolve(self, slot: EffectSlot, receipt: Mapping[str, JsonValue] | None, by: str) -> None:
        """Settles by a person's word, and keeps who said so."""

        def step() -> None:
            word = "did not happen" if receipt is None else "happened"
            row = (slot.key, word, by)
            self._connection.execute("INSERT INTO tool_effect_audit (slot, word, by) VALUES (?, ?, ?)", row)
            if receipt is None:
                self._delete(slot)
            else:
                self._receive(slot, receipt)

        self._transaction("resolve", step)

    def audit(self) -> list[tuple[str, str, str]]:
        """What people settled: slot, word, by whom; oldest first."""
        rows = self._connection.execute("SELECT slot, word, by FROM tool_effect_audit ORDER BY rowid")
        return [(str(slot), str(word), str(by)) for slot, word, by in rows]

    def _receive(self, slot: EffectSlot, receipt: Mapping[str, JsonValue]) -> None:
        text = json.dumps(dict(receipt), ensure_ascii=False)
        self._connection.execute("UPDATE tool_effect SET receipt = ? WHERE slot = ?", (text, slot.key))

    def _delete(self, slot: EffectSlot) -> None:
        self._connection.execute("DELETE FROM tool_effect WHERE slot = ?", (slot.key,))

    def _transaction(self, what: str, step: Callable[[], T]) -> T:
        with _named(what):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                made = step()
                self._connection.execute("COMMIT")
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            return made


def _receipt(text: str | None) -> Mapping[str, JsonValue] | None:
    if text is None:
        return None
    try:
        return cast("Mapping[str, JsonValue]", json.loads(text))
    except ValueError as error:
        message = "a kept receipt cannot be read"
        raise BrokerError(message) from error


@contextmanager
def _named(what: str) -> Iterator[None]:
    """Database errors as the broker's own, without the file's path."""
    try:
        yield
    except sqlite3.Error as error:
        message = f"the effect broker could not {what} the slot: {type(error).__name__}"
        raise BrokerError(message) from error
