"""Text as a catalogue compares it: no case, no marks, no punctuation, in any script.

A fold is only ever compared, never shown. An ASCII-only fold would turn every Cyrillic or Chinese title into the same
empty string, so nothing here asks which script a letter belongs to; what is dropped is decided by Unicode's own
categories.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

# Letters that Unicode does not decompose although readers type the plain letter, and Arabic letters whose Persian and
# final forms are interchanged in catalogues.
_LETTERS: Final = str.maketrans(
    {
        "\u0131": "i",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ł": "l",
        "ħ": "h",
        "ŧ": "t",
        "ə": "a",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ى": "ي",
        "ی": "ي",
        "ک": "ك",
        "ـ": "",
    },
)
_UMLAUTS: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa", "Ø": "Oe"},
)
_APOSTROPHES: Final = str.maketrans(dict.fromkeys("\u2019\u2018\u02bc\u02b9\uff07`\u00b4\u2032", "'"))
# French and Italian drop a vowel before the apostrophe; what follows is a word of its own.
_ELISION: Final = re.compile(r"\b(l|d|j|qu|c|n|s|m|t|un|dell|all|nell|sull|dall|quell)'(?=\w)", re.IGNORECASE)
_DOTTED: Final = re.compile(r"(?<=\b[^\W\d_])\.(?=[^\W\d_]\b)")

# Combining classes that are marks on a letter (Latin, Greek, Cyrillic accents, overlays, Hebrew points, Arabic vowels).
# The others (7 nukta, 8 kana voicing, 9 virama, 84-132 Indic and Thai vowels) make another letter and stay.
_OVERLAY, _POINTS_FIRST, _POINTS_LAST, _ACCENTS = 1, 10, 36, 200


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """The words of `text` in lower case without marks or punctuation, one space between them.

    NFKD and casefold, so ligatures, full-width forms and accents compare equal; apostrophes inside a word vanish
    ("don't" is "dont") except after an elided article ("l'homme" is "l homme"); dotted letters join ("D.C." is "dc").
    Folding twice changes nothing.
    """
    text = text.translate(_APOSTROPHES)
    if "'" in text:
        text = _ELISION.sub(r"\1 ", text).replace("'", "")
    if "." in text:
        text = _DOTTED.sub("", text)
    if text.isascii():
        return " ".join(_NOT_ASCII_WORD.sub(" ", text.lower()).split())
    return _fold_unicode(text)


_NOT_ASCII_WORD: Final = re.compile(r"[^a-z0-9]+")


def _fold_unicode(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold()).casefold()
    kept = "".join(_kept(char) for char in decomposed.translate(_LETTERS))
    return " ".join(unicodedata.normalize("NFC", kept).split())


def _kept(char: str) -> str:
    if _is_mark(char):
        return ""
    return char if unicodedata.category(char)[0] in "LNM" else " "


def _is_mark(char: str) -> bool:
    order = unicodedata.combining(char)
    return order == _OVERLAY or _POINTS_FIRST <= order <= _POINTS_LAST or order >= _ACCENTS


def spellings(text: str) -> frozenset[str]:
    """The folds under which `text` may be filed: "Käthe" as "kathe" and "kaethe". Two texts agree when these meet."""
    if text.isascii():
        return frozenset((fold(text),))
    return frozenset((fold(text), fold(unicodedata.normalize("NFC", text).translate(_UMLAUTS))))


def word_set(text: str) -> frozenset[str]:
    """The words of a list written as text."""
    return frozenset(text.split())


STOP: Final = word_set(
    "a an the of and in on to for with at by from der die das ein eine und von im le la les un une de du des et en el "
    "los las y del il lo gli i di e da",
)
"""Words so common that their presence in a title proves nothing."""
_ANYWHERE: Final = word_set(
    "i it its he she we us you me him his her hers our your my mine they them their this that these those what when "
    "where which who how why here there is are was be do not no yes ich er sie es wir ihr je tu elle nous vous yo ella "
    "io lui lei noi",
)


def tells_alone(text: str) -> bool:
    """False for one letter and for pronouns and the like: a title by themselves, and in other titles no sign of it."""
    folded = fold(text)
    return len(folded) > 1 and folded not in _ANYWHERE


def words(text: str) -> list[str]:
    """The folded words of `text`."""
    return fold(text).split()


_IRREGULAR: Final = {
    "women": "woman",
    "men": "man",
    "children": "child",
    "wolves": "wolf",
    "knives": "knife",
    "wives": "wife",
    "lives": "life",
    "thieves": "thief",
    "elves": "elf",
    "mice": "mouse",
    "people": "person",
}
_SHORT = 3


def stem(word: str) -> str:
    """A folded word without its English plural ending, to compare subjects: "stories" and "story", "dragons" and
    "dragon".
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= _SHORT or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zes")) else word[:-1]


def stems(text: str) -> list[str]:
    """The stems of the folded words of `text`."""
    return [stem(word) for word in words(text)]
