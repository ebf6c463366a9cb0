# ruff: noqa: ARG001, ARG002 -- nodes are given state and run, used or not; pydantic copies defaults
from typing import Literal

import pytest

from archivist.dag import (
    Builder,
    Node,
    Registry,
    Run,
    node,
)
from tests.dag.logs import STEP, Log, chain, logs


async def test_placements_run_one_after_the_other_to_the_terminal() -> None:
    """7.2.1"""
    dag = chain("p1", "p2", "p3").build()
    result = await Registry().add(STEP, dag).run(dag.id, Log())

    assert (result.outcome, result.executed, result.cursor) == ("completed", ["p1", "p2", "p3", "end"], None)
    assert result.terminals == ["end"]


async def test_a_port_chooses_the_branch() -> None:
    """7.2.2"""
    choose = logs("cls", "ok", "no")
    dag = (
        Builder("urn:t:dag:b")
        .single("cls", choose, ok="proc", no="end")
        .single("proc", STEP, success="end")
        .terminal("end")
        .build()
    )
    assert (await Registry().add(choose, STEP, dag).run(dag.id, Log())).executed == ["cls", "proc", "end"]


@pytest.mark.parametrize(
    ("need", "executed"), [(4, ["a", "a", "a", "a", "collect", "end"]), (1, ["a", "collect", "end"])]
)
async def test_a_self_loop_repeats_until_it_leaves(need: int, executed: list[str]) -> None:
    """7.2.3 and 7.2.4"""

    def turn(state: Log, run: Run) -> str:
        state.n += 1
        return "done" if state.n >= state.need else "again"

    a = logs("a", "again", "done", then=turn)
    dag = (
        Builder("urn:t:dag:l")
        .single("a", a, again="a", done="collect")
        .single("collect", STEP, success="end")
        .terminal("end")
        .build()
    )
    result = await Registry().add(a, STEP, dag).run(dag.id, Log(need=need))

    assert (result.executed, result.state.n) == (executed, need)


class Batch(Node[Log]):
    """Records how many items reach it at a time; each leaves after as many passes as it needs."""

    id = "urn:t:node:batch"
    outputs = ("again", "done")

    def __init__(self) -> None:
        self.sizes: list[int] = []

    async def execute_many(self, states: list[Log], run: Run) -> list[str]:
        self.sizes.append(len(states))
        for state in states:
            state.n += 1
        return ["done" if state.n >= state.need else "again" for state in states]


@pytest.mark.parametrize(("needs", "sizes"), [([3, 3, 3, 3], [4, 4, 4]), ([1, 2, 3, 4, 5], [5, 4, 3, 2, 1])])
async def test_a_loop_takes_all_its_items_at_once_and_drains_before_the_join(
    needs: list[int], sizes: list[int]
) -> None:
    """7.2.5 and 7.2.6"""
    batch, seen = Batch(), Batch()
    seen.id = "urn:t:node:seen"
    prepare = logs("prepare", then=lambda state, run: state.__setattr__("need", needs[int(run.name[1:])]) or "success")
    builder = Builder("urn:t:dag:l")
    for number in range(len(needs)):
        builder.single(f"e{number}", prepare, success="a")
    dag = (
        builder.single("a", batch, again="a", done="join")
        .single("join", seen, again="end", done="end")
        .terminal("end")
        .entrypoints({("main" if n == 0 else f"e{n}"): f"e{n}" for n in range(len(needs))})
        .build()
    )
    result = await Registry().add(batch, seen, prepare, dag).run(dag.id, Log())

    assert batch.sizes == sizes
    assert seen.sizes == [len(needs)]
    assert result.executed == [*(f"e{n}" for n in range(len(needs))), *["a"] * len(sizes), "join", "end"]


async def test_a_node_that_takes_many_must_say_where_each_goes() -> None:
    class Forgets(Batch):
        async def execute_many(self, states: list[Log], run: Run) -> list[str]:
            return ["done"]

    forgets, prepare = Forgets(), logs("prepare")
    dag = (
        Builder("urn:t:dag:f")
        .single("e0", prepare, success="a")
        .single("e1", prepare, success="a")
        .single("a", forgets, again="end", done="end")
        .terminal("end")
        .entrypoints(main="e0", other="e1")
        .build()
    )
    result = await Registry().add(forgets, prepare, dag).run(dag.id, Log())
    assert result.error.message == "node 'urn:t:node:batch' returned 1 ports for 2 items at 'a'"


async def test_main_keeps_the_given_state_wherever_it_is_declared() -> None:
    dag = (
        Builder("urn:t:dag:m")
        .single("x", STEP, success="end")
        .single("y", STEP, success="end")
        .terminal("end")
        .entrypoints(side="x", main="y")
        .build()
    )
    given = Log()
    result = await Registry().add(STEP, dag).run(dag.id, given)
    assert result.state is given
    assert given.log == ["y"]


async def test_a_budget_lets_some_items_succeed_and_salvages_the_others() -> None:
    """7.2.7 and 7.3: a budget of three is True, True, False."""

    def attempt(state: Log, run: Run) -> str:
        if state.need == 0:
            return "success"
        return "retry" if run.within_budget("work", 3) else "salvage"

    work = logs("work", "success", "retry", "salvage", then=attempt)
    dag = (
        Builder("urn:t:dag:r")
        .single("work", work, success="done", retry="work", salvage="saved")
        .terminal("done")
        .terminal("saved")
        .build()
    )
    registry = Registry().add(work, dag)

    assert (await registry.run(dag.id, Log(need=0))).terminals == ["done"]
    salvaged = await registry.run(dag.id, Log(need=9))
    assert (salvaged.terminals, salvaged.executed.count("work"), salvaged.state.retries) == (["saved"], 3, {"work": 3})


async def test_a_diamond_s_join_fires_once() -> None:
    """7.2.8 and 7.2.9: a loop branch and a straight branch into one join."""

    def turn(state: Log, run: Run) -> str:
        state.n += 1
        return "on" if state.n == 3 else "again"

    loop, join = logs("loop", "again", "on", then=turn), logs("join")
    dag = (
        Builder("urn:t:dag:d")
        .single("loop", loop, again="loop", on="join")
        .single("side", STEP, success="join")
        .single("join", join, success="end")
        .terminal("end")
        .entrypoints(main="loop", side="side")
        .build()
    )
    result = await Registry().add(loop, join, STEP, dag).run(dag.id, Log())
    assert result.executed == ["loop", "loop", "loop", "side", "join", "end"]


async def test_the_first_entrypoint_keeps_the_state_and_the_others_work_on_clones() -> None:
    dag = (
        Builder("urn:t:dag:m")
        .single("x", STEP, success="end")
        .single("y", STEP, success="end")
        .terminal("end")
        .entrypoints(x="x", y="y")
        .build()
    )
    given = Log()
    result = await Registry().add(STEP, dag).run(dag.id, given)
    assert result.state is given
    assert given.log == ["x"]


def test_a_port_that_is_no_literal_is_a_type_error() -> None:
    """A node's annotation is its contract; this one is checked by mypy, its ports by the engine."""

    @node("urn:t:node:typed")
    async def typed(state: Log, run: Run) -> Literal["a"]:
        return "a"

    assert typed.outputs == ("a",)
