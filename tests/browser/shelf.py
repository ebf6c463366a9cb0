"""A handful of real books, and how each service would tell of them. Facts are the books' own; keys are made up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Volume:
    """One book of the shelf."""

    number: int
    title: str
    author: str
    year: int
    isbn13: str
    subjects: tuple[str, ...]
    about: str
    subtitle: str | None = None
    pages: int = 300
    rating: float = 4.0
    ratings: int = 120

    @property
    def words(self) -> set[str]:
        """Every word under which it can be found."""
        return _words(" ".join([self.title, self.subtitle or "", self.author, *self.subjects, self.about, self.isbn13]))

    @property
    def work(self) -> str:
        """Its key at Open Library."""
        return f"/works/OL{9000 + self.number}W"


SHELF = (
    Volume(
        number=1,
        title="Moby-Dick",
        subtitle="or, The Whale",
        author="Herman Melville",
        year=1851,
        isbn13="9780142437247",
        subjects=("Whales", "Whaling", "Obsession", "Ship captains", "Sea stories"),
        pages=720,
        rating=3.9,
        ratings=900,
        about="A captain hunts the white whale that maimed him; a novel about whales and obsession.",
    ),
    Volume(
        number=2,
        title="In the Heart of the Sea",
        subtitle="The Tragedy of the Whaleship Essex",
        author="Nathaniel Philbrick",
        year=2000,
        isbn13="9780141001821",
        subjects=("Whales", "Whaling", "Shipwrecks", "Survival"),
        pages=302,
        rating=4.2,
        about="The whaleship that a whale sank, its captain's obsession, and what the crew did to live.",
    ),
    Volume(
        number=3,
        title="Leviathan",
        subtitle="or, The Whale",
        author="Philip Hoare",
        year=2008,
        isbn13="9780007230143",
        subjects=("Whales", "Whaling in literature", "Obsession"),
        pages=453,
        rating=4.0,
        ratings=60,
        about="A lifelong obsession with whales, in the water and in books.",
    ),
    Volume(
        number=4,
        title="Dune",
        author="Frank Herbert",
        year=1965,
        isbn13="9780441172719",
        pages=541,
        rating=4.3,
        ratings=1500,
        subjects=("Science fiction", "Ecology", "Deserts"),
        about="A desert planet, its spice and its prophet.",
    ),
    Volume(
        number=5,
        title="The Left Hand of Darkness",
        author="Ursula K. Le Guin",
        year=1969,
        isbn13="9780441478125",
        pages=304,
        subjects=("Science fiction", "Gender", "Snow"),
        about="An envoy on a winter planet whose people have no fixed sex.",
    ),
)
SMALL = {
    "a",
    "about",
    "an",
    "and",
    "book",
    "books",
    "by",
    "for",
    "in",
    "novel",
    "novels",
    "of",
    "on",
    "or",
    "the",
    "with",
}


def _words(text: str) -> set[str]:
    return {word.rstrip("s") for word in re.findall(r"[\w']+", text.casefold())} - SMALL


def _having(shelf: Sequence[Volume], text: str) -> list[Volume]:
    wanted = _words(re.sub(r'\w+:(?=[\w"])', " ", text))
    return [volume for volume in shelf if wanted and wanted <= volume.words]


def _rows(shelf: Sequence[Volume], query: dict[str, str], names: Sequence[str]) -> list[Volume]:
    return _having(shelf, " ".join(query[name] for name in names if name in query))


def search_page(shelf: Sequence[Volume], query: dict[str, str]) -> dict[str, object]:
    """Open Library's search.json."""
    found = _rows(shelf, query, ("q", "title", "author", "subject", "isbn"))
    fields = set(query.get("fields", "key,title,author_name,first_publish_year").split(","))
    docs = [{name: value for name, value in _doc(volume).items() if name in fields} for volume in found]
    return {
        "numFound": len(found),
        "start": 0,
        "numFoundExact": True,
        "q": query.get("q", ""),
        "offset": None,
        "docs": docs,
    }


def _doc(volume: Volume) -> dict[str, object]:
    doc: dict[str, object] = {
        "key": volume.work,
        "title": volume.title,
        "author_name": [volume.author],
        "author_key": [f"OL{8000 + volume.number}A"],
        "first_publish_year": volume.year,
        "isbn": [volume.isbn13],
        "subject": list(volume.subjects),
        "language": ["eng"],
        "cover_i": 7000 + volume.number,
        "ratings_average": volume.rating,
        "ratings_count": volume.ratings,
        "number_of_pages_median": volume.pages,
        "edition_count": 12,
    }
    return doc | ({"subtitle": volume.subtitle} if volume.subtitle else {})


def work_record(shelf: Sequence[Volume], path: str) -> dict[str, object] | None:
    """Open Library's record of a work, with its description; None for a key that it does not have."""
    volume = next((v for v in shelf if path == f"{v.work}.json"), None)
    if volume is None:
        return None
    about = {"type": "/type/text", "value": volume.about}
    return {
        "key": volume.work,
        "type": {"key": "/type/work"},
        "title": volume.title,
        "description": about,
        "covers": [7000 + volume.number],
    }


def found_by_subject(shelf: Sequence[Volume], name: str, query: dict[str, str]) -> dict[str, object]:
    """Open Library's page of a subject; one that it does not know is a page without works."""
    wanted = name.replace("_", " ")
    found = [volume for volume in shelf if wanted in {subject.casefold() for subject in volume.subjects}]
    rows = [_subject_row(volume) for volume in found[: int(query.get("limit", "12"))]]
    return {
        "key": f"/subjects/{name}",
        "name": wanted,
        "subject_type": "subject",
        "work_count": len(found),
        "works": rows,
    }


def _subject_row(volume: Volume) -> dict[str, object]:
    authors = [{"key": f"/authors/OL{8000 + volume.number}A", "name": volume.author}]
    subjects = list(volume.subjects)
    about = {"key": volume.work, "title": volume.title, "authors": authors, "first_publish_year": volume.year}
    return about | {"subject": subjects, "cover_id": 7000 + volume.number, "edition_count": 12, "ia": None}


def google_page(shelf: Sequence[Volume], query: dict[str, str]) -> dict[str, object]:
    """Google's page of volumes; without any there is no `items`."""
    found = _rows(shelf, query, ("q",))
    page: dict[str, object] = {"kind": "books#volumes", "totalItems": len(found)}
    return page | ({"items": [_item(volume) for volume in found]} if found else {})


def _item(volume: Volume) -> dict[str, object]:
    key = f"vol{volume.number:09d}"
    cover = f"http://books.google.com/books/content?id={key}&printsec=frontcover&img=1&zoom=1&edge=curl"
    info = {
        "title": volume.title,
        "authors": [volume.author],
        "publishedDate": f"{volume.year}-01-01",
        "description": volume.about,
        "industryIdentifiers": [{"type": "ISBN_13", "identifier": volume.isbn13}],
        "pageCount": volume.pages,
        "categories": [volume.subjects[0]],
        "language": "en",
        "imageLinks": {"thumbnail": cover},
        "infoLink": f"http://books.google.com/books?id={key}",
        "canonicalVolumeLink": f"https://books.google.com/books/about/x.html?hl=&id={key}",
    }
    return {
        "kind": "books#volume",
        "id": key,
        "volumeInfo": info | ({"subtitle": volume.subtitle} if volume.subtitle else {}),
    }


def article(shelf: Sequence[Volume], title: str) -> dict[str, object] | None:
    """Wikipedia's summary of the article with this title; None where there is none."""
    volume = next((v for v in shelf if v.title.casefold() == title.casefold()), None)
    if volume is None:
        return None
    url = f"https://en.wikipedia.org/wiki/{quote(volume.title.replace(' ', '_'))}"
    extract = f"{volume.title} is a book by {volume.author}, published in {volume.year}. {volume.about}"
    return {
        "type": "standard",
        "title": volume.title,
        "displaytitle": f"<i>{volume.title}</i>",
        "titles": {
            "canonical": volume.title.replace(" ", "_"),
            "normalized": volume.title,
            "display": f"<i>{volume.title}</i>",
        },
        "pageid": 6000 + volume.number,
        "lang": "en",
        "description": f"{volume.year} book by {volume.author}",
        "extract": extract,
        "extract_html": f"<p>{extract}</p>",
        "content_urls": {"desktop": {"page": url}, "mobile": {"page": url}},
    }


def wiki_page(shelf: Sequence[Volume], query: dict[str, str]) -> dict[str, object]:
    """Wikipedia's search, by words of title and text."""
    found = _rows(shelf, query, ("srsearch", "gsrsearch"))
    rows = [
        {"ns": 0, "title": v.title, "pageid": 6000 + v.number, "snippet": v.about, "size": 900, "wordcount": 90}
        for v in found
    ]
    told = {"searchinfo": {"totalhits": len(rows)}, "search": rows}
    pages = {"pages": [_told(volume, rank) for rank, volume in reversed([*enumerate(found, 1)])]}
    return {"batchcomplete": True, "query": told | (pages if query.get("generator") == "search" and found else {})}


def _told(volume: Volume, rank: int) -> dict[str, object]:
    """A page of a search that was asked for texts; the service gives them in no order, only with their rank."""
    summary = article([volume], volume.title) or {}
    return {
        "pageid": 6000 + volume.number,
        "ns": 0,
        "title": volume.title,
        "index": rank,
        "extract": f"{summary['extract']}\n\n\nIt has been translated.",
        "description": summary["description"],
        "descriptionsource": "local",
        "pagelanguage": "en",
        "fullurl": f"https://en.wikipedia.org/wiki/{quote(volume.title.replace(' ', '_'))}",
    }
