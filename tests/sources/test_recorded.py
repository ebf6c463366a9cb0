"""Answers that the services really gave, and what a careful reader writes down of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from archivist.books.record import Candidate, Rating
from archivist.sources import (
    KeyRefused,
    NotAsked,
    ScriptedTransport,
    SourceError,
    SourceFailed,
    SourceResult,
    SourceThrottled,
)

from .shapes import article, found, hits, work

Ask = Callable[..., Awaitable[SourceResult]]
Recorded = Callable[[str], bytes]


@pytest.fixture
def search(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> Callable[[str, str], Awaitable[list[Candidate]]]:
    """Open Library's search, answered by a recorded file."""

    async def run(name: str, query: str) -> list[Candidate]:
        web.answers("search.json", recorded(f"openlibrary-search/{name}.json"))
        return (await ask("web_search_books", query=query, limit=20)).candidates

    return run


def named(rows: list[Candidate], title: str) -> Candidate:
    return next(row for row in rows if row.title == title)


async def test_open_library_2011(search: Callable[[str, str], Awaitable[list[Candidate]]]) -> None:
    rows = await search("2011-capitalism-free-search-oldest-shape", "capitalism free")

    assert len(rows) == 20
    friedman = rows[0]
    assert (friedman.key, friedman.url) == ("/works/OL2747782W", "https://openlibrary.org/works/OL2747782W")
    assert (friedman.title, friedman.authors, friedman.first_published) == (
        "Capitalism and freedom",
        ("Milton Friedman",),
        1962,
    )
    assert friedman.languages == ("ger", "eng")
    assert {"9783492239622", "9780786100491", "9780226264011"} <= set(friedman.isbns)
    assert len({row.authors for row in rows if row.title.casefold() == "capitalism and freedom"}) == 4
    assert sum(not row.authors for row in rows) == 2
    inverted = next(row for row in rows if row.authors == ("Howell, David",))
    assert (inverted.title, inverted.first_published) == ("Freedom and capital", 1981)


async def test_open_library_2021(search: Callable[[str, str], Awaitable[list[Candidate]]]) -> None:
    rows = await search("2021-mistborn-full-shape", "mistborn")

    assert len(rows) == 15
    assert rows[0].title == "Mistborn Trilogy"
    ascension = named(rows, "The Well of Ascension")
    assert (ascension.key, ascension.pages, ascension.languages) == ("/works/OL5738150W", 784, ("eng", "spa"))
    assert ascension.first_published == 2000  # wrong, and what the record says; two sources together correct it
    assert ascension.cover == "https://covers.openlibrary.org/b/id/5081235-M.jpg?default=false"
    assert named(rows, "Shadows of Self").key != named(rows, "Shadows of Self (Mistborn, Book 5)").key
    assert named(rows, "Aleación de Ley (Nacidos de la Bruma [Mistborn] 4)").languages == ("spa",)
    assert named(rows, "Mistborn Adventure Game").authors[-1] == "Crafty Games"


async def test_open_library_january_2022(search: Callable[[str, str], Awaitable[list[Candidate]]]) -> None:
    rows = await search("2022-01-q-washington-dc-limit5", "Washington,DC")

    assert [(row.title, row.first_published) for row in rows] == [
        ("Washington, D.C.", 1967),
        ("Washington DC", 1983),
        ("Washington DC", 1990),
        ("Washington Dc", 1992),
        ("Washington, DC", 2007),
    ]
    vidal = rows[0]
    assert (vidal.subtitle, vidal.authors, vidal.pages) == ("a novel", ("Gore Vidal",), 331)
    assert rows[1].subjects == ()  # "Accessible book" and "Protected DAISY" are no subjects


async def test_open_library_september_2022(search: Callable[[str, str], Awaitable[list[Candidate]]]) -> None:
    rows = await search("2022-09-q-chicago-limit5", "chicago")

    assert [row.title for row in rows] == ["Chicago", "Frommer's Chicago", "The Pit", "Chicago loop", "Pit"]
    pit = named(rows, "The Pit")
    assert (pit.subtitle, pit.authors, pit.first_published, pit.pages) == (
        "A Story of Chicago",
        ("Frank Norris",),
        1903,
        386,
    )
    assert named(rows, "Pit").first_published == 2008


async def test_open_library_february_2024(search: Callable[[str, str], Awaitable[list[Candidate]]]) -> None:
    rows = await search("2024-02-title-denver-co-full-shape", "denver co")

    assert len(rows) == 20
    atlas = rows[0]
    assert (atlas.key, atlas.title, atlas.authors) == ("/works/OL8503198W", "Denver, Co", ("Universal Map",))
    assert (atlas.first_published, atlas.isbns, atlas.cover) == (2001, ("9780762507849",), None)


async def test_open_library_january_2025(search: Callable[[str, str], Awaitable[list[Candidate]]]) -> None:
    """Report C001: asked by its ISBN, answered without it."""
    (book,) = await search("2025-01-q-isbn-new-default-fields-no-isbn", "9788466358804")

    assert (book.title, book.authors, book.first_published) == ("Billy Summers", ("Stephen King",), 2021)
    assert (book.isbns, book.languages) == ((), ("spa", "eng"))


async def test_open_library_august_2026(search: Callable[[str, str], Awaitable[list[Candidate]]]) -> None:
    rows = await search("2026-08-q-dune-with-fields", "dune")

    assert [(row.title, row.first_published) for row in rows] == [
        ("Dune", 1965),
        ("Children of Dune", 1976),
        ("God Emperor of Dune", 1981),
    ]
    dune = rows[0]
    assert dune.authors == ("Frank Herbert",)  # the second name is the same person in Cyrillic letters
    assert dune.isbns == (
        "9780425043769",
        "9780593099322",
        "9780441010622",
        "9780441172634",
        "9780450035692",
        "9788466353779",
    )
    assert (dune.pages, dune.cover) == (605, "https://covers.openlibrary.org/b/id/11481354-M.jpg?default=false")
    assert "gre" in dune.languages


async def test_open_library_three_fields(search: Callable[[str, str], Awaitable[list[Candidate]]]) -> None:
    rows = await search("2026-browser-capture-q-performance-engineering-fields", "performance engineering")

    chevy = named(rows, "Small-Block Chevy Marine Performance")
    assert (chevy.authors, chevy.first_published, chevy.isbns, chevy.rating) == (("Dennis Moore",), None, (), None)


@pytest.mark.parametrize(
    ("name", "status", "kind", "word"),
    [
        ("422-q-too-short-reproduced", 422, SourceFailed, "failed"),
        ("429-body-from-nginx-config", 429, SourceThrottled, "throttled"),
    ],
)
async def test_open_library_errors(  # noqa: PLR0913 - one row of the table
    name: str, status: int, kind: type[SourceError], word: str, *, ask: Ask, web: ScriptedTransport, recorded: Recorded
) -> None:
    web.answers("search.json", recorded(f"openlibrary-search/{name}.json"), status=status)

    with pytest.raises(kind) as caught:
        await ask("web_search_books", query="dune")

    assert caught.value.data["status"] == word


async def test_subject_love(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    web.answers("/subjects/love.json", recorded("openlibrary-subjects/2026-love-limit-documented-sample.json"))

    (book,) = (await ask("subject_search", subjects=["Love"])).candidates

    assert (book.key, book.title, book.authors) == ("/works/OL21177W", "Wuthering Heights", ("Emily Brontë",))
    assert (book.first_published, book.subjects[:3]) == (1846, ("love", "romance", "revenge"))
    assert book.cover == "https://covers.openlibrary.org/b/id/12818862-M.jpg?default=false"


async def test_subject_science(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    web.answers("/subjects/science.json", recorded("openlibrary-subjects/science-trimmed-in-a-test.json"))

    (book,) = (await ask("subject_search", subjects=["science"])).candidates

    assert (book.title, book.authors, book.first_published) == ("Frankenstein or The Modern Prometheus", (), None)


async def test_subject_unknown(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    web.answers("/subjects/", recorded("openlibrary-subjects/unknown-subject-shape-from-source.json"))
    web.answers("search.json", found())

    assert (await ask("subject_search", subjects=["nosuchsubjectxyz"])).candidates == []


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("bookwyrm-ol_work", "First in the Old Kingdom/Abhorsen series."),
        ("2026-browser-capture-work", None),
        ("bookwyrm-ol_edition", "Sabriel, daughter of the necromancer Abhorsen, must journey into the mysterious"),
    ],
)
async def test_records(
    name: str, description: str | None, *, ask: Ask, web: ScriptedTransport, recorded: Recorded
) -> None:
    web.answers("search.json", found(work("OL15832982W", "Sabriel", "Garth Nix")))
    web.answers("/works/OL15832982W.json", recorded(f"openlibrary-works/{name}.json"))

    (book,) = (await ask("web_search_books", title="Sabriel", details=True)).candidates

    assert (book.description or "")[: len(description or "")] == (description or "")
    assert (book.description is None) == (description is None)


async def test_an_edition_by_its_number(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    web.answers("search.json", found())
    web.answers("/api/books", recorded("openlibrary-works/bookwyrm-ol_isbn_search.json"))

    (book,) = (await ask("web_search_books", isbn="9782070427796")).candidates

    assert (book.title, book.authors, book.published) == ("Les ombres errantes", ("Pascal Quignard",), 2002)
    assert (book.isbns, book.publishers) == (("9782070427796",), ("Gallimard",))
    assert book.url == "https://openlibrary.org/books/OL16262504M"


async def test_a_records_markdown_is_plain_text(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    """Report C079."""
    web.answers("search.json", found(work("OL27172905W", "The Stars with You", "Stefani Cox")))
    web.answers("/works/", recorded("openlibrary-works/bookwyrm-ol_edition_markdown.json"))

    (book,) = (await ask("web_search_books", title="The Stars with You", details=True)).candidates

    assert book.description is not None
    assert book.description.startswith('"She didn\'t choose her garden" opens this chapbook')
    assert "*" not in book.description
    assert "](" not in book.description


async def test_a_merged_work(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    web.answers("search.json", found(work("OL24776360W", "Some Title", "Somebody")))
    web.answers("/works/OL24776360W.json", recorded("openlibrary-works/merged-work-redirect-stub-shape.json"))
    web.answers("/works/OL14868272W.json", recorded("openlibrary-works/bookwyrm-ol_work.json"))

    (book,) = (await ask("web_search_books", title="Some Title", details=True)).candidates

    assert book.description == "First in the Old Kingdom/Abhorsen series."


async def test_google_steinbeck(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    web.answers("books/v1/volumes", recorded("google-books/2019-steinbeck-search.json"))

    rows = (await ask("google_books_search", author="John Steinbeck", limit=40)).candidates

    eden = named(rows, "East of Eden")
    assert (eden.authors, eden.published, eden.pages) == (("John Steinbeck",), 2002, 608)
    assert (eden.rating, eden.languages) == (Rating(average=4.5, count=203), ("eng",))
    assert all((row.cover or "https://").startswith("https://") for row in rows)
    assert all("edge=curl" not in (row.cover or "") for row in rows)
    spies = named(rows, "The Book of Spies")
    assert spies.authors == ("Anthony Burgess", "John Steinbeck", "John le Carré", "Rebecca West")


async def test_google_fantastic_beasts(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    web.answers("books/v1/volumes", recorded("google-books/2020s-fantastic-beasts-search.json"))

    rows = (await ask("google_books_search", query="harry potter", limit=40)).candidates

    assert len(rows) == 10
    beasts = rows[0]
    assert (beasts.key, beasts.title, beasts.authors) == (
        "s77iyQEACAAJ",
        "Fantastic Beasts and Where to Find Them",
        ("J. K. Rowling",),
    )
    assert (beasts.published, beasts.pages, beasts.publishers) == (2020, 160, ("Bloomsbury Harry Potter",))
    names = named(rows, "Friends and Foes of Harry Potter")
    assert names.isbns == ("9781598002218",)  # twice in the record: as such and as 159800221X
    assert (names.published, named(rows, "Harry Potter").published) == (2005, 2004)
    assert named(rows, "Harry Potter and the Goblet of Fire").authors == ("J. K. Rowling", "Mary GrandPré")


async def test_google_dutch(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    name = "google-books/2026-isbn-found-dutch-pageCount-0-no-publisher.json"
    web.answers("books/v1/volumes", recorded(name))
    web.answers("books/v1/volumes/", status=404)

    (book,) = (await ask("google_books_search", isbn="9083436993")).candidates

    assert (book.title, book.subtitle) == ("Vrouwen die oorlog zien", "Oekraïens dagboek")
    assert (book.authors, book.published, book.languages) == (("Viktorija Amelina",), 2026, ("dut",))
    assert (book.pages, book.publishers, book.cover) == (None, (), None)
    assert book.url == "https://books.google.com/books?id=Hlzy0QEACAAJ"
    assert book.description is not None
    assert book.description.endswith("Met zwart-witfoto's.")


async def test_google_batman(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    web.answers("books/v1/volumes", recorded("google-books/batman-killing-joke-isbn.json"))
    web.answers("books/v1/volumes/", status=404)

    (book,) = (await ask("google_books_search", isbn="1401216676")).candidates

    assert (book.title, book.authors) == ("Batman: Killing Joke (DELUXE)", ("Brian Bolland", "Alan Moore"))
    assert (book.published, book.pages, book.isbns) == (2008, 64, ("9781401216672",))


async def test_google_volumes_without_their_frame(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    """The recording keeps only the volumes; here they get the frame back in which the service sends them."""
    items = recorded("google-books/search-terms-items-array.json")
    web.answers("books/v1/volumes", b'{"kind": "books#volumes", "totalItems": 300, "items": ' + items + b"}")

    rows = (await ask("google_books_search", query="search terms", limit=40)).candidates

    assert len(rows) == 10
    basics = named(rows, "Keyword Basics")
    assert (basics.authors, basics.published, basics.isbns, basics.pages) == ((), None, (), 25)
    assert named(rows, "Google Power Search").publishers == ("O'Reilly Media, Inc.",)


async def test_google_single_volume(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    web.answers("books/v1/volumes", recorded("google-books/2019-steinbeck-search.json"))
    web.answers("books/v1/volumes/", recorded("google-books/2019-east-of-eden-single-volume.json"))

    (book,) = (await ask("google_books_search", isbn="1440631328")).candidates

    assert (book.title, book.authors, book.published) == ("East of Eden", ("John Steinbeck",), 2002)
    assert (book.description or "").startswith("A masterpiece of Biblical scope, and the magnum opus of one of")
    assert "<" not in (book.description or "")


async def test_google_empty(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    web.answers("books/v1/volumes", recorded("google-books/empty-totalItems-0-no-items.json"))

    assert (await ask("google_books_search", title="Nothing")).candidates == []


@pytest.mark.parametrize(
    ("name", "status", "kind", "word"),
    [
        ("2026-08-429-keyless-quota-limit-zero", 429, NotAsked, "not-asked"),
        ("400-api-key-invalid", 400, KeyRefused, "refused"),
        ("403-access-not-configured-shape", 403, KeyRefused, "refused"),
        ("503-backendFailed", 503, SourceFailed, "failed"),
    ],
)
async def test_google_errors(  # noqa: PLR0913 - one row of the table
    name: str, status: int, kind: type[SourceError], word: str, *, ask: Ask, web: ScriptedTransport, recorded: Recorded
) -> None:
    web.answers("books/v1/volumes", recorded(f"google-books/{name}.json"), status=status)

    with pytest.raises(kind) as caught:
        await ask("google_books_search", title="Dune")

    assert caught.value.data["status"] == word


@pytest.mark.parametrize(
    ("name", "title", "url", "text"),
    [
        (
            "2018-standard-fermat",
            "Fermat's Last Theorem",
            "https://en.wikipedia.org/wiki/Fermat's_Last_Theorem",
            "In number theory, Fermat's Last Theorem states that no three positive integers",
        ),
        (
            "2018-standard-tokyo-mobileapps",
            "Tokyo",
            "https://en.wikipedia.org/wiki/Tokyo",
            "Tokyo, officially Tokyo Metropolis, one of the 47 prefectures of Japan",
        ),
    ],
)
async def test_wikipedia_articles(  # noqa: PLR0913 - one row of the table
    name: str, title: str, url: str, text: str, *, ask: Ask, web: ScriptedTransport, recorded: Recorded
) -> None:
    web.answers("api.php", hits(title))
    web.answers("/summary/", recorded(f"wikipedia-summary/{name}.json"))

    (topic,) = (await ask("wikipedia_summary", query=title, about="topic")).candidates

    assert (topic.title, topic.url) == (title, url)
    assert (topic.description or "").startswith(text)


@pytest.mark.parametrize(
    ("name", "detail"),
    [("2022-disambiguation-test", "several meanings"), ("no-extract-shape-from-source", "")],
)
async def test_wikipedia_pages_that_are_no_article(
    name: str, detail: str, *, ask: Ask, web: ScriptedTransport, recorded: Recorded
) -> None:
    web.answers("api.php", hits("Test"))
    web.answers("/summary/", recorded(f"wikipedia-summary/{name}.json"))

    result = await ask("wikipedia_summary", query="Test")

    assert result.candidates == []
    assert detail in result.detail


async def test_wikipedia_not_found(ask: Ask, web: ScriptedTransport, recorded: Recorded) -> None:
    web.answers("api.php", hits("Sadsd"))
    web.answers("/summary/", recorded("wikipedia-summary/404-hyperswitch-not-found.json"), status=404)

    assert (await ask("wikipedia_summary", query="Sadsd", about="topic")).candidates == []


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("2026-action-query-search-default", "Python (programming language)"),
        ("2026-action-query-search-interwiki", "Python (programming language)"),
        ("2026-action-query-search-limit", "Python (programming language)"),
        ("2026-action-query-search-meta", "Python (programming language)"),
        ("2026-action-query-search-near-match", "Python programming"),
        ("2026-action-query-search-rewrittenquery", "Python (programming language)"),
        ("2026-action-query-search-snippet-html", "Python (programming language)"),
        ("2026-action-query-search-suggestion", "Python (programming language)"),
        ("2026-action-query-missing-page", None),
        ("android-full-text-empty-warning", None),
        ("android-full-text-search", "IND Queens Boulevard Line"),  # rank is in `index`, not in the order
        ("android-obama-search-response", "Barack Obama"),
        ("android-prefix-empty", None),
        ("android-prefix-search", "Narthecium"),  # to which "Abama" redirects
    ],
)
async def test_wikipedia_searches(
    name: str, first: str | None, ask: Ask, web: ScriptedTransport, recorded: Recorded
) -> None:
    web.answers("api.php", recorded(f"wikipedia-search/{name}.json"))
    web.answers("/summary/", article("A title", "", "A text."))

    result = await ask("wikipedia_summary", query="anything", about="topic")

    assert result.asked[1:2] == ([f"article {first!r}"] if first else [])
    assert len(result.candidates) == (first is not None)
