"""Questions in wordings that no frame knows: what is left without the talk says what is meant."""

from __future__ import annotations

from datetime import date

import pytest

from archivist.librarian.reading import read

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("I need The Grace Awakening for my book club", "The Grace Awakening"),
        ("Somebody on the train was reading The Old Man and the Sea", "The Old Man and the Sea"),
        ("My teacher mentioned Dune today and now I'm curious", "Dune"),
        ("pretty sure the name was the old man and the sea", "the old man and the sea"),
        ("the things they carried", "the things they carried"),
    ],
)
def test_a_title_in_a_sentence_is_read_without_the_talk_around_it(question: str, title: str) -> None:
    assert read(question, (), today=TODAY).wanted.title == title


@pytest.mark.parametrize(
    ("question", "subjects"),
    [
        ("what should I read if I am interested in mythology?", ("mythology",)),
        ("I can't get enough of war", ("war",)),
        ("stories in which war and love both matter", ("war", "love")),
        ("Romans bien notés sur la mer", ("sea",)),
    ],
)
def test_a_few_words_that_are_no_talk_are_subjects(question: str, subjects: tuple[str, ...]) -> None:
    assert read(question, (), today=TODAY).wanted.subjects == subjects


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Finished Dune last night. What next?", "Dune"),
        ("Quelque chose comme Piranesi", "Piranesi"),
        ("something similar to The Darkness that Comes Before", "The Darkness that Comes Before"),
    ],
)
def test_a_title_beside_a_word_of_likeness_is_an_anchor(question: str, title: str) -> None:
    reading = read(question, (), today=TODAY)

    assert reading.intent == "similar"
    assert reading.wanted.like is not None
    assert reading.wanted.like.title == title


def test_a_name_beside_a_word_of_writing_is_an_author() -> None:
    reading = read("Was hat Italo Calvino noch geschrieben?", (), today=TODAY)

    assert (reading.intent, reading.wanted.authors, reading.language) == ("author", ("Italo Calvino",), "de")


def test_a_foreign_by_before_a_full_name_parts_title_and_author() -> None:
    german = read("Dune von Frank Herbert", (), today=TODAY)
    french = read("La Peste d'Albert Camus", (), today=TODAY)

    assert (german.wanted.title, german.wanted.authors, german.language) == ("Dune", ("Frank Herbert",), "de")
    assert (french.wanted.title, french.wanted.authors) == ("La Peste", ("Albert Camus",))


def test_a_particle_inside_a_name_parts_nothing() -> None:
    assert read("Ludwig van Beethoven", (), today=TODAY).wanted.authors == ("Ludwig van Beethoven",)


def test_two_subjects_of_a_wish_that_may_be_a_title_are_the_other_reading() -> None:
    reading = read("a story that has both murder and politics", (), today=TODAY)

    assert ("murder", "politics") in (reading.wanted.subjects, reading.second.subjects if reading.second else ())
