"""Words as a search engine may be given them.

Open Library's and Wikipedia's search boxes are little languages: a colon makes a field, a capital OR an operator, a
dash a negation. Readers' titles are full of such signs ("Time: A Traveler's Guide", "Guards! Guards!"), so they are
taken out here, once for all sources.
"""

from __future__ import annotations

import re
import unicodedata

from archivist.books import fold, stem
from archivist.sources.spelling import by_doubt, respelt

# Everything that Lucene or CirrusSearch reads as syntax, and dashes of every length, which break words in any case.
_SYNTAX = re.compile(r"[\\+\-\u2010-\u2015!(){}\[\]^\"\u201c-\u201e\u00ab\u00bb~*?:;,/|<>=#@_\u2026\u00b7\u2022]|&&")
_OPERATORS = frozenset({"AND", "OR", "NOT", "TO"})
_SERIES = re.compile(
    r"\s*[(\[][^()\[\]]*(?:[#\d]|book|vol|series|novel|edition|reihe|band|tome|roman)[^()\[\]]*[)\]]\s*$", re.IGNORECASE
)
_INITIALS_MOST = 3
_SPOKEN = re.compile(r"[aeiouy]", re.IGNORECASE)
_TITLES = frozenset(("dr", "mr", "mrs", "ms", "st", "sr", "jr", "md", "mc"))
_INITIALS = re.compile(r"\w|(?:\w\.)+\w?\.?")
_SUFFIX = re.compile(r"(?:jr|sr|ph\.?d|m\.?d|i{2,3}|iv)\.?", re.IGNORECASE)

# Words that tell nothing about a book: articles, conjunctions and prepositions of the five languages that are read.
_EMPTY = """
    a an the and or of in on at to for by with from about as is it its this that
    der die das ein eine einer eines dem den des und oder von vom zu zum zur im am auf mit für über aus
    le la les un une du de et ou dans sur avec pour par au aux
    el los las uno unos unas y o del en con por para sobre
    il lo i gli e di da nel nella delle dei su per
"""
EMPTY_WORDS = frozenset(_EMPTY.split())
# A query of such words alone matches the whole catalogue and times out there.
_OF_ALL_BOOKS = "book books novel novels buch bücher roman romane livre livres libro libros libri story stories read"
BOOK_WORDS = frozenset(_OF_ALL_BOOKS.split())

MANY_WORDS = 4
PAIR = 2
_COUNTABLE = 2
_MAY_OWN = re.compile(r"[^\W\d_]{3,}(?<!s)s")


def plain_words(text: str) -> str:
    """`text` without query syntax, composed (NFC), straight apostrophes, one space between words.

    Invisible characters (soft hyphens, marks of direction) vanish; control characters and the mark of a lost letter
    part words.
    """
    visible = "".join(char if char.isprintable() else _unseen(char) for char in text)
    composed = unicodedata.normalize("NFC", visible).replace("\u2019", "'").replace("\ufffd", " ")
    words = (_calm(word.strip("'.")) for word in _SYNTAX.sub(" ", composed).split())
    return " ".join(word for word in words if word and word != "&")


def worded(text: str | None) -> str | None:
    """The text when a letter or digit of any script is in it, else None."""
    return text if text and fold(text) else None


def _unseen(char: str) -> str:
    return "" if unicodedata.category(char) == "Cf" else " "


def _calm(word: str) -> str:
    return word.lower() if word in _OPERATORS else word


def main_title(title: str) -> str:
    """The title without series note and subtitle; the whole title where nothing would be left.

    "Shadows of Self (Mistborn, Book 5)" gives "Shadows of Self", "Atomic Habits: An Easy Way" gives "Atomic Habits".
    """
    bare = _SERIES.sub("", title)
    first = re.split(r"\s*[:;]\s+|\s+[-\u2013\u2014]\s+", bare, maxsplit=1)[0]
    return first.strip() if plain_words(first) else title


def telling_words(text: str) -> list[str]:
    """The words of `text` in order, without those that tell nothing; all of them where none would be left."""
    words = plain_words(text).split()
    return [word for word in words if word.casefold() not in EMPTY_WORDS] or words


def corrections(text: str, tries: int) -> list[str]:
    """Up to `tries` other queries for words that found nothing, each without the word that may be wrong, likeliest
    first.

    All words must match, so one mistyped or wrong word hides the book. No word is sent that was not said: what was
    mistyped is told by the rows that the other words find. Where there are none, or only one, which may fit half the
    catalogue ("Novel"), the doubtful word is first sent as it was probably meant, if its letters speak for a slip. Of
    many words the halves are asked for after the first try, because one of them is surely free of a single slip.
    """
    words = telling_words(text)
    if len(words) >= MANY_WORDS:
        return _lacking_half(words)[:tries]
    doubtful = by_doubt(words)
    lacking = [_kept(words, set(doubtful) - {i}) for i in doubtful] if len(words) > 1 else []
    respelling = respelt(plain_words(text), words[doubtful[0]]) if len(words) <= PAIR else []
    return [*_owned(text, words), *respelling[:1], *lacking, *respelling[1:]][:tries]


def _owned(text: str, words: list[str]) -> list[str]:
    """The query with the apostrophe that its first word may lack: "salem's lot"; not where it looks mistyped."""
    owner = words[0]
    if len(words) == 1 or not _MAY_OWN.fullmatch(owner) or respelt(owner, owner):
        return []
    return [re.sub(rf"\b{owner}\b", f"{owner[:-1]}'s", plain_words(text), count=1)]


def _lacking_half(words: list[str]) -> list[str]:
    doubtful = by_doubt(words)
    half = len(words) // 2
    return [_kept(words, kept) for kept in (set(doubtful[1:]), set(doubtful[half:]), set(doubtful[:half]))]


def _kept(words: list[str], places: set[int]) -> str:
    return " ".join(word for i, word in enumerate(words) if i in places)


def author_words(name: str) -> str:
    """The words of a name that every spelling of it shares: no initials, no suffix; "Last, First" is turned round.

    "John P. Strelecky" gives "John Strelecky", "J.K. Rowling" and "JK Rowling" give "Rowling",
    "King, Martin Luther, Jr." gives "Martin Luther King". A name of initials alone stays as it is.
    """
    parts = [part.strip() for part in name.split(",") if part.strip() and not _SUFFIX.fullmatch(part.strip())]
    turned = " ".join([*parts[1:], *parts[:1]])
    whole = [word for word in turned.split() if not _SUFFIX.fullmatch(word)]
    joined = len(whole) > 1 and _are_initials(whole[0], turned)
    words = [word for word in whole[joined:] if not _is_initials(word)]
    return plain_words(" ".join(words)) or plain_words(name)


def _is_initials(word: str) -> bool:
    """One letter, or letters each with its point: "J", "J.", "J.K."."""
    return bool(_INITIALS.fullmatch(word))


def initials_apart(name: str) -> str:
    """Initials as words of their own, as catalogues index them: "L.J. Ross" and "LJ Ross" give "L J Ross"."""
    first, *others = plain_words(name.replace(".", ". ")).split() or [""]
    return " ".join([*(first if others and _are_initials(first, name) else [first]), *others])


def _are_initials(word: str, name: str) -> bool:
    """Two or three capitals before a name that is none, or as many letters that nobody could speak."""
    capitals = word.isupper() and not name.isupper()
    unspoken = not _SPOKEN.search(word) and word.casefold() not in _TITLES
    return 1 < len(word) <= _INITIALS_MOST and word.isascii() and word.isalpha() and (capitals or unspoken)


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


def in_other_numbers(subjects: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The subjects as they are, then all in the singular, or in the plural where none is in the plural already.

    Catalogues file under plurals ("Whales", "Pirates") what readers ask for in the singular, and under some singulars
    what they ask for in the plural; the number is that of the last word. Names have none, and of what is not found as
    it was said in three words or more, another number is not filed either.
    """
    if any(len(subject.split()) > _COUNTABLE or subject[:1].isupper() for subject in subjects):
        return [subjects]
    forms = (tuple(map(_singular, subjects)), tuple(map(_plural, subjects)))
    return [subjects, *[other for other in forms if other != subjects][:1]]


def _singular(subject: str) -> str:
    head, last = _parted(subject)
    return head + stem(fold(last)) if last.isascii() else subject


def _plural(subject: str) -> str:
    head, last = _parted(subject)
    word = fold(last)
    if not last.isascii() or not word.isalpha() or stem(word) != word or word.endswith("men"):
        return subject
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return f"{head}{word}es"
    return f"{head}{word[:-1]}ies" if re.search("[^aeiou]y$", word) else f"{head}{word}s"


def _parted(subject: str) -> tuple[str, str]:
    head, blank, last = subject.rpartition(" ")
    return head + blank, last
