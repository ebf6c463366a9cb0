import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from archivist.dag import Builder, DocumentError, document_json, dump, load
from archivist.dag.schema import SCHEMA_FILE, document_schema

END = {"@id": "urn:t:d/node/end", "@type": "TerminalNode", "name": "end", "outcome": "completed"}


def document(*placements: dict[str, object], **changes: object) -> dict[str, object]:
    whole = {
        "@context": {}, "@id": "urn:t:d", "@type": "DAG", "name": "d", "version": "1",
        "entrypoints": {"main": "urn:t:d/node/end"}, "nodes": [*placements, END],
    }  # fmt: skip
    return {key: value for key, value in (whole | changes).items() if value is not None}


def placement(kind: str, **fields: object) -> dict[str, object]:
    return {"@id": "urn:t:d/node/x", "@type": kind, "name": "x", **fields}


def scatter(**fields: object) -> dict[str, object]:
    return placement("ScatterNode", **({"source": "items", "body": {"node": "urn:n"}, "outputs": {}} | fields))


def reservoir(**fields: object) -> dict[str, object]:
    return scatter(execution={"mode": "reservoir", "reservoir": {"keyField": "k", "capacity": 2}, **fields})


REFUSED = {
    "null route": document(placement("SingleNode", node="urn:n", outputs={"success": None})),
    "unknown type": document(placement("FancyNode")),
    "no type": document(**{"@type": None}),
    "phase mid": document(placement("PhaseNode", node="urn:n", phase="mid")),
    "terminal cancelled": document(placement("TerminalNode", outcome="cancelled")),
    "outputs on a phase": document(placement("PhaseNode", node="urn:n", phase="pre", outputs={})),
    "capacity 0": document(reservoir(reservoir={"keyField": "k", "capacity": 0})),
    "throttle and reservoir": document(reservoir(throttle={"concurrencyLimit": 1})),
    "empty entrypoint label": document(entrypoints={"": "urn:t:d/node/end"}),
    "no entrypoints": document(entrypoints=None),
    "empty entrypoints": document(entrypoints={}),
    "no version": document(version=None),
    "no placements": document(nodes=[]),
    "concurrency as text": document(scatter(execution={"mode": "item", "concurrency": "1"})),
    "idle 0": document(reservoir(reservoir={"keyField": "k", "capacity": 1, "idleMs": 0})),
    "two bodies": document(scatter(body={"node": "urn:n", "dag": "urn:d"})),
    "concurrency 0": document(scatter(execution={"mode": "item", "concurrency": 0})),
    "inline gather": document(scatter(gather={"strategy": "discard"})),
    "same candidate twice": document(
        scatter(body={"dag": {"@type": "DagReference", "from": "item", "path": "p", "candidates": ["urn:a", "urn:a"]}})
    ),
    "no candidates": document(
        scatter(body={"dag": {"@type": "DagReference", "from": "item", "path": "p", "candidates": []}})
    ),
    "legacy dagFrom": document(placement("EmbeddedDAGNode", outputs={}, dagFrom="x")),
    "append without target": document(
        placement("GatherNode", sources={"urn:s": {}}, gather={"strategy": "append"}, outputs={})
    ),
    "gather without sources": document(placement("GatherNode", sources={}, gather={"strategy": "discard"}, outputs={})),
    "retry fibonacci": document(placement("SingleNode", node="urn:n", outputs={}, retry={"strategy": "fibonacci"})),
}


def test_the_published_schema_is_that_of_the_models() -> None:
    assert json.loads(SCHEMA_FILE.read_text()) == document_schema()


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_loader_and_schema_refuse_the_same_documents(case: dict[str, object]) -> None:
    """7.1.16"""
    with pytest.raises(DocumentError) as error:
        load(json.dumps(case))
    assert error.value.code == "VALIDATION_ERROR"
    assert "- /" in error.value.message  # a JSON pointer to each problem
    assert not Draft202012Validator(document_schema()).is_valid(case)


WHOLE = document(
    placement("SingleNode", node="urn:n", outputs={"success": "urn:t:d/node/end"},
              retry={"maxAttempts": 3, "strategy": "linear", "baseDelay": 20, "multiplier": 2, "on": ["X"]}),
    scatter(execution={"mode": "item", "concurrency": 2,
                       "throttle": {"concurrencyLimit": 1, "adaptive": {"enabled": True}}},
            body={"dag": {"@type": "DagReference", "from": "item", "path": "p", "candidates": ["urn:a", "urn:b"]}},
            stateMapping={"input": {"a": "b"}}, itemKey="i", reducer="any-success", container="cpu"),
    reservoir(reservoir={"keyField": "k", "capacity": 2, "idleMs": 5.5}),
    placement("EmbeddedDAGNode", outputs={}, dag="urn:a", gatherResult={"resultField": "r"},
              stateMapping={"output": {}}),
    placement("GatherNode", sources={"urn:s": {"resultField": "r"}}, outputs={},
              gather={"strategy": "append", "target": "t"},
              policy={"mode": "quorum", "quorum": 1, "includeErrors": False}),
    placement("PhaseNode", node="urn:n", phase="pre"),
)  # fmt: skip
VALIDATOR = Draft202012Validator(document_schema())
ANY = st.sampled_from(
    [None, 0, 1, "1", -1, 1.0, 1.5, True, "", "x", "urn:x", "item", "all", [], {}, [1], {"a": 1}, 2**70]
)


def _places(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The path of everything inside a value."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in pairs:
        yield (*path, key)
        yield from _places(one, (*path, key))


@settings(deadline=None)
@given(st.sampled_from(list(_places(WHOLE))), st.sampled_from(["remove", "replace", "add"]), ANY)
def test_loader_and_schema_agree_on_a_document_after_any_one_change(
    path: tuple[object, ...], change: str, value: object
) -> None:
    """Given as text or as values, and with numbers as JSON knows them: 1.0 is a whole one, true is none."""
    changed = json.loads(json.dumps(WHOLE))
    here = changed
    for part in path[:-1]:
        here = here[part]
    if change == "remove":
        del here[path[-1]]
    elif change == "replace":
        here[path[-1]] = value
    elif isinstance(here, dict):
        here["more"] = value
    else:
        here.append(value)

    valid = VALIDATOR.is_valid(changed)
    for source in (json.dumps(changed), changed):
        if valid:
            assert load(dump(load(source))) == load(source)
        else:
            with pytest.raises(DocumentError):
                load(source)


@pytest.mark.parametrize("as_text", [True, False])
def test_every_fault_of_a_document_is_told_with_its_json_pointer(as_text: bool) -> None:  # noqa: FBT001 - a table
    """Anchors 2.4. RFC 6901, so a pointer names no kind that only the loader knows; names of Python are no keys."""
    faulty = document(
        placement("SingleNode", outputs={"a/b": None}),
        scatter(execution={"mode": "item", "concurrency": 0}, item_key="x"),
        scatter(body={"dag": 5}, execution={"mode": "reservoir", "reservoir": {"keyField": "k"}}),
        version=None,
    )
    with pytest.raises(DocumentError) as error:
        load(json.dumps(faulty) if as_text else faulty)

    pointers = [problem.partition(": ")[0] for problem in error.value.context["problems"]]
    assert list(dict.fromkeys(pointers)) == [
        "/version",
        "/nodes/0/node",
        "/nodes/0/outputs/a~1b",
        "/nodes/1/execution/concurrency",
        "/nodes/1/item_key",
        "/nodes/2/body/dag",
        "/nodes/2/execution/reservoir/capacity",
    ]


def test_loader_and_schema_take_what_the_builder_makes() -> None:
    dag = (
        Builder("urn:t:b")
        .scatter("s", "items", "urn:child", concurrency=2, throttle=1, success="end", error="end")
        .scatter("r", "items", "urn:child", reservoir=("k", 3, 0.5), routes={"success": "end"})
        .terminal("end")
        .build()
    )  # fmt: skip

    Draft202012Validator(document_schema()).validate(document_json(dag))
    assert load(json.dumps(document_json(dag))) == dag
