"""A model of the visitor's own, from the settings to the answer: Python in the worker, a server that streams."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Frame, Locator, Page, Route, expect

from tests.browser.stored import is_kept, is_stored
from tests.browser.test_question import WHALES, ask, desk
from tests.browser.watch import Watch
from tests.models.chat_server import KEY, ChatServer, completion, serving

__all__ = ["desk"]
BOOT = 60_000
"""A host that is tried needs a new frame, and Python in it."""
REACH = "async (url) => { try { await fetch(url, {mode: 'no-cors'}); return 'reached' } catch (e) { return e.name } }"


@pytest.fixture
def server(watch: Watch) -> Iterator[ChatServer]:
    with serving() as started:
        watch.admits(started.url)
        yield started


def ready(page: Page) -> None:
    page.locator("iframe[title=engine][data-state=ready]").wait_for(state="attached")


def saved(page: Page) -> None:
    """The settings on the desk are taken, and the engine that goes by them is there."""
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0, timeout=BOOT)  # what needs a new frame has one by now
    ready(page)


def engine(page: Page) -> Frame:
    return next(frame for frame in page.frames if "/engine.html" in frame.url)


def settings_for(page: Page, provider: str) -> Locator:
    page.get_by_role("button", name="Settings", exact=True).click()
    sheet = page.get_by_role("dialog", name="Settings")
    sheet.get_by_label("Provider").select_option(label=provider)
    return sheet


def set_up(page: Page, server: ChatServer, *, key: str = "", test: bool = False) -> None:
    sheet = settings_for(page, "Another server (OpenAI-compatible)")
    sheet.get_by_label("Address of the model").fill(server.url)
    sheet.get_by_label("Model key", exact=True).fill(key)
    if test:
        sheet.get_by_role("button", name="Test and list models").click()
        expect(sheet.get_by_text("It works: good-4b answered in")).to_be_visible(timeout=BOOT)
        sheet.get_by_label("Model", exact=True).select_option("good-70b")
    saved(page)


def test_a_model_is_tried_set_and_asked_and_what_it_used_up_is_said(desk: Page, server: ChatServer) -> None:
    set_up(desk, server, test=True)
    turn = ask(desk, WHALES)

    expect(turn).to_contain_text("You might enjoy “Moby-Dick”")
    expect(turn).to_contain_text("Model: custom:good-70b, 5 tasks, 750 tokens")
    chats = [asked for asked in server.asked if asked.path == "/v1/chat/completions"]
    assert [asked.body["model"] for asked in chats] == ["good-4b", *["good-70b"] * 5]


def test_without_a_key_the_host_has_to_allow_nothing_but_the_content_type(desk: Page, server: ChatServer) -> None:
    set_up(desk, server)
    ask(desk, WHALES)

    ours = {"content-type", "authorization", "x-api-key"}
    assert {name for asked in server.asked for name in asked.headers if name in ours} == {"content-type"}
    assert not any("cookie" in asked.headers or "referer" in asked.headers for asked in server.asked)


def test_the_key_goes_to_that_host_in_a_header_and_into_no_storage(desk: Page, server: ChatServer) -> None:
    server.key = KEY
    urls: list[str] = []
    desk.context.on(
        "request", lambda request: urls.append(f"{request.url} {request.headers if 'v1' not in request.url else ''}")
    )
    set_up(desk, server, key=KEY)
    ask(desk, WHALES)

    is_kept(desk, server.url)
    assert not is_stored(desk, KEY)
    assert {asked.headers.get("authorization") for asked in server.asked} == {f"Bearer {KEY}"}
    assert not any(KEY in url for url in urls)
    assert not any(KEY in asked.path or KEY in str(asked.body) for asked in server.asked)


def test_the_frame_reaches_a_models_host_from_when_it_is_set_until_it_is_not(
    desk: Page, server: ChatServer, watch: Watch
) -> None:
    watch.expects("policy violation|Content Security Policy|Refused to connect|Fetch API cannot load")
    own = f"{server.url}/models"
    before = engine(desk).evaluate(REACH, own)
    set_up(desk, server)
    during = [
        engine(desk).evaluate(REACH, url) for url in (own, "https://api.openai.com/v1/models", "http://127.0.0.1:9/v1")
    ]

    desk.get_by_role("button", name="Settings", exact=True).click()
    desk.get_by_label("Provider").select_option(label="None")
    saved(desk)

    assert before == "TypeError"
    assert during == ["reached", "TypeError", "TypeError"]
    assert engine(desk).evaluate(REACH, own) == "TypeError"


def begun(page: Page, server: ChatServer) -> None:
    """A question whose answer has come as far as its first sentence."""
    set_up(page, server)
    server.holds = True
    page.get_by_role("textbox", name="Ask for a book").fill(WHALES)
    page.keyboard.press("Enter")
    expect(page.get_by_text("You might enjoy “Moby-Dick” by Herman Melville")).to_be_visible(timeout=BOOT)


def test_sentences_appear_as_they_are_written_and_stop_hangs_up(desk: Page, server: ChatServer) -> None:
    begun(desk, server)
    desk.get_by_role("button", name="Stop").click()
    expect(desk.locator("iframe[title=engine]")).to_have_attribute("data-state", "ready", timeout=1_000)
    assert server.left.wait(10)

    server.holds = False
    expect(ask(desk, "Dune by Frank Herbert")).to_contain_text("You might enjoy “Dune”")


def test_what_streams_on_becomes_the_answer(desk: Page, server: ChatServer) -> None:
    begun(desk, server)
    server.go.set()

    desk.get_by_role("button", name="Edit and ask again").last.wait_for()
    expect(desk.get_by_role("article").first).to_contain_text("You might enjoy “Leviathan")


def test_a_model_that_refuses_leaves_the_answer_to_the_rules_and_the_page_says_so(
    desk: Page, server: ChatServer, watch: Watch
) -> None:
    watch.expects("401|Failed to load resource")
    set_up(desk, server)
    server.key = KEY
    turn = ask(desk, WHALES)

    expect(turn.get_by_role("heading", name="Moby-Dick")).to_be_visible()
    expect(turn).to_contain_text("the Archivist went on by its rules. The key is missing, or it is not accepted.")


def test_a_server_that_is_not_there_is_said_with_the_next_step(desk: Page, watch: Watch) -> None:
    watch.expects("ERR_CONNECTION_REFUSED|Failed to load resource")
    gone = "http://127.0.0.1:9/v1"
    watch.admits(gone)
    sheet = settings_for(desk, "Ollama")
    sheet.get_by_label("Address of the model").fill(gone)
    sheet.get_by_role("button", name="Test and list models").click()

    expect(sheet.get_by_text("It cannot be reached from this page.")).to_be_visible(timeout=BOOT)
    expect(sheet).to_contain_text("OLLAMA_ORIGINS")


def test_a_days_budget_that_is_used_up_ends_the_asking_and_is_kept_over_a_new_start(desk: Page, watch: Watch) -> None:
    watch.admits("https://api.openai.com")
    asked: list[str] = []
    desk.context.route("https://api.openai.com/**", lambda route: answered(route, asked))
    sheet = settings_for(desk, "OpenAI")
    sheet.get_by_label("Model key", exact=True).fill(KEY)
    sheet.get_by_label("Remember the model key on this device").check()
    sheet.get_by_label("Tokens a day").fill("400")
    saved(desk)

    expect(ask(desk, WHALES)).to_contain_text("Today's tokens are used up.")
    assert len(asked) == 3  # of 150 tokens each; the fourth is not sent

    is_kept(desk, "[450,")
    desk.reload()
    ready(desk)
    expect(settings_for(desk, "OpenAI")).to_contain_text("Today it was 450.", timeout=BOOT)
    desk.get_by_role("dialog", name="Settings").get_by_role("button", name="Cancel").click()
    expect(ask(desk, "Dune by Frank Herbert")).to_contain_text("Today's tokens are used up.")
    assert len(asked) == 3


def answered(route: Route, asked: list[str]) -> None:
    """What OpenAI's server says, without streaming; preflights are the browser's own business."""
    asked.append(route.request.url)
    body = json.dumps(completion(json.loads(route.request.post_data or "{}")))
    route.fulfill(
        status=200, headers={"access-control-allow-origin": "*", "content-type": "application/json"}, body=body
    )
