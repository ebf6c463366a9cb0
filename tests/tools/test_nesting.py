"""Dispatches inside a tool, and inside a node that is tried again. Ids name rows of the contract's tables of cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from archivist.dag import Builder, FakeClock, Registry, RetryPolicy, Run, State, node
from archivist.tools import (
    Cancellation,
    Cancelled,
    Dispatcher,
    Effect,
    GateContext,
    Hook,
    HookBlocked,
    HookEvent,
    Hooks,
    MemoryBroker,
    RequestRefused,
    Scope,
    Stop,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolInterrupt,
    ToolPolicy,
)
from archivist.tools.scope import CURRENT
from tests.tools.bodies import (
    TARGET,
    WHO,
    raising,
    told_to,
)

if TYPE_CHECKING:
    from tests.tools.conftest import Bench


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


async def test_a_call_leaves_nothing_of_its_surroundings_to_whoever_ran_it(bench: Bench) -> None:
    bench.tool("target")
    dispatcher = bench.dispatcher()
    decided = await dispatcher.decide([TARGET], gate=lambda *_: ToolDecision.allow())
    held = dispatcher.tools.resolve("target")
    assert held is not None
    slot = dispatcher.tools.ledger.take(decided.worksets[0], held)
    await decided.runner.perform(slot, lambda *_, **__: None)
    assert CURRENT.get() is None


async def retried(dispatcher: Dispatcher, scope: Scope, after: list[Exception]) -> BaseException | None:
    """What ends a run whose one node dispatches, then raises what is left in `after`, and is tried three times."""

    @node("urn:test:node:dispatches", outputs=("done",))
    async def dispatches(_: State, __: Run) -> str:
        await dispatcher.dispatch([TARGET], scope=scope)
        if after:
            raise after.pop()
        return "done"

    flow = Builder("urn:test:dag:retried").single(
        "dispatches", dispatches, retry=RetryPolicy(attempts=3, base=0.0), done="end"
    )
    dag = flow.terminal("end").build()
    run = await Registry(clock=FakeClock(auto=True)).add(dispatches, dag).run(dag.id, State())
    return run.error.__cause__ if run.error is not None else None


@pytest.mark.parametrize(
    "signal", [HookBlocked("no", state="failed"), Cancelled("stop")], ids=["hook block", "cancellation"]
)
async def test_c20_pf9_a_node_that_is_tried_again_does_not_try_a_stop_again(bench: Bench, signal: Stop) -> None:
    bench.tool("target", raising(signal))
    assert await retried(bench.dispatcher(), Scope(), []) is signal
    assert bench.ran["target"] == 1


async def test_rr2_a_refused_request_is_final_to_a_node_too_and_any_other_error_is_tried_again(bench: Bench) -> None:
    bench.tool("target")
    refused = RequestRefused("refused", "not like this")
    assert await retried(bench.dispatcher(), Scope(), [OSError("x"), refused]) is refused
    assert bench.ran["target"] == 1
    assert await retried(bench.dispatcher(), Scope(), [OSError("x"), OSError("y")]) is None
    assert bench.ran["target"] == 4
    asks = ToolInterrupt("may I?")
    assert await retried(bench.dispatcher(), Scope(), [OSError("x"), asks]) is asks
    assert bench.ran["target"] == 5


async def test_ne1_a_node_that_is_tried_again_does_not_make_a_kept_effect_again(bench: Bench) -> None:
    bench.tool("target", "written", ToolPolicy(effect=Effect.EXTERNAL_WRITE))
    dispatcher = bench.dispatcher(broker=MemoryBroker())
    assert await retried(dispatcher, Scope(identity=WHO), [OSError("x"), OSError("y")]) is None
    assert bench.ran["target"] == 1
