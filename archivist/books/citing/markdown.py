"""Markdown: a list for notes, readable as it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from archivist.books.citing.parts import full_title, one_line, urls
from archivist.books.names import parse_name
from archivist.books.quality import rating_reason
from archivist.books.record import Book

_MARKS: Final = re.compile(r"([\\`*_{}\[\]<>#|~])")
_SITES: Final = {
    "openlibrary": "Open Library",
    "openlibrary-subjects": "Open Library",
    "googlebooks": "Google Books",
    "wikipedia": "Wikipedia",
    "shelf": "your shelf",
    "memory": "an earlier search",
}


def markdown(books: Sequence[Book]) -> str:
    """The books as a numbered list: title, people, year, ISBN, rating and links to the records."""
    return "".join(f"{number}. {_entry(book)}\n" for number, book in enumerate(books, 1))


def _entry(book: Book) -> str:
    by = ", ".join(_text(parse_name(name).display) for name in book.authors)
    head = f"**{_text(full_title(book))}**" + (f" by {by}" if by else "") + (f" ({book.year})" if book.year else "")
    tail = [f"ISBN {book.isbns[0]}" if book.isbns else "", rating_reason(book.rating), _links(book)]
    return ". ".join([head, *(part for part in tail if part)])


def _links(book: Book) -> str:
    sites = {record.url: _SITES[record.source] for record in book.records if record.url in urls(book)}
    return ", ".join(f"[{site}](<{url}>)" for url, site in sites.items())


def _text(text: str) -> str:
    return _MARKS.sub(r"\\\1", one_line(text))
