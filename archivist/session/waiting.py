"""Questions without an answer in one session: noted, cut off, or waiting for what the visitor says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import cast

from pydantic import JsonValue, TypeAdapter

from archivist.dag import Result
from archivist.librarian import Answer, Visit, answer_of, nothing_asked, pending_of, waiting
from archivist.memory import Store
from archivist.session.errors import NotOpen
from archivist.session.open_questions import OpenQuestion, OpenQuestions
from archivist.session.recording import Recording
from archivist.session.text import readable
from archivist.tools import Answer as Verdict
from archivist.tools import Pending

_VERDICT: TypeAdapter[Verdict] = TypeAdapter(Verdict)


class Waiting:
    """The open questions of a store; those with an id in `running` are under way here and can be left alone only."""

    def __init__(self, store: Store, now: Callable[[], datetime], running: Collection[str]) -> None:
        self._open = OpenQuestions(store)
        self._now = now
        self._running = running
        self._pending: dict[str, Sequence[Pending]] = {}

    def note(self, question: str, *, id: str, conversation: str) -> OpenQuestion:
        """Notes a question that was asked."""
        asked = OpenQuestion(id=id, question=readable(question), conversation=conversation, at=self._now())
        self._open.put(asked)
        return asked

    def all(self) -> list[OpenQuestion]:
        """Those that can go on, the newest first."""
        return [question for question in self._open.all() if question.id not in self._running]

    def get(self, id: str) -> OpenQuestion:
        """The question, to go on with it.

        Raises:
            NotOpen: there is no such open question, or it is under way.
        """
        found = self._open.get(id)
        if found is None or id in self._running:
            message = "That question is not open any more." if found is None else "That question is under way."
            raise NotOpen(message)
        return found

    def decided(self, id: str, verdicts: Mapping[str, Verdict], rest: Verdict | None) -> OpenQuestion:
        """The question with what the visitor said of its calls; noted, should the program end now.

        Raises:
            NotOpen: no such question waits, or none of its calls has such a key.
        """
        waits = self.get(id)
        keys = {call.key for call in waits.pending}
        said = (dict.fromkeys(keys, rest) if rest else {}) | {**verdicts}
        if not keys or not said.keys() <= keys:
            message = "That question does not wait for this decision."
            raise NotOpen(message)
        kept = {key: cast("JsonValue", _VERDICT.dump_python(one, mode="json")) for key, one in said.items()}
        decided = waits.model_copy(update={"verdicts": kept})
        self._open.put(decided)
        return decided

    def calls(self, id: str, pending: Sequence[Pending]) -> None:
        """Hears which calls of a run are going to wait."""
        self._pending[id] = pending

    def park(self, asked: OpenQuestion, result: Result[Visit], recording: Recording, trace: str) -> OpenQuestion:
        """Notes where a run waits, with what was taken down of it."""
        parked = asked.model_copy(
            update={
                "pending": pending_of(self._pending.pop(asked.id, ())),
                "checkpoint": cast("dict[str, JsonValue]", result.checkpoint.to_json()),
                "verdicts": {},
                "recording": recording,
                "trace": trace,
            }
        )
        self._open.put(parked)
        return parked

    def drop(self, id: str) -> bool:
        """Gives a question up; False when it is not open, or under way."""
        if id in self._running or self._open.get(id) is None:
            return False
        self.over(id)
        return True

    def over(self, id: str) -> None:
        """The question has its answer, or will have none."""
        self._pending.pop(id, None)
        self._open.drop(id, at=self._now())

    def forget_empty(self, conversation: str) -> None:
        """An empty question that waits for its words has had its turn when another one is asked."""
        for one in self.all():
            if one.conversation == conversation and not one.question:
                self.over(one.id)


def asking(waits: OpenQuestion, language: str) -> Answer:
    """What a question that waits is answered with meanwhile."""
    draft = waiting(language, waits.pending) if waits.pending else nothing_asked(language)
    outcome = "needs-approval" if waits.pending else "declined"
    state = Visit(visit=waits.id, draft=draft, outcome=outcome)
    answer = answer_of(state, waits.question, ())
    return answer.model_copy(update={"pending": waits.pending})
