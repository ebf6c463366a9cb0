"""The host list, server-sent events, settings, prices, the cascade and the embedders."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from archivist.dag import FakeClock
from archivist.models import (
    PROVIDERS,
    Cascade,
    ChatReply,
    ChatRequest,
    Host,
    Message,
    Misconfigured,
    ModelConfig,
    ModelError,
    NetworkFailed,
    NoModelAnswers,
    OnText,
    Rejected,
    ServerEvent,
    SseParser,
    Usage,
    Vector,
    cheapest,
    cosine,
    cost,
    embedder_of,
    host_of,
    model_of,
)
from archivist.sources import ScriptedTransport
from tests.models.wire import KEY, Said, answer, body_of, listing, sse

HELLO = ChatRequest(messages=(Message(role="user", content="Hello"),))


# The host


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://api.example.org/v1", "https://api.example.org"),
        ("https://api.example.org:8443/v1/", "https://api.example.org:8443"),
        ("http://127.0.0.1:11434/v1", "http://127.0.0.1:11434"),
        ("http://localhost:1234/v1", "http://localhost:1234"),
        ("http://[::1]:8080/v1", "http://[::1]:8080"),
        ("http://192.168.1.20:8000/v1", "http://192.168.1.20:8000"),
        ("http://nas.local/v1", "http://nas.local"),
    ],
)
def test_an_address_names_its_host(url: str, origin: str) -> None:
    assert Host.of(url).origin == origin


@pytest.mark.parametrize(
    "url",
    [
        "",
        "api.example.org/v1",
        "ftp://api.example.org",
        "https://user:secret@api.example.org/v1",
        "https://api.example.org/v1?key=secret",
        "https://api.example.org/v1#x",
        "http://api.example.org/v1",
        "http://8.8.8.8/v1",
        "https://api.example.org\\@evil.example/v1",
        "https://api.example.org/\nv1",
        "https://api.example.org:99999/v1",
        "javascript:alert(1)",
    ],
)
def test_what_is_no_address_of_a_model_is_refused_without_quoting_it(url: str) -> None:
    with pytest.raises(Misconfigured) as caught:
        Host.of(url)

    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/v1/chat/completions",
        "https://api.example.org.evil.example/v1",
        "http://api.example.org/v1",
        "https://api.example.org:444/v1",
        "https://api.example.org@evil.example/v1",
    ],
)
def test_one_host_is_admitted_and_no_other(url: str) -> None:
    host = Host.of("https://api.example.org/v1")

    assert host.admit("https://api.example.org/v1/models?x=1")
    with pytest.raises(Misconfigured):
        host.admit(url)


# Settings


@pytest.mark.parametrize("name", [name for name in PROVIDERS if name != "custom"])
def test_every_preset_can_be_asked_with_its_name_alone(name: str) -> None:
    assert host_of(ModelConfig(provider=name)).origin.startswith(("https://", "http://127.0.0.1"))


def test_another_server_needs_its_address() -> None:
    with pytest.raises(Misconfigured):
        host_of(ModelConfig(provider="custom"))


def test_an_unknown_provider_is_named_with_those_there_are() -> None:
    with pytest.raises(Misconfigured, match="ollama"):
        host_of(ModelConfig(provider="skynet"))


@pytest.mark.parametrize("key", ["two words", "line\nbreak", "schlüssel"])
def test_a_key_that_no_header_can_carry_is_refused_without_quoting_it(key: str) -> None:
    with pytest.raises(Misconfigured) as caught:
        model_of(ModelConfig(provider="openai", key=key), ScriptedTransport(), clock=FakeClock())

    assert key not in str(caught.value)


def test_a_configuration_does_not_show_its_key() -> None:
    assert KEY not in repr(ModelConfig(provider="openai", key=KEY))


async def test_ollama_without_a_key_gets_no_header_that_it_would_have_to_allow() -> None:
    web = ScriptedTransport()
    web.answers("127.0.0.1:11434/v1/models", listing("openai", ["nomic-embed-text:latest", "qwen3:4b", "qwen3:0.6b"]))
    web.answers("127.0.0.1:11434/v1/chat", answer("openai", Said(text="Hi")))
    model = model_of(ModelConfig(provider="ollama"), web, clock=FakeClock(auto=True))

    await model.chat(HELLO)

    assert model.id == "ollama:qwen3:0.6b"
    assert {name.lower() for request in web.sent for name in request.headers} == {"content-type"}


@pytest.mark.parametrize(("provider", "words"), [("ollama", "OLLAMA_ORIGINS"), ("lm-studio", "CORS")])
async def test_a_local_server_that_refuses_the_page_is_told_how_to_let_it_in(provider: str, words: str) -> None:
    web = ScriptedTransport()
    web.refuses("127.0.0.1")
    model = model_of(ModelConfig(provider=provider, model="m"), web, clock=FakeClock(auto=True))

    with pytest.raises(NetworkFailed) as caught:
        await model.chat(HELLO)

    assert words in caught.value.advice


async def test_ollama_says_how_to_fetch_a_model_that_is_not_there() -> None:
    web = ScriptedTransport()
    web.answers("127.0.0.1", {"error": {"message": "model 'qwen9' not found"}}, status=404)
    model = model_of(ModelConfig(provider="ollama", model="qwen9"), web, clock=FakeClock(auto=True))

    with pytest.raises(ModelError) as caught:
        await model.chat(HELLO)

    assert "ollama pull qwen9" in caught.value.advice


@pytest.mark.parametrize(
    ("provider", "name"),
    [("openai", "max_completion_tokens"), ("groq", "max_completion_tokens"), ("mistral", "max_tokens")],
)
async def test_the_field_that_bounds_an_answer_is_the_providers_own(provider: str, name: str) -> None:
    web = ScriptedTransport()
    web.answers("https://", answer("openai", Said(text="Hi")))

    await model_of(ModelConfig(provider=provider, key=KEY), web, clock=FakeClock(auto=True)).chat(HELLO)

    assert body_of(web.sent[-1])[name] == 512


async def test_a_server_that_wants_another_name_for_it_gets_it() -> None:
    web = ScriptedTransport()
    web.answers("https://", {"error": {"message": "Unsupported parameter: 'max_tokens'; use another"}}, status=400)
    web.answers("https://", answer("openai", Said(text="Hi")))

    await model_of(ModelConfig(provider="mistral", key=KEY), web, clock=FakeClock(auto=True)).chat(HELLO)

    assert body_of(web.sent[-1])["max_completion_tokens"] == 512


async def test_what_a_model_thinks_aloud_is_no_part_of_its_answer() -> None:
    web = ScriptedTransport()
    web.answers("127.0.0.1", answer("openai", Said(text="<think>Hm {x}.</think>\nGood evening.")))
    model = model_of(ModelConfig(provider="ollama", model="qwen3"), web, clock=FakeClock(auto=True))

    assert (await model.chat(HELLO)).text == "Good evening."


async def test_calls_streamed_without_an_index_or_with_the_same_one_stay_apart() -> None:
    pieces: list[JsonValue] = [
        {"id": "a", "index": 0, "function": {"name": "web_search_books", "arguments": '{"title": "Em'}},
        {"index": 0, "function": {"arguments": 'ma"}'}},
        {"id": "b", "index": 0, "function": {"name": "web_search_books", "arguments": '{"title": "Dune"}'}},
        {"id": "c", "function": {"name": "wikipedia_summary", "arguments": '{"query": "Dune"}'}},
    ]
    chunks = [sse({"choices": [{"delta": {"tool_calls": [piece]}}]}) for piece in pieces]
    web = ScriptedTransport()
    web.answers("127.0.0.1", b"".join(chunks), headers={"content-type": "text/event-stream"})
    model = model_of(ModelConfig(provider="ollama", model="m"), web, clock=FakeClock(auto=True))

    reply = await model.chat(HELLO, on_text=lambda _: None)

    assert [json.loads(str(call.arguments)) for call in reply.calls] == [
        {"title": "Emma"},
        {"title": "Dune"},
        {"query": "Dune"},
    ]


# Server-sent events


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("data: a\n\n", [ServerEvent(data="a")]),
        ("data: a\ndata: b\n\n", [ServerEvent(data="a\nb")]),
        ("event: x\ndata: a\n\n", [ServerEvent(data="a", event="x")]),
        ("data: a\r\n\r\ndata: b\r\n\r\n", [ServerEvent(data="a"), ServerEvent(data="b")]),
        ("data: a\r\rdata: b\r\r", [ServerEvent(data="a"), ServerEvent(data="b")]),
        (": a comment\ndata: a\n\n", [ServerEvent(data="a")]),
        ("data:a\n\n", [ServerEvent(data="a")]),
        ("data:  a\n\n", [ServerEvent(data=" a")]),
        ("data: [DONE]\n\n", [ServerEvent(data="[DONE]")]),
        ("data: a", [ServerEvent(data="a")]),
        ("event: x\n\n", []),
        ("id: 7\nretry: 10\ndata: a\n\n", [ServerEvent(data="a")]),
        ("\n\n\n", []),
    ],
)
def test_events_are_read_as_the_standard_has_them(text: str, events: list[ServerEvent]) -> None:
    parser = SseParser()

    assert [*parser.feed(text.encode()), *parser.finish()] == events


@given(st.lists(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"])), max_size=6), st.data())
def test_events_are_the_same_however_the_bytes_are_cut(values: list[str], data: st.DataObject) -> None:
    body = "".join(f"data: {value}\r\n\r\n" for value in values).encode()
    parser, found, rest = SseParser(), list[ServerEvent](), body
    while rest:
        size = data.draw(st.integers(1, len(rest)))
        found += parser.feed(rest[:size])
        rest = rest[size:]

    assert [event.data for event in [*found, *parser.finish()]] == values


# Choosing, and what it costs


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (["big-70b", "small-7b"], "small-7b"),
        (["gpt-4.1", "gpt-4.1-nano", "gpt-4.1-mini"], "gpt-4.1-nano"),
        (["claude-opus-4", "claude-haiku-4-5"], "claude-haiku-4-5"),
        (["x-large", "y:free"], "y:free"),
        ([], ""),
    ],
)
def test_the_cheapest_by_name_is_taken_when_nobody_chose(names: list[str], chosen: str) -> None:
    assert cheapest(names) == chosen


def test_a_cost_is_told_where_the_price_is_known_and_never_guessed() -> None:
    spent = Usage(tokens_in=1_000_000, tokens_out=100_000)

    assert cost("ollama:qwen3", spent) == 0.0
    assert cost("openrouter:x/y:free", spent) == 0.0
    assert cost("openai:gpt-4o-mini-2024-07-18", spent) == pytest.approx(0.15 + 0.06)
    assert cost("custom:mystery", spent) is None


# The cascade


@dataclass
class Scripted:
    id: str
    up: bool = True
    failing: ModelError | None = None
    asked: int = 0
    probed: int = field(default=0)

    async def chat(
        self, request: ChatRequest, *, deadline: float | None = None, on_text: OnText | None = None
    ) -> ChatReply:
        del request, deadline, on_text
        self.asked += 1
        if self.failing:
            raise self.failing
        return ChatReply(text=self.id)

    async def probe(self) -> bool:
        self.probed += 1
        return self.up

    async def models(self) -> tuple[str, ...]:
        return (self.id,)


async def test_the_first_that_answers_its_probe_is_asked() -> None:
    cascade = Cascade([Scripted("a", up=False), Scripted("b"), Scripted("c")], clock=FakeClock())

    assert (await cascade.chat(HELLO)).text == "b"
    assert cascade.id == "b"


async def test_a_model_that_fails_is_followed_by_the_next_and_rests() -> None:
    clock, told = FakeClock(), list[str]()
    broken, next_one = Scripted("a", failing=NetworkFailed("it is down")), Scripted("b")
    cascade = Cascade([broken, next_one], clock=clock, on_fall=told.append)

    assert [(await cascade.chat(HELLO)).text for _ in range(2)] == ["b", "b"]
    assert (broken.asked, told) == (1, ["a: it is down"])

    broken.failing = None
    await clock.advance(61)
    assert (await cascade.chat(HELLO)).text == "a"


async def test_when_none_is_left_each_is_named_with_its_reason() -> None:
    cascade = Cascade([Scripted("a", up=False), Scripted("b", failing=NetworkFailed("down"))], clock=FakeClock())

    with pytest.raises(NoModelAnswers, match=r"a did not answer its probe; b: down"):
        await cascade.chat(HELLO)


async def test_a_model_that_is_there_and_cannot_do_what_was_asked_is_told_from_none() -> None:
    able = Scripted("b", failing=Rejected("tools are not supported"))
    cascade = Cascade([Scripted("a", up=False), able], clock=FakeClock())

    with pytest.raises(Rejected, match="tools"):
        await cascade.chat(HELLO)
    able.failing = None
    assert (await cascade.chat(HELLO)).text == "b"


async def test_an_empty_cascade_says_that_none_is_set_up() -> None:
    with pytest.raises(NoModelAnswers, match="none is set up"):
        await Cascade([], clock=FakeClock()).chat(HELLO)


# Embedders


def vectors(provider: str, rows: list[list[float]]) -> JsonValue:
    made: list[JsonValue] = [[*row] for row in rows]
    match provider:
        case "ollama":
            return {"model": "nomic-embed-text", "embeddings": made}
        case "gemini":
            return {"embeddings": [{"values": row} for row in made]}
    return {"data": [{"index": n, "embedding": row} for n, row in reversed(list(enumerate(made)))]}


@pytest.mark.parametrize("provider", ["openai", "ollama", "gemini", "mistral"])
async def test_texts_become_vectors_in_their_order_each_sent_once(provider: str) -> None:
    web = ScriptedTransport()
    web.answers("://", vectors(provider, [[1.0, 0.0], [0.0, 1.0]]))
    embedder = embedder_of(ModelConfig(provider=provider, key=KEY), web, clock=FakeClock(auto=True))

    found = await embedder.embed(["whales", "dunes", "whales"])

    assert [vector.values for vector in found] == [(1.0, 0.0), (0.0, 1.0), (1.0, 0.0)]
    assert {vector.model for vector in found} == {embedder.id}
    assert len(web.sent) == 1
    assert KEY not in web.urls[0]


@pytest.mark.parametrize("body", [{}, {"data": []}, {"data": [{"embedding": ["x"]}]}, {"data": [{"embedding": []}]}])
async def test_vectors_of_another_shape_are_a_failure(body: JsonValue) -> None:
    web = ScriptedTransport()
    web.answers("://", body)

    with pytest.raises(ModelError):
        await embedder_of(ModelConfig(provider="openai", key=KEY), web, clock=FakeClock(auto=True)).embed(["x"])


def test_anthropic_has_no_embedders() -> None:
    with pytest.raises(Misconfigured):
        embedder_of(ModelConfig(provider="anthropic"), ScriptedTransport(), clock=FakeClock())


def test_cosine_is_one_for_the_same_and_minus_one_for_the_opposite() -> None:
    one, other = Vector(model="m", values=(3.0, 4.0)), Vector(model="m", values=(-3.0, -4.0))

    assert cosine(one, one) == pytest.approx(1.0)
    assert cosine(one, other) == pytest.approx(-1.0)


def test_vectors_of_two_models_are_not_compared() -> None:
    one = Vector(model="m", values=(1.0, 0.0))

    assert cosine(one, Vector(model="n", values=(1.0, 0.0))) is None
    assert cosine(one, Vector(model="m", values=(1.0,))) is None
    assert cosine(one, Vector(model="m", values=(0.0, 0.0))) is None
