"""A run's provenance, taken down from the events of the engine as they happen."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pydantic import JsonValue

from archivist.books import Candidate
from archivist.dag import Event
from archivist.librarian import Visit, turn_of
from archivist.memory import RunGraph, record_iri
from archivist.sources import source_of


@dataclass(slots=True, kw_only=True)
class _Call:
    tool: str
    path: tuple[str, ...]
    started: datetime
    ended: datetime | None = None
    status: str = ""


class Tracing:
    """Watches one run and writes into its trace: nodes with what they reasoned and what a model did for them, and at
    the end the tool calls. `order` tells how calls began and ended among each other.
    """

    def __init__(self, graph: RunGraph) -> None:
        self._graph = graph
        self._calls: dict[str, _Call] = {}
        self._arguments: dict[str, object] = {}
        self._noted: list[Event] = []
        self.order: list[str] = []

    def watch(self, event: Event) -> None:
        """Takes down one event."""
        if event.kind == "note":
            self.order += filter(None, [turn_of(event)])
            self._note(event)
            return
        self._graph.trace.watch(event)
        if event.kind == "node-end":
            self._tell_noted()

    def _note(self, event: Event) -> None:
        now, call = _time(event), str(event.detail.get("call"))
        match event.detail.get("what"):
            case "tool-started":
                self._calls[call] = _Call(tool=str(event.detail["tool"]), path=event.path, started=now)
            case "tool-settled" if call in self._calls:
                self._calls[call].ended, self._calls[call].status = now, str(event.detail["status"])
            case "reasoning" | "model-call":
                self._noted.append(event)  # a node is told when it ends, and these come of it
                self._arguments[call] = event.detail.get("arguments")
            case _:
                pass

    def _tell_noted(self) -> None:
        noted, self._noted = self._noted, []
        for event in noted:
            if event.detail["what"] == "model-call":
                self._model_call(event)
            else:
                self._graph.trace.reasoning(str(event.detail["kind"]), str(event.detail["text"]), at=_time(event))

    def _model_call(self, event: Event) -> None:
        seconds = event.detail["seconds"]
        took = timedelta(seconds=seconds if isinstance(seconds, (int, float)) else 0.0)
        self._graph.trace.model_call(
            str(event.detail["model"]),
            task=str(event.detail["task"]),
            started=_time(event) - took,
            ended=_time(event),
            tokens_in=_tokens(event.detail, "tokens_in"),
            tokens_out=_tokens(event.detail, "tokens_out"),
            failure=str(event.detail["failure"]),
        )

    def finish(self, state: Visit) -> None:
        """Tells of the calls, with what they were asked and brought; the state says both only at the end."""
        worksets = {str(item["callId"]): item["arguments"] for item in state.bookWorksets if isinstance(item, dict)}
        arguments, brought = self._arguments | worksets, _brought(state, worksets)
        for id, call in self._calls.items():
            rows = brought.get(id, [])
            self._graph.trace.tool_call(
                call.tool,
                source=source_of(call.tool),
                arguments=json.dumps(arguments.get(id, {}), ensure_ascii=False, sort_keys=True),
                started=call.started,
                ended=call.ended or call.started,
                status=call.status or "cancelled",
                count=len(rows),
                records=map(record_iri, dict.fromkeys(rows)),
                within=self._graph.trace.node_of(call.path),
            )
        self._calls.clear()


def _time(event: Event) -> datetime:
    return datetime.fromtimestamp(event.wall, UTC)


def _tokens(detail: Mapping[str, object], name: str) -> int | None:
    """The tokens that the provider counted; one that does not count says zero."""
    counted = detail[name]
    return counted if isinstance(counted, int) and counted > 0 else None


def _brought(state: Visit, calls: Collection[str]) -> dict[str, list[Candidate]]:
    """The records that each of the search's calls brought: the state has them one call after the other."""
    rows = {result.call_id: _rows(result.data) for result in state.heard if result.call_id in calls}
    if sum(rows.values()) != len(state.candidates):
        return {}
    left = iter(state.candidates)
    return {call: [next(left) for _ in range(count)] for call, count in rows.items()}


def _rows(data: JsonValue) -> int:
    rows = data.get("candidates") if isinstance(data, dict) else None
    return len(rows) if isinstance(rows, list) else 0
