"""At most once: effects under the broker, in memory and in a file. Ids name rows of the contract's tables of cases."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pydantic import JsonValue

from archivist.dag import Event, FakeClock, RetryPolicy
from archivist.memory import Store
from archivist.tools import (
    Answer,
    BatchUnusable,
    BrokerError,
    Cancellation,
    Cancelled,
    Effect,
    EffectBroker,
    FunctionTool,
    Gate,
    Grant,
    Identity,
    MemoryBroker,
    Options,
    Scope,
    SqliteBroker,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolInterrupt,
    ToolPolicy,
)
from tests.tools.conftest import Bench

if TYPE_CHECKING:
    from tests.tools.conftest import Entry

SCOPE = Scope(identity=Identity(owner="tenant-a", run="run-1", thread="thread-1", task="s2:tool_dispatch"))
WRITE = ToolPolicy(effect=Effect.EXTERNAL_WRITE, idempotency="non_idempotent")
GRANT = Grant(version="v1", operation="op", grant="g1", fingerprint="f1")


@pytest.fixture(params=["memory", "file"])
def broker(request: pytest.FixtureRequest, tmp_path: Path) -> EffectBroker:
    return MemoryBroker() if request.param == "memory" else SqliteBroker(tmp_path / "kept.sqlite")


def call(name: str, at: int, call_id: str = "same-model-id") -> ToolCall:
    return ToolCall(id=call_id, name=name, arguments={"segment": at})


BATCH = [call("first", 1), call("second", 2)]


def two(bench: Bench, policy: ToolPolicy = WRITE) -> Bench:
    for name in ("first", "second"):
        if not any(tool.name == name for tool in bench.tools):
            bench.tool(name, f"{name} written", policy)
    return bench


async def test_g9_calls_with_one_id_are_two_effects_and_a_replay_runs_nothing(
    bench: Bench, broker: EffectBroker
) -> None:
    dispatcher = two(bench).dispatcher(broker=broker)
    once = await dispatcher.dispatch(BATCH, scope=SCOPE)
    again = await dispatcher.dispatch([replace(one, id="other") for one in BATCH], scope=SCOPE)
    assert bench.ran == {"first": 1, "second": 1}
    assert [one.content for one in again.messages] == [one.content for one in once.messages]
    assert [one.tool_call_id for one in again.messages] == ["other", "other"]
    changed = await dispatcher.dispatch([call("first", 99), BATCH[1]], scope=SCOPE)
    assert [one.tool_status for one in changed.messages] == ["rejected", "succeeded"]
    assert bench.ran == {"first": 1, "second": 1}


@pytest.mark.parametrize("way", ["direct", "search"])  # a chat loop names its rounds as tasks
async def test_g10_without_a_task_no_effect_is_made(bench: Bench, broker: EffectBroker) -> None:
    dispatcher = two(bench).dispatcher(broker=broker)
    for who in (Identity(owner="tenant-a", run="run-1", thread="thread-1"), Identity(run="run-1", task="t")):
        with pytest.raises(BatchUnusable, match="task"):
            await dispatcher.dispatch(BATCH, scope=Scope(identity=who))
    assert bench.ran == {}


class Breaks(MemoryBroker):
    """A broker whose disk fails at one moment."""

    def __init__(self, moment: str) -> None:
        super().__init__()
        self._moment = moment

    def begin(self, slot: object, bound: str) -> object:  # type: ignore[override]  # as the base's
        if self._moment == "mark":
            raise BrokerError
        return super().begin(slot, bound)  # type: ignore[arg-type]  # as the base's

    def finish(self, slot: object, receipt: Mapping[str, JsonValue]) -> None:
        if self._moment == "receipt":
            raise BrokerError
        super().finish(slot, receipt)  # type: ignore[arg-type]  # as the base's


async def test_g10_sb2_a_call_whose_marker_was_not_kept_does_not_run(entry: Entry, bench: Bench) -> None:
    bench.tool("target", "x", WRITE)
    ended = await entry(bench, broker=Breaks("mark"), scope=SCOPE)
    assert ended.target.tool_status == "failed"
    assert "dispatch marker was not persisted" in ended.target.content
    assert bench.ran == {}


async def test_g12_sb3_an_effect_whose_receipt_was_not_kept_waits_for_a_person(bench: Bench) -> None:
    broker = Breaks("receipt")
    dispatcher = two(bench).dispatcher(broker=broker)
    for _ in range(3):
        paused = await dispatcher.dispatch(BATCH[:1], scope=SCOPE)
        (pending,) = paused.pending
        assert pending.reason == "Mediated Tool effect requires reconciliation"
        assert pending.payload == {
            "kind": "tool_effect_reconciliation",
            "thread_id": "thread-1",
            "task_id": "s2:tool_dispatch:turn:1" if bench.way == "chat" else "s2:tool_dispatch",
        }
    assert bench.ran == {"first": 1}


def raises(*_: object) -> object:
    message = "lost the answer"
    raise OSError(message)


async def test_sb3_a_lost_answer_is_never_asked_for_again(entry: Entry, bench: Bench, broker: EffectBroker) -> None:
    bench.tool("target", raises, WRITE)
    first = await entry(bench, broker=broker, scope=SCOPE)
    again = await entry(bench, broker=broker, scope=SCOPE)
    for ended in (first, again):
        assert [one.kind for one in ended.pending] == ["reconciliation"]
        assert ended.messages == ()
    assert bench.ran["target"] == 1


async def test_sb3_a_call_cut_by_time_or_cancellation_leaves_its_marker(bench: Bench, broker: EffectBroker) -> None:
    clock, cancellation = FakeClock(auto=True), Cancellation()
    bench.tool("first", lambda _, context: context.clock.sleep(0.12), replace(WRITE, timeout=0.005))
    again = replace(SCOPE, identity=replace(SCOPE.identity, task="t2"))

    async def acts_on(_: object, context: ToolContext) -> None:
        cancellation.cancel()
        await context.clock.sleep(60.0)

    bench.tool("second", acts_on, replace(WRITE, timeout=None))
    dispatcher = bench.dispatcher(broker=broker, clock=clock, options=Options(grace=0.5))
    assert (await dispatcher.dispatch(BATCH[:1], scope=SCOPE)).paused
    with pytest.raises(Cancelled):
        await dispatcher.dispatch(BATCH[1:], scope=replace(again, cancellation=cancellation))
    for scope, batch in ((SCOPE, BATCH[:1]), (again, BATCH[1:])):
        assert (await dispatcher.dispatch(batch, scope=scope)).paused
    assert bench.ran == {"first": 1, "second": 1}


async def test_sb3_a_crash_in_the_middle_of_an_effect_leaves_its_marker(bench: Bench, tmp_path: Path) -> None:
    clock = FakeClock()
    bench.tool("first", lambda _, context: context.clock.sleep(60.0), WRITE)
    broker = SqliteBroker(tmp_path / "kept.sqlite")
    running = asyncio.ensure_future(bench.dispatcher(broker=broker, clock=clock).dispatch(BATCH[:1], scope=SCOPE))
    await clock.advance(1.0)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    broker.close()
    reopened = SqliteBroker(tmp_path / "kept.sqlite")
    assert (await bench.dispatcher(broker=reopened).dispatch(BATCH[:1], scope=SCOPE)).paused
    assert bench.ran == {"first": 1}


async def test_a_failed_read_leaves_no_marker_and_may_run_again(bench: Bench, broker: EffectBroker) -> None:
    bench.tool("first", raises, ToolPolicy(effect=Effect.READ))
    dispatcher = bench.dispatcher(broker=broker)
    for _ in range(2):
        assert (await dispatcher.dispatch(BATCH[:1], scope=SCOPE)).outcomes[0].status == "failed"
    assert bench.ran == {"first": 2}


async def test_ns1_a_call_that_did_not_start_leaves_its_slot_free(bench: Bench, broker: EffectBroker) -> None:
    dispatcher = two(bench).dispatcher(broker=broker, clock=FakeClock(start=10.0))
    expired = await dispatcher.dispatch(BATCH[:1], scope=replace(SCOPE, deadline=5.0))
    denied = await dispatcher.dispatch(BATCH[:1], scope=SCOPE, gate=lambda *_: ToolDecision.deny("no"))
    assert (expired.outcomes[0].status, denied.outcomes[0].status, len(broker)) == ("expired", "rejected", 0)  # type: ignore[arg-type]
    assert (await dispatcher.dispatch(BATCH[:1], scope=SCOPE)).outcomes[0].content == "first written"
    replayed = (await dispatcher.dispatch(BATCH[:1], scope=SCOPE)).outcomes[0]
    assert (replayed.content, replayed.shared) == ("first written", True)
    assert bench.ran == {"first": 1}


def log_of(events: list[Event]) -> list[tuple[object, object]]:
    """What a host that writes down how calls ended has of `target`."""
    notes = [one.detail for one in events if one.kind == "note" and one.detail.get("call") == "target"]
    return [(one["status"], one["attempts"]) for one in notes if one["what"] == "tool-settled"]


async def test_ns2_a_log_of_a_call_that_is_made_again_has_one_entry_each_time(
    entry: Entry, bench: Bench, broker: EffectBroker
) -> None:
    clock, cancellation = FakeClock(start=10.0), Cancellation()
    bench.tool("target", "written", replace(WRITE, key="record"))
    bench.tool("holder", lambda _, context: context.clock.sleep(1.0), replace(WRITE, key="record"))
    bench.tool("sibling", "sibling ok")
    dispatcher, logs = bench.dispatcher(broker=broker, clock=clock), list[list[Event]]()

    async def made(gate: Gate | None = None, **around: object) -> None:
        logs.append([])
        scope = replace(SCOPE, on_event=logs[-1].append, **around)  # type: ignore[arg-type]  # fields by name
        await entry(bench, dispatcher=dispatcher, gate=gate, scope=scope)

    await made(deadline=5.0)
    await made(lambda call, _: ToolDecision.deny("no") if call.name == "target" else ToolDecision.allow())
    elsewhere = replace(SCOPE, identity=replace(SCOPE.identity, task="elsewhere"))
    holder = asyncio.ensure_future(dispatcher.dispatch([ToolCall(id="held", name="holder")], scope=elsewhere))
    await clock.advance(0.5)
    waiting = asyncio.ensure_future(made(cancellation=cancellation))
    await clock.advance(0.1)
    cancellation.cancel()
    await waiting
    await clock.advance(1.0)
    assert bench.ran["target"] == 0
    await made()
    assert (holder.done(), bench.ran["target"]) == (True, 1)
    await made()
    *before, admitted, replayed = [log_of(log) for log in logs]
    assert before == [[("expired", 0)], [("rejected", 0)], [("cancelled_before_start", 0)]]
    assert admitted == [("succeeded", 1)]
    assert [status for status, _ in replayed] == ["succeeded"]
    assert bench.ran["target"] == 1


async def test_sb1_a_replay_needs_everything_but_the_models_id_and_the_order_of_keys(
    bench: Bench, tmp_path: Path
) -> None:
    path = tmp_path / "kept.sqlite"
    arguments = '{"a": 1, "b": {"x": 1, "y": 2}}'
    bench.tool("first", "written", WRITE)
    dispatcher = bench.dispatcher(broker=SqliteBroker(path), grant=GRANT)
    await dispatcher.dispatch([ToolCall(id="one", name="first", arguments=arguments)], scope=SCOPE)
    reopened = SqliteBroker(path)
    other_order = ToolCall(id="two", name="first", arguments='{"b": {"y": 2, "x": 1}, "a": 1}')
    again = await bench.dispatcher(broker=reopened, grant=GRANT).dispatch([other_order], scope=SCOPE)
    assert [(one.tool_call_id, one.content) for one in again.messages] == [("two", "written")]
    for field in ("version", "operation", "grant", "fingerprint"):
        changed = replace(GRANT, **{field: "changed"})
        result = await bench.dispatcher(broker=reopened, grant=changed).dispatch([other_order], scope=SCOPE)
        assert result.messages[0].tool_status == "rejected"
    assert (bench.ran, len(reopened)) == ({"first": 1}, 1)


class OtherTool(FunctionTool):
    """The same name, another executable."""


@pytest.mark.parametrize(
    ("change", "statuses"),
    [
        ("nothing", ["succeeded", "succeeded", "succeeded"]),
        ("grant", ["rejected", "rejected", "rejected"]),
        ("executable", ["rejected", "rejected", "rejected"]),
        ("unbound tool", ["rejected", "rejected", "rejected"]),
        ("middle arguments", ["succeeded", "rejected", "succeeded"]),
        ("first two swapped", ["rejected", "rejected", "succeeded"]),
    ],
)
async def test_sb6_a_restarted_batch_runs_nothing_twice(
    bench: Bench, broker: EffectBroker, change: str, statuses: list[str]
) -> None:
    names = ["a", "b", "c"]
    for name in names:
        bench.tool(name, f"{name} written", WRITE)
    batch = [call(name, at) for at, name in enumerate(names)]
    first = await bench.dispatcher(broker=broker, grant=GRANT).dispatch(batch, scope=SCOPE)
    tools, grant = bench.tools, replace(GRANT, grant="g2") if change == "grant" else GRANT
    if change == "executable":
        tools = [OtherTool(name, lambda *_: "again", policy=WRITE) for name in names]
    elif change == "unbound tool":
        tools = [FunctionTool("d", lambda *_: "again", policy=WRITE)]
    elif change == "middle arguments":
        batch[1] = call("b", 99)
    elif change == "first two swapped":
        batch[:2] = [batch[1], batch[0]]
    again = await Bench(bench.way, tools=tools).dispatcher(broker=broker, grant=grant).dispatch(batch, scope=SCOPE)
    assert [one.tool_status for one in again.messages] == statuses
    assert bench.ran == {"a": 1, "b": 1, "c": 1}
    same = [old.content == new.content for old, new in zip(first.messages, again.messages, strict=True)]
    assert same == [status == "succeeded" for status in statuses]


async def test_sb7_a_denied_call_keeps_the_places_of_those_after_it(bench: Bench, broker: EffectBroker) -> None:
    dispatcher = two(bench).dispatcher(broker=broker)
    denies_first = lambda one, _: ToolDecision.deny() if one.name == "first" else ToolDecision.allow()  # noqa: E731
    result = await dispatcher.dispatch(BATCH, gate=denies_first, scope=SCOPE)
    assert [one.tool_status for one in result.messages] == ["rejected", "succeeded"]
    assert len(broker) == 1  # type: ignore[arg-type]  # both brokers have a length
    await dispatcher.dispatch(BATCH, scope=SCOPE)
    assert bench.ran == {"first": 1, "second": 1}


async def test_sb5_of_two_connections_that_race_for_a_slot_one_runs(bench: Bench, tmp_path: Path) -> None:
    clock = FakeClock()

    async def slow(_: object, context: ToolContext) -> str:
        await context.clock.sleep(1.0)
        return "written"

    bench.tool("first", slow, replace(WRITE, concurrency=2))
    dispatchers = [bench.dispatcher(broker=SqliteBroker(tmp_path / "kept.sqlite"), clock=clock) for _ in range(2)]
    racing = [asyncio.ensure_future(one.dispatch(BATCH[:1], scope=SCOPE)) for one in dispatchers]
    await clock.advance(2.0)
    ended = [await one for one in racing]
    assert sorted(one.paused for one in ended) == [False, True]
    assert bench.ran == {"first": 1}


async def test_sb4_runs_beside_each_other_have_effects_of_their_own(bench: Bench, broker: EffectBroker) -> None:
    dispatcher = two(bench).dispatcher(broker=broker)
    scopes = [replace(SCOPE, identity=replace(SCOPE.identity, run=f"run-{at}")) for at in range(4)]
    await asyncio.gather(*(dispatcher.dispatch(BATCH, scope=scope) for scope in scopes))
    assert sum(bench.ran.values()) == 8
    await asyncio.gather(*(dispatcher.dispatch(BATCH, scope=scope) for scope in scopes))
    assert sum(bench.ran.values()) == 8
    swapped = await dispatcher.dispatch(BATCH[::-1], scope=scopes[0])
    assert [one.tool_status for one in swapped.messages] == ["rejected", "rejected"]


async def test_a_policy_that_would_retry_is_refused_under_a_broker(bench: Bench, broker: EffectBroker) -> None:
    bench.tool("first", "x", ToolPolicy(effect=Effect.READ, retry=RetryPolicy(attempts=2)))
    (outcome,) = (await bench.dispatcher(broker=broker).dispatch(BATCH[:1], scope=SCOPE)).outcomes
    assert (outcome.status, bench.ran) == ("rejected", {})


@pytest.mark.parametrize(
    ("answer", "status", "runs"),
    [
        (Answer.supply("it was written"), "succeeded", 1),
        (Answer.deny("it was not written"), "failed", 1),
        (Answer.approve(), "succeeded", 2),
    ],
    ids=["it happened", "it did not", "do it again"],
)
async def test_a_person_settles_an_uncertain_effect_and_that_is_kept(
    bench: Bench, broker: EffectBroker, answer: Answer, status: str, runs: int
) -> None:
    failures: list[BaseException] = [OSError("lost the answer")]

    def body(*_: object) -> str:
        if failures:
            raise failures.pop()
        return "written"

    bench.tool("first", body, WRITE)
    dispatcher = bench.dispatcher(broker=broker)
    paused = await dispatcher.dispatch(BATCH[:1], scope=SCOPE)
    ended = await dispatcher.resume(paused, {paused.pending[0].key: answer}, scope=SCOPE)
    assert (ended.outcomes[0].status, bench.ran["first"]) == (status, runs)
    audit = broker.audit() if isinstance(broker, SqliteBroker) else broker.audit  # type: ignore[attr-defined]
    assert [(word, by) for _, word, by in audit] == [
        ("happened" if answer.kind == "supply" else "did not happen", "tenant-a")
    ]


async def test_a_tool_that_asks_before_it_acts_leaves_no_marker(bench: Bench, broker: EffectBroker) -> None:
    def body(_: object, context: ToolContext) -> str:
        if context.answer is None:
            msg = "deploy?"
            raise ToolInterrupt(msg)
        return "deployed"

    bench.tool("first", body, WRITE)
    dispatcher = bench.dispatcher(broker=broker)
    paused = await dispatcher.dispatch(BATCH[:1], scope=SCOPE)
    ended = await dispatcher.resume(paused, {paused.pending[0].key: Answer.reply("yes")}, scope=SCOPE)
    assert ended.outcomes[0].content == "deployed"


async def test_effects_of_nested_dispatches_have_slots_of_their_own_and_replay_alike(
    bench: Bench, broker: EffectBroker
) -> None:
    inner = type(bench)()
    inner.tool("write", lambda arguments, _: f"wrote {arguments['segment']}", WRITE)
    nested = inner.dispatcher(broker=broker)

    async def body(*_: object) -> str:
        results = [await nested.dispatch([call("write", at)]) for at in (1, 2)]
        return " and ".join(result.messages[0].content for result in results)

    bench.tool("outer", body, ToolPolicy(effect=Effect.READ))
    outer = bench.dispatcher()
    for _ in range(2):
        (outcome,) = (await outer.dispatch([call("outer", 0)], scope=SCOPE)).outcomes
        assert outcome.content == "wrote 1 and wrote 2"
    assert inner.ran == {"write": 2}


async def test_effects_are_kept_in_the_file_of_everything_else_and_both_go_on_after_a_restart(
    bench: Bench, tmp_path: Path
) -> None:
    path, told = tmp_path / "archivist.sqlite", []
    for start in range(2):
        store, broker = Store(path, told.append), SqliteBroker(path)
        result = await two(bench).dispatcher(broker=broker).dispatch(BATCH, scope=SCOPE)
        assert [one.shared for one in result.outcomes] == [bool(start)] * 2
        assert (store.kept, store.conversations.all(), len(broker)) == (True, [], 2)
        broker.close()
        store.close()
    assert (bench.ran, told) == ({"first": 1, "second": 1}, [])


@pytest.mark.parametrize("path", ["", ":memory:", "file:kept?mode=memory"])
def test_a_broker_wants_a_real_file(path: str) -> None:
    with pytest.raises(BrokerError, match="real file"):
        SqliteBroker(path)


def test_a_broker_whose_file_is_no_database_says_so_without_its_path(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are notes, and not a database at all" * 40)
    with pytest.raises(BrokerError) as caught:
        SqliteBroker(path)
    assert str(tmp_path) not in str(caught.value)


def test_a_receipt_that_cannot_be_read_is_an_error_and_not_a_receipt(tmp_path: Path) -> None:
    from archivist.tools.broker import EffectSlot  # noqa: PLC0415 - only here

    path = tmp_path / "kept.sqlite"
    broker = SqliteBroker(path)
    slot = EffectSlot(owner="o", run="r", thread="t", task="k", ordinal=0)
    broker.begin(slot, "bound")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE tool_effect SET receipt = '{cut'")
    connection.close()
    with pytest.raises(BrokerError):
        broker.begin(slot, "bound")
    broker.close()
