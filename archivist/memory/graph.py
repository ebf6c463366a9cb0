"""What one run leaves behind: its question, its shortlist with every source behind it, and how it came to that."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Self

from archivist.books.record import Book, BookId, Ranked
from archivist.memory.errors import UnreadableMemory
from archivist.memory.facts import PREDICATES, book_facts, held, record_iri
from archivist.memory.gate import STRUCTURE, Said, Verdict, gate, ungrounded, unsourced
from archivist.memory.library import Embedding
from archivist.memory.queried import Queried
from archivist.memory.reading import Facts, book_from
from archivist.memory.terms import Iri, Quad, Triple, Url, Value, from_nquads, to_nquads
from archivist.memory.trace import Trace
from archivist.memory.vocabulary import (
    MEMORY,
    SOFTWARE,
    TYPE,
    RunId,
    agent,
    dag,
    prov,
    prov_graph,
    run_iri,
    run_of,
    state_graph,
)


class RunGraph:
    """The graphs of one run: `urn:dagonizer:memory` (its books), `…:state:<runId>` (what it decided) and
    `…:prov:<runId>` (how). Recording needs no graph library; the first query loads rdflib.

    `trace` takes down activities as they happen; `recorded` is called whenever something was recorded. Nothing here
    reads a clock: times are given, and have a time zone.
    """

    def __init__(self, run_id: str, *, recorded: Callable[[RunGraph], None] = lambda _: None) -> None:
        self.run_id = RunId(run_id)
        self.query = ""
        self.intent = ""
        self.at: datetime | None = None
        self.ranked: tuple[Ranked, ...] = ()
        self.shortlist: tuple[Ranked, ...] = ()
        self.embedding: Embedding | None = None
        self.trace = Trace(self.run_id)
        self._on_record = recorded
        self._recorded: list[Quad] = []
        self._books: list[Quad] = []
        self._citations: Queried | None = None
        self._filled: set[Iri] = set()

    def record(
        self, *, query: str, intent: str, shortlist: Sequence[Ranked], at: datetime, ranked: Sequence[Ranked] = ()
    ) -> None:
        """Writes the run down: `shortlist` holds the books that may be cited, `ranked` whatever else was judged.

        Shortlisted books are written with their full record; of the others, id, title and score. Recording again
        replaces what was recorded, so that a book has one score and one flag.

        Raises:
            ValueError: `at` has no time zone.
        """
        if at.tzinfo is None:
            rule = f"at={at!r} has no time zone; pass an aware datetime, such as datetime.now(UTC)."
            raise ValueError(rule)
        chosen = {one.book.id for one in shortlist}
        self.query, self.intent, self.at, self.shortlist = query, intent, at, tuple(shortlist)
        self.ranked = (*self.shortlist, *(one for one in ranked if one.book.id not in chosen))
        self._write(at)
        self._on_record(self)

    def _write(self, at: datetime) -> None:
        self._citations = None
        self._recorded = [*self._run_quads(at), *self._decided(), *self._derived()]
        self._books = [
            Quad(*fact, MEMORY)
            for fact in dict.fromkeys(fact for one in self.shortlist for fact in book_facts(one.book))
        ]

    def _run_quads(self, at: datetime) -> list[Quad]:
        run = run_iri(self.run_id)
        said: list[tuple[Iri, Value]] = [
            (TYPE, dag("Run")),
            (dag("visitorQuery"), self.query),
            (dag("intent"), self.intent),
            (dag("runTimestamp"), at.timestamp() * 1000.0),
        ]
        both = [Quad(run, term, value, graph) for graph in (MEMORY, state_graph(self.run_id)) for term, value in said]
        both += [Quad(run, dag("shortlisted"), Iri(one.book.id), MEMORY) for one in self.shortlist]
        how: list[tuple[Iri, Value]] = [
            (TYPE, prov("Activity")),
            (dag("searchedFor"), self.query),
            (prov("startedAtTime"), at),
            (prov("wasAssociatedWith"), SOFTWARE),
        ]
        both += [Quad(run, term, value, prov_graph(self.run_id)) for term, value in how]
        return [*both, Quad(SOFTWARE, TYPE, prov("SoftwareAgent"), prov_graph(self.run_id))]

    def _decided(self) -> Iterable[Quad]:
        """The state graph: each ranked book once, with one score and one flag."""
        graph, run = state_graph(self.run_id), run_iri(self.run_id)
        chosen = {one.book.id for one in self.shortlist}
        for place, one in enumerate(self.ranked):
            book, listed = Iri(one.book.id), one.book.id in chosen
            yield Quad(run, dag("shortlisted" if listed else "candidate"), book, graph)
            yield Quad(book, dag("title"), one.book.title, graph)
            yield Quad(book, dag("rank"), place, graph)
            yield Quad(book, dag("score"), float(one.score), graph)
            yield Quad(book, dag("inShortlist"), listed, graph)
            if one.reasons:
                yield Quad(book, dag("rankReason"), "\n".join(one.reasons), graph)

    def _derived(self) -> Iterable[Quad]:
        """The provenance graph: which records of which sources each shortlisted book was made of."""
        graph, run = prov_graph(self.run_id), run_iri(self.run_id)
        for one in self.shortlist:
            book = Iri(one.book.id)
            yield Quad(run, prov("generated"), book, graph)
            yield Quad(book, prov("wasGeneratedBy"), run, graph)
            yield Quad(book, prov("wasAttributedTo"), SOFTWARE, graph)
            yield from (Quad(*fact, graph) for fact in _sources(one.book))

    def load(self, text: str) -> Self:
        """This run as the N-Quads text of `nquads()` tells it; returns itself. `ranked` is then the shortlist.

        Raises:
            UnreadableMemory: the text is no N-Quads, tells of another run or of none.
        """
        return self.fill(list(from_nquads(text)))

    def fill(self, quads: Sequence[Quad]) -> Self:
        """As `load`, from quads.

        Raises:
            UnreadableMemory: they tell of another run or of none.
        """
        runs = {run_of(quad.subject) for quad in quads if quad.predicate == TYPE and quad.object == dag("Run")}
        if runs != {self.run_id}:
            rule = f"it tells of {sorted(runs)!r}, and {self.run_id!r} was asked for"
            raise UnreadableMemory.graph(rule)
        run = run_iri(self.run_id)
        self._books = [quad for quad in quads if quad.graph == MEMORY and quad.subject != run]
        own = [quad for quad in quads if quad.graph != MEMORY or quad.subject == run]
        self.trace = Trace(self.run_id, resumed=own)
        elsewhere = {*self.trace.quads}
        self._recorded = [quad for quad in own if quad not in elsewhere and quad.predicate not in _EMBEDDED]
        self._citations = None
        self._read(Facts(quads), Facts(self._books))
        return self

    def _read(self, own: Facts, known: Facts) -> None:
        run = run_iri(self.run_id)
        self.query = own.text(run, dag("visitorQuery")) or ""
        self.intent = own.text(run, dag("intent")) or ""
        self.at = own.time(run, prov("startedAtTime"))
        chosen = sorted(own.texts(run, dag("shortlisted")), key=lambda book: own.number(book, dag("rank")) or 0)
        self.shortlist = tuple(_ranked(own, known, book) for book in chosen)
        self.ranked = self.shortlist
        self.embedding = _embedding(own, run)

    def go_on(self, told: str) -> Self:
        """Takes up the trace of a run that waited, as `told()` gave it, unless it is here still; returns itself."""
        if told and not self.trace.quads:
            self.trace = Trace(self.run_id, resumed=from_nquads(told))
        return self

    def told(self) -> str:
        """What the trace was told so far as N-Quads."""
        return to_nquads(self.trace.quads)

    def quads(self) -> list[Quad]:
        """Every fact of the run, each once."""
        return list(dict.fromkeys([*self.own_quads(), *self._books]))

    def own_quads(self) -> list[Quad]:
        """The facts of this run alone: without what is known of its books, which later runs share and renew."""
        return [*self._recorded, *self._embedded(), *self.trace.quads]

    def _embedded(self) -> list[Quad]:
        if self.embedding is None:
            return []
        run, graph = run_iri(self.run_id), state_graph(self.run_id)
        vector = json.dumps(self.embedding.vector)
        return [
            Quad(run, dag("queryEmbedding"), vector, graph),
            Quad(run, dag("embeddingModel"), self.embedding.model, graph),
        ]

    def nquads(self) -> str:
        """Every fact of the run as N-Quads."""
        return to_nquads(self.quads())

    def gate(self, statements: Sequence[Said] = ()) -> Verdict:
        """Whether the run has something to cite, and whether each statement stands in a record of it."""
        return gate(self._citable(statements), statements)

    def unsourced(self) -> list[BookId]:
        """The shortlisted books without a record that can be opened over https; one with it is enough for the gate."""
        return unsourced(self._citable(()))

    def ungrounded(self, statements: Sequence[Said]) -> list[str]:
        """One sentence for each statement that no record of a shortlisted book holds, in their order."""
        return ungrounded(self._citable(statements), statements)

    def asked(self) -> Queried:
        """The run's graphs for questions in SPARQL, as they are now."""
        return Queried(self.quads())

    def _citable(self, statements: Sequence[Said]) -> Queried:
        """The facts that the gate's queries about these statements can touch.

        Filling rdflib's graph costs more than asking it, and most facts (ISBNs, subjects) are seldom spoken of.
        """
        if self._citations is None:
            self._citations, self._filled = Queried(()), set()
        wanted = {*STRUCTURE, *(term for one in statements for term in PREDICATES[one.field])} - self._filled
        self._filled |= wanted
        self._citations.add(quad for quad in (*self._recorded, *self._books) if quad.predicate in wanted)
        return self._citations


def _sources(book: Book) -> Iterable[Triple]:
    for record in dict.fromkeys(book.records):
        subject = record_iri(record)
        yield Triple(Iri(book.id), prov("hadPrimarySource"), subject)
        yield Triple(Iri(book.id), prov("wasDerivedFrom"), subject)
        yield Triple(subject, dag("url"), Url(record.url))
        yield Triple(subject, dag("source"), record.source)
        yield Triple(subject, prov("wasAttributedTo"), agent(record.source))
        yield from (Triple(subject, dag("holds"), field) for field in held(record))


def _ranked(own: Facts, known: Facts, subject: str) -> Ranked:
    reasons = own.text(subject, dag("rankReason"))
    return Ranked(
        # A book that was forgotten since is still named by the run that showed it.
        book=book_from(known if known.of_type(dag("Book")).count(subject) else own, subject),
        score=own.number(subject, dag("score")) or 0.0,
        reasons=tuple(reasons.split("\n")) if reasons else (),
    )


def _embedding(own: Facts, run: str) -> Embedding | None:
    vector, model = own.text(run, dag("queryEmbedding")), own.text(run, dag("embeddingModel"))
    if vector is None or model is None:
        return None
    try:
        return Embedding(model=model, vector=tuple(float(number) for number in json.loads(vector)))
    except (ValueError, TypeError) as wrong:
        raise UnreadableMemory.value(vector, "JSON array of numbers") from wrong


_EMBEDDED = {dag("queryEmbedding"), dag("embeddingModel")}
