"""What is worth finding where no book meets all that was wished: one subject of several, or less of a long one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from archivist.books.folding import fold, word_set
from archivist.books.wanted import Wanted

_BETWEEN: Final = word_set("for in of with on at from during among fur aus mit pour dans avec para en con per nel da")
_LONG: Final = 3


def loosened(wanted: Wanted) -> list[Wanted]:
    """The question with one of its subjects each, names before other words, and what is given up as `missed`; an
    author's books last, whatever they are about.

    Of a single subject of three words or more, what stands before its preposition ("Holocaust for teens") or after its
    first word ("funny science fiction"). Everything else that was asked still holds. None where nothing can be given
    up.
    """
    fewer = [replace(wanted, subjects=(kept,), missed=missed) for kept, missed in _parted(wanted.subjects)]
    if wanted.authors and wanted.subjects:
        fewer.append(replace(wanted, subjects=(), missed=wanted.subjects))
    return fewer


def _parted(subjects: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    if len(subjects) > 1:
        for kept in sorted(subjects, key=lambda subject: not subject[:1].isupper()):
            yield kept, tuple(subject for subject in subjects if subject != kept)
        return
    for subject in subjects:
        words = subject.split()
        if len(words) < _LONG:
            continue
        place = next((i for i, word in enumerate(words[:-1]) if i and fold(word) in _BETWEEN), 0)
        told, left = (words[:place], words[place + 1 :]) if place else (words[1:], words[:1])
        yield " ".join(told), (" ".join(left),)
