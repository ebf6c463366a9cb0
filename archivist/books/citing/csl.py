"""CSL-JSON, which Zotero, Pandoc and every citation processor read."""

from __future__ import annotations

import json
from collections.abc import Sequence

from archivist.books.citing.parts import full_title, keys, one_line, particle_and_family, people, urls
from archivist.books.languages import two_letters
from archivist.books.names import parse_name
from archivist.books.record import Book

_Item = dict[str, object]


def csl_json(books: Sequence[Book]) -> str:
    """The books as a JSON array of CSL items; unknown facts have no key."""
    items = [_item(key, book) for key, book in zip(keys(books), books, strict=True)]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def _item(key: str, book: Book) -> _Item:
    addresses = urls(book)
    item: _Item = {
        "id": key,
        "type": "book",
        "title": full_title(book),
        "author": [_person(name) for name in book.authors],
        "editor": [_person(name) for name in people(book, "editor")],
        "translator": [_person(name) for name in people(book, "translator")],
        "issued": {"date-parts": [[book.year]]} if book.year else None,
        "publisher": one_line(book.publishers[0]) if book.publishers else None,
        "ISBN": book.isbns[0] if book.isbns else None,
        "number-of-pages": str(book.pages) if book.pages else None,
        "collection-title": book.series,
        "language": two_letters(book.languages[0]) if len(book.languages) == 1 else None,
        "keyword": ", ".join(book.subjects),
        "URL": addresses[0] if addresses else None,
        "abstract": book.description,
    }
    return {name: value for name, value in item.items() if value}


def _person(name: str) -> dict[str, str]:
    parsed = parse_name(name)
    if parsed.corporate or not parsed.given_text:
        return {"literal": parsed.display or name}
    particle, family = particle_and_family(parsed.family_text)
    person = {
        "family": family,
        "given": parsed.given_text,
        "non-dropping-particle": particle,
        "suffix": parsed.suffix_text,
    }
    return {part: value for part, value in person.items() if value}
