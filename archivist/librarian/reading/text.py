"""A question's characters: cleaned, quoted parts put aside, capitals judged.

Quoted parts are replaced by one private-use character each before any rule looks at the sentence, so that no rule can
cut a title that somebody marked as one; `Quoted.restore` puts the words back.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from archivist.librarian.reading.vocabulary import word_set

LONGEST = 1000
"""Characters of a question that are read. Nobody asks for a book in more, and every rule's time is bounded by it."""

_FIRST_MARK = 0xE000
_MOST_MARKS = 64
_TAG = re.compile(r"</?[a-zA-Z!][^<>]{0,300}>")
_SPACES = re.compile(r"\s+")
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u02bc": "'", "\u2018": "'", "\u00b4": "'", "\uff07": "'"})
_TURNED = str.maketrans("", "", "¿¡")
_UNWANTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})

_PAIRS = (
    r'"([^"]+)"',
    r"“([^“”]+)[”“]",
    r"„([^„“”]+)[“”]",
    r"«\s*([^«»]+?)\s*»",
    r"»([^«»]+)«",
    r"\u2039([^\u2039\u203a]+)\u203a",
    r"「([^「」]+)」",
    r"『([^『』]+)』",
    r"《([^《》]+)》",
    r"(?<![\w*])\*{1,2}([^*]+)\*{1,2}(?![\w*])",
    r"(?<!\w)_([^_]+)_(?!\w)",
    r"(?<!\w)\u2018(?=\S)([^\u2018]{2,}?)(?<=\S)\u2019(?!\w)",
    r"(?<!\w)'(?=\S)([^']{2,}(?:\w'\w[^']*)*)(?<=\S)'(?!\w)",
)
_QUOTES = re.compile("|".join(_PAIRS))

SMALL = word_set(
    "a an the and or but nor of in on at to for from by with as is it its into over under vs via "
    "de la le les du des der "
    "die das und et y e il el los las di da von van"
)
"""Words that titles leave in lower case, so that they say nothing about capitals."""


def clean(question: str) -> str:
    """The question in NFC on one line of at most `LONGEST` characters, without tags, control and format characters."""
    text = unicodedata.normalize("NFC", question[: 8 * LONGEST])[: 2 * LONGEST]
    text = _TAG.sub(" ", text).translate(_TURNED)
    if not (text.isascii() and text.isprintable()):
        text = "".join(_kept(c) for c in text)
    return written_out(_SPACES.sub(" ", text)[:LONGEST].strip(" ¿¡"))


_SHORT_FORMS = {
    "abt": "about",
    "smth": "something",
    "sth": "something",
    "w/": "with",
    "whats": "what's",
    "whos": "who's",
    "wheres": "where's",
    "hows": "how's",
}
_SHORT_FORM = re.compile(rf"(?<!\S)(?:{'|'.join(_SHORT_FORMS)})(?=\s)")


def written_out(text: str) -> str:
    """The text with the short forms of messages written out, in small letters alone: "books abt whales"."""
    return _SHORT_FORM.sub(lambda match: _SHORT_FORMS[match.group()], text)


def _kept(char: str) -> str:
    if char.isspace():
        return " "
    kind = unicodedata.category(char)
    if kind == "Cc":
        return " "
    return "" if kind in _UNWANTED else char


@dataclass(frozen=True, slots=True)
class Quoted:
    """A sentence whose quoted parts stand as single marks, and those parts."""

    text: str
    parts: tuple[str, ...]

    def restore(self, text: str) -> str:
        """The words again; quotation marks are left away."""
        for mark, part in self._marks():
            text = text.replace(mark, part)
        return text

    def only(self, text: str) -> str | None:
        """The first quoted part in the text, or None."""
        return next((part for mark, part in self._marks() if mark in text), None)

    def _marks(self) -> list[tuple[str, str]]:
        return [(chr(_FIRST_MARK + i), part) for i, part in enumerate(self.parts)]


def quoted(text: str) -> Quoted:
    """The text with its quoted parts put aside and with plain apostrophes."""
    parts: list[str] = []

    def put_aside(match: re.Match[str]) -> str:
        part = next(filter(None, match.groups()), "").strip(" ,.").translate(_APOSTROPHES)
        if not part or len(parts) >= _MOST_MARKS:
            return match.group()
        parts.append(part)
        return chr(_FIRST_MARK + len(parts) - 1)

    masked = _QUOTES.sub(put_aside, text)
    return Quoted(masked.translate(_APOSTROPHES), tuple(parts))


def is_mark(char: str) -> bool:
    """True for the character that stands for a quoted part."""
    return _FIRST_MARK <= ord(char) < _FIRST_MARK + _MOST_MARKS


def tokens(text: str) -> list[str]:
    """The words as typed, without punctuation at their ends; apostrophes and full stops inside stay."""
    return [word for raw in text.split() if (word := raw.strip('.,;:!?()[]{}"…'))]


def capitalised(word: str) -> bool:
    """True when the first letter is upper case, or a quoted part stands there."""
    return bool(word) and (word[0].isupper() or is_mark(word[0]))


def shouted(text: str) -> bool:
    """True when every letter is a capital and there are at least two words, so that capitals say nothing."""
    return text.isupper() and " " in text


@lru_cache(maxsize=16)
def title_case(text: str) -> bool:
    """True when the words after the first are capitalised as in a title, small words aside."""
    telling = [word for word in tokens(text)[1:] if word.casefold() not in SMALL and word[0].isalpha()]
    if not telling or shouted(text) or text[0].islower():
        return False
    return sum(map(capitalised, telling)) >= 0.7 * len(telling)


_SENTENCE_END = re.compile(r"(?<=\w\w)\.+$|(?<=[\ue000-\ue03f])\.+$")


def trimmed_end(text: str) -> str:
    """The text without closing question and exclamation marks, or a full stop that is no part of "J." or "Jr."."""
    text = text.rstrip(" ?!…")
    if text.endswith(("Jr.", "Sr.", "jr.", "sr.")):
        return text
    return _SENTENCE_END.sub("", text)


def letters_lower(text: str) -> bool:
    """True when no letter is a capital, or all are (capitals then say nothing)."""
    return text == text.lower() or shouted(text)
