# ruff: noqa: ARG001, RUF012 -- nodes are given state and run, used or not; pydantic copies defaults
"""Nodes that write down where they ran, and graphs made of them."""

import asyncio
from collections.abc import Callable

from archivist.dag import (
    Builder,
    Node,
    Run,
    State,
    node,
)


class Log(State):
    log: list[str] = []
    n: int = 0
    need: int = 0
    picked: str = ""


def logs(name: str, *ports: str, then: Callable[[Log, Run], str] | None = None, **facts: object) -> Node[Log]:
    """A node that writes its placement's name and takes its first port, or what ``then`` says."""

    @node(f"urn:t:node:{name}", outputs=ports or ("success",), **facts)
    async def writes(state: Log, run: Run) -> str:
        state.log.append(run.name)
        return then(state, run) if then is not None else (ports or ("success",))[0]

    return writes


def raises(name: str, times: int, error: Exception | None = None) -> Node[Log]:
    @node(f"urn:t:node:{name}", outputs=("success",))
    async def fails(state: Log, run: Run) -> str:
        state.n += 1
        if state.n <= times:
            raise error or RuntimeError(f"failure {state.n}")
        return "success"

    return fails


STEP = logs("step")


def chain(*names: str) -> Builder:
    builder = Builder("urn:t:dag:chain")
    for name, target in zip(names, [*names[1:], "end"], strict=True):
        builder.single(name, STEP, success=target)
    return builder.terminal("end")


def outer(child: object, **more: object) -> Builder:
    return (
        Builder("urn:t:dag:outer")
        .embed("sub", child, success="ok", error="bad", **more)
        .terminal("ok")
        .terminal("bad", "failed")
    )


def child(port: str, *, collect: bool = False) -> tuple[Node[Log], object]:
    def ends(state: Log, run: Run) -> str:
        if collect:
            state.collect_error("GRAVE", "words", recoverable=False)
        return port

    work = logs("work", "good", "poor", then=ends)
    return work, Builder("urn:t:dag:child").single("work", work, good="done", poor="failed").terminal("done").terminal(
        "failed", "failed"
    ).build()


@node("urn:t:node:slow", outputs=("success",))
async def slow(state: Log, run: Run) -> str:
    try:
        await run.clock.sleep(5)
    except asyncio.CancelledError:
        state.log.append("cancelled")
        raise
    return "success"


SLOW = Builder("urn:t:dag:slow").single("slow", slow, success="end").terminal("end").build()
