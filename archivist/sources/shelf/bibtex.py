"""BibTeX files as they are found: braces, quotes, macros, joined strings and TeX accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from archivist.books import isbns_in, language, plain, year_of
from archivist.sources.shelf.book import ShelfBook, keyed

_ENTRY: Final = re.compile(r"@\s*(?P<kind>\w+)\s*[{(]\s*", re.ASCII)
_NAME: Final = re.compile(r"\s*(?P<name>[\w:.+/-]+)\s*=\s*")
_BOOKS: Final = frozenset({"book", "inbook", "incollection", "booklet", "collection", "mvbook", "bookinbook", "ebook"})
_ACCENTS: Final = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "c": "\u0327", "k": "\u0328", "d": "\u0323",
}  # fmt: skip
_SIGNS: Final = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å",
    "i": "i", "j": "j", "&": "&", "%": "%", "#": "#", "_": "_", "$": "$", "{": "", "}": "", "textendash": "\u2013",
    "textemdash": "\u2014",
}  # fmt: skip
_ACCENT: Final = re.compile(r"\\(?P<mark>[`'^~=.\"]|[uvHrckd](?=[\s{\\]))\s*\{?\\?(?P<letter>[A-Za-z])\}?")
_SIGN: Final = re.compile(r"\\(?P<name>[A-Za-z]+|[&%#_$])(?:\s*\{\})?\s?")


def bibtex_books(text: str) -> Iterator[ShelfBook]:
    """The books of a BibTeX file; an entry that is not closed ends with the file."""
    macros: dict[str, str] = {}
    at = 0
    while (found := _ENTRY.search(text, at)) is not None:
        kind = found["kind"].casefold()
        if kind in {"comment", "preamble"}:
            at = found.end()
            continue
        if kind != "string":
            comma = text.find(",", found.end())
            at = comma + 1 if comma >= 0 else len(text)
            number = text[found.end() : comma].strip()
        else:
            at, number = found.end(), ""
        fields, at = _fields(text, at, macros)
        if kind == "string":
            macros.update(fields)
        elif kind in _BOOKS:
            yield from _book(kind, number, fields)


def _fields(text: str, at: int, macros: dict[str, str]) -> tuple[dict[str, str], int]:
    fields: dict[str, str] = {}
    while (found := _NAME.match(text, at)) is not None:
        value, at = _value(text, found.end(), macros)
        fields[found["name"].casefold()] = " ".join(value.split())
        rest = re.compile(r"\s*,?").match(text, at)
        at = rest.end() if rest else at
    return fields, at


def _value(text: str, at: int, macros: dict[str, str]) -> tuple[str, int]:
    """One value: pieces in braces or quotes, numbers and macros, joined by #."""
    pieces = []
    while True:
        piece, at = _piece(text, at, macros)
        pieces.append(piece)
        joined = re.compile(r"\s*#\s*").match(text, at)
        if joined is None:
            return "".join(pieces), at
        at = joined.end()


def _piece(text: str, at: int, macros: dict[str, str]) -> tuple[str, int]:
    opening = text[at : at + 1]
    if opening not in {"{", '"'}:
        word = re.compile(r"[^\s,#})]*").match(text, at)
        name = word[0] if word else ""
        return macros.get(name.casefold(), name), at + len(name)
    depth, end = 0, at + 1
    while end < len(text):
        char = text[end]
        if char == "\\":
            end += 2
            continue
        if depth == 0 and char == ("}" if opening == "{" else '"'):
            break
        depth += (char == "{") - (char == "}")
        end += 1
    return text[at + 1 : end], end + 1


def _book(kind: str, number: str, fields: dict[str, str]) -> Iterator[ShelfBook]:
    title = fields.get("booktitle") if kind == "incollection" else fields.get("title")
    if not title:
        return
    head, _, tail = text_of(title).partition(": ")
    people = fields.get("author") or fields.get("editor") or ""
    keywords = re.split(r"[,;]", fields.get("keywords", ""))
    book = ShelfBook(
        key="",
        title=head,
        subtitle=text_of(fields["subtitle"]) if "subtitle" in fields else tail or None,
        authors=tuple(map(_person, filter(None, re.split(r"\s+and\s+", people)))),
        year=year_of(fields.get("year") or fields.get("date")),
        isbns=tuple(isbns_in(fields.get("isbn", ""))),
        languages=tuple(filter(None, (language(fields.get("language") or fields.get("langid")),))),
        subjects=tuple(text_of(word).strip() for word in keywords if word.strip()),
        publisher=text_of(fields["publisher"]) if "publisher" in fields else None,
        description=plain(text_of(fields.get("abstract", ""))) or None,
        series=text_of(fields["series"]) if "series" in fields else None,
    )
    yield keyed(book, "bibtex", None if book.isbns else number)


def _person(name: str) -> str:
    """The name in natural order ("Herbert, Frank", "King, Jr., Martin Luther"); one in braces stays as it is."""
    if name.startswith("{"):
        return text_of(name)
    parts = [part.strip() for part in text_of(name).split(",")]
    return " ".join([*parts[-1:], *parts[:-1]]) if len(parts) > 1 else parts[0]


def text_of(tex: str) -> str:
    r"""TeX as text: accents (`\"{o}`), signs (`\ss`), braces off, dashes and non-breaking blanks as such."""
    accented = _ACCENT.sub(lambda found: found["letter"] + _ACCENTS[found["mark"]], tex)
    signed = _SIGN.sub(lambda found: _SIGNS.get(found["name"], ""), accented)
    bare = signed.replace("{", "").replace("}", "").replace("~", " ").replace("---", "\u2014").replace("--", "\u2013")
    return unicodedata.normalize("NFC", " ".join(bare.split()))
