"""The running original as oracle: its documents, drawings, refusals and tables, asked of our engine."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from archivist.dag import (
    Bundle,
    Dag,
    DagError,
    Node,
    Registry,
    compact,
    dump,
    expand,
    load,
    mermaid,
    paths,
    placement_iri,
)
from archivist.dag.flowchart import Theme
from archivist.dag.iri import check_context
from archivist.dag.rank import UNREACHABLE, ranks
from archivist.dag.reducers import BUILT_IN
from archivist.dag.retry import RetryPolicy
from archivist.dag.schemas import relation
from archivist.dag.tints import role_colours
from archivist.dag.triples import graph
from tests.dag.differences import flaws_in
from tests.dag.oracle import FOLDER, Json, each, files, read


def _drawable(text: str) -> str:
    """The original turns a colon in a gather's label into an underscore; its other labels keep theirs."""
    return re.sub(r'\{"([^"]*)"\}', lambda found: '{"' + found[1].replace(":", "_") + '"}', text)


@each("documents")
def test_a_document_loads_dumps_and_draws_as_the_original_does(path: Path) -> None:
    text = path.read_text()
    dag = load(text)

    assert json.loads(dump(dag)) == json.loads(text)
    assert load(dump(dag)) == dag
    drawing = FOLDER / "mermaid" / f"{path.stem}.mmd"
    assert _drawable(mermaid(dag)).splitlines() == drawing.read_text().splitlines()
    assert graph(dag) == json.loads((FOLDER / "jsonld" / path.name).read_text())


@pytest.mark.parametrize(
    "path", [one for one in files("mermaid", "mmd") if "--docs-init" in one.stem], ids=lambda path: path.stem
)
def test_the_docs_spacing_is_written_as_the_original_writes_it(path: Path) -> None:
    dag = load((FOLDER / "documents" / f"{path.stem.removesuffix('--docs-init')}.json").read_text())

    drawn = mermaid(dag, theme=Theme(node_spacing=92, rank_spacing=104, padding=28))

    assert _drawable(drawn).splitlines() == path.read_text().splitlines()


# Characters that Mermaid reads as something else; the original leaves them, doubles them or breaks the line with them.
AWKWARD = re.compile(r'["<>|\\\n]|&\w+;')


@each("mermaid-edge")
def test_an_awkward_document_is_drawn_alike_wherever_mermaid_can_read_the_original(path: Path) -> None:
    document = json.loads(path.read_text())
    words = [one["name"] for one in document["nodes"]] + [
        port for one in document["nodes"] for port in one.get("outputs", ())
    ]
    drawing = path.with_suffix(".mmd")
    if (
        any(map(AWKWARD.search, words))
        or any(" " in label for label in document["entrypoints"])
        or not drawing.is_file()
    ):
        assert '\\"' not in mermaid(load(document))  # the browser test reads these labels back from real drawings
        return
    assert _drawable(mermaid(load(document))).splitlines() == drawing.read_text().splitlines()


def test_placements_rank_as_in_the_original() -> None:
    for name, theirs in read("placement-ranks.json").items():
        path = FOLDER / "documents" / name
        if path.is_file():
            mine = ranks(load(path.read_text()))
            assert {iri: "unreachable" if rank == UNREACHABLE else rank for iri, rank in mine.items()} == theirs, name


class _Silent(Node):
    def __init__(self, spec: Json, *, schemaless: bool = False) -> None:
        self.id = spec["iri"]
        self.outputs = tuple(spec["outputs"])
        self.input_schema = spec.get("inputSchema")
        self.output_schema = {} if schemaless else spec.get("outputSchemas")


def _cases() -> list[Json]:
    return (
        json.loads((FOLDER / "registration-errors.json").read_text())["cases"]
        if FOLDER is not None and (FOLDER / "registration-errors.json").is_file()
        else []
    )


def _register(case: Json) -> None:
    if "json" in case:
        load(case["json"])
    if "documents" not in case:
        return _register_special(case)
    dags = [load(one) for one in case["documents"]]
    Registry().bundle(Bundle(nodes=[_Silent(one) for one in case.get("nodes", ())], dags=dags))
    return None


def _register_special(case: Json) -> None:
    """Cases told in words only: about the same thing, or another thing, twice."""
    specs = case.get("nodes", ())
    nodes = [_Silent(one, schemaless="without-schema" in case["name"]) for one in specs]
    registry = Registry().add(*nodes)
    if "different" in case["name"]:
        document = {
            "@context": {}, "@id": "urn:test:dag", "@type": "DAG", "name": "d", "version": "1",
            "entrypoints": {"main": "urn:test:dag/node/end"},
            "nodes": [{"@id": "urn:test:dag/node/end", "@type": "TerminalNode", "name": "end", "outcome": "completed"}],
        }  # fmt: skip
        registry.add(load(document)).add(load(document | {"version": "2"}))
    elif "instance-twice" in case["name"]:
        registry.add(*nodes)
    elif "iri-twice" in case["name"]:
        registry.add(*[_Silent(one) for one in specs])


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["name"])
def test_a_registration_is_refused_where_the_original_refuses_it_or_should(case: Json) -> None:
    theirs = any((case.get(step) or {}).get("rejected") for step in ("schemaLoad", "registration"))
    flaws = [flaw for one in case.get("documents", ()) for flaw in flaws_in(one)]
    try:
        _register(case)
        refused = None
    except DagError as error:
        refused = error.message
    assert (refused is not None) == (theirs or bool(flaws)), (refused, case["paraphrase"], flaws)


def _pure(name: str) -> object:
    found = read("pure-functions.json").get(name)
    if found is None:
        pytest.skip(f"this oracle has no {name}")
    return found


@pytest.mark.parametrize(("table", "function"), [("contextExpand", expand), ("contextCompact", compact)])
def test_iris_expand_and_compact_as_in_the_original(table: str, function: Callable[[str, Json], str]) -> None:
    cases = _pure(table)
    for case in cases["cases"]:
        if "throws" in case:
            with pytest.raises(DagError) as error:
                function(case["in"], cases["context"])
            assert error.value.code == case["throws"]
        else:
            assert function(case["in"], cases["context"]) == case["value"]


def test_contexts_collide_as_in_the_original() -> None:
    for case in _pure("contextValidate"):
        if "throws" in case:
            with pytest.raises(DagError) as error:
                check_context(case["context"])
            assert error.value.code == case["throws"]
        else:
            check_context(case["context"])


def test_placement_iris_are_made_as_in_the_original() -> None:
    for case in _pure("placementId"):
        if "throws" in case:
            with pytest.raises(DagError):
                placement_iri(case["dag"], case["id"])
        else:
            assert placement_iri(case["dag"], case["id"]) == case["value"]


def _root() -> dict[str, object]:
    return {"a": {"b": [1, 2, {"c": 3}]}, "n": None, "s": "str", "z": 0}


def test_dotted_paths_are_read_as_in_the_original() -> None:
    for case in _pure("pathGet"):
        assert paths.get(_root(), case["path"]) == case["value"], case["path"]


def test_dotted_paths_are_written_as_in_the_original() -> None:
    for case in _pure("pathSet"):
        root = _root()
        written = paths.put(root, case["path"], "V")
        assert root == case["after"], case["path"]
        assert written == (root != _root()), case["path"]  # ours says whether it wrote


# The original takes a whole number for something other than a number, and true for no schema at all.
SCHEMA_TABLE = {("integer", "number"): "compatible"}


def test_schemas_are_compared_as_in_the_original() -> None:
    for case in _pure("schemaCompatibility"):
        if not isinstance(case["produced"], dict) or "throws" in case["status"]:
            continue
        kinds = tuple(
            side.get("properties", {}).get("a", {}).get("type") for side in (case["produced"], case["required"])
        )
        right = SCHEMA_TABLE.get(kinds if all(isinstance(kind, str) for kind in kinds) else (), case["status"]["value"])
        assert relation(case["produced"], case["required"]) == right, case


def test_roles_have_the_original_s_colours() -> None:
    for role, case in _pure("roleColors").items():
        assert role_colours(role) == (case["value"]["fill"], case["value"]["stroke"])


def test_reducers_judge_as_in_the_original() -> None:
    sets = _pure("reducerRecordSets")
    for reducer, cases in _pure("reducers").items():
        for name, case in cases.items():
            tally = Counter((record["output"], record["terminalOutcome"]) for record in sets[name])
            assert BUILT_IN[reducer](tally) == case["value"], (reducer, name)


MEASURED = {
    "linear100": RetryPolicy(attempts=9, strategy="linear", base=0.1, jitter=0),
    "exponential50": RetryPolicy(attempts=9, base=0.05, jitter=0),
    "exponentialCap": RetryPolicy(attempts=9, base=0.05, cap=0.12, jitter=0),
    "constant40": RetryPolicy(attempts=9, strategy="constant", base=0.04, jitter=0),
    "exponentialMult3": RetryPolicy(attempts=9, base=0.02, multiplier=3, jitter=0),
}


def test_waits_between_attempts_are_those_measured() -> None:
    measured = _pure("retryDelaysMeasuredMs")
    for name, policy in MEASURED.items():
        for attempt, milliseconds in enumerate(measured.get(name, ()), start=1):
            # Measured on the wall clock, so a few milliseconds above what was asked for.
            assert 0 <= milliseconds - policy.delay(attempt) * 1000 <= 10, (name, attempt)


def test_every_document_of_the_builder_table_is_a_document_here() -> None:
    for name, case in _pure("builder").items():
        document = case.get("value")
        if document is None:
            continue
        complete = {"@context": {}, **document, "nodes": [_with_node(one) for one in document["nodes"]]}
        assert isinstance(load(complete), Dag), name


def _with_node(one: Json) -> Json:
    """The table leaves out which node is placed."""
    return {"node": "urn:t:n", **one} if one["@type"] in {"SingleNode", "PhaseNode"} else one
