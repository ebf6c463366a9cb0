"""Cancellation, hooks and nested dispatches. Ids name rows of the contract's tables of cases."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
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
    Identity,
    Options,
    Scope,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolInterrupt,
    ToolPolicy,
)
from archivist.tools.limit import Limit

if TYPE_CHECKING:
    from conftest import Bench, Entry

WHO = Identity(owner="tenant-a", run="run-1", thread="thread-1", task="s2:tools", request="host-request-a")
TARGET = ToolCall(id="target", name="target")
Body = Callable[[object, ToolContext], object]


def raising(error: BaseException) -> Body:
    def body(*_: object) -> object:
        raise error

    return body


def raising_later(error: BaseException) -> Body:
    async def body(_: object, context: ToolContext) -> object:
        await context.clock.sleep(1.0)
        raise error

    return body


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


async def test_calls_that_wait_for_a_place_do_not_start_after_a_cancellation(bench: Bench) -> None:
    cancellation = Cancellation()

    def body(*_: object) -> str:
        cancellation.cancel()
        return "ok"

    bench.tool("target", body)
    batch = [replace(TARGET, id=str(at)) for at in range(5)]
    with pytest.raises(Cancelled) as caught:
        await bench.dispatcher(options=Options(at_once=1)).dispatch(batch, scope=Scope(cancellation=cancellation))
    assert bench.ran["target"] == 1
    assert [one.status for one in caught.value.settled] == ["succeeded", *["cancelled_before_start"] * 4]


async def test_nothing_starts_after_a_hook_block(bench: Bench) -> None:
    bench.tool("target", raising(HookBlocked("no", state="failed")))
    batch = [replace(TARGET, id=str(at)) for at in range(5)]
    with pytest.raises(HookBlocked):
        await bench.dispatcher(options=Options(at_once=1)).dispatch(batch)
    assert bench.ran["target"] == 1


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


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_an_interrupted_process_is_not_a_failed_tool(bench: Bench, kind: type[BaseException]) -> None:
    bench.tool("target", raising(kind()))
    with pytest.raises(kind):
        asyncio.run(bench.dispatcher().dispatch([TARGET]))


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
    several: Entry, bench: Bench, first: str
) -> None:
    cancelled = Cancelled("the inner run was cancelled")
    bench.tool("cancels", raising_later(cancelled))
    bench.tool("blocks", raising_later(HookBlocked("no", state="failed")))
    second = "blocks" if first == "cancels" else "cancels"
    batch = [ToolCall(id=name, name=name) for name in (first, second)]
    ended = await several.run(bench.dispatcher(clock=FakeClock(auto=True)), batch, None, Scope())
    assert ended.raised is cancelled


async def test_of_equal_signals_the_earliest_call_wins_and_not_the_quickest(several: Entry, bench: Bench) -> None:
    slow, quick = HookBlocked("slow", state="failed"), HookBlocked("quick", state="failed")

    async def late(_: object, context: ToolContext) -> str:
        await context.clock.sleep(1.0)
        raise slow

    bench.tool("slow", late)
    bench.tool("quick", raising(quick))
    batch = [ToolCall(id=name, name=name) for name in ("slow", "quick")]
    ended = await several.run(bench.dispatcher(clock=FakeClock(auto=True)), batch, None, Scope())
    assert ended.raised is slow


def told_to(log: list[HookEvent], **more: object) -> list[Hook]:
    return [
        Hook(name=phase, phase=phase, run=log.append, **more)  # type: ignore[arg-type]  # the two phases
        for phase in ("before_tool_execution", "after_tool_execution")
    ]


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


class Nested:
    """A tool that dispatches a call of its own."""

    def __init__(self, inner: Bench, **how: object) -> None:
        self.dispatcher = inner.dispatcher(**how)
        self.gate: object = None
        self.statuses: list[str] = []

    async def __call__(self, *_: object) -> str:
        result = await self.dispatcher.dispatch([ToolCall(id="inner", name="inner")], gate=self.gate)  # type: ignore[arg-type]
        self.statuses += [message.tool_status for message in result.messages]
        return "outer done"


def nesting(bench: Bench, **how: object) -> tuple[Nested, Bench]:
    inner = type(bench)()
    inner.tool("inner")
    nested = Nested(inner, **how)
    bench.tool("target", nested)
    return nested, inner


async def test_c23_hooks_of_outer_and_inner_run_are_told_of_the_inner_call_outer_first(bench: Bench) -> None:
    order: list[tuple[str, str, str]] = []

    def hooks(owner: str) -> Hooks:
        return Hooks(
            [
                Hook(name=owner, phase=phase, run=lambda event: order.append((owner, event.tool, event.phase[:6])))  # type: ignore[arg-type]
                for phase in ("before_tool_execution", "after_tool_execution")
            ]
        )

    nesting(bench, hooks=hooks("child"))
    await bench.dispatcher(hooks=hooks("parent")).dispatch([TARGET], scope=Scope(identity=WHO))
    assert [line for line in order if line[1] == "inner"] == [
        ("parent", "inner", "before"),
        ("child", "inner", "before"),
        ("parent", "inner", "after_"),
        ("child", "inner", "after_"),
    ]


async def test_c23_hooks_shared_by_both_runs_are_told_once(bench: Bench) -> None:
    log: list[HookEvent] = []
    shared = Hooks(told_to(log))
    nesting(bench, hooks=shared)
    await bench.dispatcher(hooks=shared).dispatch([TARGET], scope=Scope(identity=WHO))
    assert [(one.tool, one.phase) for one in log].count(("inner", "before_tool_execution")) == 1


async def test_a_block_of_the_outer_runs_hook_stops_before_the_inner_hook_and_tool(bench: Bench) -> None:
    log: list[HookEvent] = []
    _, inner = nesting(bench, hooks=Hooks(told_to(log)))
    blocks = Hook(
        name="p",
        phase="before_tool_execution",
        run=raising(OSError()),
        when=lambda event: event.tool == "inner",  # type: ignore[arg-type]
    )
    with pytest.raises(HookBlocked):
        await bench.dispatcher(hooks=Hooks([blocks])).dispatch([TARGET], scope=Scope(identity=WHO))
    assert (log, inner.ran) == ([], {})


async def test_a_child_gate_can_narrow_what_the_parent_allows_and_never_widen_it(bench: Bench) -> None:
    nested, inner = nesting(bench)
    denies = lambda call, _: ToolDecision.deny("no") if call.name == "inner" else ToolDecision.allow()  # noqa: E731
    for verdict in (ToolDecision.allow(), ToolDecision.allow({"wider": 1}), ToolDecision.interrupt("may I?")):
        nested.gate = lambda *_, verdict=verdict: verdict
        await bench.dispatcher().dispatch([TARGET], gate=denies)
    assert (nested.statuses, inner.ran) == (["rejected"] * 3, {})
    nested.gate = lambda *_: ToolDecision.deny("narrower")
    await bench.dispatcher().dispatch([TARGET], gate=lambda *_: ToolDecision.allow())
    assert (nested.statuses, inner.ran) == (["rejected"] * 4, {})


async def test_what_the_parent_gate_rewrote_is_what_the_child_gate_sees(bench: Bench) -> None:
    nested, inner = nesting(bench)
    seen: list[object] = []

    def child(_: ToolCall, context: GateContext) -> ToolDecision:
        seen.append(context.arguments)
        return ToolDecision.allow()

    def parent(call: ToolCall, _: GateContext) -> ToolDecision:
        return ToolDecision.allow({"tenant": "acme"} if call.name == "inner" else None)

    nested.gate = child
    await bench.dispatcher().dispatch([TARGET], gate=parent)
    assert (seen, inner.seen) == ([{"tenant": "acme"}], [{"tenant": "acme"}])


async def test_a_nested_dispatch_keeps_the_outer_deadline_and_cancellation(bench: Bench) -> None:
    clock, cancellation = FakeClock(auto=True), Cancellation()
    nested, inner = nesting(bench, clock=clock)

    async def slow(_: object, context: ToolContext) -> str:
        await context.clock.sleep(5.0)
        return "late"

    inner.tools.clear()
    inner.tool("inner", slow)
    nested.dispatcher = inner.dispatcher(clock=clock)
    (outcome,) = (await bench.dispatcher(clock=clock).dispatch([TARGET], scope=Scope(deadline=1.0))).outcomes
    assert clock.monotonic() == pytest.approx(1.0)
    assert outcome.status in {"succeeded", "timed_out"}

    def cancels(*_: object) -> str:
        cancellation.cancel("stop all")
        return "ok"

    inner.tools.clear()
    inner.tool("inner", cancels)
    nested.dispatcher = inner.dispatcher(clock=clock)
    with pytest.raises(Cancelled):
        await bench.dispatcher(clock=clock).dispatch([TARGET], scope=Scope(cancellation=cancellation))


@pytest.mark.parametrize("whose", ["outer", "inner"])
async def test_a_nested_dispatch_with_a_cancellation_of_its_own_hears_both(bench: Bench, whose: str) -> None:
    outer, own = Cancellation(), Cancellation()
    inner = type(bench)()
    raised: list[BaseException] = []

    def cancels(*_: object) -> str:
        (outer if whose == "outer" else own).cancel(whose)
        return "ok"

    inner.tool("inner", cancels)

    async def body(*_: object) -> str:
        try:
            await inner.dispatcher().dispatch([ToolCall(id="i", name="inner")], scope=Scope(cancellation=own))
        except Cancelled as stop:
            raised.append(stop)
        return "outer done"

    bench.tool("target", body)
    running = bench.dispatcher().dispatch([TARGET], scope=Scope(cancellation=outer))
    if whose == "outer":
        with pytest.raises(Cancelled):
            await running
    else:
        assert (await running).outcomes[0].content == "outer done"
    assert [str(one) for one in raised] == [f"run cancelled: {whose}"]


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
    assert (await bench.dispatcher().dispatch([], scope=Scope(cancellation=cancellation))).messages == ()
