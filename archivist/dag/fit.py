"""Whether what placements promise about the state fits what the next ones need, as far as their schemas tell."""

from collections.abc import Callable, Iterator, Mapping

from archivist.dag.documents import Dag, DagReference, EmbeddedDagNode, GatherNode, PhaseNode, ScatterNode, SingleNode
from archivist.dag.node import AnyNode
from archivist.dag.schemas import relation
from archivist.dag.strategies import GatherStrategy

__all__ = ["schema_problems"]

Schema = Mapping[str, object]
Nodes = Mapping[str, AnyNode]
Dags = Mapping[str, Dag]


def schema_problems(
    dag: Dag,
    nodes: Nodes,
    dags: Dags,
    strategies: Mapping[str, GatherStrategy],
    factories: Mapping[str, Callable[[], object]],
) -> Iterator[str]:
    """Definite mismatches at routes, at the borders of embedded DAGs, and at gathers. What is unknown passes."""
    for one in dag.nodes:
        if isinstance(one, SingleNode):
            yield from _routes(dag, one, nodes)
        elif isinstance(one, EmbeddedDagNode):
            for child in _children(dag, one.dag, dags):
                isolated = child.expand(child.id) in factories
                yield from (dag.told(problem, one) for problem in _border(one, child, nodes, isolated=isolated))
        elif isinstance(one, GatherNode):
            yield from (dag.told(problem, one) for problem in _gather(dag, one, nodes, strategies))


def _routes(dag: Dag, one: SingleNode, nodes: Nodes) -> Iterator[str]:
    producer = nodes[dag.expand(one.node)]
    places = {dag.expand(other.id): other for other in dag.nodes}
    for port, target in one.outputs.items():
        produced = (producer.output_schema or {}).get(port)
        there = places[dag.expand(target)]
        needed = _needs(dag, there, nodes)
        if produced is not None and needed is not None and relation(produced, needed) == "incompatible":
            problem = (
                f"port {port!r} of {one.name!r} leaves a state that {there.name!r} cannot take: "
                f"it needs {_required(needed)} and is promised {_offered(produced)}"
            )
            yield dag.told(problem, one, "outputs", port)


def _needs(dag: Dag, place: object, nodes: Nodes) -> Schema | None:
    reference = place.node if isinstance(place, SingleNode | PhaseNode) else None
    return nodes[dag.expand(reference)].input_schema if reference is not None else None


def _required(schema: Schema) -> str:
    names = schema.get("required")
    return _typed(schema, [str(name) for name in names] if isinstance(names, list) else [])


def _offered(schema: Schema) -> str:
    names = schema.get("properties")
    return _typed(schema, [str(name) for name in names] if isinstance(names, Mapping) else [])


def _typed(schema: Schema, names: list[str]) -> str:
    properties = schema.get("properties")
    known = properties if isinstance(properties, Mapping) else {}
    kinds = {name: known.get(name) for name in names}
    return ", ".join(
        f"{name!r} ({kind.get('type', 'anything') if isinstance(kind, Mapping) else 'anything'})"
        for name, kind in kinds.items()
    )


def _children(dag: Dag, reference: str | DagReference | None, dags: Dags) -> Iterator[Dag]:
    named = reference.candidates if isinstance(reference, DagReference) else (reference,) if reference else ()
    for iri in named:
        yield dags[dag.expand(iri)]


def _border(one: EmbeddedDagNode, child: Dag, nodes: Nodes, *, isolated: bool) -> Iterator[str]:
    mapping = one.state_mapping
    given = {path.split(".")[0] for path in (mapping.input if mapping else None) or {}}
    if isolated or given:
        for name in _entry_fields(child, nodes):
            if name not in given:
                yield f"{one.name!r} does not map {name!r}, which the entry of {child.id!r} needs; add it to its inputs"
    produced = _terminal_fields(child, nodes)
    if produced is None:
        return
    wanted = list(((mapping.output if mapping else None) or {}).values())
    if one.gather_result is not None and one.gather_result.result_field is not None:
        wanted.append(one.gather_result.result_field)
    for path in wanted:
        if path.split(".")[0] not in produced:
            yield f"{one.name!r} takes {path!r} out of {child.id!r}, which no route to its terminals produces"


def _entry_fields(child: Dag, nodes: Nodes) -> list[str]:
    places = {child.expand(other.id): other for other in child.nodes}
    fields: dict[str, None] = {}
    for target in child.entrypoints.values():
        needed = (_needs(child, places.get(child.expand(target)), nodes) or {}).get("required")
        fields.update(dict.fromkeys(map(str, needed)) if isinstance(needed, list) else {})
    return list(fields)


def _terminal_fields(child: Dag, nodes: Nodes) -> set[str] | None:
    """Fields some route into a terminal promises; None when one of those routes promises nothing in particular."""
    ends = {child.expand(other.id) for other in child.nodes if other.type == "TerminalNode"}
    fields: set[str] = set()
    for one in child.nodes:
        outputs: Mapping[str, str] = getattr(one, "outputs", None) or {}
        for port, target in outputs.items():
            if child.expand(target) not in ends:
                continue
            schema = (
                (nodes[child.expand(one.node)].output_schema or {}).get(port) if isinstance(one, SingleNode) else None
            )
            properties = (schema or {}).get("properties")
            if not isinstance(properties, Mapping):
                return None
            fields |= {str(name) for name in properties}
    return fields


def _gather(dag: Dag, gather: GatherNode, nodes: Nodes, strategies: Mapping[str, GatherStrategy]) -> Iterator[str]:
    places = {dag.expand(other.id): other for other in dag.nodes}
    needed = getattr(strategies[gather.gather.strategy], "result_schema", None)
    for source, wanted in gather.sources.items():
        place = places.get(dag.expand(source))
        reference = place.node if isinstance(place, SingleNode) else None
        if isinstance(place, ScatterNode):
            reference = place.body.node
        if place is None or reference is None:
            continue
        for port, produced in (nodes[dag.expand(reference)].output_schema or {}).items():
            properties = produced.get("properties")
            field = wanted.result_field
            if field and isinstance(properties, Mapping) and field.split(".")[0] not in properties:
                yield f"gather {gather.name!r} takes {field!r} of {place.name!r}, which port {port!r} does not give"
            if isinstance(needed, Mapping) and relation(produced, needed) == "incompatible":
                strategy = gather.gather.strategy
                yield f"port {port!r} of {place.name!r} does not give strategy {strategy!r} {_required(needed)}"
