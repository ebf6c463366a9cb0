"""Who understands a question and writes an answer: one protocol for rules and for models.

A reader only ever chooses among the tools it is shown, ranks among the books it is given and cites records it was
handed; whatever it returns is checked again by those who use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from archivist.books import Book, Ranked, Wanted
from archivist.librarian.answer import Intent
from archivist.librarian.composing.composer import Task
from archivist.librarian.draft import Draft
from archivist.librarian.reading import PlannedCall, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A message in its conversation, oldest turn first; `today` makes "recent" mean something,
    `language` (ISO 639-1) is the visitor's own, for words that do not show theirs.
    """

    question: str
    conversation: tuple[Turn, ...] = ()
    today: date
    language: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What sort of question it is, and the language (ISO 639-1) to answer in."""

    intent: Intent
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """The question in a catalogue's terms; `second` is another reading that counts where the first finds nothing;
    `asks` names the one fact that is asked for (`author`, `year`), if it is one; `wrong_isbns` are numbers meant as
    ISBNs whose check digit does not fit.
    """

    wanted: Wanted
    second: Wanted | None = None
    asks: str = ""
    wrong_isbns: tuple[str, ...] = ()


class Reader(Protocol):
    """The six tasks. Each may raise `ReaderFailed`; the caller then tries again and at last falls back to rules."""

    async def classify(self, asked: Asked) -> Understood:
        """What sort of question this is."""
        ...

    async def extract(self, asked: Asked, intent: Intent) -> Extracted:
        """The question as catalogue terms."""
        ...

    async def choose(
        self, wanted: Wanted, intent: Intent, *, language: str, tools: Sequence[str], second: Wanted | None = None
    ) -> list[PlannedCall]:
        """Which of the named tools to ask, with what arguments, most telling first."""
        ...

    async def rank(self, books: Sequence[Book], wanted: Wanted, *, today: date) -> list[Ranked]:
        """The books that fit, best first; books that do not fit are left out."""
        ...

    async def compose(self, task: Task, repair: Sequence[str]) -> Draft:
        """The answer; `repair` says what was wrong with the draft before."""
        ...

    async def check(self, draft: Draft, task: Task) -> list[str]:
        """What is wrong with the draft, one sentence a fault; empty when nothing is."""
        ...


class ReaderFailed(Exception):
    """A reader could not do its task: no answer, or one that is not usable. The message says which."""
