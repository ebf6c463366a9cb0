# ruff: noqa: ARG001, ARG002 -- nodes are given state and run, used or not
"""Anchors 2.4: each record has one outcome with its count of attempts; limits of a node hold however it is called."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from archivist.dag import (
    Builder,
    Bundle,
    Checkpoint,
    Dag,
    FakeClock,
    GatherRecord,
    Node,
    NodeTimeoutError,
    Registry,
    RetryPolicy,
    Run,
    node,
)
from tests.dag.items import AGGREGATE, Probe, Work, over

AGAIN = RetryPolicy(attempts=3, strategy="constant", base=0.1, jitter=0)


class Keep:
    """A strategy that keeps what each record says of its item."""

    name = "keep"

    def reduce(self, config: Mapping[str, object], records: Sequence[GatherRecord], state: Work) -> None:
        state.out.extend([record.index, record.status, record.attempts] for record in records)


def flaky(failures: Mapping[object, int]) -> Node[Work]:
    """A node that raises as often as its item says before it succeeds."""
    left = dict(failures)

    @node("urn:t:node:flaky", outputs=("success",))
    async def raises(state: Work, run: Run) -> str:
        if left.get(run.item, 0) > 0:
            left[run.item] -= 1
            msg = "not yet"
            raise OSError(msg)
        return "success"

    return raises


def retrying(body: Node[Work]) -> Dag:
    return (
        Builder("urn:t:dag:inner")
        .single("b", body, retry=AGAIN, success="end")
        .terminal("end")
        .build()
    )  # fmt: skip


async def gathered(dag: Dag, *parts: object, items: object) -> list[object]:
    registry = Registry(clock=FakeClock(auto=True)).bundle(
        Bundle(
            nodes=[one for one in parts if hasattr(one, "execute")],
            dags=[*(one for one in parts if isinstance(one, Dag)), dag],
            strategies=[Keep()],
        )
    )
    result = await registry.run(dag.id, Work(items=items))
    assert result.terminals, result.error
    return result.state.out


async def test_a_record_counts_the_retries_of_its_item() -> None:
    body = flaky({"b": 2, "c": 3})
    inner = retrying(body)
    assert await gathered(over(inner, "keep", concurrency=2), body, inner, items=["a", "b", "c"]) == [
        [0, "ok", 1],
        [1, "ok", 3],
        [2, "failed", 3],
    ]


async def test_a_record_counts_the_retries_a_body_node_makes_itself() -> None:
    @node("urn:t:node:own", outputs=("success",))
    async def own(state: Work, run: Run) -> str:
        return await run.retry(AGAIN, lambda: body(state, run))

    body = flaky({"b": 1})
    assert await gathered(over(own, "keep", concurrency=2), own, items=["a", "b"]) == [[0, "ok", 1], [1, "ok", 2]]


async def test_the_record_of_a_branch_counts_the_retries_on_its_way() -> None:
    body = flaky({None: 1})
    inner = retrying(body)
    dag = (
        Builder("urn:t:dag:branch")
        .embed("inside", inner, success="join", error="join")
        .gather("join", ["inside"], "keep", success="end", error="end", empty="end")
        .terminal("end")
        .build()
    )
    assert await gathered(dag, body, inner, items=None) == [[None, "ok", 2]]


async def test_each_of_two_items_at_one_placement_counts_for_itself() -> None:
    tried: list[tuple[str, ...]] = []

    @node("urn:t:node:second", outputs=("success",))
    async def second(state: Work, run: Run) -> str:
        tried.append(run.ids)
        if state.value == "side" and len(tried) < 4:
            msg = "not yet"
            raise OSError(msg)
        return "success"

    @node("urn:t:node:mark", outputs=("success",))
    async def mark(state: Work, run: Run) -> str:
        state.value = run.name
        return "success"

    dag = (
        Builder("urn:t:dag:pair")
        .single("main", mark, success="twice")
        .single("side", mark, success="twice")
        .single("twice", second, retry=AGAIN, success="join")
        .gather("join", ["twice"], "keep", success="end", error="end", empty="end")
        .terminal("end")
        .entrypoints(main="main", side="side")
        .build()
    )
    assert await gathered(dag, second, mark, items=None) == [[None, "ok", 1], [None, "ok", 3]]
    assert len(tried) == 4


async def test_an_item_that_a_resume_begins_anew_has_been_attempted_twice() -> None:
    """The count lives in the checkpoint: of a finished item behind a slow one, too."""
    probe = Probe()

    @node("urn:t:node:waits", outputs=("success", "error"))
    async def waits(state: Work, run: Run) -> str:
        if run.item == 0 and state.value is None:
            await run.clock.sleep(60)
        return await probe.execute(state, run)

    dag = over(waits, "keep", concurrency=2)
    clock = FakeClock()
    registry = Registry(clock=clock).bundle(Bundle(nodes=[waits], dags=[dag], strategies=[Keep()]))
    handle = registry.start(dag.id, Work(items=[0, 1, 2]))
    await clock.advance(1)
    handle.cancel("stop")
    checkpoint = Checkpoint.load((await handle).checkpoint.dump())

    result = await registry.resume(checkpoint.with_state(value="go on"), state=Work)
    assert result.state.out == [[0, "ok", 2], [1, "ok", 1], [2, "ok", 1]]


@pytest.mark.parametrize("many", [False, True], ids=["one by one", "as a batch"])
async def test_a_time_out_and_retries_hold_for_a_node_that_takes_many_too(many: bool) -> None:  # noqa: FBT001 - a table
    class Slow(Node[Work]):
        id = "urn:t:node:slow"
        outputs = ("success",)
        timeout = 5.0

        def __init__(self) -> None:
            self.calls = 0
            if many:
                self.execute_many = self._together

        async def execute(self, state: Work, run: Run) -> str:
            self.calls += 1
            if self.calls == 1:
                msg = "at first"
                raise OSError(msg)
            await run.clock.sleep(60)
            return "success"

        async def _together(self, states: list[Work], run: Run) -> list[str]:
            return [await self.execute(state, run) for state in states]

    slow = Slow()
    dag = Builder("urn:t:dag:s").single("slow", slow, retry=AGAIN, success="end").terminal("end").build()
    clock = FakeClock(auto=True)
    result = await Registry(clock=clock).add(slow, dag).run(dag.id, Work())
    assert (slow.calls, clock.monotonic()) == (2, 5.0)
    assert isinstance(result.error, NodeTimeoutError)


class Orphan(Node[Work]):
    """Awaits something that somebody else cancels, for items that are odd or None."""

    id = "urn:t:node:orphan"
    outputs = ("success",)

    async def execute(self, state: Work, run: Run) -> str:
        if run.item is None or run.item % 2:
            other = asyncio.ensure_future(asyncio.sleep(60))
            asyncio.get_running_loop().call_soon(other.cancel)
            await other
        return "success"


async def test_a_cancellation_that_a_node_lets_out_is_its_failure_and_not_its_caller_s() -> None:
    orphan = Orphan()
    dag = Builder("urn:t:dag:o").single("orphan", orphan, success="end").terminal("end").build()
    result = await Registry().add(orphan, dag).run(dag.id, Work())
    assert (result.outcome, result.error.code, result.cursor) == ("failed", "NODE_CANCELLED", f"{dag.id}/node/orphan")
    assert "node at orphan of 'urn:t:dag:o' raised CancelledError" in result.error.message


@pytest.mark.parametrize("concurrency", [1, 3])
async def test_an_item_whose_work_was_cancelled_from_elsewhere_is_told_apart_and_sinks_no_other(
    concurrency: int,
) -> None:
    orphan = Orphan()
    inner = Builder("urn:t:dag:inner").single("b", orphan, success="end").terminal("end").build()
    records = await gathered(over(inner, "keep", concurrency=concurrency), orphan, inner, items=[0, 1, 2])
    assert records == [[0, "ok", 1], [1, "cancelled", 1], [2, "ok", 1]]


@pytest.mark.parametrize("concurrency", [1, 3])
async def test_a_node_body_that_is_cancelled_from_elsewhere_ends_its_scatter_with_a_sentence(concurrency: int) -> None:
    orphan = Orphan()
    dag = over(orphan, target="out", concurrency=concurrency)
    result = await Registry().add(orphan, dag).run(dag.id, Work(items=[0, 1, 2]))
    assert (result.outcome, result.error.code) == ("failed", "NODE_CANCELLED")
    assert result.cursor == f"{dag.id}/node/each"


async def test_no_item_waits_for_the_steps_of_another() -> None:
    """Anchors 2.3, 9: in a superstep engine a fast branch waits for its slow sibling."""
    told: list[str] = []

    @node("urn:t:node:first", outputs=("success",))
    async def first(state: Work, run: Run) -> str:
        await run.clock.sleep(run.item)
        return "success"

    @node("urn:t:node:second", outputs=("success",))
    async def second(state: Work, run: Run) -> str:
        told.append(f"item {run.item} at {run.clock.monotonic():g}")
        return "success"

    inner = (
        Builder("urn:t:dag:inner")
        .single("first", first, success="second")
        .single("second", second, success="end")
        .terminal("end")
        .build()
    )
    dag = over(inner, "discard", concurrency=3)
    await Registry(clock=FakeClock(auto=True)).add(first, second, inner, dag).run(dag.id, Work(items=[9, 1, 5]))
    assert told == ["item 1 at 1", "item 5 at 5", "item 9 at 9"]


@pytest.mark.parametrize("concurrency", [1, 2, 64])
async def test_every_item_runs_whatever_the_concurrency(concurrency: int) -> None:
    """Anchors 2.3, 7 and 8: items silently dropped at a concurrency of 1, and sixteen of twenty-one run."""
    probe = Probe()
    dag = over(probe, target="out", concurrency=concurrency)
    result = await Registry(clock=FakeClock(auto=True)).add(probe, dag).run(dag.id, Work(items=list(range(21))))
    assert result.state.out == sorted(probe.calls) == list(range(21))
    assert probe.most <= concurrency


async def test_a_handler_that_ran_does_not_let_the_error_escape_and_does_not_run_again_on_resume() -> None:
    """Anchors 2.3, 10 and 11: with siblings in parallel the error escapes all the same; a resume runs it twice."""
    handled: list[object] = []

    @node("urn:t:node:handle", outputs=("success",))
    async def handle(state: Work, run: Run) -> str:
        handled.append(run.item)
        return "success"

    @node("urn:t:node:ask", outputs=("success",))
    async def ask(state: Work, run: Run) -> str:
        return "success" if state.value else "parked"

    broken = flaky({1: 99})
    inner = Builder("urn:t:dag:inner").single("b", broken, success="end").terminal("end").build()
    guarded = (
        Builder("urn:t:dag:guarded")
        .embed("try", inner, success="end", error="handle")
        .single("handle", handle, success="end")
        .terminal("end")
        .build()
    )
    dag = (
        Builder("urn:t:dag:whole")
        .scatter("each", "items", guarded, concurrency=3, routes=dict.fromkeys(AGGREGATE, "ask"))
        .single("ask", ask, success="end")
        .terminal("end")
        .build()
    )
    registry = Registry().add(broken, handle, ask, inner, guarded, dag)
    parked = await registry.run(dag.id, Work(items=[0, 1, 2]))
    assert (parked.outcome, handled) == ("awaiting-input", [1])

    done = await registry.resume(parked.checkpoint.with_state(value="go on"), state=Work)
    assert (done.outcome, handled) == ("completed", [1])
