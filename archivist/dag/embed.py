"""A DAG as one step of another. Standard library only.

A child that completes takes ``success``. One whose terminal says failed, or that raises or runs out of its time,
takes ``error``: what went wrong is on the parent's state, and nothing counts as success without a completed terminal.
One that parks or is stopped holds the parent at this step, with the child's frame kept for the checkpoint.
"""

from typing import TYPE_CHECKING, cast

from archivist.dag import paths
from archivist.dag.copying import copied
from archivist.dag.errors import DagError, DefinitionError, RunError, UnroutedOutputError
from archivist.dag.notes import NodeError
from archivist.dag.plan import HELD, EmbedSpec, Held, Plan, Reference, Step, Straight
from archivist.dag.run import Run
from archivist.dag.single import call_node

if TYPE_CHECKING:
    from archivist.dag.frame import Frame
    from archivist.dag.item import Item
    from archivist.dag.run import StateLike

__all__ = ["child_state", "choose", "fire_embed", "outcome_of", "run_child", "run_straight", "write"]


async def fire_embed(frame: "Frame", step: Step) -> str | Held | None:
    """Runs the child for every waiting item; all items of one child DAG flow through it together."""
    spec = cast("EmbedSpec", step.spec)
    if step not in frame.children:
        _begin(frame, step, spec)
    ports: set[str] = set()
    children = frame.children[step]
    while children:
        items, child = children[0]
        if not await run_child(child):
            return HELD
        del children[0]
        ports |= {_leave(frame, step, spec, parent, one) for parent, one in zip(items, child.entered, strict=True)}
    del frame.children[step]
    ports |= {_refuse(frame, step, spec, item) for item in frame.batch}
    frame.batch = []
    return ports.pop() if len(ports) == 1 else None


def _begin(frame: "Frame", step: Step, spec: EmbedSpec) -> None:
    """Groups the waiting items by the DAG each chose and makes frames for them; the rest stay in the batch."""
    groups: dict[str, tuple[Plan, list[Item]]] = {}
    refused: list[Item] = []
    for item in frame.batch:
        plan = choose(spec.reference, item.state)
        if plan is None:
            refused.append(item)
        else:
            groups.setdefault(plan.iri, (plan, []))[1].append(item)
    frame.children[step] = [
        (parents, frame.nested(step, plan, parents, [child_state(plan, one.state, spec.inputs) for one in parents]))
        for plan, together in groups.values()
        for parents in ([together] if plan.shared else [[one] for one in together])
    ]
    frame.batch = refused


def choose(reference: Reference, holder: object) -> Plan | None:
    """The DAG a reference means for this state or item; None when the value is no candidate."""
    if reference.path is None:
        return next(iter(reference.plans.values()))
    value = paths.get(holder, reference.path)
    if not isinstance(value, str) or not value:
        return None
    plan = reference.plans.get(value)
    if plan is not None:
        return plan
    try:
        return reference.plans.get(reference.expand(value))
    except DefinitionError:
        return None


def child_state(plan: Plan, parent: "StateLike", inputs: tuple[tuple[str, str], ...]) -> "StateLike":
    """A state for the child: its DAG's own kind when one is registered, else a clone; then what the mapping gives."""
    child = plan.factory() if plan.factory is not None else parent.clone()
    for target, source in inputs:
        write(child, target, copied(paths.get(parent, source)))
    return child


def write(state: "StateLike", path: str, value: object) -> None:
    """Writes what a mapping gives; a state without such a field is an error, never a silent loss."""
    if not paths.put(state, path, value):
        kind = type(state).__name__
        msg = f"a mapping writes to {path!r}, but {kind} has no such field; declare it or mend the mapping"
        raise RunError(msg, code="MAPPING_ERROR")


async def run_child(child: "Frame", *, taken: str | None = None) -> bool:
    """Runs a nested frame to its end; False when it is held. What it raises is noted on every item without an end.

    ``taken`` is the port that the step under way took already, in a run to which nobody listened then.
    """
    straight = child.plan.straight
    listener = child.control.listener if taken is None else None
    if listener is not None:
        child.emit("run-start")
    elif straight is not None and taken is None and child.control.quiet and child.untouched:
        child.queue.clear()
        return await run_straight(child, straight)
    try:
        if taken is not None:
            child.took(taken)
        finished = await child.run()
    except DagError as error:
        finished = True
        _blame(child, error)
        if listener is not None:
            child.emit("error", detail={"code": error.code, "message": error.message})
    if finished:
        child.runs.clear()  # they refer back to the frame: without them it is freed now, not at some collection
    if listener is not None and finished:
        child.emit("run-end", output="failed" if any(map(failed, child.entered)) else "completed")
    return finished


async def run_straight(child: "Frame", straight: Straight) -> bool:
    """`run_child` for a frame of one node that has not begun, in a quiet run: straight to the end it chooses.

    No queue is kept for what can only go one way; whatever else happens, `run_child` takes over where this has come to.
    """
    step = straight.step
    (item,) = child.batch = child.entered
    child.at = step
    try:
        port = await call_node(child, step, straight.spec, item.state, Run(child, step, child.batch))
    except DagError as error:
        _blame(child, error)
        return True
    outcome = straight.outcomes.get(port)
    if outcome is None or not child.control.quiet:
        return await run_child(child, taken=port)
    item.end(outcome)
    return True


def _blame(child: "Frame", error: DagError) -> None:
    for item in child.entered:
        if item.outcome is None:
            item.error = str(error)
            item.state.errors.append(_note(error, child))


def _note(error: DagError, child: "Frame") -> NodeError:
    where = "/".join(child.path)
    return NodeError(code=error.code, message=error.message, operation=where, recoverable=False)


def failed(item: "Item") -> bool:
    """Whether an item that left a child did not reach a completed terminal."""
    return item.outcome != "completed"


def outcome_of(item: "Item") -> str:
    """``completed`` or ``failed``: an item that reached no terminal has failed."""
    return "completed" if item.outcome == "completed" else "failed"


def _leave(frame: "Frame", step: Step, spec: EmbedSpec, parent: "Item", child: "Item") -> str:
    """Brings a finished child's values and notes to its parent and passes the parent on."""
    for target, source in spec.outputs if child.error is None else ():
        write(parent.state, target, paths.get(child.state, source))
    child.tell(parent)
    port = "error" if failed(child) else "success"
    parent.attempts += child.attempts - 1
    parent.result = paths.get(child.state, spec.result_field) if spec.result_field else None
    try:
        frame.pass_on(step, parent, port)
    except UnroutedOutputError as error:
        if child.error is not None:
            msg = f"{error.message}; the child failed: {child.error}"
            raise UnroutedOutputError(msg, context=error.context) from error
        raise
    return port


def _refuse(frame: "Frame", step: Step, spec: EmbedSpec, item: "Item") -> str:
    path = spec.reference.path or ""
    value = paths.get(item.state, path)
    known = ", ".join(spec.reference.plans)
    msg = f"{path!r} holds {value!r}, which is no candidate of {step.name!r} ({known})"
    item.state.errors.append(NodeError(code="NO_CANDIDATE", message=msg, operation=step.name))
    frame.pass_on(step, item, "error")
    return "error"
