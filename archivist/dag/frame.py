"""The run loop: one frame runs one DAG over the items that enter it. Standard library only.

A frame fires the waiting step of lowest rank, so a join fires once over everything that reaches it and a retry loop
drains before the join behind it. Steps are awaited inline; only a scatter makes tasks. All that a checkpoint needs is
in the frame between any two awaits: what waits where, what is being fired, what gathers hold, and the frames inside.
"""

import asyncio
from typing import TYPE_CHECKING

from archivist.dag.errors import RunError, UnroutedOutputError
from archivist.dag.events import EventKind, RunId
from archivist.dag.gather import Gathering, Handover
from archivist.dag.item import Item
from archivist.dag.plan import Entry, Held, Plan, Step
from archivist.dag.run import Run

if TYPE_CHECKING:
    from archivist.dag.control import Control
    from archivist.dag.run import StateLike
    from archivist.dag.scatter import Scattering

__all__ = ["Frame", "Park", "unrouted"]

BREATH = 256
"""Steps after which asyncio has a turn: nodes that never wait must not keep a stop or a deadline from arriving."""


MAX_DEPTH = 64
"""How deep DAGs may run each other: far above any real graph, and well below where Python's own stack ends."""


class Park:
    """An item that waits for somebody outside."""

    __slots__ = ("item", "key", "step")

    def __init__(self, step: Step, item: Item, key: str) -> None:
        self.step = step
        self.item = item
        self.key = key


class Frame:
    """One DAG being run. Nested frames share the control of the outermost one."""

    __slots__ = (
        "_over", "_run_id", "at", "batch", "children", "control", "entered", "executed", "gathers", "index", "item",
        "main", "parent", "parked", "path", "plan", "queue", "runs", "scattered", "scatterings", "skipped",
        "terminals",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913 - what a nested frame inherits
        self,
        plan: Plan,
        control: "Control",
        main: Item,
        *,
        path: tuple[str, ...] = (),
        parent: "Frame | None" = None,
        run_id: RunId | None = None,
        item: object = None,
        index: int | None = None,
    ) -> None:
        self.plan = plan
        self.control = control
        self.main = main
        if len(path) > MAX_DEPTH:
            msg = f"{plan.iri!r} runs {MAX_DEPTH} levels deep; a DAG that runs itself needs a way out that it takes"
            raise RunError(msg, code="RECURSION_DEPTH")
        self.path = path
        self.parent = parent
        self.item = item
        self.index = index
        self.at: Step | None = None
        self.batch: list[Item] = []
        self.queue: dict[Step, list[Item]] = {}
        self.gathers: dict[Step, Gathering] = {}
        self.scatterings: dict[Step, Scattering] = {}
        self.scattered: dict[str, Handover] = {}
        self.children: dict[Step, list[tuple[list[Item], Frame]]] = {}
        self.runs: dict[Step, Run[object]] = {}
        self.executed: list[str] = []
        self.skipped: list[str] = []
        self.entered: list[Item] = []
        self.terminals: list[str] = []
        self.parked: list[Park] = []
        self._over = False
        self._run_id = run_id

    @property
    def run_id(self) -> RunId:
        """Own id of a nested run: its parent's, with the placements and the item that lead to it."""
        if self._run_id is None:
            parent = self.parent.run_id if self.parent is not None else "run"
            where = self.path[-1] if self.path else ""
            self._run_id = RunId(f"{parent}/{where}" + ("" if self.index is None else f"/{self.index}"))
        return self._run_id

    def within(self, step: Step, plan: Plan, item: Item, state: "StateLike") -> "Frame":
        """A frame inside this one for one item, which enters as one of its own on the given state; not begun."""
        entered = Item(state, item.id, item.index, item.item)
        if item.index is None:
            index, value = self.index, self.item
        else:
            index, value = item.index, item.item
        path = (*self.path, step.name)
        child = Frame(plan, self.control, entered, path=path, parent=self, item=value, index=index)
        child.entered = [entered]
        return child

    def nested(self, step: Step, plan: Plan, items: list[Item], states: "list[StateLike]") -> "Frame":
        """A frame inside this one for some of its items, each entering as an item of its own on the given state."""
        child = self.within(step, plan, items[0], states[0])
        others = zip(items[1:], states[1:], strict=True)
        child.begin([*child.entered, *(Item(state, one.id, one.index, one.item) for one, state in others)])
        return child

    def begin(self, items: list[Item]) -> None:
        """Puts items at every entrypoint: at the first the items themselves, at the others clones of them."""
        self.entered = items
        self.main = items[0]
        if self.plan.direct is not None:
            self.queue[self.plan.direct] = list(items)
            return
        first, *others = self.plan.entries
        for one in items:
            twins = [one.twin() for _ in others]  # before anything else happens to the item
            self.arrive(first, one)
            for entry, twin in zip(others, twins, strict=True):
                self.arrive(entry, twin)

    def arrive(self, entry: Entry, item: Item) -> None:
        """Puts one item where an entrypoint leads."""
        if entry.step.kind == "gather":
            self.gathering(entry.step).take(self, entry.source, item, "success")
        else:
            self.queue.setdefault(entry.step, []).append(item)

    async def run(self) -> bool:
        """Runs until nothing waits (True), or until the run is stopped or parked (False)."""
        control = self.control
        fired = 0
        while (step := self.pick()) is not None:
            fired += 1
            if not fired % BREATH:
                await asyncio.sleep(0)
            if control.stop is not None:
                return False
            if control.listener is not None:
                self.emit("node-start", step)
            port = await step.fire(self, step)
            if isinstance(port, Held):
                return False
            skipped, self._over = self._over, False
            if not skipped:
                self.executed.append(step.name)
            if control.listener is not None:
                self._tell_end(step, port, skipped=skipped)
            self.at = None
            if control.boundary is not None:
                control.boundary()
            if self.parked:
                return False
        return not self.parked

    @property
    def untouched(self) -> bool:
        """Whether its one item still waits where it came in, and nothing else does."""
        return len(self.entered) == 1 and self.queue == {self.plan.direct: self.entered} and self.at is None

    def took(self, port: str) -> None:
        """Sends the one item of the step under way along its port: somebody else has fired the step."""
        if self.at is None:
            raise AssertionError
        step = self.at
        self.pass_on(step, self.batch[0], port)
        self.executed.append(step.name)
        if self.control.listener is not None:
            self._tell_end(step, port, skipped=False)
        self.at = None

    def _tell_end(self, step: Step, port: str | None, *, skipped: bool) -> None:
        kind = "skipped" if skipped else "terminal" if step.kind == "terminal" else None
        self.emit("node-end", step, output=port, detail=None if kind is None else {kind: True})

    def pick(self) -> Step | None:
        """The step to fire next, with its items in ``batch``; the interrupted one first."""
        if self.at is not None:
            return self.at
        queue = self.queue
        if self.gathers:
            self._ready_gathers()
        if not queue:
            if self.gathers:
                self._starved()
            return None
        step = next(iter(queue)) if len(queue) == 1 else min(queue, key=_turn)
        self.batch = queue.pop(step)
        self.at = step
        return step

    def _ready_gathers(self) -> None:
        for step, gathering in self.gathers.items():
            if gathering.ready:
                self.queue[step] = []

    def _starved(self) -> None:
        for gathering in self.gathers.values():
            gathering.starved()

    def skip(self, step: Step) -> None:
        """Says that a fired step had nothing to do: it counts as skipped, not as executed."""
        self.skipped.append(step.name)
        self._over = True

    def gathering(self, step: Step) -> "Gathering":
        """What a gather of this frame has received so far."""
        found = self.gathers.get(step)
        if found is None:
            found = self.gathers[step] = Gathering(step)
        return found

    def pass_on(self, step: Step, item: Item, port: str) -> None:
        """Sends an item along the route of a port. Raises when there is none; only ``parked`` may go without."""
        target = step.routes.get(port)
        if target is None:
            self._without_route(step, item, port)
        elif target.kind == "gather":
            self.gathering(target).take(self, step.iri, item, port)
        else:
            waiting = self.queue.get(target)
            if waiting is None:
                self.queue[target] = [item]
            else:
                waiting.append(item)

    def _without_route(self, step: Step, item: Item, port: str) -> None:
        if port != "parked":
            raise unrouted(self, step, port)
        key = str(item.state.metadata.setdefault("correlationKey", step.iri))
        self.parked.append(Park(step, item, key))
        if self.control.listener is not None:
            self.emit("parked", step, detail={"key": key})

    def run_for(self, step: Step, item: Item) -> Run[object]:
        """The context of a step, made once a frame; its state and item are those of the item at hand."""
        run = self.runs.get(step)
        if run is None:
            run = self.runs[step] = Run(self, step, (item,))
        run.state = item.state
        run.batch = (item,)
        if item.index is not None:
            run.item = item.item
            run.index = item.index
        return run

    def emit(
        self,
        kind: EventKind,
        step: Step | None = None,
        *,
        output: str | None = None,
        index: int | None = None,
        detail: dict[str, object] | None = None,
    ) -> None:
        """Tells the listener; the caller has looked whether there is one, so that silence costs nothing."""
        self.control.emit(
            kind,
            run_id=self.run_id,
            parent_run_id=None if self.parent is None else self.parent.run_id,
            dag=self.plan.iri,
            placement=None if step is None else step.iri,
            name=self.plan.name if step is None else step.name,
            path=self.path if step is None else (*self.path, step.name),
            output=output,
            index=self.index if index is None else index,
            detail=detail or {},
        )


def _turn(step: Step) -> tuple[int, int]:
    return step.rank, step.order


def unrouted(frame: Frame, step: Step, port: str) -> Exception:
    """The error for an output that leads nowhere."""
    routes = ", ".join(map(repr, step.routes)) or "none"
    msg = f"{step.kind} {step.name!r} took output {port!r}, which has no route (routes: {routes}); route it"
    return UnroutedOutputError(msg, context={"dag": frame.plan.iri, "placement": step.iri, "output": port})
