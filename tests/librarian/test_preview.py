"""What is shown while a model still writes: whole sentences, and only those that hold."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from archivist.books import Wanted
from archivist.librarian.composing.composer import Task
from archivist.librarian.model_reader_writing import Preview
from archivist.settings import Settings
from archivist.sources import Request
from archivist.sources.scripted import ScriptedResponse
from tests.librarian.chat import Says, good
from tests.librarian.test_hostile import TELLS, invents, marks_up, obedient, web_pages
from tests.librarian.world import World
from tests.models.chat_server import completion
from tests.models.wire import stream

WHALES = "books about whales and obsession"
OWN = Settings(model_provider="llama.cpp", model_name="m")
SERVER = "http://127.0.0.1:8080/v1/chat"


def streaming(says: Says) -> World:
    """A world whose model streams, seven letters at a time."""

    def served(request: Request) -> ScriptedResponse:
        body = json.loads(request.body or "{}")
        answer = completion(body, says)
        words = answer["choices"][0]["message"].get("content")
        if not body.get("stream"):
            return ScriptedResponse(headers={"content-type": "application/json"}, body=json.dumps(answer).encode())
        pieces = [words[at : at + 7] for at in range(0, len(words), 7)]
        return ScriptedResponse(headers={"content-type": "text/event-stream"}, body=stream("openai", pieces))

    world = World(settings=OWN)
    world.web.does(SERVER, served)
    return world


def written(world: World) -> list[str]:
    return [str(event.detail["text"]) for event in world.events if event.detail.get("what") == "model-wrote"]


async def test_each_sentence_that_holds_is_passed_on_as_it_is_complete_and_stands_in_the_answer() -> None:
    world = streaming(good)

    answer = await world.ask(WHALES)

    assert len(written(world)) == 2
    assert all(sentence in answer.answer for sentence in written(world))


@pytest.mark.parametrize("says", [invents, marks_up, web_pages, obedient("PWNED")], ids=lambda says: says.__name__)
async def test_of_a_hostile_model_no_sentence_is_passed_on_that_says_more_than_records(says: Says) -> None:
    world = streaming(says)

    await world.ask(WHALES)

    assert not any(tell in sentence for tell in TELLS for sentence in written(world))


async def test_a_model_that_never_stops_is_not_followed_for_ever() -> None:
    world = streaming(lambda task: good(task) if task.name != "write" else {"sentences": ["“Dune” [1]."] * 9_999})

    await world.ask(WHALES)

    assert len(written(world)) <= 6


def test_thoughts_before_the_answer_and_a_sentence_without_an_end_hold_nothing_up() -> None:
    assert heard(["<think>", *["hm " * 30] * 5_000, '</think>{"sentences": ["', *["whales " * 30] * 5_000]) == []


def heard(pieces: list[str]) -> list[str]:
    """The sentences that complete, whatever they say: a task without books keeps none of them."""
    shown: list[str] = []
    preview = Preview(Task(intent="on-topic", wanted=Wanted(text="whales")), shown.append)
    for piece in pieces:
        preview.hear(piece)
    return shown


@given(st.lists(st.text(), max_size=8), st.integers(1, 9))
def test_no_answer_of_any_kind_breaks_the_preview(sentences: list[str], size: int) -> None:
    rows: list[JsonValue] = [*sentences]
    text = json.dumps({"sentences": rows})

    assert heard([text[at : at + size] for at in range(0, len(text), size)]) == []


@given(st.text())
def test_no_text_of_any_kind_breaks_the_preview(text: str) -> None:
    assert heard(['{"sentences": [', text]) == []
