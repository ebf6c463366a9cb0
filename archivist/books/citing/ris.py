"""RIS: one record a book, a tag a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archivist.books.citing.parts import full_title, keys, one_line, people, urls
from archivist.books.languages import language_name
from archivist.books.names import parse_name
from archivist.books.record import Book


def ris(books: Sequence[Book]) -> str:
    """The books as RIS records of type BOOK, lines ended by CR LF as the format asks."""
    lines = [line for key, book in zip(keys(books), books, strict=True) for line in _lines(key, book)]
    return "".join(f"{line}\r\n" for line in lines)


def _lines(key: str, book: Book) -> Iterator[str]:
    yield "TY  - BOOK"
    yield f"ID  - {key}"
    for tag, value in _tags(book):
        if value:
            yield f"{tag}  - {one_line(value)}"
    yield "ER  - "
    yield ""


def _tags(book: Book) -> Iterator[tuple[str, str]]:
    yield "TI", full_title(book)
    yield from (("AU", _person(name)) for name in book.authors)
    yield from (("A2", _person(name)) for name in people(book, "editor"))
    yield from (("A4", _person(name)) for name in people(book, "translator"))
    yield "PY", str(book.year or "")
    yield from (("PB", name) for name in book.publishers[:1])
    yield from (("SN", isbn) for isbn in book.isbns[:1])
    yield "LA", language_name(book.languages[0]) if len(book.languages) == 1 else ""
    yield "T3", book.series or ""
    yield "SP", str(book.pages or "")
    yield from (("KW", subject) for subject in book.subjects)
    yield from (("UR", url) for url in urls(book))
    yield "AB", book.description or ""


def _person(name: str) -> str:
    """As "Last, First, Suffix"; organisations as they are."""
    parsed = parse_name(name)
    parts = [parsed.family_text, parsed.given_text, parsed.suffix_text]
    return ", ".join(part for part in parts if part) or name
