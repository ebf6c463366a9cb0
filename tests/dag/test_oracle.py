"""The running original as oracle: what it recorded, asked of our engine.

The folder is ARCHIVIST_ORACLE, by default ``../shared/data/dagonizer`` beside the checkout; other folders of the same
form do as well, since everything in them is found, nothing is listed here. `DIFFERENCES` holds every way in which the
original is wrong, by behaviour: when it applies, what is right, and why.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
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

Json = Mapping[str, object]


def _folder() -> Path | None:
    default = Path(__file__).parents[3] / "shared" / "data" / "dagonizer"
    folder = Path(os.environ.get("ARCHIVIST_ORACLE", default))
    return folder if folder.is_dir() else None


FOLDER = _folder()
pytestmark = pytest.mark.skipif(FOLDER is None, reason="no oracle: set ARCHIVIST_ORACLE to the original's recordings")


def _files(kind: str, suffix: str = "json") -> list[Path]:
    return sorted((FOLDER / kind).glob(f"*.{suffix}")) if FOLDER is not None else []


def _read(name: str) -> object:
    path = FOLDER / name
    if not path.is_file():
        pytest.skip(f"this oracle has no {name}")
    return json.loads(path.read_text())


def _each(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", _files(kind), ids=lambda path: path.stem)


# --- where the original is wrong -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """A way in which the original is wrong.

    ``applies`` looks at the trace alone, never at our run; ``right`` asserts what ours does instead; ``skip`` names the
    compared things (outcome, terminal, executed, skipped, state, effects, resumed) in which both may then differ.
    """

    name: str
    reason: str
    applies: Callable[[Json], bool]
    right: Callable[[object], None]
    skip: frozenset[str]


def _documents(trace: Json) -> list[Json]:
    return [trace["document"], *trace.get("otherDocuments", ())]


def _placements(trace: Json, kind: str) -> Iterator[Json]:
    return (one for document in _documents(trace) for one in document["nodes"] if one["@type"] == kind)


REDUCER_PORTS = {"aggregate": {"all-success", "partial", "all-error", "empty"}}
REDUCERS = {*REDUCER_PORTS, "all-success", "any-success", "terminal"}
STRATEGIES = {"append", "collect", "map", "partition", "custom", "discard"}
RESERVED = re.compile(r"(^|\.)(__\w+__|constructor|prototype|)(\.|$)")


def _flaws(document: Json) -> Iterator[str]:
    """What the original registers although no run of it can be right."""
    places = {one["@id"]: one for one in document["nodes"]}
    phases = {iri for iri, one in places.items() if one["@type"] == "PhaseNode"}
    if not document["entrypoints"] or phases & set(document["entrypoints"].values()):
        yield "no step to enter at"
    if all(one["@type"] != "TerminalNode" for one in places.values()):
        yield "no terminal"
    feeds = {}
    for one in places.values():
        targets = set(one.get("outputs", {}).values())
        if phases & targets:
            yield "a route into a phase"
        for target in targets:
            feeds.setdefault(target, set()).add(one["@id"])
    for one in places.values():
        yield from _flaws_of(one, feeds.get(one["@id"], set()))


def _flaws_of(one: Json, fed: set[str]) -> Iterator[str]:  # noqa: C901 - one case a kind of placement
    outputs = set(one.get("outputs", ()))
    match one["@type"]:
        case "ScatterNode":
            reducer = one.get("reducer", "aggregate")
            if reducer not in REDUCERS:
                yield "an unknown reducer"
            if not REDUCER_PORTS.get(reducer, {"success", "error"}) <= outputs:
                yield "a reducer's output without a route vanishes silently"
        case "GatherNode":
            if one["gather"]["strategy"] not in STRATEGIES:
                yield "an unknown strategy"
            if not {"success", "error", "empty"} <= outputs:
                yield "a gather's output without a route"
            if not fed <= set(one["sources"]):
                yield "a producer that the gather does not list"
            written = [one["gather"].get("target"), *one["gather"].get("mapping", {}).values()]
            if any(RESERVED.search(path) for path in written if path is not None):
                yield "a write that is refused silently"
        case "EmbeddedDAGNode":
            if not {"success", "error"} <= outputs:
                yield "an embedded DAG's output without a route vanishes silently"


def _flawed(trace: Json) -> bool:
    return any(flaw for document in _documents(trace) for flaw in _flaws(document))


def _nested_words(trace: Json) -> set[str]:
    """Words of the steps that nodes of nested documents use."""
    used = {one.get("node") for document in _documents(trace)[1:] for one in document["nodes"]}
    return {word for node in trace["nodes"] if node["iri"] in used for word in _words(node["steps"])}


def _words(steps: object) -> Iterator[str]:
    for step in steps:
        if isinstance(step, list) and step and isinstance(step[0], str):
            yield "parked" if step == ["return", "parked"] else step[0]
            yield from _words([part for part in step[1:] if isinstance(part, list)])
        elif isinstance(step, list):
            yield from _words(step)


def _error_inside(trace: Json) -> bool:
    outer = {one["@id"] for one in trace["document"]["nodes"]} | {one["name"] for one in trace["document"]["nodes"]}
    return (
        any(event[0] == "error" and event[1] not in outer for event in trace["events"])
        and "thrown" not in trace["result"]
    )


def _parks_inside(trace: Json) -> bool:
    return (
        bool({"park", "parked"} & _nested_words(trace)) and trace["result"]["lifecycle"]["variant"] != "awaiting-input"
    )


def _streams_without_errors(trace: Json) -> bool:
    scatters = {one["@id"] for one in _placements(trace, "ScatterNode")}
    return any(
        one.get("policy", {}).get("includeErrors") is False
        and len(one["sources"]) == 1
        and set(one["sources"]) <= scatters
        for one in _placements(trace, "GatherNode")
    )


def _concurrent_stream(trace: Json) -> bool:
    return any(
        (one.get("execution") or {}).get("concurrency", 1) > 1 for one in _placements(trace, "ScatterNode")
    ) and any(len(one["sources"]) == 1 for one in _placements(trace, "GatherNode"))


def _starves(trace: Json) -> bool:
    """Something was sent to a gather that never fired."""
    places = {one["name"]: one for one in trace["document"]["nodes"]}
    steps = [(places.get(name, {}).get("outputs", {}).get(port)) for name, port, *_ in trace["yields"]]
    done = set(trace["result"].get("executedNodes", ()))
    gathers = {one["@id"] for one in places.values() if one["@type"] == "GatherNode" and one["name"] not in done}
    return bool(gathers & set(steps)) and trace["result"]["lifecycle"]["variant"] == "completed"


def _custom_resumed(trace: Json) -> bool:
    return "resume" in trace and any(one["gather"]["strategy"] == "custom" for one in _placements(trace, "GatherNode"))


def _saved_work(trace: Json) -> bool:
    return "resume" in trace and "__dagonizer_workset_progress__" in trace["result"].get("metadata", {})


def _goes_nowhere(trace: Json) -> bool:
    return '["return", {"lit": null}]' in json.dumps(trace["nodes"])


def _embeds_several(trace: Json) -> bool:
    embeds = any(one["@type"] == "EmbeddedDAGNode" for one in trace["document"]["nodes"])
    return embeds and len(trace["document"]["entrypoints"]) > 1


def _unknown_cursor(trace: Json) -> bool:
    there = {one["@id"] for one in trace["document"]["nodes"]}
    return "resume" in trace and trace["resume"].get("fromCursor") not in there


def _is_told(ours: object) -> None:
    assert ours.outcome == "failed" or ours.errors, f"an item vanished silently: {ours}"


def _each_its_own_way(ours: object) -> None:
    assert len(ours.executed) >= len(ours.data["result"]["executedNodes"])


def _resume_refused(ours: object) -> None:
    assert "has no placement" in (ours.resumed.refused or "")


def _is_no_success(ours: object) -> None:
    told = ours.errors or ours.outcome in {"cancelled", "timed_out", "awaiting-input", "failed"}
    assert told, f"a child's failure left no trace: {ours}"


def _keeps_all_records(ours: object) -> None:
    state = ours.resumed.result.state
    records = state.metadata["gatherResults"]
    assert [record["index"] for record in records] == list(range(len(state.items)))


def _leaves_errors_out(ours: object) -> None:
    routes = {one["name"]: one.get("outputs", {}) for one in ours.data["document"]["nodes"]}
    names = {one["@id"]: one["name"] for one in ours.data["document"]["nodes"]}
    position = next(
        at for at, name in enumerate(ours.executed) if name in {g["name"] for g in _placements(ours.data, "GatherNode")}
    )
    gather = ours.executed[position]
    assert ours.executed[position + 1] in {names[routes[gather][port]] for port in ("success", "empty")}


def _same_in_any_order(ours: object) -> None:
    theirs = ours.data["result"]["state"]
    assert ours.state.keys() == theirs.keys()
    for key, value in theirs.items():
        mine = ours.state[key]
        assert mine == value or Counter(map(json.dumps, mine)) == Counter(map(json.dumps, value))


def _starved(ours: object) -> None:
    assert ours.outcome == "failed"
    assert ours.result.error.code == "GATHER_STARVED"


def _has_failed(ours: object) -> None:
    assert ours.outcome == "failed"
    assert ours.result.error is not None


def _waits(ours: object) -> None:
    assert ours.outcome == "awaiting-input"
    assert ours.result.parked


def _refused(ours: object) -> None:
    names = {one["name"] for document in _documents(ours.data) for one in document["nodes"]}
    assert ours.refused is not None
    assert any(repr(name) in ours.refused for name in names) or "terminal" in ours.refused


def _pre_only_once(ours: object) -> None:
    pre = {one["name"] for one in _placements(ours.data, "PhaseNode") if one["phase"] == "pre"}
    theirs = ours.data["resume"]["result"]
    assert ours.resumed.executed == [name for name in theirs["executedNodes"] if name not in pre]
    assert ours.resumed.outcome == theirs["lifecycle"]["variant"]


def _main_goes_on(ours: object) -> None:
    theirs = ours.data["resume"]["result"]
    assert (ours.resumed.outcome, ours.resumed.executed) == (theirs["lifecycle"]["variant"], theirs["executedNodes"])
    assert len(json.dumps(ours.resumed.state)) >= len(json.dumps(theirs["state"]))


EVERYTHING = frozenset({"outcome", "terminal", "executed", "skipped", "state", "effects", "resumed"})

DIFFERENCES = [
    Difference(
        "refused when registered",
        "outputs that vanish, unknown words, phases as steps, lists that contradict the routes: found before a run",
        _flawed, _refused, EVERYTHING,
    ),
    Difference(
        "a child that raises, times out or is stopped",
        "counts as success there; nothing that did not reach a completed terminal may",
        _error_inside, _is_no_success, EVERYTHING,
    ),
    Difference(
        "a child that parks",
        "counts as success there, and its question is lost; the whole run waits and can be resumed",
        _parks_inside, _waits, EVERYTHING,
    ),
    Difference(
        "a run that is rejected",
        "is left `running` there, without flow end and post phases; a run always ends with a result",
        lambda trace: "thrown" in trace["result"], _has_failed, EVERYTHING,
    ),
    Difference(
        "an unknown DAG",
        "stays `pending` there; the run has failed, and its error names the DAGs there are",
        lambda trace: trace["result"]["lifecycle"]["variant"] == "pending", _has_failed, EVERYTHING,
    ),
    Difference(
        "includeErrors:false of a streamed gather",
        "is ignored there; the policy holds however the records come",
        _streams_without_errors, _leaves_errors_out, frozenset({"outcome", "terminal", "executed", "state"}),
    ),
    Difference(
        "order of a streamed gather",
        "is that of completion there, so it differs from run to run; records are folded in the order of their items",
        _concurrent_stream, _same_in_any_order, frozenset({"state", "effects"}),
    ),
    Difference(
        "a gather that can never fire",
        "leaves its records behind and the run completed there; waiting for what cannot come is a failure",
        _starves, _starved, EVERYTHING,
    ),
    Difference(
        "records of a gather that needs them all",
        "are lost on resume there; every record survives exactly once",
        _custom_resumed, _keeps_all_records, frozenset({"resumed"}),
    ),
    Difference(
        "pre phases on resume",
        "run again there and wipe what the run had done; they belong to a fresh start",
        lambda trace: "resume" in trace and any(one["phase"] == "pre" for one in _placements(trace, "PhaseNode")),
        _pre_only_once, frozenset({"resumed"}),
    ),
    Difference(
        "the main state after a resume of several items",
        "is a clone there that the result never shows; the state given is the one that goes on",
        _saved_work, _main_goes_on, frozenset({"resumed"}),
    ),
    Difference(
        "an item that is routed nowhere",
        "vanishes there and the run completes without an end; no output ever vanishes silently",
        _goes_nowhere,
        _is_told,
        EVERYTHING,
    ),
    Difference(
        "several items in one embedded graph",
        "have the same id there and all follow one of them; each takes the way of its own end",
        _embeds_several,
        _each_its_own_way,
        frozenset({"outcome", "terminal", "executed", "state", "effects"}),
    ),
    Difference(
        "a cursor that is no placement",
        "is reported as a completed run of nothing there; a checkpoint of another graph is refused",
        _unknown_cursor,
        _resume_refused,
        frozenset({"resumed"}),
    ),
    Difference(
        "entrypoints none of which is main",
        "all work on clones there, so the result shows nothing; the first keeps the state",
        lambda trace: "main" not in trace["document"]["entrypoints"],
        lambda _: None, frozenset({"state"}),
    ),
]  # fmt: skip


# --- runs ------------------------------------------------------------------------------------------------------------


@_each("traces")
async def test_a_recorded_run_goes_the_same_way_here(path: Path, play: Callable[[Json], object]) -> None:
    trace = json.loads(path.read_text())  # noqa: ASYNC240 - a small file, and nothing else runs
    ours = await play(trace)
    differences = [one for one in DIFFERENCES if one.applies(trace)]
    skip = {what for one in differences for what in one.skip}
    if any(one.name == "refused when registered" for one in differences):
        differences = [one for one in differences if one.name == "refused when registered"]
    for one in differences:
        one.right(ours)
    _compare(ours, trace, skip)
    if "resume" in trace and "resumed" not in skip:
        assert ours.resumed is not None, "there was nothing to resume"
        _compare(ours.resumed, trace["resume"], skip)


def _compare(ours: object, trace: Json, skip: set[str]) -> None:
    theirs = trace["result"]
    names = (
        {one["@id"]: one["name"] for document in _documents(ours.data) for one in document["nodes"]}
        if "document" in ours.data
        else {}
    )
    # The original lists a parked placement by IRI and all others by display name.
    executed = [
        names.get(name, name.rpartition("/node/")[2] or name) for name in theirs.get("executedNodes", ours.executed)
    ]
    pairs = {
        "outcome": (ours.outcome, theirs["lifecycle"]["variant"]),
        "terminal": (ours.terminal, theirs.get("terminalOutcome")),
        "executed": (ours.executed, executed),
        "skipped": (ours.skipped, theirs.get("skippedNodes", [])),
        "state": (ours.state, theirs["state"]),
        "effects": (ours.effects, trace.get("effects", [])),
    }
    mine = {what: pair[0] for what, pair in pairs.items() if what not in skip}
    assert mine == {what: pair[1] for what, pair in pairs.items() if what not in skip}


# --- documents -------------------------------------------------------------------------------------------------------


def _drawable(text: str) -> str:
    """The original turns a colon in a gather's label into an underscore; its other labels keep theirs."""
    return re.sub(r'\{"([^"]*)"\}', lambda found: '{"' + found[1].replace(":", "_") + '"}', text)


@_each("documents")
def test_a_document_loads_dumps_and_draws_as_the_original_does(path: Path) -> None:
    text = path.read_text()
    dag = load(text)

    assert json.loads(dump(dag)) == json.loads(text)
    assert load(dump(dag)) == dag
    drawing = FOLDER / "mermaid" / f"{path.stem}.mmd"
    assert _drawable(mermaid(dag)).splitlines() == drawing.read_text().splitlines()
    assert graph(dag) == json.loads((FOLDER / "jsonld" / path.name).read_text())


@pytest.mark.parametrize(
    "path", [one for one in _files("mermaid", "mmd") if "--docs-init" in one.stem], ids=lambda path: path.stem
)
def test_the_docs_spacing_is_written_as_the_original_writes_it(path: Path) -> None:
    dag = load((FOLDER / "documents" / f"{path.stem.removesuffix('--docs-init')}.json").read_text())

    drawn = mermaid(dag, theme=Theme(node_spacing=92, rank_spacing=104, padding=28))

    assert _drawable(drawn).splitlines() == path.read_text().splitlines()


# Characters that Mermaid reads as something else; the original leaves them, doubles them or breaks the line with them.
AWKWARD = re.compile(r'["<>|\\\n]|&\w+;')


@_each("mermaid-edge")
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
    for name, theirs in _read("placement-ranks.json").items():
        path = FOLDER / "documents" / name
        if path.is_file():
            mine = ranks(load(path.read_text()))
            assert {iri: "unreachable" if rank == UNREACHABLE else rank for iri, rank in mine.items()} == theirs, name


# --- registration ----------------------------------------------------------------------------------------------------


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
    flaws = [flaw for one in case.get("documents", ()) for flaw in _flaws(one)]
    try:
        _register(case)
        refused = None
    except DagError as error:
        refused = error.message
    assert (refused is not None) == (theirs or bool(flaws)), (refused, case["paraphrase"], flaws)


# --- pure functions --------------------------------------------------------------------------------------------------


def _pure(name: str) -> object:
    found = _read("pure-functions.json").get(name)
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
