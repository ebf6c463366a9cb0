"""What a registry checks before it takes anything, in layers: a later layer runs only when the earlier found nothing.

1. context: prefixes that collide; 2. shape: what one document can tell (`archivist.dag.shape`); 3. registry: nodes,
DAGs, strategies, reducers, outputs without a route, schemas at routes; 4. containers, which nothing can run yet;
5. recursion.
Every problem of a layer is reported, each with a JSON Pointer into the document, its placement and the mend.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from archivist.dag.documents import (
    Dag,
    DagReference,
    EmbeddedDagNode,
    GatherNode,
    PhaseNode,
    Placement,
    ScatterNode,
    SingleNode,
)
from archivist.dag.errors import DagError, DefinitionError, RegistrationError
from archivist.dag.fit import schema_problems
from archivist.dag.iri import check_context, is_absolute
from archivist.dag.node import AnyNode
from archivist.dag.recursion import recursion_problems
from archivist.dag.reducers import PORTS, Reducer
from archivist.dag.run import StateLike
from archivist.dag.shape import shape_problems
from archivist.dag.strategies import GatherStrategy

__all__ = ["Known", "check_bundle", "check_nodes"]

EMBED_PORTS = ("success", "error")
GATHER_PORTS = ("success", "error", "empty")


@dataclass(slots=True, kw_only=True)
class Known:
    """What documents may name once the bundle is in."""

    nodes: Mapping[str, AnyNode]
    dags: dict[str, Dag]
    strategies: Mapping[str, GatherStrategy]
    reducers: Mapping[str, Reducer]
    factories: Mapping[str, Callable[[], StateLike]]


def check_nodes(nodes: Sequence[AnyNode], registered: Mapping[str, AnyNode]) -> None:
    """Refuses nodes without an absolute IRI, with an IRI that is taken, or with a port that lacks its schema.

    The same node twice is nothing.
    """
    seen = dict(registered)
    problems = []
    for node in nodes:
        if not is_absolute(node.id):
            problems.append(f"node {node.id!r} needs an absolute IRI such as 'urn:example:node:{node.id}'")
        if seen.setdefault(node.id, node) is not node:
            problems.append(f"node {node.id!r} is already registered with another implementation; give it its own IRI")
        if node.output_schema is not None:
            missing = [port for port in node.outputs if port not in node.output_schema]
            problems += [f"node {node.id!r} has an output schema but none for its port {port!r}" for port in missing]
    if problems:
        headline = "Invalid nodes:"
        raise RegistrationError(headline, problems)


def check_bundle(dags: Sequence[Dag], known: Known) -> dict[str, Dag]:
    """Checks DAGs against everything known and adds them to it; returns those that are new, by IRI.

    Raises:
        RegistrationError: nothing of ``known`` should be used then.
    """
    for dag in dags:
        _check_context(dag)
    fresh = _fresh(dags, known)
    layers: list[Callable[[Dag], list[str]]] = [
        shape_problems,
        lambda dag: _registry_problems(dag, known),
        lambda dag: list(_containers(dag)),
    ]
    for dag in fresh.values():
        for layer in layers:
            problems = layer(dag)
            if problems:
                headline = f"Invalid DAG {dag.name!r} ({dag.id}):"
                raise RegistrationError(headline, problems)
    problems = recursion_problems(known.dags)
    if problems:
        headline = "Invalid DAG registry graph:"
        raise RegistrationError(headline, problems)
    return fresh


def _check_context(dag: Dag) -> None:
    try:
        check_context(dag.context)
        dag.expand(dag.id)
    except DagError as error:
        headline = f"Invalid DAG {dag.name!r} ({dag.id}):"
        raise RegistrationError(headline, [error.message]) from error


def _fresh(dags: Sequence[Dag], known: Known) -> dict[str, Dag]:
    fresh: dict[str, Dag] = {}
    for dag in dags:
        iri = dag.expand(dag.id)
        there = known.dags.get(iri)
        if there is not None and there != dag:
            headline = f"Invalid DAG {dag.name!r} ({dag.id}):"
            problem = "its IRI is already registered with another document; registered DAGs do not change"
            raise RegistrationError(headline, [problem])
        if there is None:
            fresh[iri] = known.dags[iri] = dag
    return fresh


def _registry_problems(dag: Dag, known: Known) -> list[str]:
    problems = [problem for placement in dag.nodes for problem in _unknown(dag, placement, known)]
    if problems:
        return problems  # ports and schemas can be looked at only when every name means something
    problems = [problem for placement in dag.nodes for problem in _unrouted(dag, placement, known)]
    return problems + list(schema_problems(dag, known.nodes, known.dags, known.strategies, known.factories))


def _unknown(dag: Dag, placement: Placement, known: Known) -> Iterator[str]:
    match placement:
        case SingleNode() | PhaseNode():
            yield from _unknown_node(dag, placement, placement.node, known, "node")
        case ScatterNode():
            if placement.body.node is not None:
                yield from _unknown_node(dag, placement, placement.body.node, known, "body", "node")
            yield from _unknown_dags(dag, placement, placement.body.dag, known, "body", "dag")
            reducer = placement.reducer or "aggregate"
            if reducer not in known.reducers:
                problem = (
                    f"scatter {placement.name!r} names unknown reducer {reducer!r}; known: {_words(known.reducers)}"
                )
                yield dag.told(problem, placement, "reducer")
        case EmbeddedDagNode():
            yield from _unknown_dags(dag, placement, placement.dag, known, "dag")
        case GatherNode():
            config = placement.gather
            if config.strategy not in known.strategies:
                words = _words(known.strategies)
                problem = f"gather {placement.name!r} names unknown strategy {config.strategy!r}; known: {words}"
                yield dag.told(problem, placement, "gather", "strategy")
            if config.custom_node is not None:
                yield from _unknown_node(dag, placement, config.custom_node, known, "gather", "customNode")


def _unknown_node(dag: Dag, placement: Placement, reference: str, known: Known, *path: str) -> Iterator[str]:
    problem = _unknown_one(dag, placement, reference, known.nodes, "registered node")
    if problem is not None:
        yield dag.told(problem, placement, *path)


def _unknown_dags(
    dag: Dag, placement: Placement, reference: str | DagReference | None, known: Known, *path: str
) -> Iterator[str]:
    several = isinstance(reference, DagReference)
    named = reference.candidates if isinstance(reference, DagReference) else [] if reference is None else [reference]
    for number, one in enumerate(named):
        problem = _unknown_one(dag, placement, one, known.dags, "DAG")
        if problem is not None:
            yield dag.told(problem, placement, *path, *(("candidates", str(number)) if several else ()))


def _unknown_one(dag: Dag, placement: Placement, reference: str, known: Mapping[str, object], what: str) -> str | None:
    try:
        iri = dag.expand(reference)
    except DefinitionError as error:
        return f"{placement.name!r}: {error.message}"
    if iri in known:
        return None
    return f"{placement.name!r} references unknown {what} {iri!r}; register it in the same bundle or before"


def _words(names: Mapping[str, object]) -> str:
    return ", ".join(sorted(names))


def _unrouted(dag: Dag, placement: Placement, known: Known) -> Iterator[str]:
    match placement:
        case SingleNode():
            node = known.nodes[dag.expand(placement.node)]
            who, ports = f"registered node {node.id!r} at {placement.name!r}", node.outputs
        case ScatterNode():
            reducer = placement.reducer or "aggregate"
            who, ports = f"reducer {reducer!r} of scatter {placement.name!r}", PORTS.get(reducer, ())
        case EmbeddedDagNode():
            who, ports = f"embedded DAG {placement.name!r}", EMBED_PORTS
        case GatherNode():
            who, ports = f"gather {placement.name!r}", GATHER_PORTS
        case _:
            return
    for port in ports:
        if port != "parked" and port not in placement.outputs:
            problem = f"{who} declares output {port!r} but no routing is defined; add a route for {port!r}"
            yield dag.told(problem, placement, "outputs")


def _containers(dag: Dag) -> Iterator[str]:
    for placement in dag.nodes:
        role = getattr(placement, "container", None)
        if role is not None:
            problem = (
                f"{placement.name!r} asks for container {role!r}, but nothing here can run containers; leave it out"
            )
            yield dag.told(problem, placement, "container")
