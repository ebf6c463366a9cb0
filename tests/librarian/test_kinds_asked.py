"""Kinds of question from end to end: one fact, the first and the latest, what is not wanted, comparing, courtesy."""

from __future__ import annotations

import pytest

from archivist.librarian import Answer
from tests.librarian.catalogue import CATALOGUE
from tests.librarian.world import World

BOOKS = {volume.title: volume for volume in CATALOGUE}
DUNE = BOOKS["Dune"]


@pytest.fixture
def library() -> World:
    return World(shelf=CATALOGUE)


def titles(answer: Answer) -> list[str]:
    return [book.title for book in answer.books]


@pytest.mark.parametrize(
    "question", ["How long is Dune?", "Wie viele Seiten hat Dune?", "¿Cuántas páginas tiene Dune?"]
)
async def test_the_number_of_pages_is_told_with_the_record_that_has_it(library: World, question: str) -> None:
    answer = await library.ask(question)

    assert str(DUNE.pages) in answer.answer
    assert "pages" in {cite.field for cite in answer.citations}


async def test_the_isbn_is_told_with_the_record_that_has_it(library: World) -> None:
    answer = await library.ask("What is the ISBN of Dune?")

    assert DUNE.isbn13 in answer.answer
    assert "isbns" in {cite.field for cite in answer.citations}


async def test_the_latest_book_comes_first_and_the_first_one_too(library: World) -> None:
    latest = await library.ask("What is Herman Melville's latest book?")
    first = await library.ask("What was Herman Melville's first novel?")

    assert titles(latest) == ["Billy Budd", "Moby-Dick", "Typee"]
    assert titles(first) == ["Typee", "Moby-Dick", "Billy Budd"]
    assert "newest first" in latest.answer


async def test_an_author_who_is_not_wanted_is_left_out(library: World) -> None:
    everybody = await library.ask("books about whales")
    others = await library.ask("books about whales not by Herman Melville")

    assert "Moby-Dick" in titles(everybody)
    assert set(titles(others)) == set(titles(everybody)) - {"Moby-Dick"}


async def test_a_known_title_is_left_out_of_the_works_of_its_author(library: World) -> None:
    answer = await library.ask("books by Herman Melville except Typee")

    assert titles(answer) == ["Moby-Dick", "Billy Budd"]


async def test_two_books_are_set_side_by_side(library: World) -> None:
    answer = await library.ask("Which is better, Piranesi or Dune?")

    assert titles(answer) == ["Piranesi", "Dune"]
    assert answer.intent == "reviews"


async def test_a_bare_or_between_two_titles_finds_both(library: World) -> None:
    assert titles(await library.ask("Piranesi or Dune?")) == ["Piranesi", "Dune"]


GREETINGS = [
    ("Hello!", "Hello!"),
    ("Guten Tag", "Guten Tag!"),
    ("bonjour", "Bonjour !"),
    ("¡Hola!", "¡Hola!"),
    ("Buongiorno", "Buongiorno!"),
    ("thank you so much", "You're welcome."),
    ("Danke schön", "Gern geschehen."),
]


@pytest.mark.parametrize(("message", "reply"), GREETINGS)
async def test_courtesy_is_answered_in_kind_and_nobody_is_asked(library: World, message: str, reply: str) -> None:
    answer = await library.ask(message)

    assert answer.answer.startswith(reply)
    assert (answer.outcome, answer.books, library.web.sent) == ("declined", (), [])


async def test_a_greeting_offers_an_example(library: World) -> None:
    assert (await library.ask("Hi there!")).suggestions


async def test_a_surname_alone_finds_the_author(library: World) -> None:
    assert "Moby-Dick" in titles(await library.ask("Melville"))


async def test_where_no_book_has_both_subjects_those_on_one_are_shown_as_that(library: World) -> None:
    answer = await library.ask("novels about whales and gender")

    assert answer.answer.startswith("I found no book that is filed under “whales” and “gender” at once. On whales, I ")
    assert answer.books
    assert all("Subject matches: whales" in book.why for book in answer.books)
    assert "Books about gender" in answer.suggestions


async def test_a_topic_is_named_as_the_visitor_named_it(library: World) -> None:
    answer = await library.ask("Bücher über Wale")

    assert "Wale" in answer.answer
    assert "whales" not in answer.answer


async def test_something_shorter_has_fewer_pages_than_what_was_shown(library: World) -> None:
    shown = await library.ask("books about whales")
    shorter = await library.ask("something shorter")

    most = shown.books[0].pages or 0
    assert all((book.pages or 0) < most for book in shorter.books)
