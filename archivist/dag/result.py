"""How a run ended. Standard library only."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Literal

from archivist.dag.checkpoint import Checkpoint
from archivist.dag.errors import CheckpointError, DagError
from archivist.dag.events import RunId
from archivist.dag.run import StateT

__all__ = ["Outcome", "Parked", "Result"]

Outcome = Literal["completed", "failed", "cancelled", "timed_out", "awaiting-input"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parked:
    """Something the run waits for.

    Attributes:
        key: what was given to ``state.park``, else the placement's IRI; answers are addressed to it.
        dag, cursor: IRIs of the DAG and the placement that wait.
        path: display names from the outermost placement to that one; index: the scatter item, if it is one.
    """

    key: str
    dag: str
    cursor: str
    path: tuple[str, ...]
    index: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Generic[StateT]):
    """How a run ended, whatever happened in it; a run raises nothing but the cancellation of its caller.

    Attributes:
        outcome: ``completed`` or ``failed`` by terminal or error, ``cancelled``, ``timed_out``, ``awaiting-input``.
        executed: display names in order of firing: pre phases, placements, post phases; not of nested DAGs.
        skipped: scatters that had nothing to do.
        state: the state given, as the run left it.
        cursor: IRI of the placement at which it would go on; None when the flow has ended.
        parked: everything the run waits for; empty unless ``awaiting-input``.
        error: why it failed; reason: why it was stopped; terminals: display names of the ends it reached,
            before a resume too.
    """

    outcome: Outcome
    run_id: RunId
    dag: str
    state: StateT
    executed: list[str]
    skipped: list[str] = field(default_factory=list)
    terminals: list[str] = field(default_factory=list)
    cursor: str | None = None
    parked: tuple[Parked, ...] = ()
    error: DagError | None = None
    reason: str | None = None
    capture: Callable[[], Checkpoint] | None = field(default=None, repr=False, compare=False)

    @property
    def checkpoint(self) -> Checkpoint:
        """All that is needed to go on, here or in another process, with the state as it is now.

        Raises:
            CheckpointError: the flow has ended, so there is nothing to go on with.
        """
        if self.cursor is None or self.capture is None:
            msg = f"run {self.run_id!r} of {self.dag!r} has ended ({self.outcome}) and has no checkpoint"
            raise CheckpointError(msg)
        return self.capture()
