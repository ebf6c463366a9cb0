"""A run under way, as its caller holds it. Standard library only."""

import asyncio
from collections.abc import AsyncIterator, Callable, Generator
from typing import Generic

from archivist.dag.checkpoint import Checkpoint
from archivist.dag.errors import DagError
from archivist.dag.events import Event, RunId
from archivist.dag.frame import Frame
from archivist.dag.result import Result
from archivist.dag.run import StateT
from archivist.dag.runner import Runner, capture

__all__ = ["Handle"]


class Handle(Generic[StateT]):
    """A run under way: await it for its result, iterate it for its events, cancel it.

    However it is used, the run runs once. Iterate before awaiting anything else: events are not kept for latecomers.
    """

    def __init__(self, frame: Frame, earlier: Checkpoint | None = None, *, refusal: DagError | None = None) -> None:
        self._frame = frame
        self._control = frame.control
        self._earlier = earlier
        self._queue: asyncio.Queue[Event | None] | None = None
        runner = Runner[StateT](frame, earlier, refusal)
        self._task: asyncio.Task[Result[StateT]] = asyncio.get_running_loop().create_task(runner.run())

    @property
    def run_id(self) -> RunId:
        """The run's id."""
        return self._frame.run_id

    def __await__(self) -> Generator[object, None, Result[StateT]]:
        return self._task.__await__()

    def cancel(self, reason: str = "cancelled") -> None:
        """Stops the run where it is; its outcome is ``cancelled`` and it can be resumed from its checkpoint."""
        self._control.halt("cancelled", reason)

    def done(self) -> bool:
        """Whether the result is there."""
        return self._task.done()

    def checkpoint(self) -> Checkpoint:
        """All that is needed to go on from here, taken while the run goes on.

        Raises:
            CheckpointError: the flow has ended.
        """
        return capture(self._frame, self._earlier)

    async def __aiter__(self) -> AsyncIterator[Event]:
        """Events as they happen, until the run has ended; the iteration itself never raises."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        before = self._control.listener
        self._control.listener = queue.put_nowait if before is None else _both(before, queue.put_nowait)
        self._task.add_done_callback(lambda _: queue.put_nowait(None))
        while (event := await queue.get()) is not None:
            yield event


def _both(first: Callable[[Event], object], second: Callable[[Event], object]) -> Callable[[Event], object]:
    def listener(event: Event) -> None:
        first(event)
        second(event)

    return listener
