"""A model of the visitor's own, from the settings to the answer."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from archivist.librarian import MODEL_SECONDS
from archivist.models import Usage
from archivist.session import RUN_SECONDS, Home, Session
from archivist.session.spending import Used
from archivist.settings import KEYS, Settings
from archivist.sources import Request
from archivist.sources.scripted import ScriptedResponse
from tests.librarian.chat import Says, good
from tests.librarian.test_hostile import invents, leaks
from tests.librarian.test_model_reader import served
from tests.librarian.world import World
from tests.models.chat_server import completion

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


@pytest.mark.parametrize("says", [good, leaks, invents], ids=lambda says: says.__name__)
async def test_a_visit_with_a_model_reaches_the_services_and_its_one_host_whatever_it_says(says: Says) -> None:
    world = World(settings=OWN)
    world.web.does("https://api.openai.com", lambda request: said(request, says))

    await world.ask("books about whales and obsession")

    assert {urlsplit(url).netloc for url in world.web.urls} == {"openlibrary.org", "en.wikipedia.org", "api.openai.com"}


def said(request: Request, says: Says) -> ScriptedResponse:
    body = json.dumps(completion(json.loads(request.body or "{}"), says)).encode()
    return ScriptedResponse(headers={"content-type": "application/json"}, body=body)


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


# The day's budget


def metered(home: Home, now: datetime, budget: int = 400) -> World:
    world = World(settings=OWN.model_copy(update={"model_budget": budget}), home=home)
    world.session = Session(
        world.web,
        world.settings,
        on_event=lambda _, event: world.events.append(event),
        home=home,
        clock=world.clock,
        now=lambda: now,
    )
    world.web.does("https://api.openai.com", served)
    return world


def asked(world: World) -> int:
    return sum("openai.com" in url for url in world.web.urls)


def fell(world: World) -> list[object]:
    return [event.detail["code"] for event in world.events if event.detail.get("what") == "model-fell"]


NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


async def test_when_the_days_budget_is_spent_nothing_is_sent_and_the_rules_go_on() -> None:
    world = metered(Home(), NOON)

    answer = await world.ask("books about whales and obsession")

    assert asked(world) == 3  # of 150 tokens each; the fourth would begin beyond 400
    assert fell(world) == ["budget-spent"]
    assert [book.title for book in answer.books] == ["Moby-Dick", "Leviathan"]
    assert world.session.spending.today().tokens == 450


async def test_what_was_spent_counts_after_a_new_start_until_midnight(tmp_path: Path) -> None:
    home = Home(tmp_path / "kept.sqlite")
    await metered(home, NOON).ask("books about whales and obsession")
    home.close()

    again = metered(Home(tmp_path / "kept.sqlite"), NOON + timedelta(hours=11))
    await again.ask("Dune by Frank Herbert")
    tomorrow = metered(Home(tmp_path / "kept.sqlite"), NOON + timedelta(hours=12))
    await tomorrow.ask("Dune by Frank Herbert")

    assert (asked(again), asked(tomorrow)) == (0, 3)


async def test_what_two_windows_spend_counts_together(tmp_path: Path) -> None:
    here, there = Home(tmp_path / "here.sqlite"), Home(tmp_path / "there.sqlite")
    one, other = metered(here, NOON, 100_000), metered(there, NOON, 100_000)
    await one.ask("books about whales and obsession")
    await other.ask("books about whales and obsession")
    spent = one.session.spending.today().tokens + other.session.spending.today().tokens

    there.close()
    one.session.absorb(tmp_path / "there.sqlite")
    one.session.absorb(tmp_path / "there.sqlite")

    assert one.session.spending.today().tokens == spent


async def test_a_host_that_counts_nothing_is_counted_by_its_letters() -> None:
    world = metered(Home(), NOON, 100_000)
    world.web.does("https://api.openai.com/v1/chat", uncounted)

    await world.ask("books about whales and obsession")

    bodies = [json.loads(request.body) for request in world.web.sent if request.body]
    letters = sum(len(json.dumps(body["messages"])) for body in bodies)
    assert letters / 8 < world.session.spending.today().tokens < letters


def uncounted(request: Request) -> ScriptedResponse:
    document = {**completion(json.loads(request.body or "{}")), "usage": None}
    return ScriptedResponse(headers={"content-type": "application/json"}, body=json.dumps(document).encode())


def test_erasing_everything_forgets_what_was_spent_too() -> None:
    session = Session(World().web, home=Home())
    session.spending.add(Usage(tokens_in=10), 0.5)
    assert session.spending.today() == Used(tokens=10, cost=0.5)

    session.erase()

    assert session.spending.today() == Used()
