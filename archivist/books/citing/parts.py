"""The parts of a book that every format needs, cleaned of what no format may carry."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from archivist.books.folding import fold
from archivist.books.names import PARTICLES, parse_name
from archivist.books.record import Book, Role

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u2028\u2029\ufeff]")
_ARTICLES: Final = frozenset(("a", "an", "the", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il"))
_NOT_KEY: Final = re.compile(r"[^A-Za-z0-9]+")


def one_line(text: str) -> str:
    """The text without control characters and line breaks, which would end a field early."""
    return " ".join(_CONTROL.sub("", text).split())


def full_title(book: Book) -> str:
    """Title and subtitle as one."""
    return one_line(f"{book.title}: {book.subtitle}" if book.subtitle else book.title)


def urls(book: Book) -> list[str]:
    """Where the book's records can be seen, each address once."""
    return list(dict.fromkeys(record.url for record in book.records if record.url))


def people(book: Book, role: Role) -> list[str]:
    """The names of the contributors in one role."""
    return [one.name for one in book.contributors if one.role == role]


def particle_and_family(family: str) -> tuple[str, str]:
    """As "van" and "Gogh" of "van Gogh"; only lower-case words before the name count as particles."""
    words = family.split()
    start = 0
    while start < len(words) - 1 and words[start].islower() and fold(words[start]) in PARTICLES:
        start += 1
    return " ".join(words[:start]), " ".join(words[start:])


def keys(books: Sequence[Book]) -> list[str]:
    """A citation key a book, such as "herbert1965dune": ASCII letters and digits, no two the same."""
    taken: set[str] = set()
    made = []
    for book in books:
        base = _key(book) or "book"
        key = next(name for name in _numbered(base, len(books)) if name not in taken)
        taken.add(key)
        made.append(key)
    return made


def _key(book: Book) -> str:
    author = parse_name(book.authors[0]).core if book.authors else ""
    words = [word for word in fold(book.title).split() if word not in _ARTICLES]
    return _ascii(author) + (str(book.year) if book.year else "") + _ascii(words[0] if words else "")


def _numbered(base: str, count: int) -> list[str]:
    return [base, *(f"{base}-{number}" for number in range(2, count + 2))]


def _ascii(text: str) -> str:
    return _NOT_KEY.sub("", unicodedata.normalize("NFKD", text))
