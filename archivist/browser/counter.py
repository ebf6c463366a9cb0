"""Meets the page's requests from what a session keeps."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import singledispatchmethod

from archivist.books import export, fold
from archivist.dag import dump
from archivist.librarian import misfits, shown
from archivist.memory import MemoryFailed, PastRun
from archivist.session import Session, SessionError, everything
from archivist.wire import (
    AnyReply,
    AnyRequest,
    AskWhy,
    BookOnShelf,
    CheckGraph,
    ClearShelf,
    ConversationBrief,
    ConversationList,
    ConversationTurns,
    DataKept,
    Done,
    EraseEverything,
    ExportBooks,
    ExportEverything,
    ExportMemory,
    FileText,
    ForgetBook,
    ForgetConversation,
    ForgetRun,
    GetConversation,
    GetConversations,
    GetData,
    GetGraph,
    GetMemory,
    GetOpenQuestions,
    GetSettings,
    GetShelf,
    GiveUp,
    GraphChecked,
    ImportMemory,
    ImportShelf,
    MemoryContent,
    MemoryImported,
    ModelTried,
    OpenQuestionBrief,
    OpenQuestionList,
    QuestionReplayed,
    RateBook,
    RecordOrigin,
    RememberedRun,
    RenameConversation,
    Replay,
    SaidTurn,
    SettingsKept,
    ShelfContent,
    ShelfImported,
    Shelve,
    TryModel,
    WhyShown,
)

BOOK_FILES = {
    "bibtex": ("bib", "application/x-bibtex"),
    "ris": ("ris", "application/x-research-info-systems"),
    "csl-json": ("json", "application/vnd.citationstyles.csl+json"),
    "csv": ("csv", "text/csv"),
    "markdown": ("md", "text/markdown"),
    "jsonld": ("jsonld", "application/ld+json"),
}
MEMORY_FILES = {
    "nquads": ("nq", "application/n-quads"),
    "trig": ("trig", "application/trig"),
    "jsonld": ("jsonld", "application/ld+json"),
    "turtle": ("ttl", "text/turtle"),
}
SEARCHED = 500
"""Questions and books that a search looks through, from the newest."""


class Refusal(Exception):
    """A request cannot be met; the text is a sentence for the visitor."""


@dataclass(frozen=True, slots=True)
class Counter:
    """Where the page's requests are met. `reply` may raise `Refusal`."""

    session: Session

    def reply(self, request: AnyRequest) -> AnyReply:
        """The reply to a request.

        Raises:
            Refusal: it cannot be met, and why.
        """
        try:
            return self._reply(request)
        except MemoryFailed as error:
            raise Refusal(str(error)) from error

    async def later(self, request: TryModel | Replay) -> AnyReply:
        """The reply to what takes a while.

        Raises:
            Refusal: it cannot be met, and why.
        """
        return await (self._try(request) if isinstance(request, TryModel) else self._replay(request))

    async def _replay(self, request: Replay) -> AnyReply:
        try:
            again = await self.session.replay(request.run, id=request.id)
        except SessionError as error:
            message = f"{error} {error.advice}".rstrip()
            raise Refusal(message) from error
        return QuestionReplayed(id=request.id, answer=again.answer, same=again.same, differences=again.differences)

    async def _try(self, request: TryModel) -> AnyReply:
        from archivist.models import ModelConfig  # noqa: PLC0415 - most visitors have no model

        config = ModelConfig(provider=request.provider, base_url=request.url, model=request.model, key=request.key)
        trial = await self.session.try_model(config)
        failure = trial.failure
        return ModelTried(
            id=request.id,
            models=trial.models,
            model=trial.model,
            seconds=trial.seconds,
            code=failure.code if failure else "",
            message=str(failure) if failure else "",
            advice=failure.advice if failure else "",
        )

    @singledispatchmethod
    def _reply(self, request: AnyRequest) -> AnyReply:
        message = f"nobody meets requests of the kind {request.what!r}"
        raise TypeError(message)

    @_reply.register
    def _(self, request: GetConversations) -> AnyReply:
        kept = self.session.history.all()
        briefs = tuple(ConversationBrief(id=one.id, title=one.title, at=_ms(one.at)) for one in kept)
        return ConversationList(id=request.id, conversations=briefs)

    @_reply.register
    def _(self, request: GetConversation) -> AnyReply:
        turns = tuple(
            SaidTurn(id=turn.id, role=turn.role, text=turn.text, at=_ms(turn.at), answer=turn.answer)
            for turn in self.session.history.read(request.conversation)
        )
        return ConversationTurns(id=request.id, conversation=request.conversation, turns=turns)

    @_reply.register
    def _(self, request: RenameConversation) -> AnyReply:
        changed = self.session.history.rename(request.conversation, request.title)
        return Done(id=request.id, what=request.what, changed=changed)

    @_reply.register
    def _(self, request: ForgetConversation) -> AnyReply:
        return Done(id=request.id, what=request.what, changed=self.session.forget_conversation(request.conversation))

    @_reply.register
    def _(self, request: GetMemory) -> AnyReply:
        memory, limit = self.session.memory, SEARCHED if request.search else request.limit
        counts, words = memory.digest().counts, fold(request.search).split()
        runs = [run for run in memory.runs(limit) if _has(words, run.query)]
        books = [one for one in memory.shown(limit=limit) if _has(words, one.book.title, *one.book.authors)]
        known = {one.book.id for one in books}
        return MemoryContent(
            id=request.id,
            questions=counts.queries,
            titles=counts.books,
            intents=tuple(counts.intents),
            runs=tuple(map(_run, runs[: request.limit])),
            books=tuple(map(shown, books[: request.limit])),
            ratings={book: stars for book, stars in memory.ratings().items() if book in known},
            shown={one.book.id: tuple(run.id for run in memory.showed(one.book.id)) for one in books[: request.limit]},
        )

    @_reply.register
    def _(self, request: AskWhy) -> AnyReply:
        why = self.session.memory.why(request.book, run=request.run)
        return WhyShown(
            id=request.id,
            text=why.text,
            title=why.title,
            query=why.query,
            at=_ms(why.at),
            place=why.place,
            of=why.of,
            score=why.score,
            reasons=why.reasons,
            origins=tuple(
                RecordOrigin(source=one.source, url=one.url, fields=one.fields, tool=one.tool) for one in why.origins
            ),
            merged_because=why.merged_because,
            earlier=tuple(map(_run, why.earlier)),
        )

    @_reply.register
    def _(self, request: ForgetRun) -> AnyReply:
        return Done(id=request.id, what=request.what, changed=self.session.memory.forget_run(request.run))

    @_reply.register
    def _(self, request: ForgetBook) -> AnyReply:
        return Done(id=request.id, what=request.what, changed=self.session.memory.forget_book(request.book))

    @_reply.register
    def _(self, request: RateBook) -> AnyReply:
        self.session.memory.rate(request.book, request.stars)
        return Done(id=request.id, what=request.what, changed=True)

    @_reply.register
    def _(self, request: ExportBooks) -> AnyReply:
        books = [one.book for one in self.session.memory.load(request.run).shortlist]
        chosen = [book for book in books if not request.books or book.id in request.books]
        ending, kind = BOOK_FILES[request.format]
        name, text = f"books-{request.run}.{ending}", export(chosen, request.format)
        return FileText(id=request.id, what=request.what, name=name, type=kind, text=text)

    @_reply.register
    def _(self, request: ExportMemory) -> AnyReply:
        ending, kind = MEMORY_FILES[request.form]
        text = self.session.memory.export(request.form, run=request.run)
        return FileText(id=request.id, what=request.what, name=f"archivist-memory.{ending}", type=kind, text=text)

    @_reply.register
    def _(self, request: ImportMemory) -> AnyReply:
        return MemoryImported(id=request.id, runs=self.session.memory.take_in(request.text, request.form))

    @_reply.register
    def _(self, request: ImportShelf) -> AnyReply:
        from archivist.sources.shelf import ShelfFileError, read_shelf  # noqa: PLC0415 - see `OwnShelf`

        try:
            found = read_shelf(_bytes(request))
        except ShelfFileError as error:
            raise Refusal(_sentence(str(error))) from error
        added, shelf = self.session.shelve(found.books), self.session.home.shelf
        skipped = tuple(found.skipped)
        return ShelfImported(id=request.id, kind=found.kind, added=added, count=len(shelf), skipped=skipped)

    @_reply.register
    def _(self, request: Shelve) -> AnyReply:
        return Done(
            id=request.id,
            what=request.what,
            changed=self.session.shelve_shown(request.run, request.book, owned=request.owned),
        )

    @_reply.register
    def _(self, request: GetShelf) -> AnyReply:
        shelf = self.session.home.shelf
        books = shelf.shelf.search(request.search, request.limit) if request.search else shelf.books()
        rows = tuple(
            BookOnShelf(
                key=book.key,
                title=book.title,
                subtitle=book.subtitle,
                authors=book.authors,
                year=book.year,
                isbns=book.isbns,
                note=book.note.words,
                stars=book.note.stars,
            )
            for book in books[: request.limit]
        )
        return ShelfContent(id=request.id, count=len(shelf), books=rows)

    @_reply.register
    def _(self, request: ClearShelf) -> AnyReply:
        return Done(id=request.id, what=request.what, changed=self.session.clear_shelf())

    @_reply.register
    def _(self, request: GetGraph) -> AnyReply:
        graph = self.session.staff.registry.dag(request.graph)
        if graph is None:
            message = "There is no such graph."
            raise Refusal(message)
        name = f"{graph.name}.jsonld"
        return FileText(id=request.id, what=request.what, name=name, type="application/ld+json", text=dump(graph))

    @_reply.register
    def _(self, request: CheckGraph) -> AnyReply:
        dispatcher = self.session.staff.services.dispatcher
        return GraphChecked(id=request.id, problems=misfits(request.text, dispatcher.tools, dispatcher))

    @_reply.register
    def _(self, request: ExportEverything) -> AnyReply:
        text = json.dumps(everything(self.session), ensure_ascii=False, indent=1)
        kind, name = "application/json", "archivist-data.json"
        return FileText(id=request.id, what=request.what, name=name, type=kind, text=text)

    @_reply.register
    def _(self, request: GetData) -> AnyReply:
        session, home = self.session, self.session.home
        counts = session.memory.digest().counts
        return DataKept(
            id=request.id,
            kept=home.kept,
            notice=home.notices[0].text if home.notices else "",
            bytes=home.size,
            conversations=len(session.history.all()),
            questions=counts.queries,
            books=counts.books,
            shelf=len(home.shelf),
            open_questions=len(session.open_questions()),
            tokens=session.spending.today().tokens,
        )

    @_reply.register
    def _(self, request: GetSettings) -> AnyReply:
        return SettingsKept(id=request.id, settings=self.session.home.settings())

    @_reply.register
    def _(self, request: EraseEverything) -> AnyReply:
        self.session.erase()
        return Done(id=request.id, what=request.what, changed=True)

    @_reply.register
    def _(self, request: GetOpenQuestions) -> AnyReply:
        questions = tuple(
            OpenQuestionBrief(
                id=one.id,
                question=one.question,
                conversation=one.conversation,
                at=_ms(one.at),
                pending=one.pending,
            )
            for one in self.session.open_questions()
        )
        return OpenQuestionList(id=request.id, questions=questions)

    @_reply.register
    def _(self, request: GiveUp) -> AnyReply:
        return Done(id=request.id, what=request.what, changed=self.session.drop(request.run))


def _ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def _run(run: PastRun) -> RememberedRun:
    return RememberedRun(run=run.id, query=run.query, intent=run.intent, at=_ms(run.at))


def _has(words: Iterable[str], *texts: str) -> bool:
    said = fold(" ".join(texts))
    return all(word in said for word in words)


def _bytes(request: ImportShelf) -> bytes:
    if request.base64 is None:
        return (request.text or "").encode()
    try:
        return base64.b64decode(request.base64, validate=True)
    except binascii.Error as error:
        message = "The file did not arrive whole. Please drop it again."
        raise Refusal(message) from error


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
