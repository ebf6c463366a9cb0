"""What is allowed in a DAG but hardly meant: routes that never fire, placements nobody reaches."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from archivist.dag.documents import Dag, EmbeddedDagNode, GatherNode, PhaseNode, Placement, ScatterNode, SingleNode
from archivist.dag.node import AnyNode
from archivist.dag.rank import reachable
from archivist.dag.reducers import PORTS
from archivist.dag.validate import EMBED_PORTS, GATHER_PORTS

__all__ = ["Lint", "lint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lint:
    """One remark: its kind, the placement's display name, the port if it is about one, and a sentence."""

    kind: Literal["dead-port", "unreachable"]
    placement: str
    port: str | None
    message: str


def lint(dag: Dag, nodes: Mapping[str, AnyNode] | None = None) -> list[Lint]:
    """Remarks on a DAG, in declared order; with the registered nodes it also sees routes for ports a node lacks."""
    there = set(reachable(dag))
    remarks: list[Lint] = []
    for one in dag.nodes:
        remarks += _dead_ports(dag, one, nodes or {})
        if dag.expand(one.id) not in there and not isinstance(one, PhaseNode):
            message = f"no entrypoint leads to {one.name!r}; route something to it or take it out"
            remarks.append(Lint(kind="unreachable", placement=one.name, port=None, message=message))
    return remarks


def _dead_ports(dag: Dag, one: Placement, nodes: Mapping[str, AnyNode]) -> Iterator[Lint]:
    alive = _alive(dag, one, nodes)
    if alive is None:
        return
    why, ports = alive
    outputs: Mapping[str, str] = getattr(one, "outputs", None) or {}
    for port in outputs:
        if port not in ports:
            message = f"{one.name!r} routes {port!r}, but {why} gives only {', '.join(ports)}; that route never fires"
            yield Lint(kind="dead-port", placement=one.name, port=port, message=message)


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
