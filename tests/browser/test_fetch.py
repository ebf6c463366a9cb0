"""The browser's transport, in Python in the worker."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.harness import Harness
from tests.browser.services import Services
from tests.browser.watch import Watch

URL = "https://openlibrary.org/search.json?title=dune&fields=key,title"
FETCH = """
import time
from archivist.sources import Request
from archivist.browser.fetch import FetchTransport

async def get(url, timeout=20.0):
    response = await FetchTransport().send(Request(url=url, timeout=timeout))
    body = b"".join([chunk async for chunk in response.chunks()])
    return response, body

async def kind(awaitable):
    try:
        await awaitable
    except BaseException as error:
        return type(error).__name__
    return "nothing raised"
"""


def told(engine: Harness, code: str) -> object:
    engine.open(f"{FETCH}{code}\nport.listen(tell)")
    return engine.told()


def test_an_answer_comes_with_its_status_headers_and_body(engine: Harness) -> None:
    status, kind, body = told(
        engine,
        f"""
response, body = await get({URL!r})
tell([response.status, response.headers["content-type"], json.loads(body)["docs"]])
""",
    )

    assert (status, kind) == (200, "application/json")
    assert body == [{"key": "/works/OL9004W", "title": "Dune"}]


def test_an_error_that_may_be_read_is_an_answer(engine: Harness) -> None:
    url = "https://www.googleapis.com/books/v1/volumes?q=dune"

    assert told(engine, f"tell((await get({url!r}))[0].status)") == 429


def test_without_a_network_it_is_not_the_service_that_refuses(
    engine: Harness, services: Services, context: BrowserContext
) -> None:
    services.openlibrary.refuses_without_cors()
    engine.open(f"""{FETCH}
async def ask():
    tell(await kind(get({URL!r})))
port.listen(lambda _: asyncio.ensure_future(ask()))
tell("listening")
""")
    engine.wait_for("log", "listening")
    context.set_offline(True)
    engine.send(t="stop", id="anything")

    assert engine.wait_for("log", "Transport")["text"] == '"TransportUnconnected"'


def test_an_answer_that_may_not_be_read_is_refused(engine: Harness, services: Services) -> None:
    services.openlibrary.refuses_without_cors()

    assert told(engine, f"tell(await kind(get({URL!r})))") == "TransportRefused"


def test_a_host_that_the_policy_does_not_name_is_refused(engine: Harness, watch: Watch) -> None:
    watch.expects("Content Security Policy|violates")

    assert told(engine, "tell(await kind(get('https://example.org/')))") == "TransportRefused"


def test_an_answer_that_does_not_come_in_time_is_given_up_and_aborted(
    engine: Harness, services: Services, page: Page
) -> None:
    services.openlibrary.holds()
    with page.expect_event("requestfailed", lambda request: "search.json" in request.url, timeout=60_000):
        assert told(engine, f"tell(await kind(get({URL!r}, timeout=0.2)))") == "TransportTimedOut"


def test_cancelling_aborts_the_request(engine: Harness, services: Services, page: Page) -> None:
    services.openlibrary.holds()
    code = f"""
task = asyncio.ensure_future(get({URL!r}))
await asyncio.sleep(0.2)
task.cancel()
tell(await kind(task))
"""
    with page.expect_event("requestfailed", lambda request: "search.json" in request.url, timeout=60_000):
        assert told(engine, code) == "CancelledError"


def test_requests_to_different_services_overlap(engine: Harness, services: Services) -> None:
    held = (services.openlibrary, services.subjects, services.wikipedia)
    for service in held:
        service.holds()
    urls = [URL, "https://openlibrary.org/subjects/whales.json", "https://en.wikipedia.org/w/api.php?srsearch=dune"]
    code = f"""
port.listen(tell)
answers = await asyncio.gather(*(get(url) for url in {urls!r}))
tell([response.status for response, _ in answers])
"""
    engine.open(FETCH + code)

    for service in held:
        service.asked(engine.page)  # each of them before any has answered
    for service in held:
        service.release()
    assert engine.told() == [200, 200, 200]


@pytest.mark.usefixtures("services")
def test_requests_carry_no_cookie_and_no_referrer(engine: Harness, context: BrowserContext) -> None:
    context.add_cookies([{"name": "visit", "value": "1", "url": "https://openlibrary.org/"}])
    headers: list[dict[str, str]] = []
    context.on("request", lambda request: "search.json" in request.url and headers.append(request.all_headers()))

    told(engine, f"tell((await get({URL!r}))[0].status)")

    assert "cookie" not in headers[0]
    assert "referer" not in headers[0]
    assert not {name for name in headers[0] if name.startswith("x-")}
