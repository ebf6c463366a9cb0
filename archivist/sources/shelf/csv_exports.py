"""The two CSV exports that readers bring: Goodreads' and StoryGraph's."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from archivist.books import isbn13, year_of
from archivist.sources.shelf.book import BEST, Note, Reading, ShelfBook, keyed

Row = Mapping[str, str]

_SERIES: Final = re.compile(r"\s*\((?P<series>[^()]*?),?\s*#[\d.\-\u2013]+(?:;[^()]*)?\)\s*$")
_NOT_SUBJECTS: Final = frozenset({"read", "to-read", "currently-reading", "owned", "did-not-finish", "favorites"})
_GOODREADS: Final[Mapping[str, Reading]] = {
    "read": "read",
    "currently-reading": "reading",
    "to-read": "to-read",
    "did-not-finish": "gave-up",
}
_STORYGRAPH: Final[Mapping[str, Reading]] = {**_GOODREADS, "paused": "reading"}


def reader_of(header: list[str]) -> Callable[[Row], ShelfBook] | None:
    """The reader for a file with that header; None when it is neither program's."""
    names = {name.strip().lstrip("\ufeff") for name in header}
    if {"Title", "Author", "Exclusive Shelf"} <= names:
        return goodreads
    return storygraph if {"Title", "Authors", "Read Status"} <= names else None


def rows_of(text: str) -> Iterator[Row]:
    """The rows by column name; cells that are missing are empty."""
    for row in csv.DictReader(io.StringIO(text), restval=""):
        yield {
            str(name).strip().lstrip("\ufeff"): value.strip() for name, value in row.items() if isinstance(value, str)
        }


def goodreads(row: Row) -> ShelfBook:
    """A row of Goodreads' library export."""
    series = _SERIES.search(row["Title"])
    shelves = [shelf.strip() for shelf in row.get("Bookshelves", "").split(",") if shelf.strip()]
    exclusive = row.get("Exclusive Shelf", "")
    number = row.get("Book Id", "")
    # A spreadsheet would eat leading zeros, so the export writes ="0441172717".
    numbers = (isbn13(row.get(name, "").strip('="')) for name in ("ISBN13", "ISBN"))
    book = ShelfBook(
        key="",
        title=_SERIES.sub("", row["Title"]),
        authors=_people(row["Author"], row.get("Additional Authors", "")),
        year=year_of(row.get("Original Publication Year") or row.get("Year Published") or None),
        isbns=tuple(dict.fromkeys(filter(None, numbers))),
        subjects=tuple(shelf.replace("-", " ") for shelf in shelves if shelf not in _NOT_SUBJECTS),
        publisher=row.get("Publisher") or None,
        pages=_whole(row.get("Number of Pages", "")),
        series=series["series"].strip() if series else None,
        link=f"https://www.goodreads.com/book/show/{number}" if number.isdecimal() else None,
        note=Note(
            owned=bool(_whole(row.get("Owned Copies", ""))) or "owned" in shelves,
            reading=_GOODREADS.get(exclusive),
            stars=_stars(row.get("My Rating", "")),
            finished=_date(row.get("Date Read", "")),
        ),
    )
    return keyed(book, "goodreads", number)


def storygraph(row: Row) -> ShelfBook:
    """A row of StoryGraph's export."""
    isbn = isbn13(row.get("ISBN/UID", ""))
    tags = [tag.strip() for name in ("Tags", "Moods") for tag in row.get(name, "").split(",") if tag.strip()]
    book = ShelfBook(
        key="",
        title=row["Title"],
        authors=_people(row["Authors"], ""),
        isbns=(isbn,) if isbn else (),
        subjects=tuple(dict.fromkeys(tag for tag in tags if tag not in _NOT_SUBJECTS)),
        note=Note(
            owned=row.get("Owned?", "").casefold() in {"yes", "true", "1"},
            reading=_STORYGRAPH.get(row.get("Read Status", "")),
            stars=_stars(row.get("Star Rating", "")),
            finished=_date(row.get("Last Date Read", "")),
        ),
    )
    return keyed(book, "storygraph", None)


def _people(first: str, others: str) -> tuple[str, ...]:
    names = (" ".join(name.split()) for name in f"{first},{others}".split(","))
    return tuple(dict.fromkeys(name for name in names if name))


def _whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and int(text) else None


def _stars(text: str) -> float | None:
    try:
        stars = float(text)
    except ValueError:
        return None
    return stars if 0 < stars <= BEST else None


def _date(text: str) -> str | None:
    """The date as ISO text, as far as the file tells it: 2021/03/07 is "2021-03-07"."""
    return text.replace("/", "-") if re.fullmatch(r"\d{4}(?:[/-]\d{1,2}){0,2}", text) else None
