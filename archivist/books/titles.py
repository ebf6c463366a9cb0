"""Titles taken apart, and when two of them name one work.

A title is a main part, perhaps a subtitle, a volume number and a series. A subtitle is optional for finding a work and
decisive for telling volumes apart: "The Lord of the Rings: The Two Towers" is not "The Lord of the Rings: The Return of
the King", yet "Gilead: A Novel" is "Gilead".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from archivist.books.distance import nearly
from archivist.books.figures import in_figures
from archivist.books.folding import fold, spellings
from archivist.books.titlewords import (
    ARTICLES,
    CONNECTIVES,
    derived,
    descriptive,
    has_unit,
    is_noise,
    is_set,
    names_series,
    volume_in,
)

_BRACKETS: Final = re.compile(r"\s*[(\[{\uff08]((?:[^()\[\]{}]|\[[^\]]*\])*)[)\]}\uff09]\s*$")
# "The Hobbit, or, There and Back Again", "Candide, ou l'Optimisme": what follows is the work's other title.
_OTHERWISE: Final = re.compile(r"^(?:or|oder|ou|ovvero) (?=.)")
_SPLIT: Final = re.compile(
    r",(?=\s+(?:[Oo]r|[Oo]der|[Oo]u|[Oo]vvero)\b)|\s*[:\uff1a;]\s+|\s+[-\u2013\u2014=]{1,2}\s+|\s*\u2014\s*|\uff1a"
)
_LOST: Final = "\ufffd"
_SHORT_TITLE = 5
_MISSPELT: Final = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """A title taken apart; all parts folded.

    `main` is without leading article, edition words and series; `rest` is the subtitle, empty when it says nothing
    ("a novel"); `whole` is main and rest; `volume` the number that tells volumes apart, `position` a place in a
    series that is not named; `series` what stood in brackets at the end ("Mistborn, Book 1"), as written. `collected`
    marks sets and omnibuses, `derived` books about the book (summaries, study guides), `renamed` a rest that is another
    title of the same work. `telling` is True when the rest reads like a title of its own, so that it tells volumes
    apart. `head` is the main part and `key` the whole as
    they are filed.
    """

    main: str
    rest: str = ""
    volume: str = ""
    position: str = ""
    series: str = ""
    collected: bool = False
    derived: bool = False
    renamed: bool = False
    head: str = ""
    key: str = ""

    @property
    def whole(self) -> str:
        """Main part and subtitle in one."""
        return f"{self.main} {self.rest}" if self.rest else self.main

    @property
    def telling(self) -> bool:
        """True when the rest may be the title of one volume rather than a description."""
        return bool(self.rest) and not self.renamed and not descriptive(self.rest)


@lru_cache(maxsize=65536)
def parse_title(title: str, subtitle: str | None = None) -> Title:
    """Takes a title apart. Without a given subtitle, what follows a colon or a spaced dash is one."""
    bare, brackets = _unbracketed(title)
    head, tail = _divided(bare, subtitle)
    main, volume = volume_in(fold(head))
    if not main:
        main, volume = fold(head), ""  # "Book One" is all the title there is
    renamed = bool(_OTHERWISE.match(fold(tail)))
    rest, rest_volume = _rest(_OTHERWISE.sub("", fold(tail)), main)
    series = next((text for text in brackets if any(map(str.isalpha, text)) and not is_noise(fold(text))), "")
    own, position = _bracketed(series, main)
    everything = fold(" ".join([title, subtitle or ""]))
    named = without_article(main) or fold(title)
    told = "" if is_noise(rest) else rest
    counted = volume or rest_volume or own
    return Title(
        main=named,
        rest=told,
        volume=counted,
        position=position,
        series=series,
        collected=is_set(everything),
        derived=derived(everything, fold(tail)),
        renamed=renamed,
        head=in_figures(squeeze(named)),
        key=" ".join(part for part in (in_figures(squeeze(named)), in_figures(squeeze(told)), counted) if part),
    )


def title_key(title: str, subtitle: str | None = None) -> str:
    """The folded title under which a work is filed: no leading article, no noise subtitle, no series, connectives off.

    "The Pit", "Pit" and "The Pit: A Novel" share one key; "Washington, D.C." and "Washington DC" too.
    """
    return parse_title(title, subtitle).key


def squeeze(folded: str) -> str:
    """A folded title without the words "and" that some write as a sign."""
    tokens = folded.split()
    return " ".join(tokens[:1] + [token for token in tokens[1:] if token not in CONNECTIVES])


def without_article(folded: str) -> str:
    """A folded title without a leading article of the languages that catalogues drop it in, unless nothing else is
    left.
    """
    first, _, others = folded.partition(" ")
    return others if others and first in ARTICLES else folded


def same_title(one: str, other: str, *, subtitle: str | None = None, other_subtitle: str | None = None) -> float:
    """How sure it is that two titles name one work, by the words alone.

    1.0 same key; 0.95 the same words divided otherwise; 0.9 one has a series name before; 0.85 one lacks the subtitle;
    0.7 a slip or two of spelling; 0.0 different, which other volumes, other telling subtitles, and a title that merely
    contains the other are.
    """
    if _LOST in one or _LOST in other:
        return 1.0 if (one, subtitle) == (other, other_subtitle) else _same_damaged(one, other)
    return compare_titles(
        parse_title(one, subtitle), parse_title(other, other_subtitle), umlauts=_umlauts_meet(one, other)
    )


def compare_titles(one: Title, other: Title, *, umlauts: bool = False, slips_too: bool = True) -> float:
    """`same_title` of two titles already taken apart; without `slips_too` a misspelt title is another one."""
    if _contradict(one, other):
        return 0.0
    if one.volume != other.volume and one.main == other.main:
        return 0.4
    if one.key == other.key or umlauts:
        return 1.0
    return _by_parts(one, other) or (_MISSPELT if slips_too and _misspelt(one, other) else 0.0)


def other_parts(one: Title, other: Title) -> bool:
    """True when titles name different parts of a whole: other volumes, other telling subtitles, a set and a part of it,
    a book and a book about it. Not even a shared ISBN makes these one.
    """
    if _contradict(one, other):
        return True
    same_main = one.head == other.head
    return same_main and one.telling and other.telling and not compare_titles(one, other)


def _contradict(one: Title, other: Title) -> bool:
    volumes = bool(one.volume and other.volume and one.volume != other.volume)
    places = bool(one.position and other.position and one.position != other.position and one.main == other.main)
    return volumes or places or one.derived != other.derived or one.collected != other.collected


def _by_parts(one: Title, other: Title) -> float:
    if one.head == other.head:
        return _by_rest(one, other)
    if one.key.replace(" ", "") == other.key.replace(" ", ""):
        return 0.95
    return 0.9 if _named_by_rest(one, other) or _named_by_rest(other, one) else 0.0


def _misspelt(one: Title, other: Title) -> bool:
    if one.head == other.head:
        return bool(one.rest and other.rest) and nearly(one.rest, other.rest)
    return nearly(one.whole, other.whole) or _main_nearly(one, other)


def _by_rest(one: Title, other: Title) -> float:
    if not one.rest or not other.rest:
        return 0.5 if (one.telling or other.telling) and not one.volume else 0.85
    short, long = sorted((one.rest, other.rest), key=len)
    if long.startswith(short + " ") or set(short.split()) <= set(long.split()):
        return 0.9
    return 0.0


def _named_by_rest(one: Title, other: Title) -> bool:
    """As "The Lord of the Rings: The Two Towers" is "The Two Towers"; a single word is too little to say so."""
    return (
        (one.telling or one.renamed)
        and not other.rest
        and without_article(one.rest) == other.main
        and " " in other.main
    )


def _main_nearly(one: Title, other: Title) -> bool:
    """A misspelt main title, where one has no subtitle and the other's only describes."""
    lacks = not (one.rest and other.rest) and (bool(one.volume) or not (one.telling or other.telling))
    return lacks and nearly(one.main, other.main)


def _umlauts_meet(one: str, other: str) -> bool:
    return not (one.isascii() and other.isascii()) and bool(spellings(one) & spellings(other))


def _same_damaged(one: str, other: str) -> float:
    """Titles with replacement characters: each stands for one or two letters that were lost."""
    lost, whole = (one, other) if _LOST in one else (other, one)
    letters = [re.escape(fold(part)) for part in re.split(f"{_LOST}+", lost)]
    pattern = r"\s?\S{1,4}\s?".join(letters)
    enough = sum(len(part) for part in letters) > _SHORT_TITLE
    return 0.7 if enough and re.fullmatch(pattern.replace(r"\ ", r"\s?"), fold(whole)) else 0.0


def _unbracketed(title: str) -> tuple[str, list[str]]:
    """The title without bracketed groups at its end, and these, last first."""
    groups: list[str] = []
    while match := _BRACKETS.search(title):
        if not fold(title[: match.start()]):
            break
        groups.append(match[1].strip())
        title = title[: match.start()]
    return title, groups


def _divided(bare: str, subtitle: str | None) -> tuple[str, str]:
    if subtitle and fold(subtitle):
        return bare, subtitle
    match = _SPLIT.search(bare)
    if not match or not fold(bare[: match.start()]) or not fold(bare[match.end() :]):
        return bare, ""
    return bare[: match.start()], bare[match.end() :]


def _rest(tail: str, main: str) -> tuple[str, str]:
    """The subtitle that says something, and the volume it counts.

    "Volume 2" counts volumes of this title; "Book One of the Dune Chronicles" names a series, which tells nothing
    apart.
    """
    left, number = volume_in(tail)
    if not number or not has_unit(tail):
        return tail, ""
    if not left or without_article(left) == without_article(main):
        return "", number
    return ("", "") if names_series(tail) else (left, number)


def _bracketed(series: str, main: str) -> tuple[str, str]:
    """Volume and position in brackets that name no series of another name.

    "Fruits Basket (Vol. 2)" is a volume; "Chamber of Secrets (Book 2)" only has that place in some series.
    """
    named, number = volume_in(fold(series))
    if named and without_article(named) != without_article(main):
        return "", ""
    return ("", number) if names_series(fold(series)) else (number, "")
