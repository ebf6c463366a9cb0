"""Answers: statements with marks, cards, chips, and foreign text that stays text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.page.conftest import Visit

pytestmark = pytest.mark.browser
QUESTION = "Books about whales and obsession"


def test_every_statement_about_a_book_carries_its_mark(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    statement = seen.page.get_by_text("In the Heart of the Sea” by Nathaniel Philbrick")

    expect(statement.get_by_role("link")).to_have_accessible_name("Source 3: In the Heart of the Sea, Open Library")
    expect(statement).not_to_contain_text("[")


def test_a_mark_leads_to_its_card_and_the_card_leads_back(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    mark = seen.page.get_by_role("link", name="Source 4: Ahab's Wife")
    mark.click()
    card = seen.page.get_by_role("article", name="Ahab's Wife")
    expect(card).to_be_focused()
    expect(card).to_be_in_viewport()

    card.get_by_role("link", name="Back to mark 4 in the answer").click()
    expect(mark).to_be_focused()
    expect(mark).to_be_in_viewport()


def test_a_card_tells_what_its_record_tells(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    card = seen.page.get_by_role("article", name="Moby-Dick")

    for words in ("or, The Whale", "Herman Melville", "1851", "English", "720 pages", "ISBN 9780142437247"):
        expect(card).to_contain_text(words)
    expect(card).to_contain_text("Rated 3.9 of 5 by 412 readers")
    expect(card).to_contain_text("Why this one Both of your subjects")
    expect(card.get_by_role("link", name="Open Library (opens in a new tab)")).to_have_attribute(
        "href", "https://openlibrary.org/works/OL102749W"
    )
    expect(card.get_by_role("link", name="Wikipedia (opens in a new tab)")).to_have_attribute(
        "href", "https://en.wikipedia.org/wiki/Moby-Dick"
    )


def test_each_source_says_in_words_what_it_did(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    chips = seen.page.get_by_role("region", name="Where it looked").get_by_role("listitem")

    expect(chips).to_have_text(
        [
            re.compile(r"Open Library\s+answered 8"),
            re.compile(r"Google Books\s+not asked \(needs a key\)"),
            re.compile(r"Open Library subjects\s+answered 12"),
            re.compile(r"Wikipedia\s+answered 1, cached"),
        ]
    )


def test_a_source_that_failed_hides_nothing_and_says_why(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered("is a source down?")
    region = seen.page.get_by_role("region", name="Where it looked")

    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()
    expect(region).to_contain_text(re.compile(r"Open Library\s+throttled"))
    expect(region).to_contain_text(re.compile(r"Wikipedia\s+timed out"))
    expect(region).to_contain_text("Wikipedia gave no answer within 6 seconds.")


def test_a_source_that_failed_says_why_in_the_page_s_language(visit: Callable[..., Visit]) -> None:
    seen = visit()
    page = seen.page
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Language").select_option("Deutsch")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_label("Nach einem Buch fragen").fill("is a source down?")
    page.keyboard.press("Enter")
    region = page.get_by_role("region", name="Wo gesucht wurde")

    expect(region).to_contain_text("Wikipedia: Es dauerte zu lange")
    expect(region).not_to_contain_text("gave no answer")
    expect(page.get_by_role("article", name="Moby-Dick")).to_contain_text("3,9 (412)")


def test_the_key_that_is_missing_can_be_added_from_where_it_is_missed(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Add a key in the settings").click()

    expect(seen.page.get_by_label("Google Books key")).to_be_visible()


def test_nothing_found_says_what_was_asked_and_shows_no_book(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered("nothing at all of this kind")

    expect(seen.page.get_by_text("No book was found for")).to_be_visible()
    expect(seen.page.get_by_role("region", name="Books")).to_have_count(0)


def test_a_question_that_is_not_about_books_is_declined_without_chips(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered("how is the weather?")

    expect(seen.page.get_by_text("I only know about books")).to_be_visible()
    expect(seen.page.get_by_role("region", name="Where it looked")).to_have_count(0)


def test_markup_in_foreign_text_is_shown_and_never_runs(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered("hostile")
    page = seen.page

    expect(page.get_by_role("heading", name="<img src=x onerror=")).to_be_visible()
    expect(page.get_by_text("<script>document.title='owned'</script>").last).to_be_visible()
    assert page.title() == "The Archivist"
    assert page.locator("main img, main script").count() == 0


def test_only_https_records_become_links_and_only_known_hosts_give_covers(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered("hostile")
    links = seen.page.locator("main a[target=_blank]").evaluate_all("links => links.map(link => link.href)")

    assert links
    assert all(link.startswith("https://openlibrary.org/works/") for link in links)
    assert [url for url in seen.foreign if not url.startswith("https://covers.openlibrary.org/")] == []


def test_a_mark_without_a_record_is_no_link(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered("hostile")
    statement = seen.page.get_by_text("A mark without a record")

    expect(statement).to_contain_text("[9]")
    expect(statement.get_by_role("link")).to_have_count(1)


def test_a_book_without_a_cover_gets_one_made_from_its_title(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)

    expect(seen.page.get_by_role("article", name="Ahab's Wife").locator(".cover")).to_have_text(
        re.compile(r"Ahab's Wife\s+Sena Jeter Naslund")
    )


def test_a_suggestion_is_asked_by_a_click(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Something shorter").click()

    expect(seen.page.get_by_role("heading", name="Something shorter")).to_be_visible()


def test_more_like_this_names_the_book_and_its_writer(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="More like this: Moby-Dick").click()

    expect(seen.page.get_by_role("heading", name="Books like Moby-Dick by Herman Melville")).to_be_visible()


def test_an_answer_is_copied_with_its_references(visit: Callable[..., Visit]) -> None:
    seen = visit(permissions=["clipboard-read", "clipboard-write"])
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Copy answer").click()
    expect(seen.page.get_by_role("button", name="Copied")).to_be_visible()
    text = seen.page.evaluate("navigator.clipboard.readText()")

    assert text.startswith(f"**{QUESTION}**")
    assert "[3] In the Heart of the Sea, Open Library, <https://openlibrary.org/works/OL2025374W>" in text


def test_reference_managers_find_the_books_in_the_page(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    card = seen.page.get_by_role("article", name="Moby-Dick")

    expect(card).to_have_attribute("itemtype", "https://schema.org/Book")
    found = parse_qs(card.locator(".Z3988").get_attribute("title") or "")
    assert found["rft.btitle"] == ["Moby-Dick: or, The Whale"]
    assert found["rft.au"] == ["Herman Melville"]
    assert found["rft.isbn"] == ["9780142437247"]


def test_no_code_of_the_page_turns_text_into_markup_or_code() -> None:
    sinks = re.compile(
        r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|unsafeHTML|unsafeSVG|srcdoc)\b"
    )
    web = Path(__file__).parents[3] / "web"
    own = [path for folder in (web, web / "views", web / "texts") for path in folder.glob("*.js")]

    assert len(own) > 30
    assert [path.name for path in own if sinks.search(path.read_text("utf-8"))] == []
