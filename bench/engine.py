# ruff: noqa: RUF012, PLR2004 -- a script that prints; pydantic copies defaults; targets are figures
"""What a step, a scatter item and an embedded call cost: `python bench/engine.py` prints microseconds and ratios.

Targets: a step <= 10 us in a 1,000-step loop and below every yardstick; a scatter item with a DAG body <= 60 us and at
most an eighth of LangGraph's and pydantic-graph's; an embedded call <= 30 us; 100,000 items within 11 times 10,000,
with `append` too; memory flat in the number of items acknowledged; importing `archivist.dag` within 1.5 times pydantic.

Yardsticks are the `bench` extra: langgraph, pydantic-graph, burr, neograph-engine. One that is not installed is
skipped, and says so. Method: cases take turns, the first round is thrown away, and every run must have done all its
work; the figure is the median of the processor time of the process, which other load on the machine disturbs little.
Bodies do nothing, so nothing is said about waiting. Memory is traced in a run of its own; imports in fresh processes.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import operator
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Awaitable, Callable
from typing import Annotated, Final, Literal

from archivist.dag import Builder, Dag, Event, Journal, Listener, Registry, Run, State, node

STEPS: Final = 1_000
ITEMS: Final = 1_000
ROUNDS: Final = 9
Case = Callable[[], Awaitable[None]]


class Counter(State):
    """A loop's counter, and a scatter's source, value and results."""

    n: int = 0
    items: list[int] = []
    value: int = 0
    results: list[int] = []


@node("urn:bench:node:count")
async def count(state: Counter, run: Run) -> Literal["again", "done"]:
    """Counts to a thousand."""
    del run
    state.n += 1
    return "again" if state.n < STEPS else "done"


@node("urn:bench:node:value", outputs=("success",))
async def value(state: Counter, run: Run) -> Literal["success"]:
    """Keeps the item."""
    state.value = run.item if isinstance(run.item, int) else 0
    return "success"


LOOP: Final = Builder("urn:bench:dag:loop").single("count", count, again="count", done="end").terminal("end").build()
BODY: Final = Builder("urn:bench:dag:body").single("value", value, success="end").terminal("end").build()
CALLS: Final = (
    Builder("urn:bench:dag:calls")
    .embed("call", BODY, success="count", error="end")
    .single("count", count, again="call", done="end")
    .terminal("end")
    .build()
)


def scatter(concurrency: int, *, append: bool) -> Dag:
    """A scatter over the body, gathered or not."""
    ports = dict.fromkeys(("all-success", "partial", "all-error", "empty"), "all" if append else "end")
    builder = Builder("urn:bench:dag:scatter").scatter("each", "items", BODY, concurrency=concurrency, routes=ports)
    if append:
        ends = dict.fromkeys(("success", "error", "empty"), "end")
        builder.gather("all", ["each"], "append", target="results", field="value", routes=ends)
    return builder.terminal("end").build()


def ours(dag: Dag, state: Callable[[], Counter], listener: Callable[[], Listener | None] = lambda: None) -> Case:
    """One run of ours, which must complete."""
    registry = Registry().add(count, value, BODY, dag)

    async def run() -> None:
        result = await registry.run(dag.id, state(), on_event=listener())
        if result.outcome != "completed":
            sys.exit(f"a run of ours did not complete: {result.error}")

    return run


def _langgraph() -> dict[str, Case]:
    from langgraph.graph import END, START, StateGraph  # noqa: PLC0415 - an optional yardstick
    from langgraph.types import Send  # noqa: PLC0415
    from typing_extensions import TypedDict  # noqa: PLC0415

    class Loop(TypedDict):
        n: int

    async def step(state: Loop) -> Loop:
        return {"n": state["n"] + 1}

    loop = StateGraph(Loop)
    loop.add_node("step", step)
    loop.add_edge(START, "step")
    loop.add_conditional_edges("step", lambda state: "step" if state["n"] < STEPS else END, ["step", END])
    walk = loop.compile()

    class Body(TypedDict):
        item: int
        results: Annotated[list[int], operator.add]

    class Whole(TypedDict):
        items: list[int]
        results: Annotated[list[int], operator.add]

    async def work(state: Body) -> dict[str, list[int]]:
        return {"results": [state["item"]]}

    inner = StateGraph(Body)
    inner.add_node("work", work)
    inner.add_edge(START, "work")
    inner.add_edge("work", END)
    outer = StateGraph(Whole)
    outer.add_node("body", inner.compile())
    outer.add_conditional_edges(START, lambda state: [Send("body", {"item": one}) for one in state["items"]], ["body"])
    outer.add_edge("body", END)
    fan = outer.compile()

    async def steps() -> None:
        _all((await walk.ainvoke({"n": 0}, {"recursion_limit": STEPS + 10}))["n"], STEPS)

    async def items() -> None:
        config = {"max_concurrency": 4}
        _all(len((await fan.ainvoke({"items": list(range(ITEMS)), "results": []}, config))["results"]), ITEMS)

    return {"step": steps, "item": items}


def _pydantic_graph() -> dict[str, Case]:
    from pydantic_graph import GraphBuilder, reduce_list_append  # noqa: PLC0415 - an optional yardstick

    walk = GraphBuilder(state_type=list, input_type=int, output_type=int)

    @walk.step
    async def step(context: object) -> int:
        return context.inputs + 1

    walk.add(
        walk.edge_from(walk.start_node).to(step),
        walk.edge_from(step).to(
            walk.decision()
            .branch(walk.match(int, matches=lambda n: n < STEPS).to(step))
            .branch(walk.match(int, matches=lambda n: n >= STEPS).to(walk.end_node))
        ),
    )
    looped = walk.build()

    body = GraphBuilder(state_type=list, input_type=int, output_type=int)

    @body.step
    async def keep(context: object) -> int:
        return context.inputs

    body.add(body.edge_from(body.start_node).to(keep), body.edge_from(keep).to(body.end_node))
    inner = body.build()
    fan = GraphBuilder(state_type=list, input_type=list[int], output_type=list[int])

    @fan.step
    async def work(context: object) -> int:
        return await inner.run(state=[], inputs=context.inputs)

    gathered = fan.join(reduce_list_append, initial_factory=list[int])
    fan.add(
        fan.edge_from(fan.start_node).map().to(work),
        fan.edge_from(work).to(gathered),
        fan.edge_from(gathered).to(fan.end_node),
    )
    mapped = fan.build()

    async def steps() -> None:
        _all(await looped.run(state=[], inputs=0), STEPS)

    async def items() -> None:
        _all(len(await mapped.run(state=[], inputs=list(range(ITEMS)))), ITEMS)

    return {"step": steps, "item": items}


def _burr() -> dict[str, Case]:
    from burr.core import ApplicationBuilder, Condition, action  # noqa: PLC0415 - an optional yardstick
    from burr.core import State as BurrState  # noqa: PLC0415

    @action(reads=["n"], writes=["n"])
    async def step(state: BurrState) -> BurrState:
        return state.update(n=state["n"] + 1)

    @action(reads=["n"], writes=[])
    async def end(state: BurrState) -> BurrState:
        return state

    async def steps() -> None:
        application = (
            ApplicationBuilder()
            .with_actions(step=step, end=end)
            .with_transitions(("step", "end", Condition.expr(f"n >= {STEPS}")), ("step", "step"))
            .with_state(n=0)
            .with_entrypoint("step")
            .build()
        )
        _, _, state = await application.arun(halt_after=["end"])
        _all(state["n"], STEPS)

    return {"step": steps}


def _neograph() -> dict[str, Case]:
    import neograph_engine as neograph  # noqa: PLC0415 - an optional yardstick

    @neograph.node("bench-step")
    def step(state: object) -> list[object]:
        return [neograph.ChannelWrite("n", state.get("n") + 1)]

    neograph.ConditionRegistry.register_condition("bench-more", lambda state: "on" if state.get("n") < STEPS else "off")
    definition = {
        "name": "bench",
        "channels": {"n": {"reducer": "overwrite", "initial": 0}},
        "nodes": {"step": {"type": "bench-step"}},
        "edges": [{"from": "__start__", "to": "step"}],
        "conditional_edges": [
            {"from": "step", "condition": "bench-more", "routes": {"on": "step", "off": "__end__"}},
        ],
    }
    engine = neograph.GraphEngine.compile(definition, neograph.NodeContext(), stderr_notices=False)
    config = neograph.RunConfig()
    config.thread_id, config.input, config.max_steps = "bench", {"n": 0}, STEPS + 10

    async def steps() -> None:
        _all(engine.run(config).output["channels"]["n"]["value"], STEPS)

    return {"step": steps}


YARDSTICKS: Final[dict[str, Callable[[], dict[str, Case]]]] = {
    "LangGraph": _langgraph,
    "pydantic-graph": _pydantic_graph,
    "Burr": _burr,
    "neograph-engine": _neograph,
}


def _all(done: int, wanted: int) -> None:
    if done != wanted:
        sys.exit(f"a yardstick did {done} of {wanted}, so its time means nothing")


async def microseconds(cases: dict[str, Case], each: int, rounds: int) -> dict[str, float]:
    """Median processor time of each case for one of ``each`` pieces of work; cases take turns."""
    spent: dict[str, list[float]] = {name: [] for name in cases}
    for turn in range(rounds + 1):
        for name, case in cases.items():
            gc.collect()
            before = time.process_time()
            await case()
            if turn:
                spent[name].append((time.process_time() - before) / each * 1e6)
    return {name: statistics.median(times) for name, times in spent.items()}


def _told(what: str, figures: dict[str, float], unit: str, target: float) -> None:
    mine = figures["archivist.dag"]
    print(f"\n{what}: target <= {target:g} {unit}{'' if mine <= target else '  ** MISSED **'}")
    for name, figure in figures.items():
        print(f"  {name:<34}{figure:10.2f} {unit}   {figure / mine:8.1f} x ours")


async def steps_and_items(rounds: int) -> None:
    """The three costs, beside the yardsticks that are installed."""
    others: dict[str, dict[str, Case]] = {}
    for name, make in YARDSTICKS.items():
        try:
            others[name] = make()
        except ImportError as error:
            print(f"skipped {name}: {error}")
    steps = {
        "archivist.dag": ours(LOOP, Counter),
        "archivist.dag, events heard": ours(LOOP, Counter, lambda: _ignore),
        "archivist.dag, written down": ours(LOOP, Counter, _journal),
    }
    items = {
        "archivist.dag": ours(scatter(4, append=True), _thousand),
        "archivist.dag, one at a time": ours(scatter(1, append=True), _thousand),
        "archivist.dag, events heard": ours(scatter(4, append=True), _thousand, lambda: _ignore),
        "archivist.dag, written down": ours(scatter(4, append=True), _thousand, _journal),
    }
    for name, cases in others.items():
        steps |= {name: cases["step"]} if "step" in cases else {}
        items |= {name: cases["item"]} if "item" in cases else {}
    _told("a step of a 1,000-step loop", await microseconds(steps, STEPS, rounds), "us", 10)
    figures = await microseconds(items, ITEMS, rounds)
    _told("an item of a 1,000-item scatter with a DAG body", figures, "us", 60)
    calls = await microseconds({"archivist.dag": ours(CALLS, Counter)}, STEPS, rounds)
    _told("an embedded call, with the step that counts it", calls, "us", 30)


def _ignore(event: Event) -> None:
    """Hears an event and does nothing with it."""


def _journal() -> Listener:
    """Writes each event down with the state's changes, and keeps the lines."""
    return Journal([].append)


def _thousand() -> Counter:
    return Counter(items=list(range(ITEMS)))


async def growth() -> None:
    """How 100,000 items compare to 10,000."""
    for append in (False, True):
        dag = scatter(4, append=append)
        small, large = (
            ours(dag, lambda: Counter(items=list(range(10_000)))),
            ours(dag, lambda: Counter(items=list(range(100_000)))),
        )
        figures = await microseconds({"small": small, "large": large}, 1, 1)
        ratio = figures["large"] / figures["small"]
        verdict = "" if ratio <= 11 else "  ** MISSED **"
        what = "with append" if append else "without gather"
        print(f"100,000 items {what}: {ratio:.1f} x 10,000, target <= 11{verdict}")


class Lazy:
    """A source that holds no items, so that what grows is the engine's."""

    def __init__(self, count_: int) -> None:
        self.count = count_

    def __iter__(self) -> object:
        """Makes each item when it is asked for."""
        return iter(range(self.count))


class LazyCounter(Counter):
    """A counter whose items are made when asked for."""

    source: object = None


async def memory() -> None:
    """Peak memory beyond the start while many items are worked off: flat in their number."""
    ports = dict.fromkeys(("all-success", "partial", "all-error", "empty"), "end")
    dag = (
        Builder("urn:bench:dag:lazy")
        .scatter("each", "source", BODY, concurrency=4, routes=ports)
        .terminal("end")
        .build()
    )
    registry = Registry().add(value, BODY, dag)
    await registry.run(dag.id, LazyCounter(source=Lazy(1_000)))
    peaks = []
    for number in (1_000, 10_000, 100_000):
        gc.collect()
        tracemalloc.start()
        await registry.run(dag.id, LazyCounter(source=Lazy(number)))
        peaks.append((number, tracemalloc.get_traced_memory()[1]))
        tracemalloc.stop()
    print(
        "peak memory, items acknowledged: " + ", ".join(f"{number:,}: {peak / 1024:.0f} KiB" for number, peak in peaks)
    )


IMPORT: Final = "import time; t = time.process_time(); {code}; print(time.process_time() - t)"
MODEL: Final = (
    "from pydantic import BaseModel; type('M', (BaseModel,), {'__annotations__': {'a': int}, '__module__': 'm'})"
)
ENGINE: Final = "import archivist.dag"


def imports() -> None:
    """Processor time to import the engine with its document models, against pydantic with one model; compiled."""
    times: dict[str, list[float]] = {MODEL: [], ENGINE: []}
    with tempfile.TemporaryDirectory() as cache:
        environment = {key: one for key, one in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"PYTHONPYCACHEPREFIX": cache}
        for turn in range(10):
            for code, taken in times.items():
                command = [sys.executable, "-c", IMPORT.format(code=code)]
                done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)  # noqa: S603 - our own interpreter
                if turn:
                    taken.append(float(done.stdout))
    pydantic, dag = (statistics.median(taken) * 1000 for taken in times.values())
    verdict = "" if dag <= 1.5 * pydantic else "  ** MISSED **"
    print(
        f"import: {dag:.0f} ms, pydantic with a model {pydantic:.0f} ms: {dag / pydantic:.2f} x, target <= 1.5{verdict}"
    )


def main() -> None:
    """Prints everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="measured rounds of every case")
    rounds = parser.parse_args().rounds
    asyncio.run(steps_and_items(rounds))
    asyncio.run(growth())
    asyncio.run(memory())
    imports()


if __name__ == "__main__":
    main()
