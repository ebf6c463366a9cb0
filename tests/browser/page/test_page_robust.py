"""When things are not as they should be: each says what to do, and what was asked stays."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.page.conftest import Visit

pytestmark = pytest.mark.browser
QUESTION = "Books about whales and obsession"
TOKENS = (Path(__file__).parents[3] / "web/styles/tokens.css").read_text("utf-8")


def test_python_that_dies_without_a_word_is_noticed_and_started_again(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.clock.install()
    seen.reload()
    seen.page.get_by_role("textbox", name="Ask for a book").wait_for()
    seen.ask("one that dies")
    seen.page.get_by_role("button", name="Stop").wait_for()
    for _ in range(20):
        seen.page.clock.run_for(2_000)

    expect(seen.page.get_by_role("log")).to_contain_text("The engine was restarted before it had answered.")
    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()
    seen.page.get_by_role("textbox", name="Ask for a book").fill("whales again")
    seen.page.keyboard.press("Enter")
    seen.page.clock.run_for(5_000)
    seen.page.clock.resume()
    expect(seen.page.get_by_role("button", name="Copy answer")).to_have_count(2)


def test_a_start_that_hangs_is_noticed_within_twenty_seconds(browser: Browser, desk: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script("if (window === top) sessionStorage.setItem('fake', JSON.stringify({ boot: null }))")
    page.clock.install()
    page.goto(desk)
    page.get_by_role("textbox", name="Ask for a book").fill("typed meanwhile")
    for _ in range(11):
        page.clock.run_for(2_000)

    expect(page.get_by_role("alert")).to_contain_text("Opening takes longer than it should.")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.get_by_role("textbox", name="Ask for a book")).to_have_value("typed meanwhile")
    context.close()


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("delete window.WebAssembly", "WebAssembly, in which this page runs its search, is switched off here."),
        ("delete Array.prototype.findLast", "This page cannot work in this browser."),
        ("delete window.HTMLDialogElement", "This page cannot work in this browser."),
    ],
    ids=["no WebAssembly", "an old language", "no dialogs"],
)
def test_a_browser_that_cannot_run_the_page_is_told_what_can(
    browser: Browser, desk: str, script: str, said: str
) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.add_init_script(script)
    page.goto(desk)

    expect(page.get_by_role("alert").first).to_contain_text(said)
    context.close()


def test_a_window_that_may_keep_nothing_still_answers(browser: Browser, desk: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(
        """if (window === top) for (const name of ["localStorage", "sessionStorage"])
          Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });"""
    )
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(desk)
    page.get_by_role("textbox", name="Ask for a book").fill(QUESTION)
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Moby-Dick")).to_be_visible()
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Theme").select_option("Dark")
    page.get_by_role("button", name="Save", exact=True).click()

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert problems == []
    context.close()


@pytest.mark.parametrize("width", [640, 1280])
def test_text_of_twice_the_size_cuts_nothing_off(visit: Callable[..., Visit], width: int) -> None:
    seen = visit(width, 900)
    seen.page.evaluate("document.documentElement.style.fontSize = '200%'")
    seen.answered(QUESTION)

    assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for part in (seen.page.get_by_role("article", name="Moby-Dick"), seen.page.locator(".composer")):
        expect(part).to_be_visible()
    cut = seen.page.locator("button:visible").evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())"
    )
    assert cut == []


@pytest.mark.parametrize("width", [390, 1440])
def test_the_page_can_be_turned_from_right_to_left(visit: Callable[..., Visit], width: int) -> None:
    seen = visit(width, 900)
    seen.page.evaluate("document.documentElement.dir = 'rtl'")
    seen.answered("whales: ספר על לווייתנים")
    card = seen.page.get_by_role("article", name="Moby-Dick")

    assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cover, title = (card.locator(part).bounding_box() for part in (".cover", "h3"))
    assert cover is not None
    assert title is not None
    assert cover["x"] > title["x"]


def test_less_motion_can_be_chosen_without_the_system_saying_so(visit: Callable[..., Visit]) -> None:
    seen = visit(reduced_motion="no-preference")
    seen.page.get_by_role("button", name="Settings", exact=True).click()
    seen.page.get_by_label("Motion").select_option("Less")
    seen.page.get_by_role("button", name="Save", exact=True).click()
    seen.ask("please hang")

    lamp = seen.page.locator(".lamp")
    expect(lamp).to_have_css("animation-name", "none")
    seen.reload()
    expect(seen.page.locator("html")).to_have_attribute("data-motion", "less")


MARKUP = (
    "<script>alert(1)</script>",
    "<img src=https://evil.example/{n}.png onerror=alert(1)>",
    "<svg onload=alert(1)><use href=https://evil.example/{n}.svg#x></svg>",
    "<iframe src=https://evil.example/{n}></iframe>",
    "<style>@import url(https://evil.example/{n}.css)</style>",
    "<link rel=stylesheet href=https://evil.example/{n}.css>",
    "<base href=https://evil.example/>",
    "<form action=https://evil.example/{n}><button>x</button></form>",
    "![cover](https://evil.example/{n}.png)",
    "[click](javascript:alert({n}))",
    "javascript:alert({n})",
    "data:text/html,<script>alert({n})</script>",
    "//evil.example/{n}",
    "\u202eevil\u202c {n}",
    "{{{{constructor.constructor('alert({n})')()}}}}",
    "${{fetch('https://evil.example/{n}')}}",
)
FIELDS = ("title", "subtitle", "description", "why")


def poisoned(n: int, payload: str) -> dict[str, object]:
    """A book all of whose texts are the payload, one of whose addresses is, and whose cover is."""
    text = payload.format(n=n)
    texts = dict.fromkeys(FIELDS, text) | {
        "id": f"urn:book:{n}",
        "cover": text,
        "urls": [text, f"https://openlibrary.org/{n}"],
    }
    lists = {name: [text] for name in ("authors", "subjects", "publishers", "languages", "isbn13", "sources")}
    facts = {"year": 1851, "pages": 1, "series": text, "rating": 3.0, "ratings": 1, "score": 1.0}
    return texts | lists | facts


def test_sixty_four_hostile_records_ask_no_host_and_become_no_markup(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.ask("please hang")
    seen.page.get_by_text("being asked").first.wait_for()
    asked = next(message for message in seen.heard() if message["t"] == "ask")["id"]
    books = [poisoned(n, payload) for n, payload in enumerate(MARKUP * 4)]
    text = " ".join(str(book["title"]) for book in books)
    told = {
        "id": asked,
        "question": "x",
        "intent": "on-topic",
        "outcome": "found",
        "answer": text,
        "claims": [{"text": text, "cites": [1]}],
    }
    rest = {
        "citations": [{"n": 1, "book": 0, "field": "title", "source": text, "url": text}],
        "sources": [],
        "executed": [],
        "suggestions": [text],
    }
    before = seen.page.evaluate("document.querySelectorAll('script, style, link, base, form, iframe').length")
    seen.engine().evaluate(
        "answer => window.say({ t: 'answer', id: answer.id, answer })", told | rest | {"books": books}
    )
    expect(seen.page.get_by_role("region", name="Books").get_by_role("article")).to_have_count(64)

    assert seen.foreign == []
    assert seen.page.evaluate("document.querySelectorAll('script, style, link, base, form, iframe').length") == before
    links = seen.page.locator("main a[target=_blank]").evaluate_all("all => all.map((one) => new URL(one.href).host)")
    assert set(links) == {"openlibrary.org"}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("over", "under", "least"),
    [
        *((ink, ground, 4.5) for ink in ("ink", "ink-soft", "accent", "mark", "bad") for ground in ("paper", "leaf")),
        ("ink-soft", "shade", 4.5),
        ("on-accent", "accent", 4.5),
        ("mark", "mark-soft", 4.5),
        ("ink", "accent-soft", 4.5),
        ("ink", "warn-soft", 4.5),
        ("ink", "bad-soft", 4.5),
        *((edge, "leaf", 3.0) for edge in ("line-strong", "accent", "warn", "bad")),
    ],
)
def test_words_and_states_stand_out_from_their_ground(theme: int, over: str, under: str, least: float) -> None:
    tokens = dict(re.findall(r"--([\w-]+): light-dark\((#\w{6}, #\w{6})\)", TOKENS))
    colours = {name: pair.split(", ")[theme] for name, pair in tokens.items()}

    assert contrast(colours[over], colours[under]) >= least
