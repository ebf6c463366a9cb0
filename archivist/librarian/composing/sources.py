"""How sources are named to a reader, and what the answer says about how they did."""

from __future__ import annotations

from collections.abc import Iterable

from archivist.librarian.answer import SourceReport
from archivist.librarian.composing.phrases import Phrases, phrases
from archivist.librarian.draft import Statement

SILENT = ("refused", "throttled", "timed-out", "failed")
"""Statuses of a source that was asked and gave no usable answer, so that it might still hold the book."""


_AT_HOME = ("shelf", "memory")


def label(source: str) -> str:
    """The source's name in English, for a model and where no language is known."""
    return phrases("en").source(source)


def what_was_asked(words: Phrases, reports: Iterable[SourceReport]) -> list[Statement]:
    """One sentence a source that gave no answer, or one for all where no connection could be made; nothing when all
    went well, as the page shows that by itself.
    """
    reports = list(reports)
    silent = [report for report in reports if report.status in SILENT]
    if silent and all(report.unconnected for report in silent) and not any(map(_came_over_the_net, reports)):
        return [Statement(text=words.unconnected)]
    return [Statement(text=text) for report in reports if (text := _trouble(words, report))]


def _came_over_the_net(report: SourceReport) -> bool:
    fresh = report.status in ("answered", "nothing-found") and not report.cached
    return fresh and report.name not in _AT_HOME


def _trouble(words: Phrases, report: SourceReport) -> str:
    """What a source left unsaid, in a sentence; empty when it answered everything or was not asked."""
    if report.status in SILENT:
        return words.silent.format(source=words.source(report.name), status=words.statuses[report.status])
    return words.partly.format(source=words.source(report.name)) if report.unanswered else ""


def asked(words: Phrases, reports: Iterable[SourceReport]) -> list[Statement]:
    """The sentence that names the sources which answered, for an answer without books."""
    names = [words.source(report.name) for report in reports if report.status in ("answered", "nothing-found")]
    return [Statement(text=words.searched.format(sources=words.listing(names)))] if names else []
