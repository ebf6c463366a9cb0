"""Whose edition, which volume, in what order: said of a copy or a series, and told by no record of a work."""

from __future__ import annotations

from datetime import date

import pytest

from archivist.books import Wanted
from archivist.librarian.reading import read

TODAY = date(2026, 11, 30)


def readings(question: str) -> tuple[Wanted, Wanted]:
    """Both readings of a question; the first twice where it is the only one."""
    reading = read(question, today=TODAY)
    return reading.wanted, reading.second or reading.wanted


EDITIONS = [
    ("the oxford world's classics edition of silas marner", "silas marner", "oxford world's classics edition of"),
    ("do you have the penguin translation of the aeneid?", "the aeneid", "penguin translation of"),
    ("Villette (Everyman's Library)", "Villette", "Everyman's Library"),
    ("Walden, Signet Classics", "Walden", "Signet Classics"),
]


@pytest.mark.parametrize(("question", "title", "said"), EDITIONS)
def test_whose_edition_is_no_part_of_the_title_and_is_told_to_be_unknown(question: str, title: str, said: str) -> None:
    wanted, _ = readings(question)

    assert wanted.title == title
    assert said in wanted.unmet[0]


@pytest.mark.parametrize(
    ("question", "title", "said"),
    [
        ("Saga vol. 3", "Saga", "vol. 3"),
        ("the expanse book 4", "the expanse", "book 4"),
        ("Der dunkle Turm, Band 2", "Der dunkle Turm", "Band 2"),
        ("fondation tome 1", "fondation", "tome 1"),
        ("Dune (Dune Chronicles #1)", "Dune", "Dune Chronicles #1"),
    ],
)
def test_a_volume_may_be_part_of_the_title_and_else_is_set_aside(question: str, title: str, said: str) -> None:
    wanted, second = readings(question)

    assert wanted.title == question
    assert (second.title, second.unmet) == (title, (said,))


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("the third book of the Earthsea cycle", "Earthsea"),
        ("first volume in the Gormenghast trilogy", "Gormenghast"),
        ("le deuxième tome de La Horde du Contrevent", "La Horde du Contrevent"),
        ("el primer libro de la saga Geralt", "saga Geralt"),
        ("in what order should I read the Discworld novels?", "Discworld"),
        ("what is the reading order of the Culture series", "Culture"),
        ("what's the last book in the Cazalet series?", "Cazalet"),
        ("Band 2 von Tintenwelt", "Tintenwelt"),
    ],
)
def test_a_place_in_a_series_and_its_order_name_the_series(question: str, title: str) -> None:
    wanted, _ = readings(question)

    assert wanted.title == title
    assert wanted.unmet


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("The Second Sex", "The Second Sex"),
        ("The First Book of Jazz", "The First Book of Jazz"),
        ("Slaughterhouse Five", "Slaughterhouse Five"),
        ("Catch 22", "Catch 22"),
        ("The Penguin Book of Ghost Stories", "The Penguin Book of Ghost Stories"),
        ("Mr. Popper's Penguins", "Mr. Popper's Penguins"),
    ],
)
def test_titles_with_such_words_stay_whole_in_one_reading(question: str, title: str) -> None:
    assert title in {wanted.title for wanted in readings(question)}
