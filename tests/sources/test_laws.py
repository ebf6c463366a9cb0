"""What holds for any input."""

from __future__ import annotations

import asyncio
import json
import re
from urllib.parse import parse_qs, urlsplit

from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.dag import FakeClock
from archivist.sources import HttpClient, Question, ScriptedTransport, Service, SourceError, all_tools
from archivist.sources.shelf import ShelfFileError, read_shelf
from archivist.tools import ToolContext

from .shapes import found, value_of, work

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FACTS = ("title", "subtitle", "author_name", "first_publish_year", "isbn", "subject", "language", "cover_i", "key")
FACTS_TOO = ("ratings_average", "ratings_count", "number_of_pages_median", "series_name", "description")


def search(body: object, **arguments: object) -> list[str]:
    """Asks Open Library once; the addresses that were asked."""

    async def run() -> list[str]:
        clock = FakeClock(auto=True)
        web = ScriptedTransport(clock)
        web.answers("openlibrary.org", json.dumps(body).encode())
        context = ToolContext(call_id="c", deadline=None, clock=clock, attempt=1, idempotency_key="k")
        tool = all_tools(HttpClient(web, clock=clock))[0]
        value_of(await tool.prepare(arguments)(context))  # type: ignore[arg-type]  # JSON values by construction
        return web.urls

    return asyncio.run(run())


@settings(max_examples=80, deadline=None)
@given(TEXT, TEXT)
def test_no_title_or_author_becomes_syntax_or_a_refused_query(title: str, author: str) -> None:
    for url in search(found(), title=title, author=author):
        sent = parse_qs(urlsplit(url).query)
        for name in ("title", "author"):
            for value in sent.get(name, []):
                assert not re.search(r'[:"(){}\[\]^~*?\\/+!]|\b(?:AND|OR|NOT)\b|(?:^|\s)-', value)
        for value in sent.get("q", []):
            assert len(value) >= 3
            assert value != "the"


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(FACTS + FACTS_TOO), JSON, max_size=8))
def test_a_row_with_any_facts_at_all_hides_no_other_row(row: dict[str, object]) -> None:
    body = {"numFound": 2, "docs": [row, work("OL1W", "Dune", "Frank Herbert")]}

    async def run() -> list[str]:
        clock = FakeClock(auto=True)
        web = ScriptedTransport(clock)
        web.answers("search.json", json.dumps(body).encode())
        context = ToolContext(call_id="c", deadline=None, clock=clock, attempt=1, idempotency_key="k")
        tool = all_tools(HttpClient(web, clock=clock))[0]
        result = value_of(await tool.prepare({"query": "dune herbert"})(context))
        tool.dump(result)
        return [candidate.title for candidate in result.candidates]

    assert "Dune" in asyncio.run(run())


@settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=200)
    | st.sampled_from([b"@book{", b"TY  - BOOK\n", b"[{"]).flatmap(
        lambda start: st.binary(max_size=120).map(lambda rest: start + rest)
    )
)
def test_any_bytes_are_a_shelf_or_a_clear_refusal(data: bytes) -> None:
    try:
        assert read_shelf(data).books
    except ShelfFileError as error:
        assert "what is read" in str(error)  # noqa: PT017 - either outcome is right, and each has its own rule


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from(list('@book{}",=#ab \\\n%()')), max_size=80))
def test_any_bibtex_comes_to_an_end(text: str) -> None:
    try:
        read_shelf(f"@book{{{text}".encode())
    except ShelfFileError as error:
        assert "bibtex" in str(error)  # noqa: PT017 - either outcome is right, and each has its own rule


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0, 30), min_size=1, max_size=60))
def test_no_minute_sees_more_requests_than_open_library_allows(pauses: list[float]) -> None:
    """180 a minute, ten at once without delay; this client keeps to a request a second beyond the first ten."""

    async def run() -> list[float]:
        clock = FakeClock(auto=True)
        web = ScriptedTransport(clock)
        sent: list[float] = []
        http = HttpClient(web, clock=clock, on_attempt=lambda _: sent.append(clock.monotonic()))
        web.answers("search.json", [])
        service = Service(source="openlibrary", name="Open Library")

        async def one(number: int, after: float) -> None:
            await clock.sleep(after)
            base, params = "https://openlibrary.org/search.json", {"q": f"word {number}"}
            await http.get(Question(service=service, base=base, params=params, parse=json.loads))

        await asyncio.gather(*(one(number, after) for number, after in enumerate(pauses)))
        return sorted(sent)

    sent = asyncio.run(run())
    assert len(sent) == len(pauses)
    for first, start in enumerate(sent):
        for last in range(first, len(sent)):
            assert last - first + 1 <= 10 + (sent[last] - start) + 1e-6


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=80))
def test_any_body_is_an_answer_or_a_typed_failure(body: bytes) -> None:
    async def run() -> None:
        clock = FakeClock(auto=True)
        web = ScriptedTransport(clock)
        web.answers("https://", body)
        context = ToolContext(call_id="c", deadline=None, clock=clock, attempt=1, idempotency_key="k")
        calls = [{"title": "Dune"}, {"title": "Dune"}, {"subjects": ["sand"]}, {"query": "Dune"}]
        for tool, arguments in zip(all_tools(HttpClient(web, clock=clock), "k"), calls, strict=True):
            try:
                value_of(await tool.prepare(arguments)(context))  # type: ignore[arg-type]  # JSON values as written
            except SourceError as error:
                assert error.data["status"] == "failed"  # noqa: PT017 - either outcome is right

    asyncio.run(run())
