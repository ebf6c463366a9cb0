"""What helps a call that is slow, too frequent or lost: a pace, a second attempt beside the first, another tool."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Self

import pytest
from pydantic import BaseModel, TypeAdapter, model_validator

from archivist.dag import FakeClock, RetryBudget, RetryPolicy
from archivist.tools import (
    Cancellation,
    Cancelled,
    DefinitionError,
    Dispatcher,
    Effect,
    GateContext,
    Hook,
    HookBlocked,
    HookEvent,
    Hooks,
    Options,
    Pace,
    PolicyInvalid,
    Scope,
    Tool,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolFailure,
    ToolInterrupt,
    ToolPolicy,
    ToolResult,
)
from tests.tools.bodies import READ, STEADY, TARGET, WHO, Gauge, flaky, numbered, raising, raising_later, told_to

if TYPE_CHECKING:
    from archivist.dag import Event
    from tests.tools.conftest import Bench, Entry

ONE_A_SECOND = ToolPolicy(effect=Effect.READ, pace=Pace(per_second=1.0, burst=2))
HEDGED = ToolPolicy(effect=Effect.READ, hedge=1.0)
DOWN = ToolFailure("http_503", "the service is down", retryable=True)


def with_spare(**more: object) -> ToolPolicy:
    return ToolPolicy(effect=Effect.READ, fallback="spare", **more)  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param({"hedge": 1.0}, id="hedging what may write"),
        pytest.param({"hedge": 0.0, "effect": Effect.READ}, id="hedging at once"),
        pytest.param({"fallback": "spare"}, id="standing in for what may have acted"),
        pytest.param({"fallback": "spare", "idempotency": "idempotent"}, id="standing in for a write"),
    ],
)
def test_a_policy_that_could_act_twice_is_refused_when_it_is_made(broken: dict[str, object]) -> None:
    with pytest.raises(PolicyInvalid):
        ToolPolicy(**broken)  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize("pace", [{"per_second": 0.0, "burst": 1}, {"per_second": 1.0, "burst": 0}])
def test_a_pace_at_which_nothing_passes_is_refused(pace: dict[str, float]) -> None:
    with pytest.raises(PolicyInvalid):
        Pace(**pace)  # type: ignore[arg-type]  # that is the point


async def test_calls_of_one_key_keep_their_pace(bench: Bench) -> None:
    clock, began = FakeClock(auto=True), list[float]()
    bench.tool("read", lambda _, context: began.append(context.clock.monotonic()) or "ok", ONE_A_SECOND)
    result = await bench.dispatcher(clock=clock).dispatch(numbered("read", 5))
    assert {message.tool_status for message in result.messages} == {"succeeded"}
    assert began == [0.0, 0.0, 1.0, 2.0, 3.0]


async def test_keys_have_paces_of_their_own(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("read", "ok", replace(ONE_A_SECOND, key="host:{arg:host}"))
    batch = [
        ToolCall(id=f"{host}{n}", name="read", arguments=json.dumps({"host": host, "n": n}))
        for host in ("a", "b")
        for n in range(2)
    ]
    await bench.dispatcher(clock=clock).dispatch(batch)
    assert clock.monotonic() == 0.0


@pytest.mark.parametrize("bound", ["its policy's patience", "the deadline"])
async def test_who_would_wait_too_long_for_the_pace_is_turned_away_at_once(bench: Bench, bound: str) -> None:
    clock = FakeClock(auto=True)
    patient = bound == "the deadline"
    bench.tool("read", "ok", replace(ONE_A_SECOND, queue_timeout=60.0 if patient else 1.5))
    scope = Scope(deadline=1.5 if patient else None)
    result = await bench.dispatcher(clock=clock).dispatch(numbered("read", 4), scope=scope)
    *done, late = result.outcomes
    assert [one.status for one in done] == ["succeeded"] * 3
    assert (late.status, late.code, late.retryable, late.attempts) == ("rejected", "pace", True, 0)
    assert isinstance(late.data, dict)
    assert late.data["retry_after"] == pytest.approx(2.0)
    assert bench.ran["read"] == 3


async def test_tries_again_keep_the_pace_too(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    slow = Pace(per_second=0.1, burst=1)
    bench.tool("read", flaky([DOWN, DOWN]), replace(READ, pace=slow, retry=STEADY))
    (outcome,) = (await bench.dispatcher(clock=clock).dispatch(numbered("read", 1))).outcomes
    assert (outcome.content, outcome.attempts, clock.monotonic()) == ("recovered", 3, 20.0)


async def test_a_cancellation_ends_the_wait_for_the_pace(bench: Bench) -> None:
    clock, cancellation = FakeClock(), Cancellation()
    bench.tool("read", "ok", ONE_A_SECOND)
    scope = Scope(cancellation=cancellation)
    running = asyncio.ensure_future(bench.dispatcher(clock=clock).dispatch(numbered("read", 3), scope=scope))
    await clock.advance(0.5)
    cancellation.cancel("enough")
    with pytest.raises(Cancelled) as caught:
        await running
    assert [one.status for one in caught.value.settled] == ["succeeded", "succeeded", "cancelled_before_start"]
    assert bench.ran["read"] == 2


async def test_a_key_is_not_forgotten_while_it_has_to_wait_however_many_others_there_are(bench: Bench) -> None:
    clock, pace = FakeClock(auto=True), Pace(per_second=1.0, burst=1)
    bench.tool("read", "ok", replace(READ, pace=pace, key="host:{arg:host}", queue_timeout=0.5))
    dispatcher = bench.dispatcher(clock=clock)

    async def status(host: str) -> str:
        call = ToolCall(id=host, name="read", arguments=json.dumps({"host": host}))
        return (await dispatcher.dispatch([call])).outcomes[0].status

    assert [await status("first"), await status("first")] == ["succeeded", "rejected"]
    for at in range(1_100):
        assert await status(f"h{at}") == "succeeded"
    assert await status("first") == "rejected"
    await clock.advance(1.0)
    assert await status("first") == "succeeded"


async def test_who_is_turned_away_by_the_pace_says_nothing_of_the_service(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    slow = Pace(per_second=0.001, burst=2)
    bench.tool("read", "ok", replace(READ, pace=slow, breaker="a.example"))
    codes = [one.code for one in (await bench.dispatcher(clock=clock).dispatch(numbered("read", 20))).outcomes]
    assert codes == ["", ""] + ["pace"] * 18


async def test_two_tools_cannot_use_one_key_at_different_paces(bench: Bench) -> None:
    bench.tool("one", "ok", replace(ONE_A_SECOND, key="shared"))
    bench.tool("two", "ok", replace(READ, pace=Pace(per_second=2.0, burst=1), key="shared"))
    batch = [ToolCall(id=name, name=name) for name in ("one", "two")]
    _, second = (await bench.dispatcher().dispatch(batch)).outcomes
    assert (second.status, second.code, bench.ran) == ("failed", "key", {"one": 1})


class Second:
    """A body whose first entry takes long and whose later ones are quick; knows who was cancelled."""

    def __init__(self, first: object = None, second: object = "quick") -> None:
        self.first, self.second = first, second
        self.entered: list[int] = []
        self.cancelled: list[int] = []

    async def __call__(self, _: object, context: ToolContext) -> object:
        self.entered.append(context.attempt)
        try:
            await context.clock.sleep(5.0 if context.attempt == 1 else 1.0)
        except asyncio.CancelledError:
            self.cancelled.append(context.attempt)
            raise
        says = self.first if context.attempt == 1 else self.second
        if isinstance(says, Exception):
            raise says
        return says


async def test_a_slow_call_is_made_a_second_time_beside_itself_and_the_first_answer_is_taken(
    entry: Entry, bench: Bench
) -> None:
    clock, body = FakeClock(auto=True), Second()
    bench.tool("target", body, HEDGED)
    before = asyncio.all_tasks()
    ended = await entry(bench, clock=clock)
    assert (ended.target.content, body.entered, body.cancelled) == ("quick", [1, 2], [1])
    assert clock.monotonic() == pytest.approx(2.0)
    assert {one for one in asyncio.all_tasks() - before if one.get_coro().__name__ != "_jump"} == set()  # type: ignore[union-attr]  # the clock's own


async def test_a_call_that_answers_in_time_is_made_once(bench: Bench) -> None:
    bench.tool("read", Gauge(0.5), HEDGED)
    (outcome,) = (await bench.dispatcher(clock=FakeClock(auto=True)).dispatch(numbered("read", 1))).outcomes
    assert (outcome.content, outcome.attempts) == ("ok", 1)


@pytest.mark.parametrize(
    ("first", "second", "status", "said"),
    [
        ("slow", OSError("reset"), "succeeded", "slow"),
        (OSError("slow reset"), OSError("quick reset"), "failed", "slow reset"),
        (OSError("slow reset"), "quick", "succeeded", "quick"),
    ],
    ids=["the second fails", "both fail", "the first would have failed"],
)
async def test_one_attempt_of_two_has_to_succeed(
    bench: Bench, first: object, second: object, status: str, said: str
) -> None:
    bench.tool("read", Second(first, second), HEDGED)
    (outcome,) = (await bench.dispatcher(clock=FakeClock(auto=True)).dispatch(numbered("read", 1))).outcomes
    assert (outcome.status, outcome.error or outcome.content, outcome.attempts) == (status, said, 2)


async def test_a_control_signal_of_either_attempt_is_not_waited_out(bench: Bench) -> None:
    clock, block = FakeClock(auto=True), HookBlocked("no", state="failed")
    bench.tool("read", Second("slow", block), HEDGED)
    with pytest.raises(HookBlocked) as caught:
        await bench.dispatcher(clock=clock).dispatch(numbered("read", 1))
    assert caught.value is block
    assert clock.monotonic() == pytest.approx(2.0)


async def test_an_attempt_in_a_task_of_its_own_does_not_begin_after_a_stop(bench: Bench) -> None:
    bench.tool("read", "ok", HEDGED)
    bench.tool("blocks", raising(HookBlocked("no", state="failed")))
    with pytest.raises(HookBlocked):
        await bench.dispatcher().dispatch([*numbered("read", 1), ToolCall(id="blocks", name="blocks")])
    assert bench.ran == {"blocks": 1}


async def test_both_attempts_end_with_the_calls_time(bench: Bench) -> None:
    body = Second()
    bench.tool("read", body, replace(HEDGED, timeout=1.5))
    (outcome,) = (await bench.dispatcher(clock=FakeClock(auto=True)).dispatch(numbered("read", 1))).outcomes
    assert (outcome.status, sorted(body.cancelled)) == ("timed_out", [1, 2])


@pytest.mark.parametrize("spent", ["retries", "pace"])
async def test_no_second_attempt_begins_that_the_budget_or_the_pace_forbids(bench: Bench, spent: str) -> None:
    body = Second("slow")
    slow = Pace(per_second=0.01, burst=1) if spent == "pace" else None
    bench.tool("read", body, replace(HEDGED, pace=slow))
    scope = Scope(retries=RetryBudget(0) if spent == "retries" else None)
    (outcome,) = (
        await bench.dispatcher(clock=FakeClock(auto=True)).dispatch(numbered("read", 1), scope=scope)
    ).outcomes
    assert (outcome.content, body.entered) == ("slow", [1])


async def test_a_second_attempt_counts_for_the_pace(bench: Bench) -> None:
    clock, body = FakeClock(auto=True), Second()
    bench.tool("read", body, replace(HEDGED, pace=Pace(per_second=0.1, burst=2)))
    dispatcher = bench.dispatcher(clock=clock)
    for one in numbered("read", 2):
        await dispatcher.dispatch([one])
    assert body.entered == [1, 2, 1]
    assert clock.monotonic() == pytest.approx(15.0)


async def test_another_tool_stands_in_for_one_that_failed(entry: Entry, bench: Bench) -> None:
    events: list[Event] = []
    bench.tool("target", raising(DOWN), with_spare())
    bench.tool("spare", lambda arguments, _: f"from the mirror: {arguments['q']}")
    call = replace(TARGET, arguments='{"q": "Dune"}')
    ended = await entry(bench, call, scope=Scope(on_event=events.append))
    assert (ended.target.content, ended.target.tool_name) == ("from the mirror: Dune", "target")
    outcome = next(one for one in ended.outcomes if one.call_id == "target")
    assert (outcome.answered_by, outcome.name, outcome.attempts) == ("spare", "target", 2)
    assert [one.detail["code"] for one in events if one.detail.get("what") == "tool-fallback"] == ["http_503"]


FAILED = [
    pytest.param(with_spare(retry=RetryPolicy(attempts=2, base=0.0)), raising(DOWN), 2, id="after its tries"),
    pytest.param(with_spare(timeout=0.1), Gauge(1.0), 1, id="timed out"),
    pytest.param(with_spare(), lambda *_: object(), 1, id="broke its word"),
    pytest.param(with_spare(key="{arg:missing}", concurrency=1), "ok", 0, id="could not begin"),
]


@pytest.mark.parametrize(("policy", "body", "tries"), FAILED)
async def test_a_stand_in_runs_whatever_the_failure_was(
    bench: Bench, policy: ToolPolicy, body: object, tries: int
) -> None:
    bench.tool("target", body, policy)  # type: ignore[arg-type]  # a body or a text
    bench.tool("spare", "from the mirror")
    (outcome,) = (await bench.dispatcher(clock=FakeClock(auto=True)).dispatch([TARGET])).outcomes
    assert (outcome.content, bench.ran) == ("from the mirror", {"spare": 1} | ({"target": tries} if tries else {}))


async def test_the_time_of_a_call_is_that_of_both_tools(bench: Bench) -> None:
    bench.tool("target", raising_later(DOWN), with_spare())
    bench.tool("spare", Gauge(2.0))
    (outcome,) = (await bench.dispatcher(clock=FakeClock(auto=True, start=50.0)).dispatch([TARGET])).outcomes
    assert (outcome.ok, outcome.seconds) == (True, pytest.approx(3.0))


async def test_an_open_circuit_is_gone_round(bench: Bench) -> None:
    bench.tool("target", raising(DOWN), with_spare(breaker="a.example"))
    bench.tool("spare", "from the mirror")
    dispatcher = bench.dispatcher()
    for one in numbered("target", 7):
        assert (await dispatcher.dispatch([one])).outcomes[0].ok
    assert bench.ran == {"target": 5, "spare": 7}


async def test_a_failure_stays_what_it_was_when_the_stand_in_fails_too(bench: Bench) -> None:
    bench.tool("target", raising(DOWN), with_spare())
    bench.tool("spare", raising(ValueError("the mirror is down too")), with_spare())
    with pytest.raises(DefinitionError):
        await bench.dispatcher().dispatch([replace(TARGET, name="spare")])
    (outcome,) = (await bench.dispatcher().dispatch([TARGET])).outcomes
    assert (outcome.error, outcome.answered_by, bench.ran) == ("the service is down", "", {"target": 1, "spare": 1})


@pytest.mark.parametrize("policy", [None, ToolPolicy(), ToolPolicy(effect=Effect.EXTERNAL_WRITE)])
async def test_a_fallback_that_is_no_registered_read_ends_the_dispatch_before_anything_ran(
    bench: Bench, policy: ToolPolicy | None
) -> None:
    bench.tool("target", "ok", with_spare())
    if policy is not None:
        bench.tool("spare", "ok", policy)
    with pytest.raises(DefinitionError, match="'spare'"):
        await bench.dispatcher().dispatch([TARGET])
    assert bench.ran == {}


@pytest.mark.parametrize("verdict", [ToolDecision.deny("not there"), ToolDecision.interrupt("may I?")])
async def test_the_gate_decides_about_the_stand_in_before_anything_runs(bench: Bench, verdict: ToolDecision) -> None:
    shown: list[tuple[str, str, int]] = []

    def gate(call: ToolCall, context: GateContext) -> ToolDecision:
        shown.append((call.name, context.instead_of, sum(bench.ran.values())))
        return verdict if call.name == "spare" else ToolDecision.allow()

    bench.tool("target", raising(DOWN), with_spare())
    bench.tool("spare", "from the mirror")
    (outcome,) = (await bench.dispatcher().dispatch([TARGET], gate=gate)).outcomes
    assert (outcome.status, bench.ran) == ("failed", {"target": 1})
    assert shown == [("target", "", 0), ("spare", "target", 0)]


async def test_the_stand_in_is_given_what_the_gate_allowed_it_and_what_its_schema_takes(bench: Bench) -> None:
    bench.tool("target", raising(DOWN), with_spare())
    bench.tool("spare", "ok", schema={"type": "object", "properties": {"q": {"type": "string"}}})
    call = replace(TARGET, arguments='{"q": "Dune"}')
    for instead, ran in (({"q": "narrower"}, 1), ({"q": 7}, 0)):
        gate = lambda one, _, instead=instead: ToolDecision.allow(instead if one.name == "spare" else None)  # noqa: E731
        bench.ran.clear()
        await bench.dispatcher().dispatch([call], gate=gate)
        assert bench.ran["spare"] == ran
    assert {"q": "narrower"} in bench.seen
    bench.ran.clear()
    await bench.dispatcher().dispatch([replace(TARGET, arguments='{"q": 7}')])
    assert bench.ran == {"target": 1}


@pytest.mark.parametrize("reason", ["denied", "wrong arguments", "past the deadline", "cancelled", "asks"])
async def test_no_stand_in_runs_for_a_call_that_was_not_to_run(bench: Bench, reason: str) -> None:
    clock, cancellation = FakeClock(auto=True), Cancellation()

    async def body(_: object, context: ToolContext) -> object:
        if reason == "cancelled":
            cancellation.cancel()
        if reason == "asks":
            raise ToolInterrupt(reason)
        await context.clock.sleep(2.0)
        raise DOWN

    bench.tool("target", body, with_spare(), {"type": "object", "properties": {"q": {"type": "string"}}})
    bench.tool("spare")
    call = replace(TARGET, arguments='{"q": 1}') if reason == "wrong arguments" else TARGET
    gate = lambda *_: ToolDecision.deny() if reason == "denied" else ToolDecision.allow()  # noqa: E731
    scope = Scope(deadline=1.0 if reason == "past the deadline" else None, cancellation=cancellation)
    dispatcher = bench.dispatcher(clock=clock, options=Options(grace=0.1))
    if reason == "cancelled":
        with pytest.raises(Cancelled):
            await dispatcher.dispatch([call], gate=gate, scope=scope)
    else:
        await dispatcher.dispatch([call], gate=gate, scope=scope)
    assert bench.ran["spare"] == 0


@pytest.mark.parametrize("why", ["a rule of the input", "the review", "the tool's own end"])
async def test_no_stand_in_runs_for_what_was_wrong_with_the_call_or_its_result(bench: Bench, why: str) -> None:
    class Ruled(BaseModel):
        n: int = 1

        @model_validator(mode="after")
        def checked(self) -> Self:
            if why == "a rule of the input":
                msg = "n is odd"
                raise ValueError(msg)
            return self

    class Target(Tool[Ruled, str]):
        name, Input, output, policy = "target", Ruled, TypeAdapter(str), with_spare()

        async def execute(self, _: Ruled, __: ToolContext) -> str:
            if why == "the tool's own end":
                raise asyncio.CancelledError
            return "found"

    def review(*_: object) -> ToolResult:
        raise LookupError

    bench.tools.append(Target())
    bench.tool("spare")
    options = Options(review=review if why == "the review" else None)
    (outcome,) = (await bench.dispatcher(options=options).dispatch([TARGET])).outcomes
    assert not outcome.ok
    assert bench.ran == {}


async def test_hooks_are_told_of_the_stand_in_and_can_stop_it(bench: Bench) -> None:
    log: list[HookEvent] = []
    bench.tool("target", raising(DOWN), with_spare())
    bench.tool("spare")
    await bench.dispatcher(hooks=Hooks(told_to(log))).dispatch([TARGET], scope=Scope(identity=WHO))
    assert [(one.tool, one.phase[:6], one.status) for one in log] == [
        ("target", "before", None),
        ("target", "after_", "failed"),
        ("spare", "before", None),
        ("spare", "after_", "succeeded"),
    ]
    blocks = Hook(
        name="ledger",
        phase="before_tool_execution",
        run=raising(OSError()),  # type: ignore[arg-type]  # any callable
        when=lambda event: event.tool == "spare",
    )
    bench.ran.clear()
    with pytest.raises(HookBlocked):
        await bench.dispatcher(hooks=Hooks([blocks])).dispatch([TARGET], scope=Scope(identity=WHO))
    assert bench.ran == {"target": 1}


async def test_a_stand_in_that_asks_is_no_help_and_asks_nobody(bench: Bench) -> None:
    bench.tool("target", raising(DOWN), with_spare())
    bench.tool("spare", raising(ToolInterrupt("may I?")))
    result = await bench.dispatcher().dispatch([TARGET])
    assert (result.pending, result.outcomes[0].error) == ((), "the service is down")


async def test_a_decided_stand_in_is_there_after_a_restart(bench: Bench) -> None:
    bench.tool("target", raising(DOWN), with_spare())
    bench.tool("spare", "from the mirror")
    before, after = Dispatcher(bench.dispatcher().tools), Dispatcher(bench.dispatcher().tools)
    kept = json.loads(json.dumps(before.kept(await before.decide([TARGET]))))
    restored = after.restore(kept)
    (item,) = restored.worksets
    held = after.tools.resolve("target")
    assert held is not None
    slot = after.tools.ledger.take(item, held)
    await restored.runner.perform(slot, lambda *_, **__: None)
    assert after.settle(restored).outcomes[0].content == "from the mirror"
