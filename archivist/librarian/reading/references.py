"""Which shown book is meant by "it", "the second one" or "number 3"."""

from __future__ import annotations

import re

from archivist.librarian.answer import ShownBook
from archivist.librarian.reading.text import capitalised

_PLACES = (
    "first 1st erste ersten premier première primero primera primo",
    "second 2nd zweite zweiten deuxième seconde segundo segunda secondo seconda",
    "third 3rd dritte dritten troisième tercero tercera terzo terza",
    "fourth 4th vierte vierten quatrième cuarto cuarta quarto quarta",
    "fifth 5th fünfte fünften cinquième quinto quinta",
    "sixth 6th",
    "seventh 7th",
    "eighth 8th",
)
_LAST = "last letzte letzten dernier dernière último última ultimo ultima"
_ORDINALS = {word: place for place, line in enumerate(_PLACES) for word in line.split()} | dict.fromkeys(
    _LAST.split(), -1
)
_ANY_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_NUMBERS = {"one": 0, "two": 1, "three": 2, "four": 3, "five": 4, "six": 5, "seven": 6, "eight": 7}
_BOOK = r"(?:ones?|book|novel|title|result|item|story|buch|livre|libro|option)"
_NTH = re.compile(
    (
        rf"^(?:the |that |das |die |der |den |le |la |el |il |lo |l')?(?P<nth>{_ANY_ORDINAL})(?: "
        rf"(?P<noun>{_BOOK}))?$"
    ),
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    (
        r"^(?:(?:the )?(?:number|no\.?|nr\.?|book|option|result|nummer|numéro|número|"
        r"numero)\s*|#\s*)(?P<n>\d{1,2}|one|two|three|four|five|six|seven|eight)$"
    ),
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    (
        r"^(?:it|this|that|them|these|those|(?:this|that|the|the same|dieses|das|dem|"
        rf"diesem|den|le|ce|cet|el|este|ese|il|questo) {_BOOK}|es|das|ça|celui-ci|celui-là|"
        r"esto|eso|este|questo|quello)$"
    ),
    re.IGNORECASE,
)


def shown_book(text: str, shown: tuple[ShownBook, ...], *, pronouns: bool = True) -> ShownBook | None:
    """The book that "it", "the second one" or "number 3" means; "It" with a capital inside a sentence is a title."""
    text = text.strip(" ?!.,")
    nth, numbered = _NTH.match(text), _NUMBERED.match(text)
    if nth:
        index = _ORDINALS[nth["nth"].casefold()]
    elif numbered:
        n = numbered["n"].casefold()
        index = int(n) - 1 if n.isdigit() else _NUMBERS[n]
    elif pronouns and not capitalised(text) and _PRONOUN.match(text):
        index = 0
    else:
        return None
    return shown[index] if -len(shown) <= index < len(shown) else None
