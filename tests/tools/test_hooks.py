"""Hooks around calls. Ids name rows of the contract's tables of cases."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from archivist.dag import FakeClock, RetryPolicy
from archivist.tools import (
    Answer,
    Cancellation,
    Cancelled,
    Effect,
    GateContext,
    Hook,
    HookBlocked,
    HookEvent,
    Hooks,
    Options,
    Pace,
    Scope,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolInterrupt,
    ToolPolicy,
)
from tests.tools.bodies import (
    ONE_AT_A_TIME,
    READ,
    TARGET,
    WHO,
    numbered,
    raising,
    raising_later,
    told_to,
)

if TYPE_CHECKING:
    from tests.tools.conftest import Bench, Entry


async def test_nothing_starts_after_a_hook_block(bench: Bench) -> None:
    bench.tool("target", raising(HookBlocked("no", state="failed")))
    batch = [replace(TARGET, id=str(at)) for at in range(5)]
    with pytest.raises(HookBlocked):
        await bench.dispatcher(options=Options(at_once=1)).dispatch(batch)
    assert bench.ran["target"] == 1


async def test_nothing_that_waited_for_a_place_starts_after_a_hook_block(bench: Bench) -> None:
    bench.tool("target", raising_later(HookBlocked("no", state="failed")), ONE_AT_A_TIME)
    with pytest.raises(HookBlocked):
        await bench.dispatcher(clock=FakeClock(auto=True)).dispatch(numbered("target", 3))
    assert bench.ran["target"] == 1


@pytest.mark.parametrize("waits", ["for its hook", "for another try", "beside itself", "for its place"])
async def test_a_call_that_waits_while_the_batch_is_stopped_does_not_start_any_more(bench: Bench, waits: str) -> None:
    clock, failures = FakeClock(auto=True), [OSError("reset")] if waits == "for another try" else []
    policies = {
        "for another try": ToolPolicy(effect=Effect.READ, retry=RetryPolicy(attempts=2, base=5.0)),
        "beside itself": ToolPolicy(effect=Effect.READ, hedge=2.0),
        "for its place": ToolPolicy(effect=Effect.READ, pace=Pace(per_second=0.2, burst=1)),
    }

    async def body(_: object, context: ToolContext) -> str:
        if failures:
            raise failures.pop()
        await context.clock.sleep(4.0 if waits == "beside itself" else 0.0)
        return "ok"

    async def thinks(event: HookEvent) -> None:
        await clock.sleep(5.0 if waits == "for its hook" and event.tool == "target" else 0.0)

    bench.tool("target", body, policies.get(waits, READ))
    bench.tool("blocks", raising_later(HookBlocked("no", state="failed")))
    hooks = Hooks([Hook(name="h", phase="before_tool_execution", run=thinks)], clock=clock)
    batch = [*numbered("target", 2 if waits == "for its place" else 1), ToolCall(id="blocks", name="blocks")]
    with pytest.raises(HookBlocked):
        await bench.dispatcher(clock=clock, hooks=hooks).dispatch(batch, scope=Scope(identity=WHO))
    assert bench.ran["target"] == (0 if waits == "for its hook" else 1)


async def test_hk1_tool_and_hook_see_the_gates_arguments(entry: Entry, bench: Bench) -> None:
    log: list[HookEvent] = []
    bench.tool("target")

    def gate(call: ToolCall, _: GateContext) -> ToolDecision:
        return ToolDecision.allow({"tenant": "admitted"} if call.name == "target" else None)

    await entry(bench, gate=gate, hooks=Hooks(told_to(log)), scope=Scope(identity=WHO))
    assert [one.arguments for one in log if one.tool == "target"] == [{"tenant": "admitted"}, None]
    assert bench.seen[-1] == {"tenant": "admitted"}


async def test_hk2_an_event_names_the_models_call_and_the_hosts_run(entry: Entry, bench: Bench) -> None:
    log: list[HookEvent] = []
    bench.tool("target")
    await entry(bench, hooks=Hooks(told_to(log)), scope=Scope(identity=WHO))
    event = next(one for one in log if one.tool == "target")
    assert (event.call_id, event.request, event.owner, event.run) == ("target", "host-request-a", "tenant-a", "run-1")
    assert event.sequence > 0


async def test_an_event_carries_the_digest_size_and_beginning_of_a_long_result(bench: Bench) -> None:
    """A result above 64 KiB stopped the original after the effect had been made."""
    log: list[HookEvent] = []
    bench.tool("target", "x" * 200_000)
    dispatcher = bench.dispatcher(hooks=Hooks(told_to(log)))
    (outcome,) = (await dispatcher.dispatch([TARGET], scope=Scope(identity=WHO))).outcomes
    after = log[-1]
    assert outcome.ok
    assert (after.status, after.size, len(after.preview)) == ("succeeded", len(outcome.content), 500)
    assert after.digest is not None
    assert len(after.digest) == 64


async def test_hk3_a_hook_that_takes_too_long_blocks_as_timed_out(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("target")
    hook = Hook(name="slow", phase="before_tool_execution", run=lambda _: clock.sleep(60.0), timeout=1.0)
    with pytest.raises(HookBlocked) as caught:
        await bench.dispatcher(clock=clock, hooks=Hooks([hook], clock=clock)).dispatch(
            [TARGET], scope=Scope(identity=WHO)
        )
    assert caught.value.state == "timed_out"
    assert bench.ran == {}


async def test_hk3_a_cancellation_while_a_hook_runs_wins(bench: Bench) -> None:
    cancellation = Cancellation()
    bench.tool("target")

    def cancels(_: HookEvent) -> None:
        cancellation.cancel("stop")
        raise ValueError

    hooks = Hooks([Hook(name="h", phase="before_tool_execution", run=cancels)])
    with pytest.raises(Cancelled):
        await bench.dispatcher(hooks=hooks).dispatch([TARGET], scope=Scope(identity=WHO, cancellation=cancellation))


async def test_hk3_a_cancellation_while_a_hook_runs_well_stops_before_the_tool(bench: Bench) -> None:
    cancellation = Cancellation()
    bench.tool("target")
    hooks = Hooks([Hook(name="h", phase="before_tool_execution", run=lambda _: cancellation.cancel("stop"))])
    with pytest.raises(Cancelled):
        await bench.dispatcher(hooks=hooks).dispatch([TARGET], scope=Scope(identity=WHO, cancellation=cancellation))
    assert bench.ran == {}


async def test_a_hook_that_only_observes_stops_nothing(bench: Bench) -> None:
    bench.tool("target")
    hook = Hook(name="log", phase="before_tool_execution", run=raising(OSError()), mandatory=False)  # type: ignore[arg-type]
    result = await bench.dispatcher(hooks=Hooks([hook])).dispatch([TARGET], scope=Scope(identity=WHO))
    assert result.outcomes[0].ok


async def test_a_hook_after_a_call_that_blocks_hands_its_result_over_with_the_signal(bench: Bench) -> None:
    bench.tool("target", "the effect was made")
    hook = Hook(name="h", phase="after_tool_execution", run=raising(OSError()))  # type: ignore[arg-type]
    with pytest.raises(HookBlocked) as caught:
        await bench.dispatcher(hooks=Hooks([hook])).dispatch([TARGET], scope=Scope(identity=WHO))
    assert [one.content for one in caught.value.settled] == ["the effect was made"]


async def test_a_call_cut_at_the_deadline_is_still_told_to_the_hook_after_it(bench: Bench) -> None:
    clock, log = FakeClock(auto=True), []
    bench.tool("target", lambda _, context: context.clock.sleep(60.0))
    hooks = Hooks(told_to(log), clock=clock)
    scope = Scope(identity=WHO, deadline=1.0)
    (outcome,) = (await bench.dispatcher(clock=clock, hooks=hooks).dispatch([TARGET], scope=scope)).outcomes
    assert (outcome.status, log[-1].status) == ("timed_out", "timed_out")


async def test_c24_hook_events_are_delivered_once_over_a_pause(bench: Bench) -> None:
    log: list[HookEvent] = []

    def body(_: object, context: ToolContext) -> str:
        if context.answer is None:
            msg = "may I?"
            raise ToolInterrupt(msg)
        return "done"

    bench.tool("target", body)
    bench.tool("sibling")
    hooks = Hooks(told_to(log))
    batch = [ToolCall(id="sibling", name="sibling"), TARGET]
    dispatcher = bench.dispatcher(hooks=hooks)
    paused = await dispatcher.dispatch(batch, scope=Scope(identity=WHO))
    again = bench.dispatcher(hooks=Hooks(told_to(log), delivered=hooks.delivered))
    await again.resume(paused, {"target": Answer.reply("yes")}, scope=Scope(identity=WHO))
    assert bench.ran == {"sibling": 1, "target": 2}
    assert sorted((one.call_id, one.phase) for one in log) == [
        ("sibling", "after_tool_execution"),
        ("sibling", "before_tool_execution"),
        ("target", "after_tool_execution"),
        ("target", "before_tool_execution"),
    ]


async def test_c19_a_hook_that_raises_a_hook_block_owns_the_block_itself(bench: Bench) -> None:
    bench.tool("target")
    inner = HookBlocked("inner", state="timed_out", invocation="inner")
    hook = Hook(name="outer", phase="before_tool_execution", run=raising(inner))  # type: ignore[arg-type]
    with pytest.raises(HookBlocked) as caught:
        await bench.dispatcher(hooks=Hooks([hook])).dispatch([TARGET], scope=Scope(identity=WHO))
    assert (caught.value.state, caught.value.invocation[:7]) == ("failed", "sha256:")
    assert "'outer'" in str(caught.value)


async def test_a_hook_is_tried_as_often_as_it_says(bench: Bench) -> None:
    failures = [OSError(), OSError()]

    def sometimes(_: HookEvent) -> None:
        if failures:
            raise failures.pop()

    bench.tool("target")
    hook = Hook(name="h", phase="before_tool_execution", run=sometimes, attempts=3)
    result = await bench.dispatcher(hooks=Hooks([hook])).dispatch([TARGET], scope=Scope(identity=WHO))
    assert (result.outcomes[0].ok, failures) == (True, [])


async def test_hooks_of_one_event_run_by_priority_then_name(bench: Bench) -> None:
    order: list[str] = []
    bench.tool("target")
    hooks = [
        Hook(name=name, phase="before_tool_execution", run=lambda _, name=name: order.append(name), priority=priority)
        for name, priority in (("b", 0), ("z", -1), ("a", 0))
    ]
    await bench.dispatcher(hooks=Hooks(hooks)).dispatch([TARGET], scope=Scope(identity=WHO))
    assert order == ["z", "a", "b"]
