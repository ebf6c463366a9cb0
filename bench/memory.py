"""How memory grows: `python bench/memory.py` remembers 10,000 runs and prints milliseconds against the targets.

Targets: recall of 10,000 runs within 50 ms, start-up without reading them (a file of 10,000 runs opens as fast as an
empty one), a gate over 8 books within 20 ms. Questions and books are made up with a fixed seed; every question starts
with the same two words, as people's do, which is the worst case for an index of words. Processor time is measured, so
that a busy machine does not matter.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from archivist.books.record import Book, BookId, Candidate, Isbn13, Ranked, Rating
from archivist.memory import Embedding, Memory, RunGraph, Statement, Store, warm

RUNS: Final = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
START: Final = datetime(2026, 1, 1, tzinfo=UTC)
WORDS: Final = [f"{first}{last}" for first in ("sea", "moon", "wolf", "iron", "glass") for last in map(str, range(400))]


def candidate(number: int, source: int) -> Candidate:
    """A record with the fields and the bulk of a real one."""
    names = ("openlibrary", "googlebooks", "wikipedia")
    return Candidate(
        source=names[source],  # type: ignore[arg-type]  one of the three
        key=f"/works/OL{number}W",
        url=f"https://records.example/{source}/{number}",
        kind="work",
        title=f"Book {number}",
        authors=(f"Author {number % 977}",),
        first_published=1800 + number % 220,
        isbns=tuple(Isbn13(f"978{number:06d}{n:04d}") for n in range(10)),
        subjects=tuple(f"Subject {n}" for n in range(number % 7, number % 7 + 12)),
        description="A tale of the sea, told at length. " * 8,
        rating=Rating(average=3.9, count=120),
    )


def book(number: int) -> Book:
    """A book of three records."""
    records = tuple(candidate(number, source) for source in range(3))
    first = records[0]
    return Book(
        id=BookId(f"urn:archivist:work:{number}"), title=first.title, subtitle=None, authors=first.authors,
        contributors=(), year=first.first_published, isbns=first.isbns, languages=(), subjects=first.subjects,
        publishers=(), description=first.description, pages=None, rating=first.rating, cover=None, series=None,
        records=records,
    )  # fmt: skip


def shortlist(chance: random.Random, size: int = 8) -> list[Ranked]:
    """Books as a run shows them."""
    return [Ranked(book=book(chance.randrange(20_000)), score=1 - n / 10, reasons=("title",)) for n in range(size)]


def question(chance: random.Random) -> str:
    """Six words, the first two always the same."""
    return " ".join(["books", "about", *chance.sample(WORDS, 4)])


def milliseconds(work: Callable[[], object], times: int = 15) -> float:
    """The median of several runs."""
    spans = []
    for _ in range(times):
        start = time.process_time()
        work()
        spans.append((time.process_time() - start) * 1000)
    return statistics.median(spans)


def told(what: str, found: float, target: float | None = None) -> None:
    """One line: what, how long, and the target with its ratio."""
    against = "" if target is None else f"   target {target:g} ms, ratio {found / target:.2f}"
    print(f"{what:<58}{found:9.2f} ms{against}")


def fill(path: Path) -> float:
    """Remembers the runs; milliseconds a run."""
    chance = random.Random(1)  # noqa: S311  made-up questions
    store = Store(path)
    memory = Memory(store.runs, now=lambda: START)
    begun = time.process_time()
    for number in range(RUNS):
        graph = RunGraph(f"r{number}")
        at = START + timedelta(minutes=number)
        graph.record(query=question(chance), intent="on-topic", shortlist=shortlist(chance), at=at)
        memory.remember(graph)
    store.close()
    return (time.process_time() - begun) * 1000 / RUNS


def gate() -> None:
    """The gate over 8 books of 3 records, with the statements of a full answer."""
    warm()
    graph = RunGraph("r")
    graph.record(
        query="q",
        intent="on-topic",
        shortlist=[Ranked(book=book(n), score=1.0, reasons=()) for n in range(8)],
        at=START,
    )
    said = [
        Statement(book=f"urn:archivist:work:{n}", field=field, value=value, url=f"https://records.example/0/{n}")
        for n in range(8)
        for field, value in (
            ("title", f"Book {n}"), ("authors", f"Author {n}"), ("year", 1800 + n), ("rating", "3.9"),
        )
    ]  # fmt: skip
    told("first gate of a run, 8 books (fills the graph)", milliseconds(graph.gate, 1))
    told("gate, 8 books", milliseconds(graph.gate), 20)
    told(f"gate, 8 books, {len(said)} statements", milliseconds(lambda: graph.gate(said)), 20)


def main() -> None:
    """Fills a file and measures."""
    gate()
    with TemporaryDirectory() as folder:
        path, empty = Path(folder, "memory.sqlite"), Path(folder, "empty.sqlite")
        Store(empty).close()
        told("remembering one run", fill(path))
        print(f"{RUNS} runs, {path.stat().st_size / 1e6:.1f} MB")
        opening = milliseconds(lambda: Store(empty).close())
        told("opening an empty file", opening)
        told(f"opening the file of {RUNS} runs", milliseconds(lambda: Store(path).close()), round(2 * opening, 2))
        store = Store(path)
        memory = Memory(store.runs, now=lambda: START)
        chance = random.Random(1)  # noqa: S311  made-up questions
        known = question(chance)
        told("recall, a question asked before", milliseconds(lambda: memory.recall(known)), 50)
        told("recall, nothing like it", milliseconds(lambda: memory.recall("books about penguins")), 50)
        told("similar questions", milliseconds(lambda: memory.similar_questions(known)), 50)
        told("digest", milliseconds(memory.digest))
        told("past questions", milliseconds(memory.past_questions))
        vector = Embedding(model="m", vector=tuple(chance.random() for _ in range(384)))
        told("recall by an embedding no run has", milliseconds(lambda: memory.recall(known, embedding=vector)), 50)
        store.close()


if __name__ == "__main__":
    main()
