"""What the page had asked while Python was starting: the run that would ask the same takes it over, judged as ever."""

from __future__ import annotations

import asyncio
import json

import pytest

from archivist.browser.ahead import AheadTransport
from archivist.session import Session
from archivist.sources import Request, ScriptedTransport, TransportRefused, TransportTimedOut, TransportUnconnected

DUNE = Request(url="https://openlibrary.org/search.json?title=Dune", timeout=5)
OTHER = Request(url="https://openlibrary.org/search.json?title=Emma", timeout=5)
FOUND = {"key": "/works/OL1W", "title": "Dune", "author_name": ["Frank Herbert"], "first_publish_year": 1965}


class Frame:
    """The frame with one request under way; `url` empty for none, `comes` unset for an answer that never comes."""

    def __init__(self, url: str = "", **reply: object) -> None:
        self.url = url
        self.reply = {"id": "q1", **reply}
        self.calls: list[str] = []
        self.comes = asyncio.Event()
        self.comes.set()

    async def asked_ahead(self) -> str:
        self.calls.append("asked")
        return self.url

    async def taken_ahead(self) -> str:
        self.calls.append("taken")
        await self.comes.wait()
        return json.dumps(self.reply)


async def body_of(transport: AheadTransport, request: Request) -> tuple[int, bytes]:
    response = await transport.send(request)
    body = b"".join([part async for part in response.chunks()])
    await response.close()
    return response.status, body


def network() -> ScriptedTransport:
    asked = ScriptedTransport()
    asked.answers("openlibrary.org/search.json", {"numFound": 0, "docs": []})
    return asked


async def test_the_same_request_gets_the_answer_that_is_there_and_says_for_which_question() -> None:
    frame, net = Frame(DUNE.url, status=200, body="there"), network()
    told: list[str] = []

    assert await body_of(AheadTransport(frame=frame, network=net, told=told.append), DUNE) == (200, b"there")
    assert (net.urls, told) == ([], ["q1"])


async def test_another_request_goes_to_the_network_and_takes_nothing() -> None:
    frame, net = Frame(DUNE.url, status=200, body="there"), network()
    transport = AheadTransport(net, frame)
    await body_of(transport, OTHER)

    assert net.urls == [OTHER.url]
    assert await body_of(transport, DUNE) == (200, b"there")


async def test_the_answer_is_given_once() -> None:
    frame, net = Frame(DUNE.url, status=200, body="there"), network()
    transport = AheadTransport(net, frame)
    await body_of(transport, DUNE)
    await body_of(transport, DUNE)

    assert len(net.urls) == 1
    assert frame.calls == ["asked", "taken"]


async def test_the_frame_is_asked_once_however_many_requests_begin_together() -> None:
    frame = Frame()
    transport = AheadTransport(network(), frame)
    await asyncio.gather(*(body_of(transport, one) for one in (DUNE, OTHER, DUNE)))

    assert frame.calls == ["asked"]


async def test_a_request_that_is_given_up_while_the_frame_is_asked_leaves_the_answer_to_the_next() -> None:
    frame = Frame(DUNE.url, status=200, body="there")
    transport = AheadTransport(network(), frame)
    given_up = asyncio.ensure_future(body_of(transport, OTHER))
    await asyncio.sleep(0)
    given_up.cancel()

    assert await body_of(transport, DUNE) == (200, b"there")


async def test_what_was_dropped_meanwhile_is_asked_again() -> None:
    frame, net = Frame(DUNE.url), network()
    told: list[str] = []
    await body_of(AheadTransport(net, frame, told.append), DUNE)

    assert net.urls == [DUNE.url]
    assert told == []


@pytest.mark.parametrize(("failed", "error"), [("refused", TransportRefused), ("unconnected", TransportUnconnected)])
async def test_a_request_that_failed_is_not_sent_a_second_time(failed: str, error: type[Exception]) -> None:
    net = network()
    with pytest.raises(error):
        await AheadTransport(net, Frame(DUNE.url, failed=failed)).send(DUNE)

    assert net.urls == []


async def test_an_answer_that_does_not_come_in_the_requests_time_is_given_up() -> None:
    frame = Frame(DUNE.url, status=200)
    frame.comes.clear()

    with pytest.raises(TransportTimedOut):
        await AheadTransport(network(), frame).send(Request(url=DUNE.url, timeout=0))


def page_of(*docs: object) -> str:
    return json.dumps({"numFound": len(docs), "docs": docs})


def first_address() -> str:
    """What the session asks Open Library first for the question below."""
    net = network()
    asyncio.run(Session(net).ask("Dune by Frank Herbert", id="q0"))
    return next(url for url in net.urls if "openlibrary.org/search" in url)


ADDRESS = first_address()


async def asked(**reply: object) -> tuple[str, list[str], str]:
    """The outcome, what went over the network, and what is said of Open Library."""
    net = ScriptedTransport()
    answer = await Session(AheadTransport(net, Frame(ADDRESS, **reply))).ask("Dune by Frank Herbert", id="q1")
    status = next(report.status for report in answer.sources if report.name == "openlibrary")
    return answer.outcome, [url for url in net.urls if "openlibrary.org" in url], status


async def test_a_run_answers_from_it_and_asks_open_library_nothing() -> None:
    assert await asked(status=200, body=page_of(FOUND)) == ("found", [], "answered")


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        ({"status": 429, "headers": {"retry-after": "600"}}, "throttled"),
        ({"failed": "refused"}, "throttled"),
        ({"status": 403, "body": "<html>no</html>"}, "refused"),
        ({"status": 200, "body": "<html>maintenance</html>"}, "failed"),
        ({"status": 200, "body": "x" * 4_000_001}, "failed"),
    ],
    ids=["throttled", "unreadable", "refused", "a page of HTML", "too long"],
)
async def test_trouble_reads_as_if_it_had_been_asked_now_and_is_not_kept(reply: dict[str, object], status: str) -> None:
    outcome, _, said = await asked(**reply)

    assert (outcome == "found", said) == (False, status)
