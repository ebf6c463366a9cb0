"""What one document can tell about itself, without any registry."""

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
    named: dict[str, tuple[Placement | None, tuple[str, ...]]] = {}  # each value where it comes first
    for label, target in dag.entrypoints.items():
        named.setdefault(target, (None, ("entrypoints", label)))
    for one in dag.nodes:
        named.setdefault(one.id, (one, ("@id",)))
        for port, target in (getattr(one, "outputs", None) or {}).items():
            named.setdefault(target, (one, ("outputs", port)))
        for source in getattr(one, "sources", None) or ():
            named.setdefault(source, (one, ("sources", source)))
    for value, (placement, path) in named.items():
        try:
            dag.expand(value)
        except DefinitionError as error:
            yield dag.told(error.message, placement, *path)


def _duplicates(dag: Dag) -> Iterator[str]:
    names: set[str] = set()
    iris: set[str] = set()
    for one in dag.nodes:
        iri = dag.expand(one.id)
        if one.name in names:
            yield dag.told(f"duplicate placement name {one.name!r}; names are unique within a DAG", one, "name")
        if iri in iris:
            yield dag.told(f"duplicate placement IRI {iri!r}; give each placement its own", one, "@id")
        names.add(one.name)
        iris.add(iri)


def _phases(dag: Dag) -> set[str]:
    return {dag.expand(one.id) for one in dag.nodes if isinstance(one, PhaseNode)}


def _entrypoints(dag: Dag) -> Iterator[str]:
    there = {dag.expand(one.id) for one in dag.nodes}
    for label, target in dag.entrypoints.items():
        if dag.expand(target) not in there:
            problem = f"entrypoint {label!r} targets {target!r}, which does not exist in nodes"
        elif dag.expand(target) in _phases(dag):
            problem = f"entrypoint {label!r} targets phase {target!r}; phases run by themselves, enter at a step"
        else:
            continue
        yield dag.told(problem, None, "entrypoints", label)


def _routes(dag: Dag) -> Iterator[str]:
    there = {dag.expand(one.id) for one in dag.nodes}
    phases = _phases(dag)
    for one in dag.nodes:
        for port, target in (getattr(one, "outputs", None) or {}).items():
            if dag.expand(target) not in there:
                problem = f"output {port!r} of {one.name!r} routes to unknown placement IRI {target!r}"
            elif dag.expand(target) in phases:
                problem = f"output {port!r} of {one.name!r} routes to phase {target!r}; phases run by themselves"
            else:
                continue
            yield dag.told(problem, one, "outputs", port)


def _references(dag: Dag) -> Iterator[str]:
    for one in dag.nodes:
        if isinstance(one, EmbeddedDagNode):
            if one.dag is None:
                yield dag.told(f"embedded placement {one.name!r} requires 'dag'", one, "dag")
            elif isinstance(one.dag, DagReference) and one.dag.from_ != "state":
                problem = f'embedded placement {one.name!r} takes its DAG from the state; say "from": "state"'
                yield dag.told(problem, one, "dag", "from")
        elif isinstance(one, ScatterNode):
            if isinstance(one.body.dag, DagReference) and one.body.dag.from_ != "item":
                problem = f'scatter {one.name!r} takes its DAG from the item; say "from": "item"'
                yield dag.told(problem, one, "body", "dag", "from")
            if one.body.node is not None and one.container is not None:
                problem = f"scatter {one.name!r} has a node body, and only DAGs can run in container {one.container!r}"
                yield dag.told(problem, one, "container")


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
            yield from _quorum(dag, one)


def _sources(dag: Dag, gather: GatherNode, fed: set[str]) -> Iterator[str]:
    declared = {dag.expand(source): source for source in gather.sources}
    for source in sorted(set(declared) - fed):
        problem = (
            f"gather {gather.name!r} lists source {source!r}, which is no entrypoint or producer that routes into it"
        )
        yield dag.told(problem, gather, "sources", declared[source])
    for source in sorted(fed - set(declared)):
        problem = f"{source!r} routes into gather {gather.name!r}, which does not list it; add it to its sources"
        yield dag.told(problem, gather, "sources")


def _quorum(dag: Dag, gather: GatherNode) -> Iterator[str]:
    policy = gather.policy
    if policy is None or policy.quorum is None:
        return
    if policy.mode != "quorum":
        problem = f'gather {gather.name!r} has a quorum but mode {policy.mode or "all"!r}; say "mode": "quorum"'
        yield dag.told(problem, gather, "policy", "mode")
    elif policy.quorum > len(gather.sources):
        problem = f"gather {gather.name!r} waits for {policy.quorum} of {len(gather.sources)} sources; lower the quorum"
        yield dag.told(problem, gather, "policy", "quorum")


def _ends(dag: Dag) -> Iterator[str]:
    if not any(isinstance(one, TerminalNode) for one in dag.nodes):
        yield dag.told("there is no terminal, so no run could ever end; add one", None, "nodes")


def _paths(dag: Dag) -> Iterator[str]:
    for one in dag.nodes:
        for path, *where in _written(one):
            if not paths.writable(path):
                problem = f"{one.name!r} writes to {path!r}, which no state lets be written; name a field"
                yield dag.told(problem, one, *where)


def _written(one: Placement) -> Iterator[tuple[str, ...]]:
    """Paths that a placement writes to, each with where in the placement it stands."""
    match one:
        case GatherNode():
            config = one.gather
            if config.target is not None:
                yield config.target, "gather", "target"
            for key in ("mapping", "partitions"):
                for name, path in (getattr(config, key) or {}).items():
                    yield path, "gather", key, name
        case EmbeddedDagNode() | ScatterNode():
            for key in ("input", "output"):
                for path in getattr(one.state_mapping, key, None) or {}:
                    yield path, "stateMapping", key, path
