"""The book services as the tests have them: at their real addresses, in their real shapes, with a few books of our own.

services.openlibrary.down()                 503, with the CORS header that this service's errors have or lack
services.openlibrary.refuses_without_cors() 429 that a browser may not read
services.wikipedia.empty()                  answers, and knows nothing
services.wikipedia.recovers()               answers well again
services.google.delay(300)                  milliseconds before each answer
services.openlibrary.holds()                answers only after `release()`
services.requests                           what was asked, in order
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

from playwright.sync_api import BrowserContext, Error, Page, Route

from tests.browser.shelf import SHELF, article, found_by_subject, google_page, search_page, wiki_page, work_record

CORS = {"access-control-allow-origin": "*"}
PIXEL = bytes.fromhex("47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b")
QUOTA = {
    "error": {
        "code": 429,
        "message": "Quota exceeded for quota metric 'Queries' and limit 'Queries per day'.",
        "status": "RESOURCE_EXHAUSTED",
        "errors": [{"message": "Quota exceeded", "domain": "global", "reason": "rateLimitExceeded"}],
        "details": [{"reason": "RATE_LIMIT_EXCEEDED", "metadata": {"quota_limit_value": "0"}}],
    }
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request: which service, which path, which parameters (the last value of each)."""

    service: str
    host: str
    path: str
    query: dict[str, str]


@dataclass(slots=True)
class Answer:
    """What a service sends; `readable` is whether it carries the CORS header without which a browser shows nothing."""

    status: int
    body: object
    kind: str = "application/json"
    readable: bool = True


class Service:
    """One service, answering well until told otherwise."""

    def __init__(self, name: str, answer: Callable[[Asked], tuple[int, object]], *, errors_have_cors: bool) -> None:
        self.name = name
        self._answer = answer
        self._errors_have_cors = errors_have_cors
        self._fault: Callable[[Asked], Answer] | None = None
        self._known = True
        self._wait = 0
        self._held: list[Route] | None = None

    @property
    def troubled(self) -> bool:
        """Whether its answers make the browser write errors to the console."""
        return self._fault is not None or self._held is not None

    def down(self) -> None:
        """503 to everything."""
        self._fault = lambda _: Answer(503, "Service Unavailable", "text/plain", self._errors_have_cors)

    def refuses_without_cors(self) -> None:
        """An answer that the browser gets and may not show, as Open Library's 429."""
        self._fault = lambda _: Answer(429, "Too Many Requests", "text/html", readable=False)

    def says_nonsense(self) -> None:
        """200 with a page of HTML where JSON was asked for."""
        self._fault = lambda _: Answer(200, "<html><p>maintenance</p></html>", "text/html")

    def recovers(self) -> None:
        """Answers well again."""
        self._fault = None

    def empty(self) -> None:
        """Answers in its usual shape, and knows nothing."""
        self._known = False

    def delay(self, milliseconds: int) -> None:
        """Takes this long for each answer."""
        self._wait = milliseconds

    def holds(self) -> None:
        """Answers nothing until `release()`."""
        self._held = []

    def asked(self, page: Page) -> None:
        """Waits, at most a minute, until a request of this service is held."""
        for _ in range(1200):
            if self._held:
                return
            page.wait_for_timeout(50)
        message = f"{self.name} was not asked"
        raise AssertionError(message)

    def release(self) -> None:
        """Lets go what was held."""
        held, self._held = self._held or [], None
        for route in held:
            with suppress(Error):  # the page may have given the request up
                self.fulfil(route, asked_by(route, self.name))

    def handle(self, route: Route, asked: Asked) -> None:
        """Answers one request, late or later as told."""
        if self._held is not None:
            self._held.append(route)
            return
        if self._wait:
            # Playwright's own wait lets other requests be answered meanwhile, which a sleep would not.
            route.request.frame.page.wait_for_timeout(self._wait)
        self.fulfil(route, asked)

    def fulfil(self, route: Route, asked: Asked) -> None:
        """Sends what the service says to this."""
        answer = self.says(asked)
        if not answer.readable:
            # Playwright adds the CORS header to whatever it fulfils; a page sees no difference between these two.
            route.abort("failed")
            return
        body = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
        route.fulfill(status=answer.status, headers=CORS | {"content-type": answer.kind}, body=body)

    def says(self, asked: Asked) -> Answer:
        """What it answers to this now."""
        return self._fault(asked) if self._fault else self._usual(asked)

    def _usual(self, asked: Asked) -> Answer:
        status, body = self._answer(asked if self._known else _about_nothing(asked))
        return Answer(status, body, readable=status < 400 or self._errors_have_cors)


@dataclass  # no slots: Playwright keeps its wrapper of a handler on the object that has it
class Services:
    """All four, and what they were asked."""

    requests: list[Asked] = field(default_factory=list)
    covers: list[str] = field(default_factory=list)
    openlibrary: Service = field(default_factory=lambda: Service("openlibrary", _openlibrary, errors_have_cors=False))
    subjects: Service = field(default_factory=lambda: Service("subjects", _subjects, errors_have_cors=False))
    google: Service = field(default_factory=lambda: Service("google", _google, errors_have_cors=True))
    wikipedia: Service = field(default_factory=lambda: Service("wikipedia", _wikipedia, errors_have_cors=True))

    @property
    def all(self) -> tuple[Service, ...]:
        """Every service, to tell them all the same."""
        return (self.openlibrary, self.subjects, self.google, self.wikipedia)

    def troubled(self, url: str) -> bool:
        """Whether errors about this address are of the test's own making."""
        service = self._at(url)
        return service is not None and service.troubled

    def answer_in(self, context: BrowserContext) -> None:
        """Answers for all of them in this browser."""
        for pattern in (
            r"https://openlibrary\.org/.*",
            r"https://www\.googleapis\.com/.*",
            r"https://[a-z-]+\.wikipedia\.org/.*",
        ):
            context.route(re.compile(pattern), self._handle)
        context.route(re.compile(r"https://(covers\.openlibrary|books\.google|upload\.wikimedia)\.\w+/.*"), self._cover)

    def says(self, url: str) -> Answer:
        """What is answered at this address, for whoever serves it without a route."""
        service = self._at(url)
        return service.says(asked_at(url, service.name)) if service else Answer(404, {})

    def _handle(self, route: Route) -> None:
        service = self._at(route.request.url)
        if service is None:
            route.fulfill(status=404, headers=CORS, body="{}")
            return
        asked = asked_by(route, service.name)
        self.requests.append(asked)
        service.handle(route, asked)

    def _cover(self, route: Route) -> None:
        self.covers.append(route.request.url)
        route.fulfill(status=200, headers={"content-type": "image/gif"}, body=PIXEL)

    def _at(self, url: str) -> Service | None:
        parts = urlsplit(url)
        if parts.netloc == "openlibrary.org":
            return self.subjects if parts.path.startswith("/subjects/") else self.openlibrary
        if parts.netloc == "www.googleapis.com":
            return self.google
        return self.wikipedia if parts.netloc.endswith(".wikipedia.org") else None


def asked_by(route: Route, service: str) -> Asked:
    """The request behind a route."""
    return asked_at(route.request.url, service)


def asked_at(url: str, service: str) -> Asked:
    """The request for an address."""
    parts = urlsplit(url)
    query = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
    return Asked(service=service, host=parts.netloc, path=unquote(parts.path), query=query)


def _about_nothing(asked: Asked) -> Asked:
    """The same request for something that nobody knows."""
    words = {
        name: "zzyzzx"
        for name in ("q", "title", "author", "subject", "isbn", "srsearch", "gsrsearch")
        if name in asked.query
    }
    path = re.sub(r"(/subjects/|/summary/|/works/)[^/]+?(\.json)?$", r"\1zzyzzx\2", asked.path)
    return Asked(service=asked.service, host=asked.host, path=path, query=asked.query | words)


def _openlibrary(asked: Asked) -> tuple[int, object]:
    if asked.path == "/search.json":
        text = asked.query.get("q")
        if text is not None and len(text.strip()) < 3:
            return 422, {"detail": [{"type": "value_error", "loc": ["query", "q"], "msg": "Query too short"}]}
        return 200, search_page(SHELF, asked.query)
    if record := work_record(SHELF, asked.path):
        return 200, record
    return 404, {"error": "notfound", "key": asked.path.removesuffix(".json")}


def _subjects(asked: Asked) -> tuple[int, object]:
    return 200, found_by_subject(SHELF, asked.path.removeprefix("/subjects/").removesuffix(".json"), asked.query)


def _google(asked: Asked) -> tuple[int, object]:
    return (200, google_page(SHELF, asked.query)) if asked.query.get("key") else (429, QUOTA)


def _wikipedia(asked: Asked) -> tuple[int, object]:
    if asked.path == "/w/api.php":
        return 200, wiki_page(SHELF, asked.query)
    title = asked.path.removeprefix("/api/rest_v1/page/summary/").replace("_", " ")
    if body := article(SHELF, title):
        return 200, body
    return 404, {"type": "https://mediawiki.org/wiki/HyperSwitch/errors/not_found", "title": "Not found."}
