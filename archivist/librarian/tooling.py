"""Between the graphs and the tool boundary: planned calls in, candidates and source reports out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from pydantic import JsonValue, TypeAdapter

from archivist.books import Candidate
from archivist.dag import GatherRecord, StateLike
from archivist.librarian.answer import SourceReport, Status
from archivist.librarian.reading import PlannedCall
from archivist.librarian.state import Visit
from archivist.sources import SourceResult, source_of
from archivist.tools import Dispatcher, DispatchResult, Gate, GateContext, ToolCall, ToolDecision, ToolResult

MERGE_STRATEGY = "tool-candidate-merge"

_RESULT: TypeAdapter[SourceResult] = TypeAdapter(SourceResult)

_TELLING: tuple[Status, ...] = (
    "not-asked",
    "nothing-found",
    "failed",
    "refused",
    "timed-out",
    "throttled",
    "answered",
)
"""Which of several calls to one source its line tells of, the last first."""

_SILENT = frozenset({"failed", "refused", "timed-out", "throttled"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a batch of calls brought: candidates in the order of the plan, and one report a source."""

    candidates: tuple[Candidate, ...]
    reports: tuple[SourceReport, ...]


class CandidateMerge:
    """The gather's strategy: once every tool is done, settles the batch and takes what it brought into the state."""

    name = MERGE_STRATEGY
    retains = True

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher

    def initial(self, config: Mapping[str, object], state: StateLike) -> None:
        """Nothing to prepare."""

    def reduce(self, config: Mapping[str, object], records: Sequence[GatherRecord], state: StateLike) -> None:
        """Nothing before the end: a batch is settled as a whole."""

    def finalize(self, config: Mapping[str, object], records: Sequence[GatherRecord], state: StateLike) -> None:
        """Settles the batch."""
        del config
        take(cast("Visit", state), self._dispatcher, records)


def sparing(reasons: Mapping[str, str]) -> Gate:
    """A gate that denies the tools named in `reasons`, each with its reason, and lets the others pass."""

    def decide(call: ToolCall, context: GateContext) -> ToolDecision:
        del context
        reason = reasons.get(call.name)
        return ToolDecision.deny(reason) if reason else ToolDecision.allow()

    return decide


def take(state: Visit, dispatcher: Dispatcher, records: Iterable[GatherRecord] = ()) -> None:
    """Settles the state's open batch, if there is one, and adds its candidates and reports."""
    if not state.batch:
        return
    settled = dispatcher.settle(state.batch, records)
    found = found_in(settled)
    state.batch = ""
    hear(state, settled)
    state.candidates = [*state.candidates, *found.candidates]
    state.reports = list(joined([*state.reports, *found.reports]))


def hear(state: Visit, settled: DispatchResult) -> None:
    """Notes how the calls that were made ended, so that the run can be played again without making them."""
    state.heard = [*state.heard, *(replace(outcome, value=None) for outcome in settled.outcomes if outcome.attempts)]


def calls_of(plan: Iterable[PlannedCall], visit: str) -> list[ToolCall]:
    """The plan as tool calls, with ids that tell the visit and the place in the plan."""
    return [
        ToolCall(id=f"{visit}-{number}", name=call.tool, arguments=call.arguments) for number, call in enumerate(plan)
    ]


def found_in(settled: DispatchResult) -> Found:
    """Candidates and reports of a settled batch."""
    results = [(outcome, _value(outcome)) for outcome in settled.outcomes]
    candidates = tuple(candidate for _, value in results if value for candidate in value.candidates)
    return Found(candidates=candidates, reports=joined(_report(outcome, value) for outcome, value in results))


def _value(outcome: ToolResult) -> SourceResult | None:
    if not outcome.ok:
        return None
    return outcome.value if isinstance(outcome.value, SourceResult) else _RESULT.validate_python(outcome.data)


def _report(outcome: ToolResult, value: SourceResult | None) -> SourceReport:
    name, ms = source_of(outcome.name), round(outcome.seconds * 1000)
    if value is None:
        status = _status(outcome)
        silent = int(status in _SILENT)
        unconnected = isinstance(outcome.data, dict) and outcome.data.get("unconnected") is True
        return SourceReport(
            name=name, status=status, detail=_detail(outcome), ms=ms, unanswered=silent, unconnected=unconnected
        )
    count = len(value.candidates)
    return SourceReport(
        name=name,
        status="answered" if count else "nothing-found",
        count=count,
        detail=value.detail,
        ms=ms,
        cached=value.cached,
    )


def _status(outcome: ToolResult) -> Status:
    """The source's own word for what went wrong, else what the boundary says."""
    word = _fact(outcome, "status")
    known = next((status for status in _TELLING if status == word), None)
    if known:
        return known
    if outcome.status == "timed_out":
        return "timed-out"
    return "not-asked" if outcome.attempts == 0 else "failed"


def _detail(outcome: ToolResult) -> str:
    said = [outcome.error or "", _fact(outcome, "advice")]
    return " ".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in said if text)


def _fact(outcome: ToolResult, name: str) -> str:
    value: JsonValue = outcome.data.get(name) if isinstance(outcome.data, dict) else None
    return value if isinstance(value, str) else ""


def joined(reports: Iterable[SourceReport]) -> tuple[SourceReport, ...]:
    """One report a source, in the order in which they were first asked: the most telling status, all its rows."""
    by_name: dict[str, SourceReport] = {}
    for report in reports:
        before = by_name.get(report.name)
        by_name[report.name] = _both(before, report) if before else report
    return tuple(by_name.values())


def _both(one: SourceReport, other: SourceReport) -> SourceReport:
    """Both calls as one line: rows count most, then what went wrong, then that nothing was found."""
    telling = max(one, other, key=lambda report: _TELLING.index(report.status))
    return telling.model_copy(
        update={
            "count": one.count + other.count,
            "ms": max(one.ms, other.ms),
            "cached": one.cached and other.cached,
            "unanswered": one.unanswered + other.unanswered,
            "unconnected": one.unconnected and other.unconnected,
        }
    )
