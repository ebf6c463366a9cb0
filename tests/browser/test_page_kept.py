"""The page and the real engine together: what is kept is found again, explained, taken along, decided and erased."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.services import Services
from tests.browser.shelf import SHELF, Volume
from tests.browser.stored import is_kept

WHALES = "books about whales and obsession"


@pytest.fixture
def desk(page: Page) -> Page:
    """The page, with Python ready."""
    page.goto("")
    ready(page)
    return page


def ready(page: Page) -> None:
    page.locator("iframe[title=engine][data-state=ready]").wait_for(state="attached")


def answered(page: Page) -> Locator:
    """The whales, answered."""
    page.get_by_role("textbox", name="Ask for a book").fill(WHALES)
    page.keyboard.press("Enter")
    card = page.get_by_role("article", name="Moby-Dick")
    card.wait_for()
    return card


def opened(page: Page, name: str) -> Locator:
    """A sheet that is reached from the list of conversations."""
    page.get_by_role("button", name="Conversations", exact=True).click()
    page.get_by_role("button", name=name, exact=True).click()
    return page.get_by_role("dialog", name=name)


def test_a_conversation_is_renamed_and_comes_back_after_a_reload(desk: Page) -> None:
    answered(desk)
    desk.get_by_role("button", name="Conversations", exact=True).click()
    desk.get_by_role("button", name=f"Rename: {WHALES}").click()
    desk.get_by_role("textbox", name="New name").fill("Whales")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("button", name="Delete: Whales")).to_be_visible()
    desk.reload()
    ready(desk)

    expect(desk.get_by_role("log").get_by_role("heading", name=WHALES)).to_be_visible()
    expect(desk.get_by_role("article", name="Moby-Dick")).to_be_visible()


def by_calvino(number: int, title: str, year: int, isbn13: str) -> Volume:
    about = f"{title}, told by Italo Calvino."
    return Volume(
        number=number,
        title=title,
        author="Italo Calvino",
        year=year,
        isbn13=isbn13,
        subjects=("Italian fiction",),
        about=about,
    )


def test_a_stranger_with_a_phone_and_no_key_gets_citations_from_an_example(
    desk: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    calvino = (
        by_calvino(71, "Invisible Cities", 1972, "9780156453806"),
        by_calvino(72, "The Baron in the Trees", 1957, "9780156106801"),
        by_calvino(73, "Cosmicomics", 1965, "9780156226004"),
    )
    monkeypatch.setattr("tests.browser.services.SHELF", (*SHELF, *calvino))
    desk.set_viewport_size({"width": 390, "height": 844})
    desk.get_by_role("button", name="What else did Italo Calvino write?").click()
    desk.get_by_role("article", name="Invisible Cities").wait_for()
    marks = desk.get_by_role("link", name=re.compile(r"^Source \d+: "))

    assert marks.count() >= 3
    assert {volume.title for volume in calvino} <= set(
        desk.get_by_role("article").get_by_role("heading").all_inner_texts()
    )
    for mark in marks.all()[:3]:
        expect(mark).to_be_in_viewport(ratio=1)
        assert mark.evaluate(
            """(mark) => {
              const { left, top, width, height } = mark.getBoundingClientRect();
              return mark.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            }"""
        )
    for mark in marks.all():
        mark.click()
        expect(desk.get_by_role("article").and_(desk.locator(":focus"))).to_have_count(1)


def test_a_card_says_in_words_why_it_is_seen(desk: Page) -> None:
    card = answered(desk)
    card.get_by_role("button", name="Why do I see this book?").click()

    expect(card).to_contain_text(f"You asked “{WHALES}”")
    expect(card.get_by_text("holds its").first).to_be_visible()


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("BibTeX", "@book{"),
        ("RIS (Zotero, EndNote)", "TY  - BOOK"),
        ("CSV (Goodreads)", "Title"),
        ("Markdown", "Moby-Dick"),
    ],
)
def test_books_are_saved_in_a_form_that_other_programs_read(desk: Page, words: str, part: str) -> None:
    answered(desk)
    desk.get_by_role("button", name="Export books").click()
    desk.get_by_label("Format").select_option(words)
    with desk.expect_download() as saving:
        desk.get_by_role("button", name="Download").click()

    text = saving.value.path().read_text("utf-8")
    assert part in text
    assert "Moby-Dick" in text


def test_a_book_is_cited_in_a_chosen_style(desk: Page) -> None:
    answered(desk).get_by_role("button", name="Cite").click()
    desk.get_by_label("Format").select_option("APA 7")
    with desk.expect_download() as saving:
        desk.get_by_role("button", name="Download").click()

    assert saving.value.path().read_text("utf-8").startswith("Melville, H. (1851). Moby-Dick")


def test_json_forms_are_json(desk: Page) -> None:
    answered(desk)
    for words in ("CSL-JSON", "JSON-LD"):
        desk.get_by_role("button", name="Export books").click()
        desk.get_by_label("Format").select_option(words)
        with desk.expect_download() as saving:
            desk.get_by_role("button", name="Download").click()
        assert json.loads(saving.value.path().read_text("utf-8"))
        desk.keyboard.press("Escape")


def test_memory_is_exported_forgotten_and_taken_in_again(desk: Page, tmp_path: Path) -> None:
    answered(desk)
    sheet = opened(desk, "Memory")
    expect(sheet.get_by_role("row", name="Moby-Dick")).to_be_visible()
    with desk.expect_download() as saving:
        sheet.get_by_role("button", name="Export memory").click()
    file = tmp_path / "memory.nq"
    saving.value.save_as(file)
    sheet.get_by_role("button", name=f"Forget: {WHALES}").click()
    expect(sheet.get_by_text("Nothing is remembered yet.")).to_be_visible()
    sheet.get_by_label("Import memory").set_input_files(file)

    expect(sheet.get_by_role("row", name="Moby-Dick")).to_be_visible()


def test_a_shelf_is_imported_and_known_to_the_cards(desk: Page, tmp_path: Path) -> None:
    library = tmp_path / "library.bib"
    library.write_text("@book{a, title={Moby-Dick}, author={Melville, Herman}, isbn={9780142437247}}\n", "utf-8")
    sheet = opened(desk, "My shelf")
    sheet.get_by_label("Choose a file").set_input_files(library)
    expect(sheet.get_by_text("1 book put on the shelf.")).to_be_visible()
    expect(sheet.get_by_role("listitem").filter(has_text="Moby-Dick")).to_be_visible()
    desk.keyboard.press("Escape")

    expect(answered(desk).get_by_text("On your shelf")).to_be_visible()


def test_a_shown_book_is_put_on_the_shelf(desk: Page) -> None:
    card = answered(desk)
    card.get_by_role("button", name="Put on my shelf").click()
    expect(card.get_by_text("On your shelf")).to_be_visible()

    expect(opened(desk, "My shelf").get_by_text("1 book on the shelf")).to_be_visible()


def asked_first(page: Page) -> Locator:
    """The whales, asked with the setting to be asked first; the calls that wait."""
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Ask me before contacting sources").check()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("textbox", name="Ask for a book").fill(WHALES)
    page.keyboard.press("Enter")
    calls = page.get_by_role("form", name="Calls that wait for your word")
    expect(calls.get_by_role("group", name="Wikipedia")).to_be_visible()
    return calls


def reloaded(page: Page, calls: Locator) -> None:
    """A new page with another engine, in which the same calls wait."""
    before = calls.aria_snapshot()
    page.reload()
    ready(page)
    expect(calls).to_match_aria_snapshot(before)


def test_calls_wait_over_a_reload_and_are_changed_denied_and_approved_each_by_itself(
    desk: Page, services: Services
) -> None:
    calls = asked_first(desk)
    reloaded(desk, calls)
    assert services.requests == []
    calls.get_by_role("button", name="Edit: Open Library subjects").click()
    changed = calls.get_by_role("group", name="Open Library subjects")
    changed.get_by_role("textbox", name="Subjects").fill("sea stories")
    changed.get_by_role("textbox", name="Subjects").press("Tab")
    calls.get_by_role("checkbox", name="May be asked: Wikipedia").uncheck()
    calls.get_by_role("button", name="Ask these 2 sources").click()

    expect(desk.get_by_role("article", name="Moby-Dick")).to_be_visible()
    assert {asked.service for asked in services.requests} == {"subjects", "openlibrary"}
    assert "/subjects/sea_stories.json" in {asked.path for asked in services.requests}
    desk.reload()
    ready(desk)
    expect(desk.get_by_role("article", name="Moby-Dick")).to_be_visible()
    expect(calls).to_have_count(0)


def test_when_no_call_is_allowed_after_a_reload_nobody_is_asked_and_the_answer_says_so(
    desk: Page, services: Services
) -> None:
    calls = asked_first(desk)
    reloaded(desk, calls)
    calls.get_by_role("button", name="Ask none").click()

    desk.get_by_role("button", name="Copy answer").wait_for()
    expect(calls).to_have_count(0)
    expect(desk.get_by_role("article", name="Moby-Dick")).to_have_count(0)
    assert services.requests == []


def test_all_that_is_kept_is_counted_and_erased(desk: Page) -> None:
    answered(desk)
    desk.get_by_role("button", name="Settings", exact=True).click()
    data = desk.get_by_role("region", name="Your data")
    expect(data).to_contain_text("1 question")
    data.get_by_role("button", name="Erase everything…").click()
    data.get_by_role("button", name="Erase everything", exact=True).click()
    expect(data).to_contain_text("Everything is erased.")
    expect(data).to_contain_text("0 questions, 0 books")
    desk.keyboard.press("Escape")

    expect(desk.get_by_role("heading", name="What are you looking for?")).to_be_visible()
    sheet = opened(desk, "Memory")
    expect(sheet.get_by_text("Nothing is remembered yet.")).to_be_visible()


def test_the_first_books_are_there_before_the_slowest_source(desk: Page, services: Services) -> None:
    services.wikipedia.holds()
    desk.get_by_role("textbox", name="Ask for a book").fill(WHALES)
    desk.keyboard.press("Enter")
    services.wikipedia.asked(desk)

    expect(desk.get_by_role("region", name="Found so far")).to_contain_text("Moby-Dick")
    expect(desk.get_by_role("article", name="Moby-Dick")).to_have_count(0)
    services.wikipedia.release()
    expect(desk.get_by_role("article", name="Moby-Dick")).to_be_visible()
    expect(
        desk.get_by_role("region", name="The books at a glance").get_by_role("link", name="Moby-Dick")
    ).to_be_visible()


def test_a_source_that_failed_is_asked_again_and_nobody_else_is(desk: Page, services: Services) -> None:
    services.wikipedia.down()
    answered(desk)
    asked = len(services.requests)
    services.wikipedia.recovers()
    services.wikipedia.holds()
    desk.get_by_role("button", name="Try again: Wikipedia").click()
    services.wikipedia.asked(desk)
    services.wikipedia.release()

    expect(desk.get_by_role("button", name="Try again: Wikipedia")).to_have_count(0)
    expect(desk.get_by_role("article", name="Moby-Dick")).to_be_visible()
    expect(desk.get_by_role("log").get_by_role("heading", name=WHALES)).to_have_count(1)
    assert {one.service for one in services.requests[asked:]} == {"wikipedia"}


def test_python_that_dies_in_mid_conversation_comes_back_and_the_conversation_is_intact(
    desk: Page, services: Services
) -> None:
    card = answered(desk)
    is_kept(desk, ":archivist")  # the turn's name in the kept file
    services.openlibrary.holds()
    desk.get_by_role("textbox", name="Ask for a book").fill("Dune by Frank Herbert")
    desk.keyboard.press("Enter")
    services.openlibrary.asked(desk)
    with suppress(Error):  # a worker that is gone cannot say so
        desk.workers[-1].evaluate("self.close()")

    said = "The engine was restarted before it had answered."
    expect(desk.get_by_role("log")).to_contain_text(said, timeout=60_000)
    ready(desk)
    services.openlibrary.release()
    card.get_by_role("button", name="Why do I see this book?").click()
    expect(card).to_contain_text(f"You asked “{WHALES}”")
    desk.get_by_role("button", name="Try again").click()
    expect(desk.get_by_role("heading", name="Dune", exact=True, level=3)).to_be_visible()


def test_a_question_is_played_again_and_nobody_is_asked(desk: Page, services: Services) -> None:
    answered(desk)
    asked = len(services.requests)
    desk.get_by_role("button", name="Play it again").click()

    expect(desk.get_by_text("the same answer by the same way, and nobody was asked")).to_be_visible()
    expect(desk.get_by_role("button", name="found: done")).to_be_visible()
    assert len(services.requests) == asked


def test_a_box_tells_what_its_step_went_by_and_made(desk: Page) -> None:
    answered(desk)
    desk.get_by_role("button", name="rank-candidates: done").click()
    panel = desk.get_by_role("tabpanel")

    expect(panel.get_by_role("term")).to_have_text(["Went in", "Came out"])
    expect(panel.get_by_role("definition").filter(has_text="ranked")).to_contain_text("Moby-Dick")


def test_the_graph_that_ran_is_saved_fits_back_and_is_refused_where_it_was_broken(desk: Page, tmp_path: Path) -> None:
    answered(desk)
    with desk.expect_download() as saving:
        desk.get_by_role("button", name="Save this graph").click()
    file = tmp_path / "changed.jsonld"
    saving.value.save_as(file)
    desk.get_by_label("Check a changed graph").set_input_files(file)
    expect(desk.get_by_text("changed.jsonld could run in place of ours.")).to_be_visible()
    file.write_text(file.read_text("utf-8").replace('scatter/node/no-results"', 'scatter/node/nowhere"', 1), "utf-8")
    desk.get_by_label("Check a changed graph").set_input_files(file)

    expect(desk.get_by_text("routes to unknown placement IRI")).to_be_visible()


def test_memory_is_a_graph_of_what_was_asked_and_shown(desk: Page) -> None:
    answered(desk)
    sheet = opened(desk, "Memory")
    sheet.get_by_role("button", name="Graph").click()

    found = sheet.get_by_role("region", name="Which question showed which book").get_by_role("listitem")
    expect(found.filter(has_text="Moby-Dick")).to_contain_text(f"shown for {WHALES}")


def test_all_that_is_kept_is_exported_as_one_file(desk: Page) -> None:
    answered(desk)
    desk.get_by_role("button", name="Settings", exact=True).click()
    with desk.expect_download() as saving:
        desk.get_by_role("button", name="Export everything").click()
    kept = json.loads(saving.value.path().read_text("utf-8"))

    assert kept["conversations"][0]["title"] == WHALES
    assert "Moby-Dick" in kept["memory"]
