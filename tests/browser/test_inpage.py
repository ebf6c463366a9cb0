"""Models that run in the visitor's browser, with a stand-in of each interface in its real shape."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from archivist.models import ChatRequest, Message, Output, Role
from tests.browser.test_model import BOOT, saved, settings_for
from tests.browser.test_question import WHALES, ask, desk
from tests.browser.watch import Watch
from tests.librarian.chat import good, task_of

__all__ = ["desk"]
BUILT_IN = "This browser's own model"
INPAGE = Path(__file__).parents[2] / "web" / "inpage.js"
# The Prompt API: https://github.com/webmachinelearning/prompt-api
LANGUAGE_MODEL = """
if (self.location.pathname.endsWith("/inpage.html")) {
  const sessions = { open: 0 };
  self.sessions = sessions;
  class LanguageModel {
    static async availability() { return "AVAILABILITY"; }
    static async create({ initialPrompts = [], signal } = {}) {
      if (initialPrompts.slice(1).some(({ role }) => role === "system")) throw new TypeError("system comes first");
      signal?.throwIfAborted();
      sessions.open += 1;
      return new LanguageModel(initialPrompts);
    }
    constructor(prompts) { this.prompts = prompts; }
    async prompt(input, options = {}) {
      const messages = [...this.prompts, { role: "user", content: input }];
      return await self.goodModel(messages, options.responseConstraint ?? null);
    }
    promptStreaming(input, options = {}) {
      return new ReadableStream({ start: async (stream) => {
        try {
          const text = await this.prompt(input, options);
          for (let at = 0; at < text.length; at += 9) stream.enqueue(text.slice(at, at + 9));
          if (!HANGS) return stream.close();
          options.signal?.addEventListener("abort", () => stream.error(options.signal.reason));
        } catch (error) { stream.error(error); }
      } });
    }
    destroy() { sessions.open -= 1; }
  }
  self.LanguageModel = LanguageModel;
}
"""
FAILING = """
self.LanguageModel = class {
  static async availability() { return "available"; }
  static async create() { throw new DOMException("The device is unable to create a session.", "NotSupportedError"); }
};
"""
# WebLLM: https://webllm.mlc.ai/docs/user/basic_usage.html
WEBLLM = """
const names = ["Llama-3.2-1B-Instruct-q4f16_1-MLC", "Qwen3-0.6B-q4f16_1-MLC"];
export const prebuiltAppConfig = { model_list: names.map((model_id) => ({ model_id })) };
export async function CreateMLCEngine(model) {
  return {
    reload: async () => {},
    interruptGenerate: () => {},
    chat: { completions: { create: async ({ messages, model, stream, response_format }) => {
      if (!stream || !model) throw new Error("unexpected request");
      const text = await self.goodModel(messages, response_format ? JSON.parse(response_format.schema) : null);
      return (async function* () {
        for (let at = 0; at < text.length; at += 9)
          yield { choices: [{ index: 0, delta: { content: text.slice(at, at + 9) } }] };
      })();
    } } },
  };
}
"""
TASKS = {"intent": "classify", "authors": "extract", "calls": "choose", "order": "rank", "sentences": "write"}


@pytest.fixture
def model(context: BrowserContext) -> Iterator[list[str]]:
    """The good model of the tests, behind whatever interface; the tasks it was given."""
    tasks: list[str] = []

    def says(_: object, messages: list[dict[str, str]], schema: dict[str, object] | None) -> str:
        if schema is None:
            return "ready"
        properties = schema["properties"]
        assert isinstance(properties, dict)
        name = next(task for key, task in TASKS.items() if key in properties)
        tasks.append(name)
        asked = tuple(Message(role=cast("Role", one["role"]), content=one["content"]) for one in messages)
        return json.dumps(good(task_of(ChatRequest(messages=asked, output=Output(name=name, schema={})))))

    context.expose_binding("goodModel", says)
    return tasks


def built_in(context: BrowserContext, availability: str = "available", *, hangs: bool = False) -> None:
    script = LANGUAGE_MODEL.replace("AVAILABILITY", availability).replace("HANGS", json.dumps(hangs))
    context.add_init_script(script)


def webllm(context: BrowserContext, watch: Watch, *, known: bool = True) -> list[str]:
    """The stand-in in place of the library's file; `known`: with its hash in place of the library's."""
    asked: list[str] = []
    watch.admits("https://cdn.jsdelivr.net")

    def library(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body=WEBLLM, headers={"content-type": "text/javascript", "access-control-allow-origin": "*"})

    def patched(route: Route) -> None:
        digest = base64.b64encode(hashlib.sha256(WEBLLM.encode()).digest()).decode()
        code = re.sub(r'HASH = ".*?"', lambda _: f'HASH = "{digest}"', INPAGE.read_text("utf-8"))
        route.fulfill(body=code, headers={"content-type": "text/javascript"})

    context.route("https://cdn.jsdelivr.net/**", library)
    if known:
        context.route("**/web/inpage.js", patched)
    context.add_init_script("Object.defineProperty(navigator, 'gpu', { value: {}, configurable: true })")
    return asked


def chosen(page: Page, provider: str) -> None:
    sheet = settings_for(page, provider)
    sheet.get_by_role("button", name="Test and list models").click()
    expect(sheet.get_by_text("It works:")).to_be_visible(timeout=BOOT)
    saved(page)


def test_the_browsers_own_model_answers_and_nobody_else_is_asked(
    context: BrowserContext, model: list[str], desk: Page
) -> None:
    built_in(context)
    chosen(desk, BUILT_IN)
    turn = ask(desk, WHALES)

    expect(turn).to_contain_text("You might enjoy “Moby-Dick”")
    expect(turn).to_contain_text("Model: built-in:built-in")
    assert model == ["classify", "extract", "choose", "rank", "write"]
    frame = next(frame for frame in desk.frames if "/inpage.html" in frame.url)
    assert frame.evaluate("sessions.open") == 0


def test_a_model_that_is_not_downloaded_is_said_to_be_so(context: BrowserContext, model: list[str], desk: Page) -> None:
    built_in(context, "downloadable")
    sheet = settings_for(desk, BUILT_IN)
    sheet.get_by_role("button", name="Test and list models").click()

    expect(sheet.get_by_text("There is no such model at this address.")).to_be_visible(timeout=BOOT)
    expect(sheet).to_contain_text("the browser's own model is downloadable")
    assert model == []


def test_a_browser_without_one_says_so(context: BrowserContext, desk: Page) -> None:
    context.add_init_script("delete self.LanguageModel")
    sheet = settings_for(desk, BUILT_IN)
    sheet.get_by_role("button", name="Test and list models").click()

    expect(sheet).to_contain_text("this browser has no model of its own", timeout=BOOT)


def test_a_model_in_the_page_that_fails_leaves_the_answer_to_the_rules(context: BrowserContext, desk: Page) -> None:
    context.add_init_script(FAILING)
    settings_for(desk, BUILT_IN)
    saved(desk)
    turn = ask(desk, WHALES)

    expect(turn.get_by_role("heading", name="Moby-Dick")).to_be_visible()
    expect(turn).to_contain_text("the Archivist went on by its rules. It cannot be reached from this page.")


def test_the_browsers_own_model_answers_where_another_does_not_and_that_is_said(
    context: BrowserContext, model: list[str], desk: Page, watch: Watch
) -> None:
    watch.expects("ERR_CONNECTION_REFUSED|Failed to load resource")
    watch.admits("http://127.0.0.1:9/v1")
    built_in(context)
    sheet = settings_for(desk, "Ollama")
    sheet.get_by_label("Address of the model").fill("http://127.0.0.1:9/v1")
    sheet.get_by_label("Model", exact=True).fill("qwen3")
    sheet.get_by_label("Where it does not answer, ask this browser's own model").check()
    saved(desk)
    turn = ask(desk, WHALES)

    expect(turn).to_contain_text("You might enjoy “Moby-Dick”")
    expect(turn).to_contain_text("Model: built-in:built-in")
    expect(turn).to_contain_text("Another model was asked instead.")
    assert model


def test_stop_ends_what_the_browsers_model_writes(context: BrowserContext, model: list[str], desk: Page) -> None:
    built_in(context, hangs=True)
    settings_for(desk, BUILT_IN)
    saved(desk)
    desk.get_by_role("textbox", name="Ask for a book").fill(WHALES)
    desk.keyboard.press("Enter")
    for _ in range(600):
        if model:
            break
        desk.wait_for_timeout(50)
    desk.get_by_role("button", name="Stop").click()

    expect(desk.locator("iframe[title=engine]")).to_have_attribute("data-state", "ready", timeout=1_000)


def test_webllm_is_fetched_only_when_it_was_chosen_and_asked(
    context: BrowserContext, model: list[str], desk: Page, watch: Watch
) -> None:
    asked = webllm(context, watch)
    ask(desk, "Dune by Frank Herbert")
    assert asked == []
    assert not any("/inpage.html" in frame.url for frame in desk.frames)

    chosen(desk, "WebLLM")
    expect(ask(desk, WHALES)).to_contain_text("You might enjoy “Moby-Dick”")
    assert len(asked) == 1
    assert model


def test_a_library_that_is_not_the_known_file_is_not_run(
    context: BrowserContext, model: list[str], desk: Page, watch: Watch
) -> None:
    webllm(context, watch, known=False)
    sheet = settings_for(desk, "WebLLM")
    sheet.get_by_role("button", name="Test and list models").click()

    expect(sheet).to_contain_text("WebLLM's file is not the one that this page knows", timeout=BOOT)
    assert model == []


def test_the_frame_of_the_browsers_own_model_reaches_nobody(
    context: BrowserContext, model: list[str], desk: Page, watch: Watch
) -> None:
    watch.expects("policy violation|Content Security Policy|Refused to connect|Fetch API cannot load")
    built_in(context)
    chosen(desk, BUILT_IN)
    frame = next(frame for frame in desk.frames if "/inpage.html" in frame.url)

    assert model == []
    reach = "async (url) => { try { await fetch(url); return 'reached' } catch (e) { return e.name } }"
    assert frame.evaluate(reach, "https://openlibrary.org/search.json?q=dune") == "TypeError"
