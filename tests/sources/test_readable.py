"""What sources send is shown to people: nothing in it may hide, turn the text around it, or never end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from archivist.sources import ScriptedTransport, SourceResult

from .shapes import found, work

Ask = Callable[..., Awaitable[SourceResult]]


@pytest.mark.parametrize("mark", ["\u202e", "\u2066", "\u200b", "\u0080", "\U000e0041"])
async def test_marks_that_hide_or_reorder_are_taken_off_names_titles_and_headings(
    mark: str, ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", found(work("OL1W", f"Du{mark}ne", f"Frank Herbert{mark}", subject=[f"De{mark}serts"])))

    (row,) = (await ask("web_search_books", title="Dune")).candidates

    assert (row.title, row.authors, row.subjects) == ("Dune", ("Frank Herbert",), ("Deserts",))


async def test_letters_that_need_joiners_keep_them(ask: Ask, web: ScriptedTransport) -> None:
    """Persian writes "I want" with a zero-width non-joiner (U+200C), and it is another word without."""
    title = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    web.answers("search.json", found(work("OL1W", title, "A. B")))

    (row,) = (await ask("web_search_books", title=title)).candidates

    assert row.title == title


async def test_a_title_and_a_name_have_an_end(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(work("OL1W", "Dune " * 400, "Frank Herbert " * 40)))

    (row,) = (await ask("web_search_books", title="Dune", author="Frank Herbert")).candidates

    assert len(row.title) <= 500
    assert all(len(name) <= 200 for name in row.authors)


async def test_a_row_whose_title_cannot_be_seen_is_none(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(work("OL1W", "\u200b\u202e", "A. B")))

    assert (await ask("web_search_books", author="A. B")).candidates == []
