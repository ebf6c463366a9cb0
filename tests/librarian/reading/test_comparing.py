"""Two books side by side."""

from datetime import date

import pytest

from archivist.books import Anchor
from archivist.librarian.reading import plan, read

TODAY = date(2026, 11, 30)

COMPARED = [
    "Which is better, Emma or Persuasion?",
    "Emma vs Persuasion",
    "emma versus persuasion",
    "Should I read Emma or Persuasion first?",
    "What's the difference between Emma and Persuasion?",
    "Is Emma better than Persuasion?",
    "compare Emma and Persuasion",
    "Was ist besser, Emma oder Persuasion?",
    "Quel est le mieux, Emma ou Persuasion ?",
    "¿Qué es mejor, Emma o Persuasion?",
    "È meglio Emma o Persuasion?",
]


@pytest.mark.parametrize("question", COMPARED)
def test_two_books_are_compared_by_what_readers_say(question: str) -> None:
    reading = read(question, (), today=TODAY)

    named = (reading.wanted.title or "", *(one.title for one in reading.wanted.beside))
    assert (reading.intent, tuple(title.casefold() for title in named)) == ("reviews", ("emma", "persuasion"))


def test_a_bare_or_may_belong_to_one_title() -> None:
    reading = read("Dune or Foundation?", (), today=TODAY)

    assert (reading.wanted.title, reading.wanted.beside) == ("Dune or Foundation?", ())
    assert reading.second is not None
    assert (reading.second.title, reading.second.beside) == ("Dune", (Anchor(title="Foundation"),))


def test_each_of_the_compared_books_is_asked_for_with_its_author() -> None:
    reading = read("which is better, Emma by Jane Austen or Dune by Frank Herbert?", (), today=TODAY)
    calls = plan(reading.wanted, reading.intent, google=False)

    assert [(call.arguments["title"], call.arguments["author"]) for call in calls] == [
        ("Emma", "Jane Austen"),
        ("Dune", "Frank Herbert"),
    ]


@pytest.mark.parametrize("question", ["Pride and Prejudice", "Trial or Error", "Crime and Punishment vs"])
def test_a_title_is_not_taken_apart(question: str) -> None:
    assert read(question, (), today=TODAY).wanted.beside == ()
