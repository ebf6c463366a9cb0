"""What holds for any input."""

from __future__ import annotations

import random
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.books import (
    FORMATS,
    Anchor,
    Book,
    Candidate,
    Rating,
    Wanted,
    export,
    fold,
    https,
    isbn10_of,
    isbn13,
    language,
    merge,
    parse_name,
    plain,
    rank,
    same_author,
    same_title,
    title_key,
    year_of,
)

# The machine that runs this may be busy with much else; a law has no time limit.
PATIENT = settings(max_examples=150, deadline=None)
TODAY = date(2026, 3, 1)
bodies = st.integers(0, 10**9 - 1).map(lambda number: f"{number:09d}")
TITLES = [
    "Dune",
    "DUNE",
    "Dune: A Novel",
    "Dune Messiah",
    "Dune, Vol. 2",
    "Dune (Vol. 3)",
    "The Saga",
    "Saga: The Two Towers",
    "Saga: The Long Road Home",
    "\u0414\u044e\u043d\u0430",
    "D\ufffdne and D\ufffdne",
]
NAMES = [
    "Frank Herbert",
    "Herbert, Frank",
    "F. Herbert",
    "Brian Herbert",
    "Various",
    "\u0424\u0440\u0435\u043d\u043a \u0413\u0435\u0440\u0431\u0435\u0440\u0442",
]
ISBNS = [isbn for n in range(6) if (isbn := next(i for d in range(10) if (i := isbn13(f"97800000000{n}{d}"))))]

candidates = st.builds(
    Candidate,
    source=st.sampled_from(["openlibrary", "openlibrary-subjects", "googlebooks", "wikipedia", "shelf"]),
    key=st.sampled_from("abcdefgh"),
    url=st.just("https://example.org/x"),
    kind=st.sampled_from(["work", "edition", "article"]),
    title=st.sampled_from(TITLES),
    subtitle=st.sampled_from([None, None, "A Novel", "Heir to the Empire", "A Story of Sand"]),
    authors=st.lists(st.sampled_from(NAMES), max_size=2).map(tuple),
    first_published=st.sampled_from([None, 1965, 1969, 1985, 2015]),
    published=st.sampled_from([None, 1990, 2005]),
    isbns=st.lists(st.sampled_from(ISBNS), max_size=2, unique=True).map(tuple),
    subjects=st.lists(st.sampled_from(["Deserts", "Politics", "Fiction"]), max_size=2).map(tuple),
    rating=st.sampled_from([None, Rating(average=4.2, count=900)]),
)
lists = st.lists(candidates, max_size=10)


def without_order(books: list[Book]) -> set[Book]:
    assert len(set(books)) == len(books)
    return set(books)


@PATIENT
@given(bodies)
def test_ten_and_thirteen_digits_lead_to_each_other(body: str) -> None:
    whole = next(isbn for digit in "0123456789X" if (isbn := isbn13(body + digit)))
    assert isbn13(isbn10_of(whole)) == whole
    assert isbn13(whole) == whole


@PATIENT
@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert fold(text.upper().lower()) == fold(text.lower().upper().lower())


@PATIENT
@given(st.text(), st.text())
def test_nothing_that_is_read_from_text_ever_fails(one: str, other: str) -> None:
    assert same_title(one, one) == 1.0
    assert same_title(one, other) == same_title(other, one)
    assert same_author(one, other) == same_author(other, one)
    assert isinstance(title_key(one), str)
    assert isinstance(plain(one), str)
    assert (https(one) or "https://").startswith("https://")
    assert parse_name(one).display is not None
    assert year_of(one, today=TODAY) is None or 1000 <= (year_of(one, today=TODAY) or 0) <= 2027
    assert language(one) is None or len(language(one) or "") == 3


@PATIENT
@given(lists, st.randoms(use_true_random=False))
def test_merging_does_not_depend_on_the_order(records: list[Candidate], chance: random.Random) -> None:
    shuffled = list(records)
    chance.shuffle(shuffled)
    assert without_order(merge(records)) == without_order(merge(shuffled))


@PATIENT
@given(lists)
def test_merging_again_changes_nothing_and_loses_no_record(records: list[Candidate]) -> None:
    books = merge(records)
    assert sorted(map(repr, {record for book in books for record in book.records})) == sorted(map(repr, set(records)))
    assert sum(len(book.records) for book in books) == len(set(records))
    assert without_order(merge([record for book in books for record in book.records])) == without_order(books)


@PATIENT
@given(lists)
def test_every_book_has_an_id_of_its_own(records: list[Candidate]) -> None:
    books = merge(records)
    assert len({book.id for book in books}) == len(books)


WANTED = [
    Wanted(title="dune", guess=True),
    Wanted(title="Dune", authors=("Frank Herbert",)),
    Wanted(subjects=("deserts",), order="newest"),
    Wanted(like=Anchor(title="Dune", authors=("Frank Herbert",), subjects=("Politics",))),
    Wanted(authors=("Herbert",), order="rating"),
]


@PATIENT
@given(lists, st.sampled_from(WANTED), st.randoms(use_true_random=False))
def test_ranking_is_decided_by_the_books_alone(records: list[Candidate], wanted: Wanted, chance: random.Random) -> None:
    books = merge(records)
    shuffled = list(books)
    chance.shuffle(shuffled)
    ranked = rank(books, wanted, today=TODAY)
    assert ranked == rank(shuffled, wanted, today=TODAY)
    assert all(0.0 <= one.score <= 1.0 for one in ranked)
    assert {one.book.id for one in ranked} <= {book.id for book in books}
    assert all(one.reasons for one in ranked)


@PATIENT
@given(lists, st.sampled_from(sorted(FORMATS)))
def test_every_format_takes_every_book(records: list[Candidate], form: str) -> None:
    assert isinstance(export(merge(records), form), str)
