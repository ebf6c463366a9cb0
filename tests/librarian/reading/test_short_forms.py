"""How people type at a desk: short forms, "maybe" behind a name, pronouns, and what no library lends."""

from __future__ import annotations

from datetime import date

import pytest

from archivist.librarian.reading import Turn, read

TODAY = date(2026, 11, 30)


def test_short_forms_of_messages_are_read_in_full() -> None:
    assert read("books abt norse mythology", today=TODAY).wanted.subjects == ("norse mythology",)
    assert read("I loved cold mountain. whats next?", today=TODAY).intent == "similar"


def test_maybe_behind_a_name_is_no_part_of_it() -> None:
    assert read("poetry anthology, garrison keillor maybe?", today=TODAY).wanted.authors == ("garrison keillor",)


def test_not_by_her_means_whom_the_books_are_about() -> None:
    wanted = read("books about jane austen, not by her", today=TODAY).wanted

    assert (wanted.subjects, wanted.without.authors) == (("jane austen",), ("jane austen",))


def test_something_else_by_somebody_asks_for_their_books() -> None:
    assert read("something else by pressfield?", today=TODAY).wanted.authors == ("pressfield",)


def test_by_somebody_narrows_what_was_asked_before() -> None:
    before = (Turn(role="visitor", text="books about iraq"), Turn(role="archivist", text="Here you are."))

    wanted = read("only by hitchens", before, today=TODAY).wanted

    assert (wanted.subjects, wanted.authors) == (("iraq",), ("hitchens",))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("books on the brain by a nobel prize winner", "by a nobel prize winner"),
        ("a book called pan by a norwegian", "by a norwegian"),
    ],
)
def test_an_author_who_is_described_and_not_named_is_set_aside(question: str, said: str) -> None:
    wanted = read(question, today=TODAY).wanted

    assert (wanted.authors, wanted.unmet) == ((), (said,))


@pytest.mark.parametrize("question", ["where is the toilet", "Where's the nearest exit?", "Wo ist der Ausgang?"])
def test_the_way_through_the_house_is_no_question_about_books(question: str) -> None:
    assert read(question, today=TODAY).intent == "off-topic"


def test_a_book_whose_title_speaks_of_an_exit_is_looked_for() -> None:
    assert read("where is the exit west book", today=TODAY).intent == "on-topic"


def test_a_title_with_of_in_it_keeps_its_author_apart() -> None:
    wanted = read("The Books of Magic by Neil Gaiman", today=TODAY).wanted

    assert (wanted.title, wanted.authors) == ("The Books of Magic", ("Neil Gaiman",))


def test_or_something_is_no_part_of_a_title() -> None:
    assert read("what's the book called fiskadoro or something", today=TODAY).wanted.title == "fiskadoro"


@pytest.mark.parametrize("name", ["cs lewis", "hg wells", "JRR Tolkien", "jk rowling", "PD James"])
def test_initials_need_no_points(name: str) -> None:
    assert read(name, today=TODAY).wanted.authors == (name,)


def test_initials_and_a_surname_stand_before_a_title() -> None:
    second = read("gk chesterton the napoleon of notting hill", today=TODAY).second

    assert second is not None
    assert (second.authors, second.title) == (("gk chesterton",), "the napoleon of notting hill")


@pytest.mark.parametrize(
    "title", ["tv guide", "gym class", "ww2 submarines", "my family", "dvd players", "Лев Толстой", "ألف ليلة"]
)
def test_letters_that_stand_for_something_else_are_no_initials(title: str) -> None:
    assert not read(title, today=TODAY).wanted.authors


def test_a_guide_without_an_article_is_a_title_before_a_subject() -> None:
    reading = read("gardeners guide", today=TODAY)

    assert reading.wanted.title == "gardeners guide"


@pytest.mark.parametrize("title", ["Short Stories of Anton Chekhov", "Collected Plays of Bertolt Brecht"])
def test_somebodys_collected_works_in_capitals_are_a_title_first(title: str) -> None:
    assert read(title, today=TODAY).wanted.title == title


def test_in_small_letters_they_are_a_wish() -> None:
    assert read("short stories of anton chekhov", today=TODAY).wanted.authors == ("anton chekhov",)
