"""Slips between two spellings, against the textbook's recursion (optimal string alignment)."""

from __future__ import annotations

from functools import cache

from hypothesis import example, given
from hypothesis import strategies as st

from archivist.books.distance import slips

TEXTS = st.text("ab", max_size=6)


def distance(one: str, other: str) -> int:
    @cache
    def between(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        ways = [between(i - 1, j) + 1, between(i, j - 1) + 1, between(i - 1, j - 1) + (one[i - 1] != other[j - 1])]
        if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
            ways.append(between(i - 2, j - 2) + 1)
        return min(ways)

    return between(len(one), len(other))


@example("aab", "b", 2)
@example("b", "aab", 2)
@given(TEXTS, TEXTS, st.integers(0, 4))
def test_slips_are_the_distance_up_to_the_limit_and_nothing_beyond_it(one: str, other: str, limit: int) -> None:
    found = distance(one, other)

    assert slips(one, other, limit) == (found if found <= limit else None)
