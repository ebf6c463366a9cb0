"""The visitor's words as they are read and kept."""

from __future__ import annotations

import unicodedata

LONGEST = 2_000
"""Characters of a question that are read; the longest title on record has fewer."""


def readable(question: str) -> str:
    """The question without control and direction characters, in NFC, at most `LONGEST` characters."""
    spaced = "".join(char if char.isprintable() or not char.isspace() else " " for char in question)
    kept = "".join(char for char in spaced if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co"))
    return unicodedata.normalize("NFC", " ".join(kept.split()))[:LONGEST]
