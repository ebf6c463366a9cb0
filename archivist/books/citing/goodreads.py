"""CSV with the columns of Goodreads' import, which StoryGraph, Hardcover and LibraryThing read as well."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Final

from archivist.books.citing.parts import full_title, one_line
from archivist.books.isbn import isbn10_of
from archivist.books.names import parse_name
from archivist.books.record import Book

COLUMNS: Final = (
    "Title",
    "Author",
    "Author l-f",
    "Additional Authors",
    "ISBN",
    "ISBN13",
    "My Rating",
    "Average Rating",
    "Publisher",
    "Binding",
    "Number of Pages",
    "Year Published",
    "Original Publication Year",
    "Date Read",
    "Date Added",
    "Bookshelves",
    "Exclusive Shelf",
    "My Review",
)
_FORMULA: Final = ("=", "+", "-", "@")


def goodreads_csv(books: Sequence[Book]) -> str:
    """The books on the shelf "to-read", one a row under Goodreads' column names.

    A cell that a spreadsheet would run as a formula begins with an apostrophe.
    """
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_harmless(cells.get(column, "")) for column in COLUMNS] for cells in map(_row, books))
    return sheet.getvalue()


def _row(book: Book) -> dict[str, str]:
    first = parse_name(book.authors[0]) if book.authors else parse_name("")
    return {
        "Title": full_title(book) + (f" ({book.series})" if book.series and book.series not in book.title else ""),
        "Author": first.display,
        "Author l-f": ", ".join(part for part in (first.family_text, first.given_text) if part),
        "Additional Authors": ", ".join(parse_name(name).display for name in book.authors[1:]),
        "ISBN": (isbn10_of(book.isbns[0]) or "") if book.isbns else "",
        "ISBN13": book.isbns[0] if book.isbns else "",
        "Average Rating": f"{book.rating.average:.2f}" if book.rating else "",
        "Publisher": book.publishers[0] if book.publishers else "",
        "Number of Pages": str(book.pages or ""),
        "Original Publication Year": str(book.year or ""),
        "Bookshelves": "to-read",
        "Exclusive Shelf": "to-read",
    }


def _harmless(cell: str) -> str:
    line = one_line(cell)
    return f"'{line}" if line.startswith(_FORMULA) else line
