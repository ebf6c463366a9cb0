"""A DAG as Mermaid source."""

from collections.abc import Iterator

from archivist.dag.documents import (
    Dag,
    EmbeddedDagNode,
    GatherNode,
    PhaseNode,
    Placement,
    ReservoirExecution,
    ScatterNode,
    SingleNode,
    TerminalNode,
)

__all__ = ["mermaid"]

RESERVED = (
    "class", "classdef", "click", "default", "end", "flowchart", "graph", "linkstyle", "style", "subgraph",
)  # fmt: skip


class Ids:
    """Ids of one picture, each used once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def make(self, raw: str) -> str:
        wanted = sanitized(raw)
        free, count = wanted, 1
        while free in self._taken:
            count += 1
            free = f"{wanted}_{count}"
        self._taken.add(free)
        return free


def sanitized(raw: str) -> str:
    name = raw.replace(":", "_")
    if name[:1].isdigit():
        name = f"node_{name}"
    folded = name.casefold()
    if folded in RESERVED:
        return f"{name}_node"
    if any(folded.startswith((f"{word}-", f"{word}_")) for word in RESERVED):
        return f"node_{name}"
    return name


def mermaid(dag: Dag) -> str:
    """The DAG as a Mermaid flowchart."""
    ids = Ids()
    places = {one.id: ids.make(one.id) for one in dag.nodes}
    lines = ["flowchart TB", f"  %% {dag.name} (v{dag.version})"]
    for label, target in dag.entrypoints.items():
        entry = ids.make(f"entry_{label}")
        lines += [f'  {entry}(["{_label(label)}"])', f"  {entry} --> {places.get(target, sanitized(target))}"]
    for one in dag.nodes:
        lines.append(f"  {places[one.id]}{_shape(one)}")
        lines += [
            f"  {places[one.id]} -->|{_label(port)}| {places.get(to, sanitized(to))}" for port, to in _routes(one)
        ]
    return "\n".join(lines)


def _routes(one: Placement) -> Iterator[tuple[str, str]]:
    yield from (getattr(one, "outputs", None) or {}).items()


def _label(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _shape(one: Placement) -> str:
    name = _label(one.name)
    match one:
        case SingleNode():
            return f'["{name}"]'
        case ScatterNode():
            bucket = one.execution.reservoir if isinstance(one.execution, ReservoirExecution) else None
            more = f" ▣ {_label(bucket.key_field)} ×{bucket.capacity}" if bucket else ""  # noqa: RUF001 - the sign meant
            return f'[/"{name}{more}"/]'
        case EmbeddedDagNode():
            return f'[["{name}"]]'
        case GatherNode():
            return f'{{"{name}"}}'
        case TerminalNode():
            return f'((("{name}")))' if one.outcome == "completed" else f'>"{name}"]'
        case PhaseNode():
            return f'(["{name} ({one.phase})"])'
