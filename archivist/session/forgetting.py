"""Forgetting a question or a conversation, wherever something of it is kept."""

from __future__ import annotations

from datetime import datetime

from archivist.librarian import forget_read
from archivist.memory import Memory, Store
from archivist.session.history import History


def forget_run(run: str, memory: Memory, store: Store, *, at: datetime) -> bool:
    """Forgets a question: what was remembered, recorded and said. False when nothing of it was kept.

    `memory` may be shared by many; turns and recording are in this reader's `store` all the same.
    """
    forget_read()
    remembered = memory.forget_run(run)
    return store.runs.forget_run(run, at=at) or remembered


def forget_conversation(conversation: str, memory: Memory, store: Store, *, at: datetime) -> bool:
    """Forgets a conversation with all its questions; False when it is not kept."""
    forget_read()
    history = History(store)
    known = any(one.id == conversation for one in history.all())
    for run in dict.fromkeys(turn.id.rpartition(":")[0] for turn in history.read(conversation)):
        forget_run(run, memory, store, at=at)
    history.forget(conversation, at=at)
    return known
