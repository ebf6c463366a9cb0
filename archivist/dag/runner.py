"""One run from its start to its result: phases, loop, stopping, resuming. Standard library only."""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Generic, cast

from archivist.dag import paths
from archivist.dag.checkpoint import Checkpoint
from archivist.dag.clock import Timeout
from archivist.dag.control import Control
from archivist.dag.errors import CheckpointError, DagError, FlowFailedError, RunError
from archivist.dag.events import RunId
from archivist.dag.frame import Frame
from archivist.dag.frames import progress_of, waits
from archivist.dag.item import Item
from archivist.dag.notes import NodeWarning
from archivist.dag.plan import Plan, SingleSpec, Step, TerminalSpec
from archivist.dag.result import Outcome, Parked, Result
from archivist.dag.run import StateLike, StateT
from archivist.dag.single import call_node
from archivist.dag.thaw import restore

__all__ = ["Runner", "answer", "capture", "fresh_frame", "new_run_id", "resumed_frame"]


POST_LIMIT = 10.0
"""Seconds a post phase may take after a run was stopped: it must clean up, and somebody waits for the stop."""


def new_run_id() -> RunId:
    """An id no other run has."""
    return RunId(secrets.token_hex(8))


def fresh_frame(plan: Plan, control: Control, state: StateLike, run_id: RunId) -> Frame:
    """The outermost frame of a new run."""
    item = Item(state)
    frame = Frame(plan, control, item, run_id=run_id)
    control.root = frame
    return frame


def resumed_frame(plan: Plan, control: Control, state: StateLike, checkpoint: Checkpoint) -> Frame:
    """The outermost frame of a run that goes on.

    Raises:
        CheckpointError: the checkpoint's cursor or its progress does not fit the DAG.
    """
    frame = fresh_frame(plan, control, state, RunId(checkpoint.run_id or new_run_id()))
    if checkpoint.cursor not in plan.steps:
        msg = (
            f"DAG {plan.iri!r} has no placement {checkpoint.cursor!r}; resume with the DAG the checkpoint was taken of"
        )
        raise CheckpointError(msg)
    control.seq = checkpoint.seq
    if "phases" in checkpoint.progress:  # it never got past its pre phases: the rest of them still belongs to the start
        control.began = int(str(checkpoint.progress["phases"]))
        return frame
    frame.entered = [frame.main]
    if any(checkpoint.progress.values()):
        try:
            restore(frame, checkpoint.progress)
        except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
            msg = f"the progress in this checkpoint of {plan.iri!r} is damaged: {type(error).__name__}: {error}"
            raise CheckpointError(msg) from error
    else:
        frame.queue[plan.steps[checkpoint.cursor]] = [frame.main]
    return frame


def answer(frame: Frame, answers: Mapping[str, Mapping[str, object]]) -> None:
    """Writes answers into the states that wait for them, by dotted path.

    Raises:
        CheckpointError: nothing waits for a key, or its state has no such field.
    """
    waiting = {one.state.metadata.get("correlationKey"): one.state for one in _items(frame)}
    for key, values in answers.items():
        state = waiting.get(key)
        if state is None:
            known = ", ".join(repr(one) for one in waiting if one is not None) or "nothing"
            msg = f"nothing in this checkpoint waits for {key!r} (waiting: {known})"
            raise CheckpointError(msg)
        for path, value in values.items():
            if not paths.put(state, path, value):
                msg = f"the state that waits for {key!r} cannot take {path!r}"
                raise CheckpointError(msg)


def _items(frame: Frame) -> list[Item]:
    """Every item that waits anywhere in a restored frame."""
    found = [item for items in frame.queue.values() for item in items]
    nested = [child for children in frame.children.values() for _, child in children]
    for scattering in frame.scatterings.values():
        for unit in scattering.redo:
            found += unit.items
            nested += [child for _, child in unit.children or ()]
    return found + [item for child in nested for item in _items(child)]


class Runner(Generic[StateT]):
    """Drives one frame to a result."""

    def __init__(self, frame: Frame, earlier: Checkpoint | None, refusal: DagError | None) -> None:
        self.refusal = refusal
        self.frame = frame
        self.control = frame.control
        self.plan = frame.plan
        self.earlier = earlier
        self.entered = bool(frame.entered)
        self.posted: list[str] = []
        self.before: list[str] = []

    async def run(self) -> Result[StateT]:
        """Runs phases and loop; raises only when the caller itself was cancelled."""
        control = self.control
        # Only now: a task that is cancelled before its first step never runs at all, and could not tell how it ended.
        control.task = asyncio.current_task()
        if control.listener is not None:
            self.frame.emit("run-start")
        error, thrown = await self._try()
        outside = self._absorb(thrown)
        if control.stop is not None:
            error = None
            await self._settle_cancel()
        if error is not None and control.listener is not None:
            self._tell_error(error)
        await self._post()
        result = self._result(error)
        if control.timer is not None:
            control.timer.cancel()
        if control.listener is not None:
            detail: dict[str, object] = {"executed": result.executed, "cursor": result.cursor}
            self.frame.emit("run-end", output=result.outcome, detail=detail)
        if outside:
            raise asyncio.CancelledError(control.stop.reason if control.stop else "")
        return result

    async def _try(self) -> tuple[DagError | None, asyncio.CancelledError | None]:
        """Runs the flow; what ended it early is given back, not raised."""
        try:
            if self.control.stop is None:
                await self._flow()
        except DagError as error:
            return error, None
        except asyncio.CancelledError as cancelled:
            return None, cancelled
        except Exception as error:  # noqa: BLE001 - a run never raises: what is no node's error is one of the run
            where = self.frame.at.name if self.frame.at is not None else self.plan.name
            failure = RunError(f"the run stopped at {where!r}: {type(error).__name__}: {error}")
            failure.__cause__ = error
            return failure, None
        return None, None

    async def _flow(self) -> None:
        if self.refusal is not None:
            raise self.refusal
        if not self.entered:
            for step in self.plan.pre[self.control.began :]:
                if self.control.stop is not None:
                    return
                await self._phase(step, self.before)
                self.control.began += 1
            self.frame.begin([self.frame.main])
            self.entered = True
        await self.frame.run()

    def _absorb(self, thrown: asyncio.CancelledError | None) -> bool:
        """Takes our own cancellation back; True when the cancellation came from outside."""
        control = self.control
        task = control.task
        control.task = None  # nothing may cancel us from here on but the outside
        if control.stop is None:
            if thrown is not None:
                control.halt("cancelled", str(thrown) or "the task was cancelled")
                return True
            return False
        if task is not None:
            task.uncancel()
        return False

    async def _phase(self, step: Step, executed: list[str]) -> None:
        frame = self.frame
        if self.control.listener is not None:
            frame.emit("phase-start", step)
        run = frame.run_for(step, frame.main)
        port: str | None = None
        try:
            port = await call_node(frame, step, cast("SingleSpec", step.spec), frame.main.state, run)
            if port == "parked":
                msg = f"phase {step.name!r} took output 'parked'; only placements between the phases can wait"
                raise RunError(msg, context={"dag": self.plan.iri, "placement": step.iri})
            executed.append(step.name)
        finally:
            if self.control.listener is not None:
                frame.emit("phase-end", step, output=port)

    async def _post(self) -> None:
        """Post phases run on every way out; what they raise is a warning and changes nothing else."""
        for step in self.plan.post:
            try:
                async with Timeout(self.control.clock, None if self.control.stop is None else POST_LIMIT):
                    await self._phase(step, self.posted)
            except (DagError, TimeoutError) as error:
                failure = error if isinstance(error, DagError) else RunError(f"took longer than {POST_LIMIT} s")
                warning = NodeWarning(code="POST_PHASE_FAILED", message=failure.message, operation=step.name)
                self.frame.main.state.warnings.append(warning)
                if self.control.listener is not None:
                    detail: dict[str, object] = {"code": warning.code, "message": warning.message}
                    self.frame.emit("warning", step, detail=detail)

    async def _settle_cancel(self) -> None:
        """Lets a cancellation that was asked for but not yet delivered arrive here, not in a post phase."""
        try:
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            if self.control.stop is None:
                raise

    def _tell_error(self, error: DagError) -> None:
        self.frame.emit("error", self.frame.at, detail={"code": error.code, "message": error.message})

    def _result(self, error: DagError | None) -> Result[StateT]:
        frame, control = self.frame, self.control
        # A stop that came after the last step changes nothing any more.
        stop = None if self.entered and cursor_of(frame) is None else control.stop
        parked = () if stop is not None or error is not None else _parked(frame)
        cursor = self._cursor(error, parked)
        outcome: Outcome
        if stop is not None:
            outcome = stop.outcome
        elif error is not None:
            outcome = "failed"
        elif parked:
            outcome = "awaiting-input"
        else:
            ends = _failed_ends(frame)
            outcome = "failed" if ends else "completed"
            error = _flow_failed(frame, ends) if ends else None
        return Result(
            outcome=outcome,
            run_id=frame.run_id,
            dag=self.plan.iri,
            state=cast("StateT", frame.main.state),
            executed=[*self.before, *frame.executed, *self.posted],
            skipped=frame.skipped,
            terminals=frame.terminals,
            cursor=cursor,
            parked=parked,
            error=error,
            reason=stop.reason if stop is not None else None,
            capture=lambda: capture(frame, self.earlier),
        )

    def _cursor(self, error: DagError | None, parked: tuple[Parked, ...]) -> str | None:
        frame = self.frame
        if not self.entered:
            return None if error is not None else self.plan.entries[0].step.iri
        if self.control.stop is None and error is None and not parked:
            return None
        return cursor_of(frame)


def cursor_of(frame: Frame) -> str | None:
    """IRI of the placement at which a frame would go on."""
    if frame.at is not None:
        return frame.at.iri
    if frame.parked:
        return frame.parked[0].step.iri
    waiting = list(frame.queue) or list(frame.gathers)
    return min(waiting, key=lambda step: (step.rank, step.order)).iri if waiting else None


def _failed_ends(frame: Frame) -> list[str]:
    """Display names of the failed ends that were reached."""
    return [
        step.name
        for step in frame.plan.steps.values()
        if isinstance(step.spec, TerminalSpec) and step.spec.outcome == "failed" and step.name in frame.terminals
    ]


def _flow_failed(frame: Frame, ends: list[str]) -> FlowFailedError:
    msg = f"the flow of {frame.plan.iri!r} ended at {', '.join(map(repr, ends))} with outcome failed"
    return FlowFailedError(msg, context={"terminals": ends})


def _parked(frame: Frame) -> tuple[Parked, ...]:
    return tuple(
        Parked(
            key=key, dag=where.plan.iri, cursor=step.iri, path=(*where.path, step.name),
            index=where.index if item.index is None else item.index,
        )
        for where, step, item, key in waits(frame)
    )  # fmt: skip


def capture(frame: Frame, earlier: Checkpoint | None) -> Checkpoint:
    """The checkpoint of a run as it is now.

    Raises:
        CheckpointError: the flow has ended.
    """
    cursor = cursor_of(frame)
    if cursor is None:
        if frame.entered:
            msg = f"run {frame.run_id!r} of {frame.plan.iri!r} has ended; only an unfinished run has a checkpoint"
            raise CheckpointError(msg)
        cursor = frame.plan.entries[0].step.iri
    return Checkpoint(
        dag=frame.plan.iri,
        cursor=cursor,
        state=frame.main.state.snapshot(),
        executed=[*(earlier.executed if earlier else ()), *frame.executed],
        skipped=[*(earlier.skipped if earlier else ()), *frame.skipped],
        progress=progress_of(frame) if frame.entered else {"phases": frame.control.began},
        run_id=frame.run_id,
        seq=frame.control.seq,
        state_type=type(frame.main.state),
    )
