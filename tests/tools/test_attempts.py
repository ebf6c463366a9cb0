"""Attempts: time-outs and tries again. Ids name rows of the contract's tables of cases."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING

import pytest

from archivist.dag import FakeClock, RetryBudget, RetryPolicy
from archivist.tools import (
    Cancellation,
    Cancelled,
    Options,
    Scope,
    ToolCall,
    ToolContext,
    ToolFailure,
    ToolPolicy,
)
from tests.tools.bodies import (
    STEADY,
    Gauge,
    calls,
    flaky,
    read_with,
)

if TYPE_CHECKING:
    from tests.tools.conftest import Bench, Entry


async def test_x13_a_failed_read_is_tried_again(entry: Entry, bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("target", flaky([OSError("reset"), OSError("reset")]), read_with(STEADY))
    ended = await entry(bench, clock=clock)
    assert (ended.target.content, bench.ran["target"]) == ("recovered", 3)
    assert clock.slept == [1.0, 2.0]


async def test_waits_before_another_try_are_spread_by_the_dispatchers_own_dice(bench: Bench) -> None:
    policy = RetryPolicy(attempts=3, base=1.0, jitter=0.5)
    waits: list[list[float]] = []
    for seed in (1, 1, 2):
        clock, dice = FakeClock(auto=True), random.Random(seed)  # noqa: S311 - spreads waits, keeps no secret
        bench.tools.clear()
        bench.tool("read", flaky([OSError("reset"), OSError("reset")]), read_with(policy))
        await bench.dispatcher(clock=clock, rng=dice).dispatch(calls("read", 1))
        waits.append(clock.slept)
    assert waits[0] == waits[1] != waits[2]
    assert all(0.5 <= first <= 1.5 and 1.0 <= second <= 3.0 for first, second in waits)


async def test_a_failure_that_says_it_is_final_is_not_tried_again(bench: Bench) -> None:
    bench.tool("read", flaky([ToolFailure("http_404", "no such page")]), read_with(STEADY))
    (outcome,) = (await bench.dispatcher(clock=FakeClock(auto=True)).dispatch(calls("read", 1))).outcomes
    assert (outcome.status, outcome.code, outcome.attempts) == ("failed", "http_404", 1)


async def test_a_service_that_names_a_longer_wait_is_given_it(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    throttled = ToolFailure("throttled", "slow down", retryable=True, retry_after=7.0)
    bench.tool("read", flaky([throttled]), read_with(STEADY))
    await bench.dispatcher(clock=clock).dispatch(calls("read", 1))
    assert clock.slept == [7.0]


async def test_no_retry_begins_that_would_pass_the_deadline(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("read", flaky([OSError("reset"), OSError("again")]), read_with(STEADY))
    (outcome,) = (await bench.dispatcher(clock=clock).dispatch(calls("read", 1), scope=Scope(deadline=2.0))).outcomes
    assert (outcome.error, outcome.attempts) == ("again", 2)


async def test_the_retries_of_a_run_are_counted_over_all_its_calls(bench: Bench) -> None:
    for name in ("a", "b"):
        bench.tool(name, flaky([OSError("x"), OSError("y")]), read_with(STEADY))
    batch = [ToolCall(id="a", name="a"), ToolCall(id="b", name="b")]
    scope = Scope(retries=RetryBudget(2))
    result = await bench.dispatcher(clock=FakeClock(auto=True)).dispatch(batch, scope=scope)
    assert sum(outcome.attempts for outcome in result.outcomes) == 4


async def test_attempts_share_one_idempotency_key_and_calls_do_not(bench: Bench) -> None:
    keys: list[tuple[str, int]] = []

    def body(_: object, context: ToolContext) -> str:
        keys.append((context.idempotency_key, context.attempt))
        if context.attempt == 1:
            raise OSError
        return "ok"

    bench.tool("read", body, read_with(STEADY))
    await bench.dispatcher(clock=FakeClock(auto=True), options=Options(at_once=1)).dispatch(calls("read", 2))
    (first, one), (again, two), (other, _), _ = keys
    assert (first, one, two) == (again, 1, 2)
    assert other != first


async def test_each_attempt_gets_the_arguments_as_they_were_decided(bench: Bench) -> None:
    seen: list[str] = []

    def spoils(arguments: dict[str, object], context: ToolContext) -> str:
        seen.append(json.dumps(arguments))
        arguments["q"].append("spoiled")  # type: ignore[attr-defined]  # a list
        if context.attempt == 1:
            raise OSError
        return "ok"

    bench.tool("read", spoils, read_with(STEADY))
    await bench.dispatcher(clock=FakeClock(auto=True)).dispatch(calls("read", 1, q=["Dune"]))
    assert seen == ['{"q": ["Dune"]}'] * 2


async def test_x14_a_slow_attempt_is_cut_and_the_tool_hears_of_it(entry: Entry, bench: Bench) -> None:
    clock, gauge = FakeClock(auto=True), Gauge(0.1)
    bench.tool("target", gauge, ToolPolicy(timeout=0.01))
    message = (await entry(bench, clock=clock)).target
    assert (message.tool_status, message.tool_effect_uncertain, bench.ran["target"]) == ("timed_out", True, 1)
    assert gauge.now == 0
    assert clock.monotonic() == pytest.approx(0.01)


async def test_a_time_out_that_the_tool_raises_itself_is_one(bench: Bench) -> None:
    bench.tool("slow", flaky([TimeoutError("no answer")]))
    (outcome,) = (await bench.dispatcher().dispatch(calls("slow", 1))).outcomes
    assert (outcome.status, outcome.error, outcome.retryable) == ("timed_out", "no answer", True)


async def test_a_tool_that_cancels_the_run_and_fails_is_not_tried_again(entry: Entry, bench: Bench) -> None:
    cancellation = Cancellation()

    def body(*_: object) -> str:
        cancellation.cancel()
        raise OSError

    bench.tool("target", body, read_with(RetryPolicy(attempts=3, base=0.0)))
    ended = await entry(bench, clock=FakeClock(auto=True), scope=Scope(cancellation=cancellation))
    assert isinstance(ended.raised, Cancelled)
    assert bench.ran["target"] == 1


async def test_a_cancellation_while_a_retry_is_awaited_ends_the_waiting(bench: Bench) -> None:
    clock, cancellation = FakeClock(), Cancellation()
    bench.tool("read", flaky([OSError("reset")] * 3), read_with(RetryPolicy(attempts=3, base=100.0)))
    running = asyncio.ensure_future(
        bench.dispatcher(clock=clock).dispatch(calls("read", 1), scope=Scope(cancellation=cancellation))
    )
    await clock.advance(1.0)
    cancellation.cancel()
    with pytest.raises(Cancelled) as caught:
        await running
    assert [one.error for one in caught.value.settled] == ["reset"]
    assert bench.ran["read"] == 1
