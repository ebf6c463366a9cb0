"""Places of a batch and of a key, and who waits for them. Ids name rows of the contract's tables of cases."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from archivist.dag import FakeClock
from archivist.tools import Cancellation, Cancelled, Effect, Options, Scope, ToolCall, ToolPolicy
from tests.tools.bodies import ONE_AT_A_TIME, Gauge, calls, numbered

if TYPE_CHECKING:
    from archivist.tools import Dispatcher, DispatchResult
    from tests.tools.conftest import Bench, Entry

ONE = 1
"""A call alone; the tables are run for it and for a batch."""


def begun(dispatcher: Dispatcher, batch: list[ToolCall]) -> asyncio.Future[DispatchResult]:
    """The batch, running beside whoever goes on."""
    return asyncio.ensure_future(dispatcher.dispatch(batch))


async def ran(bench: Bench, batch: list[ToolCall], scope: Scope | None = None, **how: object) -> DispatchResult:
    """How the batch ended."""
    return await bench.dispatcher(**how).dispatch(batch, scope=scope or Scope())


def statuses(ended: DispatchResult) -> list[str]:
    return [message.tool_status for message in ended.messages]


@pytest.mark.parametrize("count", [ONE, 3, 20])
async def test_p2_pa3_pa4_calls_of_one_batch_overlap(bench: Bench, count: int) -> None:
    clock, gauge = FakeClock(auto=True), Gauge(0.3)
    for at in range(count):
        bench.tool(f"t{at}", gauge)
    batch = [ToolCall(id=str(at), name=f"t{at}") for at in range(count)]
    ended = await ran(bench, batch, clock=clock, options=Options(at_once=count))
    assert statuses(ended) == ["succeeded"] * count
    assert clock.monotonic() == pytest.approx(0.3)
    assert gauge.most == count


async def test_p7_calls_of_one_key_that_may_write_come_one_after_the_other(bench: Bench) -> None:
    clock, gauge = FakeClock(auto=True), Gauge(0.3)
    bench.tool("write", gauge, ToolPolicy())
    ended = await ran(bench, numbered("write", 20), clock=clock)
    assert statuses(ended) == ["succeeded"] * 20
    assert gauge.most == 1
    assert clock.monotonic() == pytest.approx(6.0)


async def test_calls_of_one_read_tool_overlap(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("read", Gauge(0.3))
    await ran(bench, numbered("read", 4), clock=clock)
    assert clock.monotonic() == pytest.approx(0.3)


async def test_no_more_calls_of_a_batch_run_at_once_than_the_dispatcher_allows(bench: Bench) -> None:
    clock, gauge = FakeClock(auto=True), Gauge(1.0)
    bench.tool("read", gauge)
    await ran(bench, numbered("read", 10), clock=clock, options=Options(at_once=4))
    assert gauge.most == 4
    assert clock.monotonic() == pytest.approx(3.0)


async def test_x4_a_key_made_of_an_argument_has_its_own_places(bench: Bench) -> None:
    clock, gauge = FakeClock(auto=True), Gauge(0.15)
    bench.tool("edit", gauge, ToolPolicy(concurrency=2, key="workspace:{arg:workspace_id}"))
    batch = [
        ToolCall(id=str(at), name="edit", arguments=json.dumps({"workspace_id": place, "n": at}))
        for at, place in enumerate(["w-1", "w-1", "w-1", "w-1", "w-2"])
    ]
    assert statuses(await ran(bench, batch, clock=clock, options=Options(at_once=5))) == ["succeeded"] * 5
    assert gauge.most == 3
    assert clock.monotonic() == pytest.approx(0.3)


async def test_a_key_whose_argument_is_missing_fails_closed(entry: Entry, bench: Bench) -> None:
    bench.tool("target", policy=ToolPolicy(key="workspace:{arg:zz}"))
    told = json.loads((await entry(bench)).target.content)
    assert (told["status"], told["error"]) == ("failed", "tool resource template requires argument 'zz'")
    assert bench.ran["target"] == 0


@pytest.mark.parametrize("together", [False, True], ids=["two batches", "one batch"])
async def test_x2_who_waits_too_long_expires_and_leaves_no_ghost(bench: Bench, *, together: bool) -> None:
    clock = FakeClock()
    bench.tool("slow", Gauge(1.0), ToolPolicy(effect=Effect.READ, concurrency=1, queue_timeout=0.4))
    dispatcher, (one, two, three) = bench.dispatcher(clock=clock), numbered("slow", 3)
    batches = [[one, two]] if together else [[one], [two]]
    running = [begun(dispatcher, batch) for batch in batches]
    await clock.advance(0.9)
    later = begun(dispatcher, [three])
    await clock.advance(3.0)
    first, second = [message for batch in running for message in (await batch).messages]
    assert (first.tool_status, second.tool_status, second.tool_retryable) == ("succeeded", "expired", True)
    assert "no place" in second.content
    assert statuses(await later) == ["succeeded"]


async def test_x2_a_waiter_that_expired_takes_no_room_in_the_queue(bench: Bench) -> None:
    clock = FakeClock()
    policy = ToolPolicy(effect=Effect.READ, concurrency=1, queue_timeout=1.0, max_pending=1)
    bench.tool("slow", Gauge(1.8), policy)
    dispatcher = bench.dispatcher(clock=clock)
    running = [begun(dispatcher, calls("slow", 1))]
    for seconds in (0.1, 1.0):
        running.append(begun(dispatcher, calls("slow", 1)))
        await clock.advance(seconds)
    running.append(begun(dispatcher, calls("slow", 1)))
    await clock.advance(4.0)
    ended = [statuses(await one)[0] for one in running]
    assert ended == ["succeeded", "expired", "rejected", "succeeded"]


async def test_x20_a_wait_ends_with_the_deadline(entry: Entry, bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("target", Gauge(5.0), ONE_AT_A_TIME)
    bench.tool("sibling", "sibling ok")
    dispatcher = bench.dispatcher(clock=clock)
    holder = asyncio.ensure_future(dispatcher.dispatch([ToolCall(id="first", name="target")]))
    await asyncio.sleep(0)
    ended = await entry(bench, dispatcher=dispatcher, scope=Scope(deadline=0.1))
    assert json.loads(ended.target.content)["error"] == "run deadline elapsed before the tool started"
    assert ended.target.tool_status == "expired"
    assert clock.monotonic() == pytest.approx(0.1)
    await holder
    assert bench.ran["target"] == 1


async def test_x19_a_call_that_waits_for_its_turn_in_the_batch_does_not_start_after_the_deadline(bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("slow", Gauge(1.0))
    ended = await ran(bench, numbered("slow", 2), clock=clock, options=Options(at_once=1), scope=Scope(deadline=0.5))
    assert statuses(ended) == ["timed_out", "expired"]
    assert bench.ran["slow"] == 1


async def test_x3_a_waiter_that_is_cancelled_gives_its_place_in_the_queue_up(entry: Entry, bench: Bench) -> None:
    clock, cancellation = FakeClock(), Cancellation()
    bench.tool("target", Gauge(1.0), ONE_AT_A_TIME)
    bench.tool("sibling", "sibling ok")
    dispatcher = bench.dispatcher(clock=clock)
    holder = asyncio.ensure_future(dispatcher.dispatch([ToolCall(id="first", name="target")]))
    await clock.advance(0.1)
    waiter = asyncio.ensure_future(entry(bench, dispatcher=dispatcher, scope=Scope(cancellation=cancellation)))
    await clock.advance(0.1)
    cancellation.cancel()
    assert isinstance((await waiter).raised, Cancelled)
    later = asyncio.ensure_future(dispatcher.dispatch([ToolCall(id="later", name="target")]))
    await clock.advance(2.0)
    await holder
    assert (await later).outcomes[0].ok
    assert bench.ran["target"] == 2


async def test_who_waits_longest_is_next_and_nobody_looks_twice(bench: Bench) -> None:
    """The original looked every millisecond whether a place was free: 1.2 ms a call; here no time passes at all."""
    clock, order = FakeClock(auto=True), list[object]()
    bench.tool("edit", lambda arguments, _: order.append(arguments["n"]) or "ok", ToolPolicy())
    result = await bench.dispatcher(clock=clock, options=Options(at_once=60)).dispatch(numbered("edit", 60))
    assert statuses(result) == ["succeeded"] * 60
    assert order == list(range(60))
    assert (clock.monotonic(), clock.slept) == (0.0, [])


async def test_a_queue_that_is_full_rejects_what_could_be_tried_later(bench: Bench) -> None:
    bench.tool("slow", Gauge(1.0), ToolPolicy(effect=Effect.READ, concurrency=1, max_pending=1))
    ended = await ran(bench, numbered("slow", 3), clock=FakeClock(auto=True))
    assert statuses(ended) == ["succeeded", "succeeded", "rejected"]
    assert ended.messages[2].tool_retryable


async def test_two_tools_cannot_use_one_key_with_different_numbers_of_places(bench: Bench) -> None:
    bench.tool("one", Gauge(1.0), ToolPolicy(concurrency=1, key="shared"))
    bench.tool("two", Gauge(1.0), ToolPolicy(concurrency=2, key="shared"))
    batch = [ToolCall(id="1", name="one"), ToolCall(id="2", name="two")]
    ended = await ran(bench, batch, clock=FakeClock(auto=True))
    assert statuses(ended) == ["succeeded", "failed"]
    assert "'shared'" in ended.messages[1].content


async def test_a_place_that_comes_to_somebody_who_just_gave_up_goes_on_to_the_next(bench: Bench) -> None:
    clock = FakeClock()
    bench.tool("slow", Gauge(1.0), replace(ONE_AT_A_TIME, queue_timeout=1.0))
    dispatcher = bench.dispatcher(clock=clock)
    running = [begun(dispatcher, calls("slow", 1))]
    await clock.advance(0.0)
    running.append(begun(dispatcher, calls("slow", 1)))
    await clock.advance(0.5)
    running.append(begun(dispatcher, calls("slow", 1)))
    await clock.advance(4.0)
    ended = [statuses(await one)[0] for one in running]
    assert ended[0] == "succeeded"
    assert set(ended) <= {"succeeded", "expired"}
    last = begun(dispatcher, calls("slow", 1))
    await clock.advance(1.5)
    assert statuses(await last) == ["succeeded"]
