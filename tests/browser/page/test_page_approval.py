"""Nothing leaves before the visitor has said so: calls that wait, each with what it would ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.page.conftest import Visit

pytestmark = pytest.mark.browser
QUESTION = "Books about whales and obsession"


def asked_first(seen: Visit) -> Locator:
    """Sets the setting, asks, and gives the calls that wait."""
    page = seen.page
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Ask me before contacting sources").check()
    page.get_by_role("button", name="Save", exact=True).click()
    seen.ask(QUESTION)
    return page.get_by_role("form", name="Calls that wait for your word")


def test_the_setting_is_sent_and_kept(visit: Callable[..., Visit]) -> None:
    seen = visit()
    asked_first(seen)
    assert seen.heard()[0]["settings"]["ask_first"] is True
    seen.reload()

    assert seen.heard()[0]["settings"]["ask_first"] is True
    seen.page.get_by_role("button", name="Settings", exact=True).click()
    expect(seen.page.get_by_label("Ask me before contacting sources")).to_be_checked()


def test_every_call_is_shown_with_its_arguments(visit: Callable[..., Visit]) -> None:
    calls = asked_first(visit())

    expect(calls.get_by_role("group", name="Open Library")).to_contain_text("whales, obsession")
    expect(calls.get_by_role("group", name="Open Library")).to_contain_text("1950")
    expect(calls.get_by_role("group", name="Wikipedia")).to_contain_text("whales and obsession")


def test_all_are_approved_by_one_click(visit: Callable[..., Visit]) -> None:
    seen = visit()
    asked_first(seen).get_by_role("button", name="Ask these 2 sources").click()
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()

    assert seen.requested("decide")[0]["verdicts"] == {"call-1": {"kind": "approve"}, "call-2": {"kind": "approve"}}


def test_a_call_is_changed_and_another_denied(visit: Callable[..., Visit]) -> None:
    seen = visit()
    calls = asked_first(seen)
    calls.get_by_role("button", name="Edit: Open Library").click()
    calls.get_by_role("textbox", name="Subjects").fill("whales, sea")
    calls.get_by_role("textbox", name="From year").fill("1900")
    calls.get_by_role("checkbox", name="With description").uncheck()
    calls.get_by_role("checkbox", name="May be asked: Wikipedia").uncheck()
    calls.get_by_role("button", name="Ask this source").click()
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()

    verdicts = seen.requested("decide")[0]["verdicts"]
    assert verdicts["call-2"] == {"kind": "deny"}
    assert verdicts["call-1"]["arguments"]["subject"] == ["whales", "sea"]
    assert verdicts["call-1"]["arguments"]["year_from"] == 1900
    assert verdicts["call-1"]["arguments"]["details"] is False


def test_a_field_that_was_emptied_can_be_filled_again(visit: Callable[..., Visit]) -> None:
    calls = asked_first(visit())
    calls.get_by_role("button", name="Edit: Open Library").click()
    subjects, year = (calls.get_by_role("textbox", name=name) for name in ("Subjects", "From year"))
    subjects.fill("")
    year.fill("")
    year.press("Tab")
    subjects.fill("whales")

    expect(subjects).to_have_value("whales")


def test_all_are_denied_by_one_click(visit: Callable[..., Visit]) -> None:
    seen = visit()
    asked_first(seen).get_by_role("button", name="Ask none").click()
    seen.page.get_by_role("button", name="Copy answer").wait_for()

    assert seen.requested("decide")[0]["rest"] == {"kind": "deny"}


def test_a_question_that_waits_still_waits_after_a_reload(visit: Callable[..., Visit]) -> None:
    seen = visit()
    calls = asked_first(seen)
    expect(calls).to_be_visible()
    seen.reload()
    calls.get_by_role("button", name="Ask these 2 sources").click()

    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()


def test_calls_that_another_window_decided_wait_no_more_here(visit: Callable[..., Visit]) -> None:
    seen = visit()
    calls = asked_first(seen)
    expect(calls).to_be_visible()
    # A window that was duplicated has this one's memory of itself.
    before = seen.page.evaluate("sessionStorage.getItem('archivist:conversation')")
    calls.get_by_role("button", name="Ask these 2 sources").click()
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()
    seen.page.evaluate("before => sessionStorage.setItem('archivist:conversation', before)", before)
    seen.reload()

    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()
    expect(calls).to_have_count(0)
