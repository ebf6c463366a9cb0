"""What a node is told about the run it is part of. Standard library only."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

from archivist.dag.clock import Clock
from archivist.dag.events import RunId
from archivist.dag.notes import NodeError, NodeWarning
from archivist.dag.retry import RetryPolicy

if TYPE_CHECKING:
    from typing_extensions import TypeVar as DefaultTypeVar

    from archivist.dag.control import Control
    from archivist.dag.frame import Frame
    from archivist.dag.item import Item
    from archivist.dag.plan import Step

    ServicesT = DefaultTypeVar("ServicesT", default=object)
    StateT = DefaultTypeVar("StateT", bound="StateLike", default="StateLike")
else:
    ServicesT = TypeVar("ServicesT")
    StateT = TypeVar("StateT")

T = TypeVar("T")

__all__ = ["Run", "ServicesT", "StateLike", "StateT"]


class StateLike(Protocol):
    """What the run loop needs of a state; `archivist.dag.State` is one."""

    metadata: dict[str, object]
    errors: list[NodeError]
    warnings: list[NodeWarning]
    retries: dict[str, int]

    def clone(self) -> Self:
        """An independent copy without errors, warnings and attempts."""

    def cloner(self) -> Callable[[], Self]:
        """A maker of such copies of the state as it is now."""

    def snapshot(self) -> dict[str, object]:
        """The state as JSON values."""

    @classmethod
    def restore(cls, snapshot: Mapping[str, object]) -> Self:
        """The state a snapshot was taken of."""


class Run(Generic[ServicesT]):
    """The run as a node sees it: services, its place in the graph, time, and ways to report.

    Attributes:
        name: display name of the placement; path: display names from the outermost placement to this one.
        dag: IRI of the DAG this placement belongs to.
        item, index: the scatter item this node works on and its position; None outside a scatter's body.
        batch: what the engine holds of this call's items.
    """

    __slots__ = ("_control", "_frame", "_step", "batch", "index", "item", "name", "state")

    def __init__(self, frame: "Frame", step: "Step", batch: "Sequence[Item]") -> None:
        self._frame = frame
        self._control: Control = frame.control
        self._step = step
        self.name: str = step.name
        self.batch = batch
        first = batch[0]
        self.state = first.state
        self.item: object = frame.item if first.index is None else first.item
        self.index: int | None = frame.index if first.index is None else first.index

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the items of this call; more than one only for ``execute_many``."""
        return tuple(one.id for one in self.batch)

    @property
    def services(self) -> ServicesT:
        """What the caller of the run handed in for its nodes."""
        return self._control.services  # type: ignore[return-value]  # the caller's promise

    @property
    def path(self) -> tuple[str, ...]:
        """Display names from the outermost placement to this one."""
        return (*self._frame.path, self.name)

    @property
    def dag(self) -> str:
        """IRI of the DAG this placement belongs to."""
        return self._frame.plan.iri

    @property
    def run_id(self) -> RunId:
        """Id of the run this placement belongs to; nested runs have ids of their own."""
        return self._frame.run_id

    @property
    def clock(self) -> Clock:
        """The clock to wait with."""
        return self._control.clock

    @property
    def deadline(self) -> float | None:
        """When the run ends whatever happens, in seconds of ``clock.monotonic``; None for never."""
        return self._control.deadline

    @property
    def cancelled(self) -> bool:
        """Whether the run has been told to stop; nodes that never await may ask."""
        return self._control.stop is not None

    def within_budget(self, key: str, limit: int) -> bool:
        """Counts an attempt under a key; True while fewer than ``limit`` have been made (3: True, True, False)."""
        count = self.state.retries.get(key, 0) + 1
        self.state.retries[key] = count
        return count < limit

    async def retry(self, policy: RetryPolicy, attempt_once: Callable[[], Awaitable[T]]) -> T:
        """Calls under a policy with the run's clock and budget; each wait is a ``retry`` event and an attempt."""
        control = self._control
        return await policy.call(
            attempt_once, clock=control.clock, rng=control.rng, budget=control.budget, on_retry=self._on_retry
        )

    def _on_retry(self, attempt: int, seconds: float, error: Exception) -> None:
        for one in self.batch:
            one.attempts += 1
        if self._control.listener is not None:
            detail = {"attempt": attempt, "seconds": seconds, "message": str(error)}
            self._frame.emit("retry", self._step, detail=detail)

    def emit(self, what: str, **detail: object) -> None:
        """Tells whoever listens something as a ``note`` event; ``what`` names it, detail is JSON values."""
        if self._control.listener is not None:
            self._frame.emit("note", self._step, detail={"what": what, **detail})

    def cancel(self, reason: str) -> None:
        """Stops the whole run after this node; its outcome is ``cancelled``."""
        self._control.halt("cancelled", reason)
