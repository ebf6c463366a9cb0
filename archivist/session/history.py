"""Conversations: what was said, kept with the whole of each answer, and read again as far as a question needs it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pydantic import ValidationError

from archivist.librarian import Answer, Turn
from archivist.memory import KeptConversation, KeptTurn, Store

WINDOW = 6
"""Turns of a conversation that a question is read in the light of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One turn as it is shown again; `answer` is None for the visitor's, and for an answer of another version."""

    id: str
    role: str
    text: str
    at: datetime
    answer: Answer | None = None


class History:
    """The conversations of a store. Each question is two turns, `<id>:visitor` and `<id>:archivist`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._windows: dict[str, list[Turn]] = {}
        self._answered: set[str] = set()

    def window(self, conversation: str, *, besides: str = "") -> list[Turn]:
        """The last turns, oldest first; those of the question `besides` are passed over."""
        if conversation not in self._windows or besides in self._answered:
            kept = self._store.conversations.turns(conversation, WINDOW + 2)
            self._windows[conversation] = [_turn(_said(turn)) for turn in kept if not _belongs(turn, besides)]
        return self._windows[conversation][-WINDOW:]

    def add(self, conversation: str, question: str, answer: Answer, *, at: datetime) -> None:
        """Keeps a question with its answer; told twice, it is kept once."""
        before = self.window(conversation, besides=answer.id)
        said = (Turn(role="visitor", text=question), Turn(role="archivist", text=answer.answer, books=answer.books))
        self._windows[conversation] = [*before, *said][-WINDOW:]
        self._answered.add(answer.id)
        for turn in _turns_of(question, answer, at):
            self._store.conversations.put(conversation, turn)

    def all(self) -> list[KeptConversation]:
        """Every conversation, the newest first."""
        return self._store.conversations.all()

    def read(self, conversation: str) -> list[Said]:
        """What was said in a conversation, oldest first; nothing in one that is not kept."""
        return [_said(turn) for turn in self._store.conversations.turns(conversation)]

    def rename(self, conversation: str, title: str) -> bool:
        """Gives it another title; False when it is not kept."""
        return self._store.conversations.rename(conversation, title)

    def forget(self, conversation: str, *, at: datetime) -> None:
        """Deletes it with its turns."""
        self._store.conversations.forget(conversation, at=at)
        self._windows.pop(conversation, None)

    def refresh(self) -> None:
        """Reads the store again: another window's turns came in."""
        self._windows.clear()


def _belongs(turn: KeptTurn, question: str) -> bool:
    return bool(question) and turn.id.rpartition(":")[0] == question


def _turns_of(question: str, answer: Answer, at: datetime) -> tuple[KeptTurn, KeptTurn]:
    body = answer.model_dump_json()
    return (
        KeptTurn(id=f"{answer.id}:visitor", role="visitor", text=question, body="", at=at),
        KeptTurn(id=f"{answer.id}:archivist", role="archivist", text=answer.answer, body=body, at=at),
    )


def _said(turn: KeptTurn) -> Said:
    return Said(id=turn.id, role=turn.role, text=turn.text, at=turn.at, answer=_answer(turn.body))


def _answer(body: str) -> Answer | None:
    try:
        return Answer.model_validate_json(body) if body else None
    except ValidationError:
        return None  # kept by another version; its text is still there


def _turn(said: Said) -> Turn:
    books = said.answer.books if said.answer else ()
    return Turn(role="visitor" if said.role == "visitor" else "archivist", text=said.text, books=books)
