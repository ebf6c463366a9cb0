# ruff: noqa: ARG001, RUF012 -- nodes are given state and run, used or not; pydantic copies defaults
import asyncio
import json
import subprocess
import sys
import textwrap
from typing import Literal

import pytest

from archivist.dag import (
    Builder,
    Bundle,
    Checkpoint,
    CheckpointError,
    DocumentError,
    Event,
    Handle,
    MemoryCheckpoints,
    MemoryStore,
    Node,
    Registry,
    Run,
    State,
    StoreError,
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


async def test_the_sample_run_does_what_its_nodes_say() -> None:
    executed, state, checkpoints = await uninterrupted()

    assert executed == ["before", "start", *["turn"] * 3, "inside", "spread", "fold", "again", "keep", "end"]
    assert state["log"] == ["before", "start", *["loop"] * 3, "in", "out"]
    assert state["squares"] == [1, 4, 9, 16, 25]
    assert state["summary"] == [[0, 7, "success"], [1, 4, "error"], [2, 9, "success"]]
    assert len(checkpoints) > 20


async def test_a_run_taken_up_from_any_checkpoint_ends_like_the_uninterrupted_one() -> None:
    executed, state, checkpoints = await uninterrupted()

    for checkpoint in checkpoints:
        again = Checkpoint.load(checkpoint.dump())
        assert again == checkpoint
        result = await trip_registry().resume(again, state=Trip)
        assert result.state.snapshot() == state
        assert ["before", *checkpoint.executed, *result.executed] == executed


async def test_a_run_cancelled_at_any_event_can_be_taken_up_and_loses_nothing() -> None:
    _, state, _ = await uninterrupted()
    events: list[object] = []
    await trip_registry().run(TRIP.id, trip(), on_event=events.append)

    before = asyncio.all_tasks()
    for stop in range(2, len(events)):
        registry, teller = trip_registry(), _CancelAt(stop)
        handle = teller.handle = registry.start(TRIP.id, trip(), on_event=teller)
        result = await handle
        if result.outcome == "completed":  # the last events come when there is nothing left to stop
            continue
        assert result.outcome == "cancelled"
        assert asyncio.all_tasks() <= before
        resumed = await registry.resume(Checkpoint.load(result.checkpoint.dump()), state=Trip)
        assert resumed.state.snapshot() == state, stop
        assert resumed.outcome == "completed"


class _CancelAt:
    """Cancels a run at its n-th event."""

    def __init__(self, stop: int) -> None:
        self.stop = stop
        self.handle: Handle[Trip] | None = None

    def __call__(self, event: Event) -> None:
        if event.seq == self.stop:
            self.handle.cancel("stop")


async def test_the_progress_of_a_scatter_is_bounded_and_its_watermark_never_falls() -> None:
    """7.4.9: ahead-acknowledged items are bounded by the concurrency, and the tally counts every settled item once."""
    marks: list[int] = []

    def look(checkpoint: Checkpoint) -> None:
        for progress in checkpoint.progress["scatters"].values():
            ahead = progress["aheadAcked"]
            assert len(ahead) <= 8 * 3
            assert sum(progress["outcomeTally"].values()) == progress["watermark"] + len(ahead)
            assert len(progress["inbox"]) <= 3
            marks.append(progress["watermark"])

    state = Trip(others=list(range(60)), items=[])
    result = await trip_registry().run(TRIP.id, state, on_checkpoint=look)

    assert result.outcome == "completed"
    assert marks == sorted(marks)
    assert marks[-1] == 60


SCRIPT = """
    import asyncio, json, os, sys
    sys.path.insert(0, sys.argv[1])
    import test_checkpoints as sample

    async def run(stop, path):
        count = 0
        def keep(checkpoint):
            nonlocal count
            count += 1
            with open(path, "w") as file:
                file.write(checkpoint.dump())
            if count == stop:
                os._exit(9)  # no finally, no cleanup: as if the power went
        await sample.trip_registry().run(sample.TRIP.id, sample.trip(), on_checkpoint=keep)

    stop = 0
    while True:
        stop += 1
        path = os.path.join(sys.argv[2], f"{stop}.json")
        child = os.fork()
        if child == 0:
            asyncio.run(run(stop, path))
            os._exit(0)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
            break
    print(stop - 1)
"""


@pytest.mark.skipif(
    not hasattr(sys, "getandroidapilevel") and sys.platform in {"win32", "emscripten"}, reason="needs processes"
)
async def test_a_process_killed_at_any_step_is_taken_up_by_another(tmp_path: object) -> None:
    here = str(__import__("pathlib").Path(__file__).parent)
    done = subprocess.run(  # noqa: ASYNC221, S603 - nothing else runs here; our own interpreter
        [sys.executable, "-c", textwrap.dedent(SCRIPT), here, str(tmp_path)], capture_output=True, text=True, check=True
    )
    executed, state, checkpoints = await uninterrupted()
    assert int(done.stdout) == len(checkpoints)

    for stop in range(1, len(checkpoints) + 1):
        checkpoint = Checkpoint.load((tmp_path / f"{stop}.json").read_text())
        result = await trip_registry().resume(checkpoint, state=Trip)
        assert result.state.snapshot() == state
        assert ["before", *checkpoint.executed, *result.executed] == executed


@node("urn:test:node:ask")
async def ask(state: Trip, run: Run) -> Literal["success"]:
    if state.answer is None:
        state.park(f"question-{run.index}" if run.index is not None else "question")
        return "parked"  # type: ignore[return-value]  # the reserved port
    state.log.append(f"answered {state.answer}")
    return "success"


ASKS = Builder("urn:test:dag:asks").single("ask", ask, success="end").terminal("end").build()


async def test_a_parked_run_waits_and_goes_on_with_its_answer() -> None:
    registry = Registry().add(ask, ASKS)
    parked = await registry.run(ASKS.id, Trip())

    assert parked.outcome == "awaiting-input"
    assert [(one.key, one.cursor) for one in parked.parked] == [("question", f"{ASKS.id}/node/ask")]
    assert parked.cursor == f"{ASKS.id}/node/ask"

    done = await registry.resume(parked.checkpoint, answers={"question": {"answer": "yes"}})

    assert done.outcome == "completed"
    assert done.parked == ()
    assert done.state.log == ["answered yes"]


async def test_what_is_parked_inside_an_embedded_graph_parks_the_whole_run() -> None:
    outer = (
        Builder("urn:test:dag:outer")
        .embed("in", ASKS, outputs={"log": "log"}, success="end", error="bad")
        .terminal("end")
        .terminal("bad", "failed")
        .build()
    )
    registry = Registry().add(ask, ASKS, outer)
    parked = await registry.run(outer.id, Trip())

    assert (parked.outcome, parked.cursor) == ("awaiting-input", f"{outer.id}/node/in")
    assert parked.parked[0].path == ("in", "ask")

    done = await registry.resume(
        Checkpoint.load(parked.checkpoint.dump()), state=Trip, answers={"question": {"answer": "yes"}}
    )

    assert (done.outcome, done.executed, done.state.log) == ("completed", ["in", "end"], ["answered yes"])


@pytest.mark.parametrize("body", [ask, ASKS], ids=["node", "dag"])
async def test_several_items_park_at_once_and_are_answered_one_by_one(body: object) -> None:
    dag = (
        Builder("urn:test:dag:many")
        .scatter("each", "items", body, concurrency=2, routes=dict.fromkeys(AGGREGATE, "fold"))
        .gather("fold", ["each"], "append", target="tokens", field="answer", success="end", error="end", empty="end")
        .terminal("end")
        .build()
    )
    registry = Registry().add(ask, ASKS, dag)
    first = await registry.run(dag.id, Trip(items=[0, 1, 2]))

    assert first.outcome == "awaiting-input"
    assert [(one.key, one.index) for one in first.parked] == [(f"question-{n}", n) for n in range(3)]

    second = await registry.resume(
        Checkpoint.load(first.checkpoint.dump()),
        state=Trip,
        answers={"question-2": {"answer": "c"}, "question-0": {"answer": "a"}},
    )
    assert second.outcome == "awaiting-input"
    assert [one.key for one in second.parked] == ["question-1"]

    third = await registry.resume(second.checkpoint, answers={"question-1": {"answer": "b"}})
    assert third.outcome == "completed"
    assert third.state.tokens == ["a", "b", "c"]


async def test_siblings_of_a_parked_item_are_not_lost() -> None:
    """The original drops the item that took another port in the same firing (its README, 7)."""
    dag = (
        Builder("urn:test:dag:two")
        .single("a", ask, success="join")
        .single("b", step("first"), success="join")
        .single("join", step("first"), success="end")
        .terminal("end")
        .entrypoints(main="a", side="b")
        .build()
    )
    registry = Registry().add(ask, step("first"), dag)
    parked = await registry.run(dag.id, Trip())
    assert parked.outcome == "awaiting-input"

    events: list[object] = []
    done = await registry.resume(parked.checkpoint, answers={"question": {"answer": "x"}}, on_event=events.append)

    assert done.outcome == "completed"
    assert done.executed == ["a", "b", "join", "end"]


async def test_a_decision_can_be_written_into_the_checkpoint_itself() -> None:
    registry = Registry().add(ask, ASKS)
    parked = await registry.run(ASKS.id, Trip())

    done = await registry.resume(parked.checkpoint.with_state(answer="no"))

    assert done.state.log == ["answered no"]


async def test_a_finished_run_has_no_checkpoint() -> None:
    registry = Registry().add(
        loop, Builder("urn:test:dag:l").single("l", loop, again="l", done="e").terminal("e").build()
    )
    result = await registry.run("urn:test:dag:l", Trip())

    with pytest.raises(CheckpointError, match="has ended"):
        _ = result.checkpoint


def test_a_checkpoint_names_its_graph_by_absolute_iri() -> None:
    with pytest.raises(CheckpointError, match="absolute IRI"):
        Checkpoint(dag="visit", cursor="x", state={})


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"dagName": "urn:x"}',
        '{"dagName": 1, "cursor": "c", "state": {}, "executedNodes": [], "skippedNodes": [], "stores": {}}',
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    """7.5: malformed text, and a checkpoint without stores."""
    with pytest.raises(DocumentError) as error:
        Checkpoint.load(text)
    assert error.value.code == "VALIDATION_ERROR"


async def test_a_checkpoint_of_another_graph_says_what_is_missing() -> None:
    registry = Registry().add(ask, ASKS)
    parked = await registry.run(ASKS.id, Trip())
    broken = json.loads(parked.checkpoint.dump())
    broken["progress"]["waiting"][0]["placement"] = "urn:test:dag:asks/node/gone"

    with pytest.raises(CheckpointError, match="has no placement 'urn:test:dag:asks/node/gone'"):
        await registry.resume(Checkpoint.load(broken), state=Trip)


async def test_nothing_waits_for_a_key_nobody_asked_about() -> None:
    registry = Registry().add(ask, ASKS)
    parked = await registry.run(ASKS.id, Trip())

    with pytest.raises(CheckpointError, match="nothing in this checkpoint waits for 'other'"):
        await registry.resume(parked.checkpoint, answers={"other": {"answer": "x"}})


async def test_the_original_s_form_of_scatter_progress_is_understood() -> None:
    """7.4.5 and 7.4.6: seeded progress; acknowledged items do not run again, items of the inbox do."""
    calls: list[object] = []

    @node("urn:test:node:count", outputs=("success",))
    async def count(state: Trip, run: Run) -> str:
        calls.append(run.item)
        state.value = run.item
        return "success"

    routes = dict.fromkeys(("all-success", "partial", "all-error", "empty"), "fold")
    dag = (
        Builder("urn:test:dag:seeded")
        .scatter("each", "items", count, routes=routes)
        .gather("fold", ["each"], "append", target="squares", success="end", error="end", empty="end")
        .terminal("end")
        .build()
    )
    each = f"{dag.id}/node/each"
    registry = Registry().add(count, dag)

    async def resume(watermark: int, inbox: list[object], done: list[int]) -> list[int]:
        progress = {
            "mode": "bounded",
            "placementName": each,
            "inbox": inbox,
            "watermark": watermark,
            "aheadAcked": [],
            "outcomeTally": {"success": watermark},
        }
        seeded = Checkpoint(
            dag=dag.id,
            cursor=each,
            state=Trip(items=[1, 2, 3, 4, 5], squares=done).snapshot(),
            progress={
                "waiting": [{"placement": each, "items": [{"id": "0", "main": True}]}],
                "scatters": {each: progress},
            },
        )
        calls.clear()
        result = await registry.resume(seeded, state=Trip)
        assert result.outcome == "completed"
        return result.state.squares

    assert await resume(2, [], [1, 2]) == [1, 2, 3, 4, 5]
    assert calls == [3, 4, 5]
    assert await resume(1, [{"index": 1, "item": 2}], [1]) == [1, 2, 3, 4, 5]
    assert calls == [2, 3, 4, 5]


def test_stores_ride_along_with_a_checkpoint() -> None:
    """7.5: stores restore by name; a missing one is named; another type or version is refused."""
    store, empty = MemoryStore(prefix="run:"), MemoryStore(prefix="run:")
    store.set("a", [1])
    store.update("n", lambda value: (value or 0) + 1)
    checkpoint = Checkpoint.load(Checkpoint(dag="urn:x", cursor="c", state={}).with_stores({"memory": store}).dump())

    checkpoint.restore_stores({"memory": empty, "another": MemoryStore()})

    assert (empty.get("a"), empty.get("n"), empty.has("b"), empty.get("b"), empty.delete("a")) == (
        [1],
        1,
        False,
        None,
        True,
    )
    with pytest.raises(CheckpointError, match="'memory'"):
        checkpoint.restore_stores({})
    with pytest.raises(StoreError) as error:
        empty.restore({"type": "other", "version": 1, "entries": []})
    assert error.value.code == "INCOMPATIBLE_SNAPSHOT"


def test_kept_checkpoints_are_recalled_until_they_are_the_oldest() -> None:
    """7.5: recall of what is absent gives None; the default holds five hundred, and recalling counts as use."""
    kept = MemoryCheckpoints()
    for number in range(500):
        kept.persist(str(number), Checkpoint(dag="urn:x", cursor=str(number), state={}))
    assert kept.recall("0").cursor == "0"
    kept.persist("one more", Checkpoint(dag="urn:x", cursor="c", state={}))

    assert len(kept) == 500
    assert kept.recall("1") is None
    assert kept.recall("0") is not None


async def test_pre_phases_that_are_done_do_not_run_again_when_the_start_is_taken_up() -> None:
    @node("urn:test:node:stop", outputs=("success",))
    async def stop(state: Trip, run: Run) -> str:
        state.log.append("stop")
        run.cancel("stop")
        return "success"

    dag = (
        Builder("urn:test:dag:phases")
        .phase("first", "pre", "urn:test:node:first")
        .phase("second", "pre", stop)
        .phase("third", "pre", "urn:test:node:first")
        .single("main", "urn:test:node:first", success="end")
        .terminal("end")
        .build()
    )
    registry = Registry().add(step("first"), stop, dag)
    stopped = await registry.run(dag.id, Trip())
    assert (stopped.outcome, stopped.state.log) == ("cancelled", ["first", "stop"])

    done = await registry.resume(Checkpoint.load(stopped.checkpoint.dump()), state=Trip)
    assert (done.outcome, done.state.log) == ("completed", ["first", "stop", "third", "main"])
