# ruff: noqa: RUF012 -- nodes are given state and run, used or not; pydantic copies defaults
"""Laws of the engine, tried on graphs nobody would draw."""

import asyncio
import json
from dataclasses import dataclass, field

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archivist.dag import (
    Builder,
    Bundle,
    Checkpoint,
    Dag,
    FakeClock,
    Journal,
    Node,
    Registry,
    Run,
    State,
    dump,
    lint,
    load,
    mermaid,
    replay,
    table,
)

# The machine may be busy: no example has a time limit.
LAW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
AGGREGATE = ("all-success", "partial", "all-error", "empty")


class Walk(State):
    visits: int = 0
    items: list[int] = []
    found: list[int] = []
    value: int = 0


class Pick(Node[Walk]):
    """Takes a port that follows from the state alone, so that every run of one state goes the same way."""

    def __init__(self, name: str, ports: tuple[str, ...]) -> None:
        self.id = f"urn:test:node:{name}"
        self.outputs = ports

    async def execute(self, state: Walk, run: Run) -> str:
        await asyncio.sleep(0)
        state.visits += 1
        if "again" in self.outputs and run.within_budget(self.id, 3):
            return "again"
        ports = [port for port in self.outputs if port != "again"]
        return ports[(state.visits * 7 + len(self.id)) % len(ports)]


class Item(Node[Walk]):
    """A scatter's body: waits, and fails on multiples of five."""

    id = "urn:test:node:item"
    outputs = ("success", "error")

    def __init__(self) -> None:
        self.working = 0
        self.most = 0

    async def execute(self, state: Walk, run: Run) -> str:
        self.working += 1
        self.most = max(self.most, self.working)
        try:
            await run.clock.sleep((run.item * 7919 % 13) / 100)
        finally:
            self.working -= 1
        state.value = run.item
        return "error" if run.item % 5 == 0 else "success"


CHILD = (
    Builder("urn:test:dag:child")
    .single("step", Item.id, success="end", error="bad")
    .terminal("end")
    .terminal("bad", "failed")
    .build()
)


@dataclass
class Graph:
    """A random graph with its nodes; ``concurrency`` is that of all its scatters."""

    dag: Dag
    nodes: list[Node[Walk]]
    items: list[int]
    concurrency: int
    body: Item = field(default_factory=Item)

    def registry(self, clock: FakeClock | None = None) -> Registry:
        bundle = Bundle(nodes=[*self.nodes, self.body], dags=[self.dag, CHILD])
        return Registry(clock=clock or FakeClock(auto=True)).bundle(bundle)

    def state(self) -> Walk:
        return Walk(items=self.items)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Layered graphs of every kind of placement: routes lead on, or back to the placement itself under a budget."""
    count = draw(st.integers(1, 7))
    concurrency = draw(st.integers(1, 4))
    builder = Builder("urn:test:dag:random")
    nodes: list[Node[Walk]] = []
    for number in range(count):
        later = [f"p{one}" for one in range(number + 1, count)] + ["good", "bad"]
        target = st.sampled_from(later)
        name = f"p{number}"
        match draw(st.sampled_from(["single", "loop", "scatter", "embed"])):
            case "single":
                ports = tuple(f"to-{n}" for n in range(draw(st.integers(1, 3))))
                nodes.append(Pick(name, ports))
                builder.single(name, nodes[-1], routes={port: draw(target) for port in ports})
            case "loop":
                nodes.append(Pick(name, ("again", "on")))
                builder.single(name, nodes[-1], again=name, on=draw(target))
            case "scatter":
                body = draw(st.sampled_from([CHILD, Item()]))
                builder.scatter(
                    name, "items", body, concurrency=concurrency, routes=dict.fromkeys(AGGREGATE, f"g{number}")
                )
                routes = {port: draw(target) for port in ("success", "error", "empty")}
                builder.gather(f"g{number}", [name], "append", target="found", field="value", routes=routes)
            case "embed":
                builder.embed(name, "urn:test:dag:nested", success=draw(target), error=draw(target))
    if count > 1 and draw(st.booleans()):
        builder.entrypoints(main="p0", side=f"p{draw(st.integers(1, count - 1))}")
    dag = builder.terminal("good").terminal("bad", "failed").build()
    items = draw(st.lists(st.integers(0, 50), max_size=6))
    graph = Graph(dag, nodes, items, concurrency)
    nested = Builder("urn:test:dag:nested").single("n", "urn:test:node:nested", on="end").terminal("end").build()
    graph.nodes.append(Pick("nested", ("on",)))
    graph.registry = lambda clock=None: Registry(clock=clock or FakeClock(auto=True)).bundle(
        Bundle(nodes=[*graph.nodes, graph.body], dags=[dag, CHILD, nested])
    )
    return graph


def run(coroutine: object) -> object:
    return asyncio.run(coroutine)


@LAW
@given(graphs())
def test_any_valid_graph_survives_its_document_and_can_be_drawn(graph: Graph) -> None:
    """7.1.17, and anchors 2.4: byte for byte, in the vocabulary's order of keys and in the canonical one."""
    assert load(dump(graph.dag)) == graph.dag
    assert dump(load(dump(graph.dag))) == dump(graph.dag)
    shuffled = json.dumps(json.loads(dump(graph.dag)), sort_keys=True)  # the canonical order of its keys
    assert json.dumps(json.loads(dump(load(shuffled))), sort_keys=True) == shuffled
    assert len(table(graph.dag)) == len(graph.dag.nodes)
    assert mermaid(graph.dag).startswith("flowchart TB\n")
    assert all(remark.kind in {"unreachable", "dead-port"} for remark in lint(graph.dag))


@LAW
@given(graphs())
def test_any_valid_graph_runs_to_a_terminal_with_bounded_work(graph: Graph) -> None:
    """Anchors 2.4: no more items are ever in flight than the scatter's limit."""

    async def once() -> None:
        before = asyncio.all_tasks()
        result = await graph.registry().run(graph.dag.id, graph.state())
        assert result.outcome in {"completed", "failed"}
        assert result.terminals, result.error
        assert result.cursor is None
        assert graph.body.most <= graph.concurrency
        assert not _left(before)

    run(once())


def _left(before: set[asyncio.Task[object]]) -> list[asyncio.Task[object]]:
    """Tasks that were not there before, but for the fake clock's own, which ends by itself."""
    return [task for task in asyncio.all_tasks() - before if "FakeClock" not in task.get_coro().__qualname__]


@LAW
@given(graphs(), st.integers(1, 80))
def test_replaying_the_log_of_any_run_stopped_or_not_rebuilds_its_end(graph: Graph, stop: int) -> None:
    """Anchors 2.4."""

    async def once() -> None:
        lines: list[dict[str, object]] = []

        def write(line: dict[str, object]) -> None:
            lines.append(json.loads(json.dumps(line)))
            if len(lines) == stop:
                handle.cancel("enough")

        handle = graph.registry().start(graph.dag.id, graph.state(), on_event=Journal(write))
        result = await handle
        story = replay(lines)
        assert (story.outcome, story.cursor, story.executed) == (result.outcome, result.cursor, result.executed)
        assert (story.skipped, story.terminals) == (result.skipped, result.terminals)
        assert story.state == result.state.snapshot()
        if result.outcome == "cancelled":
            before = len(lines)
            rest = await graph.registry().resume(result.checkpoint, state=Walk, on_event=Journal(lines.append))
            assert replay(lines).state == rest.state.snapshot()
            assert replay(lines).executed == [*result.executed, *rest.executed]
            assert lines[before]["seq"] <= before + 1

    run(once())


@settings(LAW, max_examples=min(40, LAW.max_examples))
@given(graphs())
def test_a_run_killed_at_any_step_ends_like_the_uninterrupted_one(graph: Graph) -> None:
    """Anchors 2.4: a resume does not repeat finished items, and the end is the same."""

    async def both() -> None:
        checkpoints: list[Checkpoint] = []
        whole = await graph.registry().run(graph.dag.id, graph.state(), on_checkpoint=checkpoints.append)
        for checkpoint in checkpoints:
            text = checkpoint.dump()
            assert Checkpoint.load(text) == checkpoint
            rest = await graph.registry().resume(Checkpoint.load(text), state=Walk)
            assert rest.outcome == whole.outcome
            assert rest.state == whole.state
            assert [*checkpoint.executed, *rest.executed] == whole.executed

    run(both())


@LAW
@given(graphs(), st.integers(1, 60))
def test_a_run_cancelled_at_any_event_ends_at_once_and_leaves_no_task(graph: Graph, stop: int) -> None:
    """Anchors 2.4: within the same moment of the clock, whatever was being waited for."""

    async def cancelled() -> None:
        seen, at, before = 0, None, asyncio.all_tasks()
        clock = FakeClock(auto=True)

        def count(_: object) -> None:
            nonlocal seen, at
            seen += 1
            if seen == stop:
                at = clock.monotonic()
                handle.cancel("enough")

        handle = graph.registry(clock).start(graph.dag.id, graph.state(), on_event=count)
        result = await handle
        assert at is None or clock.monotonic() == at  # nothing waits for what it was waiting for
        assert graph.body.working == 0
        assert not _left(before)
        if result.outcome == "cancelled":
            whole = await graph.registry().run(graph.dag.id, graph.state())
            rest = await graph.registry().resume(result.checkpoint, state=Walk)
            assert rest.outcome == whole.outcome
            assert rest.state.found == whole.state.found

    run(cancelled())


@LAW
@given(st.lists(st.integers(0, 50), max_size=30), st.integers(1, 6))
def test_records_are_gathered_in_the_order_of_their_items_however_long_each_takes(
    items: list[int], workers: int
) -> None:
    body = Item()
    dag = (
        Builder("urn:test:dag:order")
        .scatter("each", "items", body, concurrency=workers, routes=dict.fromkeys(AGGREGATE, "all"))
        .gather("all", ["each"], "append", target="found", field="value", success="end", error="end", empty="end")
        .terminal("end")
        .build()
    )

    async def once() -> None:
        result = await Registry(clock=FakeClock(auto=True)).add(body, dag).run(dag.id, Walk(items=items))
        assert result.state.found == items
        assert body.most <= workers

    run(once())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


class Anything(State):
    field: object = None


@LAW
@given(JSON, st.dictionaries(st.text(), JSON), st.dictionaries(st.text(), st.integers()))
def test_a_state_survives_its_snapshot(value: object, metadata: dict[str, object], retries: dict[str, int]) -> None:
    state = Anything(field=value, metadata=metadata, retries=retries)
    state.collect_error("CODE", "message", recoverable=False)
    state.warn("NOTE", "words")

    assert Anything.restore(json.loads(json.dumps(state.snapshot()))) == state


@LAW
@given(JSON)
def test_a_clone_shares_nothing_that_can_change(value: object) -> None:
    state = Anything(field=[value], metadata={"key": [value]})
    clone = state.clone()
    clone.field.append("more")
    clone.metadata["key"].append("more")

    assert state == Anything(field=[value], metadata={"key": [value]})
    assert clone.model_dump()["field"] == [value, "more"]
