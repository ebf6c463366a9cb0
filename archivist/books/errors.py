"""What can go wrong in bibliography: only what a caller asks for by a name that is not there.

BooksError
└── UnknownFormat   a format that nothing here writes
"""

from __future__ import annotations

from collections.abc import Iterable


class BooksError(ValueError):
    """Base of the errors of this package."""


class UnknownFormat(BooksError):
    """No writer has that name; the message lists those there are."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"no export format {name!r}: choose one of {', '.join(sorted(known))}")
        self.name = name
