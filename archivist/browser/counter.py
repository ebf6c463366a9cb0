"""Meets the page's requests from what a session keeps."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import singledispatchmethod

from archivist import wire
from archivist.books import export, fold
from archivist.dag import dump
from archivist.librarian import misfits, reason_in, shown
from archivist.memory import MemoryFailed, PastRun
from archivist.session import Session, SessionError, everything

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

    def reply(self, request: wire.AnyRequest) -> wire.AnyReply:
        """The reply to a request.

        Raises:
            Refusal: it cannot be met, and why.
        """
        try:
            return self._reply(request)
        except MemoryFailed as error:
            raise Refusal(str(error)) from error

    async def later(self, request: wire.TryModel | wire.Replay) -> wire.AnyReply:
        """The reply to what takes a while.

        Raises:
            Refusal: it cannot be met, and why.
        """
        return await (self._try(request) if isinstance(request, wire.TryModel) else self._replay(request))

    async def _replay(self, request: wire.Replay) -> wire.AnyReply:
        try:
            again = await self.session.replay(request.run, id=request.id)
        except SessionError as error:
            message = f"{error} {error.advice}".rstrip()
            raise Refusal(message) from error
        return wire.QuestionReplayed(id=request.id, answer=again.answer, same=again.same, differences=again.differences)

    async def _try(self, request: wire.TryModel) -> wire.AnyReply:
        from archivist.models import ModelConfig  # noqa: PLC0415 - most visitors have no model

        config = ModelConfig(provider=request.provider, base_url=request.url, model=request.model, key=request.key)
        trial = await self.session.try_model(config)
        failure = trial.failure
        return wire.ModelTried(
            id=request.id,
            models=trial.models,
            model=trial.model,
            seconds=trial.seconds,
            code=failure.code if failure else "",
            message=str(failure) if failure else "",
            advice=failure.advice if failure else "",
        )

    @singledispatchmethod
    def _reply(self, request: wire.AnyRequest) -> wire.AnyReply:
        message = f"nobody meets requests of the kind {request.what!r}"
        raise TypeError(message)

    @_reply.register
    def _(self, request: wire.GetConversations) -> wire.AnyReply:
        kept = self.session.history.all()
        briefs = tuple(wire.ConversationBrief(id=one.id, title=one.title, at=_ms(one.at)) for one in kept)
        return wire.ConversationList(id=request.id, conversations=briefs)

    @_reply.register
    def _(self, request: wire.GetConversation) -> wire.AnyReply:
        turns = tuple(
            wire.SaidTurn(id=turn.id, role=turn.role, text=turn.text, at=_ms(turn.at), answer=turn.answer)
            for turn in self.session.history.read(request.conversation)
        )
        return wire.ConversationTurns(id=request.id, conversation=request.conversation, turns=turns)

    @_reply.register
    def _(self, request: wire.RenameConversation) -> wire.AnyReply:
        changed = self.session.history.rename(request.conversation, request.title)
        return wire.Done(id=request.id, what=request.what, changed=changed)

    @_reply.register
    def _(self, request: wire.ForgetConversation) -> wire.AnyReply:
        return wire.Done(
            id=request.id, what=request.what, changed=self.session.forget_conversation(request.conversation)
        )

    @_reply.register
    def _(self, request: wire.GetMemory) -> wire.AnyReply:
        memory, limit = self.session.memory, SEARCHED if request.search else request.limit
        counts, words = memory.digest().counts, fold(request.search).split()
        runs = [run for run in memory.runs(limit) if _has(words, run.query)]
        books = [one for one in memory.shown(limit=limit) if _has(words, one.book.title, *one.book.authors)]
        known = {one.book.id for one in books}
        return wire.MemoryContent(
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
    def _(self, request: wire.AskWhy) -> wire.AnyReply:
        why = self.session.memory.why(request.book, run=request.run)
        return wire.WhyShown(
            id=request.id,
            text=why.text,
            title=why.title,
            query=why.query,
            at=_ms(why.at),
            place=why.place,
            of=why.of,
            score=why.score,
            reasons=tuple(reason_in(self.session.settings.language, reason) for reason in why.reasons),
            origins=tuple(
                wire.RecordOrigin(source=one.source, url=one.url, fields=one.fields, tool=one.tool)
                for one in why.origins
            ),
            merged_because=why.merged_because,
            earlier=tuple(map(_run, why.earlier)),
        )

    @_reply.register
    def _(self, request: wire.ForgetRun) -> wire.AnyReply:
        return wire.Done(id=request.id, what=request.what, changed=self.session.forget_run(request.run))

    @_reply.register
    def _(self, request: wire.ForgetBook) -> wire.AnyReply:
        return wire.Done(id=request.id, what=request.what, changed=self.session.memory.forget_book(request.book))

    @_reply.register
    def _(self, request: wire.RateBook) -> wire.AnyReply:
        self.session.memory.rate(request.book, request.stars)
        return wire.Done(id=request.id, what=request.what, changed=True)

    @_reply.register
    def _(self, request: wire.ExportBooks) -> wire.AnyReply:
        books = [one.book for one in self.session.memory.load(request.run).shortlist]
        chosen = [book for book in books if not request.books or book.id in request.books]
        ending, kind = BOOK_FILES[request.format]
        name, text = f"books-{request.run}.{ending}", export(chosen, request.format)
        return wire.FileText(id=request.id, what=request.what, name=name, type=kind, text=text)

    @_reply.register
    def _(self, request: wire.ExportMemory) -> wire.AnyReply:
        ending, kind = MEMORY_FILES[request.form]
        text = self.session.memory.export(request.form, run=request.run)
        return wire.FileText(id=request.id, what=request.what, name=f"archivist-memory.{ending}", type=kind, text=text)

    @_reply.register
    def _(self, request: wire.ImportMemory) -> wire.AnyReply:
        return wire.MemoryImported(id=request.id, runs=self.session.memory.take_in(request.text, request.form))

    @_reply.register
    def _(self, request: wire.ImportShelf) -> wire.AnyReply:
        from archivist.sources.shelf import ShelfFileError, read_shelf  # noqa: PLC0415 - see `OwnShelf`

        try:
            found = read_shelf(_bytes(request))
        except ShelfFileError as error:
            raise Refusal(_sentence(str(error))) from error
        added, shelf = self.session.shelve(found.books), self.session.home.shelf
        skipped = tuple(found.skipped)
        return wire.ShelfImported(id=request.id, kind=found.kind, added=added, count=len(shelf), skipped=skipped)

    @_reply.register
    def _(self, request: wire.Shelve) -> wire.AnyReply:
        return wire.Done(
            id=request.id,
            what=request.what,
            changed=self.session.shelve_shown(request.run, request.book, owned=request.owned),
        )

    @_reply.register
    def _(self, request: wire.GetShelf) -> wire.AnyReply:
        shelf = self.session.home.shelf
        books = shelf.shelf.search(request.search, request.limit) if request.search else shelf.books()
        rows = tuple(
            wire.BookOnShelf(
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
        return wire.ShelfContent(id=request.id, count=len(shelf), books=rows)

    @_reply.register
    def _(self, request: wire.ClearShelf) -> wire.AnyReply:
        return wire.Done(id=request.id, what=request.what, changed=self.session.clear_shelf())

    @_reply.register
    def _(self, request: wire.GetGraph) -> wire.AnyReply:
        graph = self.session.staff.registry.dag(request.graph)
        if graph is None:
            message = "There is no such graph."
            raise Refusal(message)
        name = f"{graph.name}.jsonld"
        return wire.FileText(id=request.id, what=request.what, name=name, type="application/ld+json", text=dump(graph))

    @_reply.register
    def _(self, request: wire.CheckGraph) -> wire.AnyReply:
        dispatcher = self.session.staff.services.dispatcher
        return wire.GraphChecked(id=request.id, problems=misfits(request.text, dispatcher.tools, dispatcher))

    @_reply.register
    def _(self, request: wire.ExportEverything) -> wire.AnyReply:
        text = json.dumps(everything(self.session), ensure_ascii=False, indent=1)
        kind, name = "application/json", "archivist-data.json"
        return wire.FileText(id=request.id, what=request.what, name=name, type=kind, text=text)

    @_reply.register
    def _(self, request: wire.GetData) -> wire.AnyReply:
        session, home = self.session, self.session.home
        counts = session.memory.digest().counts
        return wire.DataKept(
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
    def _(self, request: wire.GetSettings) -> wire.AnyReply:
        return wire.SettingsKept(id=request.id, settings=self.session.home.settings())

    @_reply.register
    def _(self, request: wire.EraseEverything) -> wire.AnyReply:
        self.session.erase()
        return wire.Done(id=request.id, what=request.what, changed=True)

    @_reply.register
    def _(self, request: wire.GetOpenQuestions) -> wire.AnyReply:
        questions = tuple(
            wire.OpenQuestionBrief(
                id=one.id,
                question=one.question,
                conversation=one.conversation,
                at=_ms(one.at),
                pending=one.pending,
            )
            for one in self.session.open_questions()
        )
        return wire.OpenQuestionList(id=request.id, questions=questions)

    @_reply.register
    def _(self, request: wire.GiveUp) -> wire.AnyReply:
        return wire.Done(id=request.id, what=request.what, changed=self.session.drop(request.run))


def _ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def _run(run: PastRun) -> wire.RememberedRun:
    return wire.RememberedRun(run=run.id, query=run.query, intent=run.intent, at=_ms(run.at))


def _has(words: Iterable[str], *texts: str) -> bool:
    said = fold(" ".join(texts))
    return all(word in said for word in words)


def _bytes(request: wire.ImportShelf) -> bytes:
    if request.base64 is None:
        return (request.text or "").encode()
    try:
        return base64.b64decode(request.base64, validate=True)
    except binascii.Error as error:
        message = "The file did not arrive whole. Please drop it again."
        raise Refusal(message) from error


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
