"""Asking: at any time, in any way, and what is said when it does not work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Route, expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.page.conftest import Visit

pytestmark = pytest.mark.browser
QUESTION = "Books about whales and obsession"


def test_a_question_asked_before_python_is_there_is_kept_and_answered(visit: Callable[..., Visit]) -> None:
    seen = visit(fake={"boot": "held"})
    seen.ask(QUESTION)

    expect(seen.page.get_by_role("heading", name=QUESTION)).to_be_visible()
    expect(seen.page.get_by_text("Your question is kept")).to_be_visible()
    seen.opened()
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()


@pytest.mark.parametrize("how", ["Enter", "the button"])
def test_a_question_sent_before_the_pages_code_is_there_is_asked_by_it(visit: Callable[..., Visit], how: str) -> None:
    held: list[Route] = []
    seen = visit(holding=held)
    box = seen.page.get_by_role("textbox", name="Ask for a book")
    box.fill(QUESTION)
    if how == "Enter":
        box.press("Enter")
    else:
        seen.page.get_by_role("button", name="Ask").click()
    expect(box).to_have_value(QUESTION)
    held.pop().continue_()

    expect(seen.page.get_by_role("heading", name=QUESTION)).to_be_visible()
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()


def test_opening_that_is_quick_says_nothing(visit: Callable[..., Visit]) -> None:
    seen = visit(fake={"boot": 100})
    seen.page.wait_for_timeout(900)

    expect(seen.page.get_by_text("Opening the library")).to_have_count(0)


def test_opening_that_takes_longer_shows_how_far_it_is(visit: Callable[..., Visit]) -> None:
    seen = visit(fake={"boot": "held"})

    expect(seen.page.get_by_role("progressbar", name="Opening the library…")).to_be_visible()
    expect(seen.page.get_by_text("Opening the library, step 1 of 3")).to_be_visible()
    seen.opened()
    expect(seen.page.get_by_role("progressbar")).to_have_count(0)


def test_enter_asks_and_shift_enter_makes_a_line(visit: Callable[..., Visit]) -> None:
    seen = visit()
    box = seen.page.get_by_role("textbox", name="Ask for a book")
    box.press_sequentially("whales")
    box.press("Shift+Enter")
    box.press_sequentially("and more")

    expect(box).to_have_value("whales\nand more")
    box.press("Enter")
    expect(seen.page.get_by_role("heading", name="whales and more")).to_be_visible()
    expect(box).to_have_value("")


def test_an_empty_question_is_not_asked(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.ask("   \n ")

    assert [message for message in seen.heard() if message["t"] == "ask"] == []


def test_an_example_is_asked_by_a_click(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.page.get_by_role("button", name=QUESTION).click()

    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()
    assert [message["question"] for message in seen.heard()] == [QUESTION]


def test_a_link_with_a_question_asks_only_after_a_click(visit: Callable[..., Visit]) -> None:
    seen = visit(at="#q=whales%20%3Cb%3Eand%3C%2Fb%3E%20obsession")
    expect(seen.page.get_by_text("whales <b>and</b> obsession")).to_be_visible()
    assert seen.heard() == []

    seen.page.get_by_role("button", name="Ask it").click()
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()


@pytest.mark.parametrize("way", ["button", "Escape"])
def test_stop_ends_the_question_within_a_second_and_the_page_is_ready_again(
    visit: Callable[..., Visit], way: str
) -> None:
    seen = visit()
    seen.ask("please hang")
    expect(seen.page.get_by_text("being asked").first).to_be_visible()
    if way == "button":
        seen.page.get_by_role("button", name="Stop").click()
    else:
        seen.page.keyboard.press("Escape")

    expect(seen.page.get_by_role("log").get_by_text("Stopped.")).to_be_visible(timeout=1000)
    expect(seen.page.get_by_role("button", name="Ask", exact=True)).to_be_visible()
    seen.answered(QUESTION)


def test_a_question_sent_too_early_stays_and_is_told_why(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.ask("please hang")
    expect(seen.page.get_by_text("being asked").first).to_be_visible()
    seen.ask(QUESTION)

    expect(seen.page.get_by_text("Still answering the question before.").first).to_be_visible()
    expect(seen.page.locator("#news")).to_contain_text("Esc stops it")
    expect(seen.page.get_by_role("textbox", name="Ask for a book")).to_have_value(QUESTION)
    seen.page.keyboard.press("Escape")
    expect(seen.page.get_by_role("button", name="Ask", exact=True)).to_be_visible()
    seen.page.keyboard.press("Enter")
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()


def test_a_failure_is_a_sentence_with_a_way_out(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.ask("please break")
    notice = seen.page.get_by_role("log").get_by_text("None of the four sources could be reached.")
    expect(notice).to_contain_text("Check the connection and ask again.")

    seen.page.get_by_role("log").get_by_role("button", name="Try again").click()
    expect(seen.page.get_by_text("None of the four sources could be reached.", exact=False)).to_have_count(3)


def test_a_boot_that_fails_says_why_and_can_be_tried_again(visit: Callable[..., Visit]) -> None:
    page = visit(fake={"fails": True}).page
    expect(page.get_by_text("This browser has no WebAssembly. Allow it for this page")).to_be_visible()

    page.evaluate("sessionStorage.setItem('fake', '{}')")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("The library did not open.")).to_have_count(0)


def test_python_that_ends_is_started_again_and_the_conversation_stays(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.ask("please crash")

    expect(seen.page.get_by_role("log").get_by_text("Python ended.")).to_be_visible()
    seen.answered("whales once more")
    expect(seen.page.get_by_role("heading", name=QUESTION)).to_be_visible()


def test_a_message_of_unknown_kind_is_reported(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.ask("something unknown")

    expect(seen.page.get_by_role("alert")).to_contain_text("does not understand")
    seen.page.get_by_role("alert").get_by_text("Details").click()
    expect(seen.page.get_by_role("alert")).to_contain_text("surprise")


def test_the_last_question_comes_back_for_editing(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    box = seen.page.get_by_role("textbox", name="Ask for a book")
    box.press("ArrowUp")
    expect(box).to_have_value(QUESTION)

    box.fill("")
    seen.page.get_by_role("button", name="Edit and ask again").click()
    expect(box).to_have_value(QUESTION)
    expect(box).to_be_focused()


def test_a_key_goes_to_the_engine_and_into_no_storage(visit: Callable[..., Visit]) -> None:
    seen = visit()
    page = seen.page
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Google Books key").fill("canary-key")
    page.get_by_label("Gateway").fill("https://mirror.example/books")
    page.get_by_label("Theme").select_option("dark")
    page.get_by_role("button", name="Save", exact=True).click()

    expect(page.get_by_role("dialog")).to_have_count(0)
    assert seen.heard()[-1] == {
        "t": "configure",
        "settings": {
            "google_books_key": "canary-key",
            "gateway": "https://mirror.example/books",
            "memory_url": None,
            "language": "en",
            "ask_first": False,
        },
    }
    kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])")
    assert "canary-key" not in kept
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_a_gateway_that_is_no_safe_address_is_refused(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.page.get_by_role("button", name="Settings", exact=True).click()
    seen.page.get_by_label("Gateway").fill("http://elsewhere.example")
    seen.page.get_by_role("button", name="Save", exact=True).click()

    expect(seen.page.get_by_role("dialog")).to_be_visible()
    assert seen.heard() == []


def test_the_focus_is_not_lost_when_an_example_is_chosen_by_keyboard(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.page.get_by_role("button", name=QUESTION).press("Enter")

    expect(seen.page.get_by_role("article").filter(has=seen.page.get_by_role("heading", name=QUESTION))).to_be_focused()


def test_the_focus_stays_on_the_button_that_stops_and_asks(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.ask("please hang")
    seen.page.get_by_role("button", name="Stop").press("Enter")

    expect(seen.page.get_by_role("button", name="Ask", exact=True)).to_be_focused()


def test_a_double_click_on_ask_stops_nothing(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.page.get_by_role("textbox", name="Ask for a book").fill("please hang")
    seen.page.get_by_role("button", name="Ask", exact=True).dblclick()

    expect(seen.page.get_by_text("being asked").first).to_be_visible()
    assert [message["t"] for message in seen.heard()] == ["ask"]


def test_words_typed_before_the_page_s_own_code_is_there_are_kept(browser: Browser, desk: str) -> None:
    context = browser.new_context()
    held: list[Route] = []
    context.route("**/web/main.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks its handlers
    page = context.new_page()
    with page.expect_request("**/web/main.js"):
        page.goto(desk, wait_until="commit")
    box = page.get_by_role("textbox", name="Ask for a book")
    box.fill("whales and")
    held[0].continue_()

    expect(page.get_by_role("heading", name="What are you looking for?")).to_be_visible()
    expect(box).to_have_value("whales and")
    expect(box).to_be_focused()
    context.close()
