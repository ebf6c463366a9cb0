"""An answer builds up: first books before the slowest source, a row that settles, one more try for one source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.page.conftest import Visit

pytestmark = pytest.mark.browser
SLOW = "Books about the sea, slowly"


def release(seen: Visit) -> None:
    """Lets the slowest source answer."""
    seen.engine().evaluate("window.released = true")


def growing(page: Page, count: int) -> None:
    expect(page.get_by_role("region", name="Found so far").get_by_role("listitem")).to_have_count(count)


def test_the_first_books_are_shown_before_the_slowest_source_has_answered(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.ask(SLOW)
    growing(seen.page, 4)

    expect(seen.page.get_by_role("region", name="Found so far")).to_contain_text("Moby-Dick")
    expect(seen.page.get_by_text("being asked…")).to_have_count(1)
    release(seen)
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()


@pytest.mark.parametrize("width", [320, 390, 820, 1440])
def test_the_first_books_settle_into_the_answer_s_without_a_jump(visit: Callable[..., Visit], width: int) -> None:
    seen = visit(width, 860, fake={"boot": 300, "pace": 12})
    seen.watch_shifts()
    seen.ask(SLOW)
    growing(seen.page, 4)
    whale = seen.page.get_by_role("region", name="Found so far").get_by_role("listitem").filter(has_text="Moby-Dick")
    whale.evaluate("one => (window.whale = one)")
    release(seen)
    seen.page.get_by_role("button", name="Copy answer").wait_for()
    glance = seen.page.get_by_role("region", name="The books at a glance").get_by_role("listitem")

    expect(glance).to_have_count(5)
    assert glance.first.evaluate("one => one === window.whale")
    assert seen.shifted() < 0.05


def test_a_book_that_is_shown_keeps_its_place_while_others_come(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.ask(SLOW)
    growing(seen.page, 4)
    titles = seen.page.get_by_role("region", name="Found so far").locator(".glance-title")
    shown = titles.all_text_contents()
    asked = (seen.page.locator(".turn").get_attribute("id") or "").removeprefix("turn-")
    books = seen.engine().evaluate("fetch('fakes/answers/whales.json').then(async (kept) => (await kept.json()).books)")
    seen.engine().evaluate("message => window.say(message)", {"t": "books", "id": asked, "books": books})

    assert books[0]["title"] != shown[0]  # better than what was there first
    expect(titles).to_have_text([*shown, "Leviathan or, The Whale"])


def test_a_cover_leads_to_its_card(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered("Books about whales and obsession")
    seen.page.get_by_role("region", name="The books at a glance").get_by_role("link", name="Ahab's Wife").click()

    expect(seen.page.get_by_role("article", name="Ahab's Wife")).to_be_focused()


def test_what_was_found_before_a_stop_stays_and_says_that_it_was_stopped(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.ask(SLOW)
    growing(seen.page, 4)
    seen.page.keyboard.press("Escape")
    seen.page.get_by_text("Stopped.").first.wait_for()
    growing(seen.page, 4)

    expect(seen.page.get_by_role("link", name="Moby-Dick")).to_have_attribute(
        "href", "https://openlibrary.org/works/OL102749W"
    )


def test_the_first_books_are_announced_once(visit: Callable[..., Visit]) -> None:
    seen = visit(fake={"pace": 20})
    said = seen.listen_to_news()
    seen.ask(SLOW)
    growing(seen.page, 4)
    release(seen)
    seen.page.get_by_role("button", name="Copy answer").wait_for()

    assert [sentence for sentence in said() if "so far" in sentence] == ["2 books so far."]
    assert len(said()) <= 4


def test_one_source_that_failed_is_asked_again_from_where_it_says_so(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered("is a source down?")
    chips = seen.page.get_by_role("region", name="Where it looked")
    expect(chips.get_by_role("button")).to_have_count(3)  # two that failed, and the key that is missing
    chips.get_by_role("button", name="Try again: Wikipedia").click()
    seen.page.get_by_role("button", name="Stop").wait_for()

    expect(chips.get_by_role("listitem").filter(has_text="Wikipedia")).to_contain_text("being asked…")
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()  # the old answer stays meanwhile
    expect(chips.get_by_role("button", name="Try again: Wikipedia")).to_be_visible()  # down it still is
    first, again = (message for message in seen.heard() if message["t"] == "ask")
    assert first == again
    expect(seen.page.get_by_role("heading", name="is a source down?")).to_have_count(1)


def test_what_is_rehearsed_is_seen_and_heard_by_nobody(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.watch_shifts()
    seen.page.evaluate(
        "new Promise((idle) => requestIdleCallback(() => requestIdleCallback(() => setTimeout(idle, 500))))"
    )

    expect(seen.page.locator(".rehearsal")).to_have_count(0)
    expect(seen.page.get_by_role("article")).to_have_count(0)
    expect(seen.page.locator("#news")).to_be_empty()
    assert seen.shifted() == 0
    assert seen.foreign == []
