"""What is remembered, told: the books shown and the questions asked."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.librarian.composing.composer import Desk, Task
from archivist.librarian.composing.phrases import phrases
from archivist.librarian.composing.without_books import nothing_remembered
from archivist.librarian.draft import Draft, Statement

BOOKS = 6
"""Books that are told of; more in one breath is a list."""

QUESTIONS = 4
"""Questions of earlier visits that are repeated at most."""


def remembered(task: Task, *, questions: Sequence[str]) -> Draft:
    """The books of the shortlist as books shown before, and the last questions."""
    words = phrases(task.language)
    books = [ranked.book for ranked in task.shortlist]
    if not books and not questions:
        return nothing_remembered(task.language)
    shown = words.recalled if len(books) <= BOOKS else words.recalled_some
    statements = Desk(task, words).listing(shown, books[:BOOKS])
    if questions:
        asked = words.listing([words.title(question) for question in questions[:QUESTIONS]])
        statements.append(Statement(text=words.recalled_asked.format(questions=asked)))
    return Draft(statements=tuple(statements))
