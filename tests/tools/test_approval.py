"""Asking a person: every pending call at once, answered by call id, over a restart."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from archivist.tools import (
    Answer,
    BatchUnusable,
    GateContext,
    ToolCall,
    ToolDecision,
    ToolInterrupt,
)

if TYPE_CHECKING:
    from tests.tools.conftest import Bench, Entry

CALLS = [ToolCall(id=name, name=name, arguments='{"q":"Dune"}') for name in ("a", "b", "c", "free")]


def ask(call: ToolCall, _: GateContext) -> ToolDecision:
    return ToolDecision.allow() if call.name == "free" else ToolDecision.interrupt(f"may I ask {call.name}?")


def four(bench: Bench) -> Bench:
    for name in ("a", "b", "c", "free"):
        bench.tool(name, f"{name} says")
    return bench


async def test_all_pending_calls_are_shown_with_what_would_run(bench: Bench) -> None:
    paused = await four(bench).dispatcher().dispatch(CALLS, gate=ask)
    assert [(one.key, one.arguments, one.reason) for one in paused.pending] == [
        (name, {"q": "Dune"}, f"may I ask {name}?") for name in ("a", "b", "c")
    ]
    assert (paused.messages, paused.outcomes, bench.ran) == ((), (), {})


async def test_each_call_gets_its_own_answer(bench: Bench) -> None:
    dispatcher = four(bench).dispatcher()
    paused = await dispatcher.dispatch(CALLS, gate=ask)
    answers = {"a": Answer.approve({"q": "Emma"}), "b": Answer.deny("not that one"), "c": Answer.supply({"books": []})}
    ended = await dispatcher.resume(paused, answers, gate=ask)
    assert [message.tool_call_id for message in ended.messages] == ["a", "b", "c", "free"]
    assert [message.tool_status for message in ended.messages] == ["succeeded", "rejected", "succeeded", "succeeded"]
    assert ended.results["c"].content == '{"books":[]}'
    assert ended.results["b"].error == "not that one"
    assert bench.seen == [{"q": "Emma"}, {"q": "Dune"}]
    assert bench.ran == {"a": 1, "free": 1}


async def test_what_is_not_answered_stays_pending_and_nothing_runs(bench: Bench) -> None:
    dispatcher = four(bench).dispatcher()
    paused = await dispatcher.dispatch(CALLS, gate=ask)
    still = await dispatcher.resume(paused, {"a": Answer.approve()}, gate=ask)
    assert [one.key for one in still.pending] == ["b", "c"]
    assert bench.ran == {}
    ended = await dispatcher.resume(still, {"b": Answer.approve(), "c": Answer.deny()}, gate=ask)
    assert bench.ran == {"a": 1, "b": 1, "free": 1}
    assert ended.pending == ()


async def test_a_pause_survives_a_restart_as_json(bench: Bench) -> None:
    paused = await four(bench).dispatcher().dispatch(CALLS, gate=ask)
    kept = json.loads(json.dumps(dict(paused.batch)))
    answers = {name: Answer.approve() for name in ("a", "b", "c")}
    ended = await bench.dispatcher().resume(kept, answers, gate=ask)
    assert [message.content for message in ended.messages] == ["a says", "b says", "c says", "free says"]


async def test_an_approval_cannot_lift_a_denial(bench: Bench) -> None:
    """The gate sees what a person edited, and keeps the right to say no."""

    def gate(_: ToolCall, context: GateContext) -> ToolDecision:
        if context.arguments == {"q": "everything"}:
            return ToolDecision.deny("too much")
        return ToolDecision.interrupt("may I?")

    dispatcher = four(bench).dispatcher()
    paused = await dispatcher.dispatch(CALLS[:1], gate=gate)
    ended = await dispatcher.resume(paused, {"a": Answer.approve({"q": "everything"})}, gate=gate)
    assert ended.messages[0].tool_status == "rejected"
    assert bench.ran == {}


async def test_edited_arguments_are_checked_like_the_models(bench: Bench) -> None:
    bench.tool("a", schema={"type": "object", "properties": {"q": {"type": "string"}}})
    dispatcher = bench.dispatcher()
    paused = await dispatcher.dispatch(CALLS[:1], gate=ask)
    ended = await dispatcher.resume(paused, {"a": Answer.approve({"q": 7})}, gate=ask)
    assert ended.messages[0].tool_status == "failed"
    assert bench.ran == {}


async def test_a_gated_batch_is_not_resumed_without_its_gate(bench: Bench) -> None:
    """Issue 89 of the original: after the person had answered, every tool ran ungated."""
    dispatcher = four(bench).dispatcher()
    paused = await dispatcher.dispatch(CALLS, gate=ask)
    with pytest.raises(BatchUnusable, match="gate"):
        await dispatcher.resume(paused, {"a": Answer.approve()})
    assert bench.ran == {}


async def test_an_answer_for_a_call_that_does_not_wait_is_refused(bench: Bench) -> None:
    dispatcher = four(bench).dispatcher()
    paused = await dispatcher.dispatch(CALLS, gate=ask)
    with pytest.raises(BatchUnusable, match="'free'"):
        await dispatcher.resume(paused, {"free": Answer.approve()}, gate=ask)


async def test_calls_with_one_id_are_answered_one_by_one(bench: Bench) -> None:
    bench.tool("a")
    calls = [ToolCall(id="same", name="a", arguments=f'{{"n":{n}}}') for n in (1, 2)]
    dispatcher = bench.dispatcher()
    paused = await dispatcher.dispatch(calls, gate=ask)
    assert [one.key for one in paused.pending] == ["same#0", "same#1"]
    ended = await dispatcher.resume(paused, {"same#0": Answer.deny(), "same#1": Answer.approve()}, gate=ask)
    assert [message.tool_status for message in ended.messages] == ["rejected", "succeeded"]
    assert bench.seen == [{"n": 2}]


@pytest.mark.parametrize("answer", [None, {"approved": True}, {"approved": False}])
async def test_g6_a_reply_is_handed_to_the_gate_that_asked(
    entry: Entry, bench: Bench, answer: dict[str, bool] | None
) -> None:
    def gate(call: ToolCall, context: GateContext) -> ToolDecision:
        if call.name != "target":
            return ToolDecision.allow()
        if context.answer is None:
            return ToolDecision.interrupt("approve?")
        said = context.answer.value
        return ToolDecision.allow() if said == {"approved": True} else ToolDecision.deny("the human said no")

    bench.tool("target")
    ended = await entry(bench, gate=gate)
    if answer is None:
        assert [one.key for one in ended.pending] == ["target"]
        assert bench.ran == {}
        return
    resumed = await ended.resume({"target": Answer.reply(answer)})
    assert bench.ran["target"] == (1 if answer["approved"] else 0)
    assert ("the human said no" in resumed.target.content) is not answer["approved"]


async def test_only_calls_that_could_run_are_put_to_a_person(bench: Bench) -> None:
    bench.tool("a", schema={"type": "object", "required": ["q"]})
    calls = [
        ToolCall(id="1", name="a"),
        ToolCall(id="2", name="nothing"),
        ToolCall(id="3", name="a", arguments='{"q":1}'),
    ]
    paused = await bench.dispatcher().dispatch(calls, gate=ask)
    assert [one.key for one in paused.pending] == ["3"]


async def test_calls_that_could_not_run_are_answered_after_a_pause_as_they_would_have_been(bench: Bench) -> None:
    bench.tool("a", schema={"type": "object", "required": ["q"]})

    def gate(call: ToolCall, _: GateContext) -> ToolDecision:
        if call.id == "asks":
            return ToolDecision.interrupt("may I?")
        return ToolDecision.allow([1] if call.id == "replaced" else None)  # type: ignore[arg-type]  # what a gate must not

    texts = {"cut": '{"q":', "wrong": "{}", "replaced": '{"q":1}', "asks": '{"q":1}'}
    batch = [ToolCall(id=name, name="a", arguments=text) for name, text in texts.items()]
    paused = await bench.dispatcher().dispatch([*batch, ToolCall(id="unknown", name="nothing")], gate=gate)
    kept = json.loads(json.dumps(dict(paused.batch)))
    ended = await bench.dispatcher().resume(kept, {"asks": Answer.approve()}, gate=gate)
    assert [message.tool_status for message in ended.messages] == ["failed"] * 3 + ["succeeded", "rejected"]
    assert [one.code for one in ended.outcomes[:3]] == ["invalid_arguments"] * 3
    assert bench.ran == {"a": 1}


async def test_a_call_that_could_not_run_and_now_can_is_put_to_the_gate_again(bench: Bench) -> None:
    """The tool may have changed between the pause and its end; what the gate wanted asked stays to be asked."""
    strict = bench.tool("a", schema={"type": "object", "required": ["q"]})
    bench.tool("b")
    batch = [ToolCall(id="1", name="a"), ToolCall(id="2", name="b")]
    paused = await bench.dispatcher().dispatch(batch, gate=ask)
    assert [one.key for one in paused.pending] == ["2"]
    bench.tools.remove(strict)
    bench.tool("a")
    again = await bench.dispatcher().resume(paused, {"2": Answer.approve()}, gate=ask)
    assert [one.key for one in again.pending] == ["1"]
    assert bench.ran == {}


async def test_g13_the_gate_sees_the_whole_batch_and_the_verdicts_before(bench: Bench) -> None:
    seen: list[tuple[int, list[str], list[str]]] = []

    def gate(call: ToolCall, context: GateContext) -> ToolDecision:
        seen.append((context.ordinal, [one.id for one in context.batch], [one.kind for one in context.decided]))
        return ToolDecision.deny() if call.id == "a" else ToolDecision.allow()

    await four(bench).dispatcher().dispatch(CALLS[:3], gate=gate)
    ids = ["a", "b", "c"]
    assert seen == [(0, ids, []), (1, ids, ["deny"]), (2, ids, ["deny", "allow"])]


async def test_the_gate_is_shown_the_tool_its_rules_and_the_parsed_arguments(bench: Bench) -> None:
    shown: list[GateContext] = []

    def gate(_: ToolCall, context: GateContext) -> ToolDecision:
        shown.append(context)
        return ToolDecision.allow()

    await four(bench).dispatcher().dispatch([CALLS[0], ToolCall(id="x", name="nothing", arguments="{")], gate=gate)
    known, unknown = shown
    assert known.tool is not None
    assert known.policy is not None
    assert (known.tool.name, known.policy.effect.reads, known.arguments) == ("a", True, {"q": "Dune"})
    assert (unknown.tool, unknown.arguments, [one.rule for one in unknown.problems]) == (None, None, ["json"])


async def test_a_tool_that_asks_twice_is_asked_twice_and_its_sibling_runs_once(bench: Bench) -> None:
    def body(_: object, context: object) -> str:
        if context.answer is None:  # type: ignore[attr-defined]  # a ToolContext
            msg = "which edition?"
            raise ToolInterrupt(msg)
        if context.answer.value == "all":  # type: ignore[attr-defined]  # likewise
            msg = "really all?"
            raise ToolInterrupt(msg)
        return "that one"

    bench.tool("a", body)
    bench.tool("b")
    dispatcher = bench.dispatcher()
    first = await dispatcher.dispatch(CALLS[:2])
    second = await dispatcher.resume(first, {"a": Answer.reply("all")})
    assert [one.reason for one in second.pending] == ["really all?"]
    ended = await dispatcher.resume(second, {"a": Answer.reply("the first")})
    assert ended.results["a"].content == "that one"
    assert bench.ran == {"a": 3, "b": 1}


async def test_one_pause_is_resumed_once_however_often_somebody_answers(bench: Bench) -> None:
    dispatcher = four(bench).dispatcher()
    paused = await dispatcher.dispatch(CALLS[:1], gate=ask)
    await dispatcher.resume(paused, {"a": Answer.approve()}, gate=ask)
    with pytest.raises(BatchUnusable, match="already"):
        await dispatcher.resume(paused, {"a": Answer.approve()}, gate=ask)
    assert bench.ran == {"a": 1}


async def test_a_pause_can_be_resumed_again_when_the_gate_broke(bench: Bench) -> None:
    dispatcher = four(bench).dispatcher()
    paused = await dispatcher.dispatch(CALLS[:1], gate=ask)

    def broken(*_: object) -> ToolDecision:
        raise LookupError

    with pytest.raises(LookupError):
        await dispatcher.resume(paused, {"a": Answer.approve()}, gate=broken)
    ended = await dispatcher.resume(paused, {"a": Answer.approve()}, gate=ask)
    assert ended.results["a"].ok


async def test_arguments_edited_for_a_tool_that_asked_are_put_to_the_gate_too(bench: Bench) -> None:
    def body(_: object, context: object) -> str:
        if context.answer is None:  # type: ignore[attr-defined]  # a ToolContext
            reason = "which?"
            raise ToolInterrupt(reason)
        return "done"

    def gate(_: ToolCall, context: GateContext) -> ToolDecision:
        return ToolDecision.deny("too much") if context.arguments == {"q": "everything"} else ToolDecision.allow()

    bench.tool("a", body)
    dispatcher = bench.dispatcher()
    paused = await dispatcher.dispatch(CALLS[:1], gate=gate)
    ended = await dispatcher.resume(paused, {"a": Answer.approve({"q": "everything"})}, gate=gate)
    assert (ended.results["a"].status, bench.ran["a"]) == ("rejected", 1)


async def test_a_gate_that_asks_again_after_a_reply_is_answered_again_and_nothing_runs_before(bench: Bench) -> None:
    def gate(_: ToolCall, context: GateContext) -> ToolDecision:
        said = context.answer.value if context.answer else None
        return ToolDecision.allow() if said == "really" else ToolDecision.interrupt(f"sure? you said {said}")

    dispatcher = four(bench).dispatcher()
    paused = await dispatcher.dispatch(CALLS[:1], gate=gate)
    again = await dispatcher.resume(paused, {"a": Answer.reply("yes")}, gate=gate)
    assert [one.reason for one in again.pending] == ["sure? you said yes"]
    assert bench.ran == {}
    ended = await dispatcher.resume(again, {"a": Answer.reply("really")}, gate=gate)
    assert (ended.results["a"].ok, bench.ran) == (True, {"a": 1})


async def test_a_kept_call_without_arguments_does_not_run_whatever_the_snapshot_says(bench: Bench) -> None:
    dispatcher = four(bench).dispatcher()
    paused = await dispatcher.dispatch(CALLS, gate=ask)
    kept = json.loads(json.dumps(dict(paused.batch)))
    kept["slots"][3] |= {"arguments": None, "problems": []}
    answers = {name: Answer.deny() for name in ("a", "b", "c")}
    ended = await dispatcher.resume(kept, answers, gate=ask)
    assert [message.tool_status for message in ended.messages] == ["rejected"] * 3 + ["failed"]
    assert bench.ran == {}


async def test_a_damaged_snapshot_is_refused(bench: Bench) -> None:
    dispatcher = four(bench).dispatcher()
    for kept in ({}, {"version": 1}, {"version": 1, "id": "x", "gated": False, "artifacts": {}, "slots": [{}]}):
        with pytest.raises(BatchUnusable):
            await dispatcher.resume(kept, {})


async def test_a_gate_that_changes_the_arguments_in_place_changes_nothing(bench: Bench) -> None:
    """What it wants changed it must return, so that it is checked."""

    def gate(_: ToolCall, context: GateContext) -> ToolDecision:
        context.arguments["q"] = 7  # type: ignore[index]  # that is the point
        return ToolDecision.allow()

    bench.tool("a")
    await bench.dispatcher().dispatch(CALLS[:1], gate=gate)
    assert bench.seen == [{"q": "Dune"}]
