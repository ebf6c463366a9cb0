"""What the nodes may use: handed in once a run, never looked up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from archivist.books import Wanted
from archivist.librarian.reader import Reader
from archivist.memory import Memory
from archivist.tools import Dispatcher, Gate, Pending


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Who reads and writes, the rules to fall back to, the tools, who decides on their calls, the memory, the time.

    `waits` is told which calls of a visit wait for the visitor, before it is parked for them; `seeks` how a visit's
    question was read and how many calls are about to be made for it.
    """

    reader: Reader
    rules: Reader
    dispatcher: Dispatcher
    memory: Memory
    tools: tuple[str, ...]
    gate: Gate | None = None
    now: Callable[[], datetime]
    waits: Callable[[str, Sequence[Pending]], object] = lambda *_: None
    seeks: Callable[[str, Sequence[Wanted], int], object] = lambda *_: None
