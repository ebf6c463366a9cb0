"""From finished items to tally, records and state. Standard library only."""

from typing import TYPE_CHECKING, cast

from archivist.dag import paths
from archivist.dag.gather import Handover, fold, prepare
from archivist.dag.plan import GatherSpec, ScatterSpec, Step
from archivist.dag.records import GatherRecord

if TYPE_CHECKING:
    from archivist.dag.body import Unit
    from archivist.dag.frame import Frame
    from archivist.dag.item import Item

__all__ = ["Folding"]


class Folding:
    """What one scatter knows of its finished items: a tally, and records where a gather needs them later."""

    __slots__ = ("_frame", "_item", "_sink", "_spec", "_step", "handover", "tally")

    def __init__(self, frame: "Frame", step: Step, spec: ScatterSpec, item: "Item") -> None:
        self._frame = frame
        self._step = step
        self._spec = spec
        self._item = item
        self._sink = spec.stream_to
        self.tally: dict[tuple[str, str | None], int] = {}
        self.handover = Handover(streamed=spec.stream_to is not None)

    def fold(self, unit: "Unit") -> None:
        """Takes a finished unit: counts it, brings its notes to the parent, and folds or keeps its records."""
        records: list[GatherRecord] | None = [] if self._sink is not None or self._spec.keeps_records else None
        for item in unit.items:
            output = item.output or "error"
            ending = (output, item.outcome)
            self.tally[ending] = self.tally.get(ending, 0) + 1
            if item.state.errors or item.state.warnings:
                item.tell(self._item)
            if records is not None:
                records.append(self._record(item, output))
        if records:
            self._take(records)

    def _record(self, item: "Item", output: str) -> GatherRecord:
        field = self._spec.result_field
        return GatherRecord(
            source=self._step.iri, index=item.index, item=item.item, output=output, outcome=item.outcome,
            state=item.state, result=None if field is None else paths.get(item.state, field), attempts=item.attempts,
        )  # fmt: skip

    def _take(self, records: list[GatherRecord]) -> None:
        sink, handover = self._sink, self.handover
        if sink is None:
            handover.records.extend(records)
            return
        spec = cast("GatherSpec", sink.spec)
        kept = records if spec.include_errors else [record for record in records if not record.failed]
        handover.tainted = handover.tainted or any(record.failed for record in kept)
        if not handover.prepared:
            handover.prepared = True
            prepare(sink, self._item)
        if kept:
            handover.folded += len(kept)
            fold(sink, self._item, kept)

    def port(self) -> str:
        """What the reducer makes of the tally."""
        return self._spec.reduce(self.tally)

    def hand_over(self) -> None:
        """Leaves records, or the word that they are folded, where the gather takes them up."""
        if self._sink is not None or self._spec.keeps_records:
            self._frame.scattered[self._step.iri] = self.handover
