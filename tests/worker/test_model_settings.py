"""A model's settings over the wire: tried out, taken, or refused in words."""

from __future__ import annotations

import asyncio
import json

import pytest

from archivist.browser.counter import Counter
from archivist.browser.desk import Desk
from archivist.settings import Settings
from tests.librarian.test_model_reader import served
from tests.librarian.world import World

KEY = "canary-tried-0815"
Json = dict[str, object]


class Page:
    def __init__(self) -> None:
        self.world = World()
        self.down: list[Json] = []
        self.told = asyncio.Event()
        self.desk = Desk(self._heard)
        self.desk.staff(self.world.session, Counter(self.world.session))

    def _heard(self, text: str) -> None:
        self.down.append(json.loads(text))
        self.told.set()

    def send(self, **message: object) -> None:
        self.desk.receive(json.dumps(message))

    async def tries(self, provider: str, **fields: str) -> Json:
        self.told.clear()
        self.send(t="request", id="r", what="try-model", provider=provider, **fields)
        await self.told.wait()
        return self.down[-1]


@pytest.fixture
def page() -> Page:
    return Page()


LIST = {"data": [{"id": "big-70b"}, {"id": "small-7b"}, {"id": "text-embedding-3-small"}]}


async def test_a_trial_lists_the_models_and_tells_which_one_answered(page: Page) -> None:
    page.world.web.answers("http://127.0.0.1:11434/v1/models", LIST)
    page.world.web.does("http://127.0.0.1:11434/v1/chat", served, after=2.0)

    reply = await page.tries("ollama")

    assert (reply["models"], reply["model"], reply["code"]) == (["big-70b", "small-7b"], "small-7b", "")
    assert reply["seconds"] == pytest.approx(2.0)


async def test_a_trial_asks_the_model_that_was_chosen_at_the_address_that_was_typed(page: Page) -> None:
    page.world.web.answers("https://models.example/v1/models", LIST)
    page.world.web.does("https://models.example/v1/chat", served)

    reply = await page.tries("custom", url="https://models.example/v1", model="big-70b", key=KEY)

    assert reply["model"] == "big-70b"
    assert json.loads(page.world.web.sent[-1].body or "{}")["model"] == "big-70b"
    assert all(url.startswith("https://models.example/v1/") for url in page.world.web.urls)


async def test_a_host_without_a_list_is_forgiven_when_the_model_is_named(page: Page) -> None:
    page.world.web.answers("https://models.example/v1/models", {"detail": "Not Found"}, status=404)
    page.world.web.does("https://models.example/v1/chat", served)

    assert (await page.tries("custom", url="https://models.example/v1", model="m"))["code"] == ""
    page.down.clear()
    assert (await page.tries("custom", url="https://models.example/v1"))["code"] == "model-not-found"


@pytest.mark.parametrize(
    ("status", "code"),
    [(401, "auth-failed"), (402, "credit-exhausted"), (429, "quota-exhausted"), (503, "network")],
)
async def test_what_goes_wrong_is_told_by_its_class_with_the_next_step_and_without_the_key(
    page: Page, status: int, code: str
) -> None:
    page.world.web.answers("https://api.openai.com/v1/models", LIST)
    page.world.web.answers("https://api.openai.com/v1/chat", {"error": {"message": f"key {KEY}"}}, status=status)

    reply = await page.tries("openai", key=KEY)

    assert (reply["code"], reply["models"]) == (code, ["big-70b", "small-7b"])
    assert str(reply["advice"]).endswith(".")
    assert KEY not in json.dumps(page.down)


@pytest.mark.parametrize("fields", [{"url": "http://models.example"}, {"key": "two words"}, {"url": "nonsense"}])
async def test_settings_that_cannot_be_ask_nobody(page: Page, fields: dict[str, str]) -> None:
    assert (await page.tries("openai", **fields))["code"] == "configuration"
    assert page.world.web.sent == []


async def test_a_trial_keeps_nothing(page: Page) -> None:
    page.world.web.answers("https://api.openai.com/v1/models", LIST)
    page.world.web.does("https://api.openai.com/v1/chat", served)

    await page.tries("openai", key=KEY)

    assert page.world.session.settings == page.world.home.settings() == Settings()


@pytest.mark.parametrize(
    "settings",
    [
        {"model_provider": "anthropic", "model_key": KEY, "model_embedder": "e5"},
        {"model_provider": "skynet", "model_key": KEY},
        {"model_provider": "openai", "model_key": f"{KEY} {KEY}"},
    ],
)
async def test_settings_with_which_no_model_can_be_asked_are_refused_in_words(page: Page, settings: Json) -> None:
    page.send(t="configure", settings=settings)

    (told,) = page.down
    assert (told["t"], told["code"]) == ("failed", "settings")
    assert KEY not in json.dumps(told)
    assert page.world.session.settings == Settings()
