"""What a gather is given: one record an item, or one a source. Standard library only."""

from dataclasses import dataclass
from typing import Literal

from archivist.dag.errors import NODE_CANCELLED
from archivist.dag.run import StateLike

__all__ = ["GatherRecord", "Status", "status_of"]

Status = Literal["ok", "failed", "cancelled"]


def status_of(output: str | None, outcome: str | None, state: StateLike) -> Status:
    """What became of an item or a branch, from the port it took, its end and its notes."""
    if output != "error" and outcome != "failed":
        return "ok"
    return "cancelled" if any(error.code == NODE_CANCELLED for error in state.errors) else "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class GatherRecord:
    """How one item, or one branch, arrived at a gather.

    Attributes:
        source: IRI of the placement or entrypoint it came from.
        index: position of the scatter item; None for a branch.
        item: the scatter item; None for a branch.
        output: the port it took; for a DAG body ``success`` or ``error``.
        outcome: ``completed`` or ``failed`` where a terminal or a failure decided, else None.
        result: the declared result field of its state, or None.
        state: the state it worked on; the item's own clone, or the branch's state itself.
        attempts: 1, and 1 more for every retry on its way and every resume that begins a scatter's item anew.
    """

    source: str
    output: str
    state: StateLike
    index: int | None = None
    item: object = None
    outcome: str | None = None
    result: object = None
    attempts: int = 1

    @property
    def status(self) -> Status:
        """``ok``; ``failed``; or ``cancelled`` when something the body waited for was cancelled, and not the run."""
        return status_of(self.output, self.outcome, self.state)

    @property
    def failed(self) -> bool:
        """Whether the record counts as an error for the gather's policy and output."""
        return self.output == "error" or self.outcome == "failed"

    def to_json(self) -> dict[str, object]:
        """The record without its state, as nodes of a ``custom`` gather see it; what a branch lacks is left out.

        Without attempts too, or a run that was resumed would leave another state than one that was not.
        """
        made: dict[str, object] = {"source": self.source, "index": self.index}
        if self.index is not None:
            made["item"] = self.item
        made |= {"output": self.output, "terminalOutcome": self.outcome}
        if self.result is not None:
            made["result"] = self.result
        return made
