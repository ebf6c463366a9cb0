import json
from typing import Literal

import pytest

from archivist.dag import (
    Builder,
    Checkpoint,
    CheckpointError,
    Registry,
    Run,
    node,
)
from tests.dag.sample import AGGREGATE, Trip, step


@node("urn:test:node:ask")
async def ask(state: Trip, run: Run) -> Literal["success"]:
    if state.answer is None:
        state.park(f"question-{run.index}" if run.index is not None else "question")
        return "parked"  # type: ignore[return-value]  # the reserved port
    state.log.append(f"answered {state.answer}")
    return "success"


ASKS = Builder("urn:test:dag:asks").single("ask", ask, success="end").terminal("end").build()


async def test_a_parked_run_waits_and_goes_on_with_its_answer() -> None:
    """7.5: parked tells key, cursor and graph; with the decision the run completes and nothing is parked any more."""
    registry = Registry().add(ask, ASKS)
    parked = await registry.run(ASKS.id, Trip())

    assert parked.outcome == "awaiting-input"
    assert [(one.key, one.cursor) for one in parked.parked] == [("question", f"{ASKS.id}/node/ask")]
    assert parked.cursor == f"{ASKS.id}/node/ask"

    done = await registry.resume(parked.checkpoint, answers={"question": {"answer": "yes"}})

    assert done.outcome == "completed"
    assert done.parked == ()
    assert done.state.log == ["answered yes"]


async def test_a_drawn_route_of_the_reserved_port_is_no_way_past_the_question() -> None:
    dag = Builder("urn:test:dag:drawn").single("ask", ask, success="end", parked="end").terminal("end").build()
    registry = Registry().add(ask, dag)
    parked = await registry.run(dag.id, Trip())
    assert (parked.outcome, parked.cursor) == ("awaiting-input", f"{dag.id}/node/ask")
    done = await registry.resume(parked.checkpoint, answers={"question": {"answer": "yes"}})
    assert (done.outcome, done.executed) == ("completed", ["ask", "end"])


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


async def test_a_branch_that_failed_before_the_question_fails_the_run_after_the_answer() -> None:
    dag = (
        Builder("urn:test:dag:two")
        .single("b", step("first"), success="bad")
        .single("a", step("first"), success="then")
        .single("then", step("first"), success="ask")
        .single("ask", ask, success="good")
        .terminal("good")
        .terminal("bad", "failed")
        .entrypoints(main="a", side="b")
        .build()
    )
    registry = Registry().add(ask, step("first"), dag)
    parked = await registry.run(dag.id, Trip())
    assert (parked.outcome, parked.terminals) == ("awaiting-input", ["bad"])

    done = await registry.resume(parked.checkpoint, answers={"question": {"answer": "x"}})
    assert (done.outcome, done.terminals, done.error.code) == ("failed", ["bad", "good"], "FLOW_FAILED")


async def test_a_decision_can_be_written_into_the_checkpoint_itself() -> None:
    registry = Registry().add(ask, ASKS)
    parked = await registry.run(ASKS.id, Trip())

    done = await registry.resume(parked.checkpoint.with_state(answer="no"))

    assert done.state.log == ["answered no"]


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
