# ruff: noqa: ARG001, RUF012 -- nodes are given state and run, used or not; pydantic copies defaults
"""A sample graph with every kind of placement, and what an uninterrupted run of it leaves."""

import asyncio
from typing import Literal

from archivist.dag import (
    Builder,
    Bundle,
    Checkpoint,
    Node,
    Registry,
    Run,
    State,
    node,
)

AGGREGATE = ("all-success", "partial", "all-error", "empty")


class Trip(State):
    log: list[str] = []
    items: list[int] = []
    others: list[int] = []
    squares: list[int] = []
    tokens: list[str] = []
    summary: list[object] = []
    value: int = 0
    answer: str | None = None


def step(name: str) -> Node[Trip]:
    @node(f"urn:test:node:{name}", outputs=("success",))
    async def logs(state: Trip, run: Run) -> str:
        await asyncio.sleep(0)
        state.log.append(f"{run.name} {run.index}" if run.index is not None else run.name)
        return "success"

    return logs


@node("urn:test:node:loop")
async def loop(state: Trip, run: Run) -> Literal["again", "done"]:
    state.log.append("loop")
    return "again" if run.within_budget("loop", 3) else "done"


@node("urn:test:node:square")
async def square(state: Trip, run: Run) -> Literal["success", "error"]:
    await asyncio.sleep(0)
    state.value = run.item * run.item
    return "error" if run.item == 4 else "success"


@node("urn:test:node:sum", outputs=("success",))
async def summarise(state: Trip, run: Run) -> str:
    state.summary = [[record["index"], record["item"], record["output"]] for record in state.metadata["gatherResults"]]
    return "success"


CHILD = (
    Builder("urn:test:dag:child")
    .single("first", "urn:test:node:first", success="second")
    .single("second", "urn:test:node:square", success="end", error="bad")
    .terminal("end")
    .terminal("bad", "failed")
    .build()
)


INNER = (
    Builder("urn:test:dag:inner")
    .single("in", "urn:test:node:first", success="out")
    .single("out", "urn:test:node:first", success="end")
    .terminal("end")
    .build()
)


TRIP = (
    Builder("urn:test:dag:trip")
    .phase("before", "pre", "urn:test:node:first")
    .single("start", "urn:test:node:first", success="turn")
    .single("turn", "urn:test:node:loop", again="turn", done="inside")
    .embed("inside", "urn:test:dag:inner", outputs={"log": "log"}, success="spread", error="bad")
    .scatter("spread", "items", CHILD, concurrency=2, routes=dict.fromkeys(AGGREGATE, "fold"))
    .gather(
        "fold", ["spread"], "append", target="squares", field="value", success="again", error="again", empty="again"
    )
    .scatter("again", "others", square, concurrency=3, routes=dict.fromkeys(AGGREGATE, "keep"))
    .gather("keep", ["again"], "custom", custom_node="urn:test:node:sum", success="end", error="end", empty="bad")
    .terminal("end")
    .terminal("bad", "failed")
    .build()
)


def trip_registry() -> Registry:
    return Registry().bundle(Bundle(nodes=[step("first"), loop, square, summarise], dags=[TRIP, CHILD, INNER]))


def trip() -> Trip:
    return Trip(items=[1, 2, 3, 4, 5], others=[7, 4, 9])


async def uninterrupted() -> tuple[list[str], dict[str, object], list[Checkpoint]]:
    checkpoints: list[Checkpoint] = []
    result = await trip_registry().run(TRIP.id, trip(), on_checkpoint=checkpoints.append)
    assert result.outcome == "completed", result.error
    return result.executed, result.state.snapshot(), checkpoints
