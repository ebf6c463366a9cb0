"""What a scatter runs for a unit of work. Standard library only."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from archivist.dag import paths
from archivist.dag.copying import copied
from archivist.dag.embed import choose, outcome_of, run_child, run_straight, write
from archivist.dag.frame import Frame
from archivist.dag.item import Item
from archivist.dag.notes import NodeError
from archivist.dag.plan import Plan, Reference, ScatterSpec, SingleSpec, Step
from archivist.dag.records import status_of
from archivist.dag.run import Run
from archivist.dag.single import call_many, call_node

if TYPE_CHECKING:
    from archivist.dag.run import StateLike

__all__ = ["BodyRunner", "Unit"]


class Unit:
    """What a worker takes at a time: one item, or one released bucket of a reservoir."""

    __slots__ = ("children", "items", "key", "seq")

    def __init__(self, seq: int, items: list[Item], key: str | None) -> None:
        self.seq = seq
        self.items = items
        self.key = key
        self.children: list[tuple[list[Item], Frame]] | None = None


class BodyRunner:
    """Runs one scatter's body for units, each item on a state of its own."""

    __slots__ = ("_frame", "_inputs", "_item", "_makers", "_spec", "_step", "of")

    def __init__(self, frame: Frame, step: Step, spec: ScatterSpec, item: Item) -> None:
        self._frame = frame
        self._step = step
        self._spec = spec
        self._item = item
        self._inputs: list[tuple[str, object]] | None = None
        self._makers: dict[str | None, Callable[[], StateLike]] = {}
        self.of: int | None = None  # how many items the source has, where it says

    def item(self, index: int, value: object) -> Item:
        """An item of the source, still without a state."""
        return Item(self._item.state, str(index), index, value)

    async def run(self, unit: Unit) -> bool:
        """Runs the body; False when it is held. Every item then has its output, outcome and state."""
        if unit.items[0].output is not None and all(item.output is not None for item in unit.items):
            return True  # it finished before a checkpoint was taken, and waited for its turn
        listener = self._frame.control.listener
        if listener is not None:
            self._tell("item-start", unit)
        spec = self._spec.body
        if isinstance(spec, SingleSpec):
            finished = await self._run_node(spec, unit)
        elif unit.children is None and len(unit.items) == 1:
            finished = await self._run_one(spec, unit, unit.items[0])
        else:
            finished = await self._run_dag(spec, unit)
        if listener is not None and finished:
            self._tell("item-end", unit)
        return finished

    def _tell(self, kind: Literal["item-start", "item-end"], unit: Unit) -> None:
        for item in unit.items:
            detail: dict[str, object] = {} if unit.key is None else {"bucket": unit.key}
            if kind == "item-end":
                detail |= {"outcome": item.outcome, "attempts": item.attempts}
                detail["status"] = status_of(item.output, item.outcome, item.state)
            elif self.of is not None:
                detail["of"] = self.of
            if isinstance(self._spec.body, Reference):
                plan = choose(self._spec.body, item.item)
                detail["dag"] = None if plan is None else plan.iri
            self._frame.emit(kind, self._step, output=item.output, index=item.index, detail=detail)

    async def _run_node(self, single: SingleSpec, unit: Unit) -> bool:
        for item in unit.items:
            if item.fresh:
                item.state = self._state(None, item)
                item.fresh = False
        if single.many is not None:
            ports = await call_many(self._frame, self._step, single, unit.items)
            for item, port in zip(unit.items, ports, strict=True):
                self._ended(item, port)
        else:
            for item in unit.items:
                if item.output is None:
                    run = Run(self._frame, self._step, (item,))
                    run.item, run.index = item.item, item.index
                    self._ended(item, await call_node(self._frame, self._step, single, item.state, run))
        return all(item.output is not None for item in unit.items)

    def _ended(self, item: Item, port: str) -> None:
        if port != "parked":
            item.output = port
            item.parked = None
            return
        item.parked = str(item.state.metadata.get("correlationKey") or f"{self._step.iri}/item/{item.index}")
        if self._frame.control.listener is not None:
            self._frame.emit("parked", self._step, index=item.index, detail={"key": item.parked})

    async def _run_dag(self, reference: Reference, unit: Unit) -> bool:
        if unit.children is None:
            unit.children = self._children(reference, unit)
        children = unit.children
        while children:
            items, child = children[0]
            if not await run_child(child):
                return False
            del children[0]
            for item, ended in zip(items, child.entered, strict=True):
                _take(item, ended)
        return True

    async def _run_one(self, reference: Reference, unit: Unit, item: Item) -> bool:
        """The common case: one item, one frame."""
        plan = choose(reference, item.item)
        item.state = state = self._state(plan, item)
        if plan is None:
            self._refuse(reference, item)
            return True
        child = self._frame.within(self._step, plan, item, state)
        unit.children = [(unit.items, child)]
        if plan.straight is not None and child.control.quiet:
            finished = await run_straight(child, plan.straight)
        else:
            child.begin(child.entered)
            finished = await run_child(child)
        if finished:
            unit.children = []
            _take(item, child.entered[0])
        return finished

    def _children(self, reference: Reference, unit: Unit) -> list[tuple[list[Item], Frame]]:
        """Frames for the items of a unit: one for all that share a DAG through which items can flow together."""
        groups: dict[str, tuple[Plan, list[Item]]] = {}
        for item in unit.items:
            plan = choose(reference, item.item)
            item.state = self._state(plan, item)
            if plan is None:
                self._refuse(reference, item)
            else:
                groups.setdefault(plan.iri, (plan, []))[1].append(item)
        return [
            (items, self._frame.nested(self._step, plan, items, [item.state for item in items]))
            for plan, together in groups.values()
            for items in ([together] if plan.shared else [[one] for one in together])
        ]

    def _refuse(self, reference: Reference, item: Item) -> None:
        """A name that is no candidate makes the item an error, not the scatter a crash."""
        known = ", ".join(reference.plans)
        named = paths.get(item.item, reference.path or "")
        msg = f"item {item.index} of {self._step.name!r} names {named!r}, which is no candidate ({known})"
        item.state.errors.append(NodeError(code="NO_CANDIDATE", message=msg, operation=self._step.name))
        item.output, item.outcome = "error", "failed"

    def _state(self, plan: Plan | None, item: Item) -> "StateLike":
        """A state for one item: its DAG's own kind when one is registered, else a clone; then item and inputs."""
        key = None if plan is None or plan.factory is None else plan.iri
        maker = self._makers.get(key)
        if maker is None:
            factory = None if plan is None else plan.factory
            maker = self._makers[key] = factory or self._item.state.cloner()
        state = maker()
        metadata = state.metadata
        metadata[self._spec.item_key] = item.item
        metadata["itemIndex"] = item.index
        if self._spec.inputs:
            self._put_inputs(state)
        return state

    def _put_inputs(self, state: "StateLike") -> None:
        if self._inputs is None:
            parent = self._item.state
            self._inputs = [(target, copied(paths.get(parent, source))) for target, source in self._spec.inputs]
        for target, value in self._inputs:
            write(state, target, copied(value))


def _take(item: Item, ended: Item) -> None:
    """Brings what its body made of it to a scatter's item."""
    item.attempts += ended.attempts - 1
    item.outcome = outcome_of(ended)
    item.output = "success" if item.outcome == "completed" else "error"
