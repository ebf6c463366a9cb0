"""Personal names in a question: does this look like one, and which names does it list."""

from __future__ import annotations

import re
from typing import Literal

from archivist.librarian.reading.given_names import GIVEN_NAMES
from archivist.librarian.reading.text import capitalised, tokens
from archivist.librarian.reading.vocabulary import any_of, word_set

Likely = Literal["no", "perhaps", "yes"]

PARTICLES = word_set(
    "van von der den de del della di da do dos du la le las los el al ten ter zu bin ibn ben st st. saint san y e "
    "d' af av"
)
SUFFIXES = word_set("jr jr. sr sr. ii iii iv phd ph.d. md m.d. inc inc. ltd ltd.")
_TITLES = word_set("mr mr. mrs mrs. ms dr dr. sir dame lord lady prof prof. professor st. saint pope")

NEVER = word_set(
    """
    write wrote written writes publish published publishes release released a an the this that these those my
    your his her its our their i me you he she it we they us them him who whom what which where when why how and
    or but nor if then so not no yes in on at to from for with without about into onto over under after before
    between during since until by of as is are was were be been being am do does did done have has had can could
    would shall should might must one two three four five six seven eight nine ten first second third last next
    some any all every each other another more most many much few less than too very just only also here there
    now never always ever again away out up down off book books novel novels read reading please thanks same
    author writer someone somebody anyone anybody everyone nobody
    """
)
"""Words that are no part of a personal name in any position."""

_THINGS = word_set(
    """
    people women men woman man children friends stranger strangers day dawn night morning evening moonlight
    candlelight lamplight firelight starlight fire water blood sword hand heart mail train boat sea land air
    force accident mistake chance law proxy nature default invitation appointment chocolate numbers design
    definition god love will moon sun wind rain snow storm death
    """
)
"""Words that a name holds only after a given name ("David Day"; not "death by chocolate")."""

_EDGES = ',;:!?()[]{}"…'
_LONGEST, _USUAL, _SHORT = 6, 4, 3
_SURNAME_AND_GIVEN = 2
_WORDS_TOO = word_set(
    "art rose grace hope joy may christian grant gay sue pat gene bill mark max jean don frank jack "
    "dick bob robin victor "
    "chuck dawn will hunter taylor truman virginia harper percy iris jasper sky basil ginger guy "
    "noble earnest ray rod ross jan art"
)
"""Given names that are English words as well: in lower case they are no evidence."""
_ARTICLES = word_set("das die ein eine un une una il lo gli")
"""No name begins with one of these; "der" and "la" stand in names."""
_CALLINGS = frozenset({"author", "writer", "by", "novelist", "poet"})
_INITIALS = re.compile(r"(?:[^\W\d_]\.){1,4}[^\W\d_]?\.?|[A-ZÀ-Þ]{1,3}")
_ABBREVIATIONS = word_set(
    "u.s. u.s.s. u.s.a. u.k. u.n. h.m.s. s.s. f.b.i. c.i.a. k.g.b. d.c. a.d. b.c. n.y. p.s. s.o.s."
)
"""Letters with points that stand for something else than given names: "U.S.S. Seawolf"."""
_VOWELS = frozenset("aeiouy")
_NO_INITIALS = word_set(
    "tv dr mr mrs ms st sr jr vs pc cd dvd vhs bbc nhs nyc bc pt ch nr hr fr th nd rd km kg lb cm mm mg ml xml css sql "
    "php rpg gps lsd dns vpn pdf mph llc btw pls plz thx tbh lgbt ww www kgb pr fm rv rn bd zb bzw hbo cnn nfl nba mlb "
    "nhl fc hmm shh brr nth pms ptsd hgb"
)
"""Letters without a vowel that stand for something else."""
_LETTERS = re.compile(r"[^\W\d_](?:[^\W\d_]|['.\-])*")
_WITH = any_of("and, und, et, y, e, &, with, mit, avec, con, or, oder, ou")
_AND = re.compile(rf"\s*(?:,?\s+{_WITH}\s+(?:(?:by|von|par)\s+)?|\s*&\s*|;)\s*")
_POSSESSIVE = re.compile(r"(?<=\w)(?:'s|(?<=s)')$")


def looks_like_name(text: str) -> Likely:
    """How far the words look like one person's name.

    `yes` needs evidence of its own (a common given name, initials, a particle inside); `perhaps` is up to four words of
    which none can be ruled out. Lower case is no evidence against a name.
    """
    words = _without_titles([word for raw in text.replace(",", " ").split() if (word := raw.strip(_EDGES))])
    if (
        not 1 <= len(words) <= _LONGEST
        or (len(words) > 1 and words[0].casefold() in _ARTICLES)
        or not all(map(_possible, words))
        or _names_a_thing(words)
    ):
        return "no"
    if len(words) == 1:
        return "perhaps"
    if _starts_with_given(words) or _has_initial(words, text) or (_has_given(words[-1:]) and "," in text):
        return "yes"
    if any(word.casefold() in PARTICLES for word in words[:-1]):
        return "yes" if capitalised(words[-1]) else "perhaps"
    return "perhaps" if len(words) <= _USUAL else "no"


def _without_titles(words: list[str]) -> list[str]:
    """The words without "Sir" before and "Jr." after the name."""
    while words and words[-1].casefold() in SUFFIXES:
        words = words[:-1]
    while words and words[0].casefold() in _TITLES:
        words = words[1:]
    return words


def _possible(word: str) -> bool:
    folded = word.casefold().removesuffix("'s")
    return folded in PARTICLES or _is_initial(word) or (folded not in NEVER and _LETTERS.fullmatch(word) is not None)


def _names_a_thing(words: list[str]) -> bool:
    person = len(words) > 1 and words[0].casefold() in GIVEN_NAMES
    return not person and any(word.casefold() in _THINGS for word in words)


def _starts_with_given(words: list[str]) -> bool:
    """True for a given name first, or in the middle of a short name ("Hilda Doolittle", "Xu Mary Lin")."""
    return _has_given(words[:1]) or (len(words) <= _SHORT and _has_given(words[1:-1]))


def _has_given(words: list[str]) -> bool:
    return any(word.casefold() in GIVEN_NAMES and (capitalised(word) or word not in _WORDS_TOO) for word in words)


def _is_initial(word: str) -> bool:
    """True for "J.", "J.R.R." and their lower case; the full stop is what tells."""
    return "." in word and word.casefold() not in _ABBREVIATIONS and _INITIALS.fullmatch(word.upper()) is not None


def _has_initial(words: list[str], text: str) -> bool:
    """True for "Robert A. Heinlein" and, where capitals say something, "JRR Tolkien"."""
    if any(map(_is_initial, words)) or begins_with_initials(" ".join(words)):
        return True
    return _INITIALS.fullmatch(words[0]) is not None and words[0] != "A" and text != text.upper()


def _written_as_initials(word: str) -> bool:
    """True for two or three letters that no word consists of: "jrr", "js"."""
    low = word.casefold()
    return (
        1 < len(low) <= _SHORT
        and low.isascii()
        and low.isalpha()
        and _VOWELS.isdisjoint(low)
        and low not in _NO_INITIALS
    )


def begins_with_initials(text: str) -> bool:
    """True for "jrr tolkien" and "JS Mill": initials without points and one surname."""
    words = text.split()
    return len(words) == _SURNAME_AND_GIVEN and _written_as_initials(words[0]) and _is_surname(words[1])


def _is_surname(word: str) -> bool:
    return len(word) > _SHORT and _possible(word) and word.casefold() not in _THINGS


def is_full_name(words: list[str]) -> bool:
    """True for given names or initials and a surname, and nothing else: "milan kundera", "P. J. Parrish"."""
    given = all(_has_given([word]) or _is_initial(word) for word in words[:-1]) or begins_with_initials(" ".join(words))
    return len(words) > 1 and given and "." not in words[-1] and looks_like_name(" ".join(words)) == "yes"


def has_given(text: str) -> bool:
    """True when a common given name is among the words."""
    return any(_has_given([word]) for word in text.split())


def leading_name(text: str) -> str:
    """The name that the text begins with, or an empty string: up to a word that is in no name, or loses its capital."""
    words = text.split()
    length = 0
    for word in words[:_LONGEST]:
        follows = length == 0 or capitalised(word) or not capitalised(words[0]) or word.casefold() in PARTICLES
        if not (follows and _possible(word.strip(_EDGES))):
            break
        length += 1
    name = " ".join(words[:length])
    return name if length < len(words) and looks_like_name(name) != "no" and text.startswith(name) else ""


def names(text: str) -> tuple[str, ...]:
    """The names in "X and Y", "X, Y & Z" or "Surname, Given", each as a person would say it."""
    text = text.strip(" ,.;:?!") if not _ends_with_initial(text) else text.strip(" ,;:?!")
    found: list[str] = []
    for part in _AND.split(text):
        found.extend(_upright(part))
    return tuple(dict.fromkeys(name for name in map(_tidy, found) if name))


def _ends_with_initial(text: str) -> bool:
    last = text.rstrip(" ?!,").rsplit(" ", 1)[-1]
    return _INITIALS.fullmatch(last) is not None or last.casefold() in SUFFIXES


def _upright(text: str) -> list[str]:
    """The names of a comma list; a surname followed by given names becomes one name in spoken order."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) <= 1:
        return parts
    if parts[-1].casefold() in SUFFIXES:
        return [" ".join([*_upright(", ".join(parts[:-1])), parts[-1]])]
    if len(parts) == _SURNAME_AND_GIVEN and _inverted(*parts):
        return [f"{parts[1]} {parts[0]}"]
    return parts


def _inverted(before: str, after: str) -> bool:
    surname, given = tokens(before), tokens(after)
    if not given or not (given[0].casefold() in GIVEN_NAMES or _INITIALS.fullmatch(given[0])):
        return len(surname) == 1 and len(given) == 1
    return not _has_given(surname[:-1]) and len(given) <= _SHORT


def _tidy(name: str) -> str:
    words = name.split()
    if len(words) > 1 and words[0].casefold() == "the" and words[1].casefold() in _CALLINGS:
        words.pop(0)
    while words and words[0].casefold() in _CALLINGS:
        words.pop(0)
    return _POSSESSIVE.sub("", " ".join(words)).strip(' ,;:?!"')
