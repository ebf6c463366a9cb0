"""Takes the page's messages and gives it the session's answers; knows no browser, so it is tested without one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Protocol

from pydantic import ValidationError

from archivist.browser.counter import Refusal
from archivist.browser.outbox import Outbox
from archivist.dag import Event
from archivist.librarian import Answer, ShownBook
from archivist.session import ModelUnusable, SessionError
from archivist.settings import Settings
from archivist.tools import Answer as Word
from archivist.wire import (
    Answered,
    AnyReply,
    AnyRequest,
    Ask,
    BooksSoFar,
    Configure,
    Decide,
    Done,
    Failed,
    Log,
    ModelSaid,
    Replay,
    Resume,
    Stop,
    TryModel,
    Verdict,
    event_text,
    parse_up,
    text_of,
)

READING = frozenset(
    {
        "conversations",
        "conversation",
        "memory",
        "why",
        "export-books",
        "export-memory",
        "shelf",
        "data",
        "settings",
        "open-questions",
        "try-model",
        "replay",
        "graph",
        "check-graph",
        "export-everything",
    }
)
"""Requests that change nothing that is kept."""


class Conversations(Protocol):
    """What the desk needs of a session."""

    async def ask(self, question: str, *, id: str, conversation: str) -> Answer:
        """The answer, or a `SessionError`."""

    async def resume(self, id: str, question: str | None = None) -> Answer:
        """The answer to an open question, or a `SessionError`."""

    async def decide(self, id: str, verdicts: Mapping[str, Word], rest: Word | None = None) -> Answer:
        """The answer to a question that waited for a decision, or a `SessionError`."""

    def stop(self, id: str) -> bool:
        """Stops one run; False when it is not running."""

    def configure(self, settings: Settings) -> None:
        """Settings from the next question on; `ValueError` when they cannot be."""


class Requests(Protocol):
    """What the desk needs to meet requests."""

    def reply(self, request: AnyRequest) -> AnyReply:
        """The reply, or a `Refusal`."""

    async def later(self, request: TryModel | Replay) -> AnyReply:
        """The reply to what takes a while, or a `Refusal`."""


async def _nothing_to_save() -> None:
    """For a desk whose visitor's things are kept nowhere."""


class Desk:
    """One visitor's desk. Questions run beside each other; each gets exactly one `answer` or `failed`.

    `changed` is told whenever something that is kept may have changed, `said` what a model in the page says. `saved`
    returns when all of it is saved: before the visitor is asked to decide, who may load the page again and decide then.
    """

    def __init__(
        self,
        send: Callable[[str], None],
        changed: Callable[[], object] = lambda: None,
        said: Callable[[ModelSaid], object] = lambda _: None,
        saved: Callable[[], Awaitable[object]] = _nothing_to_save,
    ) -> None:
        self._outbox = Outbox(send)
        self._send = self._outbox.send
        self._said = said
        self._changed, self._saved = changed, saved
        self._open: dict[str, asyncio.Task[None]] = {}
        self._errands: set[asyncio.Future[AnyReply]] = set()
        self._conversations: Conversations | None = None
        self._requests: Requests | None = None

    @property
    def busy(self) -> bool:
        """Whether a question is open."""
        return bool(self._open)

    def staff(self, conversations: Conversations, requests: Requests | None = None) -> None:
        """Says who answers and who meets requests; before that nothing may be received."""
        self._conversations, self._requests = conversations, requests

    def event(self, id: str, event: Event) -> None:
        """Passes one event of run `id` on, with the others that come before the run pauses."""
        self._outbox.hold(event_text(id, event))

    def books(self, id: str, books: Sequence[ShownBook]) -> None:
        """Passes on what run `id` has found so far."""
        self._send(text_of(BooksSoFar(id=id, books=tuple(books))))

    def answer(self, id: str, answer: Answer) -> None:
        """Passes the answer of run `id` on, which may still have something to put away."""
        text = text_of(Answered(id=id, answer=answer))
        del self._open[id]  # before it is told: the page may go on with the question at once
        self._send(text)

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
            case Resume():
                self._go_on(message, self._staff.resume(message.run, message.question))
            case Decide():
                said = {key: _word(one) for key, one in message.verdicts.items()}
                rest = _word(message.rest) if message.rest else None
                self._go_on(message, self._staff.decide(message.run, said, rest))
            case ModelSaid():
                self._said(message)
            case TryModel() | Replay():
                self._later(message)
            case _:
                self._meet(message)

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
        self._begin(ask.id, self._staff.ask(ask.question, id=ask.id, conversation=ask.conversation))
        self._changed()

    def _go_on(self, request: Resume | Decide, answer: Coroutine[object, object, Answer]) -> None:
        """A question goes on; a second request for what is under way changes nothing."""
        fresh = request.run not in self._open
        if fresh:
            self._begin(request.run, answer)
        else:
            answer.close()
        self._send(text_of(Done(id=request.id, what=request.what, changed=fresh)))

    def _begin(self, id: str, answer: Coroutine[object, object, Answer]) -> None:
        task = asyncio.ensure_future(self._answer(id, answer))
        self._open[id] = task
        task.add_done_callback(lambda done: self._closed(id, answer, done))

    async def _answer(self, id: str, answer: Coroutine[object, object, Answer]) -> None:
        try:
            there = await answer
        except SessionError as error:
            if self._open.pop(id, None):
                self._send(text_of(Failed(id=id, code=error.code, message=str(error), advice=error.advice)))
        else:
            if there.pending:
                await self._saved()
            if id in self._open:
                self.answer(id, there)

    def _meet(self, request: AnyRequest) -> None:
        """Meets a request at once; it never waits for a run."""
        if self._requests is None:
            message = "a request came and nobody is there to meet it"
            raise RuntimeError(message)
        try:
            self._send(text_of(self._requests.reply(request)))
        except Refusal as refusal:
            self._send(text_of(Failed(id=request.id, code="refused", message=str(refusal))))
        except Exception as error:  # noqa: BLE001 - a defect must not take the desk along; the page gets a sentence
            self._log(f"the request {request.what!r} failed: {type(error).__name__}")
            self._send(text_of(_defect(request.id)))
        if request.what not in READING:
            self._changed()

    def _later(self, request: TryModel | Replay) -> None:
        """Meets a request that takes a while, beside everything else."""
        if self._requests is None:
            message = "a request came and nobody is there to meet it"
            raise RuntimeError(message)
        task = asyncio.ensure_future(self._requests.later(request))
        self._errands.add(task)
        task.add_done_callback(lambda done: self._met(request, done))

    def _met(self, request: TryModel | Replay, errand: asyncio.Future[AnyReply]) -> None:
        self._errands.discard(errand)
        if errand.cancelled():
            return
        error = errand.exception()
        if isinstance(error, Refusal):
            self._send(text_of(Failed(id=request.id, code="refused", message=str(error))))
        elif error:
            self._log(f"the request {request.what!r} failed: {type(error).__name__}")
            self._send(text_of(_defect(request.id)))
        else:
            self._send(text_of(errand.result()))

    def _stop(self, id: str) -> None:
        """Stops the run, or the question that has not become a run yet; one that is over needs nothing."""
        if not self._staff.stop(id) and id in self._open:
            self._open[id].cancel()

    def _configure(self, settings: Settings) -> None:
        try:
            self._staff.configure(settings)
            self._changed()
        except ModelUnusable as error:
            self._send(text_of(Failed(id="settings", code="settings", message=str(error))))
        except ValueError as error:
            # Said by type alone where the text might quote the settings: a key is never logged.
            self._log(f"the settings were not taken ({type(error).__name__}); the old ones stay")

    def _closed(self, id: str, answer: Coroutine[object, object, Answer], task: asyncio.Task[None]) -> None:
        answer.close()  # one that was stopped before it began would complain that nobody waited for it
        waits = self._open.get(id) is task
        if waits:
            del self._open[id]
        self._changed()
        if task.cancelled():
            if waits:
                self._send(text_of(Failed(id=id, code="stopped", message="Stopped.")))
        elif error := task.exception():
            # Its text may hold what the visitor wrote, so the console gets the kind alone.
            self._log(f"a question failed: {type(error).__name__}")
            if waits:
                self._send(text_of(_defect(id)))

    def _log(self, text: str) -> None:
        self._send(text_of(Log(level="error", text=text)))


def _word(verdict: Verdict) -> Word:
    return Word(kind=verdict.kind, arguments=verdict.arguments, reason=verdict.reason)


def _defect(id: str) -> Failed:
    message = "The Archivist made a mistake and could not finish this question."
    return Failed(id=id, code="defect", message=message, advice="Ask it again, perhaps in other words.")
