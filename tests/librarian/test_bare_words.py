"""Bare words, which may be a title, a subject or neither: what is shown for them, and as what."""

from __future__ import annotations

import pytest

from archivist.librarian import Answer
from tests.librarian.catalogue import CATALOGUE
from tests.librarian.world import World


async def ask(question: str) -> Answer:
    return await World(shelf=CATALOGUE).ask(question)


@pytest.mark.parametrize("question", ["labyrinths", "labyrinth"])
async def test_a_bare_subject_is_told_of_as_a_subject_and_not_as_a_title_that_was_missed(question: str) -> None:
    answer = await ask(question)

    assert answer.answer.startswith(f"On {question}, I would start with")
    assert {book.title for book in answer.books} == {"Piranesi", "House of Leaves", "The Name of the Rose"}


async def test_what_only_holds_the_word_is_told_as_that_and_not_as_the_closest() -> None:
    answer = await ask("Leaves")

    assert answer.answer.startswith(
        "I did not find “Leaves” itself. Titles that hold these words: “House of Leaves” by Mark Z. Danielewski (2000)"
    )


@pytest.mark.parametrize("question", ["Who wrote Leaves?", "When was Leaves published?", "Who wrote House?"])
async def test_a_fact_about_one_book_is_not_told_of_another(question: str) -> None:
    answer = await ask(question)

    assert (answer.outcome, answer.books) == ("no-results", ())


@pytest.mark.parametrize("question", ["It", "She", "We", "S", "Us"])
async def test_a_short_title_that_is_not_held_finds_nothing(question: str) -> None:
    answer = await ask(question)

    assert (answer.outcome, answer.books) == ("no-results", ())


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("piranesi clarke", "Piranesi"),
        ("Clarke Piranesi", "Piranesi"),
        ("the dispossessed le guin", "The Dispossessed"),
        ("dune messiah herbret", "Dune Messiah"),
    ],
)
async def test_a_title_and_a_surname_are_the_book(question: str, title: str) -> None:
    answer = await ask(question)

    assert answer.books[0].title == title
    assert "Title and author match" in answer.books[0].why
