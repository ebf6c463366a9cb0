"""The kept file: conversations, runs, checkpoints, cached answers, settings; one class a concern, one connection."""

from archivist.memory.store.checkpoints import Checkpoints
from archivist.memory.store.connection import Notice
from archivist.memory.store.conversations import Conversations, KeptConversation, KeptTurn
from archivist.memory.store.responses import Responses
from archivist.memory.store.runs import Runs
from archivist.memory.store.settings import KeptSettings
from archivist.memory.store.store import Store

__all__ = [
    "Checkpoints",
    "Conversations",
    "KeptConversation",
    "KeptSettings",
    "KeptTurn",
    "Notice",
    "Responses",
    "Runs",
    "Store",
]
