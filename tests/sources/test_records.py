"""Records with the oddities that readers of Open Library have met: a fact may be of any shape, a frame may not."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from pydantic import JsonValue

from archivist.books.record import Candidate, Contributor, Rating, Role
from archivist.sources import ScriptedTransport
from archivist.sources.records import (
    Author,
    author,
    candidate_of_record,
    editions,
    rating,
    readers,
    record,
    titles,
)

from .conftest import Ask
from .shapes import found, work


def sent(**fields: JsonValue) -> bytes:
    return json.dumps({"key": "/books/OL1M", "type": {"key": "/type/edition"}, "title": "Dune", **fields}).encode()


def book(**fields: JsonValue) -> Candidate:
    candidate = candidate_of_record(record(sent(**fields)))
    assert candidate is not None
    return candidate


@pytest.mark.parametrize(
    ("covers", "number"),
    [([-1, 77], 77), ([None, 77], 77), ([-1], None), ([None], None), ([], None), (None, None), (77, None)],
)
def test_the_cover_is_the_first_that_was_not_taken_away(covers: JsonValue, number: int | None) -> None:
    expected = number and f"https://covers.openlibrary.org/b/id/{number}-M.jpg?default=false"

    assert book(covers=covers).cover == expected


@pytest.mark.parametrize("value", ["A desert.", {"type": "/type/text", "value": "A desert."}, ["A desert."]])
def test_a_description_may_be_a_text_an_object_or_a_list(value: JsonValue) -> None:
    assert book(description=value).description == "A desert."


@pytest.mark.parametrize(
    "below",
    [
        "([source][1])\n\n  [1]: https://en.wikipedia.org/wiki/Dune_(novel)",
        "- [publisher](https://example.org/dune)",
        "[Wikipedia][1].\r\n[1]: https://en.wikipedia.org/wiki/Dune",
        "\n\n",
    ],
)
def test_links_below_a_description_are_no_part_of_it(below: str) -> None:
    assert book(description=f"A [desert][1] planet.\r\n\r\n{below}").description == "A desert planet."


def test_a_link_within_a_description_leaves_its_words() -> None:
    text = "See [the saga](https://example.org).\n\nIt goes on."

    assert book(description=text).description == "See the saga.\nIt goes on."


def test_a_description_of_links_alone_is_none() -> None:
    assert book(description="[publisher](https://example.org)").description is None


@pytest.mark.parametrize(
    "value", [["Deserts"], [{"key": "/subjects/Deserts"}], [{"name": "Deserts", "url": "https://example.org"}]]
)
def test_subjects_may_be_texts_keys_or_objects(value: JsonValue) -> None:
    assert book(subjects=value).subjects == ("Deserts",)


@pytest.mark.parametrize("value", [[{"key": "/languages/fre"}], ["fre"], ["/languages/fre"], {"key": "/languages/fre"}])
def test_languages_may_be_keys_or_codes(value: JsonValue) -> None:
    assert book(languages=value).languages == ("fre",)


@pytest.mark.parametrize(
    "value",
    [
        [{"key": "/authors/OL1A"}],
        [{"author": {"key": "/authors/OL1A"}, "type": {"key": "/type/author_role"}}],
        [{"author": "/authors/OL1A"}],
        ["/authors/OL1A"],
        [None, {}, {"key": "/authors/OL1A"}, {"key": "/authors/OL1A"}],
    ],
)
def test_authors_are_keys_however_deep_they_lie(value: JsonValue) -> None:
    read = candidate_of_record(record(sent(authors=value)), {"/authors/OL1A": "Frank Herbert"})

    assert read is not None
    assert read.authors == ("Frank Herbert",)


def test_an_author_whose_name_is_not_known_is_not_made_up() -> None:
    assert book(authors=[{"key": "/authors/OL1A"}]).authors == ()


@pytest.mark.parametrize(
    ("told", "name", "role"),
    [
        ("Scott Brick (Narrator)", "Scott Brick", "narrator"),
        ("Ronald M. Hahn (Translator)", "Ronald M. Hahn", "translator"),
        ("John Schoenherr (Illustrator)", "John Schoenherr", "illustrator"),
        ("Anne Groell (Editor)", "Anne Groell", "editor"),
        ("Henry Sene Yee (Cover Art)", "Henry Sene Yee", "other"),
        ("Brian Herbert", "Brian Herbert", "other"),
    ],
)
def test_contributors_have_the_role_that_stands_in_brackets(told: str, name: str, role: Role) -> None:
    assert book(contributions=[told]).contributors == (Contributor(name=name, role=role),)


@pytest.mark.parametrize("value", [None, "nobody", [None, "text", {}, {"role": "Editor"}]])
def test_contributors_of_no_shape_cost_no_record(value: JsonValue) -> None:
    assert book(contributors=value, contributions=None).contributors == ()


def test_an_isbn_with_a_wrong_check_digit_is_none() -> None:
    assert book(isbn_13=["9780441172710"], isbn_10=["044117271X", "0441172717"]).isbns == ("9780441172719",)


@pytest.mark.parametrize("kind", ["/type/redirect", "/type/delete"])
def test_what_is_left_of_a_record_is_no_book(kind: str) -> None:
    stub = json.dumps({"key": "/works/OL1W", "type": {"key": kind}, "location": "/works/OL2W"}).encode()

    assert candidate_of_record(record(stub)) is None
    assert record(stub).moved_to == ("/works/OL2W" if kind == "/type/redirect" else None)


def test_a_location_on_a_record_that_stayed_is_no_way() -> None:
    assert record(sent(location="/books/OL2M")).moved_to is None


def test_authors_without_years_or_name() -> None:
    assert author(b'{"key": "/authors/OL1A", "personal_name": "Homer", "birth_date": "c. 750 BC"}') == Author(
        key="/authors/OL1A", name="Homer"
    )
    assert author(b'{"key": "/authors/OL1A", "type": {"key": "/type/redirect"}, "location": "/authors/OL2A"}') is None


def test_an_author_of_dates_in_words() -> None:
    dates = b'"birth_date": "8 October 1920", "death_date": "February 11, 1986"'

    assert author(b'{"key": "/authors/OL79034A", "name": "Frank Herbert", ' + dates + b"}") == Author(
        key="/authors/OL79034A", name="Frank Herbert", born=1920, died=1986
    )


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        ({"average": 4, "count": 1}, Rating(average=4.0, count=1)),
        ({"average": None, "count": 0}, None),
        ({"average": 0, "count": 0}, None),
        ({}, None),
    ],
)
def test_nobodys_vote_is_no_rating(summary: JsonValue, expected: Rating | None) -> None:
    assert rating(json.dumps({"summary": summary}).encode()) == expected


def test_titles_of_other_namespaces_and_twice_the_same_are_left_out() -> None:
    pages = [
        {"index": 3, "ns": 0, "title": "Dune_(novel)"},
        {"index": 1, "ns": 14, "title": "Category:Dune"},
        {"index": 2, "ns": 0, "title": "Dune_(novel)"},
    ]

    assert titles(json.dumps({"pages": pages}).encode()) == ("Dune (novel)",)


@pytest.mark.parametrize("parse", [record, author, editions, rating, readers, titles])
@pytest.mark.parametrize("body", [b"<html>Service Unavailable</html>", b'{"key": "/works', b"[]", b"null", b""])
def test_no_error_page_is_read_as_a_record(parse: Callable[[bytes], object], body: bytes) -> None:
    with pytest.raises(ValueError, match=r"Invalid JSON|should be|valid"):
        parse(body)


async def test_a_not_found_that_comes_as_success_is_a_failure_and_costs_no_row(
    ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", found(work("OL1W", "Dune", "Frank Herbert")))
    web.answers("/works/OL1W.json", {"error": "notfound", "key": "/works/OL1W"})

    result = await ask("web_search_books", title="Dune", details=True)

    assert [row.title for row in result.candidates] == ["Dune"]
    assert "no description" in result.detail
