"""What all frames of one run share: services, time, listeners, and the word to stop. Standard library only."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from archivist.dag.clock import Clock, Timer
from archivist.dag.events import Event, EventKind, Listener, RunId
from archivist.dag.notes import NodeWarning
from archivist.dag.retry import RetryBudget

if TYPE_CHECKING:
    from archivist.dag.frame import Frame

__all__ = ["Control", "Stop"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Why a run has to end before its flow does."""

    outcome: Literal["cancelled", "timed_out"]
    reason: str


class Control:
    """One run's shared state. ``stop`` is looked at before every step; ``task`` is cancelled when it is set."""

    __slots__ = (
        "began", "boundary", "budget", "checks", "clock", "deadline", "listener", "rng", "root", "seq", "services",
        "stop", "task", "timer",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913 - one argument a thing that is shared
        self,
        *,
        services: object,
        clock: Clock,
        listener: Listener | None,
        budget: RetryBudget | None,
        rng: random.Random | None,
        checks: bool,
    ) -> None:
        self.services = services
        self.clock = clock
        self.listener = listener
        self.budget = budget
        self.rng = rng
        self.checks = checks
        self.stop: Stop | None = None
        self.deadline: float | None = None
        self.task: asyncio.Task[object] | None = None
        self.timer: Timer | None = None
        self.root: Frame | None = None
        self.boundary: Callable[[], object] | None = None
        self.began = 0  # pre phases that are done
        self.seq = 0  # of the last event that was told

    @property
    def quiet(self) -> bool:
        """Whether steps may be taken without a word in between: nobody hears of them or keeps them, or wants a stop."""
        return self.listener is None and self.boundary is None and self.stop is None

    def halt(self, outcome: Literal["cancelled", "timed_out"], reason: str) -> None:
        """Stops the run; the first reason stands."""
        if self.stop is None:
            self.stop = Stop(outcome=outcome, reason=reason)
            if self.task is not None:
                self.task.cancel()

    def limit(self, seconds: float | None) -> None:
        """Sets the deadline so many seconds from now."""
        if seconds is not None:
            self.deadline = self.clock.monotonic() + seconds
            self.timer = self.clock.call_later(seconds, lambda: self.halt("timed_out", f"deadline of {seconds} s"))

    def emit(  # noqa: PLR0913 - the fields of an event
        self,
        kind: EventKind,
        *,
        run_id: RunId,
        parent_run_id: RunId | None,
        dag: str,
        placement: str | None,
        name: str,
        path: tuple[str, ...],
        output: str | None,
        index: int | None,
        detail: dict[str, object],
    ) -> None:
        """Makes the event and hands it to the listener; call it only when there is one."""
        listener = self.listener
        if listener is None:
            return
        self.seq += 1
        event = Event(
            kind=kind, seq=self.seq, run_id=run_id, parent_run_id=parent_run_id, dag=dag,
            placement=placement, name=name, path=path, output=output, index=index,
            at=self.clock.monotonic(), wall=self.clock.wall(), detail=detail,
            state=None if self.root is None else self.root.main.state,
        )  # fmt: skip
        try:
            listener(event)
        except Exception as error:  # noqa: BLE001 - a listener that fails must not change what it listens to
            self._lose(error)

    def _lose(self, error: Exception) -> None:
        """Listens no more, and says so on the run's state."""
        self.listener = None
        self.warn("LISTENER_FAILED", f"events are no longer told: the listener raised {type(error).__name__}: {error}")

    def warn(self, code: str, message: str) -> None:
        """Notes on the run's state what went wrong beside the run."""
        if self.root is not None:
            self.root.main.state.warnings.append(NodeWarning(code=code, message=message))
