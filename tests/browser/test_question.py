"""A question typed into the page, answered by Python in the worker from services at their real addresses."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.services import Services

WHALES = "books about whales and obsession"


@pytest.fixture
def desk(page: Page) -> Page:
    """The page, with Python ready."""
    page.goto("")
    page.locator("iframe[title=engine][data-state=ready]").wait_for(state="attached")
    return page


def ask(page: Page, question: str) -> Locator:
    """Asks, waits until the page is ready for another question, and gives what came of this one."""
    page.get_by_role("textbox", name="Ask for a book").fill(question)
    page.keyboard.press("Enter")
    turn = page.get_by_role("article").filter(has=page.get_by_role("heading", level=2)).last
    page.get_by_role("button", name="Edit and ask again").last.wait_for()
    return turn


def chip(turn: Locator, name: str) -> Locator:
    return turn.get_by_role("listitem").filter(has=turn.page.get_by_text(name, exact=True))


def test_whales_and_obsession_gives_cards_citations_chips_and_a_route(page: Page, services: Services) -> None:
    page.goto("")
    turn = ask(page, WHALES)  # before Python is there

    expect(turn.get_by_role("heading", name="Moby-Dick")).to_be_visible()
    expect(chip(turn, "Open Library")).to_contain_text("answered")
    expect(chip(turn, "Open Library subjects")).to_contain_text("answered")
    expect(chip(turn, "Wikipedia")).to_contain_text("answered")
    expect(chip(turn, "Google Books")).to_contain_text("not asked")
    expect(page.get_by_role("button", name="found: done")).to_be_visible()
    expect(page.get_by_role("button", name="no-results: did not run")).to_be_visible()
    assert "google" not in {asked.service for asked in services.requests}


def test_every_record_that_is_linked_is_an_https_page_of_a_service(desk: Page) -> None:
    turn = ask(desk, WHALES)
    links = [link.get_attribute("href") or "" for link in turn.get_by_role("link").all()]
    outside = [urlsplit(link) for link in links if not link.startswith("#")]

    assert outside
    assert {parts.scheme for parts in outside} == {"https"}
    assert {parts.netloc for parts in outside} <= {"openlibrary.org", "en.wikipedia.org", "books.google.com"}


def test_the_services_are_asked_at_once_not_one_after_the_other(desk: Page, services: Services) -> None:
    services.openlibrary.holds()
    services.wikipedia.holds()
    desk.get_by_role("textbox", name="Ask for a book").fill(WHALES)
    desk.keyboard.press("Enter")

    services.openlibrary.asked(desk)
    services.wikipedia.asked(desk)  # though Open Library has not answered

    services.openlibrary.release()
    services.wikipedia.release()
    expect(desk.get_by_role("heading", name="Moby-Dick")).to_be_visible()


@pytest.mark.parametrize("trouble", ["down", "refuses_without_cors", "says_nonsense"])
def test_one_service_in_trouble_hides_no_other_services_books(desk: Page, services: Services, trouble: str) -> None:
    getattr(services.wikipedia, trouble)()
    turn = ask(desk, WHALES)

    expect(turn.get_by_role("heading", name="Moby-Dick")).to_be_visible()
    expect(chip(turn, "Wikipedia")).not_to_contain_text("answered")


def test_all_services_down_is_an_honest_failure_without_books(desk: Page, services: Services) -> None:
    for service in services.all:
        service.down()
    turn = ask(desk, WHALES)

    expect(turn.get_by_role("heading", name="Moby-Dick")).to_have_count(0)
    expect(turn.get_by_role("article")).to_have_count(0)
    expect(chip(turn, "Open Library")).not_to_contain_text("answered")
    expect(chip(turn, "Open Library")).not_to_contain_text("nothing found")


def test_nothing_found_is_said_with_what_was_asked(desk: Page, services: Services) -> None:
    for service in services.all:
        service.empty()
    turn = ask(desk, "books about zeppelin cookery")

    expect(turn.get_by_role("article")).to_have_count(0)
    expect(turn).to_contain_text("zeppelin")
    expect(chip(turn, "Open Library")).to_contain_text("nothing found")


def test_what_is_off_topic_is_declined_without_any_request(desk: Page, services: Services) -> None:
    turn = ask(desk, "What will the weather be like tomorrow?")

    expect(turn.get_by_role("article")).to_have_count(0)
    assert services.requests == []


def test_stop_ends_within_a_second_and_the_page_is_ready_again(desk: Page, services: Services) -> None:
    for service in services.all:
        service.holds()
    desk.get_by_role("textbox", name="Ask for a book").fill(WHALES)
    desk.keyboard.press("Enter")
    services.openlibrary.asked(desk)

    desk.get_by_role("button", name="Stop").click()
    expect(desk.locator("iframe[title=engine]")).to_have_attribute("data-state", "ready", timeout=1_000)

    for service in services.all:
        service.release()
    expect(ask(desk, "Dune by Frank Herbert").get_by_role("heading", name="Dune", exact=True)).to_be_visible()


def test_the_key_goes_to_google_alone(desk: Page, services: Services) -> None:
    desk.get_by_role("button", name="Settings").click()
    desk.get_by_label("Google Books key").fill("canary-key-of-this-test")
    desk.get_by_role("button", name="Save", exact=True).click()
    ask(desk, WHALES)

    told = {asked.service for asked in services.requests if "canary-key-of-this-test" in str(asked)}
    assert told == {"google"}
    assert "canary" not in desk.url


@pytest.mark.parametrize(
    "question",
    [
        "📚🐋",
        "\u202eedoc neddih\u202c",
        "<img src=x onerror=alert(1)> whales",
        "ספר על לווייתנים",
        "w" * 10_000,
        "a\x00b\x1b[31m",
    ],
    ids=["emoji", "direction marks", "markup", "right to left", "ten thousand letters", "control characters"],
)
def test_odd_input_gets_an_answer_or_a_sentence(desk: Page, question: str) -> None:
    turn = ask(desk, question)

    expect(turn.locator("img[src=x]")).to_have_count(0)
    expect(turn).not_to_contain_text("Traceback")
