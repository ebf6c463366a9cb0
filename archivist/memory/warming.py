"""Doing once beforehand what the end of an answer does, so that the first one is as quick as the next."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module

from archivist.books.merge import merge
from archivist.books.record import Candidate, Ranked
from archivist.memory import _rdf
from archivist.memory.gate import QUERIES, Statement
from archivist.memory.memory import Memory

_RECORD = Candidate(
    source="openlibrary",
    key="/works/OL1W",
    url="https://openlibrary.org/works/OL1W",
    kind="work",
    title="A Book",
    description="It tells of something.",
)


def warm() -> None:
    """Loads rdflib, prepares the gate's queries, and records and checks a book in a memory that is let go of."""
    for _ in warming():
        pass


def warming() -> Iterator[None]:
    """As `warm`, a step at a time, for a loop that has to hear messages in between: each step is one of a dozen."""
    for module in _rdf.MODULES:
        import_module(module)
        yield
    for text in QUERIES:
        _rdf.prepared(text)
        yield
    memory = Memory()
    memory.past_questions()
    yield
    graph, books = memory.graph("warm"), [Ranked(book=one, score=1.0, reasons=()) for one in merge([_RECORD])]
    graph.record(query="", intent="", shortlist=books, at=datetime.now(UTC))
    yield
    graph.gate([Statement(book=one.book.id, field="title", value=one.book.title, url=_RECORD.url) for one in books])
    yield
    memory.keep("warm")
