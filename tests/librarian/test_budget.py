"""What a question costs, and what is sent for it: few requests, in words that the visitor said."""

from __future__ import annotations

from statistics import mean
from urllib.parse import parse_qs, urlsplit

import pytest

from archivist.books import stems
from tests.librarian.catalogue import CATALOGUE
from tests.librarian.world import World

MOST = 8
NOBODY_HOLDS = (
    "trial kafak",
    "Do you have The Velvet Tessellation of Quorndale?",
    "Zibberwick",
    "zibberwick",
    "venices",
    "Who wrote Darkness?",
    "I'm looking for Zibberwick's Almanac of Unsaid Rivers by Ermintrude Pashkovelli",
    "Brindlehook and the Parliament of Spoons",
    "When was Forty Ninths of a Glockenspiel: A Cautionary Tale published?",
    "What is The Ombudsman Who Ate Thursday's Moths about?",
    "It",
    "books about glockenspiels",
    "novels about glockenspiels and ombudsmen",
    "books about the Ninth Glockenspiel for beginners",
    "books by Ermintrude Pashkovelli",
    "books like Forty Ninths of a Glockenspiel",
)
OURS = {"novel", "subject"}
"""The word for a novel, which Wikipedia is asked for with a title, and the name of a catalogue's field."""


async def cost(question: str) -> int:
    world = World(shelf=CATALOGUE)
    await world.ask(question)
    return len(world.web.sent)


async def test_what_nobody_holds_costs_six_requests_on_average_and_never_more_than_eight() -> None:
    costs = {question: await cost(question) for question in NOBODY_HOLDS}

    assert max(costs.values()) <= MOST, costs
    assert mean(costs.values()) <= 6, costs


@pytest.mark.parametrize("question", [one for one in NOBODY_HOLDS if "books" not in one])
async def test_no_word_is_sent_that_was_not_said(question: str) -> None:
    world = World(shelf=CATALOGUE)
    await world.ask(question)

    assert sent(world) <= {*stems(question), *OURS}


def sent(world: World) -> set[str]:
    """The stem of every word of every search, wherever in the request it stands; a plural is no other word."""
    asked = [parse_qs(urlsplit(url).query) for url in world.web.urls]
    texts = [value for query in asked for name in ("title", "author", "q", "srsearch") for value in query.get(name, [])]
    return {word for text in texts for word in stems(text)}


async def test_one_of_two_subjects_is_met_where_no_book_has_both_and_the_answer_says_which() -> None:
    answer = await World(shelf=CATALOGUE).ask("books about mutiny and labyrinths")

    assert answer.outcome == "found"
    assert {book.title for book in answer.books} == {"Billy Budd"}
    assert answer.answer.startswith("I found no book that is filed under “mutiny” and “labyrinths” at once. On mutiny,")
    assert "Subject matches: mutiny" in answer.books[0].why
    assert any("labyrinths" in suggestion for suggestion in answer.suggestions)


async def test_books_that_meet_both_wishes_come_alone() -> None:
    answer = await World(shelf=CATALOGUE).ask("books about monasteries and labyrinths")

    assert [book.title for book in answer.books] == ["The Name of the Rose"]
    assert "at once" not in answer.answer
