"""What happens in a run, as one stream of events. Standard library only.

`seq` counts from 1 without gaps and goes on after a resume where the checkpoint was taken; nested runs (embedded DAGs,
scatter bodies that are DAGs) emit into the same stream with their own `run_id`, and `path` leads from the outermost
placement here. `archivist.dag.journal` writes the stream down with the state's changes and rebuilds the end from that.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NewType

if TYPE_CHECKING:
    from archivist.dag.run import StateLike

__all__ = ["Event", "EventKind", "Listener", "RunId"]

RunId = NewType("RunId", str)

EventKind = Literal[
    "run-start", "run-end", "node-start", "node-end", "item-start", "item-end", "phase-start", "phase-end",
    "retry", "warning", "error", "parked", "note",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened.

    Attributes:
        kind: what happened.
        seq: position in the stream of the outermost run, from 1.
        run_id, parent_run_id: the run it happened in, and the run that run is nested in.
        dag: IRI of the DAG; placement: IRI of the placement, or None for the run itself; name: its display name.
        path: display names from the outermost placement to this one.
        output: port taken, outcome of the run or item, or None while unknown and when a batch split over ports.
        index: position of the scatter item this happened for.
        at: seconds on the clock's monotonic time; wall: seconds since 1970.
        detail: JSON values particular to the kind: ``message`` and ``code`` of errors, ``seconds`` of waits.
        state: the outermost run's state itself, which goes on changing; no part of the JSON.
    """

    kind: EventKind
    seq: int
    run_id: RunId
    parent_run_id: RunId | None = None
    dag: str
    placement: str | None = None
    name: str
    path: tuple[str, ...] = ()
    output: str | None = None
    index: int | None = None
    at: float
    wall: float
    detail: Mapping[str, object] = field(default_factory=dict)
    state: "StateLike | None" = field(default=None, repr=False, compare=False)

    def to_json(self) -> dict[str, object]:
        """The event as JSON values, one key a field but the state."""
        return {name: getattr(self, name) for name in _TOLD} | {"path": list(self.path), "detail": dict(self.detail)}


_TOLD = tuple(name for name in Event.__slots__ if name != "state")


Listener = Callable[[Event], object]
