"""A run's provenance, taken down from the events of the engine as they happen."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime

from archivist.books import Candidate
from archivist.dag import Event
from archivist.librarian import Visit
from archivist.memory import RunGraph, record_iri
from archivist.sources import source_of


@dataclass(slots=True, kw_only=True)
class _Call:
    tool: str
    started: datetime
    ended: datetime | None = None
    status: str = ""


class Tracing:
    """Watches one run and writes its nodes, and at the end its tool calls, into the run's trace."""

    def __init__(self, graph: RunGraph) -> None:
        self._graph = graph
        self._calls: dict[str, _Call] = {}

    def watch(self, event: Event) -> None:
        """Takes down one event."""
        self._graph.trace.watch(event)
        if event.kind == "note":
            self._note(event)

    def _note(self, event: Event) -> None:
        now, call = datetime.fromtimestamp(event.wall, UTC), str(event.detail.get("call"))
        match event.detail.get("what"):
            case "tool-started":
                self._calls[call] = _Call(tool=str(event.detail["tool"]), started=now)
            case "tool-settled" if call in self._calls:
                self._calls[call].ended, self._calls[call].status = now, str(event.detail["status"])
            case _:
                pass

    def finish(self, state: Visit) -> None:
        """Tells of the calls, with what they were asked and brought; the state says both only at the end."""
        arguments = {str(item["callId"]): item["arguments"] for item in state.bookWorksets if isinstance(item, dict)}
        asked = [call.tool for call in self._calls.values()]
        for id, call in self._calls.items():
            # Which of several calls to one source brought a record cannot be told afterwards.
            brought = _of(state, call.tool) if asked.count(call.tool) == 1 and call.status == "succeeded" else []
            self._graph.trace.tool_call(
                call.tool,
                source=source_of(call.tool),
                arguments=json.dumps(arguments.get(id, {}), ensure_ascii=False, sort_keys=True),
                started=call.started,
                ended=call.ended or call.started,
                status=call.status or "cancelled",
                count=len(brought),
                records=map(record_iri, dict.fromkeys(brought)),
            )


def _of(state: Visit, tool: str) -> list[Candidate]:
    return [candidate for candidate in state.candidates if candidate.source == source_of(tool)]
