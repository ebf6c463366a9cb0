"""Reference managers' files: RIS and CSL-JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import BeforeValidator, Field, JsonValue, TypeAdapter

from archivist.books import isbn13, isbns_in, language, plain, year_of
from archivist.sources.lenient import Sent, Text, Texts
from archivist.sources.shelf.book import ShelfBook, keyed

_TAG: Final = re.compile(r"^(?P<tag>[A-Z][A-Z0-9])\s{1,2}-\s?(?P<value>.*)$")
_BOOKS: Final = frozenset({"BOOK", "EBOOK", "CHAP", "ECHAP", "EDBOOK", "SER", "GEN", "CLSWK"})
_CSL_BOOKS: Final = frozenset({"book", "chapter", "collection", "classic", ""})


def ris_books(text: str) -> Iterator[ShelfBook]:
    """The books of a RIS file; articles and other kinds are left out."""
    entry: dict[str, list[str]] = {}
    last = ""
    for line in text.splitlines():
        found = _TAG.match(line.lstrip("\ufeff"))
        if found is None:
            if last and line.strip():
                entry[last][-1] += f" {line.strip()}"  # a long value goes on in the next line
            continue
        if found["tag"] == "ER":
            yield from _ris_book(entry)
            entry, last = {}, ""
        else:
            last = found["tag"]
            entry.setdefault(last, []).append(found["value"].strip())
    yield from _ris_book(entry)


def _ris_book(entry: dict[str, list[str]]) -> Iterator[ShelfBook]:
    kind = next(iter(entry.get("TY", [])), "")
    # A chapter's book is in BT or T2; the file is about that book all the same.
    names = ("BT", "T2", "TI", "T1") if kind in {"CHAP", "ECHAP"} else ("TI", "T1", "BT")
    title = next((value for name in names for value in entry.get(name, []) if value), None)
    if kind not in _BOOKS or title is None:
        return
    head, _, tail = title.partition(": ")
    book = ShelfBook(
        key="",
        title=head,
        subtitle=tail or None,
        authors=tuple(map(_turned, entry.get("AU", []) + entry.get("A1", []))),
        year=year_of(next((value for name in ("PY", "Y1", "DA") for value in entry.get(name, [])), None)),
        isbns=tuple(dict.fromkeys(isbn for value in entry.get("SN", []) for isbn in isbns_in(value))),
        languages=tuple(filter(None, map(language, entry.get("LA", [])))),
        subjects=tuple(entry.get("KW", [])),
        publisher=next(iter(entry.get("PB", [])), None),
        description=next((plain(value) for name in ("AB", "N2") for value in entry.get(name, [])), None),
    )
    yield keyed(book, "ris", None)


def _turned(name: str) -> str:
    """The name in natural order: "Herbert, Frank" is Frank Herbert."""
    family, comma, given = name.partition(",")
    return f"{given.split(',')[0].strip()} {family.strip()}".strip() if comma else name.strip()


class _Name(Sent):
    family: Text = None
    given: Text = None
    particle: Text = Field(None, alias="non-dropping-particle")
    literal: Text = None

    @property
    def whole(self) -> str:
        return self.literal or " ".join(filter(None, (self.given, self.particle, self.family)))


def _first_year(value: JsonValue) -> int | None:
    """{"date-parts": [[1965, 8]]}, {"raw": "1965"} or a text."""
    if isinstance(value, dict):
        parts = value.get("date-parts")
        while isinstance(parts, list) and parts:
            parts = parts[0]
        value = parts or value.get("raw") or value.get("literal")
    return year_of(value) if isinstance(value, (str, int)) else None


class _Item(Sent):
    id: Text = None
    kind: str = Field("", alias="type")
    title: Text = None
    container: Text = Field(None, alias="container-title")
    author: tuple[_Name, ...] = ()
    editor: tuple[_Name, ...] = ()
    issued: Annotated[int | None, BeforeValidator(_first_year)] = None
    isbn: Text = Field(None, alias="ISBN")
    language: Text = None
    publisher: Text = None
    abstract: Text = None
    keyword: Texts = ()


_ITEMS = TypeAdapter(list[_Item])


def csl_books(data: bytes) -> Iterator[ShelfBook]:
    """The books of a CSL-JSON file.

    Raises:
        ValueError: the file is not a list of such items.
    """
    for item in _ITEMS.validate_json(data):
        title = item.container if item.kind == "chapter" else item.title
        if item.kind not in _CSL_BOOKS or not title:
            continue
        head, _, tail = plain(title).partition(": ")
        words = [word.strip() for text in item.keyword for word in text.split(",")]
        book = ShelfBook(
            key="",
            title=head,
            subtitle=tail or None,
            authors=tuple(name.whole for name in item.author or item.editor if name.whole),
            year=item.issued,
            isbns=tuple(isbns_in(item.isbn or "")) or tuple(filter(None, (isbn13(item.isbn),))),
            languages=tuple(filter(None, (language(item.language),))),
            subjects=tuple(word for word in words if word),
            publisher=item.publisher,
            description=plain(item.abstract) or None,
        )
        yield keyed(book, "csl", None)
