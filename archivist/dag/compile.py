"""From checked documents to plans. Runs once, when a registry takes a DAG."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import assert_never, cast

from archivist.dag import reducers
from archivist.dag.documents import (
    Dag,
    DagReference,
    EmbeddedDagNode,
    GatherNode,
    ItemExecution,
    PhaseNode,
    Placement,
    ReservoirExecution,
    Retry,
    ScatterNode,
    SingleNode,
    StateMapping,
    TerminalNode,
)
from archivist.dag.embed import fire_embed
from archivist.dag.gather import fire_gather
from archivist.dag.iri import entrypoint_iri
from archivist.dag.node import AnyNode
from archivist.dag.plan import (
    EmbedSpec,
    Entry,
    Fire,
    GatherSpec,
    Kind,
    Plan,
    Reference,
    ScatterSpec,
    SingleSpec,
    Spec,
    Step,
    Straight,
    TerminalSpec,
)
from archivist.dag.rank import ranks
from archivist.dag.retry import RetryPolicy
from archivist.dag.run import StateLike
from archivist.dag.scatter import fire_scatter
from archivist.dag.schemas import checker
from archivist.dag.single import fire_single, guarded
from archivist.dag.strategies import GatherStrategy
from archivist.dag.terminal import fire_terminal

__all__ = ["Parts", "compile_dag", "link"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What documents may name: nodes by IRI, strategies and reducers by word, plans by IRI."""

    nodes: Mapping[str, AnyNode]
    strategies: Mapping[str, GatherStrategy]
    reducers: Mapping[str, reducers.Reducer]
    plans: dict[str, Plan]
    factories: Mapping[str, Callable[[], StateLike]]


def compile_dag(dag: Dag, parts: Parts) -> Plan:
    """A plan of a document that passed every check; references to other DAGs stay open until `link`."""
    iri = dag.expand(dag.id)
    order = ranks(dag)
    steps: dict[str, Step] = {}
    for position, placement in enumerate(dag.nodes):
        kind, fire, spec = _compiled(dag, placement, parts)
        where = dag.expand(placement.id)
        steps[where] = Step(
            iri=where, name=placement.name, kind=kind, order=position, fire=fire, spec=spec, rank=order[where]
        )
    for placement in dag.nodes:
        routes = getattr(placement, "outputs", None) or {}
        here = steps[dag.expand(placement.id)]
        # A drawn route of `parked` says where the run comes back to; an item that parks takes no route.
        here.routes = {port: steps[dag.expand(target)] for port, target in routes.items() if port != "parked"}
    for step in steps.values():
        if isinstance(step.spec, ScatterSpec):
            _route_records(step, step.spec, alone=len(dag.entrypoints) == 1)
    phases = [(steps[dag.expand(one.id)], one.phase) for one in dag.nodes if isinstance(one, PhaseNode)]
    entries = _entries(dag, iri, steps)
    return Plan(
        iri=iri,
        name=dag.name,
        steps=steps,
        entries=entries,
        pre=[step for step, phase in phases if phase == "pre"],
        post=[step for step, phase in phases if phase == "post"],
        factory=parts.factories.get(iri),
        direct=entries[0].step if len(entries) == 1 and entries[0].step.kind != "gather" else None,
        straight=_straight(entries),
        shared=len(entries) == 1 and not any(step.kind == "gather" for step in steps.values()),
    )


def _entries(dag: Dag, iri: str, steps: Mapping[str, Step]) -> list[Entry]:
    """Entrypoints, the one that keeps the given state first: ``main`` where there is one."""
    entries = [
        Entry(label=label, source=entrypoint_iri(iri, label), step=steps[dag.expand(target)])
        for label, target in dag.entrypoints.items()
    ]
    return sorted(entries, key=lambda entry: entry.label != "main")


def _straight(entries: list[Entry]) -> Straight | None:
    """The one node of a DAG, if its ports lead to terminals and nothing else does anything."""
    step = entries[0].step
    if len(entries) != 1 or not isinstance(step.spec, SingleSpec) or step.spec.many is not None:
        return None
    ends = {port: target.spec for port, target in step.routes.items()}
    outcomes = {port: end.outcome for port, end in ends.items() if isinstance(end, TerminalSpec)}
    return Straight(step=step, spec=step.spec, outcomes=outcomes) if len(outcomes) == len(ends) else None


def _compiled(dag: Dag, placement: Placement, parts: Parts) -> tuple[Kind, Fire, Spec]:
    match placement:
        case SingleNode():
            return "single", fire_single, single_spec(dag, placement.node, placement.retry, parts)
        case PhaseNode():
            return "phase", fire_single, single_spec(dag, placement.node, None, parts)
        case ScatterNode():
            return "scatter", fire_scatter, _scatter(dag, placement, parts)
        case EmbeddedDagNode():
            return "embed", fire_embed, _embed(dag, placement)
        case GatherNode():
            return "gather", fire_gather, _gather(dag, placement, parts)
        case TerminalNode():
            return "terminal", fire_terminal, TerminalSpec(outcome=placement.outcome)
        case _:
            assert_never(placement)


def single_spec(dag: Dag, reference: str, retry: Retry | None, parts: Parts) -> SingleSpec:
    """How a node is called at one placement."""
    node = parts.nodes[dag.expand(reference)]
    many = getattr(node, "execute_many", None)
    policy = None if retry is None else RetryPolicy.of_document(retry.given())
    schemas = node.output_schema or {}
    spec = SingleSpec(
        node=node,
        call=node.execute,
        many=many if callable(many) else None,
        retry=policy,
        checks={port: checker(schema) for port, schema in schemas.items()},
    )
    if node.timeout is not None or policy is not None:
        spec.call = guarded(spec, spec.call)
        spec.many = None if spec.many is None else guarded(spec, spec.many)
    return spec


def _pairs(mapping: StateMapping | None, side: str) -> tuple[tuple[str, str], ...]:
    given: dict[str, str] | None = getattr(mapping, side, None)
    return tuple((given or {}).items())


def _reference(dag: Dag, reference: str | DagReference | None) -> Reference:
    if isinstance(reference, DagReference):
        named, path = reference.candidates, reference.path
    else:
        named, path = (cast("str", reference),), None
    # Plans are filled in by `link`: the DAG may refer to itself, or to one that is compiled after it.
    return Reference(plans=dict.fromkeys(map(dag.expand, named), cast("Plan", None)), path=path, expand=dag.expand)


def _embed(dag: Dag, placement: EmbeddedDagNode) -> EmbedSpec:
    return EmbedSpec(
        reference=_reference(dag, placement.dag),
        inputs=_pairs(placement.state_mapping, "input"),
        outputs=_pairs(placement.state_mapping, "output"),
        result_field=placement.gather_result.result_field if placement.gather_result else None,
    )


def _scatter(dag: Dag, placement: ScatterNode, parts: Parts) -> ScatterSpec:
    execution = placement.execution
    throttle = execution.throttle if isinstance(execution, ItemExecution) else None
    concurrency = (execution.concurrency if execution else None) or 1
    reservoir = execution.reservoir if isinstance(execution, ReservoirExecution) else None
    adaptive = throttle.adaptive if throttle else None
    body = placement.body
    return ScatterSpec(
        source=placement.source,
        item_key=placement.item_key or "currentItem",
        body=single_spec(dag, body.node, None, parts) if body.node is not None else _reference(dag, body.dag),
        reduce=parts.reducers[placement.reducer or "aggregate"],
        inputs=_pairs(placement.state_mapping, "input"),
        concurrency=min(concurrency, throttle.concurrency_limit) if throttle else concurrency,
        adaptive_floor=(adaptive.min_limit or 1) if adaptive and adaptive.enabled else None,
        key_field=reservoir.key_field if reservoir else None,
        capacity=reservoir.capacity if reservoir else 1,
        idle=reservoir.idle_ms / 1000 if reservoir and reservoir.idle_ms else None,
    )


def _gather(dag: Dag, placement: GatherNode, parts: Parts) -> GatherSpec:
    config = placement.gather
    policy = placement.policy
    mode = (policy.mode if policy else None) or "all"
    count = len(placement.sources)
    needed = {"all": count, "any": 1, "quorum": (policy.quorum if policy else None) or count}[mode]
    include = policy.include_errors if policy else None
    custom = config.custom_node if config.strategy == "custom" else None
    return GatherSpec(
        sources={dag.expand(iri): source.result_field for iri, source in placement.sources.items()},
        config=config.given(),
        strategy=parts.strategies[config.strategy],
        custom=single_spec(dag, custom, None, parts) if custom is not None else None,
        needed=needed,
        first_only=None if mode == "all" else needed,
        include_errors=include is not False,
    )


def _route_records(step: Step, spec: ScatterSpec, *, alone: bool) -> None:
    """Decides where a scatter's records go: folded at once into the one gather behind it, or kept for several.

    Only an item that is alone in its frame is known to be the one that goes on behind the gather.
    """
    gathers = {target for target in step.routes.values() if target.kind == "gather"}
    spec.keeps_records = bool(gathers)
    if len(gathers) != 1:
        return
    (target,) = gathers
    sink = cast("GatherSpec", target.spec)
    spec.result_field = sink.sources.get(step.iri)
    others = [one for port, one in step.routes.items() if port != "empty" and one is not target]
    if alone and not others and list(sink.sources) == [step.iri] and not getattr(sink.strategy, "retains", False):
        spec.stream_to = target
        spec.keeps_records = False


def link(plan: Plan, plans: Mapping[str, Plan]) -> None:
    """Fills in the plans of every DAG that this one refers to."""
    for step in plan.steps.values():
        spec = step.spec
        reference = spec.reference if isinstance(spec, EmbedSpec) else None
        if isinstance(spec, ScatterSpec) and isinstance(spec.body, Reference):
            reference = spec.body
        if reference is not None:
            reference.plans.update({iri: plans[iri] for iri in reference.plans})
