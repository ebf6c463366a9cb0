"""Whatever a model writes, a tool does or a person supplies: every call is answered, and nothing else happens."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from pydantic import BaseModel, TypeAdapter, model_validator

from archivist.dag import FakeClock, RetryPolicy
from archivist.tools import (
    Answer,
    BatchUnusable,
    Dispatcher,
    Effect,
    Options,
    Scope,
    Tool,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolFailure,
    ToolPolicy,
    ToolRegistry,
    ToolReturn,
    codec,
)
from tests.tools.bodies import TARGET, calls, numbered, raising

if TYPE_CHECKING:
    from tests.tools.conftest import Bench, Entry

SECRET = 'hunter"2/canary+key'  # noqa: S105 - a quote, a slash and a plus: JSON and addresses write it in other ways
WRITTEN = [
    SECRET,
    json.dumps(SECRET)[1:-1],
    "hunter%222%2Fcanary%2Bkey",
    "hunter%25222%252Fcanary%252Bkey",
    "hunter\\u00222\\u002Fcanary\\u002bkey",
    'hun\u200bter"2/can\u202eary+key',
]


def strictly(text: str) -> object:
    """The JSON as a page reads it: NaN and infinity are none."""

    def refuse(word: str) -> object:
        raise ValueError(word)

    return json.loads(text.encode().decode(), parse_constant=refuse)


HOSTILE = [
    pytest.param("[" * 200_000, id="nothing but brackets"),
    pytest.param('{"a":' * 5_000 + "1" + "}" * 5_000, id="deep"),
    pytest.param('{"n":' + "9" * 5_000 + "}", id="a number of 5,000 digits"),
    pytest.param('{"n":1e99999}', id="a number beyond all"),
    pytest.param('{"n":-Infinity}', id="minus infinity"),
    pytest.param('{"q":"\\ud83d"}', id="half a pair, escaped"),
    pytest.param('{"q":"\ud83d"}', id="half a pair, as it is"),
    pytest.param('{"\\udcff":1}', id="half a pair in a key"),
    pytest.param('{"q":1,"\\u0071":2}', id="a key twice, once escaped"),
    pytest.param('\ufeff{"q":"x"}', id="a byte order mark"),
    pytest.param('{"q":"x"}\x00', id="a NUL after it"),
    pytest.param('{"q":"' + "x" * 200_000 + '"}', id="long"),
    pytest.param('{"q":"x"}{"q":"y"}', id="two objects"),
    pytest.param("\u202e}1:q{", id="backwards"),
    pytest.param('{"q":"x"}' * 20_000, id="twenty thousand objects"),
]


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_arguments_fail_their_call_and_are_told_in_few_words(
    entry: Entry, bench: Bench, text: str
) -> None:
    bench.tool("target")
    ended = await entry(bench, ToolCall(id="target", name="target", arguments=text))
    told = strictly(ended.target.content)
    assert isinstance(told, dict)
    assert (told["status"], told["kind"]) == ("failed", "invalid_arguments")
    assert len(ended.target.content) < 6_000
    assert bench.ran["target"] == 0


@pytest.mark.parametrize("key", ["__proto__", "constructor", "__class__", "$ref", "", "a.b", "a b", "toString"])
async def test_keys_that_mean_something_elsewhere_are_keys(bench: Bench, key: str) -> None:
    bench.tool("free")
    bench.tool("closed", schema={"type": "object", "properties": {"q": {}}, "additionalProperties": False})
    text = json.dumps({key: {"polluted": True}})
    batch = [ToolCall(id=name, name=name, arguments=text) for name in ("free", "closed")]
    free, closed = (await bench.dispatcher().dispatch(batch)).messages
    assert (free.tool_status, closed.tool_status) == ("succeeded", "failed")
    assert bench.seen == [{key: {"polluted": True}}]


@pytest.mark.parametrize(
    "name",
    [
        "web_search_b\u043e\u043eks",
        "\u200bweb_search_books",
        "web_search_books\u0430",
        "web_search_boo\u212as",
        "ｗeb_search_books",
    ],
)
async def test_a_name_that_only_looks_like_a_tools_is_no_tools(entry: Entry, bench: Bench, name: str) -> None:
    bench.tool("web_search_books")
    (read,) = codec.decode([{"id": "target", "name": name, "arguments": {}}], names=["web_search_books"]).calls
    ended = await entry(bench, read)
    assert (read.name, ended.target.tool_status) == (name, "rejected")
    assert bench.ran["web_search_books"] == 0


MANY = 3_000


@pytest.mark.parametrize(
    ("call", "status"),
    [
        (lambda at: ToolCall(id="one", name="target", arguments={"n": at}), "rejected"),
        (lambda at: ToolCall(id=str(at // 2), name="target", arguments={"n": at}), "rejected"),
        (lambda at: ToolCall(id=str(at), name=f"tarqet-{at}"), "rejected"),
        (lambda at: ToolCall(id=str(at), name="target", arguments="{" * 99), "failed"),
    ],
    ids=["one id", "ids in pairs", "names that are none", "arguments that are none"],
)
async def test_thousands_of_calls_are_each_answered(bench: Bench, call: Callable[[int], ToolCall], status: str) -> None:
    bench.way = "chat"
    bench.tool("target")
    result = await bench.dispatcher().dispatch([call(at) for at in range(MANY)])
    assert len(result.messages) == MANY
    assert result.messages[-1].tool_status == status
    assert bench.ran["target"] <= Options().calls_a_turn


async def test_thousands_of_calls_with_one_id_are_asked_about_one_by_one(bench: Bench) -> None:
    bench.tool("target")
    asks = lambda *_: ToolDecision.interrupt("may I?")  # noqa: E731
    dispatcher = bench.dispatcher()
    paused = await dispatcher.dispatch(calls("target", MANY)[:1] * MANY, gate=asks)
    assert len({one.key for one in paused.pending}) == MANY
    ended = await dispatcher.resume(paused, {one.key: Answer.deny() for one in paused.pending}, gate=asks)
    assert {message.tool_status for message in ended.messages} == {"rejected"}


SAYING = [
    pytest.param(lambda text: ToolCall(id="target", name="target", arguments={"limit": text}), id="a wrong value"),
    pytest.param(lambda text: ToolCall(id="target", name="target", arguments={text: 1}), id="a key"),
    pytest.param(lambda text: ToolCall(id="target", name="target", arguments=f"{{{text}"), id="no JSON"),
    pytest.param(lambda text: ToolCall(id="target", name=text), id="a name"),
]


@pytest.mark.parametrize("call", SAYING)
@pytest.mark.parametrize("written", WRITTEN)
async def test_a_secret_in_what_the_model_wrote_is_not_repeated(
    entry: Entry, bench: Bench, call: Callable[[str], ToolCall], written: str
) -> None:
    closed = {"type": "object", "properties": {"limit": {"type": "integer"}}, "additionalProperties": False}
    bench.tool("target", schema=closed)
    ended = await entry(bench, call(written), options=Options(secrets=(SECRET,)))
    told = next(message for message in ended.messages if message.tool_call_id == "target")
    assert told.tool_status in {"failed", "rejected"}
    assert "canary" not in told.content


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("way_out", ["text", "json", "error", "facts", "supplied", "denied", "long"])
async def test_a_secret_leaves_by_no_way(bench: Bench, way_out: str, written: str) -> None:
    def body(*_: object) -> object:
        match way_out:
            case "error":
                raise ValueError(written)
            case "facts":
                raise ToolFailure("odd", "no", data={"said": [written], written: {"a": written}})  # noqa: EM101 - any
            case "json":
                return {"said": [written], written: 1}
        return written

    bench.tool("target", body, ToolPolicy(effect=Effect.READ, output_limit=7 if way_out == "long" else 9_999))
    dispatcher = bench.dispatcher(options=Options(secrets=(SECRET,)))
    if way_out == "supplied":
        asks = lambda *_: ToolDecision.interrupt("may I?")  # noqa: E731
        paused = await dispatcher.dispatch([TARGET], gate=asks)
        result = await dispatcher.resume(paused, {"target": Answer.supply({"said": written})}, gate=asks)
    else:
        gate = (lambda *_: ToolDecision.deny(written)) if way_out == "denied" else None
        result = await dispatcher.dispatch([TARGET], gate=gate)
    told = [result.messages[0].content, *result.artifacts.values(), result.outcomes[0].error or ""]
    assert "canary" not in "".join(told)


class Evil:
    """An object of which everything that can be asked fails."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)

    def __repr__(self) -> str:
        msg = "no"
        raise RuntimeError(msg)

    __str__ = __repr__

    def __iter__(self) -> object:
        raise RuntimeError


class Words(str):
    """A text that is not to be trusted."""

    __slots__ = ()

    def isascii(self) -> bool:
        raise RuntimeError


def endless() -> object:
    knot: list[object] = []
    knot.append(knot)
    return knot


def nested(depth: int) -> object:
    value: object = "deep"
    for _ in range(depth):
        value = [value]
    return value


RETURNED = [
    pytest.param(object(), id="an object"),
    pytest.param(Evil(), id="an object that breaks when looked at"),
    pytest.param(float("nan"), id="NaN"),
    pytest.param({"a": [float("inf")]}, id="infinity inside"),
    pytest.param(10**5_000, id="a number that cannot be written"),
    pytest.param({1: "a"}, id="a key that is no text"),
    pytest.param({"a", "b"}, id="a set"),
    pytest.param(endless(), id="a list in itself"),
    pytest.param(nested(50_000), id="deeper than any reader goes"),
    pytest.param((one for one in "ab"), id="a generator"),
    pytest.param(ToolReturn(value=float("nan"), text="fine"), id="NaN beside a text"),
    pytest.param(ToolReturn(value=1, text=7), id="a text that is none"),  # type: ignore[arg-type]  # that is the point
    pytest.param(Words("x"), id="a text with a mind of its own"),
    pytest.param(type, id="a class"),
]


@pytest.mark.parametrize("value", RETURNED)
async def test_what_a_tool_returns_may_be_anything(entry: Entry, bench: Bench, value: object) -> None:
    bench.tool("target", lambda *_: value)
    ended = await entry(bench)
    assert ended.target.tool_status == "failed"
    assert isinstance(strictly(ended.target.content), dict)
    if entry.batch:
        assert ended.sibling is not None
        assert ended.sibling.content == "sibling ok"


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError


class Base(BaseException):
    """Not an Exception, and none that asyncio knows."""


class Asked(Exception):
    @property
    def retryable(self) -> bool:
        raise RuntimeError


def odd_failure(**fields: object) -> ToolFailure:
    made = ToolFailure("odd", "no")
    for name, value in fields.items():
        setattr(made, name, value)
    return made


RAISED = [
    pytest.param(Mute(), id="an error that breaks when it is told"),
    pytest.param(ValueError(Evil()), id="an error about something that breaks"),
    pytest.param(odd_failure(message=7), id="a message that is none"),
    pytest.param(odd_failure(code=Evil()), id="a code that breaks"),
    pytest.param(odd_failure(data=None), id="no facts"),
    pytest.param(odd_failure(retryable=True, retry_after=float("nan")), id="a wait that is no number"),
    pytest.param(odd_failure(retryable=True, retry_after="soon"), id="a wait that is a word"),
    pytest.param(odd_failure(retryable=True, retry_after=-5.0), id="a wait in the past"),
    pytest.param(odd_failure(data={"a": float("nan"), "b": endless(), 7: 1, "c": "kept"}), id="facts that are no JSON"),
    pytest.param(Asked(), id="an error that breaks when it is asked"),
    pytest.param(RecursionError("too deep"), id="too deep a recursion"),
    pytest.param(StopAsyncIteration("at an end"), id="an end of something"),
    pytest.param(ExceptionGroup("two", [ValueError("a"), Mute()]), id="a group"),
    pytest.param(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), id="an error of five parts"),
]


@pytest.mark.parametrize("error", RAISED)
async def test_what_a_tool_raises_may_be_anything(entry: Entry, bench: Bench, error: Exception) -> None:
    policy = ToolPolicy(effect=Effect.READ, retry=RetryPolicy(attempts=2, base=0.0))
    bench.tool("target", raising(error), policy)
    ended = await entry(bench, clock=FakeClock(auto=True))
    assert ended.raised is None
    assert ended.target.tool_status == "failed"
    assert isinstance(strictly(ended.target.content), dict)
    if entry.batch:
        assert ended.sibling is not None
        assert ended.sibling.content == "sibling ok"


class Late(TimeoutError):
    def __str__(self) -> str:
        raise RuntimeError


async def test_a_time_out_that_cannot_be_told_is_one(entry: Entry, bench: Bench) -> None:
    bench.tool("target", raising(Late()))
    ended = await entry(bench)
    told = strictly(ended.target.content)
    assert isinstance(told, dict)
    assert (told["status"], told["error"]) == ("timed_out", "Late")


async def test_a_gate_whose_failure_cannot_be_told_still_denies(entry: Entry, bench: Bench) -> None:
    bench.tool("target")
    ended = await entry(bench, gate=raising(Mute()), options=Options(gate_failure="deny"))  # type: ignore[arg-type]
    told = strictly(ended.target.content)
    assert isinstance(told, dict)
    assert (told["status"], told["error"]) == ("rejected", "the gate failed: Mute")


async def test_what_is_no_exception_is_nobodys_failure_and_leaves_nothing_running(bench: Bench) -> None:
    clock, error = FakeClock(auto=True), Base("the interpreter is going down")
    bench.tool("target", raising(error))
    bench.tool("slow", lambda _, context: context.clock.sleep(60.0))
    before = asyncio.all_tasks()
    with pytest.raises(BaseExceptionGroup) as caught:  # as a task group hands it on
        await bench.dispatcher(clock=clock).dispatch([ToolCall(id="slow", name="slow"), TARGET])
    assert caught.value.exceptions == (error,)
    left = [one for one in asyncio.all_tasks() - before if "_jump" not in repr(one)]
    assert left == []


async def test_a_tool_that_swallows_its_end_is_ended_again(bench: Bench) -> None:
    clock = FakeClock(auto=True)

    async def stubborn(_: object, context: ToolContext) -> str:
        for _ in range(3):
            try:
                await context.clock.sleep(3_600.0)
            except asyncio.CancelledError:
                continue
        return "never"

    bench.tool("target", stubborn, ToolPolicy(effect=Effect.READ, timeout=1.0))
    (outcome,) = (await bench.dispatcher(clock=clock).dispatch([TARGET])).outcomes
    assert clock.monotonic() < 60.0
    assert (outcome.status, outcome.content) == ("succeeded", "never")
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


async def test_a_tool_that_tidies_up_when_it_is_ended_has_the_time_for_it(bench: Bench) -> None:
    clock, tidy = FakeClock(auto=True), list[str]()

    async def careful(_: object, context: ToolContext) -> str:
        try:
            await context.clock.sleep(3_600.0)
        finally:
            await context.clock.sleep(4.0)
            tidy.append("done")
        return "never"

    bench.tool("target", careful, ToolPolicy(effect=Effect.READ, timeout=1.0))
    (outcome,) = (await bench.dispatcher(clock=clock).dispatch([TARGET])).outcomes
    assert (outcome.status, tidy) == ("timed_out", ["done"])


class Loose(BaseModel):
    """An input that a tool may change."""

    titles: list[str]
    anything: object = None


class Spoils(Tool[Loose, str]):
    """Changes what it was given, and fails the first time."""

    name = "target"
    Input = Loose
    output = TypeAdapter(str)
    policy = ToolPolicy(effect=Effect.READ, retry=RetryPolicy(attempts=2, base=0.0))

    async def execute(self, call: Loose, context: ToolContext) -> str:
        said = json.dumps(call.model_dump(), sort_keys=True)
        call.titles.append("spoiled")
        assert isinstance(call.anything, dict)
        call.anything["spoiled"] = True
        if context.attempt == 1:
            raise OSError
        return said


async def test_each_attempt_of_a_tool_class_is_given_the_arguments_as_they_were_decided(bench: Bench) -> None:
    bench.tools.append(Spoils())
    given = {"titles": ["Dune"], "anything": {"a": 1}}
    call = ToolCall(id="target", name="target", arguments=given)
    (outcome,) = (await bench.dispatcher(clock=FakeClock(auto=True)).dispatch([call])).outcomes
    assert json.loads(outcome.content) == {"titles": ["Dune"], "anything": {"a": 1}}
    assert given == {"titles": ["Dune"], "anything": {"a": 1}}


class Breaking(BaseModel):
    """An input with a rule that is broken itself."""

    @model_validator(mode="before")
    @classmethod
    def broken(cls, _: object) -> object:
        raise LookupError("/srv/rules/input.csv")  # noqa: EM101 - any


class Broken(Spoils):
    Input = Breaking  # type: ignore[assignment]  # another input


async def test_a_rule_of_an_input_that_breaks_fails_its_call_alone(entry: Entry, bench: Bench) -> None:
    bench.tools.append(Broken())
    ended = await entry(bench)
    told = strictly(ended.target.content)
    assert isinstance(told, dict)
    assert (told["status"], told["kind"], told["error"]) == ("failed", "invalid_arguments", "input.csv")


async def test_a_number_too_large_for_a_rule_does_not_pass_it(entry: Entry, bench: Bench) -> None:
    bench.tool("target", schema={"type": "object", "properties": {"n": {"multipleOf": 0.5}}})
    ended = await entry(bench, ToolCall(id="target", name="target", arguments='{"n":1' + "0" * 400 + "}"))
    assert ended.target.tool_status == "failed"
    assert bench.ran["target"] == 0


@pytest.mark.parametrize("value", [float("nan"), {"a": float("inf")}, endless(), {1, 2}])
async def test_what_a_person_supplies_must_be_json_and_can_be_supplied_again(bench: Bench, value: object) -> None:
    bench.tool("target")
    asks = lambda *_: ToolDecision.interrupt("may I?")  # noqa: E731
    dispatcher = bench.dispatcher()
    paused = await dispatcher.dispatch([TARGET], gate=asks)
    with pytest.raises(BatchUnusable, match="JSON"):
        await dispatcher.resume(paused, {"target": Answer.supply(value)}, gate=asks)  # type: ignore[arg-type]  # the point
    ended = await dispatcher.resume(paused, {"target": Answer.supply("mine")}, gate=asks)
    assert ended.messages[0].content == "mine"


async def test_what_a_person_supplies_is_bounded_and_cleaned_like_the_tools_own(bench: Bench) -> None:
    bench.tool("target", "x", ToolPolicy(effect=Effect.READ, output_limit=10))
    asks = lambda *_: ToolDecision.interrupt("may I?")  # noqa: E731
    dispatcher = bench.dispatcher()
    paused = await dispatcher.dispatch([TARGET], gate=asks)
    whole = "\u202e" + "long " * 20
    ended = await dispatcher.resume(paused, {"target": Answer.supply(whole)}, gate=asks)
    assert ended.messages[0].content == "long long … [cut after 10 of 100 characters]"
    (kept,) = ended.artifacts.values()
    assert kept == "long " * 20


async def test_texts_that_two_calls_add_do_not_take_each_others_place(bench: Bench) -> None:
    bench.tool("read", lambda arguments, _: ToolReturn(value=1, text="one", artifacts={"raw": str(arguments["n"])}))
    result = await bench.dispatcher().dispatch(numbered("read", 2))
    assert dict(result.artifacts) == {"0/raw": "0", "1/raw": "1"}


async def test_a_batch_that_was_restored_is_decided_with_the_secrets_of_its_host(bench: Bench) -> None:
    bench.tool("target", raising(ValueError(SECRET)))
    asks = lambda *_: ToolDecision.interrupt("may I?")  # noqa: E731
    options = Options(secrets=(SECRET,))
    paused = await bench.dispatcher(options=options).dispatch([TARGET], gate=asks)
    kept = json.loads(json.dumps(dict(paused.batch)))
    ended = await bench.dispatcher(options=options).resume(kept, {"target": Answer.approve()}, gate=asks)
    assert "canary" not in ended.messages[0].content


def test_hostile_calls_leave_the_recursion_limit_alone() -> None:
    before = sys.getrecursionlimit()
    dispatcher = Dispatcher(ToolRegistry())
    asyncio.run(dispatcher.dispatch([ToolCall(id="x", name="t", arguments='{"a":' * 9_999)], scope=Scope()))
    assert sys.getrecursionlimit() == before
