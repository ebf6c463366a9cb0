"""What the nodes may use: handed in once a run, never looked up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from archivist.books import Ranked, Wanted
from archivist.librarian.reader import Reader
from archivist.memory import Embedding, RunGraph
from archivist.tools import Dispatcher, Gate, Pending


class Remembering(Protocol):
    """What the nodes need of memory: their run's graph, and what earlier runs left. A `Memory` is one."""

    def graph(self, run: str) -> RunGraph:
        """The graph of the run that is under way."""
        ...

    def recall(self, query: str, *, besides: str | None = None, embedding: Embedding | None = None) -> list[Ranked]:
        """Books that earlier visits were shown for a question like this one."""
        ...

    def shown(self, *, besides: str | None = None) -> list[Ranked]:
        """The books shown last, newest first."""
        ...

    def past_questions(self, *, besides: str | None = None) -> list[str]:
        """The last questions of earlier visits, newest first."""
        ...


class Meaning(Protocol):
    """What the nodes need of an embedder: the meaning of texts, None where it cannot be had."""

    async def of(self, *texts: str) -> tuple[Embedding | None, ...]:
        """The embedding of each text."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Who reads and writes, the rules to fall back to, the tools, who decides on their calls, the memory, the time.

    `waits` is told which calls of a visit wait for the visitor, before it is parked for them; `seeks` how a visit's
    question was read and how many calls are about to be made for it. Without `meaning` memory compares words.
    """

    reader: Reader
    rules: Reader
    dispatcher: Dispatcher
    memory: Remembering
    tools: tuple[str, ...]
    gate: Gate | None = None
    meaning: Meaning | None = None
    now: Callable[[], datetime]
    waits: Callable[[str, Sequence[Pending]], object] = lambda *_: None
    seeks: Callable[[str, Sequence[Wanted], int], object] = lambda *_: None
