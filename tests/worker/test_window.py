"""Requests to a model in the page go over the wire, piece by piece; everything else goes to the network."""

from __future__ import annotations

import asyncio
import json

import pytest

from archivist.browser.window import WindowTransport
from archivist.dag import SystemClock
from archivist.models import ChatRequest, Message, ModelConfig, ModelError, ModelNotFound, ModelTimedOut, model_of
from archivist.sources import Request, ScriptedTransport
from archivist.wire import ModelDropped, ModelSaid, ModelWanted, parse_down, parse_up, text_of

HELLO = ChatRequest(messages=(Message(role="user", content="Hello"),))
EVENT = "data: " + json.dumps({"choices": [{"index": 0, "delta": {"content": "Good "}}]}) + "\n\n"
END = 'data: {"choices": [{"index": 0, "delta": {"content": "evening."}, "finish_reason": "stop"}]}\n\n'


class Page:
    """A page in which a model answers as it is told: pieces of (status, kind, text), or nothing for an empty list."""

    def __init__(self, *pieces: tuple[int, str, str]) -> None:
        self.pieces = pieces
        self.heard: list[ModelWanted | ModelDropped] = []
        self.asked = asyncio.Event()
        self.network = ScriptedTransport()
        self.transport = WindowTransport(self.network, self._take)

    def _take(self, text: str) -> None:
        message = parse_down(text)
        assert isinstance(message, ModelWanted | ModelDropped)
        self.heard.append(message)
        self.asked.set()
        if isinstance(message, ModelWanted):
            for at, (status, kind, said) in enumerate(self.pieces, 1):
                piece = ModelSaid(id=message.id, status=status, kind=kind, text=said, done=at == len(self.pieces))
                asyncio.get_running_loop().call_soon(self._say, text_of(piece))

    def _say(self, text: str) -> None:
        message = parse_up(text)
        assert isinstance(message, ModelSaid)
        self.transport.heard(message)


async def failure(page: Page, **how: float) -> ModelError:
    model = model_of(ModelConfig(provider="built-in"), page.transport, clock=SystemClock())
    with pytest.raises(ModelError) as caught:
        await model.chat(HELLO, **how)
    return caught.value


async def test_what_is_not_for_the_page_goes_to_the_network() -> None:
    page = Page()
    page.network.answers("https://openlibrary.org", {"docs": []})

    response = await page.transport.send(Request(url="https://openlibrary.org/search.json", timeout=5))

    assert response.status == 200
    assert page.heard == []


async def test_an_answer_in_one_piece_is_one_answer() -> None:
    said = json.dumps({"choices": [{"message": {"content": "Good evening."}, "finish_reason": "stop"}]})
    page = Page((200, "application/json", said))
    model = model_of(ModelConfig(provider="built-in"), page.transport, clock=SystemClock())

    assert (await model.chat(HELLO)).text == "Good evening."
    assert page.network.sent == []
    wanted = page.heard[0]
    assert isinstance(wanted, ModelWanted)
    assert (wanted.model, wanted.path) == ("built-in", "/v1/chat/completions")


async def test_pieces_are_heard_as_they_come() -> None:
    page = Page((200, "text/event-stream", EVENT), (200, "text/event-stream", END))
    heard: list[str] = []
    model = model_of(ModelConfig(provider="webllm"), page.transport, clock=SystemClock())

    reply = await model.chat(HELLO, on_text=heard.append)

    assert heard == ["Good ", "evening."]
    assert reply.text == "Good evening."


async def test_a_model_that_is_not_there_says_why() -> None:
    page = Page((404, "application/json", json.dumps({"error": {"message": "this browser has no WebGPU"}})))

    assert isinstance(error := await failure(page), ModelNotFound)
    assert "WebGPU" in str(error)


async def test_a_model_that_never_answers_is_dropped_at_the_deadline() -> None:
    page = Page()

    assert isinstance(await failure(page, deadline=SystemClock().monotonic() + 0.01), ModelTimedOut)
    assert [type(message) for message in page.heard] == [ModelWanted, ModelDropped]


async def test_a_question_that_is_stopped_drops_its_request_and_later_words_are_passed_over() -> None:
    page = Page()
    model = model_of(ModelConfig(provider="built-in"), page.transport, clock=SystemClock())
    task = asyncio.ensure_future(model.chat(HELLO))
    await page.asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert isinstance(page.heard[-1], ModelDropped)
    page.transport.heard(ModelSaid(id=page.heard[0].id, status=200, kind="", text="late", done=True))


async def test_settings_cannot_send_a_model_of_the_page_anywhere_else() -> None:
    page = Page((404, "application/json", "{}"))
    model = model_of(
        ModelConfig(provider="webllm", base_url="https://evil.example/v1"), page.transport, clock=SystemClock()
    )

    with pytest.raises(ModelError):
        await model.chat(HELLO)
    assert page.network.sent == []
