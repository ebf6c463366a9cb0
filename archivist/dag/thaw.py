"""Frames from JSON: the other half of `archivist.dag.frames`. Standard library only."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from archivist.dag.body import Unit
from archivist.dag.errors import CheckpointError
from archivist.dag.frame import Frame
from archivist.dag.gather import Handover
from archivist.dag.item import Item
from archivist.dag.plan import EmbedSpec, Plan, ScatterSpec, Step
from archivist.dag.records import GatherRecord
from archivist.dag.scatter import Scattering

if TYPE_CHECKING:
    from archivist.dag.run import StateLike

__all__ = ["restore"]

Json = Mapping[str, object]


def restore(frame: Frame, progress: Json) -> None:
    """Puts a frame back to where `progress_of` found it."""
    _Restorer(frame).restore(progress)


class _Restorer:
    """Reads one frame's progress; ids of items that appear twice stay one item."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    def restore(self, progress: Json) -> None:
        frame = self.frame
        frame.terminals += [str(name) for name in cast("list[object]", progress.get("terminals") or [])]
        for entry in _list(progress, "waiting"):
            frame.queue.setdefault(self.step(entry["placement"]), []).extend(
                self.item(one) for one in _list(entry, "items")
            )
        for iri, gathering in _dict(progress, "gathers").items():
            self.gathering(self.step(iri), cast("Json", gathering))
        for iri, children in _dict(progress, "children").items():
            step = self.step(iri)
            frame.children[step] = [self.child(step, one) for one in cast("list[Json]", children)]
            frame.queue.setdefault(step, [])
        for iri, scattering in _dict(progress, "scatters").items():
            step = self.step(iri)
            # Its item waits at the scatter itself, where it was when the progress was taken.
            first = frame.queue[step][0]
            frame.scatterings[step] = self.scattering(Scattering(frame, step, first), cast("Json", scattering))

    def step(self, iri: object) -> Step:
        found = self.frame.plan.steps.get(str(iri))
        if found is None:
            msg = (
                f"DAG {self.frame.plan.iri!r} has no placement {iri!r}; resume with the DAG the checkpoint was taken of"
            )
            raise CheckpointError(msg)
        return found

    def state(self, snapshot: object, plan: Plan | None = None) -> "StateLike":
        kind = type(plan.factory()) if plan is not None and plan.factory is not None else type(self.frame.main.state)
        return kind.restore(cast("Json", snapshot))

    def item(self, entry: Json) -> Item:
        item = self._found(entry)
        item.attempts = _attempts(entry)
        if "origin" in entry:
            item.origin = self.frame.entered[cast("int", entry["origin"])]
        return item

    def _found(self, entry: Json) -> Item:
        if entry.get("main"):
            return self.frame.main
        if "entered" in entry:
            return self.frame.entered[cast("int", entry["entered"])]
        index = cast("int | None", entry.get("index"))
        return Item(self.state(entry["snapshot"]), str(entry["id"]), index, entry.get("item"))

    def record(self, entry: Json) -> GatherRecord:
        state = self.frame.main.state if entry.get("main") else self.state(entry["snapshot"])
        return GatherRecord(
            source=str(entry["source"]), output=str(entry["output"]), state=state,
            index=cast("int | None", entry.get("index")), item=entry.get("item"),
            outcome=cast("str | None", entry.get("terminalOutcome")), result=entry.get("result"),
            attempts=_attempts(entry),
        )  # fmt: skip

    def gathering(self, step: Step, entry: Json) -> None:
        gathering = self.frame.gathering(step)
        gathering.arrived = {
            source: [self.record(cast("Json", one)) for one in cast("list[object]", records)]
            for source, records in _dict(entry, "arrived").items()
        }
        gathering.items = [self.item(one) for one in _list(entry, "items")]
        streamed = entry.get("streamed")
        if streamed is not None:
            gathering.streamed = self.handover(Handover(streamed=True), cast("Json", streamed))

    def handover(self, handover: Handover, entry: Json) -> Handover:
        handover.prepared = bool(entry.get("prepared"))
        handover.folded = cast("int", entry.get("folded", 0))
        handover.tainted = bool(entry.get("tainted"))
        handover.records = [self.record(one) for one in _list(entry, "records")]
        return handover

    def child(self, step: Step, entry: Json) -> tuple[list[Item], Frame]:
        parents = [self.item(one) for one in _list(entry, "parents")]
        return parents, self.nested(step, parents, entry)

    def nested(self, step: Step, parents: Sequence[Item], entry: Json) -> Frame:
        plan = _plan(step, str(entry["dag"]))
        entered: list[Item] = []
        for position, (one, parent) in enumerate(zip(_list(entry, "entered"), parents, strict=True)):
            snapshot = entry["main"] if position == 0 else one["snapshot"]
            item = Item(self.state(snapshot, plan), str(one["id"]), parent.index, parent.item)
            item.outcome = cast("str | None", one.get("outcome"))
            item.attempts = _attempts(one)
            entered.append(item)
        frame, first = self.frame, entered[0]
        child = Frame(
            plan, frame.control, first, path=(*frame.path, step.name), parent=frame,
            item=frame.item if first.index is None else first.item,
            index=frame.index if first.index is None else first.index,
        )  # fmt: skip
        child.entered = entered
        restore(child, cast("Json", entry["progress"]))
        return child

    def scattering(self, scattering: Scattering, entry: Json) -> Scattering:
        ahead = [int(cast("int", seq)) for seq in cast("list[object]", entry.get("aheadAcked") or [])]
        inbox = _list(entry, "inbox")
        scattering.watermark = cast("int", entry["watermark"])
        scattering.pulled = cast("int", entry.get("pulled", scattering.watermark + len(ahead) + len(inbox)))
        scattering.seq = cast("int", entry.get("units", scattering.pulled))
        scattering.folding.tally = self.tally(entry)
        self.handover(scattering.folding.handover, cast("Json", entry.get("handover") or {"prepared": True}))
        for unit in _list(entry, "ahead"):
            items = [self.finished(scattering, one) for one in _list(unit, "items")]
            scattering.ahead[cast("int", unit["seq"])] = Unit(cast("int", unit["seq"]), items, None)
        self.inbox(scattering, inbox)
        return scattering

    def tally(self, entry: Json) -> dict[tuple[str, str | None], int]:
        if "tally" in entry:
            rows = cast("list[tuple[str, str | None, int]]", entry["tally"])
            return {(output, outcome): count for output, outcome, count in rows}
        return {(output, None): cast("int", count) for output, count in _dict(entry, "outcomeTally").items()}

    def finished(self, scattering: Scattering, entry: Json) -> Item:
        item = scattering.body.item(cast("int", entry["index"]), entry["item"])
        item.output = cast("str | None", entry["output"])
        item.outcome = cast("str | None", entry["outcome"])
        item.attempts = _attempts(entry)
        item.state = self.state(entry["snapshot"])
        item.fresh = False
        return item

    def inbox(self, scattering: Scattering, entries: Sequence[Json]) -> None:
        """Units come back as units, in their order; items that only waited in a bucket go back into it."""
        units: dict[int, list[Json]] = {}
        for entry in entries:
            if "seq" in entry:
                units.setdefault(cast("int", entry["seq"]), []).append(entry)
            elif "bufferKey" in entry:
                item = scattering.body.item(cast("int", entry["index"]), entry["item"])
                scattering.buckets.put(item, str(entry["bufferKey"]), scattering.spec.capacity)
            else:  # the original's form: one item is one unit, numbered by its index
                units[cast("int", entry["index"])] = [entry]
        for seq in sorted(units):
            scattering.redo.append(self.unit(scattering, seq, units[seq]))

    def unit(self, scattering: Scattering, seq: int, entries: list[Json]) -> Unit:
        items = []
        for entry in entries:
            if entry.get("output") is not None:
                items.append(self.finished(scattering, entry))
                continue
            item = scattering.body.item(cast("int", entry["index"]), entry["item"])
            item.attempts = _attempts(entry)
            if "snapshot" in entry:
                item.state = self.state(entry["snapshot"])
                item.fresh = False
            elif "children" not in entries[0]:
                item.attempts += 1  # its body was begun and will be begun anew
            items.append(item)
        key = entries[0].get("bufferKey")
        unit = Unit(seq, items, None if key is None else str(key))
        if "children" in entries[0]:
            unit.children = [self.inside(scattering.step, items, one) for one in _list(entries[0], "children")]
        return unit

    def inside(self, step: Step, items: list[Item], entry: Json) -> tuple[list[Item], Frame]:
        mine = [items[position] for position in cast("list[int]", entry["positions"])]
        child = self.nested(step, mine, entry)
        for item, entered in zip(mine, child.entered, strict=True):
            item.state = entered.state
            item.fresh = False
        return mine, child


def _plan(step: Step, iri: str) -> Plan:
    spec = step.spec
    reference = spec.reference if isinstance(spec, EmbedSpec) else cast("ScatterSpec", spec).body
    plan = getattr(reference, "plans", {}).get(iri)
    if plan is None:
        msg = f"placement {step.iri!r} no longer refers to {iri!r}; resume with the DAG the checkpoint was taken of"
        raise CheckpointError(msg)
    return cast("Plan", plan)


def _attempts(entry: Json) -> int:
    return cast("int", entry.get("attempts", 1))


def _list(entry: Json, key: str) -> list[Json]:
    return cast("list[Json]", entry.get(key) or [])


def _dict(entry: Json, key: str) -> Json:
    return cast("Json", entry.get(key) or {})
