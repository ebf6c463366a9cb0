"""All that is kept, as one value to take along; keys are never kept, so they are not in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from pydantic import JsonValue
from pydantic_core import to_jsonable_python

if TYPE_CHECKING:
    from archivist.session.session import Session

VERSION = 1


def everything(session: Session) -> dict[str, JsonValue]:
    """Conversations with every answer whole, the shelf, the settings, and the memory as N-Quads."""
    conversations = [
        {"id": one.id, "title": one.title, "at": one.at, "turns": session.history.read(one.id)}
        for one in session.history.all()
    ]
    kept = {
        "kind": "archivist-data",
        "version": VERSION,
        "conversations": conversations,
        "shelf": session.home.shelf.books(),
        "settings": session.home.settings(),
        "memory": session.memory.export("nquads"),
    }
    return cast("dict[str, JsonValue]", to_jsonable_python(kept))
