"""A model of the visitor's own, from the settings to the answer."""

from __future__ import annotations

import json

import pytest

from archivist.session import Home, Session
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
