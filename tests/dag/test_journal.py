# ruff: noqa: ARG001 -- nodes are given state and run, used or not; pydantic copies defaults
"""Anchors 2.4: every state change is one event, and replaying the events rebuilds the end of the run."""

import json

import pytest

from archivist.dag import (
    Builder,
    Checkpoint,
    FakeClock,
    Handle,
    ItemStory,
    Journal,
    Registry,
    Result,
    Run,
    State,
    Story,
    node,
    replay,
)
from archivist.dag.patch import difference, patched, pointer
from tests.dag.items import Probe, Work, over
from tests.dag.sample import AGGREGATE, TRIP, Trip, step, trip, trip_registry, uninterrupted


def tells(story: Story, result: Result[State], executed: list[str] | None = None) -> None:
    """Everything a result says is what the story says."""
    assert (story.outcome, story.run_id, story.dag, story.cursor) == (
        result.outcome,
        result.run_id,
        result.dag,
        result.cursor,
    )
    assert story.executed == (result.executed if executed is None else executed)
    assert (story.skipped, story.terminals, story.parked) == (result.skipped, result.terminals, result.parked)
    assert story.state == result.state.snapshot()


async def test_replaying_the_lines_of_a_run_rebuilds_its_end() -> None:
    lines: list[dict[str, object]] = []
    result = await trip_registry().run(TRIP.id, trip(), on_event=Journal(lines.append))

    written = [json.loads(json.dumps(line)) for line in lines]
    tells(replay(written), result)
    assert [line["seq"] for line in written] == list(range(1, len(written) + 1))
    assert replay(written).items["spread"] == [
        ItemStory(index=index, status="failed" if index == 3 else "ok", attempts=1) for index in range(5)
    ]


async def test_a_line_holds_what_changed_and_nothing_else() -> None:
    @node("urn:t:node:add", outputs=("success",))
    async def add(state: Trip, run: Run) -> str:
        state.log.append(run.name)
        state.metadata["at"] = run.name
        return "success"

    dag = Builder("urn:t:dag:two").single("a", add, success="b").single("b", add, success="end").terminal("end").build()
    lines: list[dict[str, object]] = []
    await Registry().add(add, dag).run(dag.id, Trip(log=["long"] * 50), on_event=Journal(lines.append))

    told = {(line["kind"], line["name"]): line.get("changes") for line in lines}
    assert told["node-end", "a"] == [
        {"op": "add", "path": "/metadata/at", "value": "a"},
        {"op": "add", "path": "/log/-", "value": "a"},
    ]
    assert told["node-end", "b"] == [
        {"op": "replace", "path": "/metadata/at", "value": "b"},
        {"op": "add", "path": "/log/-", "value": "b"},
    ]
    assert told["node-start", "b"] is told["node-end", "end"] is told["run-end", "two"] is None


async def test_a_run_taken_up_from_any_checkpoint_writes_the_rest_of_the_same_log() -> None:
    """Anchors 2.4: a checkpoint is the events so far and the state."""
    lines: list[dict[str, object]] = []
    kept: list[Checkpoint] = []
    whole = await trip_registry().run(TRIP.id, trip(), on_event=Journal(lines.append), on_checkpoint=kept.append)

    for checkpoint in kept:
        log = list(lines)  # of a process that went on writing until it was killed, somewhere after the checkpoint
        again = await trip_registry().resume(
            Checkpoint.load(checkpoint.dump()), state=Trip, on_event=Journal(log.append)
        )
        tells(replay(log), again, whole.executed)
        assert [one.status for one in replay(log).items["spread"]] == ["ok", "ok", "ok", "failed", "ok"]


class Stopping:
    """Keeps lines and stops the run at one of them."""

    def __init__(self, lines: list[dict[str, object]], stop: int) -> None:
        self.lines = lines
        self.stop = stop
        self.handle: Handle[Trip] | None = None

    def __call__(self, line: dict[str, object]) -> None:
        self.lines.append(line)
        if line["seq"] == self.stop:
            self.handle.cancel("stop")


async def test_the_log_of_a_run_stopped_at_any_event_tells_where_it_stopped() -> None:
    _, state, _ = await uninterrupted()
    count: list[object] = []
    await trip_registry().run(TRIP.id, trip(), on_event=count.append)

    for stop in range(2, len(count) - 2):
        lines: list[dict[str, object]] = []
        registry, stopping = trip_registry(), Stopping(lines, stop)
        stopping.handle = registry.start(TRIP.id, trip(), on_event=Journal(stopping))
        stopped = await stopping.handle
        tells(replay(lines), stopped)
        if stopped.outcome != "cancelled":  # the last step was under way and nothing came after it
            continue
        again = await registry.resume(stopped.checkpoint, state=Trip, on_event=Journal(lines.append))
        assert replay(lines).state == again.state.snapshot() == state
        assert replay(lines).outcome == "completed"


async def test_each_input_of_a_scatter_has_one_outcome_in_input_order_however_it_ended() -> None:
    """Anchors 2.4: ok, failed, skipped or cancelled, with the count of attempts."""

    @node("urn:t:node:body", outputs=("success", "error"))
    async def body(state: Work, run: Run) -> str:
        if run.item == "stops":
            run.cancel("enough")
        await run.clock.sleep(0 if run.item in {"good", "bad"} else 100)
        return "error" if run.item == "bad" else "success"

    lines: list[dict[str, object]] = []
    dag = over(body, target="out", concurrency=2)
    registry = Registry(clock=FakeClock(auto=True)).add(body, dag)
    items = ["slow", "good", "bad", "stops", "never", "never"]
    result = await registry.run(dag.id, Work(items=items), on_event=Journal(lines.append))

    assert result.outcome == "cancelled"
    assert [(one.index, one.status, one.attempts) for one in replay(lines).items["each"]] == [
        (0, "cancelled", 1),
        (1, "ok", 1),
        (2, "failed", 1),
        (3, "cancelled", 1),
        (4, "skipped", 0),
        (5, "skipped", 0),
    ]


async def test_a_log_that_ends_with_a_question_tells_what_is_asked() -> None:
    @node("urn:t:node:ask", outputs=("success",))
    async def ask(state: Trip, run: Run) -> str:
        if state.answer is None and run.item != 1:
            state.park(f"question {run.index}")
            return "parked"
        return "success"

    dag = (
        Builder("urn:t:dag:asks")
        .scatter("each", "items", ask, concurrency=2, routes=dict.fromkeys(AGGREGATE, "end"))
        .terminal("end")
        .build()
    )
    registry = Registry().add(ask, dag)
    lines: list[dict[str, object]] = []
    parked = await registry.run(dag.id, Trip(items=[0, 1, 2]), on_event=Journal(lines.append))
    tells(replay(lines), parked)
    assert [one.key for one in replay(lines).parked] == ["question 0", "question 2"]
    assert [one.status for one in replay(lines).items["each"]] == ["parked", "ok", "parked"]

    answers = {f"question {number}": {"answer": "yes"} for number in (0, 2)}
    done = await registry.resume(parked.checkpoint, answers=answers, on_event=Journal(lines.append))
    tells(replay(lines), done)
    assert [one.status for one in replay(lines).items["each"]] == ["ok", "ok", "ok"]


async def test_a_scatter_that_is_passed_again_tells_of_its_last_pass() -> None:
    @node("urn:t:node:fewer", outputs=("again", "done"))
    async def fewer(state: Work, run: Run) -> str:
        state.items = state.items[1:]
        return "again" if state.items else "done"

    probe = Probe()
    dag = (
        Builder("urn:t:dag:passes")
        .scatter("each", "items", probe, routes=dict.fromkeys(AGGREGATE, "fewer"))
        .single("fewer", fewer, again="each", done="end")
        .terminal("end")
        .build()
    )
    lines: list[dict[str, object]] = []
    result = await Registry(clock=FakeClock(auto=True)).add(probe, fewer, dag).run(
        dag.id, Work(items=[7, 8, 9]), on_event=Journal(lines.append)
    )  # fmt: skip
    tells(replay(lines), result)
    assert replay(lines).items["each"] == [ItemStory(index=0, status="ok", attempts=1)]


async def test_a_log_without_its_beginning_is_refused() -> None:
    dag = Builder("urn:t:dag:a").single("a", step("a"), success="end").terminal("end").build()
    lines: list[dict[str, object]] = []
    await Registry().add(step("a"), dag).run(dag.id, Trip(), on_event=Journal(lines.append))

    for part in (lines[1:], []):
        with pytest.raises(ValueError, match="begins with the line of kind 'run-start'"):
            replay(part)


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": True}, [{"op": "replace", "path": "/a", "value": True}]),
        ({"a": 1}, {"a": 1.0}, [{"op": "replace", "path": "/a", "value": 1.0}]),
        ({"a/b~c": 1}, {}, [{"op": "remove", "path": "/a~1b~0c"}]),
        ({"a": [1, 2]}, {"a": [1]}, [{"op": "replace", "path": "/a", "value": [1]}]),
        ([{"n": 1}], [{"n": 2}, 3], [{"op": "replace", "path": "/0/n", "value": 2},
                                     {"op": "add", "path": "/-", "value": 3}]),
        (None, {"a": 1}, [{"op": "replace", "path": "", "value": {"a": 1}}]),
    ],
)  # fmt: skip
def test_a_difference_is_a_json_patch(before: object, after: object, patch: list[dict[str, object]]) -> None:
    """RFC 6902, with the escapes of RFC 6901."""
    assert list(difference(before, after)) == patch
    assert json.dumps(patched(json.loads(json.dumps(before)), patch)) == json.dumps(after)
    assert pointer("a/b~c", 0) == "/a~1b~0c/0"
