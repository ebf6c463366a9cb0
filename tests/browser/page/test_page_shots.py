"""Pictures of the main views, to be looked at: `ARCHIVIST_SHOTS=shots pytest tests/browser/page/test_page_shots.py`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FOLDER = os.environ.get("ARCHIVIST_SHOTS")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not FOLDER, reason="pictures are drawn when ARCHIVIST_SHOTS names a folder"),
]

SIZES = {390: 844, 820: 1180, 1440: 900}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", SIZES)
def test_pictures_of_the_main_views_are_written(visit: Callable[..., Any], width: int, scheme: str) -> None:
    folder = Path(FOLDER or ".")
    folder.mkdir(parents=True, exist_ok=True)
    phone = width < 600
    scale = 2 if phone else 1
    seen = visit(width, SIZES[width], color_scheme=scheme, has_touch=phone, device_scale_factor=scale)
    page = seen.page

    def picture(name: str, *, whole: bool = False) -> None:
        page.wait_for_timeout(450)
        page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=whole)

    picture("1-empty")
    seen.answered("Books about whales and obsession")
    picture("2-answer")
    picture("3-answer-whole", whole=True)
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
    page.get_by_role("button", name="How it got there: Books about whales and obsession").click()
    for tab in ("Graph", "Steps", "Sources"):
        page.get_by_role("tab", name=tab).click()
        picture(f"8-trace-{tab.lower()}")
