"""A memory shared by many readers, at a real SPARQL endpoint; the recall tests run there too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from urllib.request import Request, urlopen

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archivist.books.record import Book, Ranked
from archivist.memory import EndpointFailed, Memory, Reply, RunGraph, SharedRuns

MakeBook = Callable[..., Book]
Rank = Callable[..., list[Ranked]]
Clock = Callable[[], datetime]
Record = Callable[..., RunGraph]


def update(server: str, text: str) -> None:
    """Speaks to the server behind our back."""
    address = server.removesuffix("query") + "update"
    request = Request(address, text.encode(), {"Content-Type": "application/sparql-update"})  # noqa: S310  our own server
    with urlopen(request) as reply:  # noqa: S310  our own server
        assert reply.status < 300


@pytest.fixture
def shared(server: str, noon: datetime) -> SharedRuns:
    runs = SharedRuns(server)
    runs.forget_everything(at=noon)
    return runs


def test_two_readers_share_one_memory(
    shared: SharedRuns, server: str, wall: Clock, recorded: Record, book: MakeBook
) -> None:
    one, two = Memory(shared, now=wall), Memory(SharedRuns(server), now=wall)
    one.remember(recorded("r1", "books about whales", book()))

    assert [found.book for found in two.recall("books about whales")] == [book()]
    assert two.why(book().id).query == "books about whales"
    assert two.load("r1").gate().passed


def test_a_kept_memory_moves_to_the_endpoint_and_back(
    shared: SharedRuns, wall: Clock, recorded: Record, book: MakeBook
) -> None:
    """Part 7.10.6: a book recorded in one place is recalled in another."""
    kept, back = Memory(now=wall), Memory(now=wall)
    kept.remember(recorded("r1", "books about whales", book(), book("Typee", records=())))
    kept.rate(book().id, 4.5)
    there = Memory(shared, now=wall)

    there.take_in(kept.export())
    back.take_in(there.export())

    assert sorted(back.export().splitlines()) == sorted(kept.export().splitlines())


def test_forgetting_everything_leaves_what_others_keep_there(shared: SharedRuns, server: str, noon: datetime) -> None:
    update(server, "INSERT DATA { GRAPH <urn:others> { <urn:a> <urn:b> <urn:c> } }")

    shared.forget_everything(at=noon)

    found = urlopen(f"{server}?query=ASK%20%7BGRAPH%20%3Curn%3Aothers%3E%20%7B%3Fs%20%3Fp%20%3Fo%7D%7D")  # noqa: S310  our own
    with found:
        assert b"true" in found.read()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_no_text_of_a_visitor_or_a_source_is_taken_for_sparql(
    shared: SharedRuns, recorded: Record, book: MakeBook, text: str
) -> None:
    memory = Memory(shared)
    memory.remember(recorded("r1", text, book(f"A {text}", id="urn:archivist:work:1")))

    assert [run.query for run in memory.runs()] == [text]
    assert [one.book.title for one in memory.shown()] == [f"A {text}"]


@pytest.mark.parametrize("text", ['" } } ; DROP ALL ; #', "> } } ; DROP ALL ; #", '"""', "\\", "${x} %s {0}"])
def test_hostile_text_stays_text(shared: SharedRuns, wall: Clock, recorded: Record, book: MakeBook, text: str) -> None:
    memory = Memory(shared, now=wall)
    memory.remember(recorded("r1", "whales", book()))
    memory.remember(recorded(text, text, book(text, id="urn:archivist:work:2")))

    memory.forget_book(f"urn:x{text}")
    memory.forget_run(f"no {text}")
    memory.recall(text)

    assert {run.query for run in memory.runs()} == {"whales", text}


class Switched:
    """An endpoint that can be told to fail."""

    def __init__(self, failure: OSError | Reply) -> None:
        self.failure = failure
        self.asked = 0

    def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        assert url.startswith("https://memory.example/")
        assert (body, dict(headers)) != (b"", {})
        self.asked += 1
        if isinstance(self.failure, OSError):
            raise self.failure
        return self.failure


FAILURES = [
    OSError("connection refused"),
    Reply(500, b"out of order"),
    Reply(200, b"<html>Welcome</html>"),
    Reply(200, b"{}"),
]


@pytest.mark.parametrize("failure", FAILURES, ids=str)
def test_an_endpoint_that_fails_is_said_once_and_questions_are_remembered_here(
    failure: OSError | Reply, wall: Clock, recorded: Record, book: MakeBook
) -> None:
    said: list[str] = []
    endpoint = Switched(failure)
    memory = Memory(SharedRuns("https://memory.example/query", post=endpoint), now=wall, tell=said.append)

    assert memory.recall("books about whales") == []
    memory.remember(recorded("r1", "books about whales", book()))
    found = memory.recall("books about whales")

    assert [one.book for one in found] == [book()]
    assert len(said) == 1
    assert "https://memory.example/query" in said[0]
    assert endpoint.asked == 1


def test_an_endpoint_is_asked_again_after_a_minute(wall: Clock) -> None:
    endpoint = Switched(OSError("connection refused"))
    said: list[str] = []
    memory = Memory(SharedRuns("https://memory.example/query", post=endpoint), now=wall, tell=said.append)
    for minutes in (0, 0.5, 0.5, 0.5):
        wall.passes(minutes=minutes)  # type: ignore[attr-defined]  the fixture's clock
        memory.runs()

    assert endpoint.asked == 2
    assert len(said) == 1


def test_what_the_visitor_asks_of_memory_itself_fails_aloud(wall: Clock) -> None:
    memory = Memory(SharedRuns("https://memory.example/query", post=Switched(OSError("no route"))), now=wall)

    for work in (memory.export, memory.forget_everything, lambda: memory.forget_book("urn:isbn:1"), memory.ratings):
        with pytest.raises(EndpointFailed, match="no route"):
            work()


def test_an_address_that_is_no_web_address_is_refused() -> None:
    with pytest.raises(EndpointFailed, match="http"):
        SharedRuns("file:///etc/passwd")


def test_nobody_there_is_an_endpoint_that_failed() -> None:
    with pytest.raises(EndpointFailed, match=r"127\.0\.0\.1:9"):
        SharedRuns("http://127.0.0.1:9/query").newest(1)
