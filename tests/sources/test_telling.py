"""What a model reads of a result."""

from __future__ import annotations

from archivist.dag import FakeClock
from archivist.sources import HttpClient, ScriptedTransport, all_tools, warm_up
from archivist.tools import ToolContext, ToolReturn

from .shapes import found, work


async def told(http: HttpClient, clock: FakeClock) -> str:
    context = ToolContext(call_id="c", deadline=None, clock=clock, attempt=1, idempotency_key="k")
    returned = await all_tools(http)[0].prepare({"title": "Dune", "limit": 20})(context)
    assert isinstance(returned, ToolReturn)
    return returned.text


async def test_a_model_reads_one_short_line_a_book(web: ScriptedTransport, http: HttpClient, clock: FakeClock) -> None:
    isbns = [f"978044117{n:04}" for n in range(900)]
    subjects = [f"Subject number {n}" for n in range(200)]
    rows = [work(f"OL{n}W", f"Dune {n}", "Frank Herbert", isbn=isbns, subject=subjects) for n in range(20)]
    web.answers("search.json", found(*rows))

    text = await told(http, clock)

    assert len(text.splitlines()) == 21
    assert len(text) < 8000
    assert "[/works/OL3W] Dune 3; by Frank Herbert; ISBN 978044117" in text


async def test_what_the_first_answer_needs_can_be_built_before_it(
    web: ScriptedTransport, http: HttpClient, clock: FakeClock
) -> None:
    warm_up()
    web.answers("search.json", found(work("OL1W", "Dune", "Frank Herbert")))

    assert "[/works/OL1W] Dune" in await told(http, clock)


async def test_c106_nothing_found_says_not_to_ask_again(
    web: ScriptedTransport, http: HttpClient, clock: FakeClock
) -> None:
    """Report C106: "(empty)" made a model repeat the same call until it was stopped."""
    web.answers("search.json", found())

    text = await told(http, clock)

    assert "was searched and nothing fits" in text
    assert "Do not repeat this call" in text
