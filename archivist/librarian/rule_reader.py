"""The reader that needs no model: every task by rule, the same answer every time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from archivist.books import Book, Ranked, Wanted
from archivist.books import rank as rank_books
from archivist.librarian.answer import Intent
from archivist.librarian.composing import checking, composer
from archivist.librarian.composing.composer import Task
from archivist.librarian.draft import Draft
from archivist.librarian.own_shelf import on_shelf
from archivist.librarian.reader import Asked, Extracted, Understood
from archivist.librarian.reading import PlannedCall, Reading, plan, read


class RuleReader:
    """Reads by rules, ranks by evidence, writes from claims. Never fails, so that it is every other reader's last
    resort.
    """

    async def classify(self, asked: Asked) -> Understood:
        """What sort of question this is."""
        reading = _reading(asked)
        return Understood(intent=reading.intent, language=_language(asked, reading))

    async def extract(self, asked: Asked, intent: Intent) -> Extracted:  # noqa: ARG002  the rules read both at once
        """The question as catalogue terms."""
        reading = _reading(asked)
        return Extracted(
            wanted=reading.wanted, second=reading.second, asks=reading.asks, wrong_isbns=reading.wrong_isbns
        )

    async def choose(
        self, wanted: Wanted, intent: Intent, *, language: str, tools: Sequence[str], second: Wanted | None = None
    ) -> list[PlannedCall]:
        """The tools that can know, with the arguments that find the most."""
        planned = [] if wanted.own else plan(wanted, intent, language=language, second=second)
        planned += on_shelf(wanted) if planned or wanted.own else []
        return [call for call in planned if call.tool in tools]

    async def rank(self, books: Sequence[Book], wanted: Wanted, *, today: date) -> list[Ranked]:
        """The books that fit, best first."""
        return rank_books(books, wanted, today=today)

    async def compose(self, task: Task, repair: Sequence[str]) -> Draft:  # noqa: ARG002  nothing to repair by rule
        """The answer, from claims."""
        return composer.compose(task)

    async def check(self, draft: Draft, task: Task) -> list[str]:
        """What is wrong with the draft."""
        return checking.faults(draft, task)


def _reading(asked: Asked) -> Reading:
    return read(asked.question, asked.conversation, today=asked.today)


def _language(asked: Asked, reading: Reading) -> str:
    """The question's language; where its words do not show one, that of the turns before, else the visitor's own."""
    if reading.language_known:
        return reading.language
    said = [turn.text for turn in reversed(asked.conversation) if turn.role == "visitor"]
    earlier = (read(text, today=asked.today) for text in said)
    return next((one.language for one in earlier if one.language_known), asked.language)
