"""Questions under way, noted so that they can go on after a crash.

A question that was cut off starts afresh: the answers of sources that had come are in the kept response cache, so that
nobody is asked twice, and its turns and its run are kept under its id, so that nothing is there twice. A checkpoint of
the engine after each step would make every run 1.7 times as long, crash or none (bench/resume.py). Only a question that
waits for the visitor has one: what they were shown is what must run.
"""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from archivist.librarian import PendingCall
from archivist.memory import Store
from archivist.session.recording import Recording


class OpenQuestion(BaseModel):
    """A question that has no answer yet.

    `pending` are the calls that wait for the visitor's word, `checkpoint` the run that waits, `verdicts` what the
    visitor said before the program ended, by the key of the call; `recording` and `trace` (N-Quads) are what was taken
    down of the run so far.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    question: str
    conversation: str
    at: datetime
    pending: tuple[PendingCall, ...] = ()
    checkpoint: dict[str, JsonValue] | None = None
    verdicts: dict[str, JsonValue] = {}
    recording: Recording | None = None
    trace: str = ""


class OpenQuestions:
    """The open questions of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def put(self, question: OpenQuestion) -> None:
        """Notes it, in place of what was noted."""
        self._store.checkpoints.put(question.id, question.model_dump_json(), at=question.at)

    def get(self, id: str) -> OpenQuestion | None:
        """The question, or None when it is not open."""
        text = self._store.checkpoints.get(id)
        return _read(text) if text is not None else None

    def all(self) -> list[OpenQuestion]:
        """Every open question, the newest first."""
        found = (self.get(run) for run in self._store.checkpoints.runs())
        return [question for question in found if question is not None]

    def drop(self, id: str, *, at: datetime) -> None:
        """It is answered, or nobody wants to know any more."""
        self._store.checkpoints.drop(id, at=at)


def _read(text: str) -> OpenQuestion | None:
    try:
        return OpenQuestion.model_validate_json(text)
    except ValidationError:
        return None  # noted by another version, which cannot go on here
