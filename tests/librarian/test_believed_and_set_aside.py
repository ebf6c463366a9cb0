"""Answers by yes or no, as many books as asked for, two authors, and wishes that no record can meet: end to end."""

from __future__ import annotations

import pytest

from archivist.librarian import Answer
from tests.librarian.catalogue import CATALOGUE
from tests.librarian.world import World


@pytest.fixture
def library() -> World:
    return World(shelf=CATALOGUE)


def titles(answer: Answer) -> list[str]:
    return [book.title for book in answer.books]


BELIEVED = [
    ("Did Umberto Eco write The Name of the Rose?", "Yes: “The Name of the Rose” was written by Umberto Eco. [1]"),
    ("Is Piranesi by Umberto Eco?", "No: “Piranesi” was written by Susanna Clarke. [1]"),
    ("Hat Umberto Eco den Roman Piranesi geschrieben?", "Nein: „Piranesi“ hat Susanna Clarke geschrieben. [1]"),
    ("Was The Name of the Rose published before 1990?", "Yes: “The Name of the Rose” was first published in 1980. [1]"),
    ("Was Piranesi published before 1990?", "No: “Piranesi” was first published in 2020. [1]"),
]


@pytest.mark.parametrize(("question", "reply"), BELIEVED)
async def test_yes_or_no_comes_with_the_fact_and_its_record(library: World, question: str, reply: str) -> None:
    answer = await library.ask(question)

    assert answer.answer.startswith(reply)
    assert answer.citations[0].field in {"title", "authors", "first_published"}


async def test_of_a_book_that_is_not_found_neither_yes_nor_no_is_said(library: World) -> None:
    answer = await library.ask("Did Umberto Eco write The Tin Whistle of Brno?")

    assert not answer.answer.startswith(("Yes", "No:"))
    assert "The Tin Whistle of Brno" in answer.answer


async def test_as_many_books_are_shown_as_were_asked_for(library: World) -> None:
    everything = await library.ask("books by Herman Melville")
    two = await library.ask("two books by Herman Melville")

    assert len(titles(everything)) > len(titles(two)) == len(("one", "other"))


async def test_two_authors_who_wrote_nothing_together_are_shown_in_turn(library: World) -> None:
    answer = await library.ask("books by Umberto Eco and Susanna Clarke")

    assert answer.answer.startswith("I found none that Umberto Eco and Susanna Clarke wrote together")
    assert sorted(titles(answer)) == ["Piranesi", "The Name of the Rose"]


async def test_a_wish_that_no_record_can_meet_is_said_before_the_books_that_meet_the_rest(library: World) -> None:
    plain = await library.ask("books about whales")
    wished = await library.ask("books about whales that make me cry")

    assert wished.answer.startswith("No record tells me about “that make me cry”, so I left that aside.")
    assert titles(wished) == titles(plain)


async def test_an_empty_shelf_is_said_to_be_empty_and_nobody_is_asked(library: World) -> None:
    answer = await library.ask("what is on my shelf?")

    assert answer.answer == "Your shelf is empty here: import a list of your books first."
    assert library.web.sent == []


async def test_a_name_in_one_word_is_an_author_and_not_a_title_nearly_found(library: World) -> None:
    answer = await library.ask("Melville")

    assert answer.answer.startswith("By Melville, oldest first")
