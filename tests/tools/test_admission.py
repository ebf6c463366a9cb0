"""Who may enter a host. Ids name rows of the contract's tables of cases.

There a host admits calls by an arbiter of its own, behind the tool's queue. Here one key does it that several tools
share, with a circuit and a pace behind it.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import pytest

from archivist.dag import FakeClock
from archivist.tools import (
    Cancellation,
    Effect,
    HookBlocked,
    Options,
    Pace,
    RequestRefused,
    Scope,
    ToolCall,
    ToolContext,
    ToolFailure,
    ToolInterrupt,
    ToolPolicy,
)
from tests.tools.bodies import READ, Gauge, flaky, numbered

if TYPE_CHECKING:
    from archivist.tools import Dispatcher, DispatchResult
    from tests.tools.conftest import Bench, Entry

HOST = ToolPolicy(effect=Effect.READ, concurrency=1, key="host:openlibrary.org", breaker="openlibrary.org")
HELD = ToolCall(id="held", name="held")
DOWN = ToolFailure("http_503", "the service is down", retryable=True)


@pytest.fixture(params=[False, True], ids=["two batches", "one batch"])
def together(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def begun(dispatcher: Dispatcher, batch: list[ToolCall], *, together: bool) -> list[asyncio.Future[DispatchResult]]:
    """The calls, in one batch or beside each other."""
    batches = [batch] if together else [[one] for one in batch]
    return [asyncio.ensure_future(dispatcher.dispatch(one)) for one in batches]


async def statuses(running: list[asyncio.Future[DispatchResult]]) -> list[str]:
    return [outcome.status for batch in running for outcome in (await batch).outcomes]


async def test_x5_two_tools_of_one_host_share_its_only_place(bench: Bench, *, together: bool) -> None:
    clock, gauge = FakeClock(auto=True), Gauge(0.1)
    for name in ("one", "two"):
        bench.tool(name, gauge, HOST)
    batch = [ToolCall(id=name, name=name) for name in ("one", "two")]
    running = begun(bench.dispatcher(clock=clock), batch, together=together)
    assert await statuses(running) == ["succeeded"] * 2
    assert gauge.most == 1
    assert clock.monotonic() == pytest.approx(0.2)


End = Literal["returns", "fails", "refuses", "is late", "asks", "blocks", "is cancelled", "is left", "crashes"]
ENDS: tuple[End, ...] = (
    "returns",
    "fails",
    "refuses",
    "is late",
    "asks",
    "blocks",
    "is cancelled",
    "is left",
    "crashes",
)
CUT = frozenset({"is late", "is cancelled", "is left"})


async def ends(end: End, context: ToolContext) -> str:
    """A second's work and its end, or work that somebody has to cut."""
    await context.clock.sleep(60.0 if end in CUT else 1.0)
    errors: dict[End, BaseException] = {
        "fails": OSError("reset"),
        "refuses": RequestRefused("refused", "not like this"),
        "asks": ToolInterrupt("may I?"),
        "blocks": HookBlocked("no", state="failed"),
        "crashes": BaseException("the interpreter is going down"),
    }
    if end in errors:
        raise errors[end]
    return "held"


@pytest.mark.parametrize("end", ENDS)
async def test_x6_who_waits_for_a_host_enters_the_moment_its_place_is_free_however_the_holder_ends(
    entry: Entry, bench: Bench, end: End
) -> None:
    clock, cancellation, entered = FakeClock(), Cancellation(), list[float]()

    bench.tool("held", lambda _, context: ends(end, context), replace(HOST, timeout=1.0 if end == "is late" else 90.0))
    bench.tool("target", lambda _, context: entered.append(context.clock.monotonic()) or "ok", HOST)
    bench.tool("sibling", "sibling ok")
    dispatcher = bench.dispatcher(clock=clock, options=Options(grace=0.0))
    holder = asyncio.ensure_future(dispatcher.dispatch([HELD], scope=Scope(cancellation=cancellation)))
    await clock.advance(0.5)
    waiting = asyncio.ensure_future(entry(bench, dispatcher=dispatcher))
    await clock.advance(0.4)
    assert entered == []
    await clock.advance(0.1)
    if end == "is cancelled":
        cancellation.cancel()
    if end == "is left":
        holder.cancel()
    await clock.advance(0.0)
    assert waiting.done()
    assert waiting.result().target.content == "ok"
    assert entered == [1.0]
    with suppress(BaseException):
        await holder


@pytest.mark.parametrize("by", ["policy", "scope", "outer scope"])
@pytest.mark.parametrize(("waited", "first"), [(76.0, "urgent"), (78.0, "patient")])
async def test_x6_who_has_priority_enters_first_and_whoever_waited_long_enough_before_that(
    bench: Bench, by: str, waited: float, first: str
) -> None:
    clock, order = FakeClock(), list[str]()
    patient = replace(HOST, queue_timeout=900.0)
    bench.tool("held", lambda _, context: context.clock.sleep(100.0), replace(patient, timeout=None))
    bench.tool("patient", lambda *_: order.append("patient") or "ok", patient)
    bench.tool("urgent", lambda *_: order.append("urgent") or "ok", replace(patient, priority=77 * (by == "policy")))
    scope = Scope(priority=0 if by == "policy" else 77)

    async def asks(*_: object) -> str:
        return (await dispatcher.dispatch([ToolCall(id="urgent", name="urgent")])).outcomes[0].content

    bench.tool("asks", asks, replace(READ, timeout=None))
    dispatcher = bench.dispatcher(clock=clock)
    names = ("held", "patient", "asks" if by == "outer scope" else "urgent")
    running = []
    for name, pause in zip(names, (1.0, waited, 100.0), strict=True):
        around = scope if name == names[-1] else Scope()
        running.append(asyncio.ensure_future(dispatcher.dispatch([ToolCall(id=name, name=name)], scope=around)))
        await clock.advance(pause)
    assert order[0] == first
    assert await statuses(running) == ["succeeded"] * 3


@pytest.mark.parametrize("end", [end for end in ENDS if end not in {"fails", "is late"}])
async def test_x6_a_try_after_a_circuits_rest_that_says_nothing_of_the_host_leaves_it_to_the_next(
    entry: Entry, bench: Bench, end: End
) -> None:
    """Who asks a person, or is stopped, has not found out whether the host is well: neither closed nor open for it."""
    clock, cancellation = FakeClock(), Cancellation()
    failures: list[BaseException] = [DOWN] * 5

    async def body(_: object, context: ToolContext) -> str:
        if failures:
            raise failures.pop()
        return await ends(end, context)

    again = flaky([DOWN])
    bench.tool("held", body, replace(HOST, timeout=90.0))
    bench.tool("target", again, HOST)  # type: ignore[arg-type]  # a body
    bench.tool("sibling", "sibling ok")
    dispatcher = bench.dispatcher(clock=clock, options=Options(grace=0.0))
    await dispatcher.dispatch(numbered("held", 5))
    await clock.advance(31.0)
    trying = asyncio.ensure_future(dispatcher.dispatch([HELD], scope=Scope(cancellation=cancellation)))
    await clock.advance(1.0)
    if end == "is cancelled":
        cancellation.cancel()
    if end == "is left":
        trying.cancel()
    await clock.advance(1.0)
    with suppress(BaseException):
        await trying
    codes = [(await entry(bench, dispatcher=dispatcher)).outcomes[-1].code for _ in range(2)]
    known_well = end in {"returns", "refuses"}
    assert codes == ["http_503", "" if known_well else "circuit_open"]


async def test_x7_who_waits_for_a_key_holds_nothing_of_the_host_meanwhile(bench: Bench, *, together: bool) -> None:
    """After a circuit's rest one call may try: it is the one that has its place, and not one that waits for it."""
    clock, gauge = FakeClock(auto=True), Gauge(0.2)
    failures: list[BaseException] = [DOWN] * 5

    async def body(arguments: object, context: ToolContext) -> str:
        if failures:
            raise failures.pop()
        return await gauge(arguments, context)

    bench.tool("read", body, HOST)
    dispatcher = bench.dispatcher(clock=clock)
    await dispatcher.dispatch(numbered("read", 5))
    await clock.advance(31.0)
    assert await statuses(begun(dispatcher, numbered("read", 2), together=together)) == ["succeeded"] * 2
    assert gauge.most == 1


async def test_x7_who_waits_for_a_key_takes_no_place_in_the_pace_of_those_who_run(
    bench: Bench, *, together: bool
) -> None:
    clock, began = FakeClock(auto=True), list[float]()

    async def body(_: object, context: ToolContext) -> str:
        began.append(context.clock.monotonic())
        await context.clock.sleep(3.0)
        return "ok"

    bench.tool("read", body, replace(HOST, pace=Pace(per_second=0.5, burst=1), queue_timeout=4.0))
    assert await statuses(begun(bench.dispatcher(clock=clock), numbered("read", 2), together=together)) == [
        "succeeded",
        "succeeded",
    ]
    assert began == [0.0, 3.0]


Refusal = Literal["queue_full", "circuit_open", "pace"]
STRICT: dict[Refusal, ToolPolicy] = {
    "queue_full": replace(HOST, max_pending=1),
    "circuit_open": HOST,
    "pace": replace(READ, key="host:a", pace=Pace(per_second=0.1, burst=1), queue_timeout=1.0),
}
FREE_AGAIN: dict[Refusal, float] = {"queue_full": 5.0, "circuit_open": 31.0, "pace": 11.0}


@pytest.mark.parametrize("refusal", STRICT)
async def test_x5_x7_who_is_not_admitted_has_not_begun_and_takes_nothing_from_the_next(
    entry: Entry, bench: Bench, refusal: Refusal
) -> None:
    clock = FakeClock()
    failures: list[BaseException] = [DOWN] * 5 if refusal == "circuit_open" else []

    async def body(_: object, context: ToolContext) -> str:
        if failures:
            raise failures.pop()
        await context.clock.sleep(1.0)
        return "ok"

    bench.tool("target", body, STRICT[refusal])
    bench.tool("sibling", "sibling ok")
    dispatcher = bench.dispatcher(clock=clock)
    before = {"queue_full": 2, "circuit_open": 5, "pace": 1}[refusal]
    busy = asyncio.ensure_future(dispatcher.dispatch(numbered("target", before)))
    await clock.advance(0.0)
    ran = bench.ran["target"]
    asking = asyncio.ensure_future(entry(bench, dispatcher=dispatcher))
    await clock.advance(0.0)
    assert asking.done()
    ended = asking.result()
    told, outcome = json.loads(ended.target.content), ended.outcomes[-1]
    assert (outcome.status, outcome.code, outcome.attempts) == ("rejected", refusal, 0)
    assert (told["retryable"], told["effect_uncertain"]) == (True, False)
    assert bench.ran["target"] == ran
    await clock.advance(FREE_AGAIN[refusal])
    later = asyncio.ensure_future(entry(bench, dispatcher=dispatcher))
    await clock.advance(1.5)
    assert (busy.done(), later.done()) == (True, True)
    assert later.result().target.content == "ok"
