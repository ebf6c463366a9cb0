"""Words of a question in any script, and how alike two questions are."""

from __future__ import annotations

import re
import unicodedata

_APOSTROPHES = "'\u2019"
# Scripts that are written without spaces: a run of them is taken as its pairs of letters.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
# Words of one or two letters say little (Dagonizer drops them too); two are a word in scripts without spaces.
_SHORTEST = 3

JACCARD = 0.35
"""From here on an earlier question is like this one (Dagonizer's recall threshold)."""

NOTICE = 0.15
"""From here on it is worth a mention."""

COSINE = 0.70
"""From here on the embeddings of two questions are alike (Dagonizer's recall threshold)."""


def words_of(text: str) -> frozenset[str]:
    """The words of a text: case, accents and width do not count, nor do words of fewer than three letters.

    Chinese, Japanese, Thai, Lao, Khmer and Burmese give pairs of letters instead, each pair of neighbours once.
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter))
    found: set[str] = set()
    for run in _UNSPACED.findall(bare):
        found.update(run[at : at + 2] for at in range(max(1, len(run) - 1)))
    spaced = "".join(letter if _in_word(letter) else " " for letter in _UNSPACED.sub(" ", bare))
    found.update(word for part in spaced.split() if len(word := part.strip(_APOSTROPHES)) >= _SHORTEST)
    return frozenset(found)


def _in_word(letter: str) -> bool:
    """Letters and digits, vowel signs of Indian scripts, and the apostrophe, which keeps a word whole."""
    return letter.isalnum() or letter in _APOSTROPHES or unicodedata.category(letter) == "Mc"


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Shared words by all words, from 0 to 1; 0 when neither has any."""
    every = len(one | other)
    return len(one & other) / every if every else 0.0
