"""What a reader who never saw the page has to do for each thing, counted; `web/README.md` quotes these numbers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.page.conftest import Visit

pytestmark = pytest.mark.browser
QUESTION = "Books about whales and obsession"
README = (Path(__file__).parents[3] / "web/README.md").read_text("utf-8")
TABLE = {
    task.strip(): (int(desk), int(phone))
    for task, desk, phone in re.findall(r"^\| ([A-Z][^|]+)\| (\d) \| (\d) \|$", README, re.MULTILINE)
}


class Reader:
    """Somebody with a mouse, or a thumb; every click and every choice from a list counts, letters do not."""

    def __init__(self, seen: Visit, *, phone: bool) -> None:
        self.page = seen.page
        self.seen = seen
        self.phone = phone
        self.clicks = 0

    def does(self, what: Locator) -> None:
        self.clicks += 1
        what.click()

    def presses(self, name: str) -> None:
        self.does(self.page.get_by_role("button", name=name, exact=True))

    def picks(self, label: str, option: str) -> None:
        self.clicks += 1
        self.page.get_by_label(label, exact=True).select_option(option)

    def asks(self) -> None:
        field = self.page.get_by_role("textbox", name="Ask for a book")
        if self.phone:
            self.does(field)
        self.page.keyboard.type(QUESTION)
        if self.phone:
            self.presses("Ask")
        else:
            self.page.keyboard.press("Enter")
        self.page.get_by_role("button", name="Copy answer").wait_for()


def ask(reader: Reader) -> None:
    reader.asks()
    expect(reader.page.get_by_role("article", name="Moby-Dick")).to_be_visible()


def see_where_a_book_came_from(reader: Reader) -> None:
    card = reader.page.get_by_role("article", name="Moby-Dick")
    with reader.page.expect_popup() as record:
        reader.does(card.get_by_role("link", name="Open Library (opens in a new tab)"))
    assert reader.seen.foreign[-1] == "https://openlibrary.org/works/OL102749W"
    record.value.close()


def save_a_book(reader: Reader) -> None:
    reader.presses("Put on my shelf: Moby-Dick")
    expect(reader.page.get_by_role("article", name="Moby-Dick").get_by_text("On your shelf")).to_be_visible()


def export_a_bibliography(reader: Reader) -> None:
    reader.presses("Export books")
    with reader.page.expect_download() as saving:
        reader.presses("Download")
    assert saving.value.suggested_filename == "books.bibtex"


def find_yesterdays_question(reader: Reader) -> None:
    reader.page.evaluate("sessionStorage.removeItem('archivist:conversation')")
    reader.seen.reload()
    expect(reader.page.get_by_role("heading", name="What are you looking for?")).to_be_visible()
    if reader.phone:
        reader.presses("Conversations")
    reader.does(reader.page.get_by_role("button", name=re.compile(rf"^{QUESTION} .*20\d\d")))
    expect(reader.page.get_by_role("article", name="Moby-Dick")).to_be_visible()


def add_a_model(reader: Reader) -> None:
    reader.presses("Settings")
    reader.picks("Provider", "ollama")
    reader.presses("Save")
    sent = [message["settings"] for message in reader.seen.heard() if message["t"] == "configure"]
    assert sent[-1]["model_provider"] == "ollama"


def erase_everything(reader: Reader) -> None:
    reader.presses("Settings")
    reader.presses("Erase everything…")
    reader.presses("Erase everything")
    expect(reader.page.get_by_text("Everything is erased.")).to_be_visible()


TASKS = {
    "Ask": ask,
    "See where a book came from": see_where_a_book_came_from,
    "Save a book on the shelf": save_a_book,
    "Export a bibliography": export_a_bibliography,
    "Find yesterday's question": find_yesterdays_question,
    "Add a language model": add_a_model,
    "Erase everything": erase_everything,
}


def test_the_table_names_every_task() -> None:
    assert TABLE.keys() == TASKS.keys()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("task", TASKS)
def test_a_task_takes_as_many_clicks_as_are_quoted(visit: Callable[..., Visit], task: str, *, phone: bool) -> None:
    seen = visit(390 if phone else 1440, 860, has_touch=phone)
    reader = Reader(seen, phone=phone)
    if task != "Ask":
        seen.answered(QUESTION)
    TASKS[task](reader)

    assert reader.clicks == TABLE[task][phone]
