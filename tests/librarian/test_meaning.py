"""Vectors at work: questions recalled, sorted and books ordered by meaning; words wherever there are none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from archivist.dag import FakeClock
from archivist.librarian.meaning import REST, Meaning
from archivist.librarian.meaning_reader import MeaningReader
from archivist.librarian.reader import Asked
from archivist.memory import Embedding
from archivist.models import NetworkFailed, Vector
from archivist.settings import Settings
from archivist.sources import Request
from archivist.sources.scripted import ScriptedResponse
from tests.librarian.chat import TODAY
from tests.librarian.test_model_reader import served
from tests.librarian.world import World

WHALES = "books about whales"
SERVER = "http://127.0.0.1:11434"
OWN = Settings(model_provider="llama.cpp", model_url=f"{SERVER}/v1", model_name="m", model_embedder="e5")
WORDS = {"sea": "whale whales leviathan seafaring ocean mammals moby", "sand": "dune desert arrakis", "rate": "rated"}


def meaning(text: str) -> list[float]:
    """A vector of three fields of meaning, as a good embedder would place the words of these tests."""
    said = set(re.findall(r"\w+", text.casefold()))
    return [float(len(said & set(words.split()))) for words in WORDS.values()] + [0.1]


def embeds(request: Request, place: Callable[[str], list[float]] = meaning) -> ScriptedResponse:
    texts = json.loads(request.body or "{}")["input"]
    rows = [{"object": "embedding", "index": n, "embedding": place(text)} for n, text in enumerate(texts)]
    body = json.dumps({"object": "list", "data": rows}).encode()
    return ScriptedResponse(headers={"content-type": "application/json"}, body=body)


def world(settings: Settings = OWN, place: Callable[[str], list[float]] = meaning) -> World:
    made = World(settings=settings)
    made.web.does(f"{SERVER}/v1/chat", served)
    made.web.does(f"{SERVER}/v1/embeddings", lambda request: embeds(request, place))
    return made


def recalled(one: World) -> list[str]:
    """What memory brings for a question that shares no word with an earlier one, but its meaning."""
    embedding = Embedding(model="llama.cpp:e5/4", vector=tuple(meaning("seafaring mammals of the ocean")))
    found = one.session.memory.recall("seafaring mammals of the ocean", embedding=embedding)
    return [ranked.book.title for ranked in found]


async def test_a_question_is_remembered_with_its_vector_its_model_and_its_length() -> None:
    one = world()
    await one.ask("books about whales")

    embedding = one.session.memory.load("q1").embedding
    assert embedding is not None
    assert embedding.model == "llama.cpp:e5/4"
    assert embedding.vector == pytest.approx(meaning("books about whales"))


async def test_an_earlier_question_of_the_same_meaning_is_recalled_without_a_shared_word() -> None:
    one = world()
    await one.ask("books about whales")

    assert "Moby-Dick" in recalled(one)
    assert one.session.memory.recall("seafaring mammals of the ocean") == []


async def test_after_a_change_of_model_words_decide_again() -> None:
    one = world(place=lambda text: [*meaning(text), 0.0])
    await one.ask("books about whales")

    assert recalled(one) == []
    assert one.session.memory.recall(
        "about whales books", embedding=Embedding(model="llama.cpp:other/4", vector=tuple(meaning("dune")))
    )


async def test_without_an_embedder_no_vector_is_asked_for() -> None:
    one = world(OWN.model_copy(update={"model_embedder": None}))
    await one.ask("books about whales")

    assert not any("/embeddings" in url for url in one.web.urls)
    assert one.session.memory.load("q1").embedding is None


async def test_an_embedder_that_fails_changes_nothing_but_is_told() -> None:
    one = World(settings=OWN)
    one.web.does(f"{SERVER}/v1/chat", served)
    one.web.answers(f"{SERVER}/v1/embeddings", {"error": {"message": "no such model"}}, status=404)

    answer = await one.ask("books about whales")

    assert [book.title for book in answer.books] == [
        book.title for book in (await World().ask("books about whales")).books
    ]
    told = [event.detail for event in one.events if event.detail.get("what") == "model-fell"]
    assert [detail["code"] for detail in told] == ["model-not-found"]


def sorting(question: str, *, near: str) -> MeaningReader:
    """A reader to whom the question is near the description that holds these words, and far from all others."""
    place = lambda text: [1.0, 0.0] if text == question or near in text else [0.0, 1.0]  # noqa: E731 - a place, no more
    return MeaningReader(Meaning(Scripted(place), clock=FakeClock()))


@pytest.mark.parametrize(("near", "intent"), [("what a named book is about", "describe"), ("works of a named", None)])
async def test_a_chat_model_is_spared_a_question_that_rules_and_meaning_sort_alike(
    near: str, intent: str | None
) -> None:
    question = "What is Dune about?"

    settled = await sorting(question, near=near).settled(Asked(question=question, today=TODAY))

    assert (settled.intent if settled else None) == intent


@pytest.mark.parametrize(
    ("near", "intent"), [("good to read and names no topic", "recommend"), ("nothing to do with books", "off-topic")]
)
async def test_what_the_rules_would_decline_is_sorted_by_its_nearest_description(near: str, intent: str) -> None:
    question = "What will the weather be like tomorrow?"

    understood = await sorting(question, near=near).classify(Asked(question=question, today=TODAY))

    assert understood.intent == intent


async def test_among_books_that_fit_equally_the_nearest_comes_first() -> None:
    plain = [book.title for book in (await World().ask(WHALES)).books]
    last = plain[-1]

    near = world(place=lambda text: [1.0, 0.0] if text == WHALES or last in text else [0.0, 1.0])
    found = [book.title for book in (await near.ask(WHALES)).books]

    assert found == [last, *plain[:-1]]


# Vectors by themselves


@dataclass
class Scripted:
    """An embedder that places texts as it is told."""

    place: Callable[[str], list[float]]
    id: str = "test:e"
    asked: list[tuple[str, ...]] = field(default_factory=list)
    fails: bool = False

    async def embed(self, texts: list[str], *, deadline: float | None = None) -> tuple[Vector, ...]:
        del deadline
        self.asked.append(tuple(texts))
        if self.fails:
            message = "it is down"
            raise NetworkFailed(message)
        return tuple(Vector(model=self.id, values=tuple(self.place(text))) for text in texts)


async def test_a_text_is_embedded_once() -> None:
    embedder = Scripted(lambda _: [1.0, 2.0])
    meaning_of = Meaning(embedder, clock=FakeClock())

    await meaning_of.of("a", "b", "a")
    one, other = await meaning_of.of("b", "c")

    assert embedder.asked == [("a", "b"), ("c",)]
    assert one == other == Embedding(model="test:e/2", vector=(1.0, 2.0))


async def test_an_embedder_that_failed_rests_and_is_asked_again_later() -> None:
    clock = FakeClock()
    embedder = Scripted(lambda _: [1.0], fails=True)
    meaning_of = Meaning(embedder, clock=clock)

    assert await meaning_of.of("a") == (None,)
    assert await meaning_of.of("a") == (None,)
    assert len(embedder.asked) == 1

    embedder.fails = False
    await clock.advance(REST + 1)
    assert await meaning_of.of("a") == (Embedding(model="test:e/1", vector=(1.0,)),)


async def test_books_that_are_set_side_by_side_stay_in_the_order_they_were_named() -> None:
    question = "Compare Moby-Dick and Dune"
    plain = [book.title for book in (await World().ask(question)).books]

    near = world(place=lambda text: [1.0, 0.0] if text == question or plain[-1] in text else [0.0, 1.0])

    assert [book.title for book in (await near.ask(question)).books] == plain
