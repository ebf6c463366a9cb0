"""A reader and a memory whose answers go over a tape."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from archivist.books import Book, Ranked, Wanted
from archivist.librarian.answer import Intent
from archivist.librarian.composing.composer import Task
from archivist.librarian.draft import Draft
from archivist.librarian.reader import Asked, Extracted, Reader, Understood
from archivist.librarian.reading import PlannedCall
from archivist.librarian.services import Remembering
from archivist.librarian.tape import Tape
from archivist.memory import Embedding, RunGraph


class TapedMemory:
    """What `memory` recalls goes over the tape; what the run writes goes to `memory`."""

    def __init__(self, memory: Remembering, tape: Tape) -> None:
        self._memory = memory
        self._tape = tape

    def graph(self, run: str) -> RunGraph:
        """The run's graph."""
        return self._memory.graph(run)

    def recall(self, query: str, *, besides: str | None = None, embedding: Embedding | None = None) -> list[Ranked]:
        """Books of earlier visits."""
        return self._tape.take("recall", lambda: self._memory.recall(query, besides=besides, embedding=embedding), [])

    def shown(self, *, besides: str | None = None) -> list[Ranked]:
        """The books shown last."""
        return self._tape.take("shown", lambda: self._memory.shown(besides=besides), [])

    def past_questions(self, *, besides: str | None = None) -> list[str]:
        """The last questions."""
        return self._tape.take("past-questions", lambda: self._memory.past_questions(besides=besides), [])


class TapedReader:
    """A reader whose answers go over the tape."""

    def __init__(self, reader: Reader, tape: Tape) -> None:
        self._reader = reader
        self._tape = tape

    async def classify(self, asked: Asked) -> Understood:
        """What sort of question this is."""
        return await self._tape.hear("classify", lambda: self._reader.classify(asked))

    async def extract(self, asked: Asked, intent: Intent) -> Extracted:
        """The question as catalogue terms."""
        return await self._tape.hear("extract", lambda: self._reader.extract(asked, intent))

    async def choose(
        self, wanted: Wanted, intent: Intent, *, language: str, tools: Sequence[str], second: Wanted | None = None
    ) -> list[PlannedCall]:
        """Which tools to ask."""
        return await self._tape.hear(
            "choose",
            lambda: self._reader.choose(wanted, intent, language=language, tools=tools, second=second),
        )

    async def rank(self, books: Sequence[Book], wanted: Wanted, *, today: date) -> list[Ranked]:
        """The books that fit, best first."""
        return await self._tape.hear("rank", lambda: self._reader.rank(books, wanted, today=today))

    async def compose(self, task: Task, repair: Sequence[str]) -> Draft:
        """The answer."""
        return await self._tape.hear("compose", lambda: self._reader.compose(task, repair))

    async def check(self, draft: Draft, task: Task) -> list[str]:
        """What is wrong with the draft."""
        return await self._tape.hear("check", lambda: self._reader.check(draft, task))
