"""What whoever watches a run hears of its tool calls."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from archivist.dag import Event, FakeClock, RetryPolicy
from archivist.tools import (
    Answer,
    Effect,
    Identity,
    Scope,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolFailure,
    ToolPolicy,
)
from tests.tools.bodies import flaky

if TYPE_CHECKING:
    from tests.tools.conftest import Bench, Entry

TARGET = ToolCall(id="target", name="target")


def heard(events: list[Event]) -> list[tuple[object, object]]:
    notes = [one.detail for one in events if one.kind == "note" and str(one.detail["what"]).startswith("tool-")]
    return [(one["what"], one["call"]) for one in notes]


async def test_every_step_of_a_call_is_told_in_order(entry: Entry, bench: Bench) -> None:
    events: list[Event] = []
    failures = [OSError("reset")]

    def body(_: object, context: ToolContext) -> str:
        context.progress("half way", done=1)
        if failures:
            raise failures.pop()
        return "ok"

    bench.tool("target", body, ToolPolicy(effect=Effect.READ, retry=RetryPolicy(attempts=2)))
    await entry(bench, clock=FakeClock(auto=True), scope=Scope(on_event=events.append))
    steps = ["proposed", "decided", "started", "progress", "retried", "progress", "settled"]
    assert [what for what, call in heard(events) if call == "target"] == [f"tool-{step}" for step in steps]


async def test_ns2_every_attempt_has_one_entry_with_its_number_and_what_it_came_to(entry: Entry, bench: Bench) -> None:
    events: list[Event] = []
    bench.tool(
        "target",
        flaky([ToolFailure("http_503", "down", retryable=True), TimeoutError("late")]),  # type: ignore[arg-type]  # a body
        ToolPolicy(effect=Effect.READ, retry=RetryPolicy(attempts=5)),
    )
    ended = await entry(bench, clock=FakeClock(auto=True), scope=Scope(on_event=events.append))
    notes = [one.detail for one in events if one.kind == "note" and one.detail.get("call") == "target"]
    failed = [(one["attempt"], one["status"], one["code"]) for one in notes if one["what"] == "tool-retried"]
    last = [(one["attempts"], one["status"]) for one in notes if one["what"] == "tool-settled"]
    assert failed == [(1, "failed", "http_503"), (2, "timed_out", "timed_out")]
    assert last == [(3, "succeeded")]
    assert ended.outcomes[-1].attempts == bench.ran["target"] == 3


HOW: dict[str, tuple[Answer | None, str]] = {
    "denied": (None, "rejected"),
    "unknown": (None, "rejected"),
    "unreadable": (None, "failed"),
    "late": (None, "expired"),
    "declined": (Answer.deny(), "rejected"),
    "supplied": (Answer.supply("known"), "succeeded"),
    "approved": (Answer.approve(), "succeeded"),
}


@pytest.mark.parametrize("how", HOW)
async def test_ns2_every_call_is_said_to_have_ended_once_whether_it_began_or_not(
    entry: Entry, bench: Bench, how: str
) -> None:
    events: list[Event] = []
    answer, status = HOW[how]
    bench.tool("target")
    name, text = "nothing" if how == "unknown" else "target", "{" if how == "unreadable" else "{}"
    verdict = ToolDecision.deny("no") if how == "denied" else ToolDecision.interrupt("?") if answer else None

    def gate(call: ToolCall, _: object) -> ToolDecision:
        return verdict if verdict is not None and call.name == "target" else ToolDecision.allow()

    scope = Scope(on_event=events.append, deadline=0.0 if how == "late" else None)
    ended = await entry(bench, ToolCall(id="target", name=name, arguments=text), gate=gate, scope=scope)
    if answer is not None:
        assert ended.resume is not None
        ended = await ended.resume({"target": answer})
    told = [one.detail for one in events if one.detail.get("what") == "tool-settled"]
    assert sorted((one["call"], one["status"]) for one in told) == sorted(
        (one.tool_call_id, one.tool_status) for one in ended.messages
    )
    assert ended.target.tool_status == status


async def test_a_call_that_waits_for_a_place_says_so(bench: Bench) -> None:
    events: list[Event] = []
    clock = FakeClock(auto=True)
    bench.tool("target", lambda _, context: context.clock.sleep(1.0), ToolPolicy(effect=Effect.READ, concurrency=1))
    batch = [TARGET, ToolCall(id="second", name="target")]
    await bench.dispatcher(clock=clock).dispatch(batch, scope=Scope(on_event=events.append))
    assert [call for what, call in heard(events) if what == "tool-queued"] == ["second"]


async def test_events_carry_times_and_the_place_in_the_graph(bench: Bench) -> None:
    events: list[Event] = []
    clock = FakeClock(auto=True, start=5.0)
    bench.tool("target", lambda _, context: context.clock.sleep(2.0))
    await bench.dispatcher(clock=clock).dispatch([TARGET], scope=Scope(on_event=events.append))
    told = {str(one.detail["what"]): one for one in events if one.kind == "note"}
    assert told["tool-proposed"].detail["valid"] is True
    assert told["tool-settled"].detail["seconds"] == pytest.approx(2.0)
    assert told["tool-settled"].at - told["tool-started"].at == pytest.approx(2.0)
    assert told["tool-started"].path == ("book-search-scatter" if bench.way == "search" else "run", "invoke")
    assert told["tool-started"].dag == "urn:noocodec:tool:target"


async def test_the_whole_of_an_unexpected_error_goes_to_the_hosts_log_under_the_calls_key(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    def body(*_: object) -> object:
        message = "secret details at /srv/data/x.csv"
        raise ValueError(message)

    events: list[Event] = []
    bench.tool("target", body)
    who = Identity(owner="o", run="run-1", thread="t", task="s2:tools")
    with caplog.at_level(logging.DEBUG, logger="archivist.tools"):
        result = await bench.dispatcher().dispatch([TARGET], scope=Scope(identity=who, on_event=events.append))
    assert "/srv/data" not in result.messages[0].content
    (record,) = caplog.records
    key = "run-1/s2:tools:turn:1/0" if bench.way == "chat" else "run-1/s2:tools/0"
    assert key in record.getMessage()
    assert "/srv/data/x.csv" in caplog.text
    (settled,) = [one for one in events if one.detail.get("what") == "tool-settled"]
    assert settled.detail["key"] == key


async def test_a_denied_call_is_proposed_and_decided_and_never_started(bench: Bench) -> None:
    events: list[Event] = []
    bench.tool("target")
    await bench.dispatcher().dispatch(
        [TARGET], gate=lambda *_: ToolDecision.deny("no"), scope=Scope(on_event=events.append)
    )
    assert [what for what, _ in heard(events)] == ["tool-proposed", "tool-decided", "tool-settled"]


@pytest.mark.parametrize("call", [ToolCall(id="target", name="target", arguments="{"), ToolCall(id="target", name="x")])
async def test_a_call_that_cannot_run_is_said_to_be_invalid_when_it_is_proposed(bench: Bench, call: ToolCall) -> None:
    events: list[Event] = []
    bench.tool("target")
    await bench.dispatcher().dispatch([call], scope=Scope(on_event=events.append))
    assert [one.detail["valid"] for one in events if one.detail.get("what") == "tool-proposed"] == [False]
