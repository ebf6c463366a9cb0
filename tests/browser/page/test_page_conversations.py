"""Conversations: kept, found again, renamed, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.page.conftest import Visit

pytestmark = pytest.mark.browser
WHALES = "Books about whales and obsession"


def two_conversations(seen: Visit) -> None:
    seen.answered(WHALES)
    open_list(seen)
    seen.page.get_by_role("button", name="New conversation").click()
    seen.answered("nothing at all")


def open_list(seen: Visit) -> None:
    button = seen.page.get_by_role("button", name="Conversations", exact=True)
    if button.count():
        button.click()


@pytest.mark.parametrize("width", [390, 1440])
def test_a_conversation_is_found_again_in_the_list(visit: Callable[..., Visit], width: int) -> None:
    seen = visit(width)
    two_conversations(seen)
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_have_count(0)
    open_list(seen)
    seen.page.get_by_role("button", name=WHALES).first.click()

    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()
    expect(seen.page.get_by_role("log").get_by_role("heading", name="nothing at all")).to_have_count(0)


def test_back_and_forward_go_between_conversations(visit: Callable[..., Visit]) -> None:
    seen = visit()
    two_conversations(seen)
    log = seen.page.get_by_role("log")
    seen.page.go_back()
    expect(log.get_by_role("heading", name=WHALES)).to_be_visible()

    seen.page.go_forward()
    expect(log.get_by_role("heading", name="nothing at all")).to_be_visible()
    expect(log.get_by_role("heading", name=WHALES)).to_have_count(0)


@pytest.mark.parametrize("width", [390, 1440])
def test_back_closes_a_sheet_and_stays_on_the_page(visit: Callable[..., Visit], width: int) -> None:
    seen = visit(width)
    seen.answered(WHALES)
    sheet = seen.page.get_by_role("dialog", name="Settings")
    seen.page.get_by_role("button", name="Settings", exact=True).click()
    expect(sheet).to_be_visible()
    seen.page.go_back()
    expect(sheet).to_be_hidden()
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()

    seen.page.go_forward()
    expect(sheet).to_be_visible()
    seen.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    open_list(seen)
    seen.page.get_by_role("button", name="Memory", exact=True).click()
    expect(seen.page.get_by_role("dialog", name="Memory")).to_be_visible()
    seen.page.go_back()
    expect(seen.page.get_by_role("dialog")).to_have_count(0)


def test_the_thread_survives_a_reload(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(WHALES)
    seen.answered("nothing at all")
    seen.reload()

    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()
    expect(seen.page.get_by_role("log").get_by_role("heading", level=2)).to_have_text(
        [f"You asked: {WHALES}", "You asked: nothing at all"]
    )


def test_a_question_after_a_reload_belongs_to_the_same_conversation(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(WHALES)
    first = next(one["conversation"] for one in seen.heard() if one["t"] == "ask")
    seen.reload()
    seen.page.get_by_role("article", name="Moby-Dick").wait_for()
    seen.answered("nothing at all")

    assert [one["conversation"] for one in seen.heard() if one["t"] == "ask"] == [first]


def test_a_new_conversation_begins_empty_and_stays_so_over_a_reload(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(WHALES)
    open_list(seen)
    seen.page.get_by_role("button", name="New conversation").click()
    expect(seen.page.get_by_role("textbox", name="Ask for a book")).to_be_focused()
    seen.reload()

    expect(seen.page.get_by_role("heading", name="What are you looking for?")).to_be_visible()


def test_a_conversation_is_renamed_by_keyboard(visit: Callable[..., Visit]) -> None:
    seen = visit(1440)
    seen.answered(WHALES)
    page = seen.page
    page.get_by_role("button", name=f"Rename: {WHALES}").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="New name")).to_be_focused()
    page.get_by_role("textbox", name="New name").fill("Whales")
    page.keyboard.press("Enter")

    expect(page.get_by_role("button", name="Rename: Whales")).to_be_attached()
    page.reload()
    expect(page.get_by_role("button", name="Rename: Whales")).to_be_attached()


def test_escape_leaves_a_name_as_it_is(visit: Callable[..., Visit]) -> None:
    seen = visit(390)
    seen.answered(WHALES)
    open_list(seen)
    drawer = seen.page.get_by_role("dialog", name="Conversations")
    drawer.get_by_role("button", name=f"Rename: {WHALES}").click()
    drawer.get_by_role("textbox", name="New name").fill("Whales")
    seen.page.keyboard.press("Escape")

    expect(drawer.get_by_role("button", name=f"Rename: {WHALES}")).to_be_visible()


def test_a_conversation_is_deleted_after_a_second_word(visit: Callable[..., Visit]) -> None:
    seen = visit(1440)
    two_conversations(seen)
    page = seen.page
    page.get_by_role("button", name="Delete: nothing at all").click()
    expect(page.get_by_text("Delete “nothing at all” with all its answers?")).to_be_visible()
    page.get_by_role("button", name="Delete", exact=True).click()

    expect(page.get_by_role("heading", name="What are you looking for?")).to_be_visible()
    expect(page.get_by_role("button", name="Delete: nothing at all")).to_have_count(0)
    assert len(seen.requested("forget-conversation")) == 1


def test_many_conversations_are_searched_by_name(visit: Callable[..., Visit]) -> None:
    seen = visit(1440)
    for number in range(6):
        seen.answered(f"nothing number {number}")
        seen.page.get_by_role("button", name="New conversation").click()
    search = seen.page.get_by_role("searchbox", name="Search conversations")
    search.fill("NUMBER 4")
    expect(seen.page.get_by_role("list", name="Conversations").get_by_role("listitem")).to_have_count(1)
    search.fill("whales")

    expect(seen.page.get_by_text("No conversation of that name.")).to_be_visible()


def test_an_answer_goes_to_the_conversation_it_was_asked_in(visit: Callable[..., Visit]) -> None:
    seen = visit(1440, fake={"pace": 12})
    seen.ask(WHALES)
    seen.page.get_by_role("button", name="New conversation").click()
    seen.answered("nothing at all")
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_have_count(0)
    seen.page.get_by_role("list", name="Conversations").get_by_role("button", name=WHALES, exact=False).first.click()

    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()
