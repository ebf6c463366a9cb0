# ruff: noqa: ARG001 -- nodes are given state and run, used or not; pydantic copies defaults
import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator

import pytest

from archivist.dag import (
    Body,
    Builder,
    FakeClock,
    Registry,
    Run,
    node,
)
from archivist.dag.documents import Adaptive, Throttle
from tests.dag.items import AGGREGATE, Probe, Work, over, run


async def test_every_item_is_worked_once_and_gathered_in_order() -> None:
    """7.4.1 and 7.4.13"""
    probe = Probe()
    result = await run(over(probe, target="out"), probe, items=[1, 2, 3, 4, 5])
    assert (result.executed, result.state.out, probe.calls) == (
        ["each", "all", "good"],
        [1, 2, 3, 4, 5],
        [1, 2, 3, 4, 5],
    )


async def test_no_more_items_work_at_a_time_than_the_concurrency() -> None:
    """7.4.2"""
    probe = Probe(waits=1)
    result = await run(over(probe, target="out", field="value", concurrency=2), probe, items=[1, 2, 3, 4, 5, 6])
    assert (probe.most, result.state.out) == (2, [2, 4, 6, 8, 10, 12])


async def test_an_async_source_is_pulled_only_as_items_are_finished() -> None:
    """7.4.3 and 7.4.4: with one worker the sequence is pull, process, pull, process."""
    told: list[str] = []

    async def source() -> AsyncIterator[int]:
        for number in (10, 20, 30):
            told.append(f"pull {number}")
            yield number

    @node("urn:t:node:tell", outputs=("success",))
    async def tell(state: Work, run: Run) -> str:
        await asyncio.sleep(0)
        told.append(f"work {run.item}")
        return "success"

    result = await run(over(tell, target="out"), tell, items=source())
    assert result.state.out == [10, 20, 30]
    assert told == ["pull 10", "work 10", "pull 20", "work 20", "pull 30", "work 30"]


async def test_a_lazy_source_is_not_read_ahead_of_its_workers() -> None:
    pulled: list[int] = []

    def source() -> Iterator[int]:
        for number in range(10):
            pulled.append(number)
            yield number

    probe = Probe(waits=1)
    clock = FakeClock()
    dag = over(probe, target="out", concurrency=3)
    handle = Registry(clock=clock).add(probe, dag).start(dag.id, Work(items=source()))
    await clock.advance(0.5)
    assert pulled == [0, 1, 2]
    await clock.advance(1)
    assert pulled == [0, 1, 2, 3, 4, 5]
    handle.cancel()
    await handle


async def test_the_workers_do_not_run_ahead_of_a_slow_item_without_bound() -> None:
    """Memory and checkpoints are bounded by the concurrency: eight units a worker, and those in work."""
    pulled: list[int] = []

    def source() -> Iterator[int]:
        for number in range(60):
            pulled.append(number)
            yield number

    @node("urn:t:node:b", outputs=("success",))
    async def body(state: Work, run: Run) -> str:
        await run.clock.sleep(100 if run.item == 0 else 1)
        return "success"

    clock = FakeClock()
    dag = over(body, target="out", concurrency=3)
    handle = Registry(clock=clock).add(body, dag).start(dag.id, Work(items=source()))
    await clock.advance(50)
    assert 8 * 3 < len(pulled) <= 9 * 3
    await clock.advance(100)
    assert (await handle).state.out == list(range(60))


async def test_an_async_source_that_is_left_early_is_closed() -> None:
    closed: list[bool] = []

    async def source() -> AsyncIterator[int]:
        try:
            while True:
                yield 1
        finally:
            closed.append(True)

    @node("urn:t:node:stop", outputs=("success",))
    async def stop(state: Work, run: Run) -> str:
        run.cancel("enough")
        return "success"

    result = await run(over(stop, target="out"), stop, items=source())
    assert (result.outcome, closed) == ("cancelled", [True])


async def test_an_async_source_that_can_resume_goes_on_where_it_was() -> None:
    """1.11.2: an async source has no positions, so it says itself how to go on."""

    class Numbers:
        def __init__(self, start: int = 0) -> None:
            self.start = start

        def resume_after(self, count: int) -> "Numbers":
            return Numbers(self.start + count)

        async def __aiter__(self) -> AsyncIterator[int]:
            for number in range(self.start, 6):
                yield number

    probe = Probe()
    stops = node("urn:t:node:stops", outputs=("success",))(_stop_at_three)
    dag = over(stops, target="out", source="stream")
    registry = Registry().add(stops, probe, dag)
    first = await registry.run(dag.id, Work(stream=Numbers()))
    assert (first.outcome, first.state.out) == ("cancelled", [0, 1, 2, 3])

    second = await registry.resume(first.checkpoint, state=first.state)
    assert (second.outcome, second.state.out) == ("completed", [0, 1, 2, 3, 4, 5])


async def _stop_at_three(state: Work, run: Run) -> str:
    if run.item == 3:
        run.cancel("stop")
    return "success"


async def test_a_source_that_is_gone_on_resume_ends_with_what_was_gathered_before() -> None:
    stops = node("urn:t:node:stops", outputs=("success",))(_stop_at_three)
    dag = over(stops, target="out")
    registry = Registry().add(stops, dag)
    first = await registry.run(dag.id, Work(items=[1, 2, 3, 4]))
    second = await registry.resume(first.checkpoint.with_state(items=[]), state=Work)
    assert (second.executed, second.skipped, second.state.out) == (["each", "all", "good"], [], [1, 2, 3])


@pytest.mark.parametrize("concurrency", [1, 3])
async def test_an_endless_source_of_items_that_never_wait_can_be_stopped(concurrency: int) -> None:
    @node("urn:t:node:b", outputs=("success",))
    async def body(state: Work, run: Run) -> str:
        return "success"

    dag = over(body, "discard", concurrency=concurrency)
    result = await Registry().add(body, dag).run(dag.id, Work(items=itertools.count()), deadline=0.01)
    assert result.outcome == "timed_out"


async def test_a_source_that_raises_fails_the_scatter_with_its_name() -> None:
    def source() -> Iterator[int]:
        yield 1
        msg = "no more paper"
        raise OSError(msg)

    probe = Probe()
    result = await run(over(probe, target="out"), probe, items=source())
    assert (result.outcome, result.state.out) == ("failed", [1])
    assert result.error.message == "the source 'items' of scatter 'each' raised OSError: no more paper"


@pytest.mark.parametrize("items", [None, []])
async def test_nothing_to_do_is_skipped_and_takes_the_empty_route(items: object) -> None:
    probe = Probe()
    result = await run(over(probe, target="out"), probe, items=items)
    assert (result.executed, result.skipped) == (["all", "none"], ["each"])


async def test_a_body_finds_its_item_and_its_position_in_the_metadata_too() -> None:
    @node("urn:t:node:look", outputs=("success",))
    async def look(state: Work, run: Run) -> str:
        state.value = [state.metadata["itemIndex"], state.metadata["currentItem"]]
        return "success"

    result = await run(over(look, target="out", field="value"), look, items=["a", "b"])
    assert result.state.out == [[0, "a"], [1, "b"]]


async def test_what_an_item_noted_is_on_the_state_that_was_scattered() -> None:
    @node("urn:t:node:note", outputs=("success",))
    async def notes(state: Work, run: Run) -> str:
        if run.item == 1:
            state.warn("ODD", "one")
        if run.item == 2:
            state.collect_error("TROUBLE", "two")
        return "success"

    result = await run(over(notes, target="out"), notes, items=[0, 1, 2])
    assert [one.message for one in result.state.warnings] == ["one"]
    assert [one.message for one in result.state.errors] == ["two"]


async def test_a_text_is_no_list_of_its_letters() -> None:
    probe = Probe()
    result = await run(over(probe, target="out"), probe, items="abc")
    assert (result.executed, result.skipped, result.state.out) == (["each", "all", "none"], [], [])
    assert result.state.warnings[0].message.startswith("'items' holds a str, which is no list of items")


async def test_a_throttle_is_a_second_gate() -> None:
    """7.4.10"""
    probe = Probe(waits=1)
    dag = over(probe, target="out", concurrency=5)
    scatter = dag.nodes[0]
    slow = scatter.execution.model_copy(update={"throttle": Throttle(concurrency_limit=1)})
    dag = dag.model_copy(update={"nodes": (scatter.model_copy(update={"execution": slow}), *dag.nodes[1:])})
    await run(dag, probe, items=[1, 2, 3])
    assert probe.most == 1


async def test_a_body_that_raises_drains_the_others_and_resumes_without_repeating_them() -> None:
    """1.11: in-flight work drains; acknowledged items are not run again."""
    calls: list[object] = []

    @node("urn:t:node:b", outputs=("success",))
    async def body(state: Work, run: Run) -> str:
        calls.append(run.item)
        await run.clock.sleep(run.item)
        if run.item == 1 and state.value is None:
            msg = "boom"
            raise RuntimeError(msg)
        return "success"

    dag = over(body, target="out", concurrency=2)
    registry = Registry(clock=FakeClock(auto=True)).add(body, dag)
    first = await registry.run(dag.id, Work(items=[3, 1, 2]))
    assert (first.outcome, first.cursor, calls, first.state.out) == ("failed", f"{dag.id}/node/each", [3, 1], [3])

    calls.clear()
    second = await registry.resume(first.checkpoint.with_state(value="mended"))
    assert (second.outcome, second.state.out, calls) == ("completed", [3, 1, 2], [1, 2])


async def test_of_several_bodies_that_raise_the_first_is_told() -> None:
    @node("urn:t:node:b", outputs=("success",))
    async def body(state: Work, run: Run) -> str:
        await run.clock.sleep(run.item)
        msg = f"after {run.item}"
        raise RuntimeError(msg)

    result = await run(over(body, target="out", concurrency=3), body, items=[3, 1, 2])
    assert result.outcome == "failed"
    assert result.error.message.endswith("raised RuntimeError: after 1")


async def test_a_body_graph_that_raises_is_an_error_of_its_item_and_sinks_no_other() -> None:
    @node("urn:t:node:b", outputs=("success",))
    async def body(state: Work, run: Run) -> str:
        return "success" if run.item != 2 else 1 / 0

    inner = Builder("urn:t:dag:inner").single("b", body, success="end").terminal("end").build()
    result = await run(over(inner, "collect", target="out", concurrency=2), body, inner, items=[1, 2, 3])
    assert (result.state.out, result.terminals) == (["success", "error", "success"], ["bad"])
    assert "ZeroDivisionError" in result.state.errors[0].message


def test_a_body_may_be_named_by_iri() -> None:
    dag = (
        Builder("urn:t:dag:n")
        .scatter("s", "items", Body(node="urn:t:node:x"), routes=dict.fromkeys(AGGREGATE, "end"))
        .terminal("end")
        .build()
    )
    assert dag.nodes[0].body == Body(node="urn:t:node:x")


async def test_a_state_that_cannot_be_copied_fails_the_run_with_a_sentence() -> None:
    class Stuck:
        def __deepcopy__(self, memo: object) -> object:
            msg = "made of stone"
            raise TypeError(msg)

    probe = Probe()
    result = (
        await Registry().add(probe, over(probe, target="out")).run("urn:t:dag:over", Work(items=[1], stream=Stuck()))
    )
    assert result.outcome == "failed"
    assert result.error.message == "item 0 of scatter 'each' could not be run: TypeError: made of stone"


async def test_an_adaptive_throttle_narrows_after_a_failure_and_widens_again() -> None:
    probe = Probe(waits=1, fails=[0, 1, 2, 3])
    dag = over(probe, "discard", concurrency=4)
    scatter = dag.nodes[0]
    narrow = Throttle(concurrency_limit=4, adaptive=Adaptive(enabled=True))
    execution = scatter.execution.model_copy(update={"throttle": narrow})
    dag = dag.model_copy(update={"nodes": (scatter.model_copy(update={"execution": execution}), *dag.nodes[1:])})
    at_a_time: list[int] = []

    class Watching(Probe):
        async def execute(self, state: Work, run: Run) -> str:
            at_a_time.append(self.working + 1)
            return await super().execute(state, run)

    watching = Watching(waits=1, fails=[0, 1, 2, 3])
    await run(dag, watching, items=list(range(12)))
    assert at_a_time[:4] == [1, 2, 3, 4]  # the first four start together and fail
    assert at_a_time[4] == 1  # so one is left at a time
    assert max(at_a_time[5:]) > 1  # and success widens it again
