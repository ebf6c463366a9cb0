import pytest

from archivist.dag import (
    Builder,
    Dag,
    DagReference,
    Event,
    Node,
    Registry,
    Run,
    node,
)
from tests.dag.items import Work, over, run

CANDIDATES = DagReference(from_="item", path="dagIri", candidates=["urn:t:dag:one", "urn:t:dag:two"])


def candidates(probe: Node[Work]) -> list[Dag]:
    return [Builder(iri).single("b", probe, success="end").terminal("end").build() for iri in CANDIDATES.candidates]


async def test_each_item_names_its_graph_and_a_name_that_is_no_candidate_is_an_error_of_the_item() -> None:
    """7.4.22 and 7.4.23: which graph each item selected is told by its events.

    Anchors 2.4: an unknown name is the item's failure, told with the names there are, and no crash.
    """

    @node("urn:t:node:path", outputs=("success",))
    async def told(state: Work, run: Run) -> str:
        state.value = run.dag
        return "success"

    events: list[Event] = []
    items = [
        {"dagIri": "urn:t:dag:one"},
        {"dagIri": "urn:t:dag:two"},
        {"dagIri": "urn:t:dag:three"},
        {"dagIri": "bare"},
        {},
    ]
    result = await run(
        over(CANDIDATES, "append", target="out", field="value"),
        told,
        *candidates(told),
        items=items,
        on_event=events.append,
    )

    assert result.state.out[:2] == ["urn:t:dag:one", "urn:t:dag:two"]
    assert result.terminals == ["bad"]
    notes = [error.message for error in result.state.errors]
    assert notes[0] == "item 2 of 'each' names 'urn:t:dag:three', which is no candidate (urn:t:dag:one, urn:t:dag:two)"
    assert len(notes) == 3
    selected = [(event.index, event.detail["dag"]) for event in events if event.kind == "item-start"]
    assert selected == [(0, "urn:t:dag:one"), (1, "urn:t:dag:two"), (2, None), (3, None), (4, None)]


@pytest.mark.parametrize("value", ["", None, "urn:t:dag:three", "bare", "no:prefix"])
async def test_a_state_that_names_no_candidate_takes_error(value: object) -> None:
    """1.10: the original rejects the whole run for a bare name (its README, 2 and 3)."""
    reference = DagReference(from_="state", path="value", candidates=["urn:t:dag:one"])
    dag = (
        Builder("urn:t:dag:o")
        .embed("sub", reference, success="good", error="bad")
        .terminal("good")
        .terminal("bad", "failed")
        .build()
    )
    end = Builder("urn:t:dag:one").terminal("end").build()
    result = await Registry().add(end, dag).run(dag.id, Work(value=value))
    assert result.terminals == ["bad"]
    assert [error.code for error in result.state.errors] == ["NO_CANDIDATE"]


async def test_ten_thousand_dynamic_items_run() -> None:
    """7.4.25"""
    end = [Builder(iri).terminal("end").build() for iri in CANDIDATES.candidates]
    items = [{"dagIri": CANDIDATES.candidates[number % 2]} for number in range(10_000)]
    result = await run(over(CANDIDATES, "discard", concurrency=8), *end, items=items)
    assert result.terminals == ["good"]
