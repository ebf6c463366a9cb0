"""What a gather is given: one record an item, or one a source. Standard library only."""

from dataclasses import dataclass

from archivist.dag.run import StateLike

__all__ = ["GatherRecord"]


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
    """

    source: str
    output: str
    state: StateLike
    index: int | None = None
    item: object = None
    outcome: str | None = None
    result: object = None

    @property
    def failed(self) -> bool:
        """Whether the record counts as an error for the gather's policy and output."""
        return self.output == "error" or self.outcome == "failed"

    def to_json(self) -> dict[str, object]:
        """The record without its state, as nodes of a ``custom`` gather see it; what a branch lacks is left out."""
        made: dict[str, object] = {"source": self.source, "index": self.index}
        if self.index is not None:
            made["item"] = self.item
        made |= {"output": self.output, "terminalOutcome": self.outcome}
        if self.result is not None:
            made["result"] = self.result
        return made
