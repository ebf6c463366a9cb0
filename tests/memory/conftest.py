"""Books, runs and a clock for the memory's tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from archivist.books.record import Book, BookId, Candidate, Isbn13, Language, Ranked, Rating
from archivist.memory import Library, RunGraph, SharedRuns, Store

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Wall:
    """A clock on the wall that moves only when told."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def passes(self, **span: float) -> None:
        self.now += timedelta(**span)


def _candidate(title: str = "Moby-Dick", **other: object) -> Candidate:
    given: dict[str, object] = {
        "source": "openlibrary",
        "key": "/works/OL102749W",
        "url": "https://openlibrary.org/works/OL102749W",
        "kind": "work",
        "title": title,
        "authors": ("Herman Melville",),
        "first_published": 1851,
        "isbns": (Isbn13("9780142437247"),),
        "languages": (Language("eng"),),
        "subjects": ("Whaling", "Sea stories"),
        "publishers": ("Penguin",),
        "description": "A captain hunts the whale that took his leg.",
        "rating": Rating(average=3.98, count=412),
        "cover": "https://covers.openlibrary.org/b/id/10544254-L.jpg",
    }
    return Candidate(**{**given, **other})  # type: ignore[arg-type]  a test names only what it is about


def _book(title: str = "Moby-Dick", *, id: str | None = None, **other: object) -> Book:
    records = other.pop("records", None)
    rows: Sequence[Candidate] = (_candidate(title),) if records is None else records  # type: ignore[assignment]  see above
    first = rows[0] if rows else _candidate(title)
    given: dict[str, object] = {
        "id": BookId(id or f"urn:archivist:work:{title.casefold().replace(' ', '-')}"),
        "title": title,
        "subtitle": first.subtitle,
        "authors": first.authors,
        "contributors": first.contributors,
        "year": first.first_published,
        "isbns": first.isbns,
        "languages": first.languages,
        "subjects": first.subjects,
        "publishers": first.publishers,
        "description": first.description,
        "pages": first.pages,
        "rating": first.rating,
        "cover": first.cover,
        "series": first.series,
        "records": tuple(rows),
    }
    return Book(**{**given, **other})  # type: ignore[arg-type]  a test names only what it is about


def _ranked(*books: Book) -> list[Ranked]:
    return [Ranked(book=one, score=1.0 - place / 10, reasons=("title",)) for place, one in enumerate(books)]


def _recorded(run_id: str, query: str, *books: Book, at: datetime = NOON) -> RunGraph:
    graph = RunGraph(run_id)
    graph.record(query=query, intent="on-topic", shortlist=_ranked(*books), at=at)
    return graph


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The query address of Oxigraph's server (PyPI: oxigraph), which keeps its data in memory."""
    program = shutil.which("oxigraph", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if program is None:
        pytest.skip("no oxigraph server beside this Python or on the PATH (pip install oxigraph)")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [program, "serve", "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:  # noqa: S603  our own server
        assert running.stdout is not None
        for line in running.stdout:
            if "Listening" in line:
                break
        yield f"http://127.0.0.1:{port}/query"
        running.terminate()


@pytest.fixture(params=["kept file", "endpoint"])
def library(request: pytest.FixtureRequest) -> Library:
    """Each kind of place that runs are remembered in, empty."""
    if request.param == "kept file":
        return Store().runs
    shared = SharedRuns(request.getfixturevalue("server"))
    shared.forget_everything(at=NOON)
    return shared


@pytest.fixture
def wall() -> Wall:
    """A clock on the wall that moves only when told; it starts at noon."""
    return Wall()


@pytest.fixture(scope="session")
def noon() -> datetime:
    """When everything starts."""
    return NOON


@pytest.fixture(scope="session")
def candidate() -> Callable[..., Candidate]:
    """Makes a record of Moby-Dick from Open Library, but for what is named."""
    return _candidate


@pytest.fixture(scope="session")
def book() -> Callable[..., Book]:
    """Makes a book of its records (one of Open Library), but for what is named."""
    return _book


@pytest.fixture(scope="session")
def ranked() -> Callable[..., list[Ranked]]:
    """Ranks books as they are given."""
    return _ranked


@pytest.fixture(scope="session")
def recorded() -> Callable[..., RunGraph]:
    """Records a run: id, question, books."""
    return _recorded
