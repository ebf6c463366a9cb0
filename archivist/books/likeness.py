"""Books like one that somebody named: by specific subjects they share, rare ones counting more, or by the author."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log, sqrt
from typing import Final

from archivist.books.fit import Fit
from archivist.books.fit_subject import is_specific, telling_subjects
from archivist.books.folding import stems
from archivist.books.names import asked_author, without_owner
from archivist.books.record import Book
from archivist.books.titles import compare_titles, parse_title
from archivist.books.wanted import Anchor

_SAME: Final = 0.5
_AUTHOR: Final = 0.3
_OF_THE_SAME_NAME: Final = 0.5
_TOGETHER: Final = 3
"""So many broad subjects in common ("Family", "Food" and "Home") are specific together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """Measures books against an anchor among all books at hand: subjects that few of them have weigh more.

    `enough`: how many broad subjects in common count where none is specific.
    """

    anchor: Anchor
    weights: dict[str, float]
    enough: int = _TOGETHER

    def of(self, book: Book) -> Fit | None:
        """How alike a book is; None when it shares neither author nor subject, or one that books of all kinds have."""
        mine = telling_subjects(book.subjects)
        shared = _widest([key for key in self.weights if key in mine])
        author = _same_people(book, self.anchor)
        if not author and len(shared) < self.enough and not any(map(is_specific, shared)):
            return None
        total = sum(self.weights.values()) or 1.0
        degree = 0.7 * sqrt(sum(self.weights[key] for key in shared) / total) + (_AUTHOR if author else 0.0)
        if author and _named_after(book, self.anchor):
            degree *= _OF_THE_SAME_NAME  # most such titles are editions, sets and companions of what was read already
        return Fit(degree=min(1.0, degree), reason=_reason([mine[key] for key in shared], author=author))


def _widest(keys: list[str]) -> list[str]:
    """The headings without those that another of them repeats in part: "London" beside "London (England)"."""
    told = [frozenset(key.split()) for key in keys]
    return [key for key, words in zip(keys, told, strict=True) if not any(words < other for other in told)]


def likeness_to(anchor: Anchor, books: Sequence[Book]) -> Likeness:
    """The measure for an anchor; where its subjects are not given, those of the anchor's own record are taken.

    Where one broad subject is all that is known of the anchor and nothing is more alike, it is enough, and the reason
    says it.
    """
    subjects = anchor.subjects or tuple(s for book in books if is_anchor(book, anchor) for s in book.subjects)
    spread = Counter(key for book in books for key in telling_subjects(book.subjects))
    weights = {key: log(1 + len(books) / (1 + spread[key])) for key in telling_subjects(subjects) if spread[key]}
    likeness = Likeness(anchor=anchor, weights=weights)
    if len(telling_subjects(subjects)) != 1 or any(likeness.of(book) for book in books if not is_anchor(book, anchor)):
        return likeness
    return replace(likeness, enough=1)


def is_anchor(book: Book, anchor: Anchor) -> bool:
    """True for the named book itself, its other editions and sets, and books about it."""
    asked = parse_title(anchor.title)
    for record in book.records:
        have = parse_title(without_owner(record.title, record.authors), record.subtitle)
        if have.derived and f" {asked.main} " in f" {have.whole} ":
            return True
        if compare_titles(asked, have) >= _SAME or have.main == asked.main:
            return not anchor.authors or not book.authors or _same_people(book, anchor)
    return False


def _same_people(book: Book, anchor: Anchor) -> bool:
    return any(asked_author(asked, author) for asked in anchor.authors for author in book.authors)


def _named_after(book: Book, anchor: Anchor) -> bool:
    asked = parse_title(anchor.title).main
    return parse_title(book.title, book.subtitle).whole.startswith(asked + " ")


def _reason(shared: list[str], *, author: bool) -> str:
    parts = ["same author"] if author else []
    if len(shared) == 1:
        parts.append(f"shares the subject {shared[0]}")
    elif shared:
        shown = sorted(shared, key=lambda text: (len(stems(text)), text))[:3]
        parts.append(f"shares {len(shared)} subjects: {', '.join(shown)}")
    return ", ".join(parts)


def telling(subjects: Sequence[str]) -> tuple[str, ...]:
    """The headings by which likeness is looked for, as they are written: specific ones first, broad ones after them."""
    told = telling_subjects(tuple(subjects)).values()
    return tuple(sorted(told, key=lambda subject: not is_specific(subject)))
