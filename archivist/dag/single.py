"""Firing one node, and what guards its call: time-out, retries, checks of its outcome. Standard library only."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar, cast

from archivist.dag.clock import Timeout
from archivist.dag.errors import NODE_CANCELLED, DagError, NodeFailedError, NodeTimeoutError
from archivist.dag.notes import NodeError
from archivist.dag.plan import SingleSpec, Step
from archivist.dag.run import Run, StateLike

if TYPE_CHECKING:
    from archivist.dag.frame import Frame
    from archivist.dag.item import Item

__all__ = ["call_many", "call_node", "failed", "fire_single", "guarded"]

SubjectT = TypeVar("SubjectT")
T = TypeVar("T")
Execute = Callable[[SubjectT, Run[object]], Awaitable[T]]


async def fire_single(frame: "Frame", step: Step) -> str | None:
    """Runs the node for every waiting item and passes each on; the port, or None when they took several."""
    spec = cast("SingleSpec", step.spec)
    batch = frame.batch
    if spec.many is not None:
        return await _fire_many(frame, step, spec, batch)
    if len(batch) == 1:
        item = batch[0]
        port = await call_node(frame, step, spec, item.state, frame.run_for(step, item))
        frame.pass_on(step, item, port)
        return port
    ports: set[str] = set()
    while batch:
        item = batch[0]
        port = await call_node(frame, step, spec, item.state, frame.run_for(step, item))
        del batch[0]  # only now: a checkpoint taken meanwhile must still find the item here
        frame.pass_on(step, item, port)
        ports.add(port)
    return ports.pop() if len(ports) == 1 else None


async def _fire_many(frame: "Frame", step: Step, spec: SingleSpec, batch: "list[Item]") -> str | None:
    ports = await call_many(frame, step, spec, batch)
    for item, port in zip(batch, ports, strict=True):
        frame.pass_on(step, item, port)
    batch.clear()
    return ports[0] if len(set(ports)) == 1 else None


async def call_many(frame: "Frame", step: Step, spec: SingleSpec, batch: "list[Item]") -> list[str]:
    """Ports of all items of one batch: one call for nodes that take many, else one call after the other."""
    if spec.many is None:
        return [await call_node(frame, step, spec, one.state, frame.run_for(step, one)) for one in batch]
    run = frame.run_for(step, batch[0])
    run.batch = tuple(batch)
    states = [item.state for item in batch]
    try:
        ports = await spec.many(states, run)
    except DagError:
        raise
    except Exception as error:
        raise failed(frame, step, error) from error
    except asyncio.CancelledError as error:
        raise _ended(frame, step, error) from error
    if len(ports) != len(batch):
        msg = f"node {spec.node.id!r} returned {len(ports)} ports for {len(batch)} items at {step.name!r}"
        raise NodeFailedError(msg, context={"dag": frame.plan.iri, "placement": step.iri})
    return [_checked(spec, port, state, step) if frame.control.checks else port
            for port, state in zip(ports, states, strict=True)]  # fmt: skip


async def call_node(frame: "Frame", step: Step, spec: SingleSpec, state: StateLike, run: Run[object]) -> str:
    """The port one item takes. A node's error becomes ours, with the place it happened."""
    try:
        port = await spec.call(state, run)
    except DagError:
        raise
    except Exception as error:
        raise failed(frame, step, error) from error
    except asyncio.CancelledError as error:
        raise _ended(frame, step, error) from error
    return _checked(spec, port, state, step) if frame.control.checks else port


def _checked(spec: SingleSpec, port: str, state: StateLike, step: Step) -> str:
    """The port, or ``error`` when the state breaks the schema the node promised for that port."""
    check = spec.checks.get(port)
    problem = check(state) if check is not None else None
    if problem is None:
        return port
    note = f"{step.name!r} left a state that breaks its schema for port {port!r}: {problem}"
    state.errors.append(_violation(note, step))
    return "error"


def _violation(message: str, step: Step) -> NodeError:
    return NodeError(code="outputContractViolation", message=message, operation=step.name, recoverable=False)


def _ended(frame: "Frame", step: Step, error: asyncio.CancelledError) -> BaseException:
    """The cancellation itself when this run or its caller meant it; else a failure of the node that let it out."""
    task = asyncio.current_task()
    if task is None or task.cancelling():
        return error
    return failed(frame, step, error, code=NODE_CANCELLED)


def failed(frame: "Frame", step: Step, error: BaseException, *, code: str | None = None) -> NodeFailedError:
    """The error of a run in which a node raised."""
    path = [*frame.path, step.name]
    context = {"dag": frame.plan.iri, "placement": step.iri, "path": path, "run": frame.run_id}
    msg = f"node at {' / '.join(path)} of {frame.plan.iri!r} raised {type(error).__name__}: {error}"
    return NodeFailedError(msg, code=code, context=context, retryable=getattr(error, "retryable", True) is not False)


def guarded(spec: SingleSpec, execute: Execute[SubjectT, T]) -> Execute[SubjectT, T]:
    """A call with the node's time-out around all attempts, and its retries. Errors stay as the node raised them."""

    async def call(subject: SubjectT, run: Run[object]) -> T:
        seconds = spec.node.timeout
        try:
            async with Timeout(run.clock, seconds) as limit:
                if spec.retry is None:
                    return await execute(subject, run)
                return await run.retry(spec.retry, lambda: execute(subject, run))
        except TimeoutError as error:
            if not limit.expired:
                raise
            msg = f"node {spec.node.id!r} at {run.name!r} took longer than its {seconds} s"
            context = {"dag": run.dag, "path": list(run.path), "timeout": seconds}
            raise NodeTimeoutError(msg, context=context, retryable=True) from error

    return call
