"""ISBNs in a question: the right ones, and the numbers that were meant as one and cannot be."""

from __future__ import annotations

import re
from dataclasses import dataclass

from archivist.books import Isbn13, isbn13, isbn_shapes_in

_SHAPE = re.compile(r"(?:97[89][\s-]?)?(?:\d[\s-]?){9}[\dX]\b", re.IGNORECASE)
_MENTIONED = re.compile(r"\bisbn", re.IGNORECASE)
_LONG_NUMBER = re.compile(r"(?<!\d)\d[\d\s-]{6,20}[\dXx](?!\d)")


@dataclass(frozen=True, slots=True)
class Numbers:
    """Valid ISBNs in order, invalid ones as digits, and the text with "it" where a number stood."""

    isbns: tuple[Isbn13, ...]
    wrong: tuple[str, ...]
    marked: str


def numbers_in(text: str) -> Numbers:
    """What the question says in ISBNs; a number that only looks like one counts when the word ISBN stands by it."""
    if not any(char.isdecimal() for char in text):
        return Numbers((), (), text)
    shapes = isbn_shapes_in(text)
    isbns = tuple(dict.fromkeys(isbn for shape in shapes if (isbn := isbn13(shape))))
    wrong = [shape for shape in shapes if not isbn13(shape) and _is_meant(shape, text)]
    if not shapes and _MENTIONED.search(text):
        wrong = [re.sub(r"[\s-]", "", match.group()) for match in _LONG_NUMBER.finditer(text)]
    return Numbers(isbns, tuple(wrong), _SHAPE.sub("it", text))


def _is_meant(shape: str, text: str) -> bool:
    return shape.startswith(("978", "979")) or _MENTIONED.search(text) is not None
