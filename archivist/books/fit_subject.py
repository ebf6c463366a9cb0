"""Is a book about what was asked: by its subject headings, its title, or its description?"""

from __future__ import annotations

import re
from typing import Final

from archivist.books.fit import Fit
from archivist.books.folding import fold, stem, stems, tells_alone, word_set
from archivist.books.record import Book
from archivist.books.wanted import Form, Wanted

GENERIC: Final = re.compile(
    r"(?:general|fiction|fiction general|general fiction|juvenile fiction|juvenile literature|nonfiction|non fiction"
    r"|young adult fiction|novels?|literature|books?|accessible book|protected daisy|in library|large type books"
    r"|lending library|internet archive wishlist|overdrive|open library staff picks|reading level.*|nyt .*"
    r"|.*bestsellers?|new york times .*|award .*|open syllabus.*|long now.*|textbooks?|etc|english language"
    r"|popular works|translations?.*|fiction in english|english fiction|american fiction|american literature"
    r"|english literature|british|english|irish|scottish|welsh|american|canadian|australian|european"
    r"|ebook|unknown|series .*|collectionid .*|specimens)",
)
"""Headings that say how a book is sold or kept, not what it is about."""

_ABOUT_ANYTHING: Final = word_set("fiction history novel story book")
_BROAD_WORDS: Final = (
    "world life living food family home house people person man woman child time day year nature society culture city "
    "country work money body mind thing school england britain london america united states new york"
)
_BROAD: Final = frozenset(map(stem, _BROAD_WORDS.split()))
_SHORT: Final = r"short stor(?:y|ies)|short fiction|novellas|erzahlungen|kurzgeschichten|cuentos|relatos|racconti"
_FILED_SHORT: Final = re.compile(rf"\b(?:{_SHORT})\b")
_CALLED_SHORT: Final = re.compile(rf"\b(?:{_SHORT}|stories|tales)\b")
"""Several told in one book: "Ghost Story" is none, and what is filed under "Sea stories" may be a novel."""
_FORMS: Final[dict[Form, frozenset[str]]] = {
    "novel": word_set("fiction novel roman romance"),
    "short-stories": frozenset(),  # told by its name
    "poetry": word_set("poetry poem verse lyric"),
    "play": word_set("drama play theater theatre comedy tragedy"),
    "comic": word_set("comic manga graphic"),
    "non-fiction": word_set("nonfiction history science biography essay philosophy guide politic business"),
    "biography": word_set("biography autobiography memoir biographical diary"),
    "children": word_set("child juvenile kid picture"),
}


def subjects_fit(book: Book, wanted: Wanted) -> Fit | None:
    """How well the book holds all wanted subjects; None when it lacks one.

    1.0 by headings, 0.9 with help of the title, 0.6 where only a subtitle or the description speaks of it.
    """
    degrees = [_degree(book, subject) for subject in wanted.subjects]
    if not degrees or not all(degrees):
        return None
    return Fit(degree=min(degrees), reason=_reason(wanted.subjects, min(degrees)))


def _degree(book: Book, subject: str) -> float:
    asked = stems(subject)
    headings = [stems(heading) for heading in book.subjects]
    if asked in headings:
        return 1.0
    if not asked or not tells_alone(subject):
        return 0.0
    if any(_run(heading, asked) for heading in headings):
        return 0.97
    if any(_run(stems(record.title), asked) for record in book.records):
        return _IN_TITLE
    if len(asked) > 1 and set(asked) <= {word for heading in headings for word in heading}:
        return 0.85
    return _ONLY_TOLD if _told_of(book, asked) else 0.0


def _told_of(book: Book, asked: list[str]) -> bool:
    told = (book.description or "", *(record.subtitle or "" for record in book.records))
    return any(_run(stems(text), asked) for text in told)


def _run(words: list[str], asked: list[str]) -> bool:
    """True when `asked` stands in `words` as a run."""
    return f" {' '.join(asked)} " in f" {' '.join(words)} "


_IN_TITLE: Final = 0.9
_ONLY_TOLD: Final = 0.6
_TWO: Final = 2


def _reason(subjects: tuple[str, ...], degree: float) -> str:
    named = " and ".join(subjects)
    if degree <= _ONLY_TOLD:
        return f"its subtitle or description speaks of {named}"
    if len(subjects) == 1 and degree == _IN_TITLE:
        return f"its title names {named}"
    if len(subjects) == 1:
        return f"subject matches: {named}"
    return f"both subjects: {named}" if len(subjects) == _TWO else f"all {len(subjects)} subjects"


def form_fit(book: Book, form: Form) -> Fit:
    """Whether the book is of the wanted form, by headings and titles; unknown is half-way."""
    words = {word for text in (*book.subjects, book.title, book.subtitle or "") for word in stems(text)}
    if form == "short-stories" and _is_short(book):
        return Fit(degree=1.0, reason=_named(form))
    if words & _FORMS[form] and not (form == "non-fiction" and "fiction" in words):
        return Fit(degree=1.0, reason=_named(form))
    return Fit(degree=0.3 if _contradicts(words, form) else 0.5)


def _is_short(book: Book) -> bool:
    called = (book.title, book.subtitle or "")
    filed = any(_FILED_SHORT.search(fold(subject)) for subject in book.subjects)
    return filed or any(_CALLED_SHORT.search(fold(text)) for text in called)


def _contradicts(words: set[str], form: Form) -> bool:
    others = {
        "novel": "poetry nonfiction biography",
        "non-fiction": "fiction",
        "poetry": "fiction",
        "biography": "fiction",
    }
    return bool(words & set(others.get(form, "").split()))


def _named(form: Form) -> str:
    return {"short-stories": "short stories", "children": "for children"}.get(form, form)


def words_fit(book: Book, wanted: Wanted) -> Fit | None:
    """The share of the question's other content words that the record holds; None for none."""
    asked = {stem for word in wanted.words for stem in stems(word)}
    if not asked:
        return None
    texts = (book.title, book.subtitle or "", book.series or "", book.description or "", *book.subjects, *book.authors)
    held = asked & {stem for text in texts for stem in stems(text)}
    return Fit(degree=len(held) / len(asked), reason="mentions " + ", ".join(sorted(held)[:3])) if held else None


def telling_subjects(subjects: tuple[str, ...]) -> dict[str, str]:
    """Headings that tell something, folded by stems, each with the words it is shown by."""
    told = {" ".join(stems(subject)): subject for subject in subjects if not GENERIC.fullmatch(fold(subject))}
    return {key: shown for key, shown in told.items() if key and key not in _ABOUT_ANYTHING}


def is_specific(subject: str) -> bool:
    """True for a heading under which only books of a kind stand; "Food", "World" and "London (England)" hold all."""
    return not _BROAD.issuperset(stems(subject))
