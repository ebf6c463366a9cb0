"""A source's row as a reader sees it: nothing invisible, nothing that turns the text around it, nothing endless."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from archivist.books.record import Candidate
from archivist.tools import clip, visible

TITLE: Final = 500
NAME: Final = 200
TEXT: Final = 20_000
"""Characters of a title, of a name or heading, and of a description; more than any record of a catalogue has."""


def readable(row: Candidate) -> Candidate:
    """The row without reordering marks, controls and invisible letters in its texts, and those bounded.

    U+202E in a name would print the year after it backwards (Unicode TR36, section 2: bidirectional spoofing).
    """
    return replace(
        row,
        title=_clean(row.title, TITLE),
        subtitle=_clean(row.subtitle, TITLE) if row.subtitle else row.subtitle,
        authors=_names(row.authors),
        contributors=tuple(replace(one, name=_clean(one.name, NAME)) for one in row.contributors if visible(one.name)),
        subjects=_names(row.subjects),
        publishers=_names(row.publishers),
        description=_clean(row.description, TEXT) if row.description else row.description,
        series=_clean(row.series, TITLE) if row.series else row.series,
    )


def _names(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for text in texts if (name := _clean(text, NAME)))


def _clean(text: str, limit: int) -> str:
    return clip(visible(text).strip(), limit)
