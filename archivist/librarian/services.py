"""What the nodes may use: handed in once a run, never looked up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from archivist.librarian.reader import Reader
from archivist.memory import Memory
from archivist.tools import Dispatcher, Gate


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Who reads and writes, the rules to fall back to, the tools, who decides on their calls, the memory, the time."""

    reader: Reader
    rules: Reader
    dispatcher: Dispatcher
    memory: Memory
    tools: tuple[str, ...]
    gate: Gate | None = None
    now: Callable[[], datetime]
