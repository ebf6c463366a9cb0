# ruff: noqa: ARG005 -- nodes are given state and run, used or not; pydantic copies defaults


from archivist.dag import (
    Builder,
    Event,
    Registry,
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
