"""Any order of asking, rating, forgetting, reopening and moving: memory is what a plain list would be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from archivist.books.record import Book, BookId, Candidate, Ranked
from archivist.memory import Memory, Store, jaccard, words_of

WORDS = ["whales", "ships", "cooking", "moon"]
runs = st.sampled_from([f"r{n}" for n in range(4)])
queries = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True).map(" ".join)
numbers = st.integers(0, 4)
shortlists = st.lists(numbers, max_size=3, unique=True)


def book(number: int) -> Book:
    record = Candidate(
        source="openlibrary", key=f"/works/OL{number}W", url=f"https://openlibrary.org/works/OL{number}W", kind="work",
        title=f"Book {number}", authors=("Ann", "Zed"), first_published=1900 + number,
    )  # fmt: skip
    return Book(
        id=BookId(f"urn:archivist:work:{number}"), title=record.title, subtitle=None, authors=record.authors,
        contributors=(), year=record.first_published, isbns=(), languages=(), subjects=(), publishers=(),
        description=None, pages=None, rating=None, cover=None, series=None, records=(record,),
    )  # fmt: skip


class Visits(RuleBasedStateMachine):
    """`asked` holds what should be remembered: run → (time, question, numbers of books)."""

    def __init__(self) -> None:
        super().__init__()
        self.store = Store()
        self.asked: dict[str, tuple[int, str, list[int]]] = {}
        self.rated: dict[int, float] = {}
        self.clock = 0
        self.memory = Memory(self.store.runs, now=self.now)

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=self.clock)

    @rule(run=runs, query=queries, shown=shortlists)
    def ask(self, run: str, query: str, shown: list[int]) -> None:
        self.clock += 1
        shortlist = [Ranked(book=book(n), score=1.0, reasons=()) for n in shown]
        self.memory.graph(run).record(query=query, intent="on-topic", shortlist=shortlist, at=self.now())
        self.asked[run] = (self.clock, query, shown)

    @rule(run=runs)
    def forget_run(self, run: str) -> None:
        assert self.memory.forget_run(run) == (run in self.asked)
        self.asked.pop(run, None)

    @rule(number=numbers)
    def forget_book(self, number: int) -> None:
        known = any(number in shown for _, _, shown in self.asked.values())
        assert self.memory.forget_book(book(number).id) == known
        self.asked = {run: (at, q, [n for n in shown if n != number]) for run, (at, q, shown) in self.asked.items()}
        self.rated.pop(number, None)

    @rule(number=numbers, stars=st.sampled_from([0.0, 2.5, 5.0]))
    def rate(self, number: int, stars: float) -> None:
        self.memory.rate(book(number).id, stars)
        self.rated[number] = stars

    @rule()
    def move(self) -> None:
        """Everything goes out as text and into another memory."""
        text = self.memory.export()
        self.store.close()
        self.store = Store()
        self.memory = Memory(self.store.runs, now=self.now)
        assert self.memory.take_in(text) == len(self.asked)

    @rule(query=queries)
    def recall(self, query: str) -> None:
        found = [one.book for one in self.memory.recall(query)]

        def likeness(run: str) -> float:
            return jaccard(words_of(query), words_of(self.asked[run][1]))

        alike = sorted(
            (run for run in self.asked if likeness(run) >= 0.35), key=lambda r: (-likeness(r), -self.asked[r][0])
        )
        expected = dict.fromkeys(n for run in alike for n in self.asked[run][2])
        assert found == [book(n) for n in list(expected)[:10]]

    @invariant()
    def remembers_what_was_asked(self) -> None:
        newest = sorted(self.asked, key=lambda run: -self.asked[run][0])
        assert [(run.id, run.query) for run in self.memory.runs()] == [(run, self.asked[run][1]) for run in newest]
        digest = self.memory.digest()
        assert digest.counts.books == len({n for _, _, shown in self.asked.values() for n in shown})
        assert {one.book for one in digest.recent} == {book(n) for _, _, shown in self.asked.values() for n in shown}
        assert self.memory.ratings() == {book(n).id: stars for n, stars in self.rated.items()}

    def teardown(self) -> None:
        self.store.close()


TestVisits = Visits.TestCase
TestVisits.settings = settings(max_examples=30, stateful_step_count=20, deadline=None)
