"""Google Books' volumes, and the candidates that they become."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BeforeValidator, Field, JsonValue

from archivist.books import cover, isbn13, plain
from archivist.books.record import Candidate, Isbn13, Rating
from archivist.sources.lenient import Count, Languages, Mean, Sent, Text, Texts, Year

PAGE: Final = "https://books.google.com/books?id="
# A partial answer is an eighth of the whole one. `kind` stays, because it is what tells an answer from anything else.
VOLUME_FIELDS: Final = (
    "id,volumeInfo(title,subtitle,authors,publisher,publishedDate,description,industryIdentifiers,"
    "pageCount,printType,categories,averageRating,ratingsCount,imageLinks/thumbnail,language)"
)
FIELDS: Final = f"kind,totalItems,items({VOLUME_FIELDS})"
_BOOK_NUMBERS: Final = frozenset({"ISBN_10", "ISBN_13"})


def _isbns(value: JsonValue) -> tuple[Isbn13, ...]:
    """The ISBNs among the identifiers; library numbers ("OTHER") and ISSNs are none."""
    pairs = [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
    numbers = (str(item.get("identifier", "")) for item in pairs if item.get("type") in _BOOK_NUMBERS)
    return tuple(dict.fromkeys(isbn for isbn in map(isbn13, numbers) if isbn))


class Pictures(Sent):
    """Links to pictures. Only the thumbnail is surely the cover; larger sizes may show a page from inside."""

    thumbnail: Text = None


class Info(Sent):
    """What is known of a volume."""

    title: Text = None
    subtitle: Text = None
    authors: Texts = ()
    publisher: Text = None
    published: Year = Field(None, alias="publishedDate")
    description: Text = None
    isbns: Annotated[tuple[Isbn13, ...], BeforeValidator(_isbns)] = Field((), alias="industryIdentifiers")
    pages: Count = Field(None, alias="pageCount")
    kind: Text = Field(None, alias="printType")
    categories: Texts = ()
    average: Mean = Field(None, alias="averageRating")
    votes: Count = Field(None, alias="ratingsCount")
    pictures: Pictures = Field(Pictures(), alias="imageLinks")
    language: Languages = ()


class Volume(Sent):
    """One edition."""

    id: str
    info: Info = Field(alias="volumeInfo")


class Volumes(Sent):
    """What a search sends; `items` is missing when nothing was found."""

    kind: str
    items: tuple[Volume, ...] = ()


def volumes(body: bytes) -> Volumes:
    """A search's answer; ValueError (pydantic's) for anything else."""
    return Volumes.model_validate_json(body)


def volume(body: bytes) -> Volume:
    """One volume by its id; ValueError for anything else."""
    return Volume.model_validate_json(body)


def candidate_of(found: Volume) -> Candidate | None:
    """The edition; None for a magazine or a volume without a title."""
    info = found.info
    if not info.title or info.kind == "MAGAZINE":
        return None
    rating = Rating(average=info.average, count=info.votes) if info.average and info.votes else None
    return Candidate(
        source="googlebooks",
        key=found.id,
        url=PAGE + found.id,
        kind="edition",
        title=info.title,
        subtitle=info.subtitle,
        authors=info.authors,
        published=info.published,
        isbns=info.isbns,
        languages=info.language,
        subjects=info.categories,
        publishers=(info.publisher.strip('"'),) if info.publisher else (),
        description=plain(info.description) or None,
        pages=info.pages,
        rating=rating,
        cover=cover(info.pictures.thumbnail),
    )
