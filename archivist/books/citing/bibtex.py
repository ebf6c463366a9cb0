"""BibTeX: one `@book` a book, UTF-8 with the characters escaped that TeX reads as commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from archivist.books.citing.parts import full_title, keys, one_line, people, urls
from archivist.books.languages import language_name
from archivist.books.names import parse_name
from archivist.books.record import Book

_ESCAPES: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "%": r"\%",
        "#": r"\#",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
    },
)
# Inside a braced value an unpaired brace ends the entry for most readers, escaped or not; so braces become brackets.
_BRACES: Final = str.maketrans("{}", "()")


def bibtex(books: Sequence[Book]) -> str:
    """The books as BibTeX entries, keys unique, titles braced twice to keep their capitals."""
    return "\n".join(_entry(key, book) for key, book in zip(keys(books), books, strict=True))


def _entry(key: str, book: Book) -> str:
    lines = [f"  {name} = {{{value}}}," for name, value in _fields(book) if value]
    return "\n".join([f"@book{{{key},", *lines, "}", ""])


def _fields(book: Book) -> list[tuple[str, str]]:
    addresses = urls(book)
    return [
        ("title", f"{{{_tex(full_title(book))}}}"),
        ("author", " and ".join(_person(name) for name in book.authors)),
        ("editor", " and ".join(_person(name) for name in people(book, "editor"))),
        ("translator", " and ".join(_person(name) for name in people(book, "translator"))),
        ("year", str(book.year or "")),
        ("publisher", _tex(book.publishers[0]) if book.publishers else ""),
        ("isbn", book.isbns[0] if book.isbns else ""),
        ("language", language_name(book.languages[0]).lower() if len(book.languages) == 1 else ""),
        ("series", _tex(book.series or "")),
        ("pagetotal", str(book.pages or "")),
        ("keywords", ", ".join(_tex(subject).replace(",", ";") for subject in book.subjects)),
        ("url", addresses[0].translate(_BRACES) if addresses else ""),
        ("abstract", _tex(book.description or "")),
    ]


def _tex(text: str) -> str:
    return one_line(text).translate(_BRACES).translate(_ESCAPES)


def _person(name: str) -> str:
    """As "Last, Suffix, First"; organisations braced, so that BibTeX does not take them apart."""
    parsed = parse_name(name)
    if parsed.corporate or " and " in f" {parsed.display} ":
        return f"{{{_tex(parsed.display)}}}"
    parts = [parsed.family_text, parsed.suffix_text, parsed.given_text]
    return ", ".join(_tex(part) for part in parts if part) or _tex(name)
