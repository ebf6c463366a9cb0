"""Texts of records as they may stand within the Archivist's own sentences, and numbers as a language writes them."""

from __future__ import annotations

import re
from typing import Final

TITLE: Final = 160
NAME: Final = 80
"""Characters of a title and of a name within a sentence; the cards show them whole."""

_LIKE_MARKS: Final = re.compile(r"\[((?:[\s,;\u2013-]*\d)+[\s,;\u2013-]*)\]")


def worded(text: str, at_most: int) -> str:
    """The text without anything that reads as one of our marks: its own `[2]` becomes `(2)`; a long one is cut."""
    plain = unmarked(text)
    if len(plain) <= at_most:
        return plain
    head = plain[:at_most]
    return f"{head.rpartition(' ')[0] or head} …"


def unmarked(text: str) -> str:
    """The text with round brackets where numbers stand in square ones."""
    return _LIKE_MARKS.sub(r"(\1)", text)


def grouped(number: int, separator: str) -> str:
    """A whole number in groups of three digits."""
    return f"{number:,}".replace(",", separator)
