"""The page as built starts, wherever it is put, under its two policies."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.browser.held import Held
from tests.browser.watch import Watch

PYTHON = re.compile(r"\.(wasm|whl|zip)$|pyodide|pyscript")


def ready(page: Page) -> None:
    """Waits until Python says that it is there."""
    page.locator("iframe[title=engine][data-state=ready]").wait_for(state="attached", timeout=60_000)


def test_it_starts_in_a_sub_folder_and_becomes_ready(page: Page) -> None:
    page.goto("")
    ready(page)

    expect(page.locator("iframe[title=engine]")).to_have_attribute("data-state", "ready")


def test_the_question_can_be_typed_before_python_is_there(page: Page, starting: Held) -> None:
    page.goto("")
    page.get_by_role("textbox", name="Ask for a book").fill("books about whales and obsession")

    expect(page.locator("iframe[title=engine]")).to_have_attribute("data-state", "boot")
    expect(page.get_by_role("textbox", name="Ask for a book")).to_have_value("books about whales and obsession")
    starting.go()
    ready(page)


def test_starting_asks_no_other_host(context: BrowserContext, page: Page, site: str) -> None:
    hosts: set[str] = set()
    context.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))

    page.goto("")
    ready(page)

    assert hosts - {""} == {urlsplit(site).netloc}  # blobs have no host


def test_no_python_is_fetched_for_the_page_itself(context: BrowserContext, page: Page) -> None:
    fetched: list[str] = []

    def note(request: Request) -> None:
        if PYTHON.search(urlsplit(request.url).path) and request.frame == page.main_frame:
            fetched.append(request.url)

    context.on("request", note)
    page.goto("")
    ready(page)

    assert fetched == []
    assert page.evaluate("[typeof loadPyodide, document.querySelectorAll('script[type=py]').length]") == [
        "undefined",
        0,
    ]


def test_the_page_may_not_evaluate_text(page: Page, watch: Watch) -> None:
    watch.expects("policy violation|Content Security Policy|Trusted|TrustedScript")
    page.goto("")

    refused = page.evaluate(
        """() => new Promise((resolve) => {
          addEventListener("error", (event) => event.preventDefault());
          const script = document.createElement("script");
          try {
            script.text = "window.ran = true";
            document.head.append(script);
          } catch (error) {
            resolve(error.name);
          }
          setTimeout(() => resolve(window.ran ? "ran" : "blocked"), 0);
        })"""
    )

    assert refused in {"TypeError", "blocked"}


def test_foreign_markup_cannot_become_markup(page: Page, watch: Watch) -> None:
    watch.expects("Trusted|policy violation")
    page.goto("")

    assert (
        page.evaluate(
            "() => { try { document.body.innerHTML = '<b>x</b>'; return 'taken' } catch (e) { return e.name } }"
        )
        == "TypeError"
    )


def test_the_engine_reaches_the_services_and_nobody_else(page: Page, watch: Watch) -> None:
    watch.expects("policy violation|Content Security Policy|Refused to connect")
    page.goto("")
    ready(page)
    engine = next(frame for frame in page.frames if frame.url.endswith("engine.html"))

    reach = (
        "async (url) => { try { await fetch(url, {mode: 'no-cors'}); return 'reached' } catch (e) { return e.name } }"
    )

    assert engine.evaluate(reach, "https://example.org/collect") == "TypeError"
    assert engine.evaluate(reach, "https://openlibrary.org/search.json?title=dune") == "reached"


def test_the_engine_shows_nothing_and_takes_no_focus(page: Page) -> None:
    page.goto("")

    expect(page.locator("iframe[title=engine]")).to_be_hidden()
    expect(page.locator("iframe[title=engine]")).to_have_attribute("aria-hidden", "true")
