"""Records that Open Library and Wikipedia really sent, and what a careful reader writes down of them.

ISBNs of ten digits were converted by hand, with the check digits of thirteen.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from archivist.books.record import Candidate, Contributor, Isbn13, Language, Rating
from archivist.sources import ScriptedTransport, SourceResult
from archivist.sources.records import (
    Author,
    Readers,
    author,
    candidate_of_record,
    editions,
    rating,
    readers,
    record,
    titles,
)

from .shapes import found, work

Ask = Callable[..., Awaitable[SourceResult]]
Recorded = Callable[[str], bytes]

SABRIEL = (
    "Sabriel, daughter of the necromancer Abhorsen, must journey into the mysterious and magical Old Kingdom to rescue "
    "her father from the Land of the Dead."
)
PYTHON = "Python (programming language)"


def cover(number: int) -> str:
    return f"https://covers.openlibrary.org/b/id/{number}-M.jpg?default=false"


@pytest.fixture
def read(recorded: Recorded) -> Callable[..., Candidate]:
    """The candidate of a recorded work or edition."""

    def one(name: str, **names: str) -> Candidate:
        known = {f"/authors/{key}": author for key, author in names.items()}
        candidate = candidate_of_record(record(recorded(f"openlibrary-works/{name}.json")), known)
        assert candidate is not None
        return candidate

    return one


@pytest.fixture
def listed(recorded: Recorded) -> Callable[[str], list[Candidate]]:
    """The candidates of a recorded list of editions."""

    def every(name: str) -> list[Candidate]:
        rows = map(candidate_of_record, editions(recorded(f"openlibrary-works/{name}.json")).entries)
        return [row for row in rows if row is not None]

    return every


def test_every_recorded_file_has_a_case(recordings: Path) -> None:
    if not recordings.is_dir():
        pytest.skip("the recorded responses are not here; set ARCHIVIST_SHARED to the folder that holds data/")
    cases = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_recorded*.py"))

    files = {path.stem for path in recordings.glob("*/*.json")}

    assert files
    assert {name for name in files if f'"{name}"' not in cases and f"/{name}.json" not in cases} == set()


def test_an_edition_of_2011(read: Callable[..., Candidate]) -> None:
    assert read("2011-book", OL27349A="F. Scott Fitzgerald") == Candidate(
        source="openlibrary",
        key="/books/OL23109860M",
        url="https://openlibrary.org/books/OL23109860M",
        kind="edition",
        title="The Great Gatsby",
        authors=("F. Scott Fitzgerald",),
        contributors=(Contributor(name="Francis Cugat", role="other"),),  # made the cover
        published=2004,  # of this edition; 1925 is its copyright
        isbns=(Isbn13("9780743273565"),),  # listed twice, in ten digits and in thirteen
        languages=(Language("eng"),),
        subjects=(
            "Traffic accidents -- Fiction",
            "First loves -- Fiction",
            "Rich people -- Fiction",
            "Mistresses -- Fiction",
            "Revenge -- Fiction",
            "Long Island (N.Y.) -- Fiction",
        ),
        publishers=("Scribner",),
        pages=180,
        cover=cover(6776207),
    )


def test_an_edition_whose_description_is_an_object(read: Callable[..., Candidate]) -> None:
    book = read("bookwyrm-ol_edition", OL382982A="Garth Nix")

    assert (book.key, book.kind, book.title) == ("/books/OL22951843M", "edition", "Sabriel")
    assert (book.authors, book.published, book.pages) == (("Garth Nix",), 1996, 491)
    assert book.isbns == ("9780060273224", "9780060273231", "9780064471831")  # three bindings on one record
    assert (book.languages, book.publishers, book.subjects) == (("eng",), ("Harper Trophy",), ("Fantasy.",))
    assert (book.description, book.cover, book.first_published) == (SABRIEL, None, None)


def test_an_edition_described_in_markdown(read: Callable[..., Candidate]) -> None:
    """Report C079; the link to the publisher below the text is no part of it."""
    book = read("bookwyrm-ol_edition_markdown")

    assert (book.key, book.title, book.authors) == ("/books/OL36884359M", "The Stars with You", ())
    assert (book.published, book.pages, book.isbns) == (2022, 36, ("9781943899159",))
    assert book.publishers == ("Cooper Dillon Books",)
    assert book.subjects == ("Poetry (poetic works by one author)", "Poetry, collections")
    assert book.description is not None
    assert book.description.startswith('"She didn\'t choose her garden" opens this chapbook exploring Black womanhood')
    assert "individuality. The Stars With You gives us a speculative" in book.description
    assert book.description.endswith("and probes what is required to reach it.")


def test_a_work(read: Callable[..., Candidate]) -> None:
    assert read("bookwyrm-ol_work", OL382982A="Garth Nix") == Candidate(
        source="openlibrary",
        key="/works/OL15832982W",
        url="https://openlibrary.org/works/OL15832982W",
        kind="work",
        title="Sabriel",
        authors=("Garth Nix",),
        first_published=1995,
        subjects=(
            "Fantasy",
            "Science Fiction & Fantasy",
            "Fantasy fiction",
            "Fiction",
            "Juvenile Fiction",
            "Juvenile fiction",
            "Magical thinking",
        ),
        description="First in the Old Kingdom/Abhorsen series.",
        cover=cover(6796986),
    )


def test_a_work_of_2026(read: Callable[..., Candidate]) -> None:
    book = read("2026-browser-capture-work", OL227996A="Dennis Moore")

    assert (book.key, book.kind, book.title) == ("/works/OL1904498W", "work", "Small-Block Chevy Marine Performance")
    assert (book.authors, book.first_published) == (("Dennis Moore",), 2000)  # "January 10, 2000"
    assert (book.subjects, book.cover) == (("Maintenance and repair", "Marine engines"), cover(1878858))
    assert book.description is None


def test_editions_of_2026(recorded: Recorded, listed: Callable[[str], list[Candidate]]) -> None:
    name = "2026-browser-capture-work-editions"
    (book,) = listed(name)

    assert editions(recorded(f"openlibrary-works/{name}.json")).size == 1
    assert (book.key, book.isbns, book.pages) == ("/books/OL9394128M", ("9781557883179",), 213)
    assert (book.publishers, book.languages, book.cover) == (("HP Trade",), ("eng",), cover(1878858))
    assert book.published is None  # this record has no date


def test_editions_of_2011(recorded: Recorded, listed: Callable[[str], list[Candidate]]) -> None:
    name = "2011-editions"
    rows = listed(name)

    assert editions(recorded(f"openlibrary-works/{name}.json")).size == 19  # of which this page has ten
    assert [(row.title, row.languages, row.published, row.pages, row.isbns) for row in rows] == [
        ("Neuromantiker", ("dan",), 1995, 322, ("9788790136291",)),
        ("Neuromancer", ("eng",), 1986, 231, ("9780932096418",)),
        ("Neuromancer", ("eng",), 1995, 317, ("9780006480419",)),
        ("Neuromante", ("spa",), 1997, 316, ("9788445072899",)),
        ("Neuromancer", ("eng",), 1994, 277, ("9780002252324",)),
        ("Neuromancer", ("eng",), 1993, 317, ()),
        ("Neuromancer", ("ger",), 1989, 363, ("9783453313897",)),
        ("Neuromancer", ("eng",), 2004, 371, ("9780441012039",)),
        ("Neuromancer", ("eng",), 2000, 276, ("9780441007462",)),
        ("Neuromancien", ("fre",), 1988, 318, ("9782277223252",)),
    ]
    assert (rows[0].subtitle, rows[6].subtitle) == ("roman", "Science Fiction Roman")
    assert (rows[0].series, rows[6].series) == ("Cyberspace trilogien", "Heyne science fiction & fantasy")
    assert (rows[9].publishers, rows[7].cover) == (("Éditions J'ai lu",), cover(284192))


def test_editions_of_one_work_on_paper_tape_and_screen(listed: Callable[[str], list[Candidate]]) -> None:
    rows = listed("bookwyrm-ol_edition_list")

    assert {row.title for row in rows} == {"Sabriel"}
    assert [row.published for row in rows] == [
        2006, 1996, 2006, 2008, 1999, 2002, 1997, 2002, 2001, 2002, 2002, 2002, 2010, 1995, 1995
    ]  # fmt: skip
    assert [row.pages for row in rows] == [
        None, 491, None, 336, 491, 368, None, 368, None, 640, None, None, None, 292, 292
    ]  # fmt: skip
    assert [row.languages for row in rows].count(("eng",)) == 10
    assert [row.languages for row in rows].count(()) == 4  # and one in Spanish
    curry = (Contributor(name="Tim Curry", role="narrator"),)
    assert [place for place, row in enumerate(rows) if row.contributors == curry] == [2, 9, 11]
    assert rows[5].isbns == rows[7].isbns == ("9780007137305",)  # two records of one edition
    assert rows[8].isbns == ("9780060005467", "9780060773977")
    assert rows[10].isbns == ("9780807205631",)  # 080720563X in ten digits
    assert (rows[13].cover, rows[13].description) == (cover(3843137), SABRIEL)


async def test_an_edition_of_the_books_api_has_no_language_and_no_cover(
    ask: Ask, web: ScriptedTransport, recorded: Recorded
) -> None:
    web.answers("search.json", found())
    web.answers("/api/books", recorded("openlibrary-works/bookwyrm-ol_isbn_search.json"))

    (book,) = (await ask("web_search_books", isbn="207042779X")).candidates

    assert (book.kind, book.languages, book.cover, book.pages) == ("edition", (), None, None)


def test_an_author_of_2011(recorded: Recorded) -> None:
    assert author(recorded("openlibrary-works/2011-author.json")) == Author(
        key="/authors/OL1A", name="Sachi Rautroy", born=1916, died=2004
    )


def test_the_stub_of_a_merged_work_says_where_it_went(recorded: Recorded) -> None:
    stub = record(recorded("openlibrary-works/merged-work-redirect-stub-shape.json"))

    assert (stub.key, stub.moved_to) == ("/works/OL24776360W", "/works/OL14868272W")
    assert candidate_of_record(stub) is None


async def test_a_record_that_is_not_there(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    web.answers("search.json", found(work("OL1W", "Sabriel", "Garth Nix")))
    web.answers("/works/OL1W.json", recorded("openlibrary-works/404-notfound-shape.json"), status=404)

    (book,) = (await ask("web_search_books", title="Sabriel", details=True)).candidates

    assert (book.title, book.description) == ("Sabriel", None)


@pytest.mark.parametrize("parse", [record, author, editions, rating, readers, titles])
def test_what_says_that_there_is_nothing_is_no_record(parse: Callable[[bytes], object], recorded: Recorded) -> None:
    with pytest.raises(ValueError, match=r"error|entries|summary|counts|pages"):
        parse(recorded("openlibrary-works/404-notfound-shape.json"))


@pytest.mark.parametrize(
    ("name", "votes"),
    [
        ("2026-08-ratings-sample", Rating(average=3.966386554621849, count=119)),
        ("unrated-from-openlibrary-source", None),
    ],
)
def test_ratings(name: str, votes: Rating | None, recorded: Recorded) -> None:
    assert rating(recorded(f"openlibrary-ratings/{name}.json")) == votes


def test_readers(recorded: Recorded) -> None:
    assert readers(recorded("openlibrary-ratings/2026-08-bookshelves-sample.json")) == Readers(
        want_to_read=1191, reading=97, read=189, stopped=0
    )


async def test_what_is_sent_needs_no_leave_that_the_recorded_headers_do_not_give(
    ask: Ask, web: ScriptedTransport, recorded: Recorded
) -> None:
    """Anybody may read the answer, and no header is allowed by name: a request has only what browsers send freely."""
    sent = json.loads(recorded("openlibrary-search/2024-02-response-headers.json"))
    headers = {name.lower(): ", ".join(values) for name, values in sent.items()}
    web.answers("search.json", found(work("OL1W", "Dune", "Frank Herbert")), headers=headers)

    (book,) = (await ask("web_search_books", title="Dune")).candidates

    assert headers["access-control-allow-origin"] == "*"
    assert not {"access-control-allow-headers", "retry-after"} & headers.keys()
    assert book.title == "Dune"
    assert {name.lower() for request in web.sent for name in request.headers} <= {"accept"}


@pytest.mark.parametrize(
    ("name", "count", "first", "last"),
    [
        ("2026-action-query-search-default", 10, PYTHON, "Python"),
        ("2026-action-query-search-interwiki", 10, PYTHON, "Python"),
        ("2026-action-query-search-limit", 3, PYTHON, "Outline of the Python programming language"),
        ("2026-action-query-search-meta", 3, PYTHON, "Outline of the Python programming language"),
        ("2026-action-query-search-near-match", 1, "Python programming", "Python programming"),
        ("2026-action-query-search-rewrittenquery", 10, PYTHON, "Python"),
        ("2026-action-query-search-snippet-html", 10, PYTHON, "Python"),
        ("2026-action-query-search-suggestion", 10, PYTHON, "Python"),
        (
            "android-full-text-search",
            20,
            "IND Queens Boulevard Line",
            "Jackson Heights–Roosevelt Avenue/74th Street (New York City Subway)",
        ),
        ("android-obama-search-response", 11, "Barack Obama", "WikiProject Directory"),
        ("android-prefix-search", 20, "Narthecium", "Abamectin"),
        ("android-related-pages", 5, "Dingo", "Wolf"),
    ],
)
def test_lists_of_articles(name: str, count: int, first: str, last: str, *, recorded: Recorded) -> None:
    found = titles(recorded(f"wikipedia-search/{name}.json"))

    assert (len(found), found[0], found[-1]) == (count, first, last)


@pytest.mark.parametrize(
    "name", ["2026-action-query-missing-page", "android-full-text-empty-warning", "android-prefix-empty"]
)
def test_lists_without_an_article(name: str, recorded: Recorded) -> None:
    assert titles(recorded(f"wikipedia-search/{name}.json")) == ()


def test_related_pages_are_named_as_people_write_them(recorded: Recorded) -> None:
    found = titles(recorded("wikipedia-search/android-related-pages.json"))

    assert found == ("Dingo", "Dog intelligence", "Canis", "Saarloos wolfdog", "Wolf")
