"""A DAG as Mermaid source, drawn from the same document that runs."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

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
from archivist.dag.labels import Ids, IdStyle, edge_label, label
from archivist.dag.recursion import references_of
from archivist.dag.tints import classes

__all__ = ["DagSource", "Theme", "mermaid", "placement_ids"]

_INDENT = "  "
_RESERVOIR = "classDef reservoir fill:#1e3a5f,stroke:#3b82f6,color:#bfdbfe"
_FLOWCHART = {"node_spacing": "nodeSpacing", "rank_spacing": "rankSpacing", "padding": "padding"}
_VARIABLES = {
    "primary": "primaryColor",
    "line": "lineColor",
    "text": "primaryTextColor",
    "background": "background",
    "font": "fontFamily",
    "font_size": "fontSize",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Spacing in pixels, CSS colours and font; what is None is left to Mermaid. ``tints``: container role → fill."""

    node_spacing: int | None = None
    rank_spacing: int | None = None
    padding: int | None = None
    primary: str | None = None
    line: str | None = None
    text: str | None = None
    background: str | None = None
    font: str | None = None
    font_size: str | None = None
    tints: Mapping[str, str] = field(default_factory=dict)


class DagSource(Protocol):
    """Where the DAGs inside a DAG are found; a registry is one."""

    def dag(self, iri: str) -> Dag | None:
        """A DAG by IRI, or None."""


def mermaid(  # noqa: PLR0913 - one argument a choice
    dag: Dag | None,
    *,
    expand: bool = False,
    registry: DagSource | None = None,
    depth: int = 6,
    orientation: Literal["TB", "LR", "RL", "BT"] = "TB",
    ids: IdStyle = "iri",
    terminal_outcomes: bool = False,
    theme: Theme | None = None,
) -> str:
    """The DAG as a Mermaid flowchart, without a newline at the end. None draws an empty chart that says so.

    Args:
        dag: what to draw.
        expand: draw embedded DAGs, and the DAGs a scatter may run, inside their placement.
        registry: where those DAGs are found; needed to expand.
        depth: how many levels to expand; a DAG inside itself is never expanded again.
        orientation: top to bottom, left to right, and so on.
        ids: ``iri`` keeps placements readable, ``safe`` takes any name, ``raw`` leaves IRIs as they are.
        terminal_outcomes: write the outcome below the name of each end.
        theme: spacing, colours and font.
    """
    style = theme or Theme()
    source = registry if expand else None
    picture = _Picture(Ids(ids), style, source, depth, outcomes=terminal_outcomes)
    name, version = (dag.name, dag.version) if dag is not None else ("unavailable-dag", "unknown")
    lines = [*_init(style), f"flowchart {orientation}", f"{_INDENT}%% {_comment(name)} (v{_comment(version)})"]
    if dag is not None:
        lines += [_INDENT + line for line in picture.draw(dag)]
    return "\n".join(lines)


def placement_ids(dag: Dag, ids: IdStyle = "iri") -> dict[str, str]:
    """The id each placement has in the picture, by placement IRI: for lighting it up."""
    return Ids(ids).reserve(one.id for one in dag.nodes)


def _comment(text: str) -> str:
    return " ".join(text.split())


def _init(theme: Theme) -> Iterator[str]:
    chart = {key: getattr(theme, name) for name, key in _FLOWCHART.items() if getattr(theme, name) is not None}
    variables = {key: getattr(theme, name) for name, key in _VARIABLES.items() if getattr(theme, name) is not None}
    config = {key: value for key, value in (("flowchart", chart), ("themeVariables", variables)) if value}
    if config:
        yield f"%%{{init: {json.dumps(config, separators=(',', ':'), ensure_ascii=False)}}}%%"


class _Picture:
    """One chart being drawn."""

    def __init__(self, ids: Ids, theme: Theme, source: DagSource | None, depth: int, *, outcomes: bool) -> None:
        self._ids = ids
        self._theme = theme
        self._source = source
        self._depth = depth
        self._outcomes = outcomes
        self._contained: dict[str, list[str]] = {}
        self._reservoirs: list[str] = []

    def draw(self, dag: Dag) -> Iterator[str]:
        places = self._ids.reserve(one.id for one in dag.nodes)
        yield from self._body(dag, places, (dag.id,))
        yield from classes(self._contained, self._theme.tints)
        if self._reservoirs:
            yield _RESERVOIR
            yield from (f"class {one} reservoir" for one in self._reservoirs)

    def _body(self, dag: Dag, places: Mapping[str, str], inside: tuple[str, ...]) -> Iterator[str]:
        for name, target in dag.entrypoints.items():
            entry = self._ids.entry(name)
            yield f'{entry}(["{label(name)}"])'
            yield f"{entry} --> {places.get(target) or self._ids.of(target)}"
        for one in dag.nodes:
            here = places[one.id]
            yield from self._shape(dag, one, here, inside)
            for port, target in self._routes(one):
                yield f"{here} -->|{edge_label(port)}| {places.get(target) or self._ids.of(target)}"

    @staticmethod
    def _routes(one: Placement) -> Iterator[tuple[str, str]]:
        outputs: Mapping[str, str] = getattr(one, "outputs", None) or {}
        yield from outputs.items()

    def _shape(self, dag: Dag, one: Placement, here: str, inside: tuple[str, ...]) -> Iterator[str]:
        role = getattr(one, "container", None)
        if role is not None:
            self._contained.setdefault(role, []).append(here)
        if isinstance(one, ScatterNode) and isinstance(one.execution, ReservoirExecution):
            self._reservoirs.append(here)
        children = self._children(dag, one, inside)
        if not children:
            yield here + _node(one, outcomes=self._outcomes)
            return
        yield f'subgraph {here} ["{label(_name(one))}"]'
        for child in children:
            yield from (_INDENT + line for line in self._child(child, here, inside, several=len(children) > 1))
        yield "end"

    def _children(self, dag: Dag, one: Placement, inside: tuple[str, ...]) -> list[Dag]:
        if self._source is None or len(inside) > self._depth:
            return []
        named = references_of(dag).get(dag.expand(one.id), [])
        return [found for iri in named if iri not in inside and (found := self._source.dag(iri)) is not None]

    def _child(self, child: Dag, parent: str, inside: tuple[str, ...], *, several: bool) -> Iterator[str]:
        """A DAG inside a placement; with several, each in a frame of its own."""
        outer = self._ids.fresh(f"{parent}__{self._ids.of(child.id)}") if several else parent
        if several:
            yield f'subgraph {outer} ["{label(child.name)}"]'
        places = {one.id: self._ids.fresh(f"{outer}__{self._ids.of(one.id)}") for one in child.nodes}
        lines = self._body(child, places, (*inside, child.id))
        yield from (_INDENT + line for line in lines) if several else lines
        if several:
            yield "end"


def _name(one: Placement) -> str:
    if isinstance(one, ScatterNode) and isinstance(one.execution, ReservoirExecution):
        bucket = one.execution.reservoir
        return f"{one.name} ▣ {bucket.key_field} \N{MULTIPLICATION SIGN}{bucket.capacity}"
    return f"{one.name} ({one.phase})" if isinstance(one, PhaseNode) else one.name


def _node(one: Placement, *, outcomes: bool) -> str:
    name = label(_name(one))
    match one:
        case SingleNode():
            return f'["{name}"]'
        case ScatterNode():
            return f'[/"{name}"/]'
        case EmbeddedDagNode():
            return f'[["{name}"]]'
        case GatherNode():
            return f'{{"{name}"}}'
        case TerminalNode():
            told = f"{name}<br/>({one.outcome})" if outcomes else name
            return f'((("{told}")))' if one.outcome == "completed" else f'>"{told}"]'
        case PhaseNode():
            return f'(["{name}"])'
