"""Wishes that narrow: a number of pages, a decade, a place where it is set, and what is to be otherwise."""

from __future__ import annotations

from datetime import date

import pytest

from archivist.books import Pages, Years
from archivist.librarian.reading import read

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("question", "pages"),
    [
        ("novels by Balzac under 250 pages", Pages(most=250)),
        ("anything about bees that is less than 150 pages long", Pages(most=150)),
        ("Bücher über Bienen mit weniger als 120 Seiten", Pages(most=120)),
        ("des romans de moins de 300 pages", Pages(most=300)),
        ("libros de más de 600 páginas sobre Roma", Pages(least=600)),
        ("books about Rome over 700 pages", Pages(least=700)),
        ("Romane unter 180 Seiten von Max Frisch", Pages(most=180)),
        ("cuentos de menos de 90 páginas sobre Roma", Pages(most=90)),
        ("a mystery of fewer than 220 pages", Pages(most=220)),
    ],
)
def test_a_number_of_pages_is_a_limit_and_no_subject(question: str, pages: Pages) -> None:
    reading = read(question, today=TODAY)

    assert reading.wanted.pages == pages
    assert not any("pag" in subject or "Seiten" in subject for subject in reading.wanted.subjects)
    assert reading.second is not None
    assert reading.second.unmet, "without the limit as well, said to be so"


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("romans policiers des années 60", 1960),
        ("novelas de los años 1940", 1940),
        ("romanzi degli anni 70", 1970),
        ("Romane der 20er Jahre", 1920),
    ],
)
def test_a_decade_in_other_languages(question: str, start: int) -> None:
    assert read(question, today=TODAY).wanted.years == Years(start=start, end=start + 9)


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("Romane, die in Hamburg spielen", "hamburg"),
        ("ein Roman, der in Prag spielt", "prag"),
        ("des romans qui se passent à Naples", "naples"),
        ("romanzi che si svolgono a Trieste", "trieste"),
        ("romanzi ambientati a Siena", "siena"),
    ],
)
def test_where_it_is_set_is_a_subject(question: str, place: str) -> None:
    wanted = read(question, today=TODAY).wanted

    assert ([subject.casefold() for subject in wanted.subjects], wanted.form) == ([place], "novel")


@pytest.mark.parametrize(
    ("question", "title", "but"),
    [
        ("books like Beloved but less bleak", "Beloved", "but less bleak"),
        ("something like The Terror but with more science", "The Terror", "but with more science"),
        ("etwas wie Krabat, aber für Kinder", "Krabat", ""),
        ("des livres comme Dune mais plus courts", "Dune", "mais plus courts"),
    ],
)
def test_what_is_to_be_otherwise_is_no_part_of_the_title(question: str, title: str, but: str) -> None:
    wanted = read(question, today=TODAY).wanted

    assert wanted.like is not None
    assert wanted.like.title == title
    assert not but or wanted.unmet == (but,)


@pytest.mark.parametrize(
    ("question", "about"),
    [("saggi sulla Repubblica", "Repubblica"), ("ensayos sobre España", "spain"), ("des essais sur Rome", "rome")],
)
def test_essays_are_no_novels(question: str, about: str) -> None:
    wanted = read(question, today=TODAY).wanted

    assert (wanted.form, [one.casefold() for one in wanted.subjects]) == ("non-fiction", [about.casefold()])
