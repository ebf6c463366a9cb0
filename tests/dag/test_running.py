# ruff: noqa: ARG001, ARG002, ARG005, RUF012 -- nodes are given state and run, used or not; pydantic copies defaults
import asyncio
from collections.abc import Callable
from typing import Literal

import pytest

from archivist.dag import (
    Builder,
    Bundle,
    Event,
    FakeClock,
    Node,
    NodeTimeoutError,
    Registry,
    RetryPolicy,
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


async def test_a_failed_inner_terminal_takes_error_and_collects_nothing() -> None:
    """7.2.12"""
    work, inner = child("poor")
    result = await Registry().add(work, inner, outer(inner).build()).run("urn:t:dag:outer", Log())
    assert (result.terminals, result.state.errors) == (["bad"], [])


async def test_a_completed_inner_terminal_counts_whatever_was_collected() -> None:
    """7.2.13"""
    work, inner = child("good", collect=True)
    result = await Registry().add(work, inner, outer(inner).build()).run("urn:t:dag:outer", Log())
    assert (result.terminals, [one.code for one in result.state.errors]) == (["ok"], ["GRAVE"])


async def test_an_item_that_fails_on_one_of_its_ways_through_a_child_has_failed() -> None:
    inner = (
        Builder("urn:t:dag:child")
        .single("here", STEP, success="done")
        .single("there", STEP, success="failed")
        .terminal("done")
        .terminal("failed", "failed")
        .entrypoints(main="here", side="there")
        .build()
    )
    result = await Registry().add(STEP, inner, outer(inner).build()).run("urn:t:dag:outer", Log())
    assert result.terminals == ["bad"]


async def test_items_that_flow_through_a_child_together_may_part_ways() -> None:
    """7.2.10: the original sends both the same way (its README, 9)."""
    pick = logs("pick", "good", "poor", then=lambda state, run: "good" if state.picked == "first" else "poor")
    inner = (
        Builder("urn:t:dag:child")
        .single("pick", pick, good="done", poor="failed")
        .terminal("done")
        .terminal("failed", "failed")
        .build()
    )
    mark = logs("mark", then=lambda state, run: state.__setattr__("picked", run.name) or "success")
    dag = (
        Builder("urn:t:dag:outer")
        .single("first", mark, success="sub")
        .single("second", mark, success="sub")
        .embed("sub", inner, success="ok", error="bad")
        .single("ok", STEP, success="end")
        .single("bad", STEP, success="end")
        .terminal("end")
        .entrypoints(main="first", side="second")
        .build()
    )
    result = await Registry().add(pick, mark, STEP, inner, dag).run(dag.id, Log())
    assert result.executed == ["first", "second", "sub", "ok", "bad", "end"]


async def test_three_levels_thread_the_state_and_tell_their_path() -> None:
    """7.2.11"""
    deep = logs("deep", then=lambda state, run: state.log.append("/".join(run.path)) or "success")
    bottom = Builder("urn:t:dag:bottom").single("work", deep, success="end").terminal("end").build()
    middle = (
        Builder("urn:t:dag:middle")
        .embed("in", bottom, outputs={"log": "log"}, success="end", error="end")
        .terminal("end")
        .build()
    )
    events: list[Event] = []
    dag = outer(middle, outputs={"log": "log"}).build()
    result = await Registry().add(deep, bottom, middle, dag).run(dag.id, Log(), on_event=events.append)

    assert result.state.log == ["work", "sub/in/work"]
    (started,) = [event for event in events if event.kind == "node-start" and event.name == "work"]
    assert started.path == ("sub", "in", "work")
    assert [event.dag for event in events if event.kind == "run-start"] == [dag.id, middle.id, bottom.id]


async def test_a_child_that_raises_takes_error_and_says_why() -> None:
    """1.10: the original takes success and says nothing."""
    broken = raises("work", 9)
    inner = Builder("urn:t:dag:child").single("work", broken, success="done").terminal("done").build()
    result = await Registry().add(broken, inner, outer(inner).build()).run("urn:t:dag:outer", Log())

    assert (result.outcome, result.terminals) == ("failed", ["bad"])
    (note,) = result.state.errors
    assert (note.code, note.recoverable, note.operation) == ("EXECUTION_ERROR", False, "sub")
    assert "sub / work" in note.message
    assert "failure 1" in note.message


# --- phases ----------------------------------------------------------------------------------------------------------


def phased(main: Node[Log], pre: Node[Log], post: Node[Log]) -> tuple[Registry, str]:
    dag = (
        Builder("urn:t:dag:ph")
        .phase("setup", "pre", pre)
        .single("entry", main, success="end")
        .phase("teardown", "post", post)
        .terminal("end")
        .build()
    )
    return Registry().bundle(Bundle(nodes=[main, pre, post], dags=[dag])), dag.id


async def test_phases_frame_the_run() -> None:
    """7.2.15"""
    registry, iri = phased(STEP, logs("pre"), logs("post"))
    result = await registry.run(iri, Log())
    assert result.executed == ["setup", "entry", "end", "teardown"]


async def test_a_pre_phase_that_raises_keeps_the_entry_from_running() -> None:
    """7.2.14"""
    registry, iri = phased(STEP, raises("pre", 9), logs("post"))
    result = await registry.run(iri, Log())
    assert (result.outcome, result.executed, result.cursor) == ("failed", ["teardown"], None)


async def test_a_post_phase_that_raises_is_a_warning() -> None:
    """7.2.16"""
    registry, iri = phased(STEP, logs("pre"), raises("post", 9))
    result = await registry.run(iri, Log())
    assert result.outcome == "completed"
    assert [(one.code, one.operation) for one in result.state.warnings] == [("POST_PHASE_FAILED", "teardown")]


async def test_post_phases_run_when_the_run_is_stopped() -> None:
    """7.2.17"""
    stop = logs("stop", then=lambda state, run: run.cancel("enough") or "success")
    registry, iri = phased(stop, logs("pre"), logs("post"))
    result = await registry.run(iri, Log())
    assert (result.outcome, result.reason, result.executed) == ("cancelled", "enough", ["setup", "entry", "teardown"])


async def test_a_post_phase_that_hangs_after_a_stop_is_ended() -> None:
    """8.2: the original's post phases can hold a cancelled run for ever."""
    stop = logs("stop", then=lambda state, run: run.cancel("enough") or "success")

    @node("urn:t:node:post", outputs=("success",))
    async def hangs(state: Log, run: Run) -> str:
        await run.clock.sleep(1_000_000)
        return "success"

    pre = logs("pre")
    _, iri = phased(stop, pre, hangs)
    dag = phased(stop, pre, hangs)[0].dag(iri)
    clock = FakeClock(auto=True)
    result = await Registry(clock=clock).bundle(Bundle(nodes=[stop, pre, hangs], dags=[dag])).run(iri, Log())
    assert (result.outcome, clock.monotonic()) == ("cancelled", 10)
    assert [(one.code, one.message) for one in result.state.warnings] == [
        ("POST_PHASE_FAILED", "took longer than 10.0 s")
    ]


# --- stopping --------------------------------------------------------------------------------------------------------


async def test_a_run_stopped_before_its_start_does_nothing() -> None:
    """7.2.18"""
    dag = chain("a", "b").build()
    handle = Registry().add(STEP, dag).start(dag.id, Log())
    handle.cancel("changed my mind")
    result = await handle
    assert (result.outcome, result.executed, result.cursor) == ("cancelled", [], f"{dag.id}/node/a")


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


@node("urn:t:node:slow", outputs=("success",))
async def slow(state: Log, run: Run) -> str:
    try:
        await run.clock.sleep(5)
    except asyncio.CancelledError:
        state.log.append("cancelled")
        raise
    return "success"


SLOW = Builder("urn:t:dag:slow").single("slow", slow, success="end").terminal("end").build()


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


# --- errors and retries ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("failures", "calls", "outcome"), [(9, 3, "failed"), (2, 3, "completed"), (0, 1, "completed")])
async def test_a_placement_s_policy_retries_what_its_node_raises(failures: int, calls: int, outcome: str) -> None:
    """7.2.22 and 7.2.23"""
    clock, flaky = FakeClock(auto=True), raises("flaky", failures)
    policy = RetryPolicy(attempts=3, strategy="constant", base=0.02, jitter=0)
    dag = Builder("urn:t:dag:r").single("flaky", flaky, retry=policy, success="end").terminal("end").build()
    events: list[Event] = []
    result = await Registry(clock=clock).add(flaky, dag).run(dag.id, Log(), on_event=events.append)

    assert (result.state.n, result.outcome) == (calls, outcome)
    assert clock.slept == [0.02] * (calls - 1)
    assert [event.detail["attempt"] for event in events if event.kind == "retry"] == list(range(1, calls))


async def test_taking_the_error_port_is_no_error_and_never_retried() -> None:
    """7.2.24"""
    poor = logs("poor", "error")
    dag = Builder("urn:t:dag:r").single("poor", poor, retry=RetryPolicy(), error="end").terminal("end").build()
    assert (await Registry().add(poor, dag).run(dag.id, Log())).state.log == ["poor"]


async def test_filters_of_a_document_s_policy_take_effect() -> None:
    """1.9: `retry.on` has no effect in the original (its README, 11)."""
    policy = RetryPolicy(attempts=3, base=0, retry_on=("ConnectionError",))
    for error, calls in ((ConnectionResetError("gone"), 3), (ValueError("bad"), 1)):
        flaky = raises("flaky", 9, error)
        dag = Builder("urn:t:dag:r").single("flaky", flaky, retry=policy, success="end").terminal("end").build()
        result = await Registry(clock=FakeClock(auto=True)).add(flaky, dag).run(dag.id, Log())
        assert result.state.n == calls


async def test_a_run_s_retries_have_a_budget_over_all_its_nodes() -> None:
    flaky = raises("flaky", 99)
    dag = (
        Builder("urn:t:dag:r")
        .single("flaky", flaky, retry=RetryPolicy(attempts=50, base=0), success="end")
        .terminal("end")
        .build()
    )
    result = await Registry(clock=FakeClock(auto=True), retries=4).add(flaky, dag).run(dag.id, Log())
    assert result.state.n == 5


async def test_a_node_s_error_names_graph_path_and_run() -> None:
    """7.2.25"""
    broken = raises("broken", 9)
    dag = Builder("urn:t:dag:e").single("broken", broken, success="end").terminal("end").build()
    result = await Registry().add(broken, dag).run(dag.id, Log(), run_id="r-1")

    assert result.error.context == {
        "dag": dag.id,
        "placement": f"{dag.id}/node/broken",
        "path": ["broken"],
        "run": "r-1",
    }
    assert result.error.to_json()["cause"] == "RuntimeError: failure 1"
    assert isinstance(result.error.__cause__, RuntimeError)


@pytest.mark.parametrize(("validate", "terminal"), [(True, "bad"), (False, "good")])
async def test_a_state_that_breaks_the_promised_schema_takes_error_when_asked(validate: bool, terminal: str) -> None:  # noqa: FBT001 - a table
    """7.2.26"""
    promise = {"type": "object", "properties": {"n": {"minimum": 1}}}
    liar = logs("liar", "success", "error", output_schema={"success": promise, "error": {}})
    dag = (
        Builder("urn:t:dag:v")
        .single("liar", liar, success="good", error="bad")
        .terminal("good")
        .terminal("bad", "failed")
        .build()
    )
    result = await Registry(validate=validate).add(liar, dag).run(dag.id, Log())

    assert result.terminals == [terminal]
    assert [one.code for one in result.state.errors] == (["outputContractViolation"] if validate else [])


async def test_an_unknown_graph_is_a_failed_run_that_names_the_known_ones() -> None:
    """7.2.27"""
    result = await Registry().add(slow, SLOW).run("urn:t:dag:none", Log())
    assert result.outcome == "failed"
    assert "'urn:t:dag:none' is not registered (registered: urn:t:dag:slow)" in result.error.message


async def test_an_output_without_a_route_is_an_error_that_lists_the_routes() -> None:
    strange = logs("strange", "success", then=lambda state, run: "weird")
    dag = Builder("urn:t:dag:u").single("strange", strange, success="end").terminal("end").build()
    result = await Registry().add(strange, dag).run(dag.id, Log())
    assert (
        result.error.message == "single 'strange' took output 'weird', which has no route (routes: 'success'); route it"
    )
    assert result.error.code == "UNROUTED_OUTPUT"


async def test_a_mapping_to_a_field_that_does_not_exist_is_an_error_and_not_a_loss() -> None:
    work, inner = child("good")
    result = (
        await Registry().add(work, inner, outer(inner, outputs={"gone": "n"}).build()).run("urn:t:dag:outer", Log())
    )
    assert result.error.code == "MAPPING_ERROR"
    assert "'gone'" in result.error.message


# --- services and events ---------------------------------------------------------------------------------------------


async def test_nodes_find_their_services_and_their_place() -> None:
    seen: list[object] = []

    @node("urn:t:node:look", outputs=("success",))
    async def look(state: Log, run: Run[dict[str, int]]) -> str:
        seen.extend([run.services, run.name, run.path, run.dag, run.run_id, run.deadline, run.cancelled])
        run.emit("looked", at="services")
        return "success"

    dag = Builder("urn:t:dag:s").single("look", look, success="end").terminal("end").build()
    events: list[Event] = []
    await (
        Registry(clock=FakeClock(100.0))
        .add(look, dag)
        .run(dag.id, Log(), services={"a": 1}, run_id="r", deadline=7, on_event=events.append)
    )

    assert seen == [{"a": 1}, "look", ("look",), dag.id, "r", 107.0, False]
    (note,) = [event for event in events if event.kind == "note"]
    assert dict(note.detail) == {"what": "looked", "at": "services"}


async def test_events_tell_the_whole_run_in_order_without_gaps() -> None:
    work, inner = child("good")
    registry = Registry(clock=FakeClock(5.0)).add(work, inner, outer(inner).build())
    handle = registry.start("urn:t:dag:outer", Log(), run_id="r")
    events = [event async for event in handle]

    assert (await handle).outcome == "completed"
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert [(event.kind, event.name, event.output, event.run_id) for event in events] == [
        ("run-start", "outer", None, "r"),
        ("node-start", "sub", None, "r"),
        ("run-start", "child", None, "r/sub"),
        ("node-start", "work", None, "r/sub"),
        ("node-end", "work", "good", "r/sub"),
        ("node-start", "done", None, "r/sub"),
        ("node-end", "done", "completed", "r/sub"),
        ("run-end", "child", "completed", "r/sub"),
        ("node-end", "sub", "success", "r"),
        ("node-start", "ok", None, "r"),
        ("node-end", "ok", "completed", "r"),
        ("run-end", "outer", "completed", "r"),
    ]
    assert {event.parent_run_id for event in events if event.run_id == "r/sub"} == {"r"}
    assert {(event.at, event.wall) for event in events} == {(5.0, 1_700_000_000.0)}
    assert events[3].to_json()["path"] == ["sub", "work"]


async def test_a_handle_can_be_awaited_more_than_once_and_runs_once() -> None:
    dag = chain("a").build()
    handle = Registry().add(STEP, dag).start(dag.id, Log())
    first, second = await handle, await handle
    assert first is second
    assert first.state.log == ["a"]
    assert handle.done()


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


async def test_any_failed_terminal_fails_the_run() -> None:
    dag = (
        Builder("urn:t:dag:m")
        .single("x", STEP, success="good")
        .single("y", STEP, success="bad")
        .terminal("good")
        .terminal("bad", "failed")
        .entrypoints(main="x", y="y")
        .build()
    )
    result = await Registry().add(STEP, dag).run(dag.id, Log())
    assert (result.outcome, sorted(result.terminals), result.error.code) == ("failed", ["bad", "good"], "FLOW_FAILED")


def test_a_port_that_is_no_literal_is_a_type_error() -> None:
    """A node's annotation is its contract; this one is checked by mypy, its ports by the engine."""

    @node("urn:t:node:typed")
    async def typed(state: Log, run: Run) -> Literal["a"]:
        return "a"

    assert typed.outputs == ("a",)


async def test_a_listener_that_raises_changes_nothing_but_is_told() -> None:
    def broken(event: Event) -> None:
        raise KeyError(event.kind)

    dag = chain("a").build()
    result = await Registry().add(STEP, dag).run(dag.id, Log(), on_event=broken)
    assert (result.outcome, result.executed) == ("completed", ["a", "end"])
    assert [one.code for one in result.state.warnings] == ["LISTENER_FAILED"]
