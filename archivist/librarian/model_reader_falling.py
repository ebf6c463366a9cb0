"""A model for as long as it helps, and the rules for all that is left: the reader of one question.

A task that fails is said so (`ReaderFailed`, which the nodes put among the run's warnings before they try again) and is
then done by rule. A model that cannot be reached, or whose time for this question is spent, is not asked again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from typing import TypeVar

from archivist.books import Book, Ranked, Wanted
from archivist.dag import Clock
from archivist.librarian.answer import Intent
from archivist.librarian.composing.composer import Task
from archivist.librarian.draft import Draft
from archivist.librarian.reader import Asked, Extracted, Reader, ReaderFailed, Understood
from archivist.librarian.reading import PlannedCall
from archivist.models import ModelError, SchemaViolation

T = TypeVar("T")


class FallingReader:
    """A `Reader` for one question.

    Args:
        model: asked first.
        rules: does what the model did not; never fails.
        clock: says when the time is spent.
        deadline: when the model's time for the question is over, in the clock's monotonic seconds.
    """

    def __init__(self, model: Reader, rules: Reader, *, clock: Clock, deadline: float) -> None:
        self._model = model
        self._rules = rules
        self._clock = clock
        self._deadline = deadline
        self._fallen: set[str] = set()
        self._gone = False

    async def classify(self, asked: Asked) -> Understood:
        """What sort of question this is."""
        return await self._do("classify", lambda reader: reader.classify(asked))

    async def extract(self, asked: Asked, intent: Intent) -> Extracted:
        """The question as catalogue terms."""
        return await self._do("extract", lambda reader: reader.extract(asked, intent))

    async def choose(
        self, wanted: Wanted, intent: Intent, *, language: str, tools: Sequence[str], second: Wanted | None = None
    ) -> list[PlannedCall]:
        """Which tools to ask."""
        return await self._do(
            "choose", lambda reader: reader.choose(wanted, intent, language=language, tools=tools, second=second)
        )

    async def rank(self, books: Sequence[Book], wanted: Wanted, *, today: date) -> list[Ranked]:
        """The books that fit, best first."""
        return await self._do("rank", lambda reader: reader.rank(books, wanted, today=today))

    async def compose(self, task: Task, repair: Sequence[str]) -> Draft:
        """The answer."""
        return await self._do("compose", lambda reader: reader.compose(task, repair))

    async def check(self, draft: Draft, task: Task) -> list[str]:
        """What is wrong with the draft."""
        return await self._do("check", lambda reader: reader.check(draft, task))

    async def _do(self, task: str, does: Callable[[Reader], Awaitable[T]]) -> T:
        if self._gone or task in self._fallen:
            return await does(self._rules)
        if self._clock.monotonic() >= self._deadline:
            self._gone = True
            message = "the model's time for this question is spent; the rules go on"
            raise ReaderFailed(message)
        try:
            return await does(self._model)
        except ReaderFailed as failure:
            self._fallen.add(task)
            self._gone = isinstance(failure.__cause__, ModelError) and not isinstance(
                failure.__cause__, SchemaViolation
            )
            message = f"{failure} The rules go on."
            raise ReaderFailed(message) from failure
