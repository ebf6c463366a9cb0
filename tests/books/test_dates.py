"""Dates as sources write them, and no more than they say."""

from __future__ import annotations

from datetime import date

import pytest

from archivist.books import date_of, plausible, year_of


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1808", "1808"),
        (1965, "1965"),
        ("2007-10", "2007-10"),
        ("2020-02-06", "2020-02-06"),
        ("2016-09-15T00:00:00+02:00", "2016-09-15"),
        ("2017", "2017"),
        ("March 5, 2003", "2003"),
        ("5/3/2003", "2003"),
        ("c1999", "1999"),
        ("[1954]", "1954"),
        ("\u0661\u0669\u0668\u0664", "1984"),
        ("2007-13", "2007"),
        ("2007-00-00", "2007"),
        ("first published 1922 in Paris", "1922"),
    ],
)
def test_a_date_keeps_the_precision_it_was_given(text: str | int, shown: str, today: date) -> None:
    assert str(date_of(text, today=today)) == shown


@pytest.mark.parametrize(
    "text",
    [
        "18??",
        "1990s",
        "9999",
        "8858",
        "2036",
        "1",
        "0750",
        "800 BC",
        "750 v. Chr.",
        "",
        None,
        "unknown",
        "12345678",
        True,
    ],
)
def test_rubbish_decades_and_impossible_years_are_no_year(text: str | int | None, today: date) -> None:
    assert year_of(text, today=today) is None


def test_next_year_is_possible_and_the_one_after_is_not(today: date) -> None:
    assert plausible(2027, today=today) == 2027
    assert plausible(2028, today=today) is None
    assert plausible(1000, today=today) == 1000
    assert plausible(999, today=today) is None


def test_without_a_day_given_the_machines_own_bounds_the_future() -> None:
    assert year_of("1965") == 1965
    assert year_of("9999") is None
