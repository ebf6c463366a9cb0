"""Words as a search engine may be given them.

Open Library's and Wikipedia's search boxes are little languages: a colon makes a field, a capital OR an operator, a dash
a negation. Readers' titles are full of such signs ("Time: A Traveler's Guide", "Guards! Guards!"), so they are taken out
here, once for all sources.
"""

from __future__ import annotations

import re
import unicodedata

from archivist.books import fold

# Everything that Lucene or CirrusSearch reads as syntax, and dashes of every length, which break words in any case.
_SYNTAX = re.compile(r"[\\+\-‐-―!(){}\[\]^\"“”„«»~*?:;,/|<>=#@_…·•]|&&")
_OPERATORS = frozenset({"AND", "OR", "NOT", "TO"})
_SERIES = re.compile(
    r"\s*[(\[][^()\[\]]*(?:[#\d]|book|vol|series|novel|edition|reihe|band|tome|roman)[^()\[\]]*[)\]]\s*$", re.IGNORECASE
)
_INITIALS = re.compile(r"(?:\w\.?)+")
_SUFFIX = re.compile(r"(?:jr|sr|ph\.?d|m\.?d|i{2,3}|iv)\.?", re.IGNORECASE)

# Words that tell nothing about a book: articles, conjunctions and prepositions of the five languages that are read.
EMPTY_WORDS = frozenset(
    ["a", "an", "the", "and", "or", "of", "in", "on", "at", "to", "for", "by", "with", "from", "about", "as", "is", "it", "its", "this", "that", "der", "die", "das", "ein", "eine", "einer", "eines", "dem", "den", "des", "und", "oder", "von", "vom", "zu", "zum", "zur", "im", "am", "auf", "mit", "für", "über", "aus", "le", "la", "les", "un", "une", "des", "du", "de", "et", "ou", "dans", "sur", "avec", "pour", "par", "au", "aux", "el", "los", "las", "una", "unos", "unas", "y", "o", "del", "en", "con", "por", "para", "sobre", "il", "lo", "i", "gli", "uno", "e", "di", "da", "nel", "nella", "delle", "dei", "con", "su", "per"]
)
# A query of such words alone matches the whole catalogue and times out there.
BOOK_WORDS = frozenset(
    ["book", "books", "novel", "novels", "buch", "bücher", "roman", "romane", "livre", "livres", "libro", "libros", "libri", "story", "stories", "read"]
)


def plain_words(text: str) -> str:
    """`text` without query syntax, composed (NFC), straight apostrophes, one space between words."""
    composed = unicodedata.normalize("NFC", text).replace("’", "'").replace("\ufffd", " ")
    words = (_calm(word.strip("'.")) for word in _SYNTAX.sub(" ", composed).split())
    return " ".join(word for word in words if word and word != "&")


def _calm(word: str) -> str:
    return word.lower() if word in _OPERATORS else word


def main_title(title: str) -> str:
    """The title without series note and subtitle; the whole title where nothing would be left.

    "Shadows of Self (Mistborn, Book 5)" gives "Shadows of Self", "Atomic Habits: An Easy Way" gives "Atomic Habits".
    """
    bare = _SERIES.sub("", title)
    first = re.split(r"\s*[:;]\s+|\s+[-–—]\s+", bare, maxsplit=1)[0]
    return first.strip() if plain_words(first) else title


def telling_words(text: str) -> list[str]:
    """The words of `text` in order, without those that tell nothing; all of them where none would be left."""
    words = plain_words(text).split()
    return [word for word in words if word.casefold() not in EMPTY_WORDS] or words


def without_one(text: str, tries: int) -> list[str]:
    """Up to `tries` shorter queries, each lacking one telling word, the likeliest slip first.

    All words must match, so one mistyped word hides the book. Slips happen in long words; among equals the later word is
    dropped first, because people know how a title begins.
    """
    words = telling_words(text)
    if len(words) < 2:  # noqa: PLR2004 - dropping the only word leaves nothing to ask for
        return []
    order = sorted(range(len(words)), key=lambda i: (len(fold(words[i])), i), reverse=True)
    return [" ".join(words[:i] + words[i + 1 :]) for i in order[:tries]]


def author_words(name: str) -> str:
    """The words of a name that every spelling of it shares: no initials, no suffix; "Last, First" is turned round.

    "John P. Strelecky" gives "John Strelecky", "J.K. Rowling" gives "Rowling", "King, Martin Luther, Jr." gives "Martin Luther
    King". A name of initials alone stays as it is.
    """
    parts = [part.strip() for part in name.split(",") if part.strip() and not _SUFFIX.fullmatch(part.strip())]
    turned = " ".join([*parts[1:], *parts[:1]])
    words = [word for word in turned.split() if not _SUFFIX.fullmatch(word) and not _is_initials(word)]
    return plain_words(" ".join(words)) or plain_words(name)


def _is_initials(word: str) -> bool:
    bare = word.rstrip(".")
    return (
        len(bare) == 1 or ("." in bare and bool(_INITIALS.fullmatch(word)) and all(len(x) < 2 for x in bare.split(".")))
    )


def initials_apart(name: str) -> str:
    """Initials as words of their own, as catalogues index them: "L.J. Ross" gives "L J Ross"."""
    return plain_words(name.replace(".", ". "))


def initials_joined(name: str) -> str:
    """Initials as one word, the other way catalogues write them: "L. J. Ross" gives "LJ Ross"."""
    words, run = [], ""
    for word in initials_apart(name).split():
        if len(word) == 1:
            run += word
            continue
        words += [run, word] if run else [word]
        run = ""
    return " ".join([*words, run] if run else words)
