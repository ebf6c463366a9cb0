"""What is remembered: looked at, searched, explained, forgotten, taken away, brought back; and all data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.page.conftest import Visit

pytestmark = pytest.mark.browser
QUESTION = "Books about whales and obsession"


def memory_of(seen: Visit) -> Locator:
    seen.page.get_by_role("button", name="Memory", exact=True).click()
    return seen.page.get_by_role("dialog", name="Memory")


def test_memory_is_a_table_of_books_and_one_of_questions(visit: Callable[..., Visit]) -> None:
    seen = visit(1440)
    seen.answered(QUESTION)
    sheet = memory_of(seen)

    expect(sheet.get_by_text("1 question, 5 books")).to_be_visible()
    expect(sheet.get_by_role("table", name="Books").get_by_role("row", name="Ahab's Wife")).to_be_visible()
    expect(sheet.get_by_role("table", name="Questions").get_by_role("row", name=QUESTION)).to_be_visible()


def test_memory_is_reached_from_the_drawer_on_a_phone(visit: Callable[..., Visit]) -> None:
    seen = visit(390, 844)
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Conversations", exact=True).click()

    expect(memory_of(seen).get_by_role("table", name="Books")).to_be_visible()


def test_memory_is_searched_by_words(visit: Callable[..., Visit]) -> None:
    seen = visit(1440)
    seen.answered(QUESTION)
    sheet = memory_of(seen)
    sheet.get_by_role("searchbox", name="Search what is remembered").fill("ahab")
    expect(sheet.get_by_role("table", name="Books").get_by_role("row", name="Moby-Dick")).to_have_count(0)
    expect(sheet.get_by_role("table", name="Books").get_by_role("row", name="Ahab's Wife")).to_be_visible()
    sheet.get_by_role("searchbox").fill("zebra")

    expect(sheet.get_by_text("Nothing of that kind is remembered.")).to_be_visible()


def test_a_book_and_a_question_are_forgotten_one_by_one(visit: Callable[..., Visit]) -> None:
    seen = visit(1440)
    seen.answered(QUESTION)
    sheet = memory_of(seen)
    sheet.get_by_role("button", name="Forget: Ahab's Wife").click()
    expect(sheet.get_by_role("row", name="Ahab's Wife")).to_have_count(0)
    sheet.get_by_role("button", name=f"Forget: {QUESTION}").click()

    expect(sheet.get_by_text("Nothing is remembered yet.")).to_be_visible()


def test_a_card_says_why_it_is_seen(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    card = seen.page.get_by_role("article", name="Moby-Dick")
    card.get_by_role("button", name="Why do I see this book?").click()

    expect(card).to_contain_text(f"You asked “{QUESTION}”")
    expect(card).to_contain_text("this book came 1 of 5.")
    expect(card).to_contain_text("holds its title, year.")
    card.get_by_role("button", name="Why do I see this book?").click()
    expect(card).not_to_contain_text("this book came 1 of 5.")


def test_memory_is_exported_and_taken_in_elsewhere(visit: Callable[..., Visit], tmp_path: Path) -> None:
    seen = visit(1440)
    seen.answered(QUESTION)
    sheet = memory_of(seen)
    with seen.page.expect_download() as saving:
        sheet.get_by_role("button", name="Export memory").click()
    kept = tmp_path / "memory.nq"
    saving.value.save_as(kept)

    other = visit(1440)
    sheet = memory_of(other)
    expect(sheet.get_by_text("Nothing is remembered yet.")).to_be_visible()
    sheet.get_by_label("Import memory").set_input_files(kept)
    expect(sheet.get_by_text("1 question taken in.")).to_be_visible()
    expect(sheet.get_by_role("row", name="Ahab's Wife")).to_be_visible()


def test_settings_tell_what_is_kept_and_how_large_it_is(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Settings", exact=True).click()
    data = seen.page.get_by_role("region", name="Your data")

    expect(data).to_contain_text("in this browser on this machine")
    expect(data).to_contain_text("2.3 MB")
    expect(data).to_contain_text("1 question, 5 books")
    expect(data).to_contain_text("the browser may clear it when space runs out")


def test_everything_is_erased_after_a_second_word(visit: Callable[..., Visit]) -> None:
    seen = visit(1440)
    seen.answered(QUESTION)
    page = seen.page
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Theme").select_option("Dark")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_role("button", name="Erase everything…").click()
    page.get_by_role("button", name="Erase everything", exact=True).click()

    expect(page.get_by_role("dialog")).to_contain_text("Everything is erased.")
    expect(page.get_by_role("dialog")).to_contain_text("0 questions, 0 books")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="What are you looking for?")).to_be_visible()
    expect(page.get_by_text("What you ask is kept here.")).to_be_visible()
    assert page.evaluate("[localStorage.length, sessionStorage.length, document.documentElement.dataset.theme]") == [
        0,
        0,
        "system",
    ]


def test_memory_is_also_a_graph_of_questions_and_books(visit: Callable[..., Visit]) -> None:
    seen = visit(1440)
    seen.answered(QUESTION)
    sheet = memory_of(seen)
    sheet.get_by_role("button", name="Graph").click()
    graph = sheet.get_by_role("region", name="Which question showed which book")

    expect(graph.get_by_role("listitem").filter(has_text="Moby-Dick")).to_contain_text(f"shown for {QUESTION}")
    expect(graph.locator("path")).to_have_count(5)
    expect(sheet.get_by_role("table")).to_have_count(0)


def test_everything_is_exported_as_one_file(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Settings", exact=True).click()
    with seen.page.expect_download() as saving:
        seen.page.get_by_role("button", name="Export everything").click()

    assert saving.value.suggested_filename == "archivist-data.json"
    assert QUESTION in saving.value.path().read_text("utf-8")
