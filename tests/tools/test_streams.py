"""A model's stream that breaks, is cut or asks, over every family's wire. Ids name rows of the contract's tables.

P5 and P6 are about a model that streams with a time limit and fails in the middle, RG1 about how results go back, PG9
and RT3 about a person who answers in words. What a stream brought of a call before it ended goes through all three ways
into the dispatcher too: half a call is answered and does nothing.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import pytest
from pydantic import JsonValue

from archivist.models import Metered, ModelError, ModelTimedOut, NetworkFailed, SchemaViolation, Usage, asking
from archivist.sources.scripted import ScriptedResponse
from archivist.tools import (
    AssistantMessage,
    Dispatcher,
    FunctionTool,
    Talk,
    ToolCall,
    ToolContext,
    ToolLoop,
    ToolMessage,
    ToolRegistry,
    UserMessage,
    codec,
)
from archivist.transport import TransportTimedOut
from tests.models.wire import FAMILIES, Family, Said, Server, sse

if TYPE_CHECKING:
    from tests.tools.conftest import Bench, Entry

HELLO = UserMessage(content="hi")
STREAM = {"content-type": "text/event-stream"}
IN_PIECES: tuple[Family, ...] = ("openai", "anthropic", "in-page")
"""Families whose calls come in pieces; Gemini's come whole in one document, so half a document is half a call."""
Ending = Literal["lost", "closed", "token limit"]


@pytest.fixture(params=FAMILIES)
def family(request: pytest.FixtureRequest) -> Family:
    return request.param  # type: ignore[no-any-return]  # one of the families


@pytest.fixture
def server(family: Family) -> Server:
    return Server(family)


@pytest.fixture(params=[False, True], ids=["one call", "batch"])
def batch(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@dataclass
class House:
    """Two tools that need no argument and count how often they ran, and a loop that talks with the server's model."""

    server: Server

    def __post_init__(self) -> None:
        self.ran: list[str] = []
        self.heard: list[str] = []
        self.added: list[object] = []
        tools = ToolRegistry(FunctionTool("target", self._run("target")), FunctionTool("sibling", self._run("sibling")))
        model, clock = self.server.model, self.server.clock
        ask = asking(
            model,
            tools=tools.definitions(),
            deadline=lambda: clock.monotonic() + 7.0,
            on_text=self.heard.append,
        )
        self._loop = ToolLoop(Dispatcher(tools, clock=clock), ask)

    def _run(self, name: str) -> object:
        def run(_: object, __: ToolContext) -> str:
            self.ran.append(name)
            if name == "target":
                message = "the record is locked"
                raise ValueError(message)
            return "sibling ok"

        return run

    async def talk(self, *history: object) -> Talk:
        return await self._loop.run(history or (HELLO,), on_message=self.added.append)  # type: ignore[arg-type]  # messages


def openai_call(at: int, name: str, pieces: Sequence[str]) -> list[bytes]:
    first: JsonValue = {"index": at, "id": name, "type": "function", "function": {"name": name, "arguments": ""}}
    rest: list[JsonValue] = [{"index": at, "function": {"arguments": piece}} for piece in pieces]
    return [sse({"choices": [{"index": 0, "delta": {"tool_calls": [one]}}]}) for one in (first, *rest)]


def anthropic_call(at: int, name: str, pieces: Sequence[str]) -> list[bytes]:
    block: JsonValue = {"type": "tool_use", "id": name, "name": name, "input": {}}
    deltas: list[JsonValue] = [
        {"type": "content_block_delta", "index": at, "delta": {"type": "input_json_delta", "partial_json": piece}}
        for piece in pieces
    ]
    events: list[JsonValue] = [{"type": "content_block_start", "index": at, "content_block": block}, *deltas]
    return [sse(one, named=True) for one in events]


def begun(family: Family, *, batch: bool, pieces: Sequence[str]) -> bytes:
    """A stream up to somewhere in the call of `target`; in a batch the call of `sibling` is whole before it."""
    write = anthropic_call if family == "anthropic" else openai_call
    whole = write(0, "sibling", ["{", "}"]) if batch else []
    return b"".join([*whole, *write(len(whole) and 1, "target", pieces)])


def limit(family: Family) -> bytes:
    """The end of a stream that ran into its token limit."""
    if family == "anthropic":
        return sse({"type": "message_delta", "delta": {"stop_reason": "max_tokens"}}, named=True)
    return sse({"choices": [{"index": 0, "delta": {}, "finish_reason": "length"}]}) + b"data: [DONE]\n\n"


@pytest.mark.parametrize("family", IN_PIECES)
@pytest.mark.parametrize("pieces", [(), ("{",), ('{"q":', '"Du')], ids=["no argument", "a brace", "half an argument"])
@pytest.mark.parametrize("ending", ["lost", "closed", "token limit"])
async def test_p6_a_call_that_its_stream_left_half_written_does_not_run(
    server: Server, family: Family, ending: Ending, pieces: Sequence[str], *, batch: bool
) -> None:
    house, body = House(server), begun(family, batch=batch, pieces=pieces)
    if ending == "lost":
        server.web.answers(server.host, body + b"data: {", headers=STREAM, breaks_after=len(body) + 3)
        with pytest.raises(ModelError) as caught:
            await house.talk()
        assert isinstance(caught.value, NetworkFailed)
        assert (house.ran, house.added) == ([], [])
        return
    server.sends(body + (limit(family) if ending == "token limit" else b""), kind="text/event-stream")
    server.says(Said(text="I will ask again."))
    talk = await house.talk()
    *sibling, target = [one for one in talk.history if isinstance(one, ToolMessage)]
    assert (target.tool_call_id, target.tool_status) == ("target", "failed")
    assert json.loads(target.content)["kind"] == "invalid_arguments"
    assert [one.content for one in sibling] == ["sibling ok"] * batch
    assert house.ran == ["sibling"] * batch
    assert talk.history[-1].content == "I will ask again."


async def test_p6_half_a_document_is_no_call(server: Server, family: Family, *, batch: bool) -> None:
    calls = [("sibling", {}), ("target", {})] if batch else [("target", {})]
    parts: list[JsonValue] = [{"functionCall": {"name": name, "args": dict(empty)}} for name, empty in calls]
    document = sse({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]})
    body = document if family == "gemini" else begun(family, batch=batch, pieces=["{}"])
    server.sends(body[: -len('"}]}}\n')], kind="text/event-stream")
    house = House(server)
    with pytest.raises(SchemaViolation):
        await house.talk()
    assert house.ran == []


@pytest.mark.parametrize("pieces", [(), ("{",), ('{"q":', '"Du'), ('{"q":1,', "}")])
async def test_p6_half_a_call_is_answered_in_every_way_and_its_sibling_runs(
    entry: Entry, bench: Bench, pieces: Sequence[str]
) -> None:
    stream = codec.Stream()
    stream.add([{"index": 0, "id": "target", "function": {"name": "target", "arguments": ""}}])
    for piece in pieces:
        stream.add([{"index": 0, "function": {"arguments": piece}}])
    bench.tool("target")
    (half,) = stream.decoded(cut=True).calls
    ended = await entry(bench, half)
    assert json.loads(ended.target.content)["kind"] == "invalid_arguments"
    assert bench.ran["target"] == 0
    assert bench.ran["sibling"] == (1 if entry.batch else 0)


@pytest.mark.parametrize("raw", [{}, {"q": "Du"}, None, ""], ids=["nothing yet", "half a text", "null", "no text"])
async def test_p6_an_object_that_was_cut_off_is_not_taken_for_whole(entry: Entry, bench: Bench, raw: JsonValue) -> None:
    """A host that parses what came before the limit sends `{}` for a call whose arguments were never written."""
    block: JsonValue = {"type": "tool_use", "id": "target", "name": "target", "input": raw}
    nested: JsonValue = {"id": "target", "function": {"name": "target", "arguments": raw}}
    bench.tool("target")
    for shape in (block, nested):
        (half,) = codec.decode([shape], cut=True).calls
        assert json.loads((await entry(bench, half)).target.content)["kind"] == "invalid_arguments"
    assert bench.ran["target"] == 0


async def test_a_call_that_was_whole_before_the_cut_is_a_call(entry: Entry, bench: Bench) -> None:
    bench.tool("target")
    (whole,) = codec.decode([{"id": "target", "name": "target", "arguments": '{"q": 1}'}], cut=True).calls
    assert (await entry(bench, whole)).target.tool_status == "succeeded"
    assert bench.seen[-1] == {"q": 1}


def stop_whole(family: Family) -> JsonValue:
    """An answer in one document that the token limit cut in its only call."""
    if family == "anthropic":
        block: JsonValue = {"type": "tool_use", "id": "target", "name": "target", "input": {}}
        return {"content": [block], "stop_reason": "max_tokens"}
    call: JsonValue = {"id": "target", "function": {"name": "target", "arguments": ""}}
    return {"choices": [{"message": {"content": None, "tool_calls": [call]}, "finish_reason": "length"}]}


@pytest.mark.parametrize("family", IN_PIECES)
async def test_a_call_that_the_token_limit_cut_in_a_whole_document_does_not_run(server: Server, family: Family) -> None:
    server.web.answers(server.host, stop_whole(family))
    server.says(Said(text="I will ask again."))
    house = House(server)
    talk = await house.talk()
    assert [one.tool_status for one in talk.history if isinstance(one, ToolMessage)] == ["failed"]
    assert house.ran == []


async def test_p5_a_streamed_answer_is_one_request_with_the_turns_time(server: Server, family: Family) -> None:
    server.streams(["stre", "amed"])
    house = House(server)
    talk = await house.talk()
    assert "".join(house.heard) == talk.history[-1].content == "streamed"
    assert house.added == [talk.history[-1]]
    (request,) = server.web.sent
    if family != "in-page":  # a page's model is waited for in the event loop's own time: tests/worker/test_window.py
        assert request.timeout == pytest.approx(7.0)


class Stalls(ScriptedResponse):
    """Sends its body, and then nothing until its time is over."""

    async def chunks(self) -> AsyncIterator[bytes]:
        async for piece in super().chunks():
            yield piece
        message = "no whole answer in time"
        raise TransportTimedOut(message)


def unfinished(family: Family, words: str = "unfinished") -> bytes:
    match family:
        case "anthropic":
            start: JsonValue = {"type": "message_start", "message": {"usage": {"input_tokens": 3}}}
            delta: JsonValue = {"type": "content_block_delta", "index": 0, "delta": {"text": words}}
            return sse(start, named=True) + sse(delta, named=True)
        case "gemini":
            candidate: JsonValue = {"content": {"parts": [{"text": words}]}}
            return sse({"candidates": [candidate], "usageMetadata": {"promptTokenCount": 3}})
    chunk: JsonValue = {"choices": [{"delta": {"content": words}}], "usage": {"prompt_tokens": 3}}
    return sse(chunk)


@pytest.mark.parametrize("round_", [0, 1], ids=["at once", "after a call"])
async def test_p6_a_stream_that_fails_is_told_as_it_was_with_what_was_heard_and_counted(
    server: Server, family: Family, round_: int, *, batch: bool
) -> None:
    """Its words were heard and are no message: the model would take half a sentence for what it had said."""
    calls = tuple((name, {}) for name in ("sibling", "target")[not batch :])
    if round_:
        server.says(Said(calls=calls))
    server.web.does(server.host, lambda _: Stalls(headers=STREAM, body=unfinished(family)))
    house = House(server)
    with pytest.raises(ModelError) as caught:
        await house.talk()
    assert isinstance(caught.value, NetworkFailed if family == "in-page" else ModelTimedOut)
    assert (caught.value.usage.tokens_in, caught.value.usage.tokens_out) == (3, 0)
    assert house.heard == ["unfinished"]
    assert len(server.web.sent) == 1 + round_
    kinds = [AssistantMessage, *[ToolMessage] * len(calls)] if round_ else []
    assert [type(one) for one in house.added] == kinds
    assert house.ran == ([name for name, _ in calls] if round_ else [])


class Book:
    """A ledger that notes what was spent."""

    def __init__(self) -> None:
        self.noted: list[Usage] = []

    def spent(self) -> bool:
        return False

    def add(self, usage: Usage, _: float | None) -> None:
        self.noted.append(usage)


async def test_p6_what_a_stream_had_counted_when_it_broke_is_paid_for(server: Server, family: Family) -> None:
    body, book = unfinished(family, ""), Book()
    server.web.answers(server.host, body + b"data: {", headers=STREAM, breaks_after=len(body) + 3)
    ask = asking(Metered(server.model, book), on_text=lambda _: None)
    with pytest.raises(NetworkFailed):
        await ask([HELLO])
    assert book.noted == [Usage(tokens_in=3)]


def results_of(family: Family, body: dict[str, JsonValue]) -> list[JsonValue]:
    """The content of the turn that brings results back, or the last messages where each result is one."""
    turns = body["contents" if family == "gemini" else "messages"]
    assert isinstance(turns, list)
    if family in ("openai", "in-page"):
        return [turn for turn in turns if isinstance(turn, dict) and turn["role"] == "tool"]
    last = turns[-1]
    assert isinstance(last, dict)
    parts = last["parts" if family == "gemini" else "content"]
    assert isinstance(parts, list)
    return parts


async def test_rg1_results_of_one_turn_go_back_together_in_order_and_failures_as_failures(
    server: Server, family: Family, *, batch: bool
) -> None:
    names = ("sibling", "target") if batch else ("target",)
    server.says(Said(calls=tuple((name, {}) for name in names)), Said(text="I see."))
    talk = await House(server).talk()
    *told, failed = [one for one in talk.history if isinstance(one, ToolMessage)]
    assert "the record is locked" in failed.content
    results = results_of(family, server.asked[-1])
    assert len(results) == len(names)
    last, ids = results[-1], [one.tool_call_id for one in (*told, failed)]
    assert isinstance(last, dict)
    match family:
        case "anthropic":
            assert [one["tool_use_id"] for one in results] == ids  # type: ignore[index, call-overload]  # objects
            assert [one.get("is_error") for one in results] == [*[None] * len(told), True]  # type: ignore[union-attr]
        case "gemini":
            responses = [one["functionResponse"] for one in results]  # type: ignore[index, call-overload]  # objects
            assert [one["name"] for one in responses] == list(names)
            assert [one["response"] for one in responses] == [
                *[{"result": one.content} for one in told],
                {"error": failed.content},
            ]
        case _:
            assert [one["tool_call_id"] for one in results] == ids  # type: ignore[index, call-overload]  # objects


def roles(family: Family, body: dict[str, JsonValue]) -> list[tuple[str, str]]:
    """Who said what, as far as it is words."""
    turns = body["contents" if family == "gemini" else "messages"]
    assert isinstance(turns, list)
    found: list[tuple[str, str]] = []
    for turn in turns:
        assert isinstance(turn, dict)
        said = turn.get("content") or turn.get("parts")
        words = said[0].get("text", "") if isinstance(said, list) and isinstance(said[0], dict) else said
        found.append((str(turn["role"]).replace("model", "assistant"), str(words)))
    return found


async def test_pg9_an_answer_to_a_question_in_words_is_a_turn_of_the_user(server: Server, family: Family) -> None:
    server.says(Said(text="Shall I go on?"), Said(text="Done."))
    house = House(server)
    talk = await house.talk()
    assert talk.waiting is None
    await house.talk(*talk.history, UserMessage(content="yes"))
    assert roles(family, server.asked[-1]) == [("user", "hi"), ("assistant", "Shall I go on?"), ("user", "yes")]


async def test_pg9_rt3_what_is_said_while_calls_are_open_comes_after_their_results(
    server: Server, *, batch: bool
) -> None:
    """Between a call and its result a provider takes nothing, and refuses the whole conversation."""
    calls = tuple(ToolCall(id=name, name=name) for name in ("target", "sibling")[: 1 + batch])
    server.says(Said(text="Done."))
    house = House(server)
    open_calls = AssistantMessage(calls=calls)
    talk = await house.talk(HELLO, open_calls, UserMessage(content="yes"))
    kinds = [type(one) for one in talk.history]
    assert kinds == [UserMessage, AssistantMessage, *[ToolMessage] * len(calls), UserMessage, AssistantMessage]
    assert [one.tool_call_id for one in talk.history if isinstance(one, ToolMessage)] == [one.id for one in calls]
    answered = replace(talk, history=talk.history[:3])
    again = await house.talk(*answered.history, UserMessage(content="and?"))
    assert [type(one) for one in again.history] == [*kinds[: 2 + len(calls)], UserMessage, AssistantMessage]
