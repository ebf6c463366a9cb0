"""What two records say about being one work: how sure, and why, in words.

Equal ISBNs are no proof (sets and reused numbers share one) and different ISBNs no disproof (editions differ); titles,
people and years must agree besides. What is weighed here is a pair; `merge` sees to whole groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from archivist.books.folding import STOP, fold, spellings, word_set
from archivist.books.names import author_key, is_nobody, otherwise_spelt, same_author, without_owner
from archivist.books.record import Candidate, Isbn13
from archivist.books.titles import Title, compare_titles, other_parts, parse_title, same_title

ENOUGH: Final = 0.7
"""Pairs below this confidence are left apart: a work shown twice is a smaller fault than two works made one."""
YEARS_APART: Final = 10
"""First publications further apart are two books of one title ("Firefight" 2001 and 2015), unless an ISBN links them.
"""
A_LIFETIME: Final = 60
"""Unless they are so far apart that the later can only be a reprint ("The Pit" 1903, "Pit" 2008)."""
BOOKISH: Final = word_set(
    "novel novella book novels books play poem poems memoir autobiography biography anthology comic manga essay essays "
    "stories story nonfiction fiction textbook trilogy treatise roman livre libro buch romanzo novela recueil sachbuch "
    "erzahlung drama saggio ensayo essai boek bok kniha powiesc книга роман повесть",
)
"""Words by which an encyclopaedia page tells that it is about something written."""
_OTHER_KINDS: Final = word_set(
    "film films movie miniseries series tv franchise album song single band ep soundtrack game videogame musical opera "
    "character characters disambiguation magazine newspaper journal place town city company ship",
)
_TELLING: Final = 0.5
_LOST: Final = "\ufffd"
_ONLY_FOLD: Final[frozenset[str]] = frozenset()
_MANY_PEOPLE: Final = 8
_SAYS_ENOUGH: Final = 80
_TELLING_WORDS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A candidate with its title and names taken apart once.

    `people` are the authors who are somebody, `surnames` what they are filed under. `record` is the key with its
    service (Open Library's search and subject pages share their keys). `spellings` are the folds of a title that is
    not ASCII. `damaged` says that letters of the title were lost on the way, `distinctive` that three of its words
    tell something.
    """

    candidate: Candidate
    title: Title
    people: tuple[str, ...]
    surnames: tuple[str, ...]
    record: str
    spellings: frozenset[str]
    damaged: bool
    distinctive: bool

    @property
    def about_no_book(self) -> bool:
        """True for an article whose title says that it is about something else: "Dune (franchise)"."""
        return self.candidate.kind == "article" and not _OTHER_KINDS.isdisjoint(fold(self.title.series).split())

    @property
    def bare(self) -> bool:
        """True when the title has neither subtitle nor volume, so that it could be any volume of its name."""
        return not self.title.rest and not self.title.volume


def row_of(candidate: Candidate) -> Row:
    """Takes a candidate apart."""
    title = parse_title(without_owner(candidate.title, candidate.authors), candidate.subtitle)
    people, surnames = _filed(candidate.authors)
    return Row(
        candidate=candidate,
        title=title,
        people=people,
        surnames=surnames,
        record=f"{candidate.source.removesuffix('-subjects')} {candidate.key}",
        spellings=_ONLY_FOLD if candidate.title.isascii() else spellings(candidate.title),
        damaged=_LOST in candidate.title,
        distinctive=sum(word not in STOP for word in title.whole.split()) >= _TELLING_WORDS,
    )


@lru_cache(maxsize=65536)
def _filed(authors: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The authors who are somebody, and what they are filed under."""
    people = tuple(name for name in authors[:_MANY_PEOPLE] if not is_nobody(name))
    return people, tuple(dict.fromkeys(author_key(name) for name in people))


def _shared_isbn(one: Candidate, other: Candidate) -> Isbn13 | None:
    shared = [isbn for isbn in one.isbns if isbn in other.isbns]
    return min(shared) if shared else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """How sure it is that two records describe one work, and why. `linked` when a number of theirs is the same."""

    confidence: float
    reason: str
    linked: bool = False


def judge(one: Row, other: Row) -> Evidence | None:
    """The evidence that two records are one work, or None when there is not enough or something speaks against it."""
    if one.record == other.record:
        return Evidence(confidence=1.0, reason="the same record", linked=True)
    if one.about_no_book or other.about_no_book:
        return None
    shared = _shared_isbn(one.candidate, other.candidate)
    alike = titles_agree(one, other, slips_too=bool(shared))
    if not alike and not shared:
        return None
    people = people_agree(one, other)
    if shared and not other_parts(one.title, other.title):
        found = _by_isbn(one, other, alike, people, shared)
        if found:
            return found
    return _by_title(one, other, alike, people)


def titles_agree(one: Row, other: Row, *, slips_too: bool) -> float:
    """`same_title` of two records."""
    if one.damaged or other.damaged:
        return same_title(one.candidate.title, other.candidate.title)
    umlauts = bool(one.spellings or other.spellings) and not _folds(one).isdisjoint(_folds(other))
    return compare_titles(one.title, other.title, umlauts=umlauts, slips_too=slips_too)


def _folds(row: Row) -> frozenset[str]:
    return row.spellings or spellings(row.candidate.title)


def people_agree(one: Row, other: Row) -> float | None:
    """The best agreement between two records' authors, 0.0 when they share none, None when one names nobody."""
    if not one.people or not other.people:
        return None
    if set(one.people) & set(other.people):
        return 1.0
    sure = max(same_author(a, b) for a in one.people for b in other.people) or _by_surname(one, other)
    return sure or (ENOUGH if _in_other_letters(one, other) else 0.0)


def _in_other_letters(one: Row, other: Row) -> bool:
    """One author in two spellings of a Russian name, as far as the surnames under which they are filed allow it."""
    if set(one.surnames).isdisjoint(other.surnames):
        return False
    return any(otherwise_spelt(a, b) for a in one.people for b in other.people)


def _by_surname(one: Row, other: Row) -> float:
    """A surname alone names its bearer under a title that nobody gives to two books ("Rowling")."""
    if not (one.distinctive and other.distinctive) or set(one.surnames).isdisjoint(other.surnames):
        return 0.0
    alone = any(len(row.people) == 1 and " " not in fold(row.people[0]) for row in (one, other))
    return ENOUGH if alone else 0.0


def years_contradict(one: Row, other: Row) -> bool:
    """True when years speak for two books of one title: see `YEARS_APART`.

    A later edition of an older work is no contradiction; nor is any distance for a title of so many words that nobody
    gives it to two books.
    """
    return not (one.distinctive and other.distinctive) and _years_apart(one.candidate, other.candidate)


def _years_apart(one: Candidate, other: Candidate) -> bool:
    if one.first_published and other.first_published:
        return gap_tells(abs(one.first_published - other.first_published))
    if one.first_published or other.first_published:
        work, edition = (one, other) if one.first_published else (other, one)
        return bool(
            work.first_published and edition.published and work.first_published - edition.published > YEARS_APART
        )
    if not one.published or not other.published or _same_house(one, other):
        return False
    return gap_tells(abs(one.published - other.published))


def gap_tells(years: int) -> bool:
    """True for a distance of years that tells two works of one title apart."""
    return YEARS_APART < years < A_LIFETIME


def _same_house(one: Candidate, other: Candidate) -> bool:
    """The same publisher or the same opening of the description: the same book issued again."""
    if {fold(name) for name in one.publishers} & {fold(name) for name in other.publishers}:
        return True
    mine, yours = (fold(text or "")[:_SAYS_ENOUGH] for text in (one.description, other.description))
    return len(mine) == _SAYS_ENOUGH and mine == yours


def _by_isbn(one: Row, other: Row, alike: float, people: float | None, isbn: Isbn13) -> Evidence | None:
    if alike >= ENOUGH:
        sure = 0.85 if people == 0 else 1.0
        return Evidence(confidence=sure, reason=f"the same ISBN {isbn} and title", linked=True)
    if people == 0:
        return None
    if alike or _contained(one.title.whole, other.title.whole):
        return Evidence(confidence=0.9, reason=f"the same ISBN {isbn}, one title longer", linked=True)
    if one.title.head == other.title.head:
        return Evidence(confidence=0.85, reason=f"the same ISBN {isbn} and title, other subtitles", linked=True)
    if people and _other_languages(one.candidate, other.candidate):
        return Evidence(confidence=0.8, reason=f"the same ISBN {isbn} and author, titles in two languages", linked=True)
    return None


def _contained(one: str, other: str) -> bool:
    short, long = sorted((one.split(), other.split()), key=len)
    return len(short) > 1 and set(short) <= set(long)


def _other_languages(one: Candidate, other: Candidate) -> bool:
    mine, yours = set(one.languages), set(other.languages)
    return bool(mine and yours) and mine != yours


def _by_title(one: Row, other: Row, alike: float, people: float | None) -> Evidence | None:
    if people == 0 or years_contradict(one, other):
        return None
    if people is None and (one.candidate.kind == "article") != (other.candidate.kind == "article"):
        return _article(one, other) if alike >= _TELLING else None
    if alike < ENOUGH_WITHOUT_ISBN and not (one.damaged or other.damaged):
        return None
    return _nameless(one, other) if people is None else _same_people(one, other, min(alike, people))


def _same_people(one: Row, other: Row, sure: float) -> Evidence:
    apart = bool(one.candidate.isbns and other.candidate.isbns)
    spelt = sure == ENOUGH and _in_other_letters(one, other)
    confidence = max(min(sure, 0.95) - (0.1 if apart else 0.0), ENOUGH)
    return Evidence(
        confidence=round(confidence, 2),
        reason="the same title and author"
        + (", whose name has two spellings" if spelt else "")
        + (", other ISBNs" if apart else ""),
    )


ENOUGH_WITHOUT_ISBN: Final = 0.85
"""A slip of spelling (0.7) joins two records only when an ISBN does too."""


def _article(one: Row, other: Row) -> Evidence | None:
    """An article joins the book of its title whose author it mentions, or a nameless one if it is about a book."""
    article, book = (one, other) if one.candidate.kind == "article" else (other, one)
    text = set(fold(f"{article.candidate.title} {article.candidate.description or ''}").split())
    if any(set(fold(name).split()[-1:]) & text for name in book.people):
        return Evidence(confidence=0.85, reason="the same title, and the article names the author")
    if not book.people and not BOOKISH.isdisjoint(text):
        return Evidence(confidence=ENOUGH, reason="the same title, and the article is about a book")
    return None


def _nameless(one: Row, other: Row) -> Evidence | None:
    """Records without an author: the same title and year, and a title that is not just a word."""
    years = [row.candidate.first_published or row.candidate.published for row in (one, other)]
    articles = one.candidate.kind == other.candidate.kind == "article"
    if articles or years[0] is None or years[1] is None or abs(years[0] - years[1]) > 1 or " " not in one.title.main:
        return None
    return Evidence(confidence=ENOUGH, reason="the same title and year, one record without an author")
