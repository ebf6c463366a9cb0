"""What earlier visits left: recall, what was shown, what was thought of it, and forgetting."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from archivist.books.record import BookId, Ranked
from archivist.memory.errors import EndpointFailed, UnknownBook, UnknownRun
from archivist.memory.exchange import Format, ratings_in, read, runs_in, written
from archivist.memory.facts import book_facts
from archivist.memory.graph import RunGraph
from archivist.memory.library import Counts, Embedding, KeptRun, Library, PastRun, Question
from archivist.memory.store import Store
from archivist.memory.terms import Quad, to_nquads
from archivist.memory.vocabulary import MEMORY
from archivist.memory.why import Why, why
from archivist.memory.words import JACCARD, NOTICE

RECALLED_BOOKS = 10
RECALLED_SCORE = 0.5
"""What a recalled book counts until it is ranked with the others (Dagonizer's constant)."""
PAST_QUESTIONS = 4
SIMILAR_QUESTIONS = 5
DIGEST_BOOKS = 10
# Runs asked for to fill the cap of recalled books: each shows at least one, save those without a book.
_RECALLED_RUNS = 20
# Graphs of running questions that are held until they are kept; a page asks one at a time, a batch a few.
_LIVE = 16
# How long a shared memory that did not answer is not asked again: each try may cost its whole time-out.
_AWAY = timedelta(minutes=1)

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    """How many runs are remembered and how long; None is for ever."""

    runs: int = 10_000
    age: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """What is remembered, in short: counts, the last books (newest first), the last questions (newest first)."""

    counts: Counts
    recent: tuple[Ranked, ...]
    questions: tuple[PastRun, ...]


class Memory:
    """The Archivist's memory over a library: a kept file's runs, or a memory shared by many.

    Nothing is read when it is made. `now` is a clock on the wall whose times have a zone. A shared memory that does not
    answer is told of once to `tell`; for the next minute it is not asked again, and what is remembered meanwhile is
    remembered here until the program ends. What the visitor asks of memory itself (export, forget, rate, why) raises
    EndpointFailed instead.
    """

    def __init__(
        self,
        library: Library | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        retention: Retention = Retention(),
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._spare: Library = Store().runs
        self._library = self._spare if library is None else library
        self._tell = tell
        self._told = False
        self._away_until: datetime | None = None
        self._now = now
        self._retention = retention
        self._live: OrderedDict[str, RunGraph] = OrderedDict()

    def graph(self, run: str) -> RunGraph:
        """The graph of a question that is being answered; what it records is remembered at once.

        A run taken up again in a new process starts with `resume`; else its first record replaces what is remembered.
        """
        if run not in self._live:
            self._live[run] = self._new(run)
        self._live.move_to_end(run)
        while len(self._live) > _LIVE:
            self._live.popitem(last=False)
        return self._live[run]

    def begin(self, run: str) -> RunGraph:
        """As `graph`, empty: for a question that is asked, also when it was asked before under the same id.

        What it records is remembered by `keep`: writing it costs as much as the gate, and the answer would wait for it.
        """
        self._live[run] = RunGraph(run)
        return self.graph(run)

    def resume(self, run: str) -> RunGraph:
        """As `graph`, for a run that goes on where it was: with what is remembered of it, if anything is."""
        if run not in self._live and (found := self._go_on(lambda library: self._loaded(library, run))) is not None:
            self._live[run] = found
        return self.graph(run)

    def keep(self, run: str, embedding: Embedding | None = None) -> None:
        """Remembers the run with all that its trace was told, also since it was recorded; nothing when it never was."""
        graph = self._live.get(run)
        if graph is not None and graph.at is not None:
            graph.embedding = embedding or graph.embedding
            self.remember(graph)

    def remember(self, graph: RunGraph) -> None:
        """Remembers a recorded run in place of what was remembered under its id; one never recorded is passed over."""
        if graph.at is None:
            return
        run = KeptRun(
            id=graph.run_id,
            query=graph.query,
            intent=graph.intent,
            at=graph.at,
            shortlist=graph.shortlist,
            nquads=to_nquads(graph.own_quads()),
            embedding=graph.embedding,
        )
        self._go_on(lambda library: self._put(library, run))

    def _put(self, library: Library, run: KeptRun) -> None:
        library.put(run)
        age = self._retention.age
        library.retain(runs=self._retention.runs, since=None if age is None else self._now() - age)

    def load(self, run: str) -> RunGraph:
        """The graph of a remembered run, with what is known of its books today.

        Raises:
            UnknownRun: the run is not remembered.
        """
        found = self._loaded(self._library, run)
        if found is None:
            raise UnknownRun(run)
        return found

    def _new(self, run: str) -> RunGraph:
        return RunGraph(run, recorded=self.remember)

    def _loaded(self, library: Library, run: str) -> RunGraph | None:
        own = library.nquads(run)
        if own is None:
            return None
        facts = dict.fromkeys(fact for one in library.shortlist(run) for fact in book_facts(one.book))
        return self._new(run).load(own + to_nquads(Quad(*fact, MEMORY) for fact in facts))

    def recall(self, query: str, *, besides: str | None = None, embedding: Embedding | None = None) -> list[Ranked]:
        """Books that earlier visits were shown for a question like this one: at most ten, each once, those of the most
        similar question first, with their full record. The run `besides` is passed over.
        """
        question = Question.of(query, embedding)
        return self._go_on(lambda library: _recalled(library, question, besides))

    def similar_questions(self, query: str, *, besides: str | None = None) -> list[PastRun]:
        """Earlier questions that have something in common with this one, most alike first, at most five."""
        question = Question.of(query)
        return self._go_on(
            lambda library: library.alike(question, floor=NOTICE, besides=besides, limit=SIMILAR_QUESTIONS)
        )

    def past_questions(self, *, besides: str | None = None, limit: int = PAST_QUESTIONS) -> list[str]:
        """The last questions of earlier visits, each once, newest first."""
        runs = self.runs(limit * 3, besides=besides)
        return list(dict.fromkeys(run.query for run in runs))[:limit]

    def runs(self, limit: int = 50, *, besides: str | None = None) -> list[PastRun]:
        """The last runs, newest first."""
        return self._go_on(lambda library: library.newest(limit, besides=besides))

    def shown(self, *, besides: str | None = None, limit: int = DIGEST_BOOKS) -> list[Ranked]:
        """The books shown last, each once, newest first."""
        return self._go_on(lambda library: library.shown(limit, besides=besides))

    def showed(self, book: str) -> list[PastRun]:
        """The runs that showed the book, newest first."""
        return self._go_on(lambda library: library.showed(book))

    def digest(self, *, besides: str | None = None) -> Digest:
        """What is remembered, for "what do you remember?"."""
        return Digest(
            counts=self._go_on(lambda library: library.counts(besides=besides)),
            recent=tuple(self.shown(besides=besides)),
            questions=tuple(self.runs(PAST_QUESTIONS, besides=besides)),
        )

    def export(self, form: Format = "nquads", *, run: str | None = None) -> str:
        """What is remembered (of one run, with `run`) as N-Quads, TriG, JSON-LD, or Turtle (the memory graph alone).

        Raises:
            UnknownRun: the run is not remembered.
        """
        return written(self._library.everything() if run is None else [self.load(run).nquads()], form)

    def take_in(self, text: str, form: Format = "nquads") -> int:
        """Remembers the runs and ratings that the text tells of; how many runs. A run known already is replaced.

        Raises:
            UnreadableMemory: the text is not what `export` writes in that format; nothing of it was taken in.
        """
        quads = read(text, form)
        runs = runs_in(quads)
        for run in runs:
            self.remember(run)
        for book, stars in ratings_in(quads).items():
            self.rate(book, min(5.0, max(0.0, stars)))
        return len(runs)

    def why(self, book: str, *, run: str | None = None) -> Why:
        """Why the visitor saw the book in the run (the last one that showed it, with None).

        Raises:
            UnknownRun: the run is not remembered.
            UnknownBook: the run, or with None any run, did not show it.
        """
        shown_by = run or next((one.id for one in self._library.showed(book)), None)
        if shown_by is None:
            raise UnknownBook(book)
        graph = self._live.get(shown_by)
        earlier = [one for one in self._library.showed(book) if one.id != shown_by]
        return why(self.load(shown_by) if graph is None or graph.at is None else graph, book, earlier)

    def rate(self, book: str, stars: float) -> None:
        """Remembers what the visitor thinks of a book.

        Raises:
            ValueError: `stars` is not from 0 to 5.
        """
        if not 0 <= stars <= 5:  # noqa: PLR2004  the scale of every source
            rule = f"stars={stars!r} is not from 0 to 5."
            raise ValueError(rule)
        self._library.rate(book, float(stars), at=self._now())

    def ratings(self) -> dict[BookId, float]:
        """What the visitor thinks of books."""
        return self._library.ratings()

    def forget_run(self, run: str) -> bool:
        """Forgets a question, what was found for it, and the books that no other one showed."""
        self._live.pop(run, None)
        return self._library.forget_run(run, at=self._now())

    def forget_book(self, book: str) -> bool:
        """Forgets a book in every run."""
        self._drop_live(run for run, graph in self._live.items() if any(one.book.id == book for one in graph.ranked))
        return self._library.forget_book(book, at=self._now())

    def forget_everything(self) -> None:
        """Forgets all that is remembered."""
        self._live.clear()
        self._library.forget_everything(at=self._now())

    def _go_on(self, work: Callable[[Library], T]) -> T:
        """Does what lies on the way of an answer, here when the shared memory does not answer."""
        if self._away_until is None or self._now() >= self._away_until:
            try:
                return work(self._library)
            except EndpointFailed as failure:
                self._away_until = self._now() + _AWAY
                if not self._told:
                    self._told = True
                    self._tell(str(failure))
        return work(self._spare)

    def _drop_live(self, runs: Iterable[str]) -> None:
        for run in list(runs):
            del self._live[run]


def _recalled(library: Library, question: Question, besides: str | None) -> list[Ranked]:
    found: dict[BookId, Ranked] = {}
    for run in library.alike(question, floor=JACCARD, besides=besides, limit=_RECALLED_RUNS):
        for one in library.shortlist(run.id):
            found.setdefault(one.book.id, replace(one, score=RECALLED_SCORE, reasons=(_because(run),)))
        if len(found) >= RECALLED_BOOKS:
            break
    return list(found.values())[:RECALLED_BOOKS]


def _because(run: PastRun) -> str:
    return f"shown before, for “{run.query}”"
