"""What is allowed in a DAG but hardly meant: dead routes, placements nobody reaches or that reach no end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from archivist.dag.documents import (
    Dag,
    EmbeddedDagNode,
    GatherNode,
    PhaseNode,
    Placement,
    ScatterNode,
    SingleNode,
    TerminalNode,
)
from archivist.dag.node import AnyNode
from archivist.dag.rank import reachable, routes_of
from archivist.dag.reducers import PORTS
from archivist.dag.validate import EMBED_PORTS, GATHER_PORTS

__all__ = ["Lint", "lint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lint:
    """One remark: its kind, the placement's display name, the port if it is about one, and a sentence.

    The sentence begins with a JSON Pointer into the document.
    """

    kind: Literal["dead-port", "endless", "unreachable"]
    placement: str
    port: str | None
    message: str


def lint(dag: Dag, nodes: Mapping[str, AnyNode] | None = None) -> list[Lint]:
    """Remarks on a DAG, in declared order; with the registered nodes it also sees routes for ports a node lacks."""
    there, ending = set(reachable(dag)), _ending(dag)
    remarks: list[Lint] = []
    for one in dag.nodes:
        remarks += _dead_ports(dag, one, nodes or {})
        if isinstance(one, PhaseNode):
            continue
        if dag.expand(one.id) not in there:
            message = dag.told(f"no entrypoint leads to {one.name!r}; route something to it or take it out", one)
            remarks.append(Lint(kind="unreachable", placement=one.name, port=None, message=message))
        elif dag.expand(one.id) not in ending:
            message = dag.told(f"no way leads from {one.name!r} to a terminal; give its loop a way out", one)
            remarks.append(Lint(kind="endless", placement=one.name, port=None, message=message))
    return remarks


def _ending(dag: Dag) -> set[str]:
    """Placements from which some way leads to a terminal."""
    sources: dict[str, list[str]] = {}
    for source, targets in routes_of(dag).items():
        for target in targets:
            sources.setdefault(target, []).append(source)
    waiting = [dag.expand(one.id) for one in dag.nodes if isinstance(one, TerminalNode)]
    found: set[str] = set()
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += sources.get(here, ())
    return found


def _dead_ports(dag: Dag, one: Placement, nodes: Mapping[str, AnyNode]) -> Iterator[Lint]:
    alive = _alive(dag, one, nodes)
    if alive is None:
        return
    why, ports = alive
    outputs: Mapping[str, str] = getattr(one, "outputs", None) or {}
    for port in outputs:
        if port not in ports:
            message = f"{one.name!r} routes {port!r}, but {why} gives only {', '.join(ports)}; that route never fires"
            yield Lint(kind="dead-port", placement=one.name, port=port, message=dag.told(message, one, "outputs", port))


def _alive(dag: Dag, one: Placement, nodes: Mapping[str, AnyNode]) -> tuple[str, tuple[str, ...]] | None:
    match one:
        case ScatterNode():
            reducer = one.reducer or "aggregate"
            ports = PORTS.get(reducer)
            return None if ports is None else (f"reducer {reducer!r}", ports)
        case GatherNode():
            return "a gather", GATHER_PORTS
        case EmbeddedDagNode():
            return "an embedded DAG", EMBED_PORTS
        case SingleNode():
            node = nodes.get(dag.expand(one.node))
            return None if node is None else (f"node {node.id!r}", (*node.outputs, "parked"))
        case _:
            return None
