"""What is forgotten is gone: from memory, conversation, recording and cache, and from the file."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from pathlib import Path

import pytest

from archivist.librarian import Turn
from archivist.session import Home, Session
from tests.librarian.world import World

BEFORE = "What did I ask before?"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "archivist.sqlite"


async def test_a_forgotten_conversation_is_not_remembered_in_another(file: Path) -> None:
    world = World(home=Home(file))
    await world.ask("books about whales and obsession", conversation="secret")
    assert world.session.forget_conversation("secret")

    answer = await world.ask(BEFORE, conversation="other")

    assert answer.books == ()
    assert "whales" not in answer.answer
    assert not world.session.forget_conversation("secret")


async def test_a_forgotten_question_is_gone_from_its_conversation_and_the_others_stay(file: Path) -> None:
    world = World(home=Home(file))
    await world.ask("books about whales and obsession")
    kept = await world.ask("Dune by Frank Herbert")
    assert world.session.forget_run("q1")

    assert [turn.id for turn in world.session.history.read("main")] == [f"{kept.id}:visitor", f"{kept.id}:archivist"]
    assert [run.id for run in world.session.memory.runs(9)] == [kept.id]
    assert not world.session.forget_run("q1")


async def test_a_conversation_of_which_every_question_is_forgotten_is_gone_itself(file: Path) -> None:
    world = World(home=Home(file))
    await world.ask("Dune by Frank Herbert")
    world.session.forget_run("q1")

    assert world.session.history.all() == []


@pytest.mark.parametrize("what", ["conversation", "run"])
async def test_no_word_of_what_was_forgotten_stays_in_the_file(file: Path, what: str) -> None:
    """Not in the addresses of cached answers either, nor in pages that the database has given up."""
    home = Home(file)
    world = World(home=home)
    await world.ask("books about whales and obsession", conversation="secret")
    assert b"obsession" in _bytes(file)

    if what == "run":
        world.session.forget_run("q1")
    else:
        world.session.forget_conversation("secret")
    home.close()

    assert b"obsession" not in _bytes(file).lower()
    assert b"whales" not in _bytes(file).lower()


async def test_another_window_does_not_bring_back_what_was_forgotten(file: Path, tmp_path: Path) -> None:
    home, other = Home(file), tmp_path / "other.sqlite"
    world = World(home=home)
    await world.ask("books about whales and obsession", conversation="secret")
    other.write_bytes(_bytes(file))
    world.session.forget_run("q1")

    world.session.absorb(other)

    assert world.session.history.all() == []
    assert world.session.memory.runs(9) == []


@pytest.mark.parametrize(
    "forget",
    [
        lambda session: session.forget_conversation("secret"),
        lambda session: [session.forget_run(run) for run in ("q1", "q2", "q3")],
        Session.erase,
    ],
    ids=["conversation", "runs", "everything"],
)
async def test_what_was_said_before_is_not_held_in_mind_for_later_questions(
    forget: Callable[[Session], object],
) -> None:
    world = World()
    for question in ("books about xylographers", "another one", "older ones"):
        await world.ask(question, conversation="secret")
    world.events.clear()
    await asyncio.sleep(0)  # the loop holds the last question's task until its next turn
    assert _held("xylographers")

    forget(world.session)

    assert not _held("xylographers")


def _held(word: str) -> list[str]:
    gc.collect()
    return [one.text for one in gc.get_objects() if isinstance(one, Turn) and word in one.text]


def _bytes(file: Path) -> bytes:
    """All that the database has written, the part that it has not filed yet included."""
    return b"".join(part.read_bytes() for part in sorted(file.parent.glob(f"{file.name}*")))
