"""Frames as JSON: what of a run is under way; `archivist.dag.thaw` reads it back. Standard library only.

A frame's progress has ``waiting`` (a list of placement and items), ``terminals`` (the ends that were reached) and, by
placement IRI, ``gathers``, ``scatters`` and ``children``. Items name their state by snapshot, or say that theirs is the
frame's own (``main``). A scatter has the original's form (``mode, placementName, inbox, watermark, aheadAcked,
outcomeTally``); what finished early is beside it. Items of a scatter that were in work start afresh on resume, so their
bodies run at least once; those that are parked keep their state and their nested frames.

No more units count as acknowledged ahead of the watermark than the scatter's concurrency, the first to finish first;
what finished beside them waits in the inbox with its result, so that a reader who knows the original's form alone runs
it again and loses nothing, and ours does not.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from archivist.dag.body import Unit
from archivist.dag.frame import Frame
from archivist.dag.gather import Gathering, Handover
from archivist.dag.item import Item
from archivist.dag.plan import Step
from archivist.dag.records import GatherRecord
from archivist.dag.scatter import Scattering

__all__ = ["progress_of", "waits"]

Json = Mapping[str, object]


def progress_of(frame: Frame) -> dict[str, object]:
    """What of a frame is under way, as JSON values; call it between two awaits of the run."""
    waiting = dict(frame.queue)
    if frame.at is not None and frame.at.kind != "gather":
        waiting[frame.at] = [*frame.batch, *waiting.get(frame.at, [])]
    for park in frame.parked:
        waiting[park.step] = [park.item, *waiting.get(park.step, [])]
    inside = {step: _children(frame, step) for step in frame.children}
    return {
        "waiting": [
            {"placement": step.iri, "items": [_item(frame, one) for one in items]}
            for step, items in waiting.items()
            if items
        ],
        "gathers": {step.iri: _gathering(frame, one) for step, one in frame.gathers.items()},
        "scatters": {step.iri: _scattering(frame, one) for step, one in frame.scatterings.items()},
        "children": {step.iri: children for step, children in inside.items()},
        "terminals": list(frame.terminals),
    }


def _item(frame: Frame, item: Item) -> dict[str, object]:
    made: dict[str, object] = {"id": item.id}
    if item is frame.main:
        made["main"] = True
    else:
        made["snapshot"] = item.state.snapshot()
    if item.index is not None:
        made |= {"index": item.index, "item": item.item}
    if item.origin is not None:
        made["origin"] = frame.entered.index(item.origin)
    if item in frame.entered:
        made["entered"] = frame.entered.index(item)
    return made | _attempts(item)


def _attempts(item: Item | GatherRecord) -> dict[str, int]:
    return {} if item.attempts == 1 else {"attempts": item.attempts}


def _children(frame: Frame, step: Step) -> list[dict[str, object]]:
    return [
        {"parents": [_item(frame, one) for one in parents], **_nested(child)} for parents, child in frame.children[step]
    ]


def _nested(child: Frame) -> dict[str, object]:
    return {
        "dag": child.plan.iri,
        "main": child.main.state.snapshot(),
        "entered": [
            {"id": one.id, "outcome": one.outcome, **_attempts(one)}
            | ({} if one is child.main else {"snapshot": one.state.snapshot()})
            for one in child.entered
        ],
        "progress": progress_of(child),
    }


def _gathering(frame: Frame, gathering: Gathering) -> dict[str, object]:
    streamed = gathering.streamed
    return {
        "arrived": {source: [_record(frame, one) for one in records] for source, records in gathering.arrived.items()},
        "items": [_item(frame, item) for item in gathering.items],
        "streamed": None if streamed is None else _handover(frame, streamed),
    }


def _handover(frame: Frame, handover: Handover) -> dict[str, object]:
    return {
        "prepared": handover.prepared,
        "folded": handover.folded,
        "tainted": handover.tainted,
        "records": [_record(frame, one) for one in handover.records],
    }


def _record(frame: Frame, record: GatherRecord) -> dict[str, object]:
    made = record.to_json() | _attempts(record)
    if record.state is frame.main.state:
        return made | {"main": True}
    return made | {"snapshot": record.state.snapshot()}


def _scattering(frame: Frame, scattering: Scattering) -> dict[str, object]:
    released = [(key, item) for key, items in scattering.buckets.released for item in items]
    held = [(key, item) for key, items in scattering.buckets.held.items() for item in items]
    finished = list(scattering.ahead.values())
    acked, beyond = finished[: scattering.spec.concurrency], finished[scattering.spec.concurrency :]
    units = sorted([*scattering.active.values(), *scattering.redo, *beyond], key=lambda unit: unit.seq)
    tally: Counter[str] = Counter()
    for (output, _), count in scattering.folding.tally.items():
        tally[output] += count
    tally.update(item.output or "error" for unit in acked for item in unit.items)
    return {
        "mode": "bounded",
        "placementName": scattering.step.iri,
        "inbox": [entry for unit in units for entry in _unit(unit)]
        + [{"index": item.index, "item": item.item, "bufferKey": key} for key, item in (*released, *held)],
        "watermark": scattering.watermark,
        "aheadAcked": sorted(unit.seq for unit in acked),
        "outcomeTally": dict(tally),
        "tally": [[output, outcome, count] for (output, outcome), count in scattering.folding.tally.items()],
        "ahead": [{"seq": unit.seq, "items": [_finished(item) for item in unit.items]} for unit in acked],
        "pulled": scattering.pulled,
        "units": scattering.seq,
        "handover": _handover(frame, scattering.folding.handover),
    }


def _unit(unit: Unit) -> Iterator[dict[str, object]]:
    for position, item in enumerate(unit.items):
        entry: dict[str, object] = {"index": item.index, "item": item.item, "seq": unit.seq, **_attempts(item)}
        if unit.key is not None:
            entry["bufferKey"] = unit.key
        if item.output is not None:
            entry |= _finished(item)
        elif item.parked is not None:
            entry |= {"parked": item.parked, "snapshot": item.state.snapshot()}
        if position == 0 and unit.children and any(waits(child) for _, child in unit.children):
            entry["children"] = [
                {"positions": [unit.items.index(one) for one in items], **_nested(child)}
                for items, child in unit.children
            ]
        yield entry


def _finished(item: Item) -> dict[str, object]:
    return {
        "index": item.index,
        "item": item.item,
        "output": item.output,
        "outcome": item.outcome,
        "snapshot": item.state.snapshot(),
        **_attempts(item),
    }


def waits(frame: Frame) -> list[tuple[Frame, Step, Item, str]]:
    """Everything that is parked in a frame and in those inside it: frame, placement, item and key."""
    found = [(frame, park.step, park.item, park.key) for park in frame.parked]
    for children in frame.children.values():
        for _, child in children:
            found += waits(child)
    for step, scattering in frame.scatterings.items():
        for unit in scattering.active.values():
            found += [(frame, step, one, one.parked) for one in unit.items if one.parked is not None]
            for _, child in unit.children or ():
                found += waits(child)
    return found
