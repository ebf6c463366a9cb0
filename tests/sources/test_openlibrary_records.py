"""Open Library: ISBNs, languages, years and descriptions, and what becomes of odd records."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from archivist.books import isbn13
from archivist.sources import ScriptedTransport, SourceResult, SourceThrottled

from .shapes import DUNE, EMPTY, found, work
from .shapes import searches as asked

Ask = Callable[..., Awaitable[SourceResult]]


async def test_an_isbn_is_asked_for_first_and_verified(ask: Ask, web: ScriptedTransport) -> None:
    """Reports C020, C028: another volume's row is not the asked one."""
    other = work("OL2W", "Fruits Basket, Vol. 5", "Natsuki Takaya", isbn=["9781591826071"])
    right = work("OL1W", "Fruits Basket, Vol. 2", "Natsuki Takaya", isbn=["9781591826033", "9781591826040"])
    web.answers("search.json", found(other, right))

    result = await ask("web_search_books", isbn="978-1-59182-604-0", title="Fruits Basket")

    assert asked(web) == [{"isbn": "9781591826040"}]
    assert [c.title for c in result.candidates] == ["Fruits Basket, Vol. 2"]
    assert result.candidates[0].isbns[0] == "9781591826040"


async def test_a_famous_works_last_isbn_is_verified_too(ask: Ask, web: ScriptedTransport) -> None:
    others = [isbn for isbn in (f"978044117{number:04}" for number in range(3000)) if isbn13(isbn)]
    web.answers("search.json", found({**DUNE, "isbn": [*others, "0441172717"]}))

    by_title = await ask("web_search_books", title="Dune")
    by_isbn = await ask("web_search_books", isbn="0441172717")

    assert len(by_title.candidates[0].isbns) == 80
    assert by_isbn.candidates[0].isbns[0] == "9780441172719"


async def test_an_unknown_isbn_falls_back_to_title_and_author(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", EMPTY)
    web.answers("search.json", found(DUNE))
    web.answers("/api/books", {})

    result = await ask("web_search_books", isbn="9780441013593", title="Dune", author="Frank Herbert")

    assert asked(web) == [
        {"isbn": "9780441013593"},
        {"title": "Dune", "author": "Frank Herbert"},
    ]
    assert [c.title for c in result.candidates] == ["Dune"]


async def test_an_isbn_with_prefix_979_is_asked_for_as_it_is(ask: Ask, web: ScriptedTransport) -> None:
    """Reports C046, C047."""
    web.answers("search.json", EMPTY)
    web.answers("/api/books", {}, status=404)

    result = await ask("web_search_books", isbn="979-10-90636-07-1")

    assert asked(web) == [{"isbn": "9791090636071"}]
    assert "bibkeys=ISBN%3A9791090636071" in web.urls[1]
    assert result.candidates == []


async def test_an_edition_that_the_search_has_not_seen_is_asked_of_the_catalogue(
    ask: Ask, web: ScriptedTransport
) -> None:
    """Report C005: all identifiers of the edition are carried over."""
    web.answers("search.json", EMPTY)
    edition = {
        "url": "https://openlibrary.org/books/OL26412312M/The_Story_of_the_Lost_Child",
        "key": "/books/OL26412312M",
        "title": "The Story of the Lost Child",
        "authors": [{"url": "https://openlibrary.org/authors/OL1A/x", "name": "Elena Ferrante"}],
        "identifiers": {"isbn_10": ["1609452860"], "isbn_13": ["9781609452865"]},
        "publishers": [{"name": "Europa Editions"}],
        "publish_date": "September 1, 2015",
        "number_of_pages": 473,
        "subjects": [{"name": "Friendship", "url": "https://openlibrary.org/subjects/friendship"}],
        "cover": {"medium": "https://covers.openlibrary.org/b/id/7892332-M.jpg"},
    }
    web.answers("/api/books", {"ISBN:9781609452865": edition})

    (book,) = (await ask("web_search_books", isbn="1609452860")).candidates

    assert (book.kind, book.url) == ("edition", "https://openlibrary.org/books/OL26412312M")
    assert (book.title, book.authors, book.published) == ("The Story of the Lost Child", ("Elena Ferrante",), 2015)
    assert (book.isbns, book.pages) == (("9781609452865",), 473)
    assert (book.publishers, book.subjects) == (("Europa Editions",), ("Friendship",))
    assert book.cover == "https://covers.openlibrary.org/b/id/7892332-M.jpg"


@pytest.mark.parametrize("isbn", ["9780441013594", "None", "123"])
async def test_a_wrong_isbn_is_not_asked_for(isbn: str, ask: Ask, web: ScriptedTransport) -> None:
    """Reports C040, C052: nonsense is no evidence, and None is no word to search for."""
    result = await ask("web_search_books", isbn=isbn)

    assert (result.candidates, web.sent) == ([], [])
    assert "nothing was named" in result.detail


async def test_the_edition_with_the_asked_isbn_is_shown_with_its_works_facts(ask: Ask, web: ScriptedTransport) -> None:
    """Report C011: the edition that carries the ISBN, the work as its parent."""
    edition = {
        "key": "/books/OL27258322M",
        "title": "Der Wüstenplanet",
        "isbn": ["9783453317178"],
        "language": ["ger"],
        "publish_date": ["2016"],
        "publisher": ["Heyne Verlag"],
        "cover_i": 8231990,
    }
    row = {**DUNE, "isbn": ["9780441013593", "9783453317178"], "editions": {"numFound": 1, "docs": [edition]}}
    web.answers("search.json", found(row))

    (book,) = (await ask("web_search_books", isbn="978-3-453-31717-8")).candidates

    assert (book.kind, book.url) == ("edition", "https://openlibrary.org/books/OL27258322M")
    assert (book.title, book.published, book.first_published) == ("Der Wüstenplanet", 2016, 1965)
    assert (book.languages, book.publishers) == (("ger",), ("Heyne Verlag",))
    assert set(book.isbns) == {"9783453317178", "9780441013593"}


async def test_a_translation_is_found_under_its_own_title(ask: Ask, web: ScriptedTransport) -> None:
    """Reports C008, C062: the exact translated title of the famous work."""
    edition = {"key": "/books/OL1M", "title": "Bajo la misma estrella", "language": ["spa"]}
    row = work("OL1W", "The Fault in Our Stars", "John Green", editions={"docs": [edition]}, language=["eng", "spa"])
    web.answers("search.json", found(row))

    (book,) = (await ask("web_search_books", title="Bajo la misma estrella")).candidates

    assert (book.title, book.languages) == ("Bajo la misma estrella", ("spa",))


async def test_a_language_is_a_filter_and_a_preference(ask: Ask, web: ScriptedTransport) -> None:
    """Report C061: no English book in place of a Czech one."""
    web.answers("search.json", EMPTY)

    result = await ask("web_search_books", author="Karel Čapek", lang="cze")

    assert asked(web)[0] == {"author": "Karel Čapek", "language": "cze", "lang": "cs"}
    assert result.candidates == []


async def test_several_subjects_must_all_hold(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(work("OL1W", "Moby Dick", "Herman Melville")))

    await ask("web_search_books", subject=["whales", "science fiction"])

    assert asked(web) == [{"q": 'subject:"whales" subject:"science fiction"'}]


async def test_impossible_years_are_unknown_and_never_first(ask: Ask, web: ScriptedTransport) -> None:
    """Reports C064, C065: first published in 8858, in the year 1, in 9999."""
    rows = [
        work(f"OL{number}W", f"Mark {number}", "M", first_publish_year=year)
        for number, year in enumerate([9999, 8858, 1, 2036, 1999, 2004])
    ]
    web.answers("search.json", found(*rows))

    newest = await ask("web_search_books", query="mark", sort="new")

    assert asked(web)[0] == {"q": "mark", "sort": "new"}
    assert [c.first_published for c in newest.candidates] == [2004, 1999]


async def test_years_are_looked_for_among_many_rows_and_then_in_the_search(ask: Ask, web: ScriptedTransport) -> None:
    late = [work(f"OL{n}W", f"Late {n}", "Stephen King", first_publish_year=2000 + n % 20) for n in range(100)]
    page = found(*late)
    page["numFound"] = 400
    web.answers("search.json", page)
    web.answers("search.json", found(work("OL999W", "Carrie", "Stephen King", first_publish_year=1974)))

    result = await ask("web_search_books", author="Stephen King", year_to=1979)

    assert asked(web)[1] == {"author": "Stephen King", "q": "first_publish_year:[* TO 1979]"}
    assert [c.title for c in result.candidates] == ["Carrie"]


async def test_a_book_without_a_year_is_in_no_range(ask: Ask, web: ScriptedTransport) -> None:
    rows = [work("OL1W", "Undated", "A B"), work("OL2W", "Dated", "A B", first_publish_year=1950)]
    web.answers("search.json", found(*rows))

    result = await ask("web_search_books", author="A B", year_from=1940, year_to=1960)

    assert [c.title for c in result.candidates] == ["Dated"]


@pytest.mark.parametrize("query", ["book", "Books", "a novel", "", " ", "?!", "🙂🙂🙂", "\x00\x07"])
async def test_c092_words_that_fit_every_book_are_not_searched_for(
    query: str, ask: Ask, web: ScriptedTransport
) -> None:
    """Report C092: q=book times out."""
    result = await ask("web_search_books", query=query)

    assert (result.candidates, web.sent) == ([], [])


async def test_details_bring_the_description_of_the_best_match(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(DUNE))
    record = {"key": "/works/OL893414W", "type": {"key": "/type/work"}, "title": "Dune"}
    web.answers(
        "/works/OL893414W.json", {**record, "description": {"type": "/type/text", "value": "A *desert* planet."}}
    )

    result = await ask("web_search_books", title="Dune", details=True)

    assert result.candidates[0].description == "A desert planet."
    assert result.requests == 2


async def test_a_merged_work_is_followed_once(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(DUNE))
    stub = {"key": "/works/OL893414W", "type": {"key": "/type/redirect"}, "location": "/works/OL5W"}
    web.answers("/works/OL893414W.json", stub)
    web.answers("/works/OL5W.json", {"key": "/works/OL5W", "type": {"key": "/type/work"}, "description": "Sand."})

    result = await ask("web_search_books", title="Dune", details=True)

    assert result.candidates[0].description == "Sand."


async def test_a_redirect_to_anything_but_a_work_is_not_followed(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(DUNE))
    stub = {"key": "/works/OL893414W", "type": {"key": "/type/redirect"}, "location": "//evil.example/x"}
    web.answers("/works/OL893414W.json", stub)

    result = await ask("web_search_books", title="Dune", details=True)

    assert (result.candidates[0].description, len(web.sent)) == (None, 2)


@pytest.mark.parametrize("status", [404, 500])
async def test_a_record_that_cannot_be_had_costs_no_row(status: int, ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(DUNE))
    web.answers("/works/", {"error": "notfound", "key": "/works/OL893414W"}, status=status)

    result = await ask("web_search_books", title="Dune", details=True)

    assert [c.title for c in result.candidates] == ["Dune"]
    assert ("no description" in result.detail) == (status == 500)


async def test_a_failure_on_the_way_down_the_ladder_is_not_nothing_found(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", EMPTY)
    web.refuses("search.json")

    with pytest.raises(SourceThrottled):
        await ask("web_search_books", title="Dune Messiah")


async def test_c083_the_second_time_the_same_call_costs_no_request(ask: Ask, web: ScriptedTransport) -> None:
    """Report C083: human clicking tripped the limits."""
    web.answers("search.json", found(DUNE))
    await ask("web_search_books", title="Dune")

    again = await ask("web_search_books", title="Dune")

    assert (again.requests, again.cached, len(web.sent)) == (0, True, 1)


@pytest.mark.parametrize(
    ("names", "authors"),
    [
        (["Alfred Bester & Roger Zelazny"], ("Alfred Bester", "Roger Zelazny")),
        (["Simon & Schuster"], ("Simon & Schuster",)),
        (["Farrar, Straus & Giroux Inc"], ("Farrar, Straus & Giroux Inc",)),
        (["Howell, David", "David Howell"], ("Howell, David",)),
        (["Frank Herbert", "Френк Герберт"], ("Frank Herbert",)),
        (["Terry Pratchett", "Neil Gaiman"], ("Terry Pratchett", "Neil Gaiman")),
    ],
)
async def test_each_author_is_named_once_and_alone(
    names: list[str], authors: tuple[str, ...], ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", found(work("OL1W", "A Work", *names)))

    (book,) = (await ask("web_search_books", title="A Work")).candidates

    assert book.authors == authors


async def test_c004_subjects_of_an_older_shape_are_understood(ask: Ask, web: ScriptedTransport) -> None:
    """Report C004: objects with keys in place of strings; 2011: keys without their prefix."""
    row = {**work("x", "A Work", "An Author"), "key": "OL167326W", "subject": [{"key": "/subjects/Fiction"}, "Whales"]}
    web.answers("search.json", found(row))

    (book,) = (await ask("web_search_books", title="A Work")).candidates

    assert (book.key, book.subjects) == ("/works/OL167326W", ("Fiction", "Whales"))
