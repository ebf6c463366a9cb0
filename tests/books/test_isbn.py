"""ISBN arithmetic; the numbers are those printed in the books or in the ISBN manual."""

from __future__ import annotations

import pytest

from archivist.books import isbn10_of, isbn13, isbn_language, isbn_shapes_in, isbns_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9780441172719", "9780441172719"),
        ("978-0-441-17271-9", "9780441172719"),
        ("978 0 441 17271 9", "9780441172719"),
        ("978\u20110\u2011441\u201117271\u20119", "9780441172719"),
        ("ISBN-13: 978-0-441-17271-9", "9780441172719"),
        ("urn:isbn:9780441172719", "9780441172719"),
        ("0-441-17271-7", "9780441172719"),
        ("0441172717", "9780441172719"),
        ("080442957X", "9780804429573"),
        ("0-8044-2957-x", "9780804429573"),
        ("\uff19\uff17\uff18\uff10\uff14\uff14\uff11\uff11\uff17\uff12\uff17\uff11\uff19", "9780441172719"),
        ("9791032305690", "9791032305690"),
    ],
)
def test_every_way_of_writing_an_isbn_gives_the_same_thirteen_digits(text: str, expected: str) -> None:
    assert isbn13(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "9780441172710",
        "0441172718",
        "9198990604",
        "978044117271",
        "97804411727190",
        "X441172717",
        "",
        None,
        "None",
        "BL:A0018116962",
    ],
)
def test_what_is_no_isbn_is_none(text: str | None) -> None:
    assert isbn13(text) is None


def test_only_978_numbers_have_a_ten_digit_form() -> None:
    assert isbn10_of(isbn13("9780804429573")) == "080442957X"
    assert isbn10_of(isbn13("9791032305690")) is None


def test_isbns_are_found_in_running_text_and_wrong_ones_are_not() -> None:
    text = "I have 978-0-441-17271-9 (or 0441172717), also 080442957X; my phone is 0441172718, the year 1965."
    assert isbns_in(text) == ["9780441172719", "9780804429573"]


def test_numbers_of_the_right_shape_are_found_even_with_a_wrong_check_digit() -> None:
    assert isbn_shapes_in("ISBN 978-0-441-17271-0?") == ["9780441172710"]
    assert isbn_shapes_in("call 00441172717123") == []


@pytest.mark.parametrize(
    ("isbn", "language"),
    [
        ("9780441172719", "eng"),
        ("9782070360024", "fre"),
        ("9783161484100", "ger"),
        ("9791032305690", "fre"),
        ("9788478884452", "spa"),
    ],
)
def test_an_isbn_tells_the_language_area_it_was_given_out_in(isbn: str, language: str) -> None:
    assert isbn_language(isbn13(isbn)) == language
