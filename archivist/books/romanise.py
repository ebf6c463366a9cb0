"""Consonant skeletons, by which a Cyrillic or Greek spelling of a name is recognised in a Latin one.

Libraries list "Frank Herbert" and "Френк Герберт" as two people. Vowels are written differently in every romanisation,
consonants nearly the same; so only they are compared, with the pairs that differ by custom (g/h, w/v, x/ks) made one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from archivist.books.folding import fold

_CYRILLIC_AND_GREEK: Final = dict(
    zip("бвгґджзйклмнпрстфхцчшщβγδζθκλμνξπρσςτφχψ", "b v h h d zh z i k l m n p r s t f h ts ch sh sh v h d z t k l m n ks p r s s t f h ps".split(), strict=True),
)  # fmt: skip
_CUSTOM: Final = (
    ("sch", "sh"), ("tch", "ch"), ("kh", "h"), ("ph", "f"), ("th", "t"), ("ck", "k"), ("tz", "ts"), ("cz", "ch"), ("x", "ks"),
    ("dzh", "j"), ("zh", "j"), ("g", "h"), ("w", "v"), ("q", "k"),
)  # fmt: skip
_VOWELS: Final = frozenset("aeiouyаеиоуыэюяіїєъьαεηιουω'")


@lru_cache(maxsize=8192)
def skeleton(word: str) -> str:
    """The consonants of a word in Latin letters, doubled ones once; "" for scripts other than Latin, Cyrillic and Greek."""
    latin = "".join(_CYRILLIC_AND_GREEK.get(letter, letter) for letter in fold(word))
    for written, kept in _CUSTOM:
        latin = latin.replace(written, kept)
    latin = "".join("k" if letter == "c" and latin[i + 1 : i + 2] != "h" else letter for i, letter in enumerate(latin))
    bones = [letter for letter in latin if letter not in _VOWELS and not letter.isspace()]
    if not all(bone.isascii() for bone in bones):
        return ""
    return "".join(bone for i, bone in enumerate(bones) if i == 0 or bones[i - 1] != bone)
