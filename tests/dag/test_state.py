"""States: counters of attempts, clones and snapshots."""

from typing import Literal

from archivist.dag import Builder, Checkpoint, Registry, Run, node, paths
from tests.dag.items import Work


def test_attempts_are_counted_by_key() -> None:
    """7.3: one, two; keys are independent; clearing one leaves the others; a budget of three is True, True, False."""
    state = Work()
    assert [state.record_attempt("a"), state.record_attempt("a"), state.record_attempt("b")] == [1, 2, 1]
    state.clear_attempts("a")
    assert state.retries == {"b": 1}
    assert [state.within_budget("c", 3) for _ in range(3)] == [True, True, False]


def test_counters_survive_a_snapshot_and_go_on() -> None:
    """7.3"""
    snapshot = {"metadata": {}, "warnings": [], "retries": {"extract-query": 2, "decide-tools": 1}}
    state = Work.restore(snapshot)
    assert state.retries == {"extract-query": 2, "decide-tools": 1}
    assert not state.within_budget("extract-query", 3)
    assert state.within_budget("decide-tools", 3)


async def test_counters_survive_a_resume() -> None:
    """7.3"""

    @node("urn:t:node:try")
    async def tries(state: Work, run: Run) -> Literal["again", "done"]:
        if state.value is None and state.retries.get("work"):
            return "parked"  # type: ignore[return-value]  # the reserved port
        return "again" if run.within_budget("work", 3) else "done"

    dag = Builder("urn:t:dag:t").single("try", tries, again="try", done="end").terminal("end").build()
    registry = Registry().add(tries, dag)
    parked = await registry.run(dag.id, Work())
    assert parked.state.retries == {"work": 1}
    done = await registry.resume(Checkpoint.load(parked.checkpoint.dump()).with_state(value="go on"), state=Work)
    assert (done.executed, done.state.retries) == (["try", "try", "end"], {"work": 3})


def test_a_clone_starts_without_notes_and_attempts_of_its_own() -> None:
    """1.8: metadata comes along, errors, warnings and counters do not."""
    state = Work(value=[1])
    state.metadata["key"] = ["kept"]
    state.collect_error("CODE", "words")
    state.warn("NOTE", "words")
    state.record_attempt("a")
    clone = state.clone()
    assert (clone.metadata, clone.errors, clone.warnings, clone.retries) == ({"key": ["kept"]}, [], [], {})
    assert clone.value == [1]
    assert clone.value is not state.value


def test_many_clones_of_one_moment_do_not_see_what_happens_to_the_state_or_to_each_other() -> None:
    state = Work(value=[1], metadata={"key": [1]})
    make = state.cloner()
    state.value.append(2)
    first, second = make(), make()
    first.value.append("first")
    first.metadata["key"].append("first")
    assert (first.value, second.value, state.value) == ([1, "first"], [1], [1, 2])
    assert second.metadata == {"key": [1]}


def test_a_mistyped_index_does_not_fill_the_memory() -> None:
    """1.8: a hole in a list is filled with nothing, as far as somebody could have meant it."""
    state = Work(out=[1])
    assert paths.put(state, "out.3", 4)
    assert state.out == [1, None, None, 4]
    assert not paths.put(state, "out.100000000", 5)
    assert len(state.out) == 4


def test_a_clone_shares_no_list_inside_a_tuple() -> None:
    state = Work(value=([1], 2))
    clone = state.clone()
    clone.value[0].append(9)
    assert state.value == ([1], 2)
