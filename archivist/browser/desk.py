"""Takes the page's messages and gives it the session's answers; knows no browser, so it is tested without one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from pydantic import ValidationError

from archivist.librarian.answer import Answer
from archivist.wire import Answered, Ask, Configure, Failed, Log, Settings, Stop, parse_up, text_of


class Conversation(Protocol):
    """What the desk needs of a session."""

    async def ask(self, question: str, *, id: str, conversation: str) -> Answer:
        """The answer; cancelled when `stop` named it."""

    def stop(self, id: str) -> None:
        """Ends one run, within one tick of the loop."""

    def configure(self, settings: Settings) -> None:
        """The settings from the next question on."""


class Desk:
    """One visitor's desk. Questions run beside each other; each gets exactly one `answer` or `failed`."""

    def __init__(self, conversation: Conversation, send: Callable[[str], None]) -> None:
        self._conversation = conversation
        self._send = send
        self._open: dict[str, asyncio.Task[None]] = {}

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
                self._conversation.stop(message.id)
            case Configure():
                self._conversation.configure(message.settings)

    def _ask(self, ask: Ask) -> None:
        task = asyncio.ensure_future(self._answer(ask))
        self._open[ask.id] = task
        task.add_done_callback(lambda done: self._closed(ask.id, done))

    async def _answer(self, ask: Ask) -> None:
        answer = await self._conversation.ask(ask.question, id=ask.id, conversation=ask.conversation)
        self._send(text_of(Answered(id=ask.id, answer=answer)))

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
