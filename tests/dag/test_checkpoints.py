# ruff: noqa: ARG001 -- nodes are given state and run, used or not
import asyncio
import json
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from archivist.dag import (
    Builder,
    Checkpoint,
    CheckpointError,
    Event,
    FakeClock,
    Handle,
    Node,
    Registry,
    Run,
    node,
)
from tests.dag.sample import AGGREGATE, TRIP, Trip, step, trip, trip_registry, uninterrupted


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
            assert len(ahead) <= 3
            assert sum(progress["outcomeTally"].values()) == progress["watermark"] + len(ahead)
            assert len(progress["inbox"]) <= 3
            marks.append(progress["watermark"])

    state = Trip(others=list(range(60)), items=[])
    result = await trip_registry().run(TRIP.id, state, on_checkpoint=look)

    assert (result.outcome, result.state.warnings) == ("completed", [])
    assert marks == sorted(marks)
    assert marks[-1] == 60


class Slow(Node[Trip]):
    """The first item takes as long as all the others together."""

    id = "urn:test:node:slow"
    outputs = ("success",)

    def __init__(self) -> None:
        self.calls: list[object] = []

    async def execute(self, state: Trip, run: Run) -> str:
        self.calls.append(run.item)
        await run.clock.sleep(20 if run.item == 0 else 1)
        state.value = run.item
        return "success"


async def test_what_finishes_ahead_of_a_slow_item_is_acknowledged_within_the_concurrency_and_idles_nobody() -> None:
    """7.4.9: acknowledged ahead at most as many as the concurrency, none taken back; workers go on all the same."""
    slow, clock, concurrency = Slow(), FakeClock(auto=True), 3
    checkpoints: list[tuple[Checkpoint, set[int]]] = []
    ended: set[int] = set()
    dag = (
        Builder("urn:test:dag:slow")
        .scatter("each", "items", slow, concurrency=concurrency, routes=dict.fromkeys(AGGREGATE, "fold"))
        .gather("fold", ["each"], "append", target="squares", field="value", success="end", error="end", empty="end")
        .terminal("end")
        .build()
    )
    registry = Registry(clock=clock).add(slow, dag)

    def keep(event: Event) -> None:
        if event.kind == "item-end":
            ended.add(event.index)
            checkpoints.append((handle.checkpoint(), set(ended)))

    def holds(checkpoint: Checkpoint) -> None:
        for progress in checkpoint.progress["scatters"].values():
            assert len(progress["aheadAcked"]) <= concurrency
            settled = progress["watermark"] + len(progress["aheadAcked"])
            assert sum(progress["outcomeTally"].values()) == settled

    items = list(range(21))
    handle = registry.start(dag.id, Trip(items=items), on_event=keep)
    assert (await handle).state.squares == items
    assert clock.monotonic() == 20  # twenty short items in ten turns of two, beside the slow one

    settled: set[int] = set()
    for checkpoint, finished in checkpoints:
        holds(checkpoint)
        (progress,) = checkpoint.progress["scatters"].values()
        now = {*range(progress["watermark"]), *progress["aheadAcked"]}
        assert settled <= now
        settled = now

        slow.calls.clear()
        again = await registry.resume(Checkpoint.load(checkpoint.dump()), state=Trip, on_checkpoint=holds)
        assert again.state.warnings == []
        assert again.state.squares == items
        assert sorted(slow.calls) == [item for item in items if item not in finished]


SCRIPT = """
    import asyncio, json, os, sys
    sys.path.insert(0, sys.argv[1])
    from tests.dag import sample

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
    here = str(Path(__file__).parents[2])
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


async def test_a_way_through_an_embedded_graph_that_fails_after_a_resume_fails_the_whole() -> None:
    inner = (
        Builder("urn:test:dag:ways")
        .single("here", "urn:test:node:first", success="good")
        .single("there", "urn:test:node:first", success="then")
        .single("then", "urn:test:node:first", success="bad")
        .terminal("good")
        .terminal("bad", "failed")
        .entrypoints(main="here", side="there")
        .build()
    )
    dag = Builder("urn:test:dag:whole").embed("in", inner, success="end", error="no").terminal("end").terminal("no")
    registry, kept = Registry().add(step("first"), inner, dag.build()), []
    whole = await registry.run("urn:test:dag:whole", Trip(), on_checkpoint=kept.append)
    assert whole.terminals == ["no"]
    for checkpoint in kept:
        again = await registry.resume(Checkpoint.load(checkpoint.dump()), state=Trip)
        assert again.terminals == ["no"]


async def test_an_item_that_went_round_waits_beside_one_that_is_still_in_the_loop() -> None:
    @node("urn:test:node:mark", outputs=("success",))
    async def mark(state: Trip, run: Run) -> str:
        state.answer = run.name
        return "success"

    @node("urn:test:node:round")
    async def once_round(state: Trip, run: Run) -> Literal["again", "done"]:
        if state.answer == "b" and not state.items:
            run.cancel("while the other has gone round")
            await asyncio.sleep(0)
        return "again" if run.within_budget("round", 2) else "done"

    dag = (
        Builder("urn:test:dag:pair")
        .single("a", mark, success="round")
        .single("b", mark, success="round")
        .single("round", once_round, again="round", done="join")
        .gather("join", ["round"], "append", target="tokens", field="answer", success="end", error="end", empty="end")
        .terminal("end")
        .entrypoints(main="a", side="b")
        .build()
    )
    registry = Registry().add(mark, once_round, dag)
    stopped = await registry.run(dag.id, Trip())
    assert stopped.outcome == "cancelled"
    text = json.loads(stopped.checkpoint.dump())
    (waiting,) = text["progress"]["waiting"]
    waiting["items"][0]["snapshot"]["items"] = [1]

    done = await registry.resume(Checkpoint.load(text), state=Trip)
    assert (done.outcome, sorted(done.state.tokens)) == ("completed", ["a", "b"])


async def test_a_checkpoint_of_a_resumed_run_lists_all_that_was_executed() -> None:
    @node("urn:test:node:halt", outputs=("success",))
    async def halt(state: Trip, run: Run) -> str:
        run.cancel("here")
        return "success"

    builder = Builder("urn:test:dag:stages")
    for name, target in (("a", "b"), ("b", "c"), ("c", "end")):
        builder.single(name, halt, success=target)
    dag = builder.terminal("end").build()
    registry = Registry().add(halt, dag)
    first = await registry.run(dag.id, Trip())
    second = await registry.resume(first.checkpoint)
    assert (second.executed, second.checkpoint.executed) == (["b"], ["a", "b"])
    assert (await registry.resume(second.checkpoint)).checkpoint.executed == ["a", "b", "c"]


async def test_a_run_goes_on_when_its_checkpoints_cannot_be_kept() -> None:
    kept: list[Checkpoint] = []

    def full(checkpoint: Checkpoint) -> None:
        kept.append(checkpoint)
        if checkpoint.progress.get("scatters"):
            msg = "no space left"
            raise OSError(msg)

    result = await trip_registry().run(TRIP.id, trip(), on_checkpoint=full)
    assert result.outcome == "completed"
    assert [(one.code, one.message) for one in result.state.warnings] == [
        ("CHECKPOINT_FAILED", "no more checkpoints are kept: OSError: no space left")
    ]
    assert sum(1 for one in kept if one.progress.get("scatters")) == 1


async def test_a_damaged_checkpoint_is_refused_or_resumed_but_never_breaks_the_caller() -> None:
    """Any key of the progress may be missing or hold something else; what is told is a `CheckpointError`."""
    _, _, checkpoints = await uninterrupted()
    refused = 0
    for checkpoint in checkpoints[::8]:
        for holder, key in _places(json.loads(checkpoint.dump())["progress"]):
            for damage in ("gone", "other"):
                text = json.loads(checkpoint.dump())
                here = text["progress"]
                for part in holder:
                    here = here[part]
                if damage == "gone":
                    del here[key]
                else:
                    here[key] = "?"
                try:
                    result = await trip_registry().resume(Checkpoint.load(text), state=Trip)
                except CheckpointError:
                    refused += 1
                else:
                    assert result.outcome in {"completed", "failed"}
    assert refused > 50


def _places(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[tuple[object, ...], object]]:
    """Where something could be damaged: each key of each object, as the path to the object and the key."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key not in {"snapshot", "main", "state"}:
                yield path, key
                yield from _places(one, (*path, key))
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from _places(one, (*path, index))


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
