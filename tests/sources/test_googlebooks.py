"""Google Books: the key, the queries, the volumes, and five meanings of an error."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import JsonValue

from archivist.dag import FakeClock
from archivist.sources import (
    GoogleBooksSearch,
    HttpClient,
    KeyRefused,
    NotAsked,
    ScriptedTransport,
    SourceError,
    SourceFailed,
    SourceResult,
    SourceThrottled,
)
from archivist.tools import ToolContext

from .shapes import volume, volumes

Ask = Callable[..., Awaitable[SourceResult]]
GOOGLE = "www.googleapis.com/books/v1/volumes"


def queries(web: ScriptedTransport) -> list[str]:
    return [parse_qs(urlsplit(url).query)["q"][0] for url in web.urls]


async def test_c085_without_a_key_nothing_is_asked_and_the_report_says_so(
    http: HttpClient, web: ScriptedTransport, clock: FakeClock
) -> None:
    """Keyless calls have a quota of zero: no request, and no "nothing found" (report C085)."""
    tool = GoogleBooksSearch(http)
    context = ToolContext(call_id="c", deadline=None, clock=clock, attempt=1, idempotency_key="k")

    with pytest.raises(NotAsked, match="needs a key") as caught:
        await tool.execute(tool.Input(title="Dune"), context)

    assert caught.value.data["status"] == "not-asked"
    assert "key" in str(caught.value.data["advice"])
    assert not web.sent


async def test_a_volume_becomes_a_candidate_with_all_that_it_says(ask: Ask, web: ScriptedTransport) -> None:
    """Reports C073, C074, C077: thumbnails, page curls and escaped HTML."""
    item = volume(
        "B1hSG45JCX4C",
        "Dune",
        "Frank Herbert",
        subtitle="A Novel",
        publisher='"Penguin, Inc."',
        publishedDate="2003-08-26",
        description="Set on the desert planet <i>Arrakis</i> &amp; beyond&#39;s edge.<br>A classic.",
        industryIdentifiers=[
            {"type": "ISBN_10", "identifier": "110165805X"},
            {"type": "ISBN_13", "identifier": "9781101658055"},
            {"type": "OTHER", "identifier": "BL:A0018116962"},
        ],
        pageCount=624,
        categories=["Fiction"],
        averageRating=4,
        ratingsCount=112,
        language="en",
        imageLinks={
            "thumbnail": "http://books.google.com/books/content?id=B1&printsec=frontcover&img=1&zoom=1&edge=curl"
        },
    )
    web.answers(GOOGLE, volumes(item))

    (book,) = (await ask("google_books_search", title="Dune", author="Frank Herbert")).candidates

    assert (book.source, book.kind, book.key) == ("googlebooks", "edition", "B1hSG45JCX4C")
    assert book.url == "https://books.google.com/books?id=B1hSG45JCX4C"
    assert (book.published, book.first_published, book.pages) == (2003, None, 624)
    assert book.isbns == ("9781101658055",)
    assert book.description == "Set on the desert planet Arrakis & beyond's edge.\nA classic."
    assert (book.publishers, book.subjects, book.languages) == (("Penguin, Inc.",), ("Fiction",), ("eng",))
    assert book.cover is not None
    assert book.cover.startswith("https://books.google.com/")
    assert "edge=curl" not in book.cover
    assert "fife=w800" in book.cover


@pytest.mark.parametrize(
    ("date", "year"),
    [
        ("1808", 1808),
        ("2007-10", 2007),
        ("2020-02-06", 2020),
        ("2016-09-15T00:00:00+02:00", 2016),
        ("18??", None),
        ("", None),
        ("9999", None),
    ],
)
async def test_dates_keep_the_year_they_say(date: str, year: int | None, ask: Ask, web: ScriptedTransport) -> None:
    """Reports C067, C068."""
    web.answers(GOOGLE, volumes(volume("a", "Dune", "Frank Herbert", publishedDate=date)))

    (book,) = (await ask("google_books_search", title="Dune")).candidates

    assert book.published == year


async def test_a_volume_with_a_title_alone_is_a_book(ask: Ask, web: ScriptedTransport) -> None:
    web.answers(GOOGLE, volumes(volume("a", "Keyword Basics", pageCount=0)))

    (book,) = (await ask("google_books_search", title="Keyword Basics")).candidates

    assert (book.authors, book.isbns, book.published, book.pages, book.cover, book.rating) == (
        (),
        (),
        None,
        None,
        None,
        None,
    )


async def test_an_answer_without_items_is_nothing_found(ask: Ask, web: ScriptedTransport) -> None:
    web.answers(GOOGLE, volumes())

    result = await ask("google_books_search", title="Zibberwick's Almanac", author="Nobody Atall")

    assert (result.candidates, result.requests) == ([], 2)


async def test_fields_are_asked_for_in_their_place_and_then_as_plain_words(ask: Ask, web: ScriptedTransport) -> None:
    """Report C029: fielded names sometimes find nothing."""
    web.answers(GOOGLE, volumes())

    await ask("google_books_search", title="Holy Island: A DCI Ryan Mystery", author="L.J. Ross")

    assert queries(web) == ['intitle:"Holy Island" inauthor:"Ross"', "Holy Island Ross"]


async def test_what_every_request_says(ask: Ask, web: ScriptedTransport) -> None:
    web.answers(GOOGLE, volumes(volume("a", "Der Prozess", "Franz Kafka")))

    await ask("google_books_search", title="Der Prozess", lang="de", limit=30)

    sent = {name: value[0] for name, value in parse_qs(urlsplit(web.urls[0]).query).items()}
    assert (sent["printType"], sent["maxResults"], sent["langRestrict"], sent["key"]) == (
        "books",
        "30",
        "de",
        "secret-key",
    )
    assert sent["fields"].startswith("kind,totalItems,items(id,volumeInfo(title,")


async def test_an_isbn_answer_must_carry_the_isbn(ask: Ask, web: ScriptedTransport) -> None:
    """Reports C014, C020: `isbn:` is a hint, and padding comes with it."""
    padding = volume("p", "Dark Fiber", "Geert Lovink", isbn="9780262621809")
    right = volume("r", "Ganhadores", "João José Reis", isbn="9788535932430")
    web.answers(GOOGLE, volumes(padding, right))
    web.answers(f"{GOOGLE}/r", status=404)

    result = await ask("google_books_search", isbn="978-85-359-3243-0")

    assert "q=isbn%3A9788535932430" in web.urls[0]
    assert [c.title for c in result.candidates] == ["Ganhadores"]


async def test_the_volume_of_an_isbn_is_read_on_its_own_page(ask: Ask, web: ScriptedTransport) -> None:
    """Report C029: the list calls it "100 Bucket list of the dead", its own page "… Tome 8"."""
    isbn = "9782505117049"
    web.answers(GOOGLE, volumes(volume("b8", "100 Bucket list of the dead", "Haro Aso", isbn=isbn)))
    web.answers(f"{GOOGLE}/b8", volume("b8", "100 Bucket list of the dead, Tome 8", "Haro Aso", isbn=isbn))

    result = await ask("google_books_search", isbn="978-2-505-11704-9")

    assert [c.title for c in result.candidates] == ["100 Bucket list of the dead, Tome 8"]
    assert result.requests == 2


async def test_the_row_stands_where_its_own_page_cannot_be_had(ask: Ask, web: ScriptedTransport) -> None:
    web.answers(GOOGLE, volumes(volume("b8", "100 Bucket list of the dead", "Haro Aso", isbn="9782505117049")))
    web.answers(f"{GOOGLE}/b8", status=503)

    result = await ask("google_books_search", isbn="9782505117049")

    assert [c.title for c in result.candidates] == ["100 Bucket list of the dead"]


async def test_strangers_are_no_answer(ask: Ask, web: ScriptedTransport) -> None:
    """Report C013: the first hit for the third title was Bujold's."""
    web.answers(GOOGLE, volumes(volume("a", "A Civil Campaign", "Lois McMaster Bujold", isbn="9780671578855")))

    result = await ask("google_books_search", title="A prayer for the crown-shy", author="Becky Chambers")

    assert result.candidates == []


async def test_a_magazine_is_no_book(ask: Ask, web: ScriptedTransport) -> None:
    web.answers(GOOGLE, volumes(volume("m", "Dune", printType="MAGAZINE")))

    assert (await ask("google_books_search", title="Dune")).candidates == []


def refusal(code: int, reason: str, message: str, detail: str = "", quota: str | None = None) -> JsonValue:
    details: list[JsonValue] = [{"reason": detail, "metadata": {"quota_limit_value": quota} if quota else {}}]
    return {"error": {"code": code, "message": message, "errors": [{"reason": reason}], "details": details}}


@pytest.mark.parametrize(
    ("code", "body", "kind", "status", "advice"),
    [
        (400, refusal(400, "badRequest", "API key not valid.", "API_KEY_INVALID"), KeyRefused, "refused", "Check the"),
        (403, refusal(403, "accessNotConfigured", "Books API is disabled."), KeyRefused, "refused", "Enable"),
        (403, refusal(403, "unknownLocation", "Cannot determine user location"), KeyRefused, "refused", "country"),
        (403, refusal(403, "forbidden", "Requests from referer are blocked."), KeyRefused, "refused", "restricted"),
        (429, refusal(429, "rateLimitExceeded", "limit 'Queries per day'"), SourceThrottled, "throttled", "midnight"),
        (400, refusal(400, "x", "Quota exceeded: Queries per day"), SourceThrottled, "throttled", "midnight"),
        (429, refusal(429, "rateLimitExceeded", "Queries per minute"), SourceThrottled, "throttled", "minute"),
        (429, refusal(429, "r", "Queries per day", quota="0"), NotAsked, "not-asked", "key of your own"),
    ],
)
async def test_each_error_says_what_can_be_done(  # noqa: PLR0913 - one row of the table
    code: int, body: JsonValue, kind: type[SourceError], status: str, advice: str, *, ask: Ask, web: ScriptedTransport
) -> None:
    web.answers(GOOGLE, body, status=code)

    with pytest.raises(kind) as caught:
        await ask("google_books_search", title="Dune")

    assert caught.value.data["status"] == status
    assert advice in str(caught.value.data["advice"])
    assert len(web.sent) == 1  # none of these is helped by asking again


async def test_the_visitors_words_are_not_taken_for_a_daily_quota(ask: Ask, web: ScriptedTransport) -> None:
    """A title such as "The Daily Stoic" stands in the request's address."""
    web.answers(GOOGLE, refusal(429, "rateLimitExceeded", "Too many requests"), status=429)

    with pytest.raises(SourceThrottled) as caught:
        await ask("google_books_search", title="The Daily Stoic: 366 Days per Day")

    assert "today" not in caught.value.message


async def test_a_wrong_key_does_not_close_the_service_to_the_next_key(
    http: HttpClient, ask: Ask, web: ScriptedTransport
) -> None:
    web.answers(GOOGLE, refusal(400, "badRequest", "API key not valid.", "API_KEY_INVALID"), status=400)
    for title in ("One", "Two", "Three", "Four"):
        with pytest.raises(KeyRefused):
            await ask("google_books_search", title=title)

    assert http.rests_for("www.googleapis.com") == 0


async def test_backend_trouble_is_tried_once_more(ask: Ask, web: ScriptedTransport) -> None:
    """503 comes and goes, with good keys too."""
    web.answers(GOOGLE, {"error": {"code": 503, "errors": [{"reason": "backendFailed"}]}}, status=503)
    web.answers(GOOGLE, volumes(volume("a", "Dune", "Frank Herbert")))

    result = await ask("google_books_search", title="Dune")

    assert ([c.title for c in result.candidates], result.requests) == (["Dune"], 2)


async def test_no_error_tells_the_key(ask: Ask, web: ScriptedTransport) -> None:
    web.answers(GOOGLE, status=500)

    with pytest.raises(SourceFailed) as caught:
        await ask("google_books_search", title="Dune")

    assert "secret-key" not in repr((caught.value, caught.value.data))
    assert "key=secret-key" in web.urls[0]
