"""Whether a row is what was asked for, and which row is so most.

Sources answer loosely: popular works first, half of the words, other volumes. Ranking judges all sources' rows later;
what is decided here is only whether one more request is needed and which rows a call returns when there are more than
it may.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from archivist.books import asked_author, book_of, fold, has_title, same_title
from archivist.books.distance import nearly, slips, slips_allowed
from archivist.books.record import Candidate
from archivist.sources.terms import EMPTY_WORDS, main_title

# Of the telling words of both titles together, this share must be common: "Girl with a Pearl Earring" for "Girl with
# the Dragon Earring" (3 of 5), but not one shared word of three.
ENOUGH_WORDS = 0.5
TOGETHER = 0.9


def title_likeness(asked: str, title: str, subtitle: str | None = None) -> float:
    """How much a row's title is the asked one: 1.0 the same, above 0.5 surely meant, 0.0 another one."""
    same = max(same_title(asked, title, other_subtitle=subtitle), same_title(main_title(asked), title) * 0.95)
    return same or _by_slips(asked, title) or _by_words(asked, title)


def _by_slips(asked: str, title: str) -> float:
    """A few slips of spelling, in the whole or in what stands before a colon."""
    for one in dict.fromkeys((fold(asked), fold(main_title(asked)))):
        for other in dict.fromkeys((fold(title), fold(main_title(title)))):
            if nearly(one, other):
                return 0.7
    return 0.0


def _by_words(asked: str, title: str) -> float:
    mine, theirs = _telling(asked), _telling(title)
    if not mine or not theirs:
        return 0.0
    common = sum(1 for word in mine if any(_alike(word, other) for other in theirs))
    share = common / (len(mine) + len(theirs) - common)
    if share >= ENOUGH_WORDS and common > 1:
        return 0.6 * share
    # All that was asked stands in a longer title: "Sorcerer's Stone" in "Harry Potter and the Sorcerer's Stone".
    return 0.3 if common == len(mine) and common > 1 else 0.0


def _telling(title: str) -> frozenset[str]:
    words = frozenset(fold(title).split())
    return words - EMPTY_WORDS or words


def _alike(one: str, other: str) -> bool:
    return slips(one, other, slips_allowed(max(len(one), len(other)))) is not None


def author_likeness(asked: str, authors: Iterable[str]) -> float:
    """How well the best of the authors fits the asked name: 1.0 the same, 0.0 nobody."""
    return max((asked_author(asked, author) for author in authors), default=0.0)


def likeness(row: Candidate, title: str | None, author: str | None) -> float:
    """How much a row is what was asked for; 1.0 where nothing was."""
    parts = []
    if title:
        alike = title_likeness(title, row.title, row.subtitle)
        parts.append(alike if alike > ENOUGH_WORDS else max(alike, _run_together(title, row)))
    if author:
        parts.append(author_likeness(author, row.authors))
    return min(parts, default=1.0)


def _run_together(asked: str, row: Candidate) -> float:
    """The row's title and its author in one, in either order: "dracula stoker"."""
    return TOGETHER if has_title(book_of([row]), asked) else 0.0


def best_first(rows: Sequence[Candidate], title: str | None, author: str | None) -> list[Candidate]:
    """Likest first; among equals the source's own order stands."""
    return sorted(rows, key=lambda row: -likeness(row, title, author))
