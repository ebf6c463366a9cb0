"""Pictures of the main views, to be looked at: `python build.py shots`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page

if TYPE_CHECKING:
    from tests.browser.page.conftest import Visit

FOLDER = os.environ.get("ARCHIVIST_SHOTS")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not FOLDER, reason="pictures are drawn when ARCHIVIST_SHOTS names a folder"),
]

SIZES = {390: 844, 820: 1180, 1440: 900}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", SIZES)
def test_pictures_of_the_main_views_are_written(visit: Callable[..., Visit], width: int, scheme: str) -> None:
    folder = Path(FOLDER or ".")
    folder.mkdir(parents=True, exist_ok=True)
    phone = width < 600
    scale = 2 if phone else 1
    seen = visit(width, SIZES[width], color_scheme=scheme, has_touch=phone, device_scale_factor=scale)
    page = seen.page
    taken = set()

    def picture(name: str, *, whole: bool = False) -> None:
        page.wait_for_timeout(450)
        page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=whole)
        taken.add(f"{name}-{width}-{scheme}.png")

    picture("1-empty")
    seen.answered("Books about whales and obsession")
    picture("2-answer")
    picture("3-answer-whole", whole=True)
    seen.ask("the sea, slowly")
    page.get_by_role("region", name="Found so far").get_by_role("listitem").nth(3).wait_for()
    picture("3-building")
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Stopped.").last.wait_for()
    seen.ask("please hang")
    page.get_by_text("being asked").first.wait_for()
    picture("4-asking")
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Stopped.").last.wait_for()
    seen.answered("nothing at all of this kind")
    picture("5-nothing")
    seen.ask("please break")
    page.get_by_text("None of the four").last.wait_for()
    seen.answered("is this source down?")
    picture("6-trouble")
    page.get_by_role("button", name="Settings", exact=True).click()
    picture("7-settings")
    page.get_by_role("button", name="Cancel").click()
    kept(page, picture, seen)
    page.get_by_role("button", name="How it got there: Books about whales and obsession").click()
    for tab in ("Graph", "Steps", "Sources"):
        page.get_by_role("tab", name=tab).click()
        picture(f"8-trace-{tab.lower()}")
    page.get_by_role("tab", name="Graph").click()
    page.get_by_role("button", name="extract-query: done").click()
    picture("8-trace-box")

    assert taken <= {file.name for file in folder.iterdir()}


def kept(page: Page, picture: Callable[[str], None], seen: Visit) -> None:
    """The views of what is kept and taken along."""
    card = page.get_by_role("article", name="Moby-Dick").first
    card.get_by_role("button", name="Why do I see this book?").click()
    card.get_by_role("button", name="Put on my shelf").click()
    card.get_by_text("holds its").first.scroll_into_view_if_needed()
    picture("9-why")
    page.get_by_role("button", name="Export books").first.click()
    picture("9-taking")
    page.keyboard.press("Escape")
    for place in ("Memory", "My shelf"):
        from_list(page)
        page.get_by_role("button", name=place, exact=True).click()
        page.get_by_role("dialog").get_by_text("Moby-Dick").first.wait_for()
        picture(f"9-{place.lower().replace(' ', '-')}")
        if place == "Memory":
            page.get_by_role("dialog").get_by_role("button", name="Graph").click()
            picture("9-memory-graph")
        page.keyboard.press("Escape")
    from_list(page)
    page.get_by_role("button", name="Delete: Books about whales and obsession").click()
    picture("9-conversations")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_role("button", name="Erase everything…").click()
    picture("9-erase")
    page.get_by_label("Ask me before contacting sources").check()
    page.get_by_role("button", name="Save", exact=True).click()
    seen.ask("Books about whales, asked first")
    page.get_by_role("button", name="Edit: Open Library").click()
    picture("9-approval")


def from_list(page: Page) -> None:
    """Opens the drawer where there is one."""
    button = page.get_by_role("button", name="Conversations", exact=True)
    if button.count():
        button.click()
