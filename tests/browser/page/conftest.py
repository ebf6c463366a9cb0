"""The page as a visitor meets it, with a scripted engine in place of Python: what is tried here is the page alone."""

from __future__ import annotations

import json
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Frame, Page, Route

ROOT = Path(__file__).parents[3]
FAKES = Path(__file__).parents[1] / "fakes"
CODE = "#question[placeholder]"
"""The page's code has drawn its first picture."""
LIT = next((p for p in (ROOT / "web/vendor/lit-html", ROOT / "web/node_modules/lit-html") if p.exists()), None)


class Desk(SimpleHTTPRequestHandler):
    """This checkout over HTTP, with the engine's frame exchanged for the fake."""

    def translate_path(self, path: str) -> str:
        path = path.split("?", 1)[0]
        if path == "/web/engine.html":
            return str(FAKES / "engine.html")
        if path.startswith("/web/fakes/"):
            return str(FAKES / path.removeprefix("/web/fakes/"))
        if path.startswith("/web/vendor/lit-html/"):
            return f"{LIT}/{path.removeprefix('/web/vendor/lit-html/')}"
        return super().translate_path(path)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Says nothing: a test that fails tells what it saw."""


@pytest.fixture(scope="session")
def desk() -> Iterator[str]:
    """The address of the page."""
    if LIT is None:
        pytest.skip("lit-html is not there yet: run python build.py env")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Desk, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/index.html"
    server.shutdown()
    server.server_close()


def cover_png(shade: int) -> bytes:
    """A plain picture of 96 by 144 points, in place of a cover from the network."""
    row = b"\0" + bytes((shade, 90, 255 - shade)) * 96
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", 96, 144, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(row * 144)),
        (b"IEND", b""),
    )
    body = b"".join(struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d)) for t, d in chunks)
    return b"\x89PNG\r\n\x1a\n" + body


class Visit:
    """A page that was opened, and what it must not have done by the end."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[str] = []
        self.foreign: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.problems.append(str(error)))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.problems.append(message.text)

    def reload(self) -> None:
        """The page anew, with its code."""
        self.page.reload()
        self.page.locator(CODE).wait_for()

    def ask(self, question: str) -> None:
        self.page.get_by_role("textbox", name="Ask for a book").fill(question)
        self.page.keyboard.press("Enter")

    def answered(self, question: str) -> None:
        """Asks and waits until the answer is there."""
        before = self.page.get_by_role("button", name="Copy answer").count()
        self.ask(question)
        self.page.get_by_role("button", name="Copy answer").nth(before).wait_for()

    def heard(self) -> list[dict[str, Any]]:
        """What the engine was sent, but for requests."""
        return [message for message in self._sent() if message["t"] != "request"]

    def requested(self, what: str) -> list[dict[str, Any]]:
        """The requests of one kind that the engine was sent."""
        return [message for message in self._sent() if message.get("what") == what]

    def _sent(self) -> list[dict[str, Any]]:
        heard: list[dict[str, Any]] = self.engine().evaluate("window.heard")
        return heard

    def engine(self) -> Frame:
        """The frame with the scripted engine."""
        handle = self.page.wait_for_selector("iframe[title=engine]", state="attached")
        frame = handle.content_frame() if handle else None
        assert frame is not None
        frame.wait_for_function("window.heard")
        return frame

    def opened(self) -> None:
        """Lets the scripted engine come, where its boot is "held"."""
        self.engine().evaluate("window.opened = true")

    def listen_to_news(self) -> Callable[[], list[str]]:
        """What is announced from now on."""
        self.page.evaluate(
            """() => {
              window.said = [];
              const status = document.querySelector("#news");
              new MutationObserver(() => window.said.push(status.textContent))
                .observe(status, { childList: true, characterData: true, subtree: true });
            }"""
        )
        return lambda: self.page.evaluate("window.said")

    def watch_shifts(self) -> None:
        """Adds up from now on how far things jump, as layout shift is defined."""
        self.page.evaluate(
            """() => {
              window.shift = 0;
              new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value)))
                .observe({ type: "layout-shift", buffered: true });
            }"""
        )

    def shifted(self) -> float:
        """How far things have jumped since `watch_shifts`, once the browser has told."""
        self.page.evaluate("new Promise((told) => requestAnimationFrame(() => setTimeout(told)))")
        shift: float = self.page.evaluate("window.shift")
        return shift


@pytest.fixture
def visit(browser: Browser, desk: str) -> Iterator[Callable[..., Visit]]:
    """Opens the page: `visit(390, fake={"boot": 1000}, at="#q=…")`; the rest goes to the browser's context.

    With a list to be `holding` its script in, the page is the document alone until that request is let go on.
    """
    contexts: list[BrowserContext] = []
    visits: list[Visit] = []

    def open_page(
        width: int = 1280,
        height: int = 860,
        *,
        fake: object = None,
        at: str = "",
        holding: list[Route] | None = None,
        **looks: object,
    ) -> Visit:
        usual = {"color_scheme": "light", "reduced_motion": "reduce", "viewport": {"width": width, "height": height}}
        context = browser.new_context(**(usual | looks))  # type: ignore[arg-type]  # one test's wishes, checked by Playwright
        contexts.append(context)
        page = context.new_page()
        seen = Visit(page)
        visits.append(seen)
        if fake is not None:
            page.add_init_script(f"if (window === top) sessionStorage.setItem('fake', {json.dumps(json.dumps(fake))})")
        context.route(lambda url: not url.startswith(desk.removesuffix("index.html")), partial(_elsewhere, seen))
        if holding is not None:
            page.route("**/web/main.js", lambda route: holding.append(route))  # noqa: PLW0108 - Playwright marks it
        page.goto(desk + at)
        page.locator("#question" if holding is not None else CODE).wait_for()
        return seen

    yield open_page
    for context in contexts:
        context.close()
    assert [problem for seen in visits for problem in seen.problems] == []


def _elsewhere(seen: Visit, route: Route) -> None:
    seen.foreign.append(route.request.url)
    if route.request.url.startswith("https://covers.openlibrary.org/"):
        route.fulfill(body=cover_png(sum(route.request.url.encode()) % 200), content_type="image/png")
    else:
        route.abort()
