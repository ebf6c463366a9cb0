"""Does a book answer to the title that somebody gave, perhaps misspelt, shortened or run together with its author?

A title contained in a longer one is not that title, one shared word is no match, and another volume is another book.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from archivist.books.distance import nearly
from archivist.books.fit import STRONG, Fit, best
from archivist.books.folding import STOP, fold, stem, tells_alone
from archivist.books.names import asked_author, is_nobody, without_owner
from archivist.books.record import Book, Candidate
from archivist.books.titles import Title, compare_titles, other_parts, parse_title, same_title, squeeze, without_article
from archivist.books.titlewords import is_noise
from archivist.books.wanted import Wanted

_BY: Final = frozenset(("by", "von", "par", "por", "di", "d"))
_SURE: Final = 0.85

_TELLING: Final = 0.5
_FEW, _SOME, _MANY, _FIVE = 2, 3, 4, 5
_MOSTLY: Final = 0.6
_MOST: Final = 0.75


def title_fit(book: Book, wanted: Wanted) -> Fit | None:
    """How well any of the book's titles answers to the wanted one; None when none does.

    1.0 the title, down to 0.55 for titles that begin with or hold what was given; a summary of the book is 0.4.
    """
    if not wanted.title:
        return None
    asking = _Asking(wanted=wanted, title=parse_title(wanted.title), people=_people(book))
    fits = [_record_fit(record, asking) for record in _distinct(book)]
    return best([*fits, _series_fit(book, asking.title)])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asking:
    """What is asked of one book: the title wanted, taken apart, and everybody the book's records name."""

    wanted: Wanted
    title: Title
    people: tuple[str, ...]


def _people(book: Book) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for record in book.records for name in record.authors if not is_nobody(name)))


def _distinct(book: Book) -> list[Candidate]:
    return list({(record.title, record.subtitle): record for record in book.records}.values())


def _record_fit(record: Candidate, asking: _Asking) -> Fit | None:
    own = without_owner(record.title, record.authors)
    have = parse_title(own, record.subtitle)
    return _by_wording(record, asking, have) or _by_parts(asking, have)


def _by_wording(record: Candidate, asking: _Asking, have: Title) -> Fit | None:
    """The title itself: as written, as the same title in other words, or with a slip."""
    text = asking.wanted.title or ""
    alike = _likeness(record, text, asking.title, have)
    if fold(text) == fold(record.title) and not alike and have.derived:
        return None
    if fold(text) == fold(record.title) and not (record.subtitle and alike):
        return Fit(degree=1.0, reason="title matches")
    if alike < _TELLING and not _misspelt_as_written(text, record):
        return None
    return _alike_fit(alike, as_written=fold(text) in (fold(record.title), have.whole))


def _by_parts(asking: _Asking, have: Title) -> Fit | None:
    """A book about it, a volume of it, or a title that resembles it."""
    asked = asking.title
    if have.derived and not asked.derived:
        return Fit(degree=0.4, reason="a book about it") if _holds(have.whole, asked.main) else None
    if asked.volume and have.volume != asked.volume:
        return None
    if asked.main == have.main and asked.volume != have.volume:
        return Fit(degree=0.75, reason=f"volume {have.volume} of that title")
    return _loose_fit(asking, have)


def _alike_fit(alike: float, *, as_written: bool) -> Fit:
    """As written, subtitle or not, comes before the same title with other small words."""
    if alike >= _SURE:
        return Fit(degree=max(alike, 0.97) if as_written else alike - 0.02, reason="title matches")
    if alike == _TELLING:
        return Fit(degree=0.75, reason="title matches, with a subtitle of its own")
    return Fit(degree=0.7, reason="title nearly matches")


def _likeness(record: Candidate, text: str, asked: Title, have: Title) -> float:
    alike = compare_titles(asked, have)
    if alike or (text.isascii() and record.title.isascii()):
        return alike
    return same_title(text, record.title, other_subtitle=record.subtitle)


def _misspelt_as_written(text: str, record: Candidate) -> bool:
    """A slip in the title as the record writes it, wherever a colon may divide it."""
    return nearly(without_article(fold(text)), without_article(fold(record.title)))


def _loose_fit(asking: _Asking, have: Title) -> Fit | None:
    asked = asking.title
    return best(
        [
            _other_subtitle(asked, have),
            _same_words(asked, have),
            _with_author(asking, have),
            _begins(asked, have, asking.wanted),
            _goes_on(asked, have),
            _all_but_one(asked, have),
        ],
    )


def _other_subtitle(asked: Title, have: Title) -> Fit | None:
    """The main title with a subtitle that another edition has: one of the two only describes."""
    if asked.main != have.main or not asked.rest or asked.telling or other_parts(asked, have):
        return None
    return Fit(degree=0.78, reason="title matches, with another subtitle")


@lru_cache(maxsize=4096)
def _content(folded: str) -> tuple[str, ...]:
    return tuple(word for word in squeeze(folded).split() if word not in STOP)


def _same_words(asked: Title, have: Title) -> Fit | None:
    """The same words but for articles and prepositions: "girl with dragon tattoo", "hitchhikers guide galaxy"."""
    mine = _content(asked.whole)
    for part in (have.main, have.whole):
        yours = _content(part)
        if len(mine) >= _FEW and mine == yours:
            return Fit(degree=0.9, reason="title matches")
        if len(mine) >= _FEW and sorted(mine) == sorted(yours):
            return Fit(degree=0.85, reason="title matches in other order")
        if len(mine) >= _FEW and len(mine) == len(yours) and nearly(" ".join(mine), " ".join(yours)):
            return Fit(degree=0.7, reason="title nearly matches")
    return None


def _with_author(asking: _Asking, have: Title) -> Fit | None:
    """As "the goldfinch donna tartt": title and author run together, in either order."""
    words = without_article(asking.title.whole).split()
    for part in (have.whole, have.main):
        rest = _taken_out(words, part)
        if rest and _is_name(rest, asking.people):
            return Fit(degree=0.95, reason="title and author match")
    return _together(_content(asking.title.whole), _content(have.main), asking.people)


def _together(mine: Sequence[str], title: Sequence[str], people: tuple[str, ...]) -> Fit | None:
    """Every word given is the title's or the author's, a slip allowed; the author and most of the title are there."""
    told = [word for word in mine if word not in _BY]
    whole = set(title) <= set(told)
    names = {word for name in people for word in fold(name).split()}
    if len(told) < (_FEW if whole else _SOME) or names.union(title).isdisjoint(told):
        return None
    rest = [word for word in told if not any(_same_or_slip(word, other) for other in title)]
    if not rest or not all(any(_same_or_slip(word, name) for name in names) for word in rest):
        return None
    held = {word for word in title if any(_same_or_slip(word, other) for other in told)}
    return Fit(degree=0.93, reason="title and author match") if len(held) >= _MOST * len(set(title)) else None


def _same_or_slip(mine: str, yours: str) -> bool:
    """A slip, which in a word of five letters can only be two neighbours swapped: "kafak" for "kafka"."""
    return mine == yours or nearly(mine, yours) or (len(mine) == len(yours) == _FIVE and _swapped(mine, yours))


def _swapped(mine: str, yours: str) -> bool:
    apart = [place for place in range(_FIVE) if mine[place] != yours[place]]
    return len(apart) == _FEW and apart[1] == apart[0] + 1 and sorted(mine) == sorted(yours)


def _taken_out(words: list[str], part: str) -> list[str] | None:
    """`words` without the run `part` at its beginning or end, however it is spaced; None when it is at neither."""
    letters = part.replace(" ", "")
    for i in range(1, len(words)):
        if "".join(words[:i]) == letters:
            return words[i:]
        if "".join(words[i:]) == letters:
            return words[:i]
    return None


def _is_name(rest: list[str], authors: tuple[str, ...]) -> bool:
    """True when the words left over name the authors, or one of them."""
    told = [word for word in rest if word not in _BY and word not in STOP]
    people = {word for name in authors for word in fold(name).split()}
    return bool(told) and (set(told) <= people or any(asked_author(" ".join(told), name) for name in authors))


def _begins(asked: Title, have: Title, wanted: Wanted) -> Fit | None:
    """The title goes on after what was given; one word alone says too little, unless its author was given too."""
    words = len(_content(asked.whole))
    whole = have.whole
    guessed = wanted.guess and tells_alone(asked.whole)
    if whole.startswith(asked.whole + " ") and (words >= _FEW or wanted.authors or guessed):
        return Fit(degree=0.6, reason="title begins with these words")
    if words >= _SOME and _holds(whole, asked.whole):
        return Fit(degree=0.55, reason="title holds these words")
    return Fit(degree=0.55, reason="title holds these words") if _mostly(asked, have) else None


def _mostly(asked: Title, have: Title) -> bool:
    """Most of the title's words, and if only two of them, then its first and last: "alice in wonderland"."""
    mine = [stem(word) for word in _content(asked.whole)]
    yours = [stem(word) for word in _content(have.main)]
    if len(mine) < _FEW or not set(mine) <= set(yours) or len(mine) < _MOSTLY * len(yours):
        return False
    return len(mine) >= _SOME or (mine[0], mine[-1]) == (yours[0], yours[-1])


def _goes_on(asked: Title, have: Title) -> Fit | None:
    """More was given than the title has: a subtitle without its colon ("a novel", "an easy way to ..."), an edition.

    Other words going on make another title: "pride and prejudice and zombies".
    """
    if len(_content(have.main)) < _FEW or not asked.whole.startswith(have.main + " "):
        return None
    left = asked.whole[len(have.main) + 1 :]
    first = left.split()[0]
    adds_nothing = is_noise(left) or first in ("a", "an", "the", "how", "ein", "eine", "une", "una")
    return Fit(degree=0.65, reason="title matches the first words") if adds_nothing else None


def _all_but_one(asked: Title, have: Title) -> Fit | None:
    """One wrong word among at least five."""
    mine, yours = set(_content(asked.whole)), set(_content(have.main))
    if len(mine) <= _MANY or len(mine & yours) < max(len(mine), len(yours)) - 1:
        return None
    return Fit(degree=0.6, reason="title matches but for a word")


def _series_fit(book: Book, asked: Title) -> Fit | None:
    """The series of that name: "mistborn" for "The Final Empire (Mistborn, Book 1)"."""
    series = without_article(fold(book.series or ""))
    named = series == asked.main or series.startswith(asked.main + " ")
    if not series or asked.volume or is_noise(asked.main) or not named:
        return None
    return Fit(degree=0.6, reason=f"part of the series {book.series}")


def _holds(whole: str, part: str) -> bool:
    return f" {part} " in f" {whole} "


def has_title(book: Book, title: str) -> bool:
    """Whether a record of the book, in whatever language, has the title that was asked for, be it with its author
    behind.
    """
    fit = title_fit(book, Wanted(title=title))
    same = any(same_title(title, record.title, other_subtitle=record.subtitle) for record in book.records)
    return same or (fit is not None and fit.degree >= STRONG)
