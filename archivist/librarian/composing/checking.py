"""Holds a draft's words against the records it cites.

The facts of a draft are checked by the run's graph; this is about the words around them. It finds, in any language,
marks that stand for nothing, quoted titles nobody returned, and years and ratings that no cited record holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from archivist.books import Book, fold
from archivist.librarian.composing.composer import Task
from archivist.librarian.draft import Draft, Statement

_MARK = re.compile(r"\[(\d+)\]")
_QUOTED = re.compile(r"[“„«»\"]\s*([^“”„«»\"]{3,}?)\s*[”“»«\"]")
_YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d{2})(?!\d)")
_RATING = re.compile(r"(?<![\d.,])([0-5][.,]\d)(?!\d)")


def faults(draft: Draft, task: Task) -> list[str]:
    """What is wrong with the draft, one sentence a fault, in the order of its statements."""
    books = [ranked.book for ranked in task.shortlist]
    found = [fault for statement in draft.statements for fault in _faults_of(statement, books, task)]
    if books and not draft.facts:
        found.append("the answer names none of the books that were found")
    return found


def _faults_of(statement: Statement, books: list[Book], task: Task) -> Iterator[str]:
    known = {fact.mark for fact in statement.facts}
    yield from (f"the mark [{n}] stands for no record" for n in _MARK.findall(statement.text) if int(n) not in known)
    said = list(_grounds(statement, books, task))
    yield from (f"no record holds the title {t!r}" for t in _QUOTED.findall(statement.text) if not _among(t, said))
    words = _MARK.sub("", statement.text)
    yield from (f"no cited record holds the year {y}" for y in _YEAR.findall(words) if not _within(y, said))
    yield from (f"no cited record holds the rating {r}" for r in _RATING.findall(words) if not _within(r, said))


def _grounds(statement: Statement, books: Iterable[Book], task: Task) -> Iterator[str]:
    """Texts that the statement may repeat: its facts, the titles found, and the visitor's own words."""
    yield from (fact.value for fact in statement.facts)
    yield from (book.title for book in books)
    wanted = task.wanted
    yield from (text for text in (wanted.text, wanted.title, wanted.like and wanted.like.title) if text)
    yield from (*wanted.subjects, *wanted.words, *wanted.isbns, *(f"{report.count}" for report in task.reports))


def _among(quoted: str, said: Iterable[str]) -> bool:
    folded = f" {fold(quoted)} "
    return not folded.strip() or any(folded in f" {fold(text)} " for text in said)


def _within(number: str, said: Iterable[str]) -> bool:
    whole = re.compile(rf"(?<![\d.,]){re.escape(number).replace(',', '[.,]')}(?!\d)")
    plain = re.compile(rf"(?<![\d.,]){re.escape(number.replace(',', '.'))}(?!\d)")
    return any(whole.search(text) or plain.search(text) for text in said)
