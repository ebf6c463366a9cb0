"""Everybody can use it: by keyboard, by ear, by thumb, large, narrow, dark, and without anything jumping."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page, expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.page.conftest import Visit

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[3]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
QUESTION = "Books about whales and obsession"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def empty(seen: Visit) -> None:
    expect(seen.page.get_by_role("heading", name="What are you looking for?")).to_be_visible()


def asking(seen: Visit) -> None:
    seen.ask("please hang")
    expect(seen.page.get_by_text("being asked").first).to_be_visible()


def answered(seen: Visit) -> None:
    seen.answered(QUESTION)


def in_trouble(seen: Visit) -> None:
    seen.answered("is a source down?")
    seen.ask("please break")
    expect(seen.page.get_by_role("log").get_by_text("None of the four")).to_be_visible()


def in_settings(seen: Visit) -> None:
    seen.page.get_by_role("button", name="Settings", exact=True).click()


def in_model_settings(seen: Visit) -> None:
    in_settings(seen)
    seen.page.get_by_label("Provider").select_option(label="OpenAI")
    seen.page.get_by_role("button", name="Test and list models").click()
    expect(seen.page.get_by_text("The key is missing, or it is not accepted.")).to_be_visible()


def in_shortcuts(seen: Visit) -> None:
    seen.page.get_by_role("button", name="Keyboard").click()


def in_steps(seen: Visit) -> None:
    seen.answered(QUESTION)
    seen.page.get_by_role("tab", name="Steps").click()


def in_time_line(seen: Visit) -> None:
    seen.answered(QUESTION)
    seen.page.get_by_role("tab", name="Sources").click()


def in_the_list(seen: Visit) -> None:
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Conversations", exact=True).click()
    seen.page.get_by_role("button", name=f"Delete: {QUESTION}").click()


def in_memory(seen: Visit) -> None:
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Conversations", exact=True).click()
    seen.page.get_by_role("button", name="Memory", exact=True).click()
    seen.page.get_by_role("dialog").get_by_role("button", name="Why? Moby-Dick").click()
    expect(seen.page.get_by_role("dialog").get_by_text("this book came 1 of 5.")).to_be_visible()


def in_shelf(seen: Visit) -> None:
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Conversations", exact=True).click()
    seen.page.get_by_role("button", name="My shelf", exact=True).click()
    file = {"name": "goodreads.csv", "mimeType": "text/csv", "buffer": b"Title,Author\nDune,Frank Herbert\n"}
    seen.page.get_by_label("Choose a file").set_input_files(file)  # type: ignore[arg-type]  # a file that is nowhere
    expect(seen.page.get_by_text("1 book put on the shelf.")).to_be_visible()


def in_taking(seen: Visit) -> None:
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Export books").click()


def deciding(seen: Visit) -> None:
    in_settings(seen)
    seen.page.get_by_label("Ask me before contacting sources").check()
    seen.page.get_by_role("button", name="Save", exact=True).click()
    seen.ask(QUESTION)
    seen.page.get_by_role("button", name="Edit: Open Library").click()
    seen.page.get_by_role("checkbox", name="May be asked: Wikipedia").uncheck()


def building(seen: Visit) -> None:
    seen.ask("the sea, slowly")
    seen.page.get_by_role("region", name="Found so far").get_by_role("listitem").nth(3).wait_for()


def in_a_box(seen: Visit) -> None:
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="extract-query: done").click()


def in_memory_graph(seen: Visit) -> None:
    in_memory(seen)
    seen.page.get_by_role("dialog").get_by_role("button", name="Graph").click()


def citing(seen: Visit) -> None:
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Cite: Moby-Dick").click()


NEWER = [building, in_a_box, in_memory_graph, citing]
KEPT = [in_model_settings, in_the_list, in_memory, in_shelf, in_taking, deciding]
VIEWS = [empty, asking, answered, in_trouble, in_settings, in_shortcuts, in_steps, in_time_line, *KEPT, *NEWER]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_axe_finds_nothing(visit: Callable[..., Visit], view: Callable[[Visit], None], scheme: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not there: run python build.py env")
    seen = visit(color_scheme=scheme)
    view(seen)
    seen.page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = seen.page.evaluate(
        "rules => axe.run({ runOnly: rules }).then(({ violations }) => violations)",
        RULES,
    )

    assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == []


@pytest.mark.parametrize("view", [empty, answered, in_trouble, in_settings, *KEPT], ids=lambda view: view.__name__)
@pytest.mark.parametrize("looks", [{}, {"large": True}], ids=["320 px", "320 px and text twice as large"])
def test_a_narrow_window_never_scrolls_sideways(
    visit: Callable[..., Visit], view: Callable[[Visit], None], looks: dict[str, bool]
) -> None:
    seen = visit(320, 640)
    if looks:
        seen.page.evaluate("document.documentElement.style.fontSize = '200%'")
    view(seen)

    assert seen.page.evaluate("document.documentElement.scrollWidth") == 320
    for dialog in seen.page.get_by_role("dialog").all():
        assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")


def test_hostile_titles_do_not_widen_the_page(visit: Callable[..., Visit]) -> None:
    seen = visit(320, 640)
    seen.answered("hostile")

    assert seen.page.evaluate("document.documentElement.scrollWidth") == 320


def test_dark_is_dark_and_light_is_light(visit: Callable[..., Visit]) -> None:
    def brightness(scheme: str) -> float:
        page = visit(color_scheme=scheme).page
        red, green, blue = page.evaluate(
            "getComputedStyle(document.documentElement).backgroundColor.match(/[\\d.]+/g).map(Number)"
        )[:3]
        return float(red + green + blue) / 3

    assert brightness("light") > 200
    assert brightness("dark") < 60


def test_the_whole_way_can_be_gone_by_keyboard(visit: Callable[..., Visit]) -> None:
    seen = visit()
    page = seen.page
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("/")
    expect(page.get_by_role("textbox", name="Ask for a book")).to_be_focused()
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Moby-Dick")).to_be_visible()
    expect(page.get_by_role("textbox", name="Ask for a book")).to_be_focused()

    _tab_to(page, "Source 1: Moby-Dick, Open Library", back=True)
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Moby-Dick")).to_be_focused()
    _tab_to(page, "Back to mark 1 in the answer")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Source 1: Moby-Dick, Open Library")).to_be_focused()


def _tab_to(page: Page, name: str, *, back: bool = False) -> None:
    """Tabs until the element of that name has the focus, and looks on the way whether the focus can be seen."""
    for _ in range(80):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        focus = page.evaluate(
            """() => {
              const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
              const { ariaLabel, id, tagName } = document.activeElement;
              return { name: ariaLabel ?? id ?? tagName, seen: outlineStyle !== "none" && outlineWidth !== "0px" };
            }"""
        )
        assert focus["seen"] or focus["name"] == "question", focus
        if focus["name"] == name:
            return
    pytest.fail(f"no tab stop is called {name!r}")


def test_the_shortcut_sheet_opens_by_its_key_and_closes_by_escape(visit: Callable[..., Visit]) -> None:
    page = visit().page
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_single_keys_can_be_switched_off(visit: Callable[..., Visit]) -> None:
    page = visit().page
    page.get_by_role("button", name="Keyboard").click()
    page.get_by_label("Use the keys / and ?").uncheck()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("?")

    expect(page.get_by_role("dialog")).to_have_count(0)


def test_an_answer_is_announced_in_two_to_four_sentences(visit: Callable[..., Visit]) -> None:
    seen = visit(fake={"pace": 20})
    said = seen.listen_to_news()
    seen.answered(QUESTION)

    assert 2 <= len(said()) <= 4
    assert said()[-1] == "5 books found. 3 sources answered."


def test_the_log_holds_only_what_is_complete(visit: Callable[..., Visit]) -> None:
    seen = visit()
    asking(seen)

    expect(seen.page.get_by_role("log").get_by_role("heading", name="please hang")).to_be_visible()
    expect(seen.page.get_by_role("log").get_by_text("being asked")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_jumps_while_an_answer_arrives(visit: Callable[..., Visit], width: int) -> None:
    seen = visit(width, 860, fake={"boot": 300, "pace": 12})
    seen.watch_shifts()
    seen.answered(QUESTION)

    assert seen.shifted() < 0.05


def test_what_is_touched_is_large_enough(visit: Callable[..., Visit]) -> None:
    seen = visit(390, 844, has_touch=True)
    seen.answered(QUESTION)
    small = seen.page.locator("button:visible, summary:visible, select:visible").evaluate_all(
        """all => all
          .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
          .filter(([, { height, width }]) => height < 24 || width < 24)"""
    )

    assert small == []


def test_forced_colours_keep_every_word_and_edge(visit: Callable[..., Visit]) -> None:
    seen = visit(forced_colors="active")
    seen.answered(QUESTION)

    expect(seen.page.get_by_role("article", name="Moby-Dick")).to_be_visible()
    border = seen.page.locator(".primary").first.evaluate("button => getComputedStyle(button).borderTopWidth")
    assert border == "1px"


def test_every_module_is_fetched_at_once(visit: Callable[..., Visit]) -> None:
    page = visit().page
    fetched = page.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /[.]js$/.test(name))"
    )
    named = page.locator("link[rel=modulepreload]").evaluate_all("links => links.map(({ href }) => href)")
    begun = page.locator("script[src]").evaluate_all("scripts => scripts.map(({ src }) => src)")

    assert set(fetched) - set(begun) == set(named)


@pytest.mark.parametrize(
    ("language", "heading", "ask"),
    [
        ("Deutsch", "Was suchen Sie?", "Nach einem Buch fragen"),
        ("Français", "Que cherchez-vous ?", "Demander un livre"),
        ("Español", "¿Qué busca?", "Preguntar por un libro"),
        ("Italiano", "Che cosa cerca?", "Chiedi un libro"),
    ],
)
def test_the_page_speaks_five_languages_and_remembers_which(
    visit: Callable[..., Visit], language: str, heading: str, ask: str
) -> None:
    seen = visit(320, 640)
    page = seen.page
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Language").select_option(language)
    page.get_by_role("button", name="Save", exact=True).click()

    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    assert seen.heard()[-1]["settings"]["language"] == page.locator("html").get_attribute("lang")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.reload()
    expect(page.get_by_role("textbox", name=ask)).to_be_visible()


@pytest.mark.parametrize(
    ("language", "conversations", "memory", "shelf"),
    [
        ("English", "Conversations", "Memory", "My shelf"),
        ("Deutsch", "Gespräche", "Gedächtnis", "Mein Regal"),
        ("Français", "Conversations", "Mémoire", "Mon étagère"),
        ("Español", "Conversaciones", "Memoria", "Mi estantería"),
        ("Italiano", "Conversazioni", "Memoria", "Il mio scaffale"),
    ],
)
def test_what_is_kept_is_told_in_five_languages_and_fits_a_narrow_window(
    visit: Callable[..., Visit], language: str, conversations: str, memory: str, shelf: str
) -> None:
    page = visit(320, 640).page
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Language").select_option(language)
    page.get_by_role("button").filter(has_text="Save").click()
    for sheet in (memory, shelf):
        page.get_by_role("button", name=conversations, exact=True).click()
        page.get_by_role("button", name=sheet, exact=True).click()
        dialog = page.get_by_role("dialog", name=sheet)
        expect(dialog.get_by_role("heading", name=sheet)).to_be_visible()
        assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        page.keyboard.press("Escape")

    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_the_first_language_is_the_visitor_s(browser: Browser, desk: str) -> None:
    context = browser.new_context(locale="fr-CA")
    page = context.new_page()
    page.goto(desk)
    expect(page.get_by_role("heading", name="Que cherchez-vous ?")).to_be_visible()
    context.close()
