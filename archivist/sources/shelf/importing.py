"""Files of other programs become books of the shelf, whatever their names say.

The kind is told from the content. A row that cannot be read is skipped and named; a file that cannot be read at all
is an error with the kinds that can.
"""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from archivist.sources.shelf.bibtex import bibtex_books
from archivist.sources.shelf.book import ShelfBook
from archivist.sources.shelf.calibre import MAGIC, books_in
from archivist.sources.shelf.csv_exports import reader_of, rows_of, storygraph
from archivist.sources.shelf.references import csl_books, ris_books

FileKind = Literal["goodreads", "storygraph", "calibre", "bibtex", "ris", "csl-json"]
# A library of 100,000 books is 60 MB in Calibre's file; more is no reader's shelf but a mistake.
LARGEST: Final = 100_000_000
KNOWN: Final = "Goodreads or StoryGraph CSV, Calibre's metadata.db, BibTeX, RIS, CSL-JSON"


class ShelfFileError(ValueError):
    """A file that is none of the known kinds, or is damaged; the message says which kinds are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What a file brought: its kind, its books, and a sentence for each row that was left out."""

    kind: FileKind
    books: list[ShelfBook]
    skipped: list[str] = field(default_factory=list)


def read_shelf(data: bytes) -> Imported:
    """The books in a file of any of the known kinds.

    Raises:
        ShelfFileError: it is too large, of no known kind, or damaged.
    """
    if len(data) > LARGEST:
        message = f"the file has {len(data):,} bytes; a shelf of up to {LARGEST:,} is read"
        raise ShelfFileError(message)
    if data.startswith(MAGIC):
        return _calibre(data)
    text = _text(data)
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(("[", "{")):
        return _csl(data if data.lstrip().startswith(b"[") else b"[" + data + b"]")
    if "TY  - " in start[:2000]:
        return _kept("ris", ris_books(text))
    if start.startswith(("@", "%")) or "\n@" in start:
        return _kept("bibtex", bibtex_books(text))
    return _csv(text)


def _text(data: bytes) -> str:
    """UTF-8, else UTF-16 where a mark says so, else the Western encoding of older spreadsheets."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _kept(kind: FileKind, books: Iterable[ShelfBook]) -> Imported:
    kept = list({book.key: book for book in books}.values())
    if not kept:
        message = f"no book was found in the file, which looks like {kind}; what is read: {KNOWN}"
        raise ShelfFileError(message)
    return Imported(kind=kind, books=kept)


def _calibre(data: bytes) -> Imported:
    try:
        return _kept("calibre", books_in(data))
    except sqlite3.DatabaseError as error:
        message = f"the database is not one of Calibre's or is damaged ({error}); what is read: {KNOWN}"
        raise ShelfFileError(message) from error


def _csl(data: bytes) -> Imported:
    try:
        return _kept("csl-json", csl_books(data))
    except ValueError as error:
        if isinstance(error, ShelfFileError):
            raise
        message = f"the JSON in the file is no list of CSL items; what is read: {KNOWN}"
        raise ShelfFileError(message) from error


def _csv(text: str) -> Imported:
    header = next(csv.reader(text.splitlines()[:1]), [])
    reader = reader_of(header)
    if reader is None:
        message = f"the file is of no kind that is read; what is read: {KNOWN}"
        raise ShelfFileError(message)
    books: dict[str, ShelfBook] = {}
    skipped = []
    for number, row in enumerate(rows_of(text), 2):
        if not row.get("Title"):
            skipped.append(f"line {number}: no title")
            continue
        book = reader(row)
        books[book.key] = book
    return Imported(
        kind="storygraph" if reader is storygraph else "goodreads", books=list(books.values()), skipped=skipped
    )
