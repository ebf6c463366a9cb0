"""In which order waiting placements run."""

from collections.abc import Mapping

from archivist.dag.documents import Dag

__all__ = ["UNREACHABLE", "ranks", "routes_of"]

UNREACHABLE = 2**53 - 1
"""The rank of a placement that no entrypoint leads to: the largest integer every JSON reader keeps exactly."""


def routes_of(dag: Dag) -> dict[str, list[str]]:
    """Where each placement leads, by IRI, without duplicates and in declared order."""
    return {
        dag.expand(one.id): list(dict.fromkeys(map(dag.expand, (getattr(one, "outputs", None) or {}).values())))
        for one in dag.nodes
    }


def ranks(dag: Dag) -> dict[str, int]:
    """Entrypoints have rank 0, others one more than the highest of their forward predecessors.

    Routes back into what is being visited, loops among them, do not count. So a join ranks behind all its branches, and
    a retry loop before whatever follows it.
    """
    routes = routes_of(dag)
    entries = list(dict.fromkeys(map(dag.expand, dag.entrypoints.values())))
    order, forward = _forward(entries, routes)
    rank = dict.fromkeys(entries, 0)
    for placement in order:
        for target in forward.get(placement, ()):
            if target not in entries:
                rank[target] = max(rank.get(target, 0), rank.get(placement, 0) + 1)
    return {placement: rank.get(placement, UNREACHABLE) for placement in routes}


def _forward(entries: list[str], routes: Mapping[str, list[str]]) -> tuple[list[str], dict[str, list[str]]]:
    """Placements in topological order, and their routes without those that lead back. No recursion: DAGs may be long."""
    done: list[str] = []
    forward: dict[str, list[str]] = {}
    open_: set[str] = set()
    for entry in entries:
        if entry in forward:
            continue
        stack = [(entry, iter(routes.get(entry, ())))]
        forward[entry] = []
        open_.add(entry)
        while stack:
            here, targets = stack[-1]
            target = next(targets, None)
            if target is None:
                stack.pop()
                open_.discard(here)
                done.append(here)
                continue
            if target in open_ or target not in routes:
                continue
            forward[here].append(target)
            if target not in forward:
                forward[target] = []
                open_.add(target)
                stack.append((target, iter(routes[target])))
    return done[::-1], forward
