"""Public reports on searching, by their ids: that each has a test, and those that belong to no single service."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from archivist.sources import ScriptedTransport, SourceResult

from .shapes import DUNE, found, work

Ask = Callable[..., Awaitable[SourceResult]]

OTHER_ROOMS = {"agent"}
"""What an agent does with its tools is tested where tools are called."""


def test_every_report_on_searching_has_a_test_of_its_name(recordings: Path) -> None:
    reports = recordings.parent.parent / "reference" / "bug-reports.md"
    if not reports.is_file():
        pytest.skip("the reports are not here; set ARCHIVIST_SHARED to the folder that holds reference/")
    rows = re.findall(r"^\| (C\d+) \| (\w[\w ]*) \|", reports.read_text(encoding="utf-8"), re.MULTILINE)
    texts = (path.read_text(encoding="utf-8") for path in Path(__file__).parent.parent.rglob("test_*.py"))
    names = {part for text in texts for name in re.findall(r"def test_(\w+)", text) for part in name.split("_")}

    assert rows
    assert {row for row, area in rows if area not in OTHER_ROOMS and row.lower() not in names} == set()


async def test_c076_a_cover_is_an_address_for_an_image_and_is_never_fetched(ask: Ask, web: ScriptedTransport) -> None:
    """Fetched or drawn to a canvas, covers are refused or taint it; as images they are shown to everybody."""
    web.answers("search.json", found(work("OL1W", "Dune", "Frank Herbert", cover_i=11481354), DUNE))

    result = await ask("web_search_books", title="Dune", details=True)

    assert result.candidates[0].cover == "https://covers.openlibrary.org/b/id/11481354-M.jpg?default=false"
    assert {url.split("/")[2] for url in web.urls} == {"openlibrary.org"}


async def test_c076_a_work_without_a_cover_has_no_address_made_up(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(work("OL1W", "Dune", "Frank Herbert", isbn=["9780441013593"])))

    result = await ask("web_search_books", title="Dune")

    assert result.candidates[0].cover is None
