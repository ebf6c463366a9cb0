"""What readers think of a book, so that few votes count little: the Bayesian average, and how widely it is read."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import Final

from archivist.books.record import Book, Rating

PRIOR_VOTES: Final = 50
"""A book is taken to have this many average votes besides its own."""
USUAL: Final = 3.8
"""The average of a book nobody rated, where the books at hand are too few to tell (about Goodreads' mean)."""
_ENOUGH_BOOKS: Final = 5
_MOST_READ: Final = 7.0


def usual_rating(books: Sequence[Book]) -> float:
    """The mean of the averages at hand, or `USUAL` for fewer than five."""
    averages = [book.rating.average for book in books if book.rating and book.rating.count]
    return sum(averages) / len(averages) if len(averages) >= _ENOUGH_BOOKS else USUAL


def bayesian(rating: Rating | None, usual: float) -> float:
    """The average from 0 to 5 after `PRIOR_VOTES` votes of the usual rating are added."""
    if rating is None:
        return usual
    return (usual * PRIOR_VOTES + rating.average * rating.count) / (PRIOR_VOTES + rating.count)


def quality(book: Book, usual: float) -> float:
    """From 0 to 1: mostly how widely a book is read (log of its votes), partly how it is liked."""
    votes = book.rating.count if book.rating else 0
    read = min(1.0, log10(1 + votes) / _MOST_READ)
    return 0.7 * read + 0.3 * bayesian(book.rating, usual) / 5


def rating_reason(rating: Rating | None) -> str:
    """As "4.1 from 37,569 ratings", or "" where nobody rated it."""
    if rating is None or not rating.count:
        return ""
    return f"{rating.average:.1f} from {rating.count:,} rating{'' if rating.count == 1 else 's'}"
