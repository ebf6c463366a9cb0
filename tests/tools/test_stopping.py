"""Cancellation, control signals and gates that break. Ids name rows of the contract's tables of cases."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import pytest

from archivist.dag import FakeClock, RetryPolicy
from archivist.tools import (
    Cancellation,
    Cancelled,
    Effect,
    GateContext,
    HookBlocked,
    Options,
    Scope,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolInterrupt,
    ToolPolicy,
)
from archivist.tools.limit import Limit
from tests.tools.bodies import (
    TARGET,
    numbered,
    raising,
    raising_later,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import JsonValue

    from archivist.dag import Timer
    from tests.tools.conftest import Bench, Entry


async def test_p3_a_running_tool_is_told_and_its_own_end_stops_the_run(entry: Entry, bench: Bench) -> None:
    cancellation = Cancellation()
    saw: list[bool] = []

    async def body(_: object, context: ToolContext) -> str:
        saw.append(context.cancelled)
        cancellation.cancel("enough")
        await asyncio.sleep(0)
        saw.append(context.cancelled)
        message = "stopped half way"
        raise Cancelled(message)

    bench.tool("target", body)
    ended = await entry(bench, scope=Scope(cancellation=cancellation))
    assert isinstance(ended.raised, Cancelled)
    assert saw == [False, True]


async def test_a_tool_that_does_not_listen_is_cut_after_its_grace(bench: Bench) -> None:
    clock, cancellation = FakeClock(), Cancellation()
    bench.tool("target", lambda _, context: context.clock.sleep(60.0))
    dispatcher = bench.dispatcher(clock=clock, options=Options(grace=2.0))
    running = asyncio.ensure_future(dispatcher.dispatch([TARGET], scope=Scope(cancellation=cancellation)))
    await clock.advance(1.0)
    cancellation.cancel("stop")
    await clock.advance(1.9)
    assert not running.done()
    await clock.advance(0.2)
    with pytest.raises(Cancelled) as caught:
        await running
    assert [one.status for one in caught.value.settled] == ["cancellation_requested"]


async def test_only_a_call_that_waits_costs_a_timer_and_its_time_counts_from_its_beginning(bench: Bench) -> None:
    class Counting(FakeClock):
        asked: ClassVar[list[float]] = []

        def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
            self.asked.append(seconds)
            return super().call_later(seconds, callback)

        def monotonic(self) -> float:
            return super().monotonic() + late[0]

    clock, late = Counting(), [0.0]

    async def body(arguments: dict[str, JsonValue], _: ToolContext) -> str:
        if arguments.get("busy"):
            late[0] += 4.0  # works so long without giving way
            await asyncio.sleep(0)
        return "ok"

    bench.tool("target", body, ToolPolicy(effect=Effect.READ, timeout=9.0))
    dispatcher = bench.dispatcher(clock=clock)
    await dispatcher.dispatch([TARGET])
    assert clock.asked == []
    await dispatcher.dispatch([replace(TARGET, arguments={"busy": True})])
    assert clock.asked == [5.0]


async def test_a_cancellation_on_top_of_a_cut_stays_a_cancellation() -> None:
    clock = FakeClock()

    async def body() -> None:
        with Limit(clock, 1.0, None, 0.0):
            try:
                await clock.sleep(60.0)
            finally:
                await clock.sleep(10.0)

    task = asyncio.ensure_future(body())
    await clock.advance(1.5)
    task.cancel()
    await clock.advance(0.1)
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_x16_nothing_starts_after_a_cancellation(entry: Entry, bench: Bench) -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    bench.tool("target")
    ended = await entry(bench, scope=Scope(cancellation=cancellation))
    assert isinstance(ended.raised, Cancelled)
    assert bench.ran == {}


async def test_a_body_that_swallowed_its_cuts_leaves_no_cancellation_behind() -> None:
    clock = FakeClock(auto=True)
    with Limit(clock, 1.0, None, 0.0):
        for _ in range(3):
            with suppress(asyncio.CancelledError):
                await clock.sleep(3_600.0)
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


@pytest.mark.parametrize("verdict", [ToolDecision.allow(), ToolDecision.deny("no")], ids=["allowed", "denied"])
async def test_a_run_cancelled_while_the_gate_thinks_stops_whatever_it_says(
    entry: Entry, bench: Bench, verdict: ToolDecision
) -> None:
    cancellation = Cancellation()

    def gate(call: ToolCall, _: GateContext) -> ToolDecision:
        if call.name == "target":
            cancellation.cancel()
        return verdict

    bench.tool("target")
    ended = await entry(bench, gate=gate, scope=Scope(cancellation=cancellation))
    assert isinstance(ended.raised, Cancelled)
    assert bench.ran == {}


async def test_calls_that_wait_for_a_place_do_not_start_after_a_cancellation(bench: Bench) -> None:
    cancellation = Cancellation()

    def body(*_: object) -> str:
        cancellation.cancel()
        return "ok"

    bench.tool("target", body)
    batch = numbered("target", 5)
    with pytest.raises(Cancelled) as caught:
        await bench.dispatcher(options=Options(at_once=1)).dispatch(batch, scope=Scope(cancellation=cancellation))
    assert bench.ran["target"] == 1
    assert [one.status for one in caught.value.settled] == ["succeeded", *["cancelled_before_start"] * 4]


async def test_a_cancelled_caller_is_cancelled_and_no_task_is_left(entry: Entry, bench: Bench) -> None:
    clock = FakeClock()
    bench.tool("target", lambda _, context: context.clock.sleep(60.0))
    before = asyncio.all_tasks()
    running = asyncio.ensure_future(entry(bench, clock=clock))
    await clock.advance(1.0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert bench.ran["target"] == 1
    assert asyncio.all_tasks() == before


async def test_running_out_of_memory_is_not_a_failed_tool(bench: Bench) -> None:
    bench.tool("target", raising(MemoryError()))
    with pytest.raises(MemoryError):
        await bench.dispatcher().dispatch([TARGET])


@pytest.mark.parametrize("wrap", ["cause", "context", "group", "deep"])
async def test_a_control_signal_is_found_in_whatever_wraps_it(bench: Bench, wrap: str) -> None:
    block = HookBlocked("inner", state="failed", invocation="i")
    outer: BaseException = RuntimeError("outer")
    if wrap == "cause":
        outer.__cause__ = block
    elif wrap == "context":
        outer.__context__ = block
    elif wrap == "group":
        outer = ExceptionGroup("several", [ValueError("one"), block])
    else:
        inner: BaseException = block
        for at in range(30):
            outer = RuntimeError(str(at))
            outer.__cause__ = inner
            inner = outer
    bench.tool("target", raising(outer))
    with pytest.raises(HookBlocked) as caught:
        await bench.dispatcher().dispatch([TARGET])
    assert caught.value is block


async def test_a_chain_of_causes_that_bites_its_tail_is_an_ordinary_failure(bench: Bench) -> None:
    one, two = RuntimeError("one"), RuntimeError("two")
    one.__cause__, two.__cause__ = two, one
    bench.tool("target", raising(one))
    assert (await bench.dispatcher().dispatch([TARGET])).outcomes[0].error == "one"


async def test_cancellation_wins_over_a_hook_block_and_a_pause(bench: Bench) -> None:
    cancellation = Cancellation()

    def cancels(*_: object) -> str:
        cancellation.cancel()
        return "ok"

    bench.tool("asks", raising(ToolInterrupt("?")))
    bench.tool("blocks", raising(HookBlocked("no", state="failed")))
    bench.tool("target", cancels)
    batch = [ToolCall(id=name, name=name) for name in ("target", "asks", "blocks")]
    with pytest.raises(Cancelled):
        await bench.dispatcher().dispatch(batch, scope=Scope(cancellation=cancellation))


@pytest.mark.parametrize("first", ["cancels", "blocks"])
async def test_a_cancellation_that_a_tool_raises_wins_over_a_hook_block_wherever_it_stands(
    bench: Bench, first: str
) -> None:
    cancelled = Cancelled("the inner run was cancelled")
    bench.tool("cancels", raising_later(cancelled))
    bench.tool("blocks", raising_later(HookBlocked("no", state="failed")))
    second = "blocks" if first == "cancels" else "cancels"
    batch = [ToolCall(id=name, name=name) for name in (first, second)]
    with pytest.raises(type(cancelled)) as caught:
        await bench.dispatcher(clock=FakeClock(auto=True)).dispatch(batch)
    assert caught.value is cancelled


async def test_of_equal_signals_the_earliest_call_wins_and_not_the_quickest(bench: Bench) -> None:
    slow, quick = HookBlocked("slow", state="failed"), HookBlocked("quick", state="failed")

    async def late(_: object, context: ToolContext) -> str:
        await context.clock.sleep(1.0)
        raise slow

    bench.tool("slow", late)
    bench.tool("quick", raising(quick))
    batch = [ToolCall(id=name, name=name) for name in ("slow", "quick")]
    with pytest.raises(type(slow)) as caught:
        await bench.dispatcher(clock=FakeClock(auto=True)).dispatch(batch)
    assert caught.value is slow


@pytest.mark.parametrize(
    "signal",
    [HookBlocked("no", state="failed"), Cancelled("stop"), ToolInterrupt("may I?")],
    ids=["block", "cancel", "ask"],
)
async def test_c20_a_control_signal_is_no_failure_to_try_again(entry: Entry, bench: Bench, signal: Exception) -> None:
    policy = ToolPolicy(effect=Effect.READ, retry=RetryPolicy(attempts=3, base=0.0))
    bench.tool("target", raising(signal), policy)
    ended = await entry(bench)
    assert bench.ran["target"] == 1
    assert ended.raised is signal or len(ended.pending) == 1


@pytest.mark.parametrize("failing", ["raise", "deny"])
async def test_a_gate_that_breaks_or_never_answers_means_what_the_host_says(bench: Bench, failing: str) -> None:
    clock = FakeClock(auto=True)
    bench.tool("target")
    options = Options(gate_timeout=1.0, gate_failure=failing)  # type: ignore[arg-type]  # the two words
    dispatcher = bench.dispatcher(clock=clock, options=options)

    async def sleeps(*_: object) -> ToolDecision:
        await clock.sleep(60.0)
        return ToolDecision.allow()

    for gate, kind in ((sleeps, TimeoutError), (lambda *_: "yes", TypeError), (raising(LookupError("x")), LookupError)):
        if failing == "raise":
            with pytest.raises(kind):
                await dispatcher.dispatch([TARGET], gate=gate)  # type: ignore[arg-type]  # that is the point
        else:
            (outcome,) = (await dispatcher.dispatch([TARGET], gate=gate)).outcomes  # type: ignore[arg-type]
            assert (outcome.status, outcome.code) == ("rejected", "denied")
    assert bench.ran == {}


async def test_a_gate_that_raises_an_interrupt_asks_like_one_that_returns_it(bench: Bench) -> None:
    bench.tool("target")
    paused = await bench.dispatcher().dispatch([TARGET], gate=raising(ToolInterrupt("may I?", {"n": 1})))  # type: ignore[arg-type]
    assert [(one.reason, one.payload) for one in paused.pending] == [("may I?", {"n": 1})]


async def test_after_a_cancellation_the_gate_is_not_asked_about_the_rest(bench: Bench) -> None:
    cancellation, asked = Cancellation(), list[str]()

    def gate(call: ToolCall, _: GateContext) -> ToolDecision:
        asked.append(call.id)
        cancellation.cancel()
        return ToolDecision.allow()

    bench.tool("target")
    with pytest.raises(Cancelled):
        await bench.dispatcher().dispatch(numbered("target", 3), gate=gate, scope=Scope(cancellation=cancellation))
    assert asked == ["target-0"]


async def test_the_deadline_is_looked_at_between_verdicts(bench: Bench) -> None:
    clock, asked = FakeClock(auto=True), []
    bench.tool("target")

    async def slow(call: ToolCall, _: GateContext) -> ToolDecision:
        asked.append(call.id)
        await clock.sleep(1.0)
        return ToolDecision.allow()

    batch = [replace(TARGET, id=str(at)) for at in range(4)]
    result = await bench.dispatcher(clock=clock).dispatch(batch, gate=slow, scope=Scope(deadline=1.5))
    assert {message.tool_status for message in result.messages} == {"expired"}
    assert asked == ["0", "1"]


async def test_an_empty_batch_is_an_empty_answer_even_when_cancelled(bench: Bench) -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    bench.tool("target")
    assert (await bench.dispatcher().dispatch([], scope=Scope(cancellation=cancellation))).messages == ()
