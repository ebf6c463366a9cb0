"""The books that answer a question, best first, each with the reasons in words; nothing that does not match.

What was said as a constraint (author, years, language, ISBN, every subject) is a filter; among what passes, the
closer match comes first, and how widely a book is read only orders equals. An empty list is an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import zip_longest
from typing import Final

from archivist.books.constraints import admitted, author_fit, bare_article, language_reason, years_reason
from archivist.books.dates import plausible
from archivist.books.fit import STRONG, Fit, best
from archivist.books.fit_guess import guess_fit
from archivist.books.fit_subject import form_fit, subjects_fit, words_fit
from archivist.books.fit_title import title_fit
from archivist.books.folding import fold
from archivist.books.likeness import Likeness, is_anchor, likeness_to
from archivist.books.present import presented
from archivist.books.quality import bayesian, quality, rating_reason, usual_rating
from archivist.books.record import Book, Ranked
from archivist.books.wanted import Wanted

_NEARLY: Final = 0.75
_HALF: Final = 0.5
_THIN: Final = 0.9
_MATTERS: Final = {"isbn": 3.0, "title": 2.0, "author": 1.0, "subjects": 1.5, "like": 2.0, "words": 0.5, "form": 0.3}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    book: Book
    fits: dict[str, Fit]

    @property
    def relevance(self) -> float:
        weight = sum(_MATTERS[kind] for kind in self.fits)
        return sum(_MATTERS[kind] * fit.degree for kind, fit in self.fits.items()) / weight if weight else _HALF


def rank(books: Sequence[Book], wanted: Wanted, *, today: date) -> list[Ranked]:
    """Orders the books that match and drops the others.

    Scores run from 0 to 1; the order of equals is decided by title and id, never by chance. With an exact title at
    hand, mere resemblances are left out. `today` bounds what counts as a year. No match is an empty list. Of books that
    are to be set side by side the best match of each is given, in the order they were named. Where no book is by all
    the asked authors, each one's books take turns.
    """
    if wanted.beside:
        return _side_by_side(books, wanted, today)
    together = _all_at_once(books, wanted, today)
    return together or (_by_each(books, wanted, today) if len(wanted.authors) > 1 else [])


def _by_each(books: Sequence[Book], wanted: Wanted, today: date) -> list[Ranked]:
    each = [_all_at_once(books, replace(wanted, authors=(name,)), today) for name in wanted.authors]
    return [one for turn in zip_longest(*each) for one in turn if one]


def _all_at_once(books: Sequence[Book], wanted: Wanted, today: date) -> list[Ranked]:
    """The books for which everything holds that was asked."""
    pool = [book for book in books if not _is_anchor(book, wanted)]
    likeness = likeness_to(wanted.like, books) if wanted.like else None
    judged = [found for book in admitted(pool, wanted, today=today) if (found := _judge(book, wanted, likeness))]
    usual = usual_rating([one.book for one in judged])
    return [_told(one, wanted, usual, today) for one in _ordered(_pruned(judged, wanted), wanted, usual, today)]


def _side_by_side(books: Sequence[Book], wanted: Wanted, today: date) -> list[Ranked]:
    alone = replace(wanted, beside=())
    each = [alone, *(replace(alone, title=one.title, authors=one.authors) for one in wanted.beside)]
    best_of_each = [found[0] for one in each if (found := rank(books, one, today=today))]
    return list({ranked.book.id: ranked for ranked in best_of_each}.values())


def _is_anchor(book: Book, wanted: Wanted) -> bool:
    return wanted.like is not None and is_anchor(book, wanted.like)


def _judge(book: Book, wanted: Wanted, likeness: Likeness | None) -> _Judged | None:
    """Everything that speaks for a book, or None when something that must hold does not."""
    found: dict[str, Fit | None] = {
        "isbn": _isbn_fit(book, wanted),
        "title": _named_fit(book, wanted),
        "author": author_fit(book, wanted) if wanted.authors else None,
        "subjects": subjects_fit(book, wanted),
        "like": likeness.of(book) if likeness else None,
        "words": words_fit(book, wanted),
        "form": form_fit(book, wanted.form) if wanted.form else None,
    }
    fits = {kind: fit for kind, fit in found.items() if fit}
    return _Judged(book=book, fits=fits) if _answers(book, fits, wanted) else None


def _isbn_fit(book: Book, wanted: Wanted) -> Fit | None:
    return Fit(degree=1.0, reason="ISBN matches") if set(wanted.isbns) & set(book.isbns) else None


def _named_fit(book: Book, wanted: Wanted) -> Fit | None:
    by_title = _less_if_thin(title_fit(book, wanted), book)
    return best([by_title, guess_fit(book, wanted)]) if wanted.guess and wanted.title else by_title


def _less_if_thin(fit: Fit | None, book: Book) -> Fit | None:
    """An article, or a record without an author, comes after a full record of the same title."""
    thin = bare_article(book) or not book.authors
    return replace(fit, degree=fit.degree * _THIN) if fit and thin else fit


def _answers(book: Book, fits: dict[str, Fit], wanted: Wanted) -> bool:
    """Whether all that was asked for holds."""
    if "isbn" in fits:
        return True
    titled = "title" in fits and fits["title"].degree >= STRONG
    lacking = (
        (bool(wanted.isbns) and not wanted.title)
        or (bool(wanted.title) and "title" not in fits)
        or (wanted.like is not None and "like" not in fits)
        or (bool(wanted.subjects) and "subjects" not in fits and not titled)
        or (bare_article(book) and not titled)
    )
    return not lacking and _says_something(fits, wanted)


def _says_something(fits: dict[str, Fit], wanted: Wanted) -> bool:
    """Where only loose words were given, half of them must be there; with nothing given at all, anything goes."""
    if wanted.title or wanted.subjects or wanted.authors or wanted.like or not wanted.words:
        return True
    return "words" in fits and fits["words"].degree >= _HALF


def _pruned(judged: list[_Judged], wanted: Wanted) -> list[_Judged]:
    """Leaves out resemblances where the thing itself is there."""
    deciding = {"isbn": True, "author": bool(wanted.authors), "subjects": len(wanted.subjects) > 1}
    for kind in (kind for kind, decides in deciding.items() if decides):
        sure = [one for one in judged if kind in one.fits and one.fits[kind].degree >= _NEARLY]
        judged = sure or judged
    exact = any(one.fits["title"].degree >= STRONG for one in judged if "title" in one.fits)
    if not wanted.title or not exact:
        return judged
    return [one for one in judged if "title" not in one.fits or _stays(one.fits["title"], wanted)]


def _stays(fit: Fit, wanted: Wanted) -> bool:
    if wanted.guess:
        return fit.degree > _HALF and "nearly" not in fit.reason
    return fit.degree >= _NEARLY


def _ordered(judged: list[_Judged], wanted: Wanted, usual: float, today: date) -> list[_Judged]:
    """By the wanted order; among equals by relevance, then by title and id so that chance has no part."""

    def key(one: _Judged) -> tuple[float, float, str, str]:
        return (_first_key(one, wanted, usual, today), -_score(one, usual), fold(one.book.title), one.book.id)

    return sorted(judged, key=key)


def _first_key(one: _Judged, wanted: Wanted, usual: float, today: date) -> float:
    if wanted.order == "rating":
        weak = 10.0 if one.relevance < _NEARLY else 0.0
        return weak - bayesian(one.book.rating, usual)
    year, pages = plausible(one.book.year, today=today), one.book.pages
    match wanted.order:
        case "oldest":
            return year or float("inf")
        case "newest":
            return -(year or float("-inf"))
        case "shortest":
            return pages or float("inf")
        case "longest":
            return -(pages or float("-inf"))
        case _:
            return 0.0


def _score(one: _Judged, usual: float) -> float:
    return round(0.9 * one.relevance + 0.1 * quality(one.book, usual), 4)


def _told(one: _Judged, wanted: Wanted, usual: float, today: date) -> Ranked:
    book = presented(one.book, wanted, today=today)
    reasons = [fit.reason for kind in _MATTERS if (fit := one.fits.get(kind))]
    reasons += [years_reason(book, wanted), language_reason(book, wanted), rating_reason(book.rating)]
    return Ranked(
        book=book, score=_score(one, usual), reasons=tuple(dict.fromkeys(reason for reason in reasons if reason))
    )
