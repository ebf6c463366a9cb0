"""A DAG as a JSON-LD graph: placements, routes and references as nodes of their own, for queries."""

from collections.abc import Iterator, Mapping

from archivist.dag.documents import (
    Dag,
    DagReference,
    EmbeddedDagNode,
    GatherNode,
    PhaseNode,
    Placement,
    ScatterNode,
    SingleNode,
    TerminalNode,
)
from archivist.dag.flowchart import DagSource
from archivist.dag.recursion import references_of

__all__ = ["graph", "reachable_graph"]

# The graph's vocabulary is not the documents' (`.../ontology/dag/`); both are as the original has them.
_CONTEXT = {"dag": "https://noocodec.dev/ontology/dagonizer/", "xsd": "http://www.w3.org/2001/XMLSchema#"}
Entry = dict[str, object]


def graph(dag: Dag) -> dict[str, object]:
    """``{"@context": …, "@graph": […]}``: the DAG, each placement, and each reference to other DAGs."""
    return {"@context": dict(_CONTEXT), "@graph": list(_entries(dag))}


def reachable_graph(dag: Dag, registry: DagSource) -> dict[str, object]:
    """The graph of a DAG and of all DAGs it can run, once each."""
    entries: dict[str, Entry] = {}
    seen: set[str] = set()
    waiting = [dag]
    while waiting:
        here = waiting.pop(0)
        if here.id in seen:
            continue
        seen.add(here.id)
        for entry in _entries(here):
            entries.setdefault(str(entry["@id"]), entry)
        named = dict.fromkeys(iri for iris in references_of(here).values() for iri in iris)
        waiting += [found for iri in named if (found := registry.dag(iri)) is not None]
    return {"@context": dict(_CONTEXT), "@graph": list(entries.values())}


def _entries(dag: Dag) -> Iterator[Entry]:
    yield {
        "@id": dag.id,
        "@type": "dag:DAG",
        "dag:name": dag.name,
        "dag:version": dag.version,
        "dag:entrypoints": dict(dag.entrypoints),
        "dag:placements": [one.id for one in dag.nodes],
    }
    for one in dag.nodes:
        reference = _reference(one)
        link = f"{one.id}/dag-reference"
        head = {"@id": one.id, "@type": f"dag:{one.type}", "dag:name": one.name}
        yield head | _particular(one, None if reference is None else _linked(link, reference))


def _reference(one: Placement) -> str | DagReference | None:
    if isinstance(one, ScatterNode):
        return one.body.dag
    return one.dag if isinstance(one, EmbeddedDagNode) else None


def _linked(link: str, reference: str | DagReference) -> Entry:
    if isinstance(reference, str):
        return {"@id": link, "@type": "dag:DagReference", "dag:candidateDag": [reference]}
    return {
        "@id": link,
        "@type": "dag:DagReference",
        "dag:candidateDag": list(reference.candidates),
        "dag:from": reference.from_,
        "dag:path": reference.path,
    }


def _particular(one: Placement, linked: Entry | None) -> Entry:
    match one:
        case SingleNode():
            return {"dag:routes": _routes(one.outputs), "dag:node": one.node}
        case ScatterNode():
            return _scatter(one, linked)
        case EmbeddedDagNode():
            own = {"dag:routes": _routes(one.outputs), "dag:dag": _dag(one.dag), "dag:dagReference": linked}
            return _present(own | _given(one, "stateMapping", "gatherResult", "container"))
        case GatherNode():
            given = _given(one, "sources", "gather", "policy")
            return given | {"dag:routes": _routes(one.outputs)}
        case TerminalNode():
            return {"dag:outcome": one.outcome}
        case PhaseNode():
            return {"dag:phase": one.phase, "dag:node": one.node}


def _scatter(one: ScatterNode, linked: Entry | None) -> Entry:
    body: Entry = {"dag:node": one.body.node} if one.body.node is not None else {"dag:dag": _dag(one.body.dag)}
    own: Entry = {"dag:routes": _routes(one.outputs), "dag:body": body, "dag:dagReference": linked}
    return _present(own | _given(one, "source", "itemKey", "execution", "stateMapping", "reducer", "container"))


def _dag(reference: str | DagReference | None) -> object:
    if not isinstance(reference, DagReference):
        return reference
    return {
        "@type": "dag:DagReference",
        "dag:from": reference.from_,
        "dag:path": reference.path,
        "dag:candidateDag": list(reference.candidates),
    }


def _routes(outputs: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"dag:output": port, "dag:target": target} for port, target in outputs.items()]


def _given(one: Placement, *keys: str) -> Entry:
    fields = one.given()
    return {f"dag:{key}": fields[key] for key in keys if key in fields}


def _present(entry: Entry) -> Entry:
    return {key: value for key, value in entry.items() if value is not None}
