"""Conversations and their turns, kept under ids that the page makes: what is told twice is kept once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from archivist.memory.store.connection import Connection, Row
from archivist.memory.terms import clean


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTurn:
    """One turn: `role` says who spoke, `body` is whatever else belongs to it as JSON text (an answer, say)."""

    id: str
    role: str
    text: str
    body: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptConversation:
    """A conversation and when something last happened in it."""

    id: str
    title: str
    at: datetime


class Conversations:
    """The conversations of the kept file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, conversation: str, turn: KeptTurn) -> None:
        """Adds the turn, or replaces the one with its id; a conversation that is new is titled by its first turn."""
        at = turn.at.timestamp()
        conversation, name, text, body = map(clean, (conversation, turn.id, turn.text, turn.body))

        self._connection.write(
            lambda database: (
                database.execute(
                    "INSERT INTO conversations VALUES (?, ?, ?)"
                    " ON CONFLICT (id) DO UPDATE SET at = max(at, excluded.at)",
                    (conversation, text, at),
                ),
                database.execute(
                    "INSERT INTO turns (conversation, id, role, text, body, at) VALUES (?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT (conversation, id) DO UPDATE SET"
                    " role = excluded.role, text = excluded.text, body = excluded.body, at = excluded.at",
                    (conversation, name, turn.role, text, body, at),
                ),
            )
        )

    def turns(self, conversation: str, last: int | None = None) -> list[KeptTurn]:
        """The turns, oldest first; with `last`, that many of the newest."""
        rows = self._connection.rows(
            "SELECT id, role, text, body, at FROM turns WHERE conversation = ? ORDER BY at DESC, number DESC LIMIT ?",
            (conversation, -1 if last is None else last),
        )
        return [_turn(row) for row in reversed(rows)]

    def all(self) -> list[KeptConversation]:
        """Every conversation, the newest first."""
        rows = self._connection.rows("SELECT id, title, at FROM conversations ORDER BY at DESC, id")
        return [KeptConversation(id=str(name), title=str(title), at=_time(at)) for name, title, at in rows]

    def rename(self, conversation: str, title: str) -> bool:
        """Gives the conversation another title, which no later turn changes; False when there is no such one."""
        changed = self._connection.put("UPDATE conversations SET title = ? WHERE id = ?", (title, clean(conversation)))
        return changed > 0

    def forget(self, conversation: str, *, at: datetime) -> None:
        """Deletes the conversation with its turns."""
        conversation = clean(conversation)
        self._connection.write(
            lambda database: (
                database.execute("DELETE FROM turns WHERE conversation = ?", (conversation,)),
                database.execute("DELETE FROM conversations WHERE id = ?", (conversation,)),
                database.execute("DELETE FROM recordings WHERE conversation = ?", (conversation,)),
                database.execute(
                    "INSERT OR REPLACE INTO forgotten VALUES ('conversation', ?, ?)", (conversation, at.timestamp())
                ),
            )
        )


def _turn(row: Row) -> KeptTurn:
    name, role, text, body, at = row
    return KeptTurn(id=str(name), role=str(role), text=str(text), body=str(body), at=_time(at))


def _time(at: object) -> datetime:
    return datetime.fromtimestamp(float(str(at)), UTC)
