"""An answer of a model's sentences where they hold, and of the rules' where something is missing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from archivist.books import Book
from archivist.librarian.composing import composer
from archivist.librarian.composing.composer import Desk, Task
from archivist.librarian.composing.evidence import Marks
from archivist.librarian.composing.phrases import phrases
from archivist.librarian.composing.sources import what_was_asked
from archivist.librarian.draft import Draft, Fact, Statement
from archivist.librarian.prompting.grounding import LONGEST, Ungrounded, grounded
from archivist.librarian.reader import ReaderFailed

MOST = 6
"""Sentences of a model that are kept."""

_FIRST = re.compile(r'"sentences"\s*:\s*\[')
_SENTENCE = re.compile(r'\s*,?\s*("(?:[^"\\]|\\.)*")')
_OPENING = 40
"""Letters in which `"sentences": [` has room."""

_WAITS = 4 * LONGEST
"""Letters, escapes and all, of which one sentence is waited for."""

_MARK = re.compile(r"\[(\d+)\]")
_TOLD = ("description", "rating")


class Preview:
    """Follows an answer while it is written and passes on each sentence that holds, as soon as it is complete."""

    def __init__(self, task: Task, pass_on: Callable[[str], object]) -> None:
        self._books = [ranked.book for ranked in task.shortlist]
        self._wanted = task.wanted
        self._marks = Desk(task, phrases(task.language)).marks
        self._pass_on = pass_on
        self._rest = ""
        self._begun = False
        self._left = MOST

    def hear(self, piece: str) -> None:
        """The next piece of the answer's JSON."""
        if not self._left:
            return
        self._rest += piece
        if not self._begun:
            self._begin()
        while self._begun and self._left and (found := _SENTENCE.match(self._rest)):
            self._rest, self._left = self._rest[found.end() :], self._left - 1
            self._sentence(found[1])
        if len(self._rest) > _WAITS:
            self._rest, self._left = "", 0  # no sentence is so long; what follows is not looked at

    def _begin(self) -> None:
        """Looks for where the sentences begin; what stands before them, such as thoughts, is let go."""
        if first := _FIRST.search(self._rest):
            self._begun, self._rest = True, self._rest[first.end() :]
        else:
            self._rest = self._rest[-_OPENING:]

    def _sentence(self, text: str) -> None:
        try:
            self._pass_on(grounded(json.loads(text, strict=False), self._books, self._wanted, self._marks).text)
        except (Ungrounded, ValueError):
            return  # what does not hold is not shown; the whole answer is judged when it is there


def written(sentences: Sequence[str], task: Task, *, strict: bool = False) -> Draft:
    """The answer; `strict` fails where none of the model's sentences holds.

    Raises:
        ReaderFailed: none does; the message says what is wrong with the first.
    """
    by_rule = composer.compose(task)
    if not sentences and not strict:
        return by_rule
    desk = Desk(task, phrases(task.language))
    books = [ranked.book for ranked in task.shortlist]
    kept, faults = list[Statement](), list[str]()
    for sentence in sentences[:MOST]:
        try:
            kept.append(grounded(sentence, books, task.wanted, desk.marks))
        except Ungrounded as fault:
            faults.append(str(fault))
    if not kept:
        message = f"no sentence of the model holds: {faults[0] if faults else 'it wrote none'}"
        raise ReaderFailed(message)
    told = [*kept, *_missing(by_rule, kept, books, desk.marks)]
    named = {fact.book for statement in told for fact in statement.facts}
    rest = desk.listing(desk.words.also, [book for book in books if book.id not in named])
    return Draft(statements=(*told, *rest, *what_was_asked(desk.words, task.reports)), suggestions=by_rule.suggestions)


def _missing(by_rule: Draft, kept: Sequence[Statement], books: Sequence[Book], marks: Marks) -> list[Statement]:
    """The rules' statements of what a book is about or how it is rated, where the model's say nothing of it."""
    told = {(fact.book, fact.field) for statement in kept for fact in statement.facts}
    return [
        _remarked(statement, books, marks)
        for statement in by_rule.statements
        if any(fact.field in _TOLD and (fact.book, fact.field) not in told for fact in statement.facts)
    ]


def _remarked(statement: Statement, books: Sequence[Book], marks: Marks) -> Statement:
    """The statement with this answer's marks in place of those it was written with."""
    facts = {fact.mark: _again(fact, books, marks) for fact in statement.facts}
    text = _MARK.sub(lambda found: f"[{facts[int(found[1])].mark}]", statement.text)
    return Statement(text=text, facts=tuple(_again(fact, books, marks) for fact in statement.facts))


def _again(fact: Fact, books: Sequence[Book], marks: Marks) -> Fact:
    book = next(book for book in books if book.id == fact.book)
    record = next(record for record in book.records if record.url == fact.url)
    return marks.fact(book, record, fact.field, fact.value)
