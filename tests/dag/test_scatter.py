# ruff: noqa: ARG001, ARG002, RUF012 -- nodes are given state and run, used or not; pydantic copies defaults
import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

import pytest
from pydantic import Field

from archivist.dag import (
    Body,
    Builder,
    Bundle,
    Dag,
    DagReference,
    Event,
    FakeClock,
    GatherRecord,
    Node,
    Registry,
    Run,
    State,
    node,
)
from archivist.dag.documents import Adaptive, Throttle

AGGREGATE = ("all-success", "partial", "all-error", "empty")


class Work(State):
    items: object = []
    stream: object = Field(None, exclude=True)  # a source without a JSON form is handed in again on resume
    others: list[int] = []
    out: list[object] = []
    evens: list[int] = []
    odds: list[int] = []
    value: object = None
    summary: object = None


class Probe(Node[Work]):
    """A body that doubles its item, counts what runs at a time, and waits as long as the item says."""

    id = "urn:t:node:probe"
    outputs = ("success", "error", "even", "odd")

    def __init__(self, *, waits: float = 0.0, by_parity: bool = False, fails: Sequence[int] = ()) -> None:
        self.waits = waits
        self.by_parity = by_parity
        self.fails = set(fails)
        self.calls: list[object] = []
        self.working = 0
        self.most = 0

    async def execute(self, state: Work, run: Run) -> str:
        self.calls.append(run.item)
        self.working += 1
        self.most = max(self.most, self.working)
        await run.clock.sleep(self.waits)
        self.working -= 1
        state.value = run.item * 2
        if self.by_parity:
            return "odd" if run.item % 2 else "even"
        return "error" if run.item in self.fails else "success"


def over(  # noqa: PLR0913 - what the cases vary
    body: object,
    strategy: str = "append",
    *,
    concurrency: int = 1,
    reducer: str = "aggregate",
    ports: Sequence[str] = AGGREGATE,
    include_errors: bool | None = None,
    source: str = "items",
    reservoir: tuple[str, int] | tuple[str, int, float] | None = None,
    **gather: object,
) -> Dag:
    """A scatter of ``items`` over a body, gathered into ``out``."""
    return (
        Builder("urn:t:dag:over")
        .scatter(
            "each",
            source,
            body,
            concurrency=concurrency,
            reducer=reducer,
            reservoir=reservoir,
            routes=dict.fromkeys(ports, "all"),
        )
        .gather(
            "all",
            ["each"],
            strategy,
            include_errors=include_errors,
            success="good",
            error="bad",
            empty="none",
            **gather,
        )
        .terminal("good")
        .terminal("bad", "failed")
        .terminal("none")
        .build()
    )


async def run(dag: Dag, *parts: object, items: object, clock: FakeClock | None = None, **more: object) -> object:
    registry = Registry(clock=clock or FakeClock(auto=True)).bundle(
        Bundle(
            nodes=[one for one in parts if not isinstance(one, Dag) and hasattr(one, "execute")],
            dags=[dag, *(one for one in parts if isinstance(one, Dag))],
            strategies=[one for one in parts if hasattr(one, "reduce")],
        )
    )
    return await registry.run(dag.id, Work(items=items), **more)


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


async def test_records_are_parted_by_port() -> None:
    """7.4.11"""
    probe = Probe(by_parity=True)
    dag = over(probe, "partition", partitions={"even": "evens", "odd": "odds"})
    result = await run(dag, probe, items=[1, 2, 3, 4, 5])
    assert (result.state.evens, result.state.odds) == ([2, 4], [1, 3, 5])


async def test_a_custom_node_sees_every_record() -> None:
    """7.4.12"""

    @node("urn:t:node:summary", outputs=("success",))
    async def summary(state: Work, run: Run) -> str:
        state.summary = [
            (record["source"], record["result"], record["output"]) for record in state.metadata["gatherResults"]
        ]
        return "success"

    probe = Probe()
    dag = (
        Builder("urn:t:dag:over")
        .scatter("each", "items", probe, routes=dict.fromkeys(AGGREGATE, "all"))
        .gather("all", {"each": "value"}, "custom", custom_node=summary, success="end", error="end", empty="end")
        .terminal("end")
        .build()
    )
    result = await run(dag, probe, summary, items=[1, 2, 3])
    assert result.state.summary == [(f"{dag.id}/node/each", 2 * n, "success") for n in (1, 2, 3)]


async def test_map_makes_lists_for_a_single_record_too() -> None:
    """7.4.14"""
    probe = Probe()
    result = await run(over(probe, "map", mapping={"value": "out"}), probe, items=[4])
    assert result.state.out == [8]


class Hello(Node[Work]):
    id = "urn:t:node:hello"
    outputs = ("success", "error")

    async def execute(self, state: Work, run: Run) -> str:
        state.value = run.name
        return "error" if run.name == "b" else "success"


@pytest.mark.parametrize(
    ("policy", "include", "out", "terminal"),
    [
        (None, None, ["a", "b", "c"], "bad"),
        ("any", None, ["a"], "good"),
        (2, None, ["a", "b"], "bad"),
        (3, None, ["a", "b", "c"], "bad"),
        (None, False, ["a", "c"], "good"),
    ],
)
async def test_branches_are_gathered_as_the_policy_says(
    policy: object, include: object, out: list[str], terminal: str
) -> None:
    """7.4.15"""
    hello = Hello()
    builder = Builder("urn:t:dag:branches")
    for name in "abc":
        builder.single(name, hello, success="join", error="join")
    dag = (
        builder.gather(
            "join",
            ["a", "b", "c"],
            "append",
            target="out",
            field="value",
            policy=policy,
            include_errors=include,
            success="good",
            error="bad",
            empty="none",
        )
        .terminal("good")
        .terminal("bad", "failed")
        .terminal("none")
        .entrypoints(main="a", second="b", third="c")
        .build()
    )
    result = await Registry().add(hello, dag).run(dag.id, Work())
    assert (result.state.out, result.terminals) == (out, [terminal])


async def test_what_comes_straight_from_an_entrypoint_is_named_after_it() -> None:
    """7.4.16"""
    dag = (
        Builder("urn:t:dag:entry")
        .gather(
            "join", ["entrypoint/main"], "append", target="out", field="value", success="end", error="end", empty="end"
        )
        .terminal("end")
        .build()
    )
    assert list(dag.nodes[0].sources) == ["urn:t:dag:entry/entrypoint/main"]
    result = await Registry().add(dag).run(dag.id, Work(value=7))
    assert result.state.out == [7]


async def test_an_embedded_graph_s_result_reaches_the_gather() -> None:
    """7.4.18"""
    hello = Hello()
    inner = Builder("urn:t:dag:inner").single("in", hello, success="end", error="end").terminal("end").build()
    results: list[object] = []

    @node("urn:t:node:look", outputs=("success",))
    async def look(state: Work, run: Run) -> str:
        results.extend(record["result"] for record in state.metadata["gatherResults"])
        return "success"

    dag = (
        Builder("urn:t:dag:o")
        .embed("sub", inner, result_field="value", success="join", error="join")
        .gather("join", ["sub"], "custom", custom_node=look, success="end", error="end", empty="end")
        .terminal("end")
        .build()
    )
    await Registry().add(hello, inner, look, dag).run(dag.id, Work())
    assert results == ["in"]


@pytest.mark.parametrize(
    ("reducer", "fails", "port"),
    [
        ("aggregate", (), "all-success"),
        ("aggregate", (1,), "partial"),
        ("aggregate", (1, 2), "all-error"),
        ("all-success", (), "success"),
        ("all-success", (1,), "error"),
        ("any-success", (1,), "success"),
        ("any-success", (1, 2), "error"),
        ("terminal", (1,), "error"),
        ("terminal", (2,), "success"),
    ],
)
async def test_reducers_name_the_output(reducer: str, fails: Sequence[int], port: str) -> None:
    """7.4.19"""
    probe, events = Probe(fails=fails), []
    ports = AGGREGATE if reducer == "aggregate" else ("success", "error")
    await run(over(probe, "discard", reducer=reducer, ports=ports), probe, items=[1, 2], on_event=events.append)
    (ended,) = [event for event in events if event.kind == "node-end" and event.name == "each"]
    assert ended.output == port


async def test_a_reducer_and_a_strategy_of_ones_own_are_used_by_name() -> None:
    class Longest:
        name = "longest"

        def __init__(self) -> None:
            self.told: list[str] = []

        def initial(self, config: Mapping[str, object], state: Work) -> None:
            self.told.append("initial")
            state.summary = ""

        def reduce(self, config: Mapping[str, object], records: Sequence[GatherRecord], state: Work) -> None:
            self.told.append("reduce")
            state.summary = max([state.summary, *(str(record.item) for record in records)], key=len)

        def finalize(self, config: Mapping[str, object], records: Sequence[GatherRecord], state: Work) -> None:
            self.told.append(f"finalize with {len(records)}")

    probe, longest = Probe(), Longest()
    result = await run(over(probe, "longest"), probe, longest, items=[1, 1000, 20])
    assert result.state.summary == "1000"
    assert longest.told == ["initial", "reduce", "reduce", "reduce", "finalize with 0"]


async def test_a_strategy_begins_once_and_not_again_on_resume() -> None:
    """7.4.24 and 7.4.8: an aborted run and its resume make the same as one run."""
    begun: list[int] = []

    class Collecting:
        name = "collecting"

        def initial(self, config: object, state: Work) -> None:
            begun.append(1)

        def reduce(self, config: object, records: Sequence[GatherRecord], state: Work) -> None:
            state.out.extend(record.item for record in records)

    @node("urn:t:node:stop", outputs=("success",))
    async def stop(state: Work, run: Run) -> str:
        if run.index == 50 and state.value is None:
            run.cancel("halfway")
        return "success"

    collecting = Collecting()
    dag = over(stop, "collecting", concurrency=4)
    registry = Registry().bundle(Bundle(nodes=[stop], dags=[dag], strategies=[collecting]))
    first = await registry.run(dag.id, Work(items=list(range(200))))
    assert first.outcome == "cancelled"
    second = await registry.resume(first.checkpoint.with_state(value="go on"))
    assert (second.state.out, begun) == (list(range(200)), [1])


async def test_a_strategy_that_raises_names_itself_and_its_gather() -> None:
    class Broken:
        name = "broken"

        def reduce(self, config: object, records: Sequence[GatherRecord], state: Work) -> None:
            raise ZeroDivisionError

    probe = Probe()
    result = await run(over(probe, "broken"), probe, Broken(), items=[1])
    assert result.error.message == "strategy 'broken' of gather 'all' raised ZeroDivisionError: "


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


async def test_a_body_graph_that_raises_is_an_error_of_its_item_and_sinks_no_other() -> None:
    @node("urn:t:node:b", outputs=("success",))
    async def body(state: Work, run: Run) -> str:
        return "success" if run.item != 2 else 1 / 0

    inner = Builder("urn:t:dag:inner").single("b", body, success="end").terminal("end").build()
    result = await run(over(inner, "collect", target="out", concurrency=2), body, inner, items=[1, 2, 3])
    assert (result.state.out, result.terminals) == (["success", "error", "success"], ["bad"])
    assert "ZeroDivisionError" in result.state.errors[0].message


# --- dynamic references ----------------------------------------------------------------------------------------------


CANDIDATES = DagReference(from_="item", path="dagIri", candidates=["urn:t:dag:one", "urn:t:dag:two"])


def candidates(probe: Node[Work]) -> list[Dag]:
    return [Builder(iri).single("b", probe, success="end").terminal("end").build() for iri in CANDIDATES.candidates]


async def test_each_item_names_its_graph_and_a_name_that_is_no_candidate_is_an_error_of_the_item() -> None:
    """7.4.22 and 7.4.23: which graph each item selected is told by its events."""

    @node("urn:t:node:path", outputs=("success",))
    async def told(state: Work, run: Run) -> str:
        state.value = run.dag
        return "success"

    events: list[Event] = []
    items = [
        {"dagIri": "urn:t:dag:one"},
        {"dagIri": "urn:t:dag:two"},
        {"dagIri": "urn:t:dag:three"},
        {"dagIri": "bare"},
        {},
    ]
    result = await run(
        over(CANDIDATES, "append", target="out", field="value"),
        told,
        *candidates(told),
        items=items,
        on_event=events.append,
    )

    assert result.state.out[:2] == ["urn:t:dag:one", "urn:t:dag:two"]
    assert result.terminals == ["bad"]
    notes = [error.message for error in result.state.errors]
    assert notes[0] == "item 2 of 'each' names 'urn:t:dag:three', which is no candidate (urn:t:dag:one, urn:t:dag:two)"
    assert len(notes) == 3
    selected = [(event.index, event.detail["dag"]) for event in events if event.kind == "item-start"]
    assert selected == [(0, "urn:t:dag:one"), (1, "urn:t:dag:two"), (2, None), (3, None), (4, None)]


@pytest.mark.parametrize("value", ["", None, "urn:t:dag:three", "bare", "no:prefix"])
async def test_a_state_that_names_no_candidate_takes_error(value: object) -> None:
    """1.10: the original rejects the whole run for a bare name (its README, 2 and 3)."""
    reference = DagReference(from_="state", path="value", candidates=["urn:t:dag:one"])
    dag = (
        Builder("urn:t:dag:o")
        .embed("sub", reference, success="good", error="bad")
        .terminal("good")
        .terminal("bad", "failed")
        .build()
    )
    end = Builder("urn:t:dag:one").terminal("end").build()
    result = await Registry().add(end, dag).run(dag.id, Work(value=value))
    assert result.terminals == ["bad"]
    assert [error.code for error in result.state.errors] == ["NO_CANDIDATE"]


async def test_ten_thousand_dynamic_items_run() -> None:
    """7.4.25"""
    end = [Builder(iri).terminal("end").build() for iri in CANDIDATES.candidates]
    items = [{"dagIri": CANDIDATES.candidates[number % 2]} for number in range(10_000)]
    result = await run(over(CANDIDATES, "discard", concurrency=8), *end, items=items)
    assert result.terminals == ["good"]


# --- reservoir -------------------------------------------------------------------------------------------------------


class Batches(Node[Work]):
    id = "urn:t:node:batches"
    outputs = ("success", "error")

    def __init__(self, *, crash_on: int = 0) -> None:
        self.batches: list[list[object]] = []
        self.crash_on = crash_on

    async def execute_many(self, states: list[Work], run: Run) -> list[str]:
        items = [state.metadata["currentItem"] for state in states]
        self.batches.append(items)
        if len(self.batches) == self.crash_on:
            msg = "the third batch"
            raise RuntimeError(msg)
        for state, item in zip(states, items, strict=True):
            state.value = item["n"]
        await asyncio.sleep(0)
        return ["success"] * len(states)


def keyed(*keys: str) -> list[dict[str, object]]:
    return [{"k": key, "n": number} for number, key in enumerate(keys)]


@pytest.mark.parametrize(
    ("keys", "capacity", "sizes"),
    [
        (["a"] * 1000, 100, [100] * 10),
        (["a", "b", "c"] * 100, 100, [100] * 3),
        (["a", "b", "c"] * 50, 100, [50] * 3),
        (["a", "b"] * 10, 5, [5] * 4),
    ],
)
@pytest.mark.parametrize("concurrency", [1, 3])
async def test_a_reservoir_releases_full_buckets_and_never_mixes_keys(
    keys: list[str], capacity: int, sizes: list[int], concurrency: int
) -> None:
    """7.4.21"""
    batches = Batches()
    dag = over(batches, target="out", field="value", reservoir=("k", capacity), concurrency=concurrency)
    result = await run(dag, batches, items=keyed(*keys))
    assert [len(batch) for batch in batches.batches] == sizes
    assert all(len({item["k"] for item in batch}) == 1 for batch in batches.batches)
    assert sorted(result.state.out) == list(range(len(keys)))


async def test_a_reservoir_that_crashed_goes_on_without_repeating_what_was_gathered() -> None:
    """7.4.21: a crash on the third batch; ten gathered; fifteen unique after the resume."""
    batches = Batches(crash_on=3)
    dag = over(batches, target="out", field="value", reservoir=("k", 5))
    registry = Registry().add(batches, dag)
    first = await registry.run(dag.id, Work(items=keyed(*["a", "b", "c"] * 5)))
    assert (first.outcome, first.cursor, len(first.state.out)) == ("failed", f"{dag.id}/node/each", 10)

    second = await registry.resume(first.checkpoint, state=Work)
    assert second.outcome == "completed"
    assert sorted(second.state.out) == list(range(15))


async def test_an_idle_bucket_is_released_once_and_only_when_an_idle_time_is_set() -> None:
    """7.4.21: idle release, no timer without it, no double release."""
    clock, gate = FakeClock(), asyncio.Event()

    async def source() -> AsyncIterator[dict[str, object]]:
        for item in keyed("a", "a", "b"):
            yield item
        await gate.wait()
        yield {"k": "a", "n": 3}

    batches = Batches()
    dag = over(batches, target="out", field="value", reservoir=("k", 3, 2.0))
    handle = Registry(clock=clock).add(batches, dag).start(dag.id, Work(items=source()))
    await clock.advance(1.9)
    assert batches.batches == []
    await clock.advance(0.2)
    assert [[item["n"] for item in batch] for batch in batches.batches] == [[0, 1], [2]]
    await clock.advance(10)
    assert len(batches.batches) == 2
    gate.set()
    result = await handle
    assert result.state.out == [0, 1, 2, 3]

    silent = FakeClock()
    dag = over(batches, target="out", field="value", reservoir=("k", 3))
    await Registry(clock=silent).add(batches, dag).run(dag.id, Work(items=keyed("a", "b")))
    assert silent.monotonic() == 0
    assert not silent.slept


async def test_an_item_without_the_key_field_has_a_bucket_of_its_own() -> None:
    batches = Batches()
    dag = over(batches, target="out", field="value", reservoir=("k", 2))
    await run(dag, batches, items=[{"n": 0}, {"n": 1}, {"k": "a", "n": 2}])
    assert [len(batch) for batch in batches.batches] == [1, 1, 1]


async def test_a_released_bucket_flows_through_a_body_graph_together() -> None:
    batches = Batches()
    inner = Builder("urn:t:dag:inner").single("b", batches, success="end", error="end").terminal("end").build()
    result = await run(
        over(inner, target="out", field="value", reservoir=("k", 2)), batches, inner, items=keyed("a", "b", "a", "b")
    )
    assert [[item["n"] for item in batch] for batch in batches.batches] == [[0, 2], [1, 3]]
    assert result.state.out == [0, 2, 1, 3]


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


async def test_a_gather_may_write_to_the_list_that_is_being_scattered() -> None:
    probe = Probe()
    result = await run(over(probe, target="items", field="value"), probe, items=[1, 2])
    assert result.state.items == [1, 2, 2, 4]


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
