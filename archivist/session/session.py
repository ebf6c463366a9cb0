"""One visitor's questions: ask, stop, decide, go on, set, and hear what happens meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from archivist.dag import Checkpoint, Clock, Event, Result, SystemClock
from archivist.librarian import (
    APPROVAL_KEY,
    ARCHIVIST,
    PARK_KEY,
    Answer,
    Reader,
    ShownBook,
    Visit,
    forget_read,
)
from archivist.memory import Memory, Post, posted
from archivist.session.ending import answered
from archivist.session.errors import NotOpen, NotRecorded, Stopped
from archivist.session.forgetting import forget_conversation, forget_run
from archivist.session.history import History
from archivist.session.home import Home
from archivist.session.noting import noted, shelf_book
from archivist.session.open_questions import OpenQuestion
from archivist.session.previews import Previews
from archivist.session.recorder import Recorder, visit_of
from archivist.session.recording import Recording, recording_of
from archivist.session.remembering import remembering
from archivist.session.replaying import Replayed, replayed
from archivist.session.spending import Spending
from archivist.session.staff import Means, Staff, staffed
from archivist.session.taking import Taking
from archivist.session.text import readable
from archivist.session.waiting import Waiting, asking
from archivist.settings import Settings
from archivist.sources import HttpClient, Transport
from archivist.tools import Answer as Verdict

if TYPE_CHECKING:
    from archivist.models import ModelConfig, Trial
    from archivist.sources.shelf import ShelfBook


class Session:
    """A visitor's conversations over one transport.

    Args:
        transport: how requests leave the machine.
        settings: see `Settings`; those that were kept when not given. Change them with `configure`.
        on_event: hears every engine event of every run, under the question's id.
        reader: who understands and writes; rules when not given.
        home: where things are kept; nowhere when not given.
        memory: what is remembered, whatever the settings say; the home's or a shared one when not given.
        post: how a shared memory is asked; needed where there are no sockets, in a browser.
        now: the time on the wall, with a time zone; the clock's when not given.
        clock: the clock for deadlines and waits.
        spending: what models used up; kept in the home when not given.
        http: the client to use instead of a new one over `transport`, so that several sessions share cache and pace.
    """

    def __init__(  # noqa: PLR0913  what a session may be given, each by name
        self,
        transport: Transport,
        settings: Settings | None = None,
        *,
        on_event: Callable[[str, Event], object] = lambda *_: None,
        reader: Reader | None = None,
        home: Home | None = None,
        memory: Memory | None = None,
        post: Post = posted,
        now: Callable[[], datetime] | None = None,
        clock: Clock | None = None,
        http: HttpClient | None = None,
        spending: Spending | None = None,
    ) -> None:
        self.home, clock = home or Home(), clock or SystemClock()
        now = now or partial(_wall, clock)
        self.settings = self.home.settings() if settings is None else settings
        self._given, self._post, self._now = memory, post, now
        self.memory = self._remembering(self.settings.memory_url)
        self.history = History(self.home.store)
        self.spending = spending or Spending(self.home.store, now)
        self._running: dict[str, Callable[[], object]] = {}
        self._waiting = Waiting(self.home.store, now, self._running.keys())
        self._on_event = on_event
        self._on_books: Callable[[str, Sequence[ShownBook]], object] | None = None
        self._on_answer: Callable[[str, Answer], object] = lambda *_: None
        self._previews = Previews(now)
        self._means = Means(
            transport=transport,
            clock=clock,
            home=self.home,
            memory=self.memory,
            reader=reader,
            http=http,
            now=now,
            waits=self._waiting.calls,
            previews=self._previews,
            spending=self.spending,
        )
        self._staff: Staff | None = None

    def listen(
        self,
        on_event: Callable[[str, Event], object],
        on_books: Callable[[str, Sequence[ShownBook]], object] | None = None,
        on_answer: Callable[[str, Answer], object] = lambda *_: None,
    ) -> None:
        """Has `on_event` hear every event from now on, in place of who did.

        `on_books` hears, under the question's id, which books the sources that have answered so far amount to,
        `on_answer` the answer as soon as it is there: what came of the question is kept after that, without a pause.
        """
        self._on_event, self._on_books, self._on_answer = on_event, on_books, on_answer

    def configure(self, settings: Settings) -> None:
        """Takes new settings for the questions from now on; a run that is under way keeps the old ones.

        Raises:
            ValueError: the gateway or the shared memory has no address that requests may be sent to.
        """
        changed = settings.memory_url != self.settings.memory_url
        memory = self._remembering(settings.memory_url) if changed else self.memory
        means = replace(self._means, memory=memory)
        self._staff = staffed(means, settings)
        self._means, self.memory, self.settings = means, memory, settings
        self.home.keep_settings(settings, at=self._now())

    def _remembering(self, url: str | None) -> Memory:
        return self._given or remembering(self.home, url, now=self._now, post=self._post)

    async def try_model(self, config: ModelConfig) -> Trial:
        """Whether a model answers with these settings; nothing of them is kept."""
        from archivist.models import tried  # noqa: PLC0415 - see `Staff`

        return await tried(config, self._means.transport, clock=self._means.clock)

    def shelve(self, books: Iterable[ShelfBook]) -> int:
        """Puts the books on the visitor's shelf, where the next question finds them; how many they were."""
        self._staff = None
        return self.home.shelf.add(books)

    def shelve_shown(self, run: str, book: str, *, owned: bool = False) -> bool:
        """Puts a book that a run showed on the shelf; False when the run did not show it.

        Raises:
            UnknownRun: the run is not remembered.
        """
        shown = [one.book for one in self.memory.load(run).shortlist if one.book.id == book]
        return self.shelve([shelf_book(one, owned=owned) for one in shown]) > 0

    def clear_shelf(self) -> bool:
        """Takes everything off the shelf; False when nothing was on it."""
        any_book, self._staff = len(self.home.shelf) > 0, None
        self.home.shelf.clear()
        return any_book

    def forget_conversation(self, conversation: str) -> bool:
        """Forgets a conversation with all its questions, open ones too; False when it is not kept."""
        known = forget_conversation(conversation, self.memory, self.home.store, at=self._now())
        self.history.refresh()
        for one in self.open_questions():
            if one.conversation == conversation:
                self.drop(one.id)
        return known

    def forget_run(self, run: str) -> bool:
        """Forgets a question, in memory and in its conversation; False when nothing of it was kept."""
        known = forget_run(run, self.memory, self.home.store, at=self._now())
        self.history.refresh()
        return known

    def absorb(self, path: Path) -> int:
        """Takes in what another window kept in its file; how many rows it brought or renewed."""
        self._staff = None
        self.history.refresh()
        return self.home.absorb(path)

    def erase(self) -> None:
        """Deletes everything that is kept here, settings and shelf included; what is under way is stopped first."""
        for halt in list(self._running.values()):
            halt()
        forget_read()
        self.home.erase(at=self._now())
        self.settings, self._staff = Settings(), None
        self.memory = self._remembering(None)
        self._means = replace(self._means, memory=self.memory)
        self.history.refresh()

    async def ask(self, question: str, *, id: str, conversation: str = "main") -> Answer:
        """The checked answer to a question, in the light of the conversation's last turns.

        An answer with outcome `needs-approval` is none yet: `pending` tells what waits for `decide`.

        Raises:
            Stopped, TooLate, Broken: there is none.
            NotOpen: a question with this id is under way.
        """
        if id in self._running:
            message = "A question with this id is under way."
            raise NotOpen(message)
        self._waiting.forget_empty(conversation)
        return await self._afresh(self.open_question(question, id=id, conversation=conversation))

    def open_question(self, question: str, *, id: str, conversation: str = "main") -> OpenQuestion:
        """Notes a question without beginning it; `resume` does."""
        return self._waiting.note(question, id=id, conversation=conversation)

    def open_questions(self) -> list[OpenQuestion]:
        """Questions that were cut off or wait for the visitor, the newest first; not those under way here."""
        return self._waiting.all()

    async def resume(self, id: str, question: str | None = None) -> Answer:
        """Goes on with an open question where it was; an empty one goes on with `question`.

        Sources that had answered are not asked again. One that waits for `decide` still does.

        Raises:
            NotOpen: there is no such open question, or it is under way.
            Stopped, TooLate, Broken: there is no answer.
        """
        noted = self._waiting.get(id)
        if noted.checkpoint is None:
            return await self._afresh(noted)
        if noted.verdicts:
            return await self._further(noted, {APPROVAL_KEY: {"verdicts": noted.verdicts}})
        if noted.pending or question is None:
            return asking(noted, self.settings.language)
        noted = noted.model_copy(update={"question": readable(question)})
        return await self._further(noted, {PARK_KEY: {"query": noted.question}})

    async def decide(self, id: str, verdicts: Mapping[str, Verdict], rest: Verdict | None = None) -> Answer:
        """Goes on with a question whose calls wait for the visitor: verdicts by the key of the call, `rest` for others.

        Calls without a verdict keep the question waiting.

        Raises:
            NotOpen: no such question waits, or none of its calls has such a key.
            Stopped, TooLate, Broken: there is no answer.
        """
        decided = self._waiting.decided(id, verdicts, rest)
        return await self._further(decided, {APPROVAL_KEY: {"verdicts": decided.verdicts}})

    async def replay(self, run: str, *, id: str | None = None) -> Replayed:
        """A question played again from what was recorded of it: nobody is asked, and nothing kept changes.

        Events are told under `id`, or the run's own.

        Raises:
            NotRecorded: nothing is recorded of such a question, or not any more.
            Stopped, TooLate, Broken: played again it has no answer, which can only be after a change of the program.
        """
        recording = recording_of(self.home.store.recordings.get(run))
        if recording is None:
            message = "Nothing is recorded of that question, or not any more."
            raise NotRecorded(message)
        again = await replayed(recording, self._means, lambda event: self._on_event(id or run, event))
        return replace(again, answer=noted(again.answer, self.home.shelf))

    def stop(self, id: str) -> bool:
        """Stops the run of a question; False when it is not running."""
        halt = self._running.get(id)
        if halt is None:
            return False
        halt()
        return True

    def drop(self, id: str) -> bool:
        """Gives an open question up; False when it is not open."""
        return self._waiting.drop(id)

    async def _afresh(self, asked: OpenQuestion) -> Answer:
        recording, staff = self._begun(asked), self.staff
        taking = Taking(self.memory, self.memory.begin(asked.id), Recorder(recording, staff))
        handle = staff.registry.start(
            ARCHIVIST,
            visit_of(recording),
            services=taking.services,
            on_event=self._listener(asked.id, taking),
            deadline=staff.seconds,
            run_id=asked.id,
        )
        return await self._finished(asked, handle, lambda: handle.cancel("stopped by the visitor"), taking)

    def _begun(self, asked: OpenQuestion) -> Recording:
        return Recording(
            id=asked.id,
            question=asked.question,
            conversation=asked.conversation,
            at=asked.at,
            language=self.settings.language,
            window=tuple(self.history.window(asked.conversation, besides=asked.id)),
        )

    async def _further(self, waits: OpenQuestion, answers: Mapping[str, Mapping[str, object]]) -> Answer:
        recording, staff = waits.recording or self._begun(waits), self.staff
        graph = self.memory.resume(waits.id).go_on(waits.trace)
        taking = Taking(self.memory, graph, Recorder(recording, staff, answers))
        checkpoint = Checkpoint.load(cast("dict[str, object]", waits.checkpoint))
        task = asyncio.ensure_future(
            staff.registry.resume(
                checkpoint,
                state=Visit,
                answers=answers,
                services=taking.services,
                on_event=self._listener(waits.id, taking),
                deadline=staff.seconds,
            )
        )
        return await self._finished(waits, task, task.cancel, taking, checkpoint.executed)

    async def _finished(
        self,
        asked: OpenQuestion,
        run: Awaitable[Result[Visit]],
        halt: Callable[[], object],
        taking: Taking,
        executed: Sequence[str] = (),
    ) -> Answer:
        """Waits for the run and keeps what came of it; a question is open until that is done."""
        stopped = asyncio.Event()
        self._running[asked.id] = lambda: _both(stopped.set, halt)
        waits = False
        try:
            result = await run
            if result.outcome == "awaiting-input":
                waits = True
                return self._parked(asked, result, taking)
            plain = answered(result, asked.question, executed)
            answer = noted(plain, self.home.shelf)
            self._on_answer(asked.id, answer)
            self._keep(asked, answer, taking.taken(result.state, plain))
            taking.remember()
        except asyncio.CancelledError as cancelled:
            if not stopped.is_set():
                raise
            message = "Stopped."
            raise Stopped(message) from cancelled
        else:
            return answer
        finally:
            del self._running[asked.id]
            self._previews.over(asked.id)
            if not waits:
                self._waiting.over(asked.id)

    def _keep(self, asked: OpenQuestion, answer: Answer, recording: Recording) -> None:
        self.history.add(asked.conversation, asked.question, answer, at=self._now())
        self.home.store.recordings.put(asked.id, asked.conversation, recording.model_dump_json(), at=self._now())

    def _parked(self, asked: OpenQuestion, result: Result[Visit], taking: Taking) -> Answer:
        """Keeps the run that waits, and says what for."""
        recording = taking.taken(result.state)
        taking.remember()
        parked = self._waiting.park(asked, result, recording, taking.graph.told())
        return asking(parked, result.state.user_language or self.settings.language)

    @property
    def staff(self) -> Staff:
        """Graphs and services under the current settings."""
        if self._staff is None:
            self._staff = staffed(self._means, self.settings)
        return self._staff

    def _listener(self, id: str, taking: Taking) -> Callable[[Event], None]:
        def heard(event: Event) -> None:
            taking.watch(event)
            self._on_event(id, event)
            if self._on_books and event.detail.get("what") == "tool-settled" and (books := self._previews.so_far(id)):
                self._on_books(id, books)

        return heard


def _wall(clock: Clock) -> datetime:
    return datetime.fromtimestamp(clock.wall(), UTC)


def _both(first: Callable[[], object], second: Callable[[], object]) -> None:
    first()
    second()
