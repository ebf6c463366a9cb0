"""Books are shown while sources are still being asked, an answer before it is kept; asked once more, a question takes
its own place.
"""

from __future__ import annotations

from collections.abc import Callable

from archivist.librarian import ShownBook
from tests.librarian.world import OPEN_LIBRARY, World

Open = Callable[..., World]
SLOW = "https://en.wikipedia.org"
WHALES = "books about whales and obsession"


async def test_the_first_books_are_there_before_the_slowest_source_has_answered() -> None:
    world, heard = World(), []
    world.web.does(SLOW, world.wikipedia, after=5.0)
    begun = world.clock.monotonic()
    world.session.listen(lambda *_: None, lambda id, books: heard.append((id, world.clock.monotonic() - begun, books)))
    answer = await world.ask(WHALES)

    first_id, first_at, first_books = heard[0]
    assert first_id == answer.id
    assert first_at < 5.0 <= world.clock.monotonic() - begun
    assert "Moby-Dick" in [book.title for book in first_books]


async def test_what_was_shown_first_is_made_of_the_same_records_as_the_answer() -> None:
    world, heard = World(), list[ShownBook]()
    world.session.listen(lambda *_: None, lambda _, books: heard.extend(books))
    answer = await world.ask(WHALES)

    ids = {book.id for book in answer.books}
    assert heard
    assert {book.id for book in heard} & ids


async def test_nothing_is_previewed_where_nothing_is_searched() -> None:
    world, heard = World(), list[object]()
    world.session.listen(lambda *_: None, lambda *said: heard.append(said))
    await world.ask("What will the weather be like tomorrow?")

    assert heard == []


async def test_a_question_asked_again_under_its_id_takes_its_place_and_asks_only_who_failed(open_world: Open) -> None:
    world = open_world()
    world.web.answers(SLOW, status=503, body="busy")
    first = await world.session.ask(WHALES, id="one")
    asked_before = len(world.web.sent)
    again = await world.session.ask(WHALES, id="one")

    assert [one.status for one in first.sources if one.name == "wikipedia"] == ["failed"]
    assert {one.url.startswith(OPEN_LIBRARY) for one in world.web.sent[asked_before:]} == {False}
    assert again.books
    assert [turn.role for turn in world.session.history.read("main")] == ["visitor", "archivist"]
    assert [run.id for run in world.session.memory.runs()] == ["one"]
    assert len(world.session.history.window("main")) == len(("visitor", "archivist"))


async def test_a_question_asked_again_leaves_no_more_behind_than_when_it_was_asked_once() -> None:
    world = World()
    first = await world.session.ask(WHALES, id="one")
    kept = world.session.memory.why(first.books[0].id).origins
    steps = len(world.session.memory.export("nquads", run="one").splitlines())
    await world.session.ask(WHALES, id="one")

    assert world.session.memory.why(first.books[0].id).origins == kept
    assert len(world.session.memory.export("nquads", run="one").splitlines()) == steps


async def test_the_answer_is_heard_before_it_is_kept_and_is_kept_when_the_call_returns() -> None:
    world, kept = World(), list[int]()
    world.session.listen(lambda *_: None, on_answer=lambda *_: kept.append(len(world.session.history.read("main"))))
    answer = await world.ask(WHALES)

    assert kept == [0]
    assert [turn.answer for turn in world.session.history.read("main")] == [None, answer]
