"""Takes a run down while it goes, so that it can be played again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from pydantic import JsonValue

from archivist.librarian import Answer, Services, Tape, TapedMemory, TapedReader, Visit
from archivist.session.recording import Recording
from archivist.session.staff import Staff


class Recorder:
    """One run under `staff`, begun as `recording` says or taken up again with the visitor's `answers`.

    `services` are the staff's with everything they are told going over a tape.
    """

    def __init__(
        self, recording: Recording, staff: Staff, answers: Mapping[str, Mapping[str, object]] | None = None
    ) -> None:
        said = cast("dict[str, dict[str, JsonValue]]", {name: dict(one) for name, one in (answers or {}).items()})
        stage = staff.stage.model_copy(update={"answers": said})
        self._recording = recording.model_copy(update={"stages": (*recording.stages, stage)})
        self._tape = Tape(before=recording.told)
        self.services = taped(staff.services, self._tape, modelled=stage.modelled, at=recording.at)

    def taken(self, state: Visit, *, order: Sequence[str], way: Sequence[str], answer: Answer | None) -> Recording:
        """What was taken down: of a run whose calls began and ended in this `order` and that took this `way` to an
        answer, or that waits without one.
        """
        return self._recording.model_copy(
            update={
                "told": tuple(self._tape.told()),
                "heard": tuple(state.heard),
                "order": (*self._recording.order, *order),
                "way": tuple(way),
                "answer": answer,
            }
        )


def taped(services: Services, tape: Tape, *, modelled: bool, at: datetime) -> Services:
    """The services over a tape, at a time that stands still: what a question means must not depend on how long its
    answer takes. Rules need no tape, since they say the same every time.
    """
    reader = TapedReader(services.reader, tape) if modelled else services.reader
    return replace(services, reader=reader, memory=TapedMemory(services.memory, tape), now=lambda: at)


def visit_of(recording: Recording) -> Visit:
    """The state in which a run begins."""
    return Visit(
        visit=recording.id,
        query=recording.question,
        user_language=recording.language,
        conversation=list(recording.window),
    )
