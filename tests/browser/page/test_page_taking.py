"""Books taken along: one, several or all of an answer, as a file or to paste."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.page.conftest import Visit

pytestmark = pytest.mark.browser
QUESTION = "Books about whales and obsession"
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("BibTeX", "bibtex"),
        ("RIS (Zotero, EndNote)", "ris"),
        ("CSL-JSON", "csl-json"),
        ("CSV (Goodreads)", "csv"),
        ("Markdown", "markdown"),
        ("JSON-LD", "jsonld"),
    ],
)
def test_all_books_of_an_answer_are_saved_in_each_format(visit: Callable[..., Visit], words: str, form: str) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Export books").click()
    sheet = seen.page.get_by_role("dialog", name="Take books along")
    sheet.get_by_label("Format").select_option(words)
    with seen.page.expect_download() as saving:
        sheet.get_by_role("button", name="Download").click()

    assert saving.value.suggested_filename == f"books.{form}"
    assert len(saving.value.path().read_text("utf-8").splitlines()) == 5


def test_several_books_are_chosen(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Export books").click()
    sheet = seen.page.get_by_role("dialog", name="Take books along")
    for title in ("Moby-Dick", "Ahab's Wife"):
        sheet.get_by_role("checkbox", name=title).uncheck()
    expect(sheet.get_by_text("3 books chosen")).to_be_visible()
    with seen.page.expect_download() as saving:
        sheet.get_by_role("button", name="Download").click()

    assert "Moby-Dick" not in saving.value.path().read_text("utf-8")
    assert len(seen.requested("export-books")[-1]["books"]) == 3


def test_without_a_book_nothing_can_be_saved(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Cite: Moby-Dick").click()
    sheet = seen.page.get_by_role("dialog", name="Take books along")
    sheet.get_by_role("checkbox", name="Moby-Dick").uncheck()

    expect(sheet.get_by_text("Choose at least one book.")).to_be_visible()
    expect(sheet.get_by_role("button", name="Download")).to_be_disabled()


@pytest.mark.parametrize(
    ("style", "words"),
    [
        ("APA 7", "Melville, H. (1851). Moby-Dick."),
        ("Chicago (author-date)", "Melville, Herman. 1851. Moby-Dick."),
        ("Harvard", "Melville, H. (1851) Moby-Dick."),
        ("MLA 9", "Melville, Herman. Moby-Dick. 1851."),
        ("Vancouver", "1. Melville H. Moby-Dick. 1851."),
    ],
)
def test_one_book_is_cited_into_the_clipboard_in_a_chosen_style(
    visit: Callable[..., Visit], style: str, words: str
) -> None:
    seen = visit(**CLIPBOARD)
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Cite: Moby-Dick").click()
    seen.page.get_by_label("Format").select_option(style)
    seen.page.get_by_role("dialog").get_by_role("button", name="Copy", exact=True).click()
    expect(seen.page.get_by_role("dialog").get_by_role("button", name="Copied")).to_be_visible()

    assert seen.page.evaluate("navigator.clipboard.readText()") == words
    expect(seen.page.get_by_role("link", name="citeproc-js")).to_be_visible()


def test_several_books_are_cited_in_the_order_of_the_style(visit: Callable[..., Visit]) -> None:
    seen = visit(**CLIPBOARD)
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Export books").click()
    seen.page.get_by_label("Format").select_option("APA 7")
    seen.page.get_by_role("dialog").get_by_role("button", name="Copy", exact=True).click()
    expect(seen.page.get_by_role("dialog").get_by_role("button", name="Copied")).to_be_visible()
    entries = seen.page.evaluate("navigator.clipboard.readText()").split("\n\n")

    assert len(entries) == 5
    assert entries == sorted(entries)


def test_an_export_that_cannot_be_made_is_told_in_the_sheet(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.evaluate("sessionStorage.removeItem('fake-kept')")
    seen.page.get_by_role("button", name="Export books").click()
    seen.page.get_by_role("dialog").get_by_role("button", name="Download").click()

    expect(seen.page.get_by_role("dialog").get_by_role("alert")).to_contain_text("Nobody knows how to export-books.")
