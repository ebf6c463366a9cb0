"""A scripted model and its calls. Ids name rows of the contract's tables of cases."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from archivist.tools import (
    Answer,
    AssistantMessage,
    GateContext,
    RoundsExceeded,
    ToolCall,
    ToolDecision,
    ToolLoop,
    ToolMessage,
    UserMessage,
)
from tests.tools.conftest import Bench


@pytest.fixture
def bench() -> Bench:
    """Tools reached directly: loops are made here."""
    return Bench()


HELLO = UserMessage(content="hi")
DELETE = ToolCall(id="c1", name="delete_record")
DONE = AssistantMessage(content="All done.")


class Model:
    """Says what it was told to say, and remembers what it was shown."""

    def __init__(self, *says: AssistantMessage) -> None:
        self.says = list(says)
        self.shown: list[tuple[object, ...]] = []

    async def __call__(self, history: Sequence[object]) -> AssistantMessage:
        self.shown.append(tuple(history))
        return self.says.pop(0) if len(self.says) > 1 else self.says[0]


def asks(call: ToolCall, _: GateContext) -> ToolDecision:
    return ToolDecision.interrupt(f"may {call.name} run?")


@pytest.mark.parametrize("approved", [True, False])
async def test_pg7_pg8_rt1_the_model_sees_the_result_and_never_the_persons_answer(
    bench: Bench, *, approved: bool
) -> None:
    bench.tool("delete_record", "deleted")
    model = Model(AssistantMessage(calls=(DELETE,)), DONE)
    loop = ToolLoop(bench.dispatcher(), model)
    paused = await loop.run([HELLO], gate=asks)
    assert paused.waiting is not None
    said = Answer.approve() if approved else Answer.deny("the operator declined")
    ended = await loop.resume(paused, {"c1": said}, gate=asks)
    assert [message.role for message in ended.history] == ["user", "assistant", "tool", "assistant"]
    assert ended.history[-1].content == "All done."
    assert len(model.shown) == 2
    assert bench.ran["delete_record"] == (1 if approved else 0)
    assert ("the operator declined" in ended.history[2].content) is not approved


async def test_rt2_the_model_is_asked_again_after_a_failure_and_told_of_it(bench: Bench) -> None:
    def body(*_: object) -> str:
        message = "the record is locked"
        raise ValueError(message)

    bench.tool("delete_record", body)
    model = Model(AssistantMessage(calls=(DELETE,)), DONE)
    ended = await ToolLoop(bench.dispatcher(), model).run([HELLO])
    assert "the record is locked" in model.shown[1][-1].content  # type: ignore[attr-defined]  # a message
    assert ended.history[-1] == DONE


async def test_rt3_only_calls_that_history_leaves_open_are_run(bench: Bench) -> None:
    for name in ("a", "b"):
        bench.tool(name, f"{name} ran")
    calls = (ToolCall(id="1", name="a"), ToolCall(id="2", name="b"))
    answered = ToolMessage(content="kept", tool_call_id="1", tool_name="a", tool_status="succeeded")
    model = Model(DONE)
    ended = await ToolLoop(bench.dispatcher(), model).run([HELLO, AssistantMessage(calls=calls), answered])
    assert bench.ran == {"b": 1}
    assert [message.content for message in ended.history[2:4]] == ["kept", "b ran"]


async def test_rt3_of_two_calls_with_one_id_the_one_that_is_open_is_run(bench: Bench) -> None:
    for name in ("a", "b"):
        bench.tool(name, f"{name} ran")
    calls = (ToolCall(id="same", name="a"), ToolCall(id="same", name="b"))
    answered = ToolMessage(content="kept", tool_call_id="same", tool_name="a", tool_status="succeeded")
    await ToolLoop(bench.dispatcher(), Model(DONE)).run([HELLO, AssistantMessage(calls=calls), answered])
    assert bench.ran == {"b": 1}


async def test_a_model_that_never_answers_is_stopped_and_every_call_it_made_is_answered(bench: Bench) -> None:
    bench.tool("delete_record")
    model = Model(AssistantMessage(calls=(DELETE,)))
    with pytest.raises(RoundsExceeded, match="4 rounds") as caught:
        await ToolLoop(bench.dispatcher(), model, rounds=4).run([HELLO])
    assert len(model.shown) == 4
    tools = [message for message in caught.value.history if isinstance(message, ToolMessage)]
    assert [message.tool_status for message in tools] == ["succeeded"] * 3 + ["rejected"]
    assert bench.ran["delete_record"] == 3


async def test_the_same_call_in_every_round_stops_running_after_three(bench: Bench) -> None:
    bench.tool("delete_record")
    says = [AssistantMessage(calls=(DELETE,))] * 6
    ended = await ToolLoop(bench.dispatcher(), Model(*says, DONE)).run([HELLO])
    statuses = [message.tool_status for message in ended.history if isinstance(message, ToolMessage)]
    assert statuses == ["succeeded"] * 3 + ["rejected"] * 3
    assert bench.ran["delete_record"] == 3


async def test_calls_that_share_an_id_are_all_answered(bench: Bench) -> None:
    bench.tool("a")
    twice = AssistantMessage(calls=(ToolCall(id="x", name="a"), ToolCall(id="x", name="a", arguments='{"n": 2}')))
    ended = await ToolLoop(bench.dispatcher(), Model(twice, DONE)).run([HELLO])
    assert [message.role for message in ended.history] == ["user", "assistant", "tool", "tool", "assistant"]


async def test_what_a_turn_has_spent_is_remembered_over_a_pause(bench: Bench) -> None:
    bench.tool("delete_record")
    model = Model(*[AssistantMessage(calls=(DELETE,))] * 5, DONE)
    loop = ToolLoop(bench.dispatcher(), model)
    talk = await loop.run([HELLO], gate=asks)
    while talk.waiting is not None:
        talk = await loop.resume(talk, {"c1": Answer.approve()}, gate=asks)
    statuses = [message.tool_status for message in talk.history if isinstance(message, ToolMessage)]
    assert statuses == ["succeeded"] * 3 + ["rejected"] * 2


async def test_resuming_a_conversation_that_does_not_wait_changes_nothing(bench: Bench) -> None:
    talk = await ToolLoop(bench.dispatcher(), Model(DONE)).run([HELLO])
    assert await ToolLoop(bench.dispatcher(), Model(DONE)).resume(talk, {}) == talk
