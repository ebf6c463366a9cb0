# ruff: noqa: ARG001, ARG005, RUF012 -- nodes are given state and run, used or not; pydantic copies defaults
import pytest

from archivist.dag import (
    Builder,
    Bundle,
    Checkpoint,
    Event,
    Registry,
    Run,
    State,
)
from tests.dag.logs import STEP, Log, child, logs, outer, raises


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


async def test_an_item_that_failed_on_one_way_stays_failed_whatever_another_way_brings() -> None:
    inner = (
        Builder("urn:t:dag:child")
        .single("here", STEP, success="failed")
        .single("there", STEP, success="later")
        .single("later", STEP, success="done")
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


async def test_a_child_that_raises_gives_no_values_and_takes_none_from_an_item_that_has_ended() -> None:
    def sets(state: Log, run: Run) -> str:
        state.need = 7
        return "done" if state.picked == "first" else "on"

    part, breaks = logs("part", "done", "on", then=sets), raises("breaks", 99)
    inner = (
        Builder("urn:t:dag:child")
        .single("part", part, done="early", on="breaks")
        .terminal("early")
        .single("breaks", breaks, success="late")
        .terminal("late")
        .build()
    )
    mark = logs("mark", then=lambda state, run: state.__setattr__("picked", run.name) or "success")
    seen: dict[str, tuple[int, int]] = {}
    look = logs("look", then=lambda state, run: seen.update({run.name: (state.need, len(state.errors))}) or "success")
    dag = (
        Builder("urn:t:dag:outer")
        .single("first", mark, success="sub")
        .single("second", mark, success="sub")
        .embed("sub", inner, outputs={"need": "need"}, success="ok", error="bad")
        .single("ok", look, success="end")
        .single("bad", look, success="end")
        .terminal("end")
        .entrypoints(main="first", side="second")
        .build()
    )
    await Registry().add(part, breaks, mark, look, inner, dag).run(dag.id, Log())
    assert seen == {"ok": (7, 0), "bad": (0, 1)}


class Own(State):
    given: int = 0
    made: int = 0
    log: list[str] = []


@pytest.mark.parametrize("how", ["embedded", "scattered"])
async def test_a_graph_with_a_state_of_its_own_runs_on_that_and_sees_what_it_is_given_alone(how: str) -> None:
    kinds: list[str] = []

    def doubles(state: Own, run: Run) -> str:
        kinds.append(type(state).__name__)
        state.made = 2 * state.given
        return "parked" if state.given == 0 else "success"

    work = logs("work", then=doubles)
    inner = Builder("urn:t:dag:own").single("work", work, success="end").terminal("end").build()
    builder = Builder("urn:t:dag:outer")
    if how == "embedded":
        builder.embed("sub", inner, inputs={"given": "n"}, outputs={"need": "made"}, success="end", error="end")
    else:
        ports = dict.fromkeys(("all-success", "partial", "all-error", "empty"), "all")
        builder.scatter("each", "log", inner, inputs={"given": "n"}, routes=ports)
        builder.gather(
            "all", ["each"], "map", mapping={"made": "metadata.made"}, success="end", error="end", empty="end"
        )
    dag = builder.terminal("end").build()
    registry = Registry().bundle(Bundle(nodes=[work], dags=[inner, dag], states={inner.id: Own, dag.id: Log}))
    result = await registry.run(dag.id, Log(n=21, log=["one"]))
    assert (result.outcome, kinds) == ("completed", ["Own"])
    assert (result.state.need if how == "embedded" else result.state.metadata["made"]) == (
        42 if how == "embedded" else [42]
    )

    parked = await registry.run(dag.id, Log(n=0, log=["one"]))
    (waits,) = parked.parked
    again = await registry.resume(Checkpoint.load(parked.checkpoint.dump()), answers={waits.key: {"given": 4}})
    assert (again.outcome, set(kinds)) == ("completed", {"Own"})
    assert (again.state.need if how == "embedded" else again.state.metadata["made"]) == (
        8 if how == "embedded" else [8]
    )


async def test_what_a_graph_is_given_is_a_copy() -> None:
    """A child that appends to a list it was given changes neither its parent's nor its neighbour's."""
    told: list[list[str]] = []
    work = logs("work", then=lambda state, run: told.append(list(state.log)) or "success")
    inner = Builder("urn:t:dag:own").single("work", work, success="end").terminal("end").build()
    ports = dict.fromkeys(("all-success", "partial", "all-error", "empty"), "sub")
    dag = (
        Builder("urn:t:dag:outer")
        .scatter("each", "log", inner, inputs={"log": "log"}, routes=ports)
        .embed("sub", inner, inputs={"log": "log"}, success="end", error="end")
        .terminal("end")
        .build()
    )
    registry = Registry().bundle(Bundle(nodes=[work], dags=[inner, dag], states={inner.id: Own}))
    result = await registry.run(dag.id, Log(log=["a", "b"]))
    assert told == [["a", "b", "work"]] * 3
    assert result.state.log == ["a", "b"]


async def test_items_do_not_meet_at_a_gather_inside_a_graph_they_share() -> None:
    inner = (
        Builder("urn:t:dag:child")
        .single("work", STEP, success="fold")
        .gather("fold", ["work"], "append", target="log", field="picked", success="end", error="end", empty="end")
        .terminal("end")
        .build()
    )
    mark = logs("mark", then=lambda state, run: state.__setattr__("picked", run.name) or "success")
    seen: list[list[str]] = []
    look = logs("look", then=lambda state, run: seen.append(state.log[:-1]) or "success")
    dag = (
        Builder("urn:t:dag:outer")
        .single("first", mark, success="sub")
        .single("second", mark, success="sub")
        .embed("sub", inner, outputs={"log": "log"}, success="look", error="look")
        .single("look", look, success="end")
        .terminal("end")
        .entrypoints(main="first", side="second")
        .build()
    )
    await Registry().add(STEP, mark, look, inner, dag).run(dag.id, Log())
    assert seen == [["first", "work", "first"], ["second", "work", "second"]]


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
