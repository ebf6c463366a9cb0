"""A model for as long as it helps, and the rules for all that is left.

A task that fails is said so (`ReaderFailed`, which the nodes put among the run's warnings before they try again) and is
then done by rule. A model that cannot be reached, or whose time for this question is spent, is not asked again for it.
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
from archivist.librarian.model_reader_time import MODEL_SECONDS, Allowance, begin, current
from archivist.librarian.reader import Asked, Extracted, Reader, ReaderFailed, Understood
from archivist.librarian.reading import PlannedCall
from archivist.librarian.telling import tell
from archivist.models import ModelError, SchemaViolation

T = TypeVar("T")


class FallingReader:
    """A `Reader` that never fails the same task twice.

    Args:
        model: asked first.
        rules: does what the model did not; never fails.
        clock: measures the time.
        seconds: the model's time for one question, all its tasks together.
        on_fall: hears, in a sentence without keys, of every task that is left to the rules.
    """

    def __init__(
        self,
        model: Reader,
        rules: Reader,
        *,
        clock: Clock,
        seconds: float = MODEL_SECONDS,
        on_fall: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._model = model
        self._rules = rules
        self._clock = clock
        self._seconds = seconds
        self._on_fall = on_fall

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
        allowance = self._allowance()
        if allowance.gone or task in allowance.fallen:
            return await does(self._rules)
        if self._clock.monotonic() >= allowance.until:
            allowance.gone = True
            raise self._fell(_SPENT, "timeout")
        try:
            return await does(self._model)
        except ReaderFailed as failure:
            allowance.fallen.add(task)
            allowance.gone = _is_gone(failure)
            message = f"{failure}; the rules go on"
            cause = failure.__cause__
            code = cause.code if isinstance(cause, ModelError) else "schema-violation"
            raise self._fell(message, code) from failure

    def _fell(self, message: str, code: str) -> ReaderFailed:
        tell("model-fell", message=message, code=code)
        self._on_fall(message)
        return ReaderFailed(message)

    def _allowance(self) -> Allowance:
        allowance = current()
        if allowance is None:
            allowance = Allowance(until=self._clock.monotonic() + self._seconds)
            begin(allowance)
        return allowance


_SPENT = "the model's time for this question is spent; the rules go on"


def _is_gone(failure: ReaderFailed) -> bool:
    """Whether the model itself is out of reach; an answer of the wrong shape says nothing about the next task."""
    return isinstance(failure.__cause__, ModelError) and not isinstance(failure.__cause__, SchemaViolation)
