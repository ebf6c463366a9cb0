"""What flows through a DAG: a state and how it fared. Standard library only."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from archivist.dag.run import StateLike

__all__ = ["Item"]


class Item:
    """One state on its way through a DAG.

    Attributes:
        attempts: 1, and 1 more for every retry on its way and every resume that begins a scatter's item anew.
        fresh: whether a scatter has yet to give it its own state; origin: the item this is a view of.
        output, outcome: how it ended, the port for a scatter's item and what its terminal said.
        parked: the key it waits for; error: what ended it without a terminal; result: for the next gather.
    """

    __slots__ = (
        "attempts", "error", "fresh", "id", "index", "item", "origin", "outcome", "output", "parked", "result", "state",
    )  # fmt: skip

    def __init__(self, state: "StateLike", id_: str = "0", index: int | None = None, item: object = None) -> None:
        self.state = state
        self.id = id_
        self.index = index
        self.item = item
        self.attempts = 1
        self.origin: Item | None = None
        self.fresh = True
        self.output: str | None = None
        self.outcome: str | None = None
        self.parked: str | None = None
        self.error: str | None = None
        self.result: object = None

    def twin(self) -> "Item":
        """The same item, with a clone of its state, at another entrypoint; its end counts for this one."""
        twin = Item(self.state.clone(), self.id, self.index, self.item)
        twin.origin = self
        return twin

    def end(self, outcome: str) -> None:
        """Marks an end; an item of which any part failed has failed, and a part's notes are the whole's."""
        first = self.origin or self
        if first.outcome != "failed":
            first.outcome = outcome
        if first is not self:
            self.tell(first)

    def tell(self, other: "Item") -> None:
        """Brings what was noted on the way of this item, which ends here, to another."""
        other.state.errors.extend(self.state.errors)
        other.state.warnings.extend(self.state.warnings)
