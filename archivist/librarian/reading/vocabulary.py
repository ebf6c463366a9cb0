"""Word lists, written as lines of words or of phrases."""

from __future__ import annotations


def word_set(lines: str) -> frozenset[str]:
    """The words of the lines as a set."""
    return frozenset(lines.split())


def phrase_set(lines: str) -> frozenset[str]:
    """The phrases between the commas as a set."""
    return frozenset(" ".join(phrase.split()) for phrase in lines.split(",") if phrase.strip())
