"""One conversation: ask, stop, set, and hear what happens meanwhile.

This is what a front end talks to; the page's worker and the terminal do nothing that is not here.

SessionError
├── Stopped     the visitor stopped the question
├── TooLate     the run's deadline came before an answer
└── Broken      the run ended in a way it should not; the message is for the visitor, the cause for the log
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from archivist.dag import Clock, Event, Handle, Registry, Result, SystemClock
from archivist.librarian import (
    ARCHIVIST,
    Answer,
    Reader,
    RuleReader,
    Services,
    Turn,
    Visit,
    answer_of,
    assemble,
    nothing_asked,
    sparing,
)
from archivist.memory import Memory
from archivist.settings import Settings
from archivist.sources import HttpClient, Transport, all_tools, cannot_be_asked
from archivist.tools import Dispatcher, ToolRegistry

RUN_SECONDS = 60.0
"""The longest a question may take without a model: every source has given up by then."""

WINDOW = 6
"""Turns of a conversation that a question is read in the light of."""

LONGEST = 2_000
"""Characters of a question that are read; the longest title on record has fewer."""


class SessionError(Exception):
    """A question got no answer; `code` names the case, `advice` what the visitor can do."""

    code = "broken"
    advice = ""


class Stopped(SessionError):
    """The visitor stopped the question."""

    code = "stopped"


class TooLate(SessionError):
    """The run's deadline came first."""

    code = "timed-out"
    advice = "Please try again in a little while."


class Broken(SessionError):
    """The run ended in a way it should not."""

    advice = "Please ask again; if it happens again, another wording may help."


@dataclass(slots=True)
class _Desk:
    """What the current settings have put together."""

    registry: Registry
    services: Services


@dataclass(slots=True)
class Session:
    """A visitor's conversations over one transport.

    Args:
        transport: how requests leave the machine.
        settings: see `Settings`; change them with `configure`.
        on_event: hears every engine event of every run.
        reader: who understands and writes; rules when not given.
        memory: what is remembered; a fresh one in memory when not given.
        now: the clock on the wall, with a time zone.
        http: the client to use instead of a new one over `transport`, so that several sessions share cache and pace.
    """

    transport: Transport
    settings: Settings = field(default_factory=Settings)
    on_event: Callable[[str, Event], object] | None = None
    reader: Reader | None = None
    memory: Memory = field(default_factory=Memory)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    clock: Clock = field(default_factory=SystemClock)
    http: HttpClient | None = None
    _desk: _Desk | None = None
    _running: dict[str, Handle[Visit]] = field(default_factory=dict)
    _turns: dict[str, list[Turn]] = field(default_factory=dict)

    def configure(self, settings: Settings) -> None:
        """Takes new settings for the questions from now on; a run that is under way keeps the old ones.

        Raises:
            ValueError: the gateway is no address that requests may be sent to.
        """
        self._desk = self._put_together(settings)
        self.settings = settings

    async def ask(self, question: str, *, id: str, conversation: str = "main") -> Answer:
        """The checked answer to a question, in the light of the conversation's last turns.

        Raises:
            Stopped, TooLate, Broken: there is none.
        """
        desk = self._desk or self._put_together(self.settings)
        self._desk = desk
        turns = self._turns.setdefault(conversation, [])
        text = readable(question)
        visit = Visit(visit=id, query=text, user_language=self.settings.language, conversation=turns[-WINDOW:])
        result = await self._run(desk, visit)
        answer = _answered(result, text)
        turns += [Turn(role="visitor", text=text), Turn(role="archivist", text=answer.answer, books=answer.books)]
        return answer

    def stop(self, id: str) -> bool:
        """Stops the run of a question; False when it is not running."""
        handle = self._running.get(id)
        if handle is None:
            return False
        handle.cancel("stopped by the visitor")
        return True

    async def _run(self, desk: _Desk, visit: Visit) -> Result[Visit]:
        listener = self.on_event
        handle = desk.registry.start(
            ARCHIVIST,
            visit,
            services=desk.services,
            on_event=None if listener is None else lambda event: listener(visit.visit, event),
            deadline=RUN_SECONDS,
            run_id=visit.visit,
        )
        self._running[visit.visit] = handle
        try:
            return await handle
        finally:
            del self._running[visit.visit]

    def _put_together(self, settings: Settings) -> _Desk:
        http = self.http or HttpClient(self.transport, clock=self.clock, gateway=settings.gateway)
        tools = ToolRegistry(*all_tools(http, settings.google_books_key))
        dispatcher = Dispatcher(tools, clock=self.clock)
        rules = RuleReader()
        services = Services(
            reader=self.reader or rules,
            rules=rules,
            dispatcher=dispatcher,
            memory=self.memory,
            gate=sparing(cannot_be_asked(settings.google_books_key)),
            tools=tools.names(),
            now=self.now,
        )
        return _Desk(registry=assemble(tools, dispatcher), services=services)


def readable(question: str) -> str:
    """The question without control and direction characters, in NFC, at most `LONGEST` characters."""
    spaced = "".join(char if char.isprintable() or not char.isspace() else " " for char in question)
    kept = "".join(char for char in spaced if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co"))
    return unicodedata.normalize("NFC", " ".join(kept.split()))[:LONGEST]


def _answered(result: Result[Visit], question: str) -> Answer:
    match result.outcome:
        case "completed":
            return answer_of(result.state, question, result.executed)
        case "awaiting-input":
            state = result.state
            state.draft, state.outcome = nothing_asked(state.user_language), "declined"
            return answer_of(state, question, result.executed)
        case "cancelled":
            message = "Stopped."
            raise Stopped(message)
        case "timed_out":
            message = "The sources took too long to answer."
            raise TooLate(message)
        case _:
            message = "Something went wrong while I looked for an answer."
            raise Broken(message) from result.error
