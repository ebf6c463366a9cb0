"""Numbers in titles, written out or in figures: "Nineteen Eighty-Four" and "1984", "20,000 Leagues" and "Twenty
Thousand".

English only; other languages' numbers stay as they are, and then only equal spellings agree.
"""

from __future__ import annotations

import re
from typing import Final

_SMALL: Final = {
    word: number
    for number, word in enumerate(
        (
            *(
                "zero",
                "one",
                "two",
                "three",
                "four",
                "five",
                "six",
                "seven",
                "eight",
                "nine",
                "ten",
                "eleven",
                "twelve",
            ),
            *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
        ),
    )
}
_TENS: Final = {
    word: 10 * number
    for number, word in enumerate(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2)
}
_SCALES: Final = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_NUMERALS: Final = frozenset((*_SMALL, *_TENS, *_SCALES))
_GROUPED: Final = re.compile(r"(?<!\d)\d{1,3}(?: \d{3})+(?!\d)")
_CENTURY, _TEN = 100, 10


def in_figures(folded: str) -> str:
    """A folded text with its numbers in figures: "nineteen eighty four" is "1984", "20 000" is "20000"."""
    text = _GROUPED.sub(lambda match: match[0].replace(" ", ""), folded)
    if _NUMERALS.isdisjoint(text.split()):
        return text
    return " ".join(_counted(text.split()))


def _counted(words: list[str]) -> list[str]:
    """The words with each run of number words as one figure."""
    told: list[str] = []
    run: list[str] = []
    for word in [*words, ""]:
        if word in _NUMERALS:
            run.append(word)
            continue
        told += [str(_value(run))] if run else []
        told += [word] if word else []
        run = []
    return told


def _value(run: list[str]) -> int:
    """The number a run of number words says; two halves of a year ("nineteen eighty four") stand side by side."""
    total = current = 0
    for word in run:
        scale = _SCALES.get(word)
        if scale == _CENTURY:
            current = max(current, 1) * scale
        elif scale:
            total, current = total + max(current, 1) * scale, 0
        else:
            current = _added(current, _SMALL.get(word, _TENS.get(word, 0)))
    return total + current


def _added(current: int, number: int) -> int:
    if current and current % _CENTURY and (current % _TEN or number >= _TEN):
        return current * _CENTURY + number if number >= _TEN else current * _TEN + number
    return current + number
