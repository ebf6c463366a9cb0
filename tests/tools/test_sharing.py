"""Calls that share an execution, and circuits. Ids name rows of the contract's tables of cases."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from archivist.dag import FakeClock
from archivist.tools import (
    Cancellation,
    Cancelled,
    Effect,
    Options,
    Scope,
    ToolContext,
    ToolFailure,
    ToolPolicy,
)
from tests.tools.bodies import (
    SHARED,
    Gauge,
    calls,
    flaky,
    numbered,
)

if TYPE_CHECKING:
    from tests.tools.conftest import Bench


async def test_x15_identical_calls_that_overlap_share_one_execution(bench: Bench) -> None:
    clock, gauge = FakeClock(auto=True), Gauge(0.04)
    bench.tool("read", gauge, SHARED)
    batch = [*calls("read", 2, q="Dune"), *calls("read", 1, q="Emma")]
    ended = await bench.dispatcher(clock=clock).dispatch(batch)
    assert [message.content for message in ended.messages] == ["ok"] * 3
    assert bench.ran["read"] == 2


async def test_c18_who_follows_a_call_that_was_stopped_makes_it_itself(bench: Bench) -> None:
    clock, gauge = FakeClock(), Gauge(1.0)
    bench.tool("read", gauge, SHARED)
    dispatcher, cancellation = bench.dispatcher(clock=clock, options=Options(grace=0.0)), Cancellation()
    first = asyncio.ensure_future(dispatcher.dispatch(calls("read", 1), scope=Scope(cancellation=cancellation)))
    await clock.advance(0.5)
    second = asyncio.ensure_future(dispatcher.dispatch(calls("read", 1)))
    third = asyncio.ensure_future(dispatcher.dispatch(calls("read", 1), scope=Scope(deadline=0.8)))
    await clock.advance(0.1)
    cancellation.cancel()
    await clock.advance(2.0)
    with pytest.raises(Cancelled):
        await first
    assert (await second).outcomes[0].ok
    assert (await third).outcomes[0].status == "expired"
    assert bench.ran["read"] == 2


async def test_c18_a_leader_cut_by_its_own_deadline_takes_nobody_with_it(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("read", Gauge(1.0), SHARED)
    dispatcher = bench.dispatcher(clock=clock)
    hurried, patient = await asyncio.gather(
        dispatcher.dispatch(calls("read", 1), scope=Scope(deadline=0.5)), dispatcher.dispatch(calls("read", 1))
    )
    assert (hurried.outcomes[0].status, patient.outcomes[0].status) == ("timed_out", "succeeded")


async def test_a_time_out_of_the_policy_is_shared_like_any_failure(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("read", Gauge(1.0), replace(SHARED, timeout=0.5))
    result = await bench.dispatcher(clock=clock).dispatch(calls("read", 3))
    assert [outcome.status for outcome in result.outcomes] == ["timed_out"] * 3
    assert clock.monotonic() == pytest.approx(0.5)


async def test_more_followers_than_the_policy_lets_wait_are_rejected(bench: Bench) -> None:
    bench.tool("read", Gauge(1.0), replace(SHARED, max_pending=1))
    result = await bench.dispatcher(clock=FakeClock(auto=True)).dispatch(calls("read", 3))
    assert [outcome.status for outcome in result.outcomes] == ["succeeded", "succeeded", "rejected"]


async def test_a_shared_result_that_was_cut_brings_its_whole_with_it(bench: Bench) -> None:
    clock = FakeClock(auto=True)

    async def long(_: object, context: ToolContext) -> str:
        await context.clock.sleep(1.0)
        return "x" * 50

    bench.tool("read", long, replace(SHARED, output_limit=10))
    dispatcher = bench.dispatcher(clock=clock)
    results = await asyncio.gather(*(dispatcher.dispatch(calls("read", 1)) for _ in range(2)))
    assert [result.artifacts[result.outcomes[0].artifact] for result in results] == ["x" * 50] * 2
    assert bench.ran["read"] == 1


async def test_sharing_ends_with_the_execution_unless_the_policy_remembers(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("read", "ok", SHARED)
    bench.tool("kept", "ok", ToolPolicy(effect=Effect.READ, idempotency="idempotent", coalesce=True, remember=60.0))
    dispatcher = bench.dispatcher(clock=clock)
    for name in ("read", "read", "kept", "kept"):
        await dispatcher.dispatch(calls(name, 1))
    assert bench.ran == {"read": 2, "kept": 1}
    await clock.advance(61.0)
    await dispatcher.dispatch(calls("kept", 1))
    assert bench.ran["kept"] == 2


async def test_a_circuit_opens_after_failures_in_a_row_and_lets_one_call_try_after_its_rest(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    broken = [ToolFailure("http_503", "down", retryable=True) for _ in range(6)]
    bench.tool("read", flaky(broken), ToolPolicy(effect=Effect.READ, breaker="openlibrary.org"))
    dispatcher = bench.dispatcher(clock=clock)
    for _ in range(5):
        await dispatcher.dispatch(calls("read", 1))
    (refused,) = (await dispatcher.dispatch(calls("read", 1))).outcomes
    assert (refused.status, refused.code, refused.retryable) == ("rejected", "circuit_open", True)
    assert bench.ran["read"] == 5
    await clock.advance(31.0)
    await dispatcher.dispatch(calls("read", 1))
    assert (await dispatcher.dispatch(calls("read", 1))).outcomes[0].code == "circuit_open"
    await clock.advance(31.0)
    assert (await dispatcher.dispatch(calls("read", 1))).outcomes[0].content == "recovered"
    assert (await dispatcher.dispatch(calls("read", 1))).outcomes[0].content == "recovered"


async def test_after_a_circuits_rest_one_call_tries_and_no_other_beside_it(bench: Bench) -> None:
    clock, failures = FakeClock(auto=True), [ToolFailure("http_503", "down", retryable=True) for _ in range(5)]

    async def body(_: object, context: ToolContext) -> str:
        await context.clock.sleep(1.0)
        if failures:
            raise failures.pop()
        return "recovered"

    bench.tool("read", body, ToolPolicy(effect=Effect.READ, breaker="openlibrary.org"))
    dispatcher = bench.dispatcher(clock=clock)
    await dispatcher.dispatch(numbered("read", 5))
    await clock.advance(31.0)
    result = await dispatcher.dispatch(numbered("read", 3))
    assert [outcome.code for outcome in result.outcomes] == ["", "circuit_open", "circuit_open"]
    assert [outcome.code for outcome in (await dispatcher.dispatch(numbered("read", 3))).outcomes] == [""] * 3
