"""A memory that many readers share, by the visitor's settings; the server is a real one."""

from __future__ import annotations

import pytest

from archivist.memory import Notice, SharedRuns
from archivist.session import Home
from archivist.settings import Settings
from tests.librarian.world import World
from tests.memory.conftest import NOON, server

__all__ = ["server"]


@pytest.fixture
def shared(server: str) -> Settings:
    """Settings with an empty shared memory."""
    SharedRuns(server).forget_everything(at=NOON)
    return Settings(memory_url=server)


async def test_what_one_reader_asked_another_remembers(shared: Settings) -> None:
    one, two = World(settings=shared), World(settings=shared)
    answer = await one.ask("books about whales")

    recalled = await two.session.ask("What do you remember?", id="other")

    assert {book.id for book in recalled.books} == {book.id for book in answer.books}
    assert two.session.memory.why(answer.books[0].id).query == "books about whales"


async def test_questions_go_where_the_settings_say_from_then_on(shared: Settings) -> None:
    world = World()
    await world.ask("Dune by Frank Herbert")
    world.session.configure(shared)
    await world.ask("books about whales")
    there = [run.query for run in world.session.memory.runs()]
    world.session.configure(Settings())

    assert there == ["books about whales"]
    assert [run.query for run in world.session.memory.runs()] == ["Dune by Frank Herbert"]


async def test_a_question_remembered_together_is_played_again_by_who_asked_it(shared: Settings) -> None:
    world = World(settings=shared)
    answer = await world.session.ask("books about whales", id="q")

    replayed = await world.session.replay("q")

    assert (replayed.answer, replayed.differences) == (answer, ())


async def test_a_shared_memory_that_is_away_is_told_once_and_keeps_nobody_from_an_answer() -> None:
    told: list[Notice] = []
    world = World(settings=Settings(memory_url="http://127.0.0.1:9/query"), home=Home(None, told.append))

    answers = [await world.ask("books about whales"), await world.ask("Dune by Frank Herbert")]

    assert [answer.outcome for answer in answers] == ["found", "found"]
    assert ["shared memory" in notice.text for notice in told] == [True]


def test_an_address_that_is_none_is_refused_and_the_settings_stay() -> None:
    world = World(settings=Settings(language="de"))

    with pytest.raises(ValueError, match="no http or https address"):
        world.session.configure(Settings(memory_url="file:///etc/passwd"))

    assert world.session.settings == Settings(language="de")
