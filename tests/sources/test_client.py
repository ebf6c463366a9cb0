"""The HTTP client: what it sends, what it keeps, when it stops."""

from __future__ import annotations

import asyncio
import json

import pytest

from archivist.dag import FakeClock
from archivist.sources import (
    Attempt,
    HttpClient,
    Limits,
    NoSuchRecord,
    Question,
    ScriptedTransport,
    Service,
    SourceError,
    SourceFailed,
    SourceRefused,
    SourceResting,
    SourceThrottled,
    SourceTimedOut,
    SourceUnreached,
)
from archivist.tools import Pace

LIBRARY = Service(source="openlibrary", name="Open Library", hides_errors=True)
SEARCH = "https://openlibrary.org/search.json"


def numbers(body: bytes) -> list[int]:
    value = json.loads(body)
    if not isinstance(value, list):
        raise ValueError("a list was expected")  # noqa: EM101, TRY003, TRY004 - a parser reports with ValueError
    return value


def question(base: str = SEARCH, **params: str) -> Question[list[int]]:
    return Question(service=LIBRARY, base=base, params=params, parse=numbers, empty=lambda value: not value)


async def test_c094_only_a_safelisted_header_is_sent(http: HttpClient, web: ScriptedTransport) -> None:
    """Report C094: a preflight for any other header is refused by Open Library."""
    web.answers("search.json", [1])

    await http.get(question(q="dune"))

    assert dict(web.sent[0].headers) == {"Accept": "application/json"}


async def test_an_empty_parameter_is_left_out(http: HttpClient, web: ScriptedTransport) -> None:
    web.answers("search.json", [1])

    await http.get(question(q="dune", author=""))

    assert web.urls == [f"{SEARCH}?q=dune"]


@pytest.mark.parametrize(
    "base",
    [
        "https://example.org/search.json",
        "http://openlibrary.org/search.json",
        "https://openlibrary.org.evil.example/x",
        "https://user@openlibrary.org/x",
        "https://openlibrary.org:8443/x",
    ],
)
async def test_no_other_place_is_asked(base: str, http: HttpClient, web: ScriptedTransport) -> None:
    with pytest.raises(ValueError, match="not a book service"):
        await http.get(question(base))

    assert not web.sent


@pytest.mark.parametrize(
    ("gateway", "asked"),
    [
        ("http://127.0.0.1:9000", "http://127.0.0.1:9000/openlibrary.org/search.json?q=dune"),
        ("http://localhost:9000/", "http://localhost:9000/openlibrary.org/search.json?q=dune"),
        (
            "https://proxy.library.example/books",
            "https://proxy.library.example/books/openlibrary.org/search.json?q=dune",
        ),
    ],
)
async def test_a_gateway_takes_the_services_address_as_its_path(gateway: str, asked: str, clock: FakeClock) -> None:
    web = ScriptedTransport(clock)
    web.answers("search.json", [1])

    await HttpClient(web, clock=clock, gateway=gateway).get(question(q="dune"))

    assert web.urls == [asked]


@pytest.mark.parametrize(
    "gateway",
    ["http://library.example", "ftp://localhost", "localhost:9000", "https://x.example/?a=1", "https://u:p@x.example"],
)
def test_a_gateway_that_would_leak_questions_is_refused(gateway: str, clock: FakeClock) -> None:
    with pytest.raises(ValueError, match="a gateway is https"):
        HttpClient(ScriptedTransport(clock), clock=clock, gateway=gateway)


async def test_the_same_question_is_answered_from_the_cache_until_it_is_too_old(
    http: HttpClient, web: ScriptedTransport, clock: FakeClock
) -> None:
    web.answers("search.json", [1])
    first = await http.get(question(q="dune"))

    again = await http.get(question(q="dune"))
    await clock.advance(25 * 3600)
    later = await http.get(question(q="dune"))

    assert (first.requests, first.cached) == (1, False)
    assert (again.requests, again.cached, again.value) == (0, True, [1])
    assert (later.requests, later.cached) == (1, False)


async def test_an_empty_answer_is_kept_for_an_hour_only(
    http: HttpClient, web: ScriptedTransport, clock: FakeClock
) -> None:
    web.answers("search.json", [])
    await http.get(question(q="a book of tomorrow"))
    await clock.advance(3700)

    assert not (await http.get(question(q="a book of tomorrow"))).cached


async def test_c088_a_failure_is_never_kept_as_an_answer(http: HttpClient, web: ScriptedTransport) -> None:
    """Report C088: a 503 was cached and shown as "no results" from then on."""
    web.answers("search.json", status=503)
    web.answers("search.json", status=503)
    web.answers("search.json", [7])
    with pytest.raises(SourceFailed):
        await http.get(question(q="dune"))

    assert (await http.get(question(q="dune"))).value == [7]


async def test_passing_trouble_is_tried_once_more(http: HttpClient, web: ScriptedTransport, clock: FakeClock) -> None:
    web.answers("search.json", status=503)
    web.answers("search.json", [1])

    reply = await http.get(question(q="dune"))

    assert (reply.value, reply.requests) == ([1], 2)
    assert 0.25 <= clock.slept[0] <= 0.75


@pytest.mark.parametrize(
    ("status", "kind"), [(400, SourceFailed), (403, SourceRefused), (404, NoSuchRecord), (422, SourceFailed)]
)
async def test_what_another_try_cannot_help_is_not_tried_again(
    status: int, kind: type[SourceError], http: HttpClient, web: ScriptedTransport
) -> None:
    web.answers("search.json", status=status)

    with pytest.raises(kind) as caught:
        await http.get(question(q="dune"))

    assert (len(web.sent), caught.value.http_status, caught.value.attempts) == (1, status, 1)


async def test_half_a_document_is_tried_again_and_then_a_failure(http: HttpClient, web: ScriptedTransport) -> None:
    web.answers("search.json", b"[1, 2, ")

    with pytest.raises(SourceFailed, match="half an answer") as caught:
        await http.get(question(q="dune"))

    assert caught.value.data["attempts"] == 2


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"<!doctype html><title>Sorry</title>", "a web page instead of data"),
        (b"", "an empty answer"),
        (b'{"docs": 3}', "a shape that it does not document"),
    ],
)
async def test_an_answer_that_is_no_data_is_a_failure_and_not_an_empty_result(
    body: bytes, words: str, http: HttpClient, web: ScriptedTransport
) -> None:
    web.answers("search.json", body)

    with pytest.raises(SourceFailed, match=words) as caught:
        await http.get(question(q="dune"))

    assert caught.value.data["status"] == "failed"
    assert len(web.sent) == 1


async def test_a_body_that_never_ends_is_cut_off(web: ScriptedTransport, clock: FakeClock) -> None:
    web.answers("search.json", b"[" + b"1," * 5000 + b"1]")

    with pytest.raises(SourceFailed, match="more than 8,000 bytes"):
        await HttpClient(web, clock=clock, limits=Limits(body=8000)).get(question(q="dune"))


async def test_c080_c095_a_rejected_fetch_to_open_library_reads_as_throttled_and_not_as_offline(
    http: HttpClient, web: ScriptedTransport
) -> None:
    """Reports C080, C095: the browser hides Open Library's 429, which carries no CORS header."""
    web.refuses("search.json")

    with pytest.raises(SourceThrottled, match="refusing requests for the moment") as caught:
        await http.get(question(q="dune"))

    assert caught.value.data["status"] == "throttled"
    assert "wait a minute" in str(caught.value.data["advice"])
    assert len(web.sent) == 1


async def test_a_rejected_fetch_elsewhere_says_that_nothing_is_known(http: HttpClient, web: ScriptedTransport) -> None:
    web.refuses("en.wikipedia.org")
    service = Service(source="wikipedia", name="Wikipedia")

    with pytest.raises(SourceRefused, match="could not be reached") as caught:
        await http.get(Question(service=service, base="https://en.wikipedia.org/w/api.php", params={}, parse=numbers))

    assert "online" in caught.value.advice


async def test_c091_no_answer_in_time_is_a_time_out_bounded_by_the_deadline(
    http: HttpClient, web: ScriptedTransport, clock: FakeClock
) -> None:
    """Report C091: six seconds and a sentence, in place of the system's own error text."""
    web.hangs("search.json")

    with pytest.raises(SourceTimedOut, match="did not answer within 3 seconds"):
        await http.get(question(q="dune"), deadline=clock.monotonic() + 3)

    assert clock.monotonic() == pytest.approx(3)
    assert len(web.sent) == 1


async def test_past_the_deadline_nothing_is_asked(http: HttpClient, web: ScriptedTransport, clock: FakeClock) -> None:
    with pytest.raises(SourceTimedOut, match="no time was left"):
        await http.get(question(q="dune"), deadline=clock.monotonic())

    assert not web.sent


async def test_a_network_that_is_not_there_is_held_against_no_host(http: HttpClient, web: ScriptedTransport) -> None:
    web.vanishes("search.json")
    for word in ("one", "two", "three", "four"):
        with pytest.raises(SourceUnreached, match="no connection could be made") as caught:
            await http.get(question(q=word))

    assert caught.value.data["unconnected"] is True
    assert "online" in caught.value.advice
    assert http.rests_for("openlibrary.org") == 0


async def test_a_host_that_keeps_failing_is_left_alone_and_tried_again_later(
    http: HttpClient, web: ScriptedTransport, clock: FakeClock
) -> None:
    web.answers("search.json", status=500)
    for word in ("one", "two", "three"):
        with pytest.raises(SourceFailed, match="out of order"):
            await http.get(question(q=word))
    asked = len(web.sent)  # two tries each

    with pytest.raises(SourceResting, match="not asked again for") as caught:
        await http.get(question(q="four"))

    assert len(web.sent) == asked == 6
    assert caught.value.data["status"] == "failed"  # to the visitor the source failed; it was not merely skipped
    await clock.advance(60)
    with pytest.raises(SourceFailed):
        await http.get(question(q="five"))
    assert http.rests_for("openlibrary.org") == pytest.approx(40)  # twice the first rest


async def test_a_host_that_fails_now_and_then_is_not_left_alone(http: HttpClient, web: ScriptedTransport) -> None:
    for _ in range(6):
        web.answers("search.json", status=503)
        web.answers("search.json", [1])

    for number in range(6):
        assert (await http.get(question(q=str(number)))).value == [1]

    assert http.rests_for("openlibrary.org") == 0


async def test_what_was_never_sent_is_not_held_against_the_host(
    http: HttpClient, web: ScriptedTransport, clock: FakeClock
) -> None:
    for number in range(5):
        with pytest.raises(SourceTimedOut):
            await http.get(question(q=str(number)), deadline=clock.monotonic())

    assert (len(web.sent), http.rests_for("openlibrary.org")) == (0, 0)


async def test_one_question_at_a_time_tries_a_host_that_had_failed(clock: FakeClock) -> None:
    web = ScriptedTransport(clock)
    web.answers("search.json", status=429)
    web.answers("search.json", [1])
    http = HttpClient(web, clock=clock)
    with pytest.raises(SourceThrottled):
        await http.get(question(q="one"))
    await clock.advance(20)
    web.hold()
    first = asyncio.create_task(http.get(question(q="two")))
    await asyncio.sleep(0.01)

    with pytest.raises(SourceResting):
        await http.get(question(q="three"))

    web.release()
    assert (await first).value == [1]
    assert (await http.get(question(q="three"))).value == [1]


async def test_c089_a_429_is_believed_at_once(http: HttpClient, web: ScriptedTransport) -> None:
    """Report C089: throttled clients that went on asking were shut out for longer."""
    web.answers("search.json", {"status": 429, "message": "Too Many Requests"}, status=429)

    for _ in range(2):
        with pytest.raises(SourceError) as caught:
            await http.get(question(q="dune"))
        assert caught.value.data["status"] == "throttled"

    assert len(web.sent) == 1


async def test_a_short_retry_after_is_waited_for(http: HttpClient, web: ScriptedTransport, clock: FakeClock) -> None:
    web.answers("search.json", status=429, headers={"retry-after": "2"})
    web.answers("search.json", [1])

    assert (await http.get(question(q="dune"))).value == [1]
    assert clock.monotonic() == pytest.approx(2)


async def test_a_wrong_question_is_not_held_against_the_host(http: HttpClient, web: ScriptedTransport) -> None:
    web.answers("search.json", status=422)
    for number in range(5):
        with pytest.raises(SourceFailed, match="did not accept"):
            await http.get(question(q=str(number)))

    assert http.rests_for("openlibrary.org") == 0


async def test_open_library_gets_ten_requests_at_once_and_then_one_a_second(
    http: HttpClient, web: ScriptedTransport, clock: FakeClock
) -> None:
    """Its limits: 180 a minute with at most 25 at once, ten of them undelayed; one a second for anonymous clients."""
    web.answers("search.json", [1])

    await asyncio.gather(*(http.get(question(q=str(number))) for number in range(15)))

    assert clock.monotonic() == pytest.approx(5)
    assert len(web.sent) == 15


async def test_a_question_that_would_have_to_wait_too_long_is_not_sent(
    http: HttpClient, web: ScriptedTransport, clock: FakeClock
) -> None:
    web.answers("search.json", [1])
    await asyncio.gather(*(http.get(question(q=str(number))) for number in range(20)))
    start = clock.monotonic()
    crowd = [asyncio.create_task(http.get(question(q=f"more {n}"), deadline=start + 3)) for n in range(8)]

    results = await asyncio.gather(*crowd, return_exceptions=True)

    refused = [result for result in results if isinstance(result, SourceThrottled)]
    assert refused
    assert "only as often as it allows" in str(refused[0])


async def test_a_gateway_has_no_pace_but_the_one_that_is_set(clock: FakeClock) -> None:
    web = ScriptedTransport(clock)
    web.answers("search.json", [1])
    free = HttpClient(web, clock=clock, gateway="http://localhost:9")
    await asyncio.gather(*(free.get(question(q=str(number))) for number in range(50)))
    assert clock.monotonic() == 0

    paced = HttpClient(web, clock=clock, gateway="http://localhost:9", gateway_pace=Pace(per_second=2, burst=1))
    await asyncio.gather(*(paced.get(question(q=str(number))) for number in range(5)))
    assert clock.monotonic() == pytest.approx(2)


async def test_the_same_question_in_flight_is_asked_once(http: HttpClient, web: ScriptedTransport) -> None:
    web.answers("search.json", [1])
    web.hold()
    asked = [asyncio.create_task(http.get(question(q="dune"))) for _ in range(4)]
    await asyncio.sleep(0.01)
    web.release()

    replies = await asyncio.gather(*asked)

    assert len(web.sent) == 1
    assert sorted(reply.requests for reply in replies) == [0, 0, 0, 1]


async def test_one_callers_cancellation_does_not_end_the_others_request(
    http: HttpClient, web: ScriptedTransport
) -> None:
    web.answers("search.json", [1])
    web.hold()
    first, second = (asyncio.create_task(http.get(question(q="dune"))) for _ in range(2))
    await asyncio.sleep(0.01)
    first.cancel()
    await asyncio.sleep(0.01)
    web.release()

    assert (await second).value == [1]
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_a_request_that_nobody_waits_for_any_more_is_stopped(http: HttpClient, web: ScriptedTransport) -> None:
    web.answers("search.json", [1])
    web.hold()
    only = asyncio.create_task(http.get(question(q="dune")))
    await asyncio.sleep(0.01)
    only.cancel()
    with pytest.raises(asyncio.CancelledError):
        await only
    web.release()

    reply = await http.get(question(q="dune"))

    assert (reply.requests, len(web.sent)) == (1, 2)


async def test_a_redirect_is_followed_to_a_book_service_and_nowhere_else(
    http: HttpClient, web: ScriptedTransport
) -> None:
    web.answers("/old.json", status=301, headers={"location": "/new.json"})
    web.answers("/new.json", [3])
    web.answers("/bad.json", status=302, headers={"location": "https://evil.example/x"})

    assert (await http.get(question("https://openlibrary.org/old.json"))).value == [3]
    with pytest.raises(SourceFailed, match="points to another place"):
        await http.get(question("https://openlibrary.org/bad.json"))


async def test_redirects_in_a_circle_end(http: HttpClient, web: ScriptedTransport) -> None:
    web.answers("/round.json", status=301, headers={"location": "/round.json"})

    with pytest.raises(SourceFailed, match="somewhere else"):
        await http.get(question("https://openlibrary.org/round.json"))

    assert len(web.sent) == 3


async def test_a_key_is_in_no_error_report_or_message(web: ScriptedTransport, clock: FakeClock) -> None:
    attempts: list[Attempt] = []
    http = HttpClient(web, clock=clock, on_attempt=attempts.append)
    web.answers("googleapis.com", status=500)
    service = Service(source="googlebooks", name="Google Books")
    base = "https://www.googleapis.com/books/v1/volumes"

    with pytest.raises(SourceFailed) as caught:
        await http.get(Question(service=service, base=base, params={"q": "dune", "key": "s3cret"}, parse=numbers))

    assert "key=s3cret" in web.urls[0]
    told = repr((caught.value, caught.value.data, caught.value.url, attempts))
    assert "s3cret" not in told
    assert "q=dune" in caught.value.url


async def test_every_attempt_is_reported(web: ScriptedTransport, clock: FakeClock) -> None:
    attempts: list[Attempt] = []
    web.answers("search.json", status=503)
    web.answers("search.json", [1], after=0.3)

    await HttpClient(web, clock=clock, on_attempt=attempts.append).get(question(q="dune"))

    assert [(a.number, a.outcome, a.status) for a in attempts] == [(1, "failed", 503), (2, "answered", 200)]
    assert attempts[1].seconds == pytest.approx(0.3)
