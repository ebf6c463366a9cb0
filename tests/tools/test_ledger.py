"""What was not decided does not run, whichever graph it comes through."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from pydantic import JsonValue

from archivist.dag import Builder, DagReference, GatherRecord, Registry, State
from archivist.tools import (
    BatchUnusable,
    Dispatcher,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolInterrupt,
    ToolInvocationState,
    ToolRegistry,
)
from tests.tools.conftest import Bench


@pytest.fixture
def bench() -> Bench:
    """Tools reached directly: graphs are made here."""
    return Bench()


class Items(State):
    items: list[dict[str, JsonValue]]


def scattered(dispatcher: Dispatcher, **routes: str) -> Builder:
    """Somebody's scatter over the tool DAGs, which takes whatever items it is given."""
    return Builder("urn:test:dag:scatter").scatter(
        "run",
        source="items",
        body=DagReference(from_="item", path="dagIri", candidates=[held.dag_iri for held in dispatcher.tools]),
        reducer="any-success",
        routes=routes,
    )


def scatter_over(dispatcher: Dispatcher) -> tuple[Registry, str]:
    """A registry with such a scatter, which ends well when one item did."""
    flow = scattered(dispatcher, success="good", error="bad", empty="bad")
    dag = flow.terminal("good").terminal("bad", outcome="failed").build()
    return Registry().bundle(dispatcher.tools.bundle()).add(dag), dag.id


async def ran_over(dispatcher: Dispatcher, items: list[dict[str, JsonValue]]) -> str:
    registry, iri = scatter_over(dispatcher)
    return (await registry.run(iri, Items(items=items))).outcome


async def test_an_item_that_nobody_decided_runs_nothing(bench: Bench) -> None:
    bench.tool("target")
    forged = {"dagIri": "urn:noocodec:tool:target", "arguments": {"q": 1}, "callId": "x", "permit": "guess.0"}
    for item in (forged, {**forged, "permit": ""}, {"dagIri": forged["dagIri"], "arguments": {}}):
        assert await ran_over(bench.dispatcher(), [item]) == "failed"
    assert bench.ran == {}


async def test_a_decided_item_runs_once_and_not_again(bench: Bench) -> None:
    bench.tool("target")
    dispatcher = bench.dispatcher()
    decided = await dispatcher.decide([ToolCall(id="a", name="target")])
    items = decided.worksets
    assert await ran_over(dispatcher, items) == "completed"
    assert await ran_over(dispatcher, items) == "failed"
    assert bench.ran["target"] == 1


@pytest.mark.parametrize(
    "change",
    [{"arguments": {"q": "changed"}}, {"arguments": None}, {"dagIri": "urn:noocodec:tool:other"}],
    ids=["other arguments", "no arguments", "another tool"],
)
async def test_an_item_that_was_changed_after_its_decision_runs_nothing(
    bench: Bench, change: dict[str, JsonValue]
) -> None:
    bench.tool("target")
    bench.tool("other")
    dispatcher = bench.dispatcher()
    decided = await dispatcher.decide([ToolCall(id="a", name="target", arguments='{"q": "as decided"}')])
    assert await ran_over(dispatcher, [decided.worksets[0] | change]) == "failed"
    assert bench.ran == {}
    assert dispatcher.settle(decided).outcomes[0].status == "cancelled_before_start"


async def test_a_denied_call_has_no_item_and_its_permit_would_not_work(bench: Bench) -> None:
    bench.tool("target")
    dispatcher = bench.dispatcher()
    calls = [ToolCall(id="a", name="target"), ToolCall(id="b", name="target", arguments='{"q": 2}')]
    decided = await dispatcher.decide(
        calls, gate=lambda call, _: ToolDecision.deny("no") if call.id == "b" else ToolDecision.allow()
    )
    (allowed,) = decided.worksets
    assert allowed["callId"] == "a"
    guessed = allowed | {"permit": f"{decided.seal}.1", "arguments": {"q": 2}}
    assert await ran_over(dispatcher, [guessed]) == "failed"
    assert bench.ran == {}


async def test_after_a_batch_is_settled_nothing_of_it_can_run(bench: Bench) -> None:
    bench.tool("target")
    dispatcher = bench.dispatcher()
    decided = await dispatcher.decide([ToolCall(id="a", name="target")])
    items = decided.worksets
    dispatcher.settle(decided)
    assert await ran_over(dispatcher, items) == "failed"
    with pytest.raises(BatchUnusable, match="settled"):
        dispatcher.settle(decided.id)


async def test_a_permit_of_one_registry_opens_no_other(bench: Bench) -> None:
    bench.tool("target")
    decided = await bench.dispatcher().decide([ToolCall(id="a", name="target")])
    assert await ran_over(bench.dispatcher(), decided.worksets) == "failed"
    assert bench.ran == {}


async def test_a_refusal_is_an_error_of_the_invocation_and_says_why(bench: Bench) -> None:
    bench.tool("target")
    registry = Registry().bundle(bench.dispatcher().tools.bundle())
    run = await registry.run("urn:noocodec:tool:target", ToolInvocationState(input={"q": 1}))
    (error,) = run.state.errors
    assert (run.outcome, error.code, error.recoverable) == ("failed", "toolNotDecided", False)
    assert bench.ran == {}


class Sum(State):
    numbers: dict[str, JsonValue]
    result: JsonValue = None


async def test_an_author_may_embed_a_tool_when_the_bundle_says_who_runs_it(bench: Bench) -> None:
    """3 + 7 through an embedded calculator; neither input nor output of the invocation reaches the parent."""
    bench.tool("calculator", lambda arguments, _: {"result": sum(arguments.values())})
    dispatcher = bench.dispatcher()
    dag = (
        Builder("urn:test:dag:sum")
        .embed(
            "add",
            "urn:noocodec:tool:calculator",
            inputs={"input": "numbers"},
            outputs={"result": "output"},
            routes={"success": "end", "error": "bad"},
        )
        .terminal("end")
        .terminal("bad", outcome="failed")
        .build()
    )
    registry = Registry().bundle(dispatcher.tools.bundle(direct=dispatcher.perform_directly)).add(dag)
    run = await registry.run(dag.id, Sum(numbers={"a": 3, "b": 7}))
    assert run.outcome == "completed"
    assert run.state.result == {"result": 10}
    assert set(run.state.snapshot()) == set(Sum(numbers={}).snapshot())


async def test_nothing_that_leaves_the_house_tells_what_permits_are_made_of(bench: Bench) -> None:
    told: list[object] = []

    def body(_: object, context: ToolContext) -> str:
        told.append(context.idempotency_key)
        return "x" * 30_000

    bench.tool("target", body)
    dispatcher = bench.dispatcher()
    decided = await dispatcher.decide(
        [ToolCall(id="a", name="target")], emit=lambda *what, **more: told.append((what, more))
    )
    (item,) = decided.worksets
    secret, _, _ = str(item["permit"]).rpartition(".")
    await ran_over(dispatcher, [item])
    result = dispatcher.settle(decided)
    told += [result.messages, list(result.artifacts), decided.id]
    assert len(secret) >= 12
    assert secret not in repr(told)


async def test_an_embedded_tool_that_asks_fails_because_nobody_can_answer(bench: Bench) -> None:
    def asks(*_: object) -> object:
        reason = "which one?"
        raise ToolInterrupt(reason)

    bench.tool("target", asks)
    dispatcher = bench.dispatcher()
    registry = Registry().bundle(dispatcher.tools.bundle(direct=dispatcher.perform_directly))
    run = await registry.run("urn:noocodec:tool:target", ToolInvocationState(input={"q": 1}))
    assert run.outcome == "failed"
    assert run.error is not None
    assert isinstance(run.error.__cause__, ToolInterrupt)


async def test_worksets_carry_the_tool_dag_the_arguments_and_the_call(bench: Bench) -> None:
    bench.tool("target")
    dispatcher = bench.dispatcher()
    (item,) = (await dispatcher.decide([ToolCall(id="a", name="target", arguments='{"q":"Dune"}')])).worksets
    assert (item["dagIri"], item["arguments"], item["callId"]) == ("urn:noocodec:tool:target", {"q": "Dune"}, "a")


async def test_a_kept_batch_is_opened_again_with_the_permits_of_its_worksets(bench: Bench) -> None:
    """A run that is resumed elsewhere goes on with the worksets in its state."""
    bench.tool("target")
    before = bench.dispatcher()
    decided = await before.decide([ToolCall(id="a", name="target"), ToolCall(id="b", name="nothing")])
    items, kept = decided.worksets, before.kept(decided)
    after = bench.dispatcher()
    assert await ran_over(after, items) == "failed"
    restored = after.restore(kept)
    assert await ran_over(after, items) == "completed"
    assert [one.status for one in after.settle(restored).outcomes] == ["succeeded", "rejected"]


async def test_a_kept_call_that_no_longer_fits_its_tool_does_not_run(bench: Bench) -> None:
    bench.tool("target")
    before = bench.dispatcher()
    decided = await before.decide([ToolCall(id="a", name="target", arguments='{"q": 1}')])
    kept = before.kept(decided)
    bench.tools.clear()
    bench.tool("target", schema={"type": "object", "properties": {"q": {"type": "string"}}})
    after = bench.dispatcher()
    assert after.restore(kept).worksets == []


async def test_a_tool_that_is_registered_later_can_be_called(bench: Bench) -> None:
    bench.tool("first")
    dispatcher = bench.dispatcher()
    await dispatcher.dispatch([ToolCall(id="a", name="first")])
    dispatcher.tools.register(bench.tool("second"))
    (outcome,) = (await dispatcher.dispatch([ToolCall(id="a", name="second")])).outcomes
    assert outcome.ok


async def test_a_registry_without_tools_answers_every_call(bench: Bench) -> None:
    (outcome,) = (await bench.dispatcher().dispatch([ToolCall(id="a", name="any")])).outcomes
    assert outcome.error == "Tool not found: any"


async def test_batches_under_way_are_never_forgotten_however_many_there_are(bench: Bench) -> None:
    bench.tool("target")
    dispatcher = bench.dispatcher()
    many = ToolRegistry().ledger.KEPT + 10
    results = await asyncio.gather(*(dispatcher.dispatch([ToolCall(id="a", name="target")]) for _ in range(many)))
    assert {result.outcomes[0].status for result in results} == {"succeeded"}


async def test_batches_that_nobody_settles_are_forgotten_after_a_while(bench: Bench) -> None:
    bench.tool("target")
    dispatcher = bench.dispatcher()
    first = await dispatcher.decide([ToolCall(id="a", name="target")])
    for _ in range(ToolRegistry().ledger.KEPT):
        await dispatcher.decide([ToolCall(id="a", name="target")])
    assert first.worksets == []


async def test_changing_a_workset_in_place_changes_nothing_that_was_decided(bench: Bench) -> None:
    bench.tool("target")
    dispatcher = bench.dispatcher()
    planned = {"q": ["Dune"]}
    decided = await dispatcher.decide([ToolCall(id="a", name="target", arguments=planned)])
    (item,) = decided.worksets
    planned["q"].append("as the plan's owner goes on")
    item["arguments"]["q"].append("as the item's holder goes on")
    assert await ran_over(dispatcher, [item]) == "failed"
    assert await ran_over(dispatcher, decided.worksets) == "completed"
    assert bench.seen == [{"q": ["Dune"]}]


class Keep:
    """A gather's strategy that keeps the records."""

    name = "keep"

    def __init__(self) -> None:
        self.records: list[GatherRecord] = []

    def reduce(self, _: object, records: Sequence[GatherRecord], __: object) -> None:
        self.records.extend(records)


async def test_what_ran_in_another_process_is_settled_from_its_records_and_not_run_again(bench: Bench) -> None:
    bench.tool("target", "as it was then")
    bench.tool("other")
    before = bench.dispatcher()
    decided = await before.decide([ToolCall(id="same", name="target"), ToolCall(id="same", name="other")])
    kept, keep = before.kept(decided), Keep()
    flow = scattered(before, success="keep", error="keep", empty="end")
    dag = flow.gather("keep", ["run"], "keep", success="end", error="end", empty="end").terminal("end").build()
    await Registry().bundle(before.tools.bundle()).add(keep, dag).run(dag.id, Items(items=decided.worksets[:1]))
    after = bench.dispatcher()
    result = after.settle(after.restore(kept), keep.records)
    first = result.outcomes[0]
    assert (first.status, first.content) == ("succeeded", "as it was then")
    assert result.outcomes[1].status == "cancelled_before_start"
    assert bench.ran == {"target": 1}
