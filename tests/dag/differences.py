"""Where the original is wrong, by behaviour: when it applies, what is right, and why."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.dag.oracle import Json, documents, placements


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


REDUCER_PORTS = {"aggregate": {"all-success", "partial", "all-error", "empty"}}


REDUCERS = {*REDUCER_PORTS, "all-success", "any-success", "terminal"}


STRATEGIES = {"append", "collect", "map", "partition", "custom", "discard"}


RESERVED = re.compile(r"(^|\.)(__\w+__|constructor|prototype|)(\.|$)")


def flaws_in(document: Json) -> Iterator[str]:
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
    return any(flaw for document in documents(trace) for flaw in flaws_in(document))


def _nested_words(trace: Json) -> set[str]:
    """Words of the steps that nodes of nested documents use."""
    used = {one.get("node") for document in documents(trace)[1:] for one in document["nodes"]}
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
    scatters = {one["@id"] for one in placements(trace, "ScatterNode")}
    return any(
        one.get("policy", {}).get("includeErrors") is False
        and len(one["sources"]) == 1
        and set(one["sources"]) <= scatters
        for one in placements(trace, "GatherNode")
    )


def _concurrent_stream(trace: Json) -> bool:
    return any(
        (one.get("execution") or {}).get("concurrency", 1) > 1 for one in placements(trace, "ScatterNode")
    ) and any(len(one["sources"]) == 1 for one in placements(trace, "GatherNode"))


def _starves(trace: Json) -> bool:
    """Something was sent to a gather that never fired."""
    places = {one["name"]: one for one in trace["document"]["nodes"]}
    steps = [(places.get(name, {}).get("outputs", {}).get(port)) for name, port, *_ in trace["yields"]]
    done = set(trace["result"].get("executedNodes", ()))
    gathers = {one["@id"] for one in places.values() if one["@type"] == "GatherNode" and one["name"] not in done}
    return bool(gathers & set(steps)) and trace["result"]["lifecycle"]["variant"] == "completed"


def _custom_resumed(trace: Json) -> bool:
    return "resume" in trace and any(one["gather"]["strategy"] == "custom" for one in placements(trace, "GatherNode"))


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
        at for at, name in enumerate(ours.executed) if name in {g["name"] for g in placements(ours.data, "GatherNode")}
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
    names = {one["name"] for document in documents(ours.data) for one in document["nodes"]}
    assert ours.refused is not None
    assert any(repr(name) in ours.refused for name in names) or "terminal" in ours.refused


def _pre_only_once(ours: object) -> None:
    pre = {one["name"] for one in placements(ours.data, "PhaseNode") if one["phase"] == "pre"}
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
        lambda trace: "resume" in trace and any(one["phase"] == "pre" for one in placements(trace, "PhaseNode")),
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
