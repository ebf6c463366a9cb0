"""A question that is asked before Python is there: Open Library is asked at once where that is clear, and only once."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from archivist.session import Session
from archivist.sources import ScriptedTransport
from tests.browser.held import Held
from tests.browser.services import Services
from tests.browser.test_boot import ready
from tests.browser.test_question import chip

DUNE = "Dune by Frank Herbert"
CLEAR = (
    DUNE,
    "find The Left Hand of Darkness by Ursula Le Guin",
    "Do you have Pride and Prejudice by Jane Austen?",
    "books by Herman Melville",
    "What has Agatha Christie written?",
    "Show me everything by Paulo Coelho",
    "books about whales",
    "a book about poetry and revenge",
    "I want to read something on depression",
    "9780142437247",
    "isbn: 0743418719",
    "0-8044-2957-X",
    "Which book has ISBN 978-0-14-243724-7?",
)
UNCLEAR = (
    "Dune",
    "books by Kurt Vonnegut Jr.",
    "Great Short Works of Herman Melville by Herman Melville",
    "Books by Stephen King and Peter Straub",
    "something funny by the sea",
    "books about Paris",
    "the weather by tomorrow",
    "Is Dracula by Bram Stoker?",
    "9780142437248",
    "AND by OR",
    "dune by frank herbert",
    "Bücher über Wale",
    "",
)


def ask(page: Page, question: str = DUNE) -> None:
    page.get_by_role("textbox", name="Ask for a book").fill(question)
    page.keyboard.press("Enter")


def searches(services: Services) -> list[dict[str, str]]:
    return [asked.query for asked in services.requests if asked.path == "/search.json"]


def asked_early(page: Page, services: Services, *, within: int = 600) -> bool:
    """Whether Open Library is asked though Python is held up."""
    for _ in range(within):
        if searches(services):
            return True
        page.wait_for_timeout(100)
    return False


def test_open_library_is_asked_before_python_is_there_and_only_once(
    page: Page, services: Services, starting: Held
) -> None:
    page.goto("")
    ask(page)

    assert asked_early(page, services)
    starting.go()
    turn = page.get_by_role("article", name=DUNE)
    expect(turn.get_by_role("heading", name="Dune", exact=True)).to_be_visible()
    expect(chip(turn, "Open Library")).to_contain_text("answered")
    assert [query["title"] for query in searches(services)] == ["Dune"]


def test_the_time_line_says_that_it_was_asked_while_starting(page: Page, services: Services, starting: Held) -> None:
    page.goto("")
    ask(page)
    assert asked_early(page, services)
    starting.go()
    page.get_by_role("article", name=DUNE).get_by_role("heading", name="Dune", exact=True).wait_for()
    page.get_by_role("tab", name="Sources").click()

    expect(page.get_by_role("listitem").filter(has_text="asked while starting")).to_have_count(1)


def test_a_later_question_is_asked_by_python_itself(page: Page, services: Services) -> None:
    page.goto("")
    ready(page)
    ask(page)

    expect(page.get_by_role("article", name=DUNE).get_by_role("heading", name="Dune", exact=True)).to_be_visible()
    assert len(searches(services)) == 1


def test_trouble_while_starting_is_the_runs_own_trouble_and_is_not_asked_again(
    page: Page, services: Services, starting: Held
) -> None:
    services.openlibrary.refuses_without_cors()
    page.goto("")
    ask(page)
    assert asked_early(page, services)
    starting.go()

    expect(chip(page.get_by_role("article", name=DUNE), "Open Library")).to_contain_text("throttled")
    assert len(searches(services)) == 1


@pytest.mark.parametrize(
    "settings",
    [{"ask_first": True}, {"gateway": "http://localhost:9"}, {"model_provider": "ollama"}],
    ids=["the visitor is asked first", "a gateway", "a model of their own"],
)
def test_nothing_is_asked_early_where_the_settings_may_want_otherwise(
    page: Page, services: Services, starting: Held, settings: dict[str, object]
) -> None:
    page.add_init_script(f"localStorage.setItem('archivist:settings', '{json.dumps(settings)}')")
    page.goto("")
    ask(page)

    assert not asked_early(page, services, within=20)
    del starting


def test_nothing_is_asked_early_without_a_network(
    context: BrowserContext, page: Page, services: Services, starting: Held
) -> None:
    with page.expect_response(re.compile(r"/graphs/[\w-]+\.svg$")):  # the last of what the page itself fetches
        page.goto("")
    context.set_offline(True)
    ask(page)

    assert not asked_early(page, services, within=20)
    context.set_offline(False)
    del starting


def test_what_is_still_kept_from_the_last_visit_is_not_asked_again(context: BrowserContext, services: Services) -> None:
    page = context.new_page()
    page.goto("")
    ready(page)
    ask(page)
    page.get_by_role("article", name=DUNE).get_by_role("heading", name="Dune", exact=True).wait_for()
    page.close()
    services.requests.clear()

    again = context.new_page()
    Held(again)
    again.goto("")
    ask(again)

    assert not asked_early(again, services, within=20)


def test_a_question_that_is_stopped_gives_its_request_up(page: Page, services: Services, starting: Held) -> None:
    services.openlibrary.holds()
    page.goto("")
    ask(page)
    services.openlibrary.asked(page)
    with page.expect_event("requestfailed", lambda request: "search.json" in request.url):
        page.get_by_role("button", name="Stop").click()
    del starting


def test_an_early_request_that_the_run_does_not_make_costs_nothing_but_itself(
    page: Page, services: Services, starting: Held
) -> None:
    page.goto("")
    page.locator("iframe[title=engine]").wait_for(state="attached")
    page.route("**/obvious.js", lambda route: route.fulfill(body=WRONG, headers={"content-type": "text/javascript"}))
    ask(page)
    assert asked_early(page, services)
    starting.go()

    expect(page.get_by_role("article", name=DUNE).get_by_role("heading", name="Dune", exact=True)).to_be_visible()
    assert [query["title"] for query in searches(services)] == ["Emma", "Dune"]
    expect(page.get_by_text("asked while starting")).to_have_count(0)


WRONG = 'export const obvious = () => "https://openlibrary.org/search.json?title=Emma"'


def clear(page: Page, questions: tuple[str, ...] | list[str]) -> list[str | None]:
    """The addresses that the page would ask early."""
    page.goto("")
    script = "async (questions) => (({ obvious }) => questions.map(obvious))(await import('./web/obvious.js'))"
    addresses: list[str | None] = page.evaluate(script, list(questions))
    return addresses


def asked_by_the_run(question: str) -> list[str]:
    """In a thread of its own: Playwright's loop runs in this one."""
    network = ScriptedTransport()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(Session(network).ask(question, id="q"))).result()
    return network.urls


@pytest.mark.usefixtures("services")
def test_what_is_clear_is_to_the_letter_what_the_run_asks(page: Page) -> None:
    addresses = clear(page, CLEAR)

    missing = [one for one, url in zip(CLEAR, addresses, strict=True) if url not in asked_by_the_run(one)]
    assert missing == []


@pytest.mark.usefixtures("services")
def test_what_takes_a_reader_is_left_to_it(page: Page) -> None:
    assert clear(page, UNCLEAR) == [None] * len(UNCLEAR)
