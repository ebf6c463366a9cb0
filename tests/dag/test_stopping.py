# ruff: noqa: ARG001, ARG005 -- nodes are given state and run, used or not; pydantic copies defaults
import asyncio
from collections.abc import Callable

import pytest

from archivist.dag import (
    Builder,
    Event,
    FakeClock,
    NodeTimeoutError,
    Registry,
    Run,
    Timer,
    node,
)
from tests.dag.logs import SLOW, STEP, Log, chain, logs, slow


async def test_a_run_stopped_before_its_start_does_nothing() -> None:
    """7.2.18"""
    dag = chain("a", "b").build()
    handle = Registry().add(STEP, dag).start(dag.id, Log())
    handle.cancel("changed my mind")
    result = await handle
    assert (result.outcome, result.executed, result.cursor) == ("cancelled", [], f"{dag.id}/node/a")


async def test_the_first_reason_to_stop_stands() -> None:
    dag = chain("a").build()
    handle = Registry().add(STEP, dag).start(dag.id, Log())
    handle.cancel("first")
    handle.cancel("second")
    assert (await handle).reason == "first"


class Watched(FakeClock):
    """Knows which of its timers are still to come."""

    def __init__(self) -> None:
        super().__init__(auto=True)
        self.due: set[object] = set()

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        timer, due = super().call_later(seconds, callback), self.due

        class Known:
            def cancel(self) -> None:
                timer.cancel()
                due.discard(self)

        known = Known()
        due.add(known)
        return known


async def test_a_run_that_ends_in_time_leaves_no_timer_behind() -> None:
    clock, dag = Watched(), chain("a").build()
    result = await Registry(clock=clock).add(STEP, dag).run(dag.id, Log(), deadline=100)
    assert (result.outcome, clock.due) == ("completed", set())


async def test_a_stop_inside_a_node_takes_effect_before_the_next() -> None:
    """7.2.19"""
    stop = logs("b", then=lambda state, run: run.cancel("stop") or "success")
    dag = (
        Builder("urn:t:dag:s")
        .single("a", STEP, success="b")
        .single("b", stop, success="c")
        .single("c", STEP, success="end")
        .terminal("end")
        .build()
    )
    result = await Registry().add(STEP, stop, dag).run(dag.id, Log())
    assert (result.executed, result.cursor) == (["a", "b"], f"{dag.id}/node/c")


async def test_a_deadline_ends_a_slow_node() -> None:
    """7.2.20"""
    result = await Registry(clock=FakeClock(auto=True)).add(slow, SLOW).run(SLOW.id, Log(), deadline=0.025)
    assert (result.outcome, result.state.log, result.cursor) == ("timed_out", ["cancelled"], f"{SLOW.id}/node/slow")


async def test_a_node_s_own_timeout_fails_the_run_and_names_the_node() -> None:
    """7.2.21: the error is told once."""
    limited = node("urn:t:node:slow", outputs=("success",), timeout=0.5)(slow.execute)
    events: list[Event] = []
    result = await Registry(clock=FakeClock(auto=True)).add(limited, SLOW).run(SLOW.id, Log(), on_event=events.append)

    assert (result.outcome, result.cursor, result.state.log) == ("failed", f"{SLOW.id}/node/slow", ["cancelled"])
    assert isinstance(result.error, NodeTimeoutError)
    assert "longer than its 0.5 s" in result.error.message
    assert [event.detail["code"] for event in events if event.kind == "error"] == ["NODE_TIMEOUT"]


async def test_cancelling_the_caller_cancels_the_run() -> None:
    before, state, started = asyncio.all_tasks(), Log(), asyncio.Event()

    @node("urn:t:node:slow", outputs=("success",))
    async def hangs(state: Log, run: Run) -> str:
        started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            state.log.append("cancelled")
            raise
        return "success"

    task = asyncio.create_task(Registry().add(hangs, SLOW).run(SLOW.id, state))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert state.log == ["cancelled"]
    assert asyncio.all_tasks() <= before


async def test_an_endless_loop_of_nodes_that_never_wait_can_be_stopped() -> None:
    forever = logs("a", "again", "done")
    dag = Builder("urn:t:dag:f").single("a", forever, again="a", done="end").terminal("end").build()
    result = await Registry().add(forever, dag).run(dag.id, Log(), deadline=0.01)
    assert result.outcome == "timed_out"
