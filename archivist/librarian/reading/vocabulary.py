"""Word lists, written as lines of words or of phrases."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

Meaning = TypeVar("Meaning")


def word_set(lines: str) -> frozenset[str]:
    """The words of the lines as a set."""
    return frozenset(lines.split())


def phrase_set(lines: str) -> frozenset[str]:
    """The phrases between the commas as a set."""
    return frozenset(" ".join(phrase.split()) for phrase in lines.split(",") if phrase.strip())


def words_to(lines: Mapping[Meaning, str]) -> dict[str, Meaning]:
    """A table that is written the other way round: what each of the words stands for."""
    return {word: meaning for meaning, words in lines.items() for word in words.split()}


def any_of(lines: str) -> str:
    """A pattern for any of the phrases between the commas, the longest first."""
    phrases = sorted(phrase_set(lines), key=lambda phrase: (-len(phrase), phrase))
    return f"(?:{'|'.join(map(re.escape, phrases))})"
