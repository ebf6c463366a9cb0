"""DAGs that run each other: recursion is allowed where there is a way out of it."""

from collections.abc import Iterator, Mapping

from archivist.dag.documents import Dag, DagReference, EmbeddedDagNode, ScatterNode, TerminalNode
from archivist.dag.rank import routes_of

__all__ = ["recursion_problems", "references_of"]


def references_of(dag: Dag) -> dict[str, list[str]]:
    """The DAGs each placement may run, by placement IRI; only placements that run one."""
    found = {}
    for one in dag.nodes:
        reference = (
            one.dag if isinstance(one, EmbeddedDagNode) else one.body.dag if isinstance(one, ScatterNode) else None
        )
        if reference is not None:
            named = reference.candidates if isinstance(reference, DagReference) else (reference,)
            found[dag.expand(one.id)] = [dag.expand(iri) for iri in named]
    return found


def recursion_problems(dags: Mapping[str, Dag]) -> list[str]:
    """Circles of DAGs none of which can end without running the circle again.

    A scatter counts as passable: a list without items ends the recursion.
    """
    calls = {
        iri: {to for named in references_of(dag).values() for to in named if to in dags} for iri, dag in dags.items()
    }
    return [
        f"{', '.join(sorted(circle))} run each other without end; "
        "give one of them a route to a terminal that does not pass the recursive placement"
        for circle in _circles(calls)
        if not any(_escapes(dags[iri], circle) for iri in circle)
    ]


def _escapes(dag: Dag, circle: set[str]) -> bool:
    routes = routes_of(dag)
    embedded = {dag.expand(one.id) for one in dag.nodes if isinstance(one, EmbeddedDagNode)}
    again = {place for place, named in references_of(dag).items() if place in embedded and circle & set(named)}
    ends = {dag.expand(one.id) for one in dag.nodes if isinstance(one, TerminalNode)}
    waiting = [dag.expand(target) for target in dag.entrypoints.values()]
    seen: set[str] = set()
    while waiting:
        here = waiting.pop()
        if here in ends:
            return True
        if here not in seen and here not in again:
            seen.add(here)
            waiting += routes.get(here, ())
    return False


def _circles(calls: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """Strongly connected groups in which somebody can come back to itself."""
    reach = {iri: _reach(iri, calls) for iri in calls}
    done: set[str] = set()
    for iri in calls:
        if iri in reach[iri] and iri not in done:
            circle = {other for other in reach[iri] if iri in reach[other]}
            done |= circle
            yield circle


def _reach(start: str, calls: Mapping[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = list(calls[start])
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            waiting += calls[here]
    return seen
