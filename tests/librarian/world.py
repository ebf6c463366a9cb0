"""The services behind a scripted transport: the shelf of the browser tests, without a browser."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

from archivist.dag import Event, FakeClock
from archivist.librarian import Answer
from archivist.session import Home, Session
from archivist.settings import Settings
from archivist.sources import Request, ScriptedTransport
from archivist.sources.scripted import ScriptedResponse
from tests.browser.shelf import (
    SHELF,
    Volume,
    article,
    found_by_subject,
    google_page,
    search_page,
    wiki_page,
    work_record,
)

OPEN_LIBRARY, GOOGLE, WIKIPEDIA = "https://openlibrary.org", "https://www.googleapis.com", "wikipedia.org"


@dataclass
class World:
    """A session, the services it asks, and what was heard of it. Time is a fake clock's."""

    shelf: tuple[Volume, ...] = SHELF
    settings: Settings | None = field(default_factory=Settings)
    home: Home = field(default_factory=Home)
    clock: FakeClock = field(default_factory=lambda: FakeClock(auto=True))
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.web = ScriptedTransport(self.clock)
        self.web.does(OPEN_LIBRARY, self.openlibrary)
        self.web.does(GOOGLE, self.google)
        self.web.does(WIKIPEDIA, self.wikipedia)
        self.session = Session(
            self.web,
            self.settings,
            on_event=lambda _, event: self.events.append(event),
            home=self.home,
            clock=self.clock,
        )
        self.asked = 0

    async def ask(self, question: str, *, conversation: str = "main") -> Answer:
        self.asked += 1
        return await self.session.ask(question, id=f"q{self.asked}", conversation=conversation)

    def openlibrary(self, request: Request) -> ScriptedResponse:
        path, query = _parts(request)
        if path == "/search.json":
            return _json(search_page(self.shelf, query))
        if path.startswith("/subjects/"):
            return _json(found_by_subject(self.shelf, path.removeprefix("/subjects/").removesuffix(".json"), query))
        record = work_record(self.shelf, path)
        return _json(record) if record else _json({"error": "notfound", "key": path}, status=404)

    def google(self, request: Request) -> ScriptedResponse:
        return _json(google_page(self.shelf, _parts(request)[1]))

    def wikipedia(self, request: Request) -> ScriptedResponse:
        path, query = _parts(request)
        if path == "/w/api.php":
            return _json(wiki_page(self.shelf, query))
        body = article(self.shelf, path.removeprefix("/api/rest_v1/page/summary/").replace("_", " "))
        return _json(body) if body else _json({"type": "not_found", "title": "Not found."}, status=404)


def _parts(request: Request) -> tuple[str, dict[str, str]]:
    parts = urlsplit(request.url)
    return unquote(parts.path), {name: values[-1] for name, values in parse_qs(parts.query).items()}


def _json(body: object, *, status: int = 200) -> ScriptedResponse:
    return ScriptedResponse(status=status, headers={"content-type": "application/json"}, body=json.dumps(body).encode())
