"""The third step: what the whole batch comes to, whichever way its calls were run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from archivist.dag import Clock, GatherRecord
from archivist.tools.batch import Decided, Slot
from archivist.tools.call import DEADLINE_TEXT, DispatchResult, ToolResult
from archivist.tools.errors import Stop
from archivist.tools.kept import snapshot
from archivist.tools.outcome import failed
from archivist.tools.signals import strongest

NEVER_RUN = "the run ended before the tool started"


def settle(batch: Decided, records: Iterable[GatherRecord], clock: Clock) -> DispatchResult:
    """One message a call in call order, or what waits for somebody.

    Raises:
        Stop: a call ended the batch: the strongest signal, of equals the earliest call's; it carries what had settled.
    """
    _absorb(batch, records)
    outcomes = tuple([slot.result for slot in batch.slots if slot.result is not None])
    signal = strongest([slot.stop for slot in batch.slots if slot.stop is not None])
    if signal is not None:
        if isinstance(signal, Stop):
            signal.settled = outcomes
        raise signal
    if batch.pending:
        return _paused(batch, outcomes)
    settled = tuple([slot.result or _never_run(slot, clock) for slot in batch.slots])
    return DispatchResult(
        messages=tuple([result.message() for result in settled]),
        outcomes=settled,
        artifacts=batch.artifacts,
        warnings=tuple(batch.warnings),
    )


def _paused(batch: Decided, outcomes: tuple[ToolResult, ...]) -> DispatchResult:
    return DispatchResult(
        messages=(),
        outcomes=outcomes,
        pending=batch.pending,
        artifacts=batch.artifacts,
        batch=snapshot(batch),
        warnings=tuple(batch.warnings),
    )


def _never_run(slot: Slot, clock: Clock) -> ToolResult:
    """An allowed call that nobody ran: the deadline ended the run, or something else did."""
    deadline = slot.batch.scope.deadline
    if deadline is not None and clock.monotonic() >= deadline:
        return failed(slot, "expired", DEADLINE_TEXT, code="expired")
    return failed(slot, "cancelled_before_start", NEVER_RUN, code="never_run")


def _absorb(batch: Decided, records: Iterable[GatherRecord]) -> None:
    """Take over results that only the records know: calls that ran before this process took the run up."""
    kept_records = list(records)
    if not kept_records:
        return
    by_permit = {slot.permit: slot for slot in batch.slots}
    for record in kept_records:
        item, kept = record.item, getattr(record.state, "settled", None)
        if not isinstance(item, Mapping) or not isinstance(kept, dict):
            continue
        slot = by_permit.get(str(item.get("permit")))
        if slot is not None and slot.result is None:
            slot.result = ToolResult.from_json(kept)
