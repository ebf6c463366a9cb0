"""JSON-LD with schema.org's `Book`: what search engines and linked-data tools read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from archivist.books.citing.parts import one_line, people, urls
from archivist.books.languages import two_letters
from archivist.books.names import parse_name
from archivist.books.record import Book

_Node = dict[str, object]
# The vocabulary itself and not schema.org's hosted context: readers then need no network to understand the document.
_CONTEXT: Final = {
    "@vocab": "https://schema.org/",
    "sameAs": {"@type": "@id"},
    "image": {"@type": "@id"},
    "url": {"@type": "@id"},
}


def jsonld(books: Sequence[Book]) -> str:
    """The books as one JSON-LD document, each under its id."""
    graph = [_node(book) for book in books]
    return json.dumps({"@context": _CONTEXT, "@graph": graph}, ensure_ascii=False, indent=2) + "\n"


def _node(book: Book) -> _Node:
    addresses = urls(book)
    node: _Node = {
        "@id": book.id,
        "@type": "Book",
        "name": one_line(book.title),
        "alternativeHeadline": book.subtitle,
        "author": [_agent(name) for name in book.authors],
        "editor": [_agent(name) for name in people(book, "editor")],
        "translator": [_agent(name) for name in people(book, "translator")],
        "illustrator": [_agent(name) for name in people(book, "illustrator")],
        "datePublished": str(book.year) if book.year else None,
        "isbn": list(book.isbns),
        "inLanguage": [two_letters(code) or code for code in book.languages],
        "keywords": list(book.subjects),
        "publisher": [{"@type": "Organization", "name": name} for name in book.publishers],
        "description": book.description,
        "numberOfPages": book.pages,
        "image": book.cover,
        "isPartOf": {"@type": "BookSeries", "name": book.series} if book.series else None,
        "aggregateRating": _rating(book),
        "url": addresses[0] if addresses else None,
        "sameAs": addresses[1:],
    }
    return {name: value for name, value in node.items() if value}


def _agent(name: str) -> _Node:
    parsed = parse_name(name)
    return {"@type": "Organization" if parsed.corporate else "Person", "name": parsed.display or name}


def _rating(book: Book) -> _Node | None:
    if book.rating is None:
        return None
    return {
        "@type": "AggregateRating",
        "ratingValue": book.rating.average,
        "ratingCount": book.rating.count,
        "bestRating": 5,
    }
