"""The citations gate and the check of statements against records."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import datetime

import pytest

from archivist.books.record import Book, Candidate, Ranked
from archivist.memory import Field, RunGraph, Statement

Record = Callable[..., RunGraph]
MakeBook = Callable[..., Book]
MakeCandidate = Callable[..., Candidate]
Rank = Callable[..., list[Ranked]]

MOBY = "https://openlibrary.org/works/OL102749W"


def says(field: Field, value: str | float, *, url: str = MOBY, of: str | None = None) -> Statement:
    return Statement(book=of or "urn:archivist:work:moby-dick", field=field, value=value, url=url)


@pytest.fixture
def run(recorded: Record, book: MakeBook) -> RunGraph:
    return recorded("r1", "books about whales", book("Moby-Dick"), book("Typee", records=()))


def test_a_shortlisted_book_with_an_https_record_passes(recorded: Record, book: MakeBook) -> None:
    assert recorded("r1", "whales", book()).gate().passed


def test_an_empty_shortlist_does_not_pass_and_says_why(recorded: Record) -> None:
    verdict = recorded("r1", "whales").gate()

    assert not verdict.passed
    assert "https" in verdict.reason


def test_a_record_that_cannot_be_opened_over_https_is_no_citation(
    recorded: Record, book: MakeBook, candidate: MakeCandidate
) -> None:
    plain = book(records=(candidate(url="http://openlibrary.org/works/OL102749W"),))

    graph = recorded("r1", "whales", plain)

    assert not graph.gate().passed
    assert graph.unsourced() == [plain.id]


def test_a_book_that_only_memory_brought_passes_by_the_record_it_was_first_found_in(
    recorded: Record, book: MakeBook, candidate: MakeCandidate
) -> None:
    """Table 8.1, row 9: a shortlist from memory alone failed the original's gate."""
    earlier = recorded("r1", "whales", book(records=(candidate(source="memory"),)))

    assert earlier.gate().passed


def test_a_book_judged_and_not_shortlisted_is_no_citation(book: MakeBook, ranked: Rank, noon: datetime) -> None:
    graph = RunGraph("r1")
    graph.record(query="whales", intent="on-topic", shortlist=(), ranked=ranked(book()), at=noon)

    assert not graph.gate().passed


def test_the_shortlisted_book_without_a_source_is_named(run: RunGraph) -> None:
    assert run.unsourced() == ["urn:archivist:work:typee"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "Moby-Dick"),
        ("authors", "Herman Melville"),
        ("year", 1851),
        ("year", "1851"),
        ("isbns", "9780142437247"),
        ("languages", "eng"),
        ("subjects", "Whaling; Sea stories"),
        ("publishers", "Penguin"),
        ("description", "hunts the whale"),
        ("description", "A captain hunts the whale…"),
        ("rating", 3.98),
        ("rating", "4.0"),
        ("rating", "4,0"),
        ("ratings", 412),
        ("cover", "https://covers.openlibrary.org/b/id/10544254-L.jpg"),
    ],
)
def test_a_statement_that_its_record_holds_is_grounded(run: RunGraph, field: Field, value: str | float) -> None:
    assert run.ungrounded([says(field, value)]) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "Moby Dick"),
        ("authors", "Herman Melville; Nathaniel Hawthorne"),
        ("year", 1850),
        ("year", "about 1851"),
        ("isbns", "9780142437248"),
        ("subjects", "Whaling; Romance"),
        ("description", "hunts the shark"),
        ("rating", 4.0),
        ("rating", "4.1"),
        ("rating", "good"),
        ("ratings", 413),
        ("series", "Sea tales"),
        ("pages", 600),
    ],
)
def test_a_statement_that_no_record_holds_is_named(run: RunGraph, field: Field, value: str | float) -> None:
    [fault] = run.ungrounded([says(field, value)])

    assert field in fault
    assert str(value) in fault


def test_a_statement_must_cite_the_record_that_holds_it(run: RunGraph) -> None:
    assert run.ungrounded([says("title", "Moby-Dick", url="https://openlibrary.org/works/OL1W")])


def test_a_record_of_one_book_grounds_nothing_about_another(
    recorded: Record, book: MakeBook, candidate: MakeCandidate
) -> None:
    other = book("Typee", records=(candidate("Typee", key="/works/OL2W", url="https://openlibrary.org/works/OL2W"),))
    graph = recorded("r1", "melville", book(), other)

    assert graph.ungrounded([says("title", "Moby-Dick", of=other.id)])
    assert graph.ungrounded([says("title", "Typee", url="https://openlibrary.org/works/OL2W")])
    assert not graph.ungrounded([says("title", "Typee", url="https://openlibrary.org/works/OL2W", of=other.id)])


def test_either_year_of_a_record_grounds_a_year(recorded: Record, book: MakeBook, candidate: MakeCandidate) -> None:
    graph = recorded("r1", "whales", book(records=(candidate(first_published=1851, published=2003),)))

    assert graph.ungrounded([says("year", 1851), says("year", 2003)]) == []


def test_checking_statements_leaves_nothing_behind_in_the_run(run: RunGraph) -> None:
    before = run.nquads()

    assert run.ungrounded([says("title", "The Whale")])
    assert run.ungrounded([says("title", "The Whale")])
    assert run.nquads() == before


def test_the_gate_takes_statements_along(run: RunGraph) -> None:
    assert run.gate([says("year", 1851)]).passed
    verdict = run.gate([says("year", 1851), says("year", 1852)])
    assert not verdict.passed
    assert "1852" in verdict.reason


def test_importing_memory_does_not_load_rdflib_and_warming_up_does() -> None:
    script = (
        "import sys, archivist.memory as memory; assert 'rdflib' not in sys.modules; "
        "memory.RunGraph('r').nquads(); assert 'rdflib' not in sys.modules; "
        "memory.warm(); assert 'rdflib' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)  # noqa: S603  our own interpreter and a fixed text


def test_warming_up_can_be_done_in_pieces() -> None:
    script = (
        "import sys, archivist.memory as memory; steps = memory.warming(); assert 'rdflib' not in sys.modules; "
        "assert len(list(steps)) >= 10; assert 'rdflib.plugins.sparql' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)  # noqa: S603  our own interpreter and a fixed text
