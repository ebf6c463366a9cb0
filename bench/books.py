"""How merging and ranking grow: `python bench/books.py` prints seconds and the ratio of 20,000 records to 10,000.

Targets: 10,000 records in one second, 20,000 within 2.4 times 10,000, for merging and for ranking. The records are
made up with a fixed seed and look like search results: several editions a work, shared ISBNs, series, missing
authors, few names, typos.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable
from datetime import date
from typing import Final

from archivist.books import Anchor, Candidate, Isbn13, Rating, SourceName, Wanted, isbn13, merge, rank

TODAY: Final = date(2026, 1, 1)
SOURCES: Final[tuple[SourceName, ...]] = ("openlibrary", "googlebooks", "openlibrary-subjects", "wikipedia")
WORDS: Final = [
    "shadow",
    "river",
    "garden",
    "winter",
    "empire",
    "secret",
    "daughter",
    "house",
    "night",
    "storm",
    "glass",
    "crown",
    "silver",
    "memory",
    "island",
    "letter",
    "mountain",
    "summer",
    "kingdom",
    "stranger",
    "history",
    "journey",
    "fire",
    "stone",
    "ocean",
    "mirror",
    "forest",
    "bridge",
    "city",
    "ghost",
]
SUBJECTS: Final = (
    "Fiction",
    "Dragons",
    "Magic",
    "War stories",
    "Love",
    "Detective and mystery stories",
    "History",
    "Chess",
)
GIVEN: Final = ["Anna", "Ben", "Carla", "David", "Elena", "Frank", "Grace", "Hugo", "Iris", "Jonas"]


def records(count: int) -> list[Candidate]:
    """`count` records of about `count / 3` works, in random order."""
    chance = random.Random(count)  # noqa: S311 -- made-up data, no secret
    made: list[Candidate] = []
    while len(made) < count:
        made += work(chance, len(made))
    chance.shuffle(made)
    return made[:count]


def work(chance: random.Random, number: int) -> list[Candidate]:
    """One work as one to five records."""
    title = "The " + " ".join(chance.sample(WORDS, chance.randint(1, 3))).title()
    author = f"{chance.choice(GIVEN)} {chance.choice('ABCDE')}. {chance.choice(WORDS).title()}{number % 997}"
    isbns = [_isbn(chance) for _ in range(chance.randint(1, 4))]
    year = chance.randint(1850, 2024)
    return [_record(chance, f"{number}-{i}", title, author, isbns, year) for i in range(chance.randint(1, 5))]


def _isbn(chance: random.Random) -> Isbn13:
    body = f"978{chance.randrange(10**9):09d}"
    return next(isbn for digit in range(10) if (isbn := isbn13(f"{body}{digit}")))


def _record(chance: random.Random, key: str, title: str, author: str, isbns: list[Isbn13], year: int) -> Candidate:  # noqa: PLR0913, PLR0917 -- a row's columns
    return Candidate(
        source=chance.choice(SOURCES),
        key=key,
        url=f"https://example.org/{key}",
        kind="edition",
        title=title if chance.random() < 0.8 else f"{title} (Saga, Book {chance.randint(1, 9)})",  # noqa: PLR2004 -- a share
        subtitle=chance.choice((None, None, "A Novel", "A Story of the Sea")),
        authors=() if chance.random() < 0.05 else (author,),  # noqa: PLR2004 -- a share
        published=year + chance.randint(0, 9),
        isbns=tuple(chance.sample(isbns, chance.randint(0, len(isbns)))),
        subjects=tuple(chance.sample(SUBJECTS, 3)),
        description=f"A book about {chance.choice(WORDS)} and {chance.choice(WORDS)}. " * 5,
        rating=Rating(average=chance.uniform(2, 5), count=chance.randint(1, 50_000)),
    )


def seconds(task: Callable[[], object]) -> float:
    """Processor seconds of the best of three runs, so that what else the machine does hardly counts.

    The records are put out of the collector's sight: it would walk them again and again, which is no part of the task.
    """
    gc.collect()
    gc.freeze()
    took = []
    for _ in range(3):
        began = time.process_time()
        task()
        took.append(time.process_time() - began)
    return min(took)


def compared(name: str, small: Callable[[], object], large: Callable[[], object]) -> None:
    """Prints one line: seconds for 10,000 and 20,000, and their ratio."""
    one, two = seconds(small), seconds(large)
    print(f"{name:28} 10,000: {one:6.3f} s   20,000: {two:6.3f} s   ratio {two / one:4.2f} (target 2.40)")


def main() -> None:
    """Merging first, then ranking by title, by subjects, by likeness."""
    small, large = records(10_000), records(20_000)
    compared("merge", lambda: merge(small), lambda: merge(large))
    one = [merge([record])[0] for record in small]
    two = [merge([record])[0] for record in large]
    asked = {
        "rank by title": Wanted(title="The Shadow Garden", guess=True),
        "rank by author": Wanted(authors=("A. Garden1",)),
        "rank by subjects": Wanted(subjects=("dragons", "magic"), order="rating"),
        "rank by likeness": Wanted(like=Anchor(title="The Silver Crown", subjects=("Dragons", "Chess"))),
    }
    for name, wanted in asked.items():
        compared(name, lambda w=wanted: rank(one, w, today=TODAY), lambda w=wanted: rank(two, w, today=TODAY))


if __name__ == "__main__":
    main()
