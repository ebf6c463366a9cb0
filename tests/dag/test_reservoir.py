# ruff: noqa: ARG002 -- nodes are given state and run, used or not; pydantic copies defaults
import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from archivist.dag import (
    Builder,
    Checkpoint,
    FakeClock,
    Node,
    Registry,
    Run,
)
from tests.dag.items import Work, over, run


class Batches(Node[Work]):
    id = "urn:t:node:batches"
    outputs = ("success", "error")

    def __init__(self, *, crash_on: int = 0) -> None:
        self.batches: list[list[object]] = []
        self.crash_on = crash_on

    async def execute_many(self, states: list[Work], run: Run) -> list[str]:
        items = [state.metadata["currentItem"] for state in states]
        self.batches.append(items)
        if len(self.batches) == self.crash_on:
            msg = "the third batch"
            raise RuntimeError(msg)
        for state, item in zip(states, items, strict=True):
            state.value = item["n"]
        await asyncio.sleep(0)
        return ["success"] * len(states)


def keyed(*keys: str) -> list[dict[str, object]]:
    return [{"k": key, "n": number} for number, key in enumerate(keys)]


@pytest.mark.parametrize(
    ("keys", "capacity", "sizes"),
    [
        (["a"] * 1000, 100, [100] * 10),
        (["a", "b", "c"] * 100, 100, [100] * 3),
        (["a", "b", "c"] * 50, 100, [50] * 3),
        (["a", "b"] * 10, 5, [5] * 4),
    ],
)
@pytest.mark.parametrize("concurrency", [1, 3])
async def test_a_reservoir_releases_full_buckets_and_never_mixes_keys(
    keys: list[str], capacity: int, sizes: list[int], concurrency: int
) -> None:
    """7.4.21"""
    batches = Batches()
    dag = over(batches, target="out", field="value", reservoir=("k", capacity), concurrency=concurrency)
    result = await run(dag, batches, items=keyed(*keys))
    assert [len(batch) for batch in batches.batches] == sizes
    assert all(len({item["k"] for item in batch}) == 1 for batch in batches.batches)
    assert sorted(result.state.out) == list(range(len(keys)))


@pytest.mark.parametrize("rounds", [5, 10])
async def test_a_reservoir_that_crashed_goes_on_without_repeating_what_was_gathered(rounds: int) -> None:
    """7.4.21: a crash on the third batch; ten gathered; fifteen unique after the resume, or all thirty."""
    batches = Batches(crash_on=3)
    dag = over(batches, target="out", field="value", reservoir=("k", 5))
    registry = Registry().add(batches, dag)
    first = await registry.run(dag.id, Work(items=keyed(*["a", "b", "c"] * rounds)))
    assert (first.outcome, first.cursor, len(first.state.out)) == ("failed", f"{dag.id}/node/each", 10)

    second = await registry.resume(first.checkpoint, state=Work)
    assert second.outcome == "completed"
    assert sorted(second.state.out) == list(range(3 * rounds))


async def test_what_waits_in_a_bucket_is_there_after_a_resume() -> None:
    batches = Batches(crash_on=1)
    dag = over(batches, target="out", field="value", reservoir=("k", 3))
    registry = Registry().add(batches, dag)
    first = await registry.run(dag.id, Work(items=keyed("a", "b", "a", "b", "a", "c")))
    assert (first.outcome, first.state.out) == ("failed", [])

    second = await registry.resume(Checkpoint.load(first.checkpoint.dump()), state=Work)
    assert sorted(second.state.out) == list(range(6))
    assert [[item["k"] for item in batch] for batch in batches.batches[1:]] == [["a"] * 3, ["b"] * 2, ["c"]]


async def test_an_idle_bucket_is_released_once_and_only_when_an_idle_time_is_set() -> None:
    """7.4.21: idle release, no timer without it, no double release."""
    clock, gate = FakeClock(), asyncio.Event()

    async def source() -> AsyncIterator[dict[str, object]]:
        for item in keyed("a", "a", "b"):
            yield item
        await gate.wait()
        yield {"k": "a", "n": 3}

    batches = Batches()
    dag = over(batches, target="out", field="value", reservoir=("k", 3, 2.0))
    handle = Registry(clock=clock).add(batches, dag).start(dag.id, Work(items=source()))
    await clock.advance(1.9)
    assert batches.batches == []
    await clock.advance(0.2)
    assert [[item["n"] for item in batch] for batch in batches.batches] == [[0, 1], [2]]
    await clock.advance(10)
    assert len(batches.batches) == 2
    gate.set()
    result = await handle
    assert result.state.out == [0, 1, 2, 3]

    silent = FakeClock()
    dag = over(batches, target="out", field="value", reservoir=("k", 3))
    await Registry(clock=silent).add(batches, dag).run(dag.id, Work(items=keyed("a", "b")))
    assert silent.monotonic() == 0
    assert not silent.slept


async def test_a_reservoir_reads_at_most_one_released_bucket_ahead() -> None:
    pulled: list[int] = []

    def source() -> Iterator[dict[str, object]]:
        for number in range(20):
            pulled.append(number)
            yield {"k": "a", "n": number}

    class Slow(Batches):
        async def execute_many(self, states: list[Work], run: Run) -> list[str]:
            await run.clock.sleep(1)
            return await super().execute_many(states, run)

    clock, slow = FakeClock(), Slow()
    dag = over(slow, target="out", field="value", reservoir=("k", 2))
    handle = Registry(clock=clock).add(slow, dag).start(dag.id, Work(items=source()))
    await clock.advance(0.5)
    assert len(pulled) <= 4  # two in work, two released
    await clock.advance(20)
    assert (await handle).state.out == list(range(20))


async def test_an_item_without_the_key_field_has_a_bucket_of_its_own() -> None:
    batches = Batches()
    dag = over(batches, target="out", field="value", reservoir=("k", 2))
    await run(dag, batches, items=[{"n": 0}, {"n": 1}, {"k": "a", "n": 2}])
    assert [len(batch) for batch in batches.batches] == [1, 1, 1]


async def test_a_released_bucket_flows_through_a_body_graph_together() -> None:
    batches = Batches()
    inner = Builder("urn:t:dag:inner").single("b", batches, success="end", error="end").terminal("end").build()
    result = await run(
        over(inner, target="out", field="value", reservoir=("k", 2)), batches, inner, items=keyed("a", "b", "a", "b")
    )
    assert [[item["n"] for item in batch] for batch in batches.batches] == [[0, 2], [1, 3]]
    assert result.state.out == [0, 2, 1, 3]
