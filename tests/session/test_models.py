"""A model of the visitor's own, from the settings to the answer."""

from __future__ import annotations

import json

import pytest

from archivist.librarian import MODEL_SECONDS
from archivist.session import RUN_SECONDS, Home, Session
from archivist.settings import KEYS, Settings
from tests.librarian.test_model_reader import served
from tests.librarian.world import World

KEY = "canary-model-key-0815"
OWN = Settings(model_provider="openai", model_key=KEY)


async def test_the_model_of_the_settings_is_asked_from_the_next_question_on() -> None:
    world = World()
    world.web.does("https://api.openai.com", served)

    before = await world.ask("books about whales and obsession")
    world.session.configure(OWN)
    after = await world.ask("books about whales and obsession")

    assert not before.answer.startswith("You might enjoy")
    assert after.answer.startswith("You might enjoy")


async def test_a_model_that_refuses_the_key_leaves_the_answer_to_the_rules() -> None:
    world = World(settings=OWN)
    world.web.answers("https://api.openai.com", {"error": {"message": f"Incorrect key {KEY}"}}, status=401)

    answer = await world.ask("Dune by Frank Herbert")

    assert [book.title for book in answer.books] == ["Dune"]
    assert sum("openai.com" in url for url in world.web.urls) == 1
    assert not any(KEY in json.dumps(event.to_json()) for event in world.events)


async def test_a_slow_model_has_its_time_on_top_of_the_sources_and_is_heard_out() -> None:
    world = World(settings=OWN)
    world.web.does("https://api.openai.com", served, after=17.0)

    answer = await world.ask("books about whales and obsession")

    assert answer.answer.startswith("You might enjoy")
    assert 5 * 17 <= world.clock.monotonic() <= RUN_SECONDS + MODEL_SECONDS


@pytest.mark.parametrize("answered", [0, 1, 2, 3, 4])
async def test_whenever_a_model_stops_answering_the_run_ends_within_its_deadline_with_the_rules_answer(
    answered: int,
) -> None:
    world = World(settings=OWN)
    for _ in range(answered):
        world.web.does("https://api.openai.com", served)
    world.web.hangs("https://api.openai.com")

    answer = await world.ask("books about whales and obsession")

    assert answer.books == (await World().ask("books about whales and obsession")).books
    assert world.clock.monotonic() <= MODEL_SECONDS
    assert [event.detail["code"] for event in world.events if event.detail.get("what") == "model-fell"] == ["timeout"]


@pytest.mark.parametrize(
    "settings",
    [
        Settings(model_provider="skynet"),
        Settings(model_provider="custom"),
        Settings(model_provider="custom", model_url="http://api.example.org/v1"),
        Settings(model_provider="openai", model_key="two words"),
    ],
)
def test_settings_with_which_no_model_can_be_asked_are_not_taken(settings: Settings) -> None:
    world = World()
    before = world.session.settings

    with pytest.raises(ValueError, match=r"\."):
        world.session.configure(settings)

    assert world.session.settings is before


def test_the_key_of_a_model_is_among_the_secrets_and_in_no_repr() -> None:
    assert "model_key" in KEYS
    assert KEY not in repr(OWN)


def test_the_key_of_a_model_is_not_kept() -> None:
    home = Home()
    session = Session(World().web, home=home)

    session.configure(OWN)

    assert home.settings().model_provider == "openai"
    assert home.settings().model_key is None
