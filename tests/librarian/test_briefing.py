"""Each step tells what it went by and what it made, short enough to be read beside a picture."""

from __future__ import annotations

from typing import cast

from archivist.librarian import Visit
from archivist.librarian.briefing import LONGEST, brief
from tests.librarian.world import World

Told = dict[str, dict[str, str]]


async def steps(world: World, question: str) -> dict[str, Told]:
    """What each step told, by its name; of several turns the last."""
    await world.ask(question)
    return {event.name: cast("Told", event.detail) for event in world.events if event.detail.get("what") == "step"}


async def test_a_step_tells_what_it_made_of_what(world: World) -> None:
    told = await steps(world, "books about whales and obsession")

    assert told["classify-intent"]["given"] == {"query": "books about whales and obsession"}
    assert "whales" in told["extract-query"]["made"]["terms"]
    assert "web_search_books" in told["decide-tools"]["made"]["toolPlan"]
    assert "Moby-Dick" in told["rank-candidates"]["made"]["ranked"]
    assert "Moby-Dick" in told["merge-candidates"]["given"]["ranked"]
    assert "Moby-Dick" in told["compose-response"]["made"]["draft"]


async def test_nothing_that_lets_a_call_run_is_told(world: World) -> None:
    told = await steps(world, "books about whales and obsession")

    assert "permit" not in str(told)
    assert told["build-book-worksets"]["made"]["bookWorksets"]


async def test_what_is_long_is_cut(world: World) -> None:
    told = await steps(world, "books about " + "very " * 200 + "large whales")

    assert all(len(text) <= LONGEST for step in told.values() for text in (step["given"] | step["made"]).values())


def test_an_empty_state_has_nothing_to_tell() -> None:
    state = Visit()

    assert {name: text for name in Visit.__annotations__ if (text := brief(getattr(state, name)))} == {
        "user_language": "en",
        "intent": "on-topic",
        "wanted": "order: relevance",
        "approvalState": "pending",
        "outcome": "found",
    }
