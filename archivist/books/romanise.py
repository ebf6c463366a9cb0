"""Consonant skeletons, by which a Cyrillic or Greek spelling of a name is recognised in a Latin one.

Libraries list "Frank Herbert" and "Френк Герберт" as two people. Vowels are written differently in every romanisation,
consonants nearly the same; so only they are compared, with the pairs that differ by custom (g/h, w/v, x/ks) made one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from archivist.books.folding import fold

_CYRILLIC: Final = "б b в v г h ґ h д d ж zh з z й i к k л l м m н n п p р r с s т t ф f х h ц ts ч ch ш sh щ sh"  # noqa: RUF001 -- a table of look-alikes
_GREEK: Final = "β v γ h δ d ζ z θ t κ k λ l μ m ν n ξ ks π p ρ r σ s ς s τ t φ f χ h ψ ps"  # noqa: RUF001 -- a table of look-alikes
_BY_CUSTOM: Final = "sch sh tch ch kh h ph f th t ck k tz ts cz ch x ks dzh j zh j g h w v q k"
# Latin, Cyrillic, the signs that stand for soft and hard in its romanisation, and Greek; all but the first by number:
# they look like Latin ones.
_VOWELS: Final = frozenset(
    "aeiouy"
    "\u0430\u0435\u0438\u043e\u0443\u044b\u044d\u044e\u044f\u0456\u0457\u0454\u044a\u044c"
    "\u02b9\u02ba"
    "\u03b1\u03b5\u03b7\u03b9\u03bf\u03c5\u03c9",
)


def _pairs(text: str) -> dict[str, str]:
    """A table written as text, each entry before its value."""
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


_LATIN: Final = _pairs(f"{_CYRILLIC} {_GREEK}")
_CUSTOM: Final = _pairs(_BY_CUSTOM)


_SPELT: Final = (
    ("tsch", "q"),
    ("tch", "q"),
    ("sch", "sh"),
    ("kh", "h"),
    ("zh", "g"),
    ("w", "v"),
    ("ff", "v"),
    ("j", "y"),
    ("ks", "x"),
    ("iy", "y"),
    ("yi", "y"),
    ("ii", "y"),
)
"""How German, French and English write the same sounds of Russian; a q stands for the sound of "ch"."""


@lru_cache(maxsize=65536)
def respelt_surname(word: str) -> str:
    """A Russian surname in one spelling: "dostojewski" and "dostoyevsky", "tschechow", "tchekhov" and "chekhov".

    Empty for words that end in none of the ways such names do.
    """
    spelt = fold(word)
    german = spelt.startswith("tsch")
    for written, kept in _SPELT:
        spelt = spelt.replace(written, kept)
    if not spelt.endswith(_RUSSIAN):
        return ""
    spelt = spelt.replace("ch", "h" if german else "q").replace("ye", "e")
    return f"{spelt[:-1]}y" if spelt.endswith("i") else spelt


_RUSSIAN: Final = ("ov", "ev", "in", "sky", "ski", "skoy", "stoy", "stoi", "gol", "nyn", "ak")


@lru_cache(maxsize=65536)
def skeleton(word: str) -> str:
    """The consonants of a word in Latin letters, doubled ones once; "" for scripts other than Latin, Cyrillic and
    Greek.
    """
    latin = "".join(_LATIN.get(letter, letter) for letter in fold(word))
    for written, kept in _CUSTOM.items():
        latin = latin.replace(written, kept)
    latin = "".join("k" if letter == "c" and latin[i + 1 : i + 2] != "h" else letter for i, letter in enumerate(latin))
    bones = [letter for letter in latin if letter not in _VOWELS and not letter.isspace()]
    if not all(bone.isascii() for bone in bones):
        return ""
    return "".join(bone for i, bone in enumerate(bones) if i == 0 or bones[i - 1] != bone)
