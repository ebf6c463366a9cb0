"""Every source as a tool, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from archivist.books.record import SourceName
from archivist.sources.client import HttpClient
from archivist.sources.googlebooks import NEEDS_KEY, GoogleBooksSearch
from archivist.sources.googlebooks_records import Volumes
from archivist.sources.googlebooks_trouble import OWN_KEY
from archivist.sources.openlibrary import OpenLibrarySearch
from archivist.sources.openlibrary_records import Found, SubjectList
from archivist.sources.records.work import Record
from archivist.sources.subjects import SubjectSearch
from archivist.sources.tool import SourceTool
from archivist.sources.wikipedia import WikipediaSummary
from archivist.sources.wikipedia_records import Hits, Summary
from archivist.tools import AnyTool

if TYPE_CHECKING:
    from archivist.sources.shelf import Shelf

SOURCES: Final[dict[str, SourceName]] = {
    OpenLibrarySearch.name: "openlibrary",
    GoogleBooksSearch.name: "googlebooks",
    SubjectSearch.name: "openlibrary-subjects",
    WikipediaSummary.name: "wikipedia",
    "shelf_search": "shelf",
}


def all_tools(
    http: HttpClient, google_key: str | None = None, country: str | None = None, shelf: Shelf | None = None
) -> list[AnyTool]:
    """The four sources that are reached over the network, and the visitor's shelf where there is one.

    Google answers "not asked" without a key.
    """
    return [
        OpenLibrarySearch(http),
        GoogleBooksSearch(http, google_key, country),
        SubjectSearch(http),
        WikipediaSummary(http),
        *(_own(shelf) if shelf is not None else ()),
    ]


def _own(shelf: Shelf) -> list[AnyTool]:
    from archivist.sources.shelf import ShelfSearch  # noqa: PLC0415 - most visitors have no shelf and need not wait

    return [ShelfSearch(shelf)]


def source_names() -> list[tuple[str, SourceName]]:
    """Tool and source, for the sources that are reached over the network."""
    return [(tool, source) for tool, source in SOURCES.items() if source != "shelf"]


def cannot_be_asked(google_key: str | None = None) -> dict[str, str]:
    """Tools that would only say that they cannot ask, each with the reason; a gate can spare the call."""
    return {} if google_key else {GoogleBooksSearch.name: f"{NEEDS_KEY}. {OWN_KEY}"}


def warm_up() -> None:
    """Builds the validators that the first answer would build; for a moment in which nobody waits."""
    for _ in warming_up():
        pass


def warming_up() -> Iterator[None]:
    """As `warm_up`, a step at a time, for a loop that has to hear messages in between."""
    for document in (Found, Record, SubjectList, Volumes, Hits, Summary):
        document.model_rebuild()
        yield
    SourceTool.output.rebuild()


def source_of(tool_name: str) -> SourceName:
    """The source that a tool asks.

    Raises:
        KeyError: no source's tool has that name.
    """
    return SOURCES[tool_name]
