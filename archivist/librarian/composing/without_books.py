"""What to say when there is no book to show: nothing found, nothing learnt, off topic, nothing asked."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.books import Wanted
from archivist.librarian.answer import SourceReport
from archivist.librarian.composing.composer import Task
from archivist.librarian.composing.phrases import Phrases, phrases
from archivist.librarian.composing.sources import SILENT, asked, what_was_asked
from archivist.librarian.draft import Draft, Statement

SHOWN = 120
"""Characters of the visitor's own words that are repeated to them at most."""


def nothing_found(task: Task) -> Draft:
    """Says that no book fits, or, where a source gave no answer and might have had it, that this is not known."""
    words = phrases(task.language)
    silent = [report for report in task.reports if report.status in SILENT]
    what = _in_words(words, task.wanted)
    opening, hint = (words.failed, words.failed_hint) if silent else (words.nothing, words.nothing_hint)
    return Draft(
        statements=(
            Statement(text=opening.format(wanted=what)),
            *what_was_asked(words, task.reports),
            *asked(words, task.reports),
            Statement(text=hint),
        )
    )


def wrong_isbn(language: str, isbn: str) -> Draft:
    """Says that the number cannot be an ISBN."""
    return _said(phrases(language).bad_isbn.format(isbn=isbn))


def declined(language: str) -> Draft:
    """Says what the Archivist is for."""
    return _said(phrases(language).decline)


def nothing_asked(language: str) -> Draft:
    """Invites a question."""
    return _said(phrases(language).empty)


def nothing_remembered(language: str) -> Draft:
    """Says that there is nothing to remember yet."""
    return _said(phrases(language).recalled_nothing)


def could_have_had_it(reports: Sequence[SourceReport]) -> bool:
    """True when a source that was asked gave no answer, so that "no results" would claim too much."""
    return any(report.status in SILENT for report in reports)


def _said(text: str) -> Draft:
    return Draft(statements=(Statement(text=text),))


def _in_words(words: Phrases, wanted: Wanted) -> str:
    """What was looked for, in a few words: the title, else authors, subjects or ISBN, else the question itself."""
    if wanted.title and wanted.authors:
        return words.by.format(title=words.title(wanted.title), authors=words.listing(wanted.authors))
    if wanted.title:
        return words.title(wanted.title)
    named = wanted.isbns or wanted.authors or wanted.subjects or wanted.words
    text = words.listing(named) if named else words.title(wanted.text)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]} …"
