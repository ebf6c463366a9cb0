"""The visitor's own shelf: files in, counts, search, and what cards say of it."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.page.conftest import Visit

pytestmark = pytest.mark.browser
CSV = "Title,Author\nDune,Frank Herbert\nSolaris,Stanisław Lem\n"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    file = tmp_path / "goodreads.csv"
    file.write_text(CSV, "utf-8")
    return file


def shelf_of(seen: Visit) -> Locator:
    seen.page.get_by_role("button", name="My shelf", exact=True).click()
    return seen.page.get_by_role("dialog", name="My shelf")


def test_a_chosen_file_is_put_on_the_shelf_byte_for_byte(visit: Callable[..., Visit], library: Path) -> None:
    seen = visit(1440)
    sheet = shelf_of(seen)
    sheet.get_by_label("Choose a file").set_input_files(library)

    expect(sheet.get_by_text("2 books put on the shelf.")).to_be_visible()
    expect(sheet.get_by_text("2 books on the shelf", exact=True)).to_be_visible()
    expect(sheet.get_by_text("1 row was left out")).to_be_visible()
    expect(sheet.get_by_role("list", name="My shelf").get_by_role("listitem").first).to_contain_text("you own this")
    assert base64.b64decode(seen.requested("import-shelf")[0]["base64"]) == library.read_bytes()


def test_a_file_is_dropped_on_the_shelf(visit: Callable[..., Visit]) -> None:
    seen = visit(1440)
    sheet = shelf_of(seen)
    transfer = seen.page.evaluate_handle(
        """text => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], "goodreads.csv", { type: "text/csv" }));
          return transfer;
        }""",
        CSV,
    )
    sheet.get_by_text("Drop the file of your library here").dispatch_event("drop", {"dataTransfer": transfer})

    expect(sheet.get_by_text("2 books put on the shelf.")).to_be_visible()


def test_a_file_of_no_known_kind_is_refused_with_words(visit: Callable[..., Visit], tmp_path: Path) -> None:
    strange = tmp_path / "holiday.csv"
    strange.write_text("Day,Place\n", "utf-8")
    seen = visit(1440)
    sheet = shelf_of(seen)
    sheet.get_by_label("Choose a file").set_input_files(strange)

    expect(sheet.get_by_role("alert")).to_contain_text("This did not work.")


def test_the_shelf_is_searched_and_cleared(visit: Callable[..., Visit], library: Path) -> None:
    seen = visit(1440)
    sheet = shelf_of(seen)
    sheet.get_by_label("Choose a file").set_input_files(library)
    sheet.get_by_role("searchbox", name="Search the shelf").fill("dune")
    expect(sheet.get_by_role("list", name="My shelf").get_by_role("listitem")).to_have_count(1)
    sheet.get_by_role("button", name="Clear the shelf").click()
    expect(sheet.get_by_text("Take all books off the shelf?")).to_be_visible()
    sheet.get_by_role("button", name="Clear the shelf").click()

    expect(sheet.get_by_text("0 books on the shelf")).to_be_visible()


def test_a_card_is_put_on_the_shelf_and_says_so(visit: Callable[..., Visit]) -> None:
    seen = visit(1440)
    seen.answered("Books about whales and obsession")
    card = seen.page.get_by_role("article", name="Moby-Dick")
    card.get_by_role("button", name="Put on my shelf").click()

    expect(card.get_by_text("On your shelf")).to_be_visible()
    expect(card.get_by_role("button", name="Put on my shelf")).to_have_count(0)
    expect(shelf_of(seen).get_by_text("1 book on the shelf")).to_be_visible()
