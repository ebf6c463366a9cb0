"""What one document can tell about itself, without any registry."""

from collections import Counter
from collections.abc import Iterator

from archivist.dag import paths
from archivist.dag.documents import (
    Dag,
    DagReference,
    EmbeddedDagNode,
    GatherNode,
    PhaseNode,
    Placement,
    ScatterNode,
    TerminalNode,
)
from archivist.dag.errors import DefinitionError
from archivist.dag.iri import entrypoint_iri

__all__ = ["shape_problems"]


def shape_problems(dag: Dag) -> list[str]:
    """Everything wrong with the shape of a document, each with its placement and the mend."""
    broken = list(_unexpandable(dag))
    if broken:
        return broken
    return [
        *_duplicates(dag),
        *_entrypoints(dag),
        *_routes(dag),
        *_references(dag),
        *_gathers(dag),
        *_paths(dag),
        *_ends(dag),
    ]


def _unexpandable(dag: Dag) -> Iterator[str]:
    named = [*dag.entrypoints.values(), *(one.id for one in dag.nodes)]
    for one in dag.nodes:
        named += (getattr(one, "outputs", None) or {}).values()
        named += getattr(one, "sources", None) or ()
    for value in dict.fromkeys(named):
        try:
            dag.expand(value)
        except DefinitionError as error:
            yield error.message


def _duplicates(dag: Dag) -> Iterator[str]:
    for name, count in Counter(one.name for one in dag.nodes).items():
        if count > 1:
            yield f"duplicate placement name {name!r}; names are unique within a DAG"
    for iri, count in Counter(dag.expand(one.id) for one in dag.nodes).items():
        if count > 1:
            yield f"duplicate placement IRI {iri!r}; give each placement its own"


def _phases(dag: Dag) -> set[str]:
    return {dag.expand(one.id) for one in dag.nodes if isinstance(one, PhaseNode)}


def _entrypoints(dag: Dag) -> Iterator[str]:
    there = {dag.expand(one.id) for one in dag.nodes}
    for label, target in dag.entrypoints.items():
        if dag.expand(target) not in there:
            yield f"entrypoint {label!r} targets {target!r}, which does not exist in nodes"
        elif dag.expand(target) in _phases(dag):
            yield f"entrypoint {label!r} targets phase {target!r}; phases run by themselves, enter at a step"


def _routes(dag: Dag) -> Iterator[str]:
    there = {dag.expand(one.id) for one in dag.nodes}
    phases = _phases(dag)
    for one in dag.nodes:
        for port, target in (getattr(one, "outputs", None) or {}).items():
            if dag.expand(target) not in there:
                yield f"output {port!r} of {one.name!r} routes to unknown placement IRI {target!r}"
            elif dag.expand(target) in phases:
                yield f"output {port!r} of {one.name!r} routes to phase {target!r}; phases run by themselves"


def _references(dag: Dag) -> Iterator[str]:
    for one in dag.nodes:
        if isinstance(one, EmbeddedDagNode):
            if one.dag is None:
                yield f"embedded placement {one.name!r} requires 'dag'"
            elif isinstance(one.dag, DagReference) and one.dag.from_ != "state":
                yield f'embedded placement {one.name!r} takes its DAG from the state; say "from": "state"'
        elif isinstance(one, ScatterNode):
            if isinstance(one.body.dag, DagReference) and one.body.dag.from_ != "item":
                yield f'scatter {one.name!r} takes its DAG from the item; say "from": "item"'
            if one.body.node is not None and one.container is not None:
                yield f"scatter {one.name!r} has a node body, and only DAGs can run in container {one.container!r}"


def _gathers(dag: Dag) -> Iterator[str]:
    entries = {entrypoint_iri(dag.expand(dag.id), label): dag.expand(to) for label, to in dag.entrypoints.items()}
    feeds: dict[str, set[str]] = {}
    for source, target in entries.items():
        feeds.setdefault(target, set()).add(source)
    for one in dag.nodes:
        for target in (getattr(one, "outputs", None) or {}).values():
            feeds.setdefault(dag.expand(target), set()).add(dag.expand(one.id))
    for one in dag.nodes:
        if isinstance(one, GatherNode):
            yield from _sources(dag, one, feeds.get(dag.expand(one.id), set()))
            yield from _quorum(one)


def _sources(dag: Dag, gather: GatherNode, fed: set[str]) -> Iterator[str]:
    declared = {dag.expand(source) for source in gather.sources}
    for source in sorted(declared - fed):
        yield f"gather {gather.name!r} lists source {source!r}, which is no entrypoint or producer that routes into it"
    for source in sorted(fed - declared):
        yield f"{source!r} routes into gather {gather.name!r}, which does not list it; add it to its sources"


def _quorum(gather: GatherNode) -> Iterator[str]:
    policy = gather.policy
    if policy is None or policy.quorum is None:
        return
    if policy.mode != "quorum":
        yield f'gather {gather.name!r} has a quorum but mode {policy.mode or "all"!r}; say "mode": "quorum"'
    elif policy.quorum > len(gather.sources):
        yield f"gather {gather.name!r} waits for {policy.quorum} of {len(gather.sources)} sources; lower the quorum"


def _ends(dag: Dag) -> Iterator[str]:
    if not any(isinstance(one, TerminalNode) for one in dag.nodes):
        yield "there is no terminal, so no run could ever end; add one"


def _paths(dag: Dag) -> Iterator[str]:
    for one in dag.nodes:
        for path in _written(one):
            if not paths.writable(path):
                yield f"{one.name!r} writes to {path!r}, which no state lets be written; name a field"


def _written(one: Placement) -> Iterator[str]:
    match one:
        case GatherNode():
            config = one.gather
            yield from (config.target,) if config.target is not None else ()
            yield from (config.mapping or {}).values()
            yield from (config.partitions or {}).values()
        case EmbeddedDagNode() | ScatterNode():
            mapping = one.state_mapping
            yield from (mapping.input if mapping else None) or {}
            yield from (mapping.output if mapping else None) or {}
