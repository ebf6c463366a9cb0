# ruff: noqa: ARG001 -- nodes are given state and run, used or not; pydantic copies defaults

import asyncio

from archivist.dag import (
    Builder,
    Event,
    FakeClock,
    Registry,
    Run,
    node,
)
from tests.dag.logs import STEP, Log, chain, child, outer


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


async def test_who_comes_while_a_node_runs_hears_every_step_from_its_end_on() -> None:
    entered, goes_on = asyncio.Event(), asyncio.Event()

    @node("urn:t:node:slow", outputs=("success",))
    async def slow(state: Log, run: Run) -> str:
        entered.set()
        await goes_on.wait()
        return "success"

    inner = Builder("urn:t:dag:inner").single("slow", slow, success="done").terminal("done").build()
    registry = Registry().add(slow, inner, outer(inner).build())
    handle = registry.start("urn:t:dag:outer", Log(), run_id="r")
    await entered.wait()
    asyncio.get_running_loop().call_soon(goes_on.set)
    assert [(event.kind, event.name) async for event in handle] == [
        ("node-end", "slow"),
        ("node-start", "done"),
        ("node-end", "done"),
        ("node-end", "sub"),
        ("node-start", "ok"),
        ("node-end", "ok"),
        ("run-end", "outer"),
    ]


async def test_all_who_listen_hear_the_same() -> None:
    dag, heard = chain("a").build(), []
    handle = Registry().add(STEP, dag).start(dag.id, Log(), on_event=heard.append)
    assert [event async for event in handle] == heard
    assert len(heard) == 6


async def test_a_handle_can_be_awaited_more_than_once_and_runs_once() -> None:
    dag = chain("a").build()
    handle = Registry().add(STEP, dag).start(dag.id, Log())
    first, second = await handle, await handle
    assert first is second
    assert first.state.log == ["a"]
    assert handle.done()


async def test_a_listener_that_raises_changes_nothing_but_is_told() -> None:
    def broken(event: Event) -> None:
        raise KeyError(event.kind)

    dag = chain("a").build()
    result = await Registry().add(STEP, dag).run(dag.id, Log(), on_event=broken)
    assert (result.outcome, result.executed) == ("completed", ["a", "end"])
    assert [one.code for one in result.state.warnings] == ["LISTENER_FAILED"]
