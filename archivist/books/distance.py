"""How many slips of the finger lie between two spellings."""

from __future__ import annotations

import re

_TOO_SHORT, _MEDIUM, _LONG = 6, 9, 20


def slips_allowed(length: int) -> int:
    """How many slips a text of `length` letters may hold and still be the one that was meant.

    Below six letters one letter makes another word ("Road", "Rood"; "Stand", "Strand"); after that about one slip in
    eight letters.
    """
    if length < _TOO_SHORT:
        return 0
    if length < _MEDIUM:
        return 1
    return 2 if length < _LONG else 3


def nearly(one: str, other: str) -> bool:
    """Whether two texts differ by slips alone, as many as their length allows; other digits are no slip."""
    limit = slips_allowed(min(len(one), len(other)))
    if not limit or abs(len(one) - len(other)) > limit or _digits(one) != _digits(other):
        return False
    return slips(one, other, limit) is not None


def _digits(text: str) -> list[str]:
    return [] if text.isalpha() else re.findall(r"\d+", text)


def slips(one: str, other: str, limit: int) -> int | None:
    """Insertions, deletions, changes and swaps of neighbours between two texts, or None when more than `limit`.

    Optimal string alignment, given up as soon as a whole row exceeds the limit, so that strangers cost little.
    """
    if one == other:
        return 0
    if abs(len(one) - len(other)) > limit:
        return None
    return _aligned(one, other, limit)


def _aligned(one: str, other: str, limit: int) -> int | None:
    """Only places at most `limit` apart are looked at: any way through others has more slips (Ukkonen 1985)."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [limit + 1] * len(last)
        row[0] = i
        for j in range(max(1, i - limit), min(len(other), i + limit) + 1):
            against = other[j - 1]
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            row[j] = cost
        if min(row) > limit:
            return None
        before, last = last, row
    return last[-1] if last[-1] <= limit else None
