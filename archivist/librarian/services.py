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
    """The reader that understands and writes, the rules it falls back to, the tools, who decides on their calls, the memory and the clock on the
    wall.
    """

    reader: Reader
    rules: Reader
    dispatcher: Dispatcher
    memory: Memory
    tools: tuple[str, ...]
    gate: Gate | None = None
    now: Callable[[], datetime]
