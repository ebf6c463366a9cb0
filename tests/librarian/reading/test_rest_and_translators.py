"""What else somebody wrote who is known by a book alone, and wishes about translators."""

from __future__ import annotations

from datetime import date

import pytest

from archivist.librarian.reading import read

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("hi! my daughter loved theater shoes, anything else by the same author?", "theater shoes"),
        ("Theater Shoes. What else has the author written?", "Theater Shoes"),
        ("books by the author of Theater Shoes", "Theater Shoes"),
        ("other books by the guy who wrote Dune", "Dune"),
        ("books by the same author as Dune", "Dune"),
        ("what else did the author of dune write?", "dune"),
        ("bücher vom autor von Momo", "Momo"),
    ],
)
def test_what_else_its_author_wrote_is_asked_of_a_book_without_naming_the_author(question: str, title: str) -> None:
    like = read(question, today=TODAY).wanted.like

    assert like is not None
    assert (like.title, like.works) == (title, True)


def test_who_wrote_a_book_is_still_a_question_for_its_author() -> None:
    reading = read("the author of dune", today=TODAY)

    assert (reading.wanted.title, reading.asks) == ("dune", "author")


@pytest.mark.parametrize(
    ("question", "title", "said"),
    [
        ("eugene onegin translated by charles johnston", "eugene onegin", "translated by charles johnston"),
        ("War and Peace translated by Pevear", "War and Peace", "translated by Pevear"),
        ("the Odyssey in Emily Wilson's translation", "the Odyssey", "in Emily Wilson's translation"),
        ("Crime and Punishment, traduit par André Markowicz", "Crime and Punishment", "traduit par André Markowicz"),
    ],
)
def test_a_translator_is_set_aside_and_no_part_of_the_title(question: str, title: str, said: str) -> None:
    wanted = read(question, today=TODAY).wanted

    assert (wanted.title, wanted.authors, wanted.unmet) == (title, (), (said,))


@pytest.mark.parametrize("title", ["Lost in Translation", "In Translation", "The Translation of the Bones"])
def test_titles_that_speak_of_translation_stay_whole(title: str) -> None:
    assert read(title, today=TODAY).wanted.title == title


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("who translated War and Peace?", "War and Peace"),
        ("Who is the translator of Momo?", "Momo"),
        ("Qui a traduit Dune ?", "Dune"),
        ("who published Dune?", "Dune"),
    ],
)
def test_a_fact_that_no_record_tells_is_named_as_left_aside(question: str, title: str) -> None:
    wanted = read(question, today=TODAY).wanted

    assert wanted.title == title
    assert wanted.unmet


def test_books_somebody_translated_are_looked_for_under_their_name() -> None:
    assert read("books translated by Edith Grossman", today=TODAY).wanted.authors == ("Edith Grossman",)


def test_letters_with_points_that_stand_for_a_ship_are_no_initials() -> None:
    like = read("books like U.S.S. Seawolf", today=TODAY).wanted.like

    assert like is not None
    assert like.title == "U.S.S. Seawolf"


@pytest.mark.parametrize(
    ("question", "title", "asks"),
    [
        ("breath eyes memory danticat, when first published", "breath eyes memory danticat", "year"),
        ("Dune: when was it written?", "Dune", "year"),
        ("band of brothers ambrose isbn?", "band of brothers ambrose", "isbn"),
        ("undaunted courage: who is the author, and when was it published?", "undaunted courage", ""),
    ],
)
def test_what_is_asked_after_the_name_belongs_to_no_title(question: str, title: str, asks: str) -> None:
    reading = read(question, today=TODAY)

    assert (reading.wanted.title, reading.asks) == (title, asks)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("the chronicles of riddick novelization", "the chronicles of riddick"),
        ("terry brooks shannara in order", "terry brooks shannara"),
        ("Law and Order", "Law and Order"),
        ("The Natural Order", "The Natural Order"),
    ],
)
def test_a_format_and_an_order_are_no_part_of_the_title(question: str, title: str) -> None:
    assert read(question, today=TODAY).wanted.title == title


def test_what_somebody_wrote_after_a_book_is_asked_of_the_author() -> None:
    assert read("what did jk rowling write after harry potter", today=TODAY).wanted.authors == ("jk rowling",)


def test_a_name_with_other_words_behind_it_may_be_the_author() -> None:
    second = read("agatha christie with poirot on a plane", today=TODAY).second

    assert second is not None
    assert (second.authors, second.unmet) == (("agatha christie",), ("with poirot on a plane",))
