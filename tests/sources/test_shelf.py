"""The shelf: what is found on it, and what is said about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import replace

import pytest
from pydantic import JsonValue

from archivist.books.record import Candidate, Isbn13
from archivist.dag import FakeClock
from archivist.sources import HttpClient, ScriptedTransport, SourceResult, all_tools, source_of
from archivist.sources.shelf import Note, Shelf, ShelfBook
from archivist.tools import ToolContext

from .shapes import value_of

DUNE = ShelfBook(
    key="goodreads:1",
    title="Dune",
    authors=("Frank Herbert",),
    year=1965,
    isbns=(Isbn13("9780593099322"),),
    subjects=("science fiction", "deserts"),
    link="https://www.goodreads.com/book/show/1",
    note=Note(owned=True, reading="read", stars=5, finished="2021-03-07"),
)
BOOKS = [
    DUNE,
    ShelfBook(key="named:2", title="Dune Messiah", authors=("Frank Herbert",), note=Note(reading="to-read")),
    ShelfBook(key="named:3", title="Der Wüstenplanet", authors=("Frank Herbert",)),
    ShelfBook(key="named:4", title="Le Petit Prince", authors=("Antoine de Saint-Exupéry",), subjects=("enfance",)),
    ShelfBook(key="named:5", title="雪国", authors=("川端康成",)),
    ShelfBook(key="named:6", title="Преступление и наказание", authors=("Фёдор Достоевский",)),
]
Find = Callable[..., Awaitable[SourceResult]]


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    with closing(sqlite3.connect(":memory:")) as connection:
        shelf = Shelf(connection)
        shelf.add(BOOKS)
        yield shelf


@pytest.fixture
def find(shelf: Shelf, http: HttpClient, clock: FakeClock) -> Find:
    tool = all_tools(http, shelf=shelf)[-1]

    async def run(**arguments: JsonValue) -> SourceResult:
        context = ToolContext(call_id="c", deadline=None, clock=clock, attempt=1, idempotency_key="k")
        return value_of(await tool.prepare(arguments)(context))

    return run


async def test_a_book_of_ones_own_is_found_with_what_one_noted(find: Find, web: ScriptedTransport) -> None:
    result = await find(title="Dune", author="Frank Herbert")

    (book,) = result.candidates
    assert (book.source, book.title, book.url) == ("shelf", "Dune", "https://www.goodreads.com/book/show/1")
    assert result.detail == "Dune: you own this, you have read it (2021-03-07), you rated it 5 of 5"
    assert not web.sent


@pytest.mark.parametrize(
    ("arguments", "titles"),
    [
        ({"isbn": "0-593-09932-X"}, ["Dune"]),
        ({"author": "Frank Herbert"}, ["Dune", "Dune Messiah", "Der Wüstenplanet"]),
        ({"title": "der wustenplanet"}, ["Der Wüstenplanet"]),
        ({"title": "Le petit prince", "author": "Saint-Exupery"}, ["Le Petit Prince"]),
        ({"subject": ["deserts"]}, ["Dune"]),
        ({"subject": ["deserts", "enfance"]}, []),
        ({"query": "messiah herbert"}, ["Dune Messiah"]),
        ({"title": "雪国"}, ["雪国"]),
        ({"query": "川端"}, ["雪国"]),
        ({"title": "преступление и наказание"}, ["Преступление и наказание"]),
        ({"title": 'Dune" OR words:"Prince'}, []),
        ({"title": "Moby Dick"}, []),
        ({}, []),
        (
            {"whole": True, "limit": 20},
            ["Dune", "Dune Messiah", "Der Wüstenplanet", "Le Petit Prince", "雪国", "Преступление и наказание"],
        ),
    ],
)
async def test_what_fits_is_found_and_nothing_else(
    arguments: dict[str, JsonValue], titles: list[str], find: Find
) -> None:
    result = await find(**arguments)

    assert sorted(c.title for c in result.candidates) == sorted(titles)


async def test_a_subject_is_enough_on_its_own(find: Find) -> None:
    assert [c.title for c in (await find(subject=["enfance"])).candidates] == ["Le Petit Prince"]


def test_importing_again_replaces(shelf: Shelf) -> None:
    shelf.add([replace(DUNE, note=Note(owned=False), title="Dune!")])

    assert len(shelf) == len(BOOKS)
    assert [book.title for book in shelf.with_isbn("9780593099322")] == ["Dune!"]
    assert len(shelf.search("dune")) == 2


def test_another_sources_book_is_known_by_its_isbn(shelf: Shelf) -> None:
    shelf.add(
        [ShelfBook(key="calibre:u", title="Dune", isbns=(Isbn13("9780593099322"),), note=Note(owned=True, stars=4))]
    )
    found = Candidate(
        source="openlibrary", key="/works/OL1W", url="", kind="work", title="Dune", isbns=(Isbn13("9780593099322"),)
    )

    note = shelf.note(found)

    assert note == Note(owned=True, reading="read", stars=5, finished="2021-03-07")
    assert shelf.note(replace(found, isbns=())) is None


def test_a_cleared_shelf_is_empty(shelf: Shelf) -> None:
    shelf.clear()

    assert (len(shelf), shelf.search("dune"), shelf.with_isbn("9780593099322")) == (0, [], [])


def test_a_shelf_is_kept_with_its_connection(tmp_path: object) -> None:
    path = f"{tmp_path}/kept.sqlite"
    with closing(sqlite3.connect(path)) as first:
        Shelf(first).add([DUNE])
    with closing(sqlite3.connect(path)) as second:
        assert Shelf(second).search("herbert") == [DUNE]


def test_the_shelf_is_a_source_by_name() -> None:
    assert source_of("shelf_search") == "shelf"
