"""Places of a batch and of a key, and who waits for them. Ids name rows of the contract's tables of cases."""

from __future__ import annotations

import asyncio
import json
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
    ToolCall,
    ToolPolicy,
)
from tests.tools.bodies import (
    ONE_AT_A_TIME,
    Gauge,
    calls,
    numbered,
)

if TYPE_CHECKING:
    from tests.tools.conftest import Bench, Entry


async def test_p2_pa4_calls_of_one_batch_overlap(bench: Bench) -> None:
    clock, gauge = FakeClock(auto=True), Gauge(0.3)
    for at in range(20):
        bench.tool(f"t{at}", gauge)
    batch = [ToolCall(id=str(at), name=f"t{at}") for at in range(20)]
    result = await bench.dispatcher(clock=clock, options=Options(at_once=20)).dispatch(batch)
    assert {message.tool_status for message in result.messages} == {"succeeded"}
    assert clock.monotonic() == pytest.approx(0.3)
    assert gauge.most == 20


async def test_p7_calls_of_one_key_that_may_write_come_one_after_the_other(several: Entry, bench: Bench) -> None:
    clock, gauge = FakeClock(auto=True), Gauge(0.3)
    bench.tool("write", gauge, ToolPolicy())
    ended = await several.run(bench.dispatcher(clock=clock), numbered("write", 20), None, Scope())
    assert [message.tool_status for message in ended.messages] == ["succeeded"] * 20
    assert gauge.most == 1
    assert clock.monotonic() == pytest.approx(6.0)


async def test_calls_of_one_read_tool_overlap(bench: Bench) -> None:
    clock, gauge = FakeClock(auto=True), Gauge(0.3)
    bench.tool("read", gauge)
    await bench.dispatcher(clock=clock).dispatch(calls("read", 4))
    assert clock.monotonic() == pytest.approx(0.3)


async def test_no_more_calls_of_a_batch_run_at_once_than_the_dispatcher_allows(bench: Bench) -> None:
    clock, gauge = FakeClock(auto=True), Gauge(1.0)
    bench.tool("read", gauge)
    await bench.dispatcher(clock=clock, options=Options(at_once=4)).dispatch(calls("read", 10))
    assert gauge.most == 4
    assert clock.monotonic() == pytest.approx(3.0)


async def test_x4_a_key_made_of_an_argument_has_its_own_places(bench: Bench) -> None:
    clock, gauge = FakeClock(auto=True), Gauge(0.15)
    policy = ToolPolicy(concurrency=2, key="workspace:{arg:workspace_id}")
    bench.tool("edit", gauge, policy)
    batch = [*calls("edit", 4, workspace_id="w-1"), *calls("edit", 1, workspace_id="w-2")]
    result = await bench.dispatcher(clock=clock).dispatch(batch)
    assert [message.tool_status for message in result.messages] == ["succeeded"] * 5
    assert gauge.most == 3
    assert clock.monotonic() == pytest.approx(0.3)


async def test_a_key_whose_argument_is_missing_fails_closed(bench: Bench) -> None:
    bench.tool("edit", policy=ToolPolicy(key="workspace:{arg:zz}"))
    (message,) = (await bench.dispatcher().dispatch(calls("edit", 1))).messages
    told = json.loads(message.content)
    assert (told["status"], told["error"]) == ("failed", "tool resource template requires argument 'zz'")
    assert bench.ran == {}


async def test_x2_who_waits_too_long_expires_and_leaves_no_ghost(bench: Bench) -> None:
    clock = FakeClock()
    bench.tool("slow", Gauge(1.0), ToolPolicy(effect=Effect.READ, concurrency=1, queue_timeout=0.4))
    dispatcher = bench.dispatcher(clock=clock)
    running = asyncio.ensure_future(dispatcher.dispatch(calls("slow", 2)))
    await clock.advance(0.5)
    later = asyncio.ensure_future(dispatcher.dispatch(calls("slow", 1)))
    await clock.advance(0.1)
    await clock.advance(0.3)
    await clock.advance(2.0)
    first, second = (await running).messages
    assert (first.tool_status, second.tool_status, second.tool_retryable) == ("succeeded", "expired", True)
    assert "no place" in second.content
    await later


async def test_x2_a_waiter_that_expired_takes_no_room_in_the_queue(bench: Bench) -> None:
    clock = FakeClock()
    policy = ToolPolicy(effect=Effect.READ, concurrency=1, queue_timeout=1.0, max_pending=1)
    bench.tool("slow", Gauge(1.8), policy)
    dispatcher = bench.dispatcher(clock=clock)
    running = [asyncio.ensure_future(dispatcher.dispatch(calls("slow", 1)))]
    for seconds in (0.1, 1.0):
        running.append(asyncio.ensure_future(dispatcher.dispatch(calls("slow", 1))))
        await clock.advance(seconds)
    running.append(asyncio.ensure_future(dispatcher.dispatch(calls("slow", 1))))
    await clock.advance(4.0)
    assert [(await one).outcomes[0].status for one in running] == ["succeeded", "expired", "rejected", "succeeded"]


async def test_x20_a_wait_ends_with_the_deadline(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("slow", Gauge(5.0), ToolPolicy(effect=Effect.READ, concurrency=1))
    dispatcher = bench.dispatcher(clock=clock)
    holder = asyncio.ensure_future(dispatcher.dispatch(calls("slow", 1)))
    await asyncio.sleep(0)
    (message,) = (await dispatcher.dispatch(calls("slow", 1), scope=Scope(deadline=0.1))).messages
    assert json.loads(message.content)["error"] == "run deadline elapsed before the tool started"
    assert clock.monotonic() == pytest.approx(0.1)
    await holder
    assert bench.ran["slow"] == 1


async def test_x19_a_call_that_waits_for_its_turn_in_the_batch_does_not_start_after_the_deadline(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("slow", Gauge(1.0))
    dispatcher = bench.dispatcher(clock=clock, options=Options(at_once=1))
    first, second = (await dispatcher.dispatch(calls("slow", 2), scope=Scope(deadline=0.5))).outcomes
    assert (first.status, second.status, second.attempts) == ("timed_out", "expired", 0)
    assert bench.ran["slow"] == 1


async def test_x3_a_waiter_that_is_cancelled_gives_its_place_in_the_queue_up(bench: Bench) -> None:
    clock, cancellation = FakeClock(), Cancellation()
    bench.tool("slow", Gauge(1.0), ONE_AT_A_TIME)
    dispatcher = bench.dispatcher(clock=clock)
    holder = asyncio.ensure_future(dispatcher.dispatch(calls("slow", 1)))
    await clock.advance(0.1)
    waiter = asyncio.ensure_future(dispatcher.dispatch(calls("slow", 1), scope=Scope(cancellation=cancellation)))
    await clock.advance(0.1)
    cancellation.cancel()
    with pytest.raises(Cancelled):
        await waiter
    await clock.advance(1.0)
    await holder
    assert bench.ran["slow"] == 1


async def test_a_queue_that_is_full_rejects_what_could_be_tried_later(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("slow", Gauge(1.0), ToolPolicy(effect=Effect.READ, concurrency=1, max_pending=1))
    result = await bench.dispatcher(clock=clock).dispatch(calls("slow", 3))
    assert [message.tool_status for message in result.messages] == ["succeeded", "succeeded", "rejected"]
    assert result.messages[2].tool_retryable


async def test_two_tools_cannot_use_one_key_with_different_numbers_of_places(bench: Bench) -> None:
    bench.tool("one", Gauge(1.0), ToolPolicy(concurrency=1, key="shared"))
    bench.tool("two", Gauge(1.0), ToolPolicy(concurrency=2, key="shared"))
    batch = [ToolCall(id="1", name="one"), ToolCall(id="2", name="two")]
    result = await bench.dispatcher(clock=FakeClock(auto=True)).dispatch(batch)
    assert [outcome.status for outcome in result.outcomes] == ["succeeded", "failed"]
    assert "'shared'" in result.messages[1].content


async def test_a_place_that_comes_to_somebody_who_just_gave_up_goes_on_to_the_next(bench: Bench) -> None:
    clock = FakeClock()
    bench.tool("slow", Gauge(1.0), replace(ONE_AT_A_TIME, queue_timeout=1.0))
    dispatcher = bench.dispatcher(clock=clock)
    running = [asyncio.ensure_future(dispatcher.dispatch(calls("slow", 1)))]
    await clock.advance(0.0)
    running.append(asyncio.ensure_future(dispatcher.dispatch(calls("slow", 1))))
    await clock.advance(0.5)
    running.append(asyncio.ensure_future(dispatcher.dispatch(calls("slow", 1))))
    await clock.advance(4.0)
    statuses = [(await one).outcomes[0].status for one in running]
    assert statuses[0] == "succeeded"
    assert set(statuses) <= {"succeeded", "expired"}
    assert (await asyncio.gather(dispatcher.dispatch([]), return_exceptions=True))[0].messages == ()
    last = asyncio.ensure_future(dispatcher.dispatch(calls("slow", 1)))
    await clock.advance(1.5)
    assert (await last).outcomes[0].ok
