"""A run while it is taken down: its trace for memory, and its recording.

Events are only collected while the run goes on; they are written down when it has ended, and the answer is there.
"""

from __future__ import annotations

from archivist.dag import Event
from archivist.librarian import Answer, Services, Visit
from archivist.memory import Memory, RunGraph
from archivist.session.recorder import Recorder
from archivist.session.recording import Recording
from archivist.session.tracing import Tracing


class Taking:
    """One run, or the rest of one that was taken up again."""

    def __init__(self, memory: Memory, graph: RunGraph, recorder: Recorder) -> None:
        self.graph = graph
        self._memory = memory
        self._tracing = Tracing(graph)
        self._recorder = recorder
        self._heard: list[Event] = []

    @property
    def services(self) -> Services:
        """What the run's nodes are to use, so that it can be taken down."""
        return self._recorder.services

    def watch(self, event: Event) -> None:
        """Takes down one event."""
        self._heard.append(event)

    def remember(self) -> None:
        """Remembers the run, where it was begun, with all that was taken down."""
        self._memory.keep(self.graph.run_id)

    def taken(self, state: Visit, answer: Answer | None = None) -> Recording:
        """Everything, once the run has ended or waits."""
        heard, self._heard = self._heard, []
        for event in heard:
            self._tracing.watch(event)
        self._tracing.finish(state)
        return self._recorder.taken(state, order=self._tracing.order, way=self.graph.trace.way(), answer=answer)
