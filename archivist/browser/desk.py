"""Takes the page's messages and gives it the session's answers; knows no browser, so it is tested without one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from pydantic import ValidationError

from archivist.dag import Event
from archivist.librarian import Answer
from archivist.session import SessionError
from archivist.settings import Settings
from archivist.wire import Answered, Ask, Configure, Failed, Log, RunEvent, Stop, parse_up, text_of


class Conversations(Protocol):
    """What the desk needs of a session."""

    async def ask(self, question: str, *, id: str, conversation: str) -> Answer:
        """The answer, or a `SessionError`."""

    def stop(self, id: str) -> bool:
        """Stops one run; False when it is not running."""

    def configure(self, settings: Settings) -> None:
        """Settings from the next question on; `ValueError` when they cannot be."""


class Desk:
    """One visitor's desk. Questions run beside each other; each gets exactly one `answer` or `failed`."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._open: dict[str, asyncio.Task[None]] = {}
        self._conversations: Conversations | None = None

    @property
    def busy(self) -> bool:
        """Whether a question is open."""
        return bool(self._open)

    def staff(self, conversations: Conversations) -> None:
        """Says who answers; before that nothing may be received."""
        self._conversations = conversations

    def event(self, id: str, event: Event) -> None:
        """Passes one event of run `id` on."""
        self._send(text_of(RunEvent(id=id, event=event.to_json())))

    def receive(self, text: str) -> None:
        """One message of the page; what is none of the known kinds is reported to its console and left."""
        try:
            message = parse_up(text)
        except ValidationError as error:
            reasons = ", ".join(sorted({detail["type"] for detail in error.errors(include_input=False)}))
            self._log(f"a message of the page was not understood: {reasons}")
            return
        match message:
            case Ask():
                self._ask(message)
            case Stop():
                self._stop(message.id)
            case Configure():
                self._configure(message.settings)

    @property
    def _staff(self) -> Conversations:
        if self._conversations is None:
            message = "a message came before the desk was staffed"
            raise RuntimeError(message)
        return self._conversations

    def _ask(self, ask: Ask) -> None:
        if ask.id in self._open:
            self._log(f"question {ask.id!r} is already open; its second asking was left")
            return
        task = asyncio.ensure_future(self._answer(ask))
        self._open[ask.id] = task
        task.add_done_callback(lambda done: self._closed(ask.id, done))

    async def _answer(self, ask: Ask) -> None:
        try:
            answer = await self._staff.ask(ask.question, id=ask.id, conversation=ask.conversation)
        except SessionError as error:
            self._send(text_of(Failed(id=ask.id, code=error.code, message=str(error), advice=error.advice)))
        else:
            self._send(text_of(Answered(id=ask.id, answer=answer)))

    def _stop(self, id: str) -> None:
        """Stops the run, or the question that has not become a run yet; one that is over needs nothing."""
        if not self._staff.stop(id) and id in self._open:
            self._open[id].cancel()

    def _configure(self, settings: Settings) -> None:
        try:
            self._staff.configure(settings)
        except ValueError as error:
            # Said by type alone where the text might quote the settings: a key is never logged.
            self._log(f"the settings were not taken ({type(error).__name__}); the old ones stay")

    def _closed(self, id: str, task: asyncio.Task[None]) -> None:
        del self._open[id]
        if task.cancelled():
            self._send(text_of(Failed(id=id, code="stopped", message="Stopped.")))
        elif error := task.exception():
            # Its text may hold what the visitor wrote, so the console gets the kind alone.
            self._log(f"a question failed: {type(error).__name__}")
            self._send(text_of(_defect(id)))

    def _log(self, text: str) -> None:
        self._send(text_of(Log(level="error", text=text)))


def _defect(id: str) -> Failed:
    message = "The Archivist made a mistake and could not finish this question."
    return Failed(id=id, code="defect", message=message, advice="Ask it again, perhaps in other words.")
