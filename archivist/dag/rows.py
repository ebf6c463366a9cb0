"""A DAG as rows: what the picture shows, for people who do not see it."""

from dataclasses import dataclass

from archivist.dag.documents import (
    Dag,
    EmbeddedDagNode,
    GatherNode,
    PhaseNode,
    Placement,
    ReservoirExecution,
    ScatterNode,
    TerminalNode,
)

__all__ = ["Row", "table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One placement.

    Attributes:
        name, kind: for people, as in ``extract-query`` and ``scatter``.
        detail: what is particular to it, in words.
        entrypoints: labels of entrypoints that lead here.
        routes: pairs of port and display name of the placement it leads to.
        iri: the placement's.
    """

    name: str
    kind: str
    detail: str
    entrypoints: tuple[str, ...]
    routes: tuple[tuple[str, str], ...]
    iri: str


def table(dag: Dag) -> list[Row]:
    """One row a placement, in declared order."""
    names = {dag.expand(one.id): one.name for one in dag.nodes}
    entries: dict[str, list[str]] = {}
    for label, target in dag.entrypoints.items():
        entries.setdefault(dag.expand(target), []).append(label)
    return [_row(dag, one, names, tuple(entries.get(dag.expand(one.id), ()))) for one in dag.nodes]


def _row(dag: Dag, one: Placement, names: dict[str, str], entries: tuple[str, ...]) -> Row:
    routes: dict[str, str] = getattr(one, "outputs", None) or {}
    return Row(
        name=one.name,
        kind=_KINDS[type(one).__name__],
        detail=_detail(dag, one, names),
        entrypoints=entries,
        routes=tuple((port, names.get(dag.expand(to), to)) for port, to in routes.items()),
        iri=dag.expand(one.id),
    )


_KINDS = {
    "SingleNode": "node", "ScatterNode": "scatter", "EmbeddedDagNode": "embedded graph", "GatherNode": "gather",
    "TerminalNode": "end", "PhaseNode": "phase",
}  # fmt: skip


def _detail(dag: Dag, one: Placement, names: dict[str, str]) -> str:
    match one:
        case ScatterNode():
            at_a_time = (one.execution.concurrency if one.execution else None) or 1
            together = ""
            if isinstance(one.execution, ReservoirExecution):
                bucket = one.execution.reservoir
                together = f"in batches of up to {bucket.capacity} with one {bucket.key_field}, "
            judge = one.reducer or "aggregate"
            return f"for each item of {one.source}, {together}{at_a_time} at a time, judged by {judge}"
        case GatherNode():
            sources = ", ".join(names.get(dag.expand(source), source) for source in one.sources)
            mode = (one.policy.mode if one.policy else None) or "all"
            return f"waits for {mode} of {sources}, then {one.gather.strategy}"
        case EmbeddedDagNode():
            return f"runs {one.dag if isinstance(one.dag, str) else 'a graph chosen by the state'}"
        case TerminalNode():
            return one.outcome
        case PhaseNode():
            return "before the start" if one.phase == "pre" else "after the end"
        case _:
            return one.node
