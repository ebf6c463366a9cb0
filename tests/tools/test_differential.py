"""The same cases through `neograph-engine` 0.16 and through our dispatcher: each difference is one that we chose.

The yardstick is reached through a graph of two nodes, one that emits an assistant message with the calls and its own
`tool_dispatch`. A case names the chosen difference it shows, as the docstring of `archivist.tools.dispatcher` lists
them; a case that names none must come out equal: messages, statuses, flags, and contents key by key.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import pytest

from archivist.tools import (
    Dispatcher,
    FunctionTool,
    GateContext,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolInterrupt,
    ToolRegistry,
)

ng = pytest.importorskip("neograph_engine", reason="the yardstick neograph-engine 0.16 is not installed (extra 'test')")

Difference = Literal[
    "arguments",  # no object, unreadable or against the schema: that call fails; the yardstick aborts or lets it pass
    "public text",  # no traceback and no exception type in an error
    "facts",  # keys after the fixed ones: closest names, kinds
    "results",  # JSON results and awaitables are taken, where the yardstick fails after the effect
    "pause",  # all pending calls are returned, with what has settled kept
    "interruption",  # what interrupts a process, or a tool that ends itself as cancelled, is no failure of the tool
    "duplicate ids",  # told apart by place, where the yardstick aborts the run
    "invisible",  # control characters are shown, invisible ones removed
]
Verdict = tuple[str, object]


@dataclass(frozen=True, kw_only=True)
class Case:
    """Tools by name with what they do, calls, verdicts by call id, and the difference that is expected."""

    calls: Sequence[tuple[str, str, str]]
    tools: Mapping[str, Callable[[Mapping[str, object]], object]] = field(default_factory=dict)
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    differs: Difference | None = None


@dataclass(frozen=True)
class Ending:
    """How a case ended on one side."""

    kind: Literal["answered", "paused", "raised"]
    messages: tuple[Mapping[str, object], ...] = ()
    said: object = None
    ran: tuple[str, ...] = ()


def raises(error: BaseException) -> Callable[[object], object]:
    def body(_: object) -> object:
        raise error

    return body


def ok(arguments: Mapping[str, object]) -> str:
    return f"ok {json.dumps(arguments, sort_keys=True)}"


A = ("1", "a", "{}")
B = ("2", "b", "{}")
TWO = {"a": ok, "b": ok}

CASES = {
    "G1 one call": Case(calls=[A], tools=TWO),
    "C15 a batch in order": Case(calls=[A, B, ("3", "a", '{"x":1}')], tools=TWO),
    "PT3 arguments arrive": Case(calls=[("1", "a", '{"x":7,"y":{"z":[1,null,"é"]}}')], tools=TWO),
    "big integers": Case(calls=[("1", "a", '{"n":9007199254740993}')], tools=TWO),
    "empty text": Case(calls=[A], tools={"a": lambda _: ""}),
    "G1 json text": Case(calls=[A], tools={"a": lambda _: '{"ok": true}'}),
    "unicode result": Case(calls=[A], tools={"a": lambda _: "Café \U0001f4da"}),
    "X22 surrogate in a result": Case(calls=[A], tools={"a": lambda _: "ok \udcff end"}),
    "X22 bytes result": Case(calls=[A], tools={"a": lambda _: b"ok \xff end"}),
    "TX1 maximal subparts": Case(calls=[A], tools={"a": lambda _: b"\xe2\x82 \xed\xa0\x80 \xf4\x90\x80\x80 \xc3"}),
    "control characters": Case(calls=[A], tools={"a": lambda _: "a\x00b\u202ec"}, differs="invisible"),
    "PF1 a tool raises": Case(calls=[A], tools={"a": raises(ValueError("bad input"))}, differs="public text"),
    "PF1 beside a sibling": Case(calls=[A, B], tools={"a": raises(ValueError("bad")), "b": ok}, differs="public text"),
    "an exception without words": Case(calls=[A], tools={"a": raises(KeyError())}, differs="public text"),
    "a time-out of the tool's own": Case(calls=[A], tools={"a": raises(RuntimeError("late"))}, differs="public text"),
    "PF2 an unknown name": Case(calls=[("1", "missing", "{}")], tools=TWO, differs="facts"),
    "C4 an unknown name beside a sibling": Case(calls=[("1", "missing", "{}"), B], tools=TWO, differs="facts"),
    "a name in capitals": Case(calls=[("1", "A", "{}")], tools=TWO, differs="facts"),
    "a name with a space": Case(calls=[("1", " a", "{}")], tools=TWO, differs="facts"),
    "PG2 denied": Case(calls=[A, B], tools=TWO, verdicts={"2": ("deny", "b is disabled")}),
    "denied without a reason": Case(calls=[A], tools=TWO, verdicts={"1": ("deny", "")}),
    "a denied unknown": Case(calls=[("1", "missing", "{}")], tools=TWO, verdicts={"1": ("deny", "no")}),
    "all denied": Case(calls=[A, B], tools=TWO, verdicts={"1": ("deny", "x"), "2": ("deny", "y")}),
    "PG3 rewritten": Case(calls=[("1", "a", '{"q":1}')], tools=TWO, verdicts={"1": ("allow", {"tenant_id": "acme"})}),
    "rewritten to nothing": Case(calls=[("1", "a", '{"q":1}')], tools=TWO, verdicts={"1": ("allow", {})}),
    "rewritten beside a sibling": Case(calls=[A, B], tools=TWO, verdicts={"2": ("allow", {"n": 1})}),
    "allowed as it is": Case(calls=[A, B], tools=TWO, verdicts={"1": ("allow", None)}),
    "PG4 the gate asks": Case(calls=[A, B], tools=TWO, verdicts={"2": ("ask", {"cmd": "rm"})}, differs="pause"),
    "two questions": Case(calls=[A, B], tools=TWO, verdicts={"1": ("ask", 1), "2": ("ask", 2)}, differs="pause"),
    "PF3 a tool asks": Case(calls=[A, B], tools={"a": "asks", "b": ok}, differs="pause"),  # type: ignore[dict-item]
    "a gate raises": Case(calls=[A, B], tools=TWO, verdicts={"2": ("raise", "no such rule")}),
    "no arguments at all": Case(calls=[("1", "a", "")], tools=TWO, differs="arguments"),
    "words for arguments": Case(calls=[("1", "a", "not json")], tools=TWO, differs="arguments"),
    "an array for arguments": Case(calls=[("1", "a", "[1,2]")], tools=TWO, differs="arguments"),
    "null for arguments": Case(calls=[("1", "a", "null"), B], tools=TWO, differs="arguments"),
    "a key twice": Case(calls=[("1", "a", '{"a":1,"a":2}')], tools=TWO, differs="arguments"),
    "NaN": Case(calls=[("1", "a", '{"a":NaN}')], tools=TWO, differs="arguments"),
    "cut arguments beside a sibling": Case(calls=[("1", "a", '{"a":'), B], tools=TWO, differs="arguments"),
    "one id twice": Case(calls=[A, ("1", "b", "{}")], tools=TWO, differs="duplicate ids"),
    "a dict result": Case(calls=[A], tools={"a": lambda _: {"n": 1}}, differs="results"),
    "no result": Case(calls=[A], tools={"a": lambda _: None}, differs="results"),
    "a number": Case(calls=[A], tools={"a": lambda _: 42}, differs="results"),
    "a tool that ends as cancelled": Case(
        calls=[A, B], tools={"a": raises(asyncio.CancelledError()), "b": ok}, differs="interruption"
    ),
    "an interrupted process": Case(calls=[A], tools={"a": raises(KeyboardInterrupt())}, differs="interruption"),
}


def test_there_are_enough_cases_and_most_come_out_equal() -> None:
    assert len(CASES) >= 30
    assert sum(case.differs is None for case in CASES.values()) >= 18


def ours(case: Case) -> Ending:
    """The case through our dispatcher, under the default policy, which knows of no effect."""
    ran: list[str] = []

    def tool(name: str, body: object) -> FunctionTool:
        def run(arguments: dict[str, object], _: ToolContext) -> object:
            ran.append(name)
            if body == "asks":
                reason = "needs approval"
                raise ToolInterrupt(reason, {"cmd": "deploy"})
            return body(arguments)  # type: ignore[operator]  # the only other kind

        return FunctionTool(name, run)  # type: ignore[arg-type]  # JSON in, anything out

    def gate(call: ToolCall, _: GateContext) -> ToolDecision:
        kind, what = case.verdicts.get(call.id, ("allow", None))
        match kind:
            case "deny":
                return ToolDecision.deny(str(what))
            case "ask":
                return ToolDecision.interrupt("needs a human", what)  # type: ignore[arg-type]  # JSON
            case "raise":
                raise LookupError(what)
        return ToolDecision.allow(what)  # type: ignore[arg-type]  # None or an object

    dispatcher = Dispatcher(ToolRegistry(*[tool(name, body) for name, body in case.tools.items()]))
    calls = [ToolCall(id=call_id, name=name, arguments=text) for call_id, name, text in case.calls]
    try:
        result = asyncio.run(dispatcher.dispatch(calls, gate=gate if case.verdicts else None))
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the ending is what is compared
        return Ending("raised", said=str(error), ran=tuple(ran))
    if result.paused:
        first = result.pending[0]
        return Ending("paused", said={"reason": first.reason, "value": first.payload}, ran=tuple(ran))
    return Ending("answered", tuple(message.to_json() for message in result.messages), ran=tuple(ran))


class Theirs(ng.Tool):  # type: ignore[name-defined, misc]  # the package has no types
    """One of the case's tools as the yardstick wants it."""

    def __init__(self, name: str, body: object, ran: list[str]) -> None:
        super().__init__()
        self._name, self._body, self._ran = name, body, ran

    def get_name(self) -> str:
        return self._name

    def get_definition(self) -> object:
        made = ng.ChatTool()
        made.name, made.description, made.parameters = self._name, "a tool", {"type": "object"}
        return made

    def execute(self, arguments: object) -> object:
        self._ran.append(self._name)
        if self._body == "asks":
            raise ng.NodeInterrupt({"cmd": "deploy"}, "needs approval")
        return self._body(arguments)


def their_gate(case: Case) -> object:
    def gate(call: object, _: object) -> object:
        kind, what = case.verdicts.get(call.id, ("allow", None))  # type: ignore[attr-defined]
        match kind:
            case "deny":
                return ng.ToolDecision.deny(what)
            case "ask":
                return ng.ToolDecision.interrupt("needs a human", what)
            case "raise":
                raise LookupError(what)
        return ng.ToolDecision.allow(what)

    return gate


def their_engine(case: Case, ran: list[str]) -> object:
    emitter = f"emit-{id(case)}"
    asked = [{"id": call_id, "name": name, "arguments": text} for call_id, name, text in case.calls]

    @ng.node(emitter)  # type: ignore[untyped-decorator]  # the package has no types
    def emit(_: object) -> list[object]:
        return [ng.ChannelWrite("messages", [{"role": "assistant", "content": "", "tool_calls": asked}])]

    graph = {
        "name": "differential",
        "channels": {"messages": {"reducer": "append"}},
        "nodes": {"emit": {"type": emitter}, "tools": {"type": "tool_dispatch"}},
        "edges": [
            {"from": "__start__", "to": "emit"},
            {"from": "emit", "to": "tools"},
            {"from": "tools", "to": "__end__"},
        ],
    }
    tools = [Theirs(name, body, ran) for name, body in case.tools.items()]
    engine = ng.GraphEngine.compile(graph, ng.NodeContext(tools=tools), stderr_notices=False)
    if case.verdicts:
        engine.set_tool_gate(their_gate(case))
    return engine


def theirs(case: Case) -> Ending:
    """The case through the yardstick."""
    ran: list[str] = []
    config = ng.RunConfig()
    config.thread_id, config.input = "t", {}
    try:
        result = their_engine(case, ran).run(config)  # type: ignore[attr-defined]  # the package has no types
    except Exception as error:  # noqa: BLE001 - the ending is what is compared
        return Ending("raised", said=str(error), ran=tuple(ran))
    if result.interrupted:
        return Ending("paused", said=result.interrupt_value, ran=tuple(ran))
    messages = result.output["channels"]["messages"]["value"][1:]
    return Ending("answered", tuple(messages), ran=tuple(ran))


def contents(ending: Ending) -> list[object]:
    """Contents, those of failures as objects."""
    return [
        message["content"] if message["tool_status"] == "succeeded" else json.loads(str(message["content"]))
        for message in ending.messages
    ]


def without(ending: Ending, *keys: str) -> list[dict[str, object]]:
    return [{name: value for name, value in message.items() if name not in keys} for message in ending.messages]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.differs is None])
def test_a_case_that_names_no_difference_ends_as_in_the_yardstick(name: str) -> None:
    mine, other = ours(CASES[name]), theirs(CASES[name])
    assert (mine.kind, mine.messages, mine.ran) == (other.kind, other.messages, other.ran)
    assert mine.said == other.said


def named(difference: Difference) -> list[str]:
    return [name for name, case in CASES.items() if case.differs == difference]


@pytest.mark.parametrize("name", named("public text"))
def test_an_error_text_is_the_yardsticks_without_its_type_and_traceback(name: str) -> None:
    mine, other = ours(CASES[name]), theirs(CASES[name])
    assert without(mine, "content") == without(other, "content")
    for told, theirs_told in zip(contents(mine), contents(other), strict=True):
        if isinstance(theirs_told, dict) and isinstance(told, dict):
            kind, _, words = str(theirs_told["error"]).partition("\n\nAt:")[0].partition(": ")
            assert "test_differential.py" in str(theirs_told["error"])
            assert told == theirs_told | {"error": kind if words == "<EMPTY MESSAGE>" else words}
        else:
            assert told == theirs_told


@pytest.mark.parametrize("name", named("facts"))
def test_a_failure_has_the_yardsticks_keys_first_and_then_facts_of_its_own(name: str) -> None:
    mine, other = ours(CASES[name]), theirs(CASES[name])
    assert without(mine, "content") == without(other, "content")
    for told, theirs_told in zip(contents(mine), contents(other), strict=True):
        if isinstance(theirs_told, dict) and isinstance(told, dict):
            assert list(told.items())[: len(theirs_told)] == list(theirs_told.items())
        else:
            assert told == theirs_told


@pytest.mark.parametrize("name", named("arguments"))
def test_arguments_that_end_the_yardsticks_run_fail_one_call_here(name: str) -> None:
    mine, other = ours(CASES[name]), theirs(CASES[name])
    assert (other.kind, other.said, other.ran) == (
        "raised",
        "Portable tool call requires admitted object arguments",
        (),
    )
    first, *others = mine.messages
    assert first["tool_status"] == "failed"
    assert [message["tool_status"] for message in others] == ["succeeded"] * len(others)


@pytest.mark.parametrize("name", named("pause"))
def test_a_pause_is_the_yardsticks_and_shows_every_question(name: str) -> None:
    mine, other = ours(CASES[name]), theirs(CASES[name])
    assert (mine.kind, mine.ran) == (other.kind, other.ran) == ("paused", mine.ran)
    assert isinstance(other.said, dict)
    assert mine.said == {key: other.said[key] for key in ("reason", "value")}


@pytest.mark.parametrize("name", named("results"))
def test_a_result_that_is_no_text_is_taken_as_json_where_the_yardstick_loses_it(name: str) -> None:
    mine, other = ours(CASES[name]), theirs(CASES[name])
    assert mine.ran == other.ran == ("a",)
    assert [message["tool_status"] for message in mine.messages] == ["succeeded"]
    assert [message["tool_status"] for message in other.messages] == ["reconciliation_required"]


def test_two_calls_with_one_id_are_both_answered_where_the_yardstick_ends_its_run() -> None:
    (name,) = named("duplicate ids")
    mine, other = ours(CASES[name]), theirs(CASES[name])
    assert (other.kind, [message["tool_call_id"] for message in mine.messages]) == ("raised", ["1", "1"])


def test_a_tool_that_ends_as_cancelled_says_so_where_the_yardstick_calls_it_an_exception() -> None:
    case = CASES["a tool that ends as cancelled"]
    mine, other = ours(case), theirs(case)
    assert (mine.messages[0]["tool_status"], other.messages[0]["tool_status"]) == (
        "cancellation_requested",
        "reconciliation_required",
    )
    assert mine.messages[1] == other.messages[1]


def test_an_interrupted_process_is_interrupted_where_the_yardstick_goes_on() -> None:
    case = CASES["an interrupted process"]
    assert (ours(case).kind, theirs(case).kind) == ("raised", "answered")


def test_what_no_reader_could_see_is_the_only_thing_missing() -> None:
    (name,) = named("invisible")
    mine, other = ours(CASES[name]), theirs(CASES[name])
    assert without(mine, "content") == without(other, "content")
    assert (mine.messages[0]["content"], other.messages[0]["content"]) == ("a\u2400bc", "a\x00b\u202ec")
