"""In which order waiting placements run."""

from collections.abc import Iterator, Mapping

from archivist.dag.documents import Dag

__all__ = ["UNREACHABLE", "ranks", "reachable", "routes_of"]

UNREACHABLE = 2**53 - 1
"""The rank of a placement that no entrypoint leads to: the largest integer every JSON reader keeps exactly."""


def routes_of(dag: Dag) -> dict[str, list[str]]:
    """Where each placement leads, by IRI, without duplicates and in declared order."""
    return {
        dag.expand(one.id): list(dict.fromkeys(map(dag.expand, (getattr(one, "outputs", None) or {}).values())))
        for one in dag.nodes
    }


def reachable(dag: Dag) -> list[str]:
    """Placements that some entrypoint leads to, entrypoints first."""
    routes = routes_of(dag)
    found = dict.fromkeys(target for target in map(dag.expand, dag.entrypoints.values()) if target in routes)
    waiting = list(found)
    while waiting:
        for target in routes[waiting.pop()]:
            if target in routes and target not in found:
                found[target] = None
                waiting.append(target)
    return list(found)


def ranks(dag: Dag) -> dict[str, int]:
    """One more than the highest rank of the placements that lead here; a loop is entered against its direction.

    Placements are ranked from the entrypoints backwards along their predecessors; a predecessor that is being ranked
    already does not count. So a join ranks behind all its branches, and a loop before what follows it: retries drain.
    """
    routes = routes_of(dag)
    before: dict[str, list[str]] = {placement: [] for placement in routes}
    for placement, targets in routes.items():
        for target in targets:
            if target in before and target != placement:
                before[target].append(placement)
    entries = [target for target in map(dag.expand, dag.entrypoints.values()) if target in routes]
    wanted = set(reachable(dag))
    rank: dict[str, int] = {}
    for placement in [*entries, *(one for one in routes if one in wanted)]:
        if placement not in rank:
            _rank_from(placement, before, rank)
    return {placement: rank.get(placement, UNREACHABLE) for placement in routes}


def _rank_from(start: str, before: Mapping[str, list[str]], rank: dict[str, int]) -> None:
    """Depth first along predecessors, on a stack of its own: DAGs may be longer than Python's."""
    stack: list[tuple[str, Iterator[str], int]] = [(start, iter(before[start]), 0)]
    open_ = {start}
    while stack:
        here, predecessors, highest = stack.pop()
        for one in predecessors:
            if one in rank:
                highest = max(highest, rank[one] + 1)
            elif one not in open_:
                open_.add(one)
                stack += [(here, _again(one, predecessors), highest), (one, iter(before[one]), 0)]
                break
        else:
            rank[here] = highest
            open_.discard(here)


def _again(one: str, rest: Iterator[str]) -> Iterator[str]:
    yield one
    yield from rest
