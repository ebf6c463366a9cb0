import pytest

from archivist.dag import (
    Builder,
    Checkpoint,
    CheckpointError,
    DocumentError,
    MemoryCheckpoints,
    MemoryStore,
    Registry,
    StoreError,
)
from tests.dag.sample import Trip, loop


async def test_a_finished_run_has_no_checkpoint() -> None:
    """7.5 and 7.4.7: a run that went through leaves neither a checkpoint nor traces of progress in its state."""
    registry = Registry().add(
        loop, Builder("urn:test:dag:l").single("l", loop, again="l", done="e").terminal("e").build()
    )
    result = await registry.run("urn:test:dag:l", Trip())

    with pytest.raises(CheckpointError, match="has ended"):
        _ = result.checkpoint
    assert result.state.metadata == {}


def test_a_checkpoint_names_its_graph_by_absolute_iri() -> None:
    """7.5"""
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


def test_a_checkpoint_with_another_state_leaves_the_first_as_it_was() -> None:
    first = Checkpoint(dag="urn:x", cursor="c", state={"metadata": {"a": {"b": 1}}})
    second = first.with_state(metadata__a__b=2)
    assert (first.state, second.state) == ({"metadata": {"a": {"b": 1}}}, {"metadata": {"a": {"b": 2}}})


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
