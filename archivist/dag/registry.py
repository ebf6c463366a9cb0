"""Where nodes, DAGs, strategies and state factories are known, and where runs start."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self, TypeVar, cast

from archivist.dag import reducers as built_in_reducers
from archivist.dag import strategies as built_in_strategies
from archivist.dag.checkpoint import Checkpoint
from archivist.dag.clock import Clock, SystemClock
from archivist.dag.compile import Parts, compile_dag, link
from archivist.dag.control import Control
from archivist.dag.documents import Dag
from archivist.dag.errors import CheckpointError, RegistrationError, UnknownDagError
from archivist.dag.events import Listener, RunId
from archivist.dag.handle import Handle
from archivist.dag.node import AnyNode
from archivist.dag.plan import Plan
from archivist.dag.reducers import Reducer
from archivist.dag.result import Result
from archivist.dag.retry import RetryBudget
from archivist.dag.run import StateLike
from archivist.dag.runner import answer, fresh_frame, new_run_id, resumed_frame
from archivist.dag.strategies import GatherStrategy
from archivist.dag.validate import Known, check_bundle, check_nodes

__all__ = ["Bundle", "Registry"]

S = TypeVar("S", bound=StateLike)
Factory = Callable[[], StateLike]


_NODE = ("id", "name", "outputs", "timeout", "input_schema", "output_schema", "execute")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """Things that are registered together or not at all. ``states``: DAG IRI → maker of its own kind of state."""

    nodes: Sequence[AnyNode] = ()
    dags: Sequence[Dag] = ()
    states: Mapping[str, Factory] = field(default_factory=dict)
    strategies: Sequence[GatherStrategy] = ()
    reducers: Mapping[str, Reducer] = field(default_factory=dict)


class Registry:
    """Knows nodes and DAGs, checks everything once when it is added, and runs DAGs.

    Args:
        clock: what runs wait with and stamp events with.
        rng: what spreads the waits of retries; give a seeded one for repeatable waits.
        retries: how many retries one run may spend over all its nodes; None for no limit.
        validate: whether states are checked against the schemas their nodes promise after every step.
    """

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        rng: random.Random | None = None,
        retries: int | None = None,
        validate: bool = False,
    ) -> None:
        self._clock = clock or SystemClock()
        self._rng = rng
        self._retries = retries
        self._validate = validate
        self._nodes: dict[str, AnyNode] = {}
        self._dags: dict[str, Dag] = {}
        self._plans: dict[str, Plan] = {}
        self._factories: dict[str, Factory] = {}
        self._strategies: dict[str, GatherStrategy] = {one.name: one for one in built_in_strategies.BUILT_IN}
        self._reducers: dict[str, Reducer] = dict(built_in_reducers.BUILT_IN)

    def add(self, *parts: AnyNode | Dag | GatherStrategy) -> Self:
        """Adds nodes, DAGs and gather strategies in one go, as `bundle` does; returns the registry."""
        dags = [one for one in parts if isinstance(one, Dag)]
        nodes = [one for one in parts if not isinstance(one, Dag) and isinstance(one, AnyNode)]
        others = [one for one in parts if not isinstance(one, Dag | AnyNode)]
        strange = [
            f"{one!r} is no node, DAG or gather strategy: a node has {', '.join(_NODE)}"
            for one in others
            if not hasattr(one, "reduce")
        ]
        if strange:
            headline = "Invalid parts:"
            raise RegistrationError(headline, strange)
        return self.bundle(Bundle(nodes=nodes, dags=dags, strategies=others))

    def bundle(self, bundle: Bundle) -> Self:
        """Adds a bundle; its parts may refer to each other in any order. On an error nothing of it is added.

        Raises:
            RegistrationError: with every problem of the first layer that has any.
        """
        check_nodes(bundle.nodes, self._nodes)
        self._check_names(bundle)
        known = Known(
            nodes={**self._nodes, **{one.id: one for one in bundle.nodes}},
            dags={**self._dags},
            strategies={**self._strategies, **{one.name: one for one in bundle.strategies}},
            reducers={**self._reducers, **bundle.reducers},
            factories={**self._factories, **bundle.states},
        )
        fresh = check_bundle(bundle.dags, known)
        self._nodes = dict(known.nodes)
        self._strategies = dict(known.strategies)
        self._reducers = dict(known.reducers)
        self._factories = dict(known.factories)
        self._dags = dict(known.dags)
        self._compile(fresh)
        return self

    def _check_names(self, bundle: Bundle) -> None:
        taken = [
            f"gather strategy {one.name!r} is registered already; choose another name"
            for one in bundle.strategies
            if self._strategies.get(one.name, one) is not one
        ]
        taken += [
            f"reducer {name!r} is registered already; choose another name"
            for name, one in bundle.reducers.items()
            if self._reducers.get(name, one) is not one
        ]
        if taken:
            headline = "Invalid bundle:"
            raise RegistrationError(headline, taken)

    def _compile(self, fresh: Mapping[str, Dag]) -> None:
        parts = Parts(
            nodes=self._nodes,
            strategies=self._strategies,
            reducers=self._reducers,
            plans=self._plans,
            factories=self._factories,
        )
        made = {iri: compile_dag(dag, parts) for iri, dag in fresh.items()}
        self._plans.update(made)
        for plan in made.values():
            link(plan, self._plans)

    @property
    def dags(self) -> Mapping[str, Dag]:
        """Every registered DAG by IRI; a copy."""
        return dict(self._dags)

    @property
    def nodes(self) -> Mapping[str, AnyNode]:
        """Every registered node by IRI; a copy."""
        return dict(self._nodes)

    def dag(self, iri: str) -> Dag | None:
        """A registered DAG, or None."""
        return self._dags.get(iri)

    async def run(  # noqa: PLR0913 - what a run may be given
        self,
        iri: str,
        state: S,
        *,
        services: object = None,
        on_event: Listener | None = None,
        deadline: float | None = None,
        run_id: str | None = None,
        on_checkpoint: Callable[[Checkpoint], object] | None = None,
    ) -> Result[S]:
        """Runs a DAG to its end and tells how it ended; see `start` for what the arguments mean."""
        return await self.start(
            iri, state, services=services, on_event=on_event, deadline=deadline, run_id=run_id,
            on_checkpoint=on_checkpoint,
        )  # fmt: skip

    def start(  # noqa: PLR0913 - what a run may be given
        self,
        iri: str,
        state: S,
        *,
        services: object = None,
        on_event: Listener | None = None,
        deadline: float | None = None,
        run_id: str | None = None,
        on_checkpoint: Callable[[Checkpoint], object] | None = None,
    ) -> Handle[S]:
        """Starts a run as a task of the running event loop.

        Args:
            iri: of a registered DAG.
            state: what the nodes work on; the result holds this very object.
            services: what nodes find as ``run.services``.
            on_event: called with each event as it happens.
            deadline: seconds from now after which the run is stopped with outcome ``timed_out``.
            run_id: given by the caller, else made up.
            on_checkpoint: called with a checkpoint after every placement and every settled scatter item; whoever keeps
                the last one can go on from there after a crash. Costs a snapshot of the state each time. When it
                raises, the run goes on without, and a warning on the state says so.

        A DAG that nobody registered is a failed run, whose error is an `UnknownDagError`: a run never raises.
        """
        control = self._control(services, on_event)
        refusal: UnknownDagError | None = None
        try:
            plan = self._plan(iri)
        except UnknownDagError as error:
            refusal = error
            plan = Plan(iri=iri, name=iri, steps={}, entries=[], pre=[], post=[])
        frame = fresh_frame(plan, control, state, RunId(run_id or new_run_id()))
        control.limit(deadline)
        return self._handle(Handle(frame, refusal=refusal), control, on_checkpoint)

    async def resume(  # noqa: PLR0913 - what a run may be given
        self,
        checkpoint: Checkpoint,
        *,
        state: S | type[S] | None = None,
        answers: Mapping[str, Mapping[str, object]] | None = None,
        services: object = None,
        on_event: Listener | None = None,
        deadline: float | None = None,
        on_checkpoint: Callable[[Checkpoint], object] | None = None,
    ) -> Result[S]:
        """Goes on from a checkpoint. The result lists what was executed since.

        Args:
            checkpoint: of this or another process; DAGs and nodes must be registered here.
            state: the class to restore the state with, or a state to use instead of the checkpoint's; not needed where
                the DAG has a registered state, or in the process that took the checkpoint.
            answers: for each parked key, values to write into the state that waits, by dotted path.
            services: as for `start`, and so are the others.
            on_event: called with each event.
            deadline: seconds from now.
            on_checkpoint: called with each checkpoint.

        Raises:
            UnknownDagError, CheckpointError: the checkpoint does not fit what is registered.
        """
        plan = self._plan(checkpoint.dag)
        restored = state if state is not None and not isinstance(state, type) else self._restored(checkpoint, state)
        control = self._control(services, on_event)
        frame = resumed_frame(plan, control, restored, checkpoint)
        answer(frame, answers or {})
        control.limit(deadline)
        handle: Handle[S] = Handle(frame, checkpoint)
        return await self._handle(handle, control, on_checkpoint)

    def _handle(
        self, handle: Handle[S], control: Control, on_checkpoint: Callable[[Checkpoint], object] | None
    ) -> Handle[S]:
        if on_checkpoint is not None:
            control.boundary = lambda: _keep(handle, control, on_checkpoint)
        return handle

    def _plan(self, iri: str) -> Plan:
        plan = self._plans.get(iri)
        if plan is None:
            known = ", ".join(sorted(self._plans)) or "none"
            msg = f"DAG {iri!r} is not registered (registered: {known})"
            raise UnknownDagError(msg)
        return plan

    def _control(self, services: object, listener: Listener | None) -> Control:
        return Control(
            services=services,
            clock=self._clock,
            listener=listener,
            budget=None if self._retries is None else RetryBudget(self._retries),
            rng=self._rng,
            checks=self._validate,
        )

    def _restored(self, checkpoint: Checkpoint, kind: type[S] | None) -> StateLike:
        known = kind or checkpoint.state_type
        if known is None:
            factory = self._factories.get(checkpoint.dag)
            if factory is None:
                msg = f"which class is the state of {checkpoint.dag!r}? Say resume(..., state=ThatClass)"
                raise CheckpointError(msg)
            known = type(factory())
        return cast("type[StateLike]", known).restore(checkpoint.state)


def _keep(handle: Handle[S], control: Control, on_checkpoint: Callable[[Checkpoint], object]) -> None:
    try:
        checkpoint = handle.checkpoint()
    except CheckpointError:  # after the last step nothing is left to go on with
        return
    try:
        on_checkpoint(checkpoint)
    except Exception as error:  # noqa: BLE001 - a run is not lost because a place to keep it is full
        control.boundary = None
        control.warn("CHECKPOINT_FAILED", f"no more checkpoints are kept: {type(error).__name__}: {error}")
