"""Which tools are called for a question, and how few requests that takes."""

from datetime import date

import pytest

from archivist.books.wanted import Anchor, Wanted
from archivist.dag import FakeClock
from archivist.librarian.answer import Intent
from archivist.librarian.reading import PlannedCall, plan, read
from archivist.sources import HttpClient, ScriptedTransport, all_tools

TODAY = date(2026, 11, 30)


def planned(question: str, *, google: bool = True) -> list[PlannedCall]:
    reading = read(question, (), today=TODAY)
    return plan(reading.wanted, reading.intent, language=reading.language, google=google, second=reading.second)


def call(calls: list[PlannedCall], tool: str) -> dict[str, object]:
    return dict(next(one.arguments for one in calls if one.tool == tool))


def test_a_title_is_asked_as_a_title_with_its_author() -> None:
    calls = planned("Dune by Frank Herbert")

    assert [one.tool for one in calls] == ["web_search_books", "google_books_search", "wikipedia_summary"]
    assert call(calls, "web_search_books") == {"title": "Dune", "author": "Frank Herbert", "limit": 8}
    assert call(calls, "wikipedia_summary") == {
        "query": "Dune",
        "author": "Frank Herbert",
        "lang": "en",
        "about": "book",
    }


def test_an_isbn_is_asked_as_an_isbn_and_nothing_else() -> None:
    calls = planned("978-0-306-40615-7")

    assert {one.tool for one in calls} == {"web_search_books", "google_books_search"}
    assert call(calls, "web_search_books")["isbn"] == "9780306406157"


def test_all_subjects_are_asked_together_and_the_first_alone() -> None:
    calls = planned("novels about love and war")

    assert call(calls, "web_search_books")["subject"] == ["love", "war"]
    assert call(calls, "subject_search")["subjects"] == ["love"]


def test_an_author_is_asked_for_many_books_within_the_years() -> None:
    calls = planned("books by Isaac Asimov before 1960")

    assert call(calls, "web_search_books") == {"author": "Isaac Asimov", "limit": 20, "year_to": 1959}
    assert call(calls, "wikipedia_summary")["about"] == "author"


def test_the_contents_of_a_book_are_asked_with_its_description() -> None:
    assert call(planned("What is Neuromancer about?"), "web_search_books")["details"] is True


def test_the_language_of_the_book_goes_to_each_source_in_its_own_code() -> None:
    calls = planned("books about whales in German")

    assert call(calls, "web_search_books")["lang"] == "ger"
    assert call(calls, "google_books_search")["lang"] == "de"


def test_an_encyclopedia_is_read_in_the_visitors_language() -> None:
    assert call(planned("Worum geht es in Der Schwarm?"), "wikipedia_summary")["lang"] == "de"


def test_likeness_first_looks_the_named_book_up() -> None:
    calls = planned("books like Dune by Frank Herbert")

    assert call(calls, "web_search_books") == {"title": "Dune", "author": "Frank Herbert", "limit": 8}


def test_likeness_asks_for_the_telling_subjects_of_the_book_that_was_found() -> None:
    wanted = Wanted(like=Anchor(title="Dune", authors=("Frank Herbert",), subjects=("Fiction", "Deserts", "Politics")))

    calls = plan(wanted, "similar", google=False)

    asked = [one.arguments["subjects"] for one in calls if one.tool == "subject_search"]
    assert ["Deserts", "Politics"] in asked
    assert all("Fiction" not in subjects for subjects in asked)
    assert any(one.arguments.get("author") == "Frank Herbert" for one in calls)


def test_a_wish_for_anything_good_asks_for_the_best_rated() -> None:
    assert call(planned("Recommend me a good book"), "web_search_books")["sort"] == "rating"


def test_another_reading_costs_one_more_call() -> None:
    with_second = planned("looking for alaska", google=False)
    titles = [one.arguments.get("title") for one in with_second if one.tool == "web_search_books"]

    assert titles == ["alaska", "looking for alaska"]


@pytest.mark.parametrize(
    "question", ["What's the weather in Oslo?", "What did we talk about?", "", "🐉", "isbn 9780306406158"]
)
def test_nothing_is_asked_where_nothing_can_be_found(question: str) -> None:
    assert planned(question) == []


def test_without_google_no_call_goes_there() -> None:
    assert all(one.tool != "google_books_search" for one in planned("Dune", google=False))


QUESTIONS = [
    "Dune",
    "Stephen King",
    "looking for alaska by john green",
    "books about love and war before 1970 in German",
    "What is Dune about?",
    "books like Dune",
    "best science fiction",
    "books by Terry Pratchett and Neil Gaiman",
    "a book where a girl finds a dragon egg in the attic of her grandmother",
    "Recommend me a good book",
    "978-0-306-40615-7",
    "x" * 990,
    "books by " + "Anna " * 100,
    "books about " + "z" * 900,
    "title: " + "t" * 900,
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_planned_call_is_one_that_its_tool_accepts(question: str) -> None:
    tools = {tool.name: tool for tool in all_tools(HttpClient(ScriptedTransport(), clock=FakeClock()), google_key="k")}

    calls = planned(question)

    assert calls
    for one in calls:
        tools[one.tool].Input.model_validate(dict(one.arguments))


INTENTS: list[Intent] = ["on-topic", "author", "reviews", "describe", "similar", "recommend"]


@pytest.mark.parametrize("intent", INTENTS)
def test_no_plan_is_longer_than_a_handful_of_calls(intent: Intent) -> None:
    wanted = Wanted(title="Dune", authors=("Frank Herbert",), subjects=("deserts",))

    assert len(plan(wanted, intent, second=Wanted(title="Dune Messiah"))) <= 6


def test_books_of_one_year_are_asked_for_by_the_year_alone() -> None:
    reading = read("books published in 1984", (), today=TODAY)

    (call,) = plan(reading.wanted, reading.intent)

    assert call.tool == "web_search_books"
    assert call.arguments == {"year_from": 1984, "year_to": 1984, "sort": "rating", "limit": 20}
