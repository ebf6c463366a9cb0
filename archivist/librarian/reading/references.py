"""Which shown book is meant by "it", "the second one" or "number 3"."""

from __future__ import annotations

import re
from typing import Literal

from archivist.librarian.answer import ShownBook
from archivist.librarian.reading.phrase_tree import words_of
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.text import capitalised
from archivist.librarian.reading.values import Fact

_PLACES = (
    "first 1st erste ersten premier première primero primera primo",
    "second 2nd zweite zweiten deuxième seconde segundo segunda secondo seconda",
    "third 3rd dritte dritten troisième tercero tercera terzo terza",
    "fourth 4th vierte vierten quatrième cuarto cuarta quarto quarta",
    "fifth 5th fünfte fünften cinquième quinto quinta",
    "sixth 6th sechste sechsten sixième sexto sexta sesto sesta",
    "seventh 7th siebte siebten septième séptimo séptima settimo settima",
    "eighth 8th achte achten huitième octavo octava ottavo ottava",
    "ninth 9th neunte neunten neuvième noveno novena nono nona",
    "tenth 10th zehnte zehnten dixième décimo décima decimo decima",
)
_LAST = "last letzte letzten dernier dernière último última ultimo ultima"
_ORDINALS = {word: place for place, line in enumerate(_PLACES) for word in line.split()} | dict.fromkeys(
    _LAST.split(), -1
)
_NUMBERS = {"one": 0, "two": 1, "three": 2, "four": 3, "five": 4, "six": 5, "seven": 6, "eight": 7}
_SETS = {
    "book": "one|ones|book|novel|title|result|item|story|buch|livre|libro|option",
    "this": "this|that|the|the same|dieses|das|dem|diesem|den|le|ce|cet|el|este|ese|il|questo",
    "the": "the|that|das|die|der|den|dem|le|la|el|il|lo|l'",
    "nth": "|".join(_ORDINALS),
    "which": "which|what|welche|welches|welcher|lequel|laquelle|quel|quelle|cuál|quale|qual",
    "them": "of (them|these|those|all)|von (ihnen|denen)|d'entre eux|de ellos|di (loro|questi)|one|book",
    "is": "'s|is|was|ist|war|est|es|è",
}
_NTH = Phrases("[{the}] {nth} [{book}]", _SETS)
_BEFORE_NUMBERS = ("number", "no", "nr", "book", "option", "result", "nummer", "numéro", "número", "numero")
_NUMBERED = re.compile(
    rf"^(?:(?:the )?(?:{'|'.join(_BEFORE_NUMBERS)})\.?\s*|#\s*)(?P<n>\d{{1,2}}|{'|'.join(_NUMBERS)})$", re.IGNORECASE
)
_PRONOUN = Phrases(
    """
    it|this|that|them|these|those
    {this} {book}
    es|das|ça|celui-ci|celui-là|esto|eso|este|questo|quello
    """,
    _SETS,
)

_EXTREMES: dict[tuple[Fact | Literal["rating"], bool], str] = {
    ("pages", True): "longest|thickest|längste|längstes|dickste|dickstes|plus (long|longue)|más (largo|larga)|"
    "più (lungo|lunga)",
    ("pages", False): "shortest|thinnest|kürzeste|kürzestes|dünnste|dünnstes|plus (court|courte)|"
    "más (corto|corta|breve)|più (breve|corto)",
    ("year", True): "newest|latest|most recent|neueste|neuestes|jüngste|plus (récent|récente)|más (reciente|nuevo)|"
    "più (recente|nuovo)",
    ("year", False): "oldest|earliest|älteste|ältestes|früheste|plus (ancien|ancienne|vieux)|más (antiguo|viejo)|"
    "più (vecchio|antico)",
    ("rating", True): "best [rated]|highest rated|most popular|beste|bestes|meilleur|meilleure|mieux noté|mejor "
    "[valorado]|migliore|più votato",
}
"""What a superlative asks of the books shown, and whether the most of it or the least."""
_THE_MOST = {
    asked: Phrases(
        """
        {which} [one|book|buch|livre|libro] [{them}] {is} [{the}] {most} [{them}]
        {the} {most} [{them}] [{them}]
        """,
        _SETS | {"most": most},
    )
    for asked, most in _EXTREMES.items()
}


def most_of(text: str, shown: tuple[ShownBook, ...]) -> tuple[ShownBook, Fact | Literal["rating"]] | None:
    """The longest, oldest or best of the books shown, and what was asked of it; the first where no record tells."""
    plain = text.strip(" ?!.,").replace("\u2019", "'")
    asked = next((asked for asked, phrases in _THE_MOST.items() if plain in phrases), None)
    if asked is None or not shown:
        return None
    what, most = asked
    known = [(value, book) for book in shown if (value := getattr(book, what)) is not None]
    ordered = sorted(known, key=lambda pair: pair[0], reverse=most)
    return (ordered[0][1] if ordered else shown[0]), what


def is_beyond(text: str, shown: tuple[ShownBook, ...]) -> bool:
    """True for "the ninth one" where fewer were shown."""
    plain = text.strip(" ?!.,")
    return bool(shown and (plain in _NTH or _NUMBERED.match(plain))) and shown_book(plain, shown) is None


def shown_book(text: str, shown: tuple[ShownBook, ...], *, pronouns: bool = True) -> ShownBook | None:
    """The book that "it", "the second one" or "number 3" means; "It" with a capital inside a sentence is a title."""
    text = text.strip(" ?!.,")
    numbered = _NUMBERED.match(text)
    if text in _NTH:
        index = next(_ORDINALS[word] for word in words_of(text).words if word in _ORDINALS)
    elif numbered:
        n = numbered["n"].casefold()
        index = int(n) - 1 if n.isdigit() else _NUMBERS[n]
    elif pronouns and not capitalised(text) and text in _PRONOUN:
        index = 0
    else:
        return None
    return shown[index] if -len(shown) <= index < len(shown) else None
