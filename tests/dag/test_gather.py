# ruff: noqa: ARG001, ARG002 -- nodes are given state and run, used or not; pydantic copies defaults
from collections.abc import Mapping, Sequence

import pytest

from archivist.dag import (
    Builder,
    Bundle,
    Checkpoint,
    FakeClock,
    GatherRecord,
    Node,
    RegistrationError,
    Registry,
    Run,
    node,
)
from tests.dag.items import AGGREGATE, Probe, Work, over, run


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


async def test_records_come_in_the_order_in_which_the_gather_names_its_sources() -> None:
    hello = Hello()
    dag = (
        Builder("urn:t:dag:order")
        .single("a", hello, success="join", error="join")
        .single("c", hello, success="join", error="join")
        .gather("join", ["c", "a"], "append", target="out", field="value", success="end", error="end", empty="end")
        .terminal("end")
        .entrypoints(main="a", other="c")
        .build()
    )
    result = await Registry().add(hello, dag).run(dag.id, Work())
    assert (result.executed, result.state.out) == (["a", "c", "join", "end"], ["c", "a"])


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


async def test_an_error_that_was_gathered_before_a_stop_counts_after_the_resume() -> None:
    @node("urn:t:node:stop", outputs=("success", "error"))
    async def stop(state: Work, run: Run) -> str:
        if run.item == 2 and state.value is None:
            run.cancel("stop")
        return "error" if run.item == 1 else "success"

    dag = over(stop, target="out")
    registry = Registry().add(stop, dag)
    first = await registry.run(dag.id, Work(items=[1, 2, 3]))
    second = await registry.resume(Checkpoint.load(first.checkpoint.dump()).with_state(value="go on"), state=Work)
    assert (second.state.out, second.terminals) == ([1, 2, 3], ["bad"])


async def test_a_strategy_that_raises_names_itself_and_its_gather() -> None:
    class Broken:
        name = "broken"

        def reduce(self, config: object, records: Sequence[GatherRecord], state: Work) -> None:
            raise ZeroDivisionError

    probe = Probe()
    result = await run(over(probe, "broken"), probe, Broken(), items=[1])
    assert result.error.message == "strategy 'broken' of gather 'all' raised ZeroDivisionError: "


@pytest.mark.parametrize("strategy", ["append", "custom"])
async def test_items_that_scatter_one_after_the_other_lose_no_record_at_their_gather(strategy: str) -> None:
    """Whether records are folded as they come or kept: two entrypoints into one scatter bring the records of both."""

    @node("urn:t:node:fill", outputs=("success",))
    async def fill(state: Work, run: Run) -> str:
        state.items = [1, 2] if run.name == "a" else [3, 4]
        return "success"

    @node("urn:t:node:sum", outputs=("success",))
    async def summary(state: Work, run: Run) -> str:
        state.out = [record["item"] for record in state.metadata["gatherResults"]]
        return "success"

    probe = Probe()
    how = {"target": "out"} if strategy == "append" else {"custom_node": summary}
    dag = (
        Builder("urn:t:dag:two")
        .single("a", fill, success="each")
        .single("b", fill, success="each")
        .scatter("each", "items", probe, concurrency=2, routes=dict.fromkeys(AGGREGATE, "join"))
        .gather("join", ["each"], strategy, success="end", error="end", empty="end", **how)
        .terminal("end")
        .entrypoints(main="a", side="b")
        .build()
    )
    result = await Registry(clock=FakeClock(auto=True)).add(fill, summary, probe, dag).run(dag.id, Work())
    assert (result.executed, result.state.out) == (["a", "b", "each", "join", "end"], [1, 2, 3, 4])


async def test_what_a_branch_noted_is_on_the_state_that_goes_on() -> None:
    """Nothing that went wrong vanishes with the branch it went wrong on."""

    @node("urn:t:node:note", outputs=("success",))
    async def notes(state: Work, run: Run) -> str:
        state.collect_error("TROUBLE", run.name)
        state.warn("ODD", run.name)
        return "success"

    dag = (
        Builder("urn:t:dag:two")
        .single("a", notes, success="join")
        .single("b", notes, success="join")
        .single("c", notes, success="bad")
        .gather("join", ["a", "b"], "discard", success="end", error="end", empty="end")
        .terminal("end")
        .terminal("bad", "failed")
        .entrypoints(main="a", side="b", third="c")
        .build()
    )
    result = await Registry().add(notes, dag).run(dag.id, Work())
    assert sorted(one.message for one in result.state.errors) == ["a", "b", "c"]
    assert sorted(one.message for one in result.state.warnings) == ["a", "b", "c"]
    assert result.outcome == "failed"


async def test_a_gather_that_waits_for_a_second_source_keeps_the_first_over_a_resume() -> None:
    """7.4.17, and 7.4.7: afterwards the state holds nothing of it."""

    @node("urn:t:node:ask", outputs=("success",))
    async def ask(state: Work, run: Run) -> str:
        return "success" if state.summary else "parked"

    probe = Probe()
    dag = (
        Builder("urn:t:dag:two")
        .scatter("each", "items", probe, concurrency=2, routes=dict.fromkeys(AGGREGATE, "join"))
        .single("ask", ask, success="join")
        .gather("join", {"each": None, "ask": "summary"}, "append", target="out", field="value",
                success="end", error="end", empty="end")
        .terminal("end")
        .entrypoints(main="each", side="ask")
        .build()
    )  # fmt: skip
    registry = Registry(clock=FakeClock(auto=True)).add(probe, ask, dag)
    parked = await registry.run(dag.id, Work(items=[1, 2, 3], value="side"))
    assert (parked.outcome, len(probe.calls)) == ("awaiting-input", 3)

    checkpoint = Checkpoint.load(parked.checkpoint.dump())
    done = await registry.resume(checkpoint, state=Work, answers={f"{dag.id}/node/ask": {"summary": "yes"}})
    assert (done.outcome, done.state.out, len(probe.calls)) == ("completed", [2, 4, 6, "side"], 3)
    assert done.state.metadata == {}


def test_a_strategy_or_reducer_cannot_take_the_name_of_another() -> None:
    """7.4.20: the original throws for a duplicate; ours knows no replacing and resetting, so built-ins are safe."""

    class Mine:
        name = "append"

        def reduce(self, config: object, records: Sequence[GatherRecord], state: Work) -> None:
            pass

    with pytest.raises(RegistrationError, match="gather strategy 'append' is registered already"):
        Registry().add(Mine())
    with pytest.raises(RegistrationError, match="reducer 'any-success' is registered already"):
        Registry().bundle(Bundle(reducers={"any-success": lambda _: "success"}))


async def test_a_gather_may_write_to_the_list_that_is_being_scattered() -> None:
    probe = Probe()
    result = await run(over(probe, target="items", field="value"), probe, items=[1, 2])
    assert result.state.items == [1, 2, 2, 4]
