"""A second visit needs no network for the page and for Python, a new build replaces the old one whole."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from buildtools.places import DIST as BUILT
from buildtools.serve import create
from tests.browser.services import Services
from tests.browser.test_boot import ready
from tests.browser.watch import Watch

DIST = Path(os.environ.get("ARCHIVIST_DIST", BUILT))
KEPT = """async () => {
  const kept = [];
  for (const shelf of await caches.keys())
    for (const { url } of await (await caches.open(shelf)).keys()) kept.push(url);
  return kept;
}"""

# A new worker takes over with the next start; on a busy machine with the one after it.
STARTS = 5


@pytest.fixture
def visitor(browser: Browser, site: str, services: Services, watch: Watch) -> Iterator[BrowserContext]:
    """A browser that keeps service workers, unlike the one of the other tests."""
    fresh = browser.new_context(locale="en-GB", base_url=site)
    fresh.set_default_timeout(30_000)
    watch.over(fresh, site, own_doing=services.troubled)
    services.answer_in(fresh)
    yield fresh
    fresh.close()


def kept_whole(page: Page) -> None:
    """Visits until this build is kept: first start, then the worker that takes every file."""
    page.goto("")
    ready(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def test_without_a_network_the_page_opens_and_python_starts_and_it_says_so(visitor: BrowserContext) -> None:
    page = visitor.new_page()
    kept_whole(page)

    visitor.set_offline(True)
    page.goto("")
    ready(page)

    expect(page.get_by_role("status").filter(has_text="No network")).to_be_visible()
    visitor.set_offline(False)
    expect(page.get_by_text("No network")).to_have_count(0)


def test_a_question_is_answered_under_the_worker_and_no_answer_of_a_service_is_kept(
    visitor: BrowserContext, site: str
) -> None:
    page = visitor.new_page()
    kept_whole(page)
    page.goto("")
    page.get_by_role("textbox", name="Ask for a book").fill("Dune by Frank Herbert")
    page.keyboard.press("Enter")
    page.locator("article article").first.wait_for()

    kept = page.evaluate(KEPT)
    listed = json.loads((DIST / "manifest.json").read_text("utf-8"))
    files = {url.removeprefix(site).partition("?")[0] for url in kept}

    assert all(url.startswith(site) for url in kept)
    assert files <= set(listed)
    assert {"index.html", "web/engine.html", "web/pyodide/pyodide.asm.wasm", "app.webmanifest"} <= files


def test_what_the_build_does_not_name_goes_by_the_worker(visitor: BrowserContext) -> None:
    page = visitor.new_page()
    kept_whole(page)
    page.goto("")

    assert page.evaluate("fetch('manifest.json').then((reply) => reply.ok)")
    assert [url for url in page.evaluate(KEPT) if "manifest.json" in url] == []


def test_a_new_build_waits_for_the_next_start_and_lets_the_old_files_go(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    del site  # skips where nothing is built
    folder = tmp_path / "dist"
    shutil.copytree(DIST, folder)
    server = create(folder, 0, prefix="/books/")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with browser.new_context(base_url=f"http://127.0.0.1:{server.server_port}/books/") as context:
        page = context.new_page()
        kept_whole(page)
        title(folder, "The Archivist, second edition")

        page.goto("")
        expect(page).to_have_title("The Archivist")
        waiting = "navigator.serviceWorker.getRegistration().then((one) => Boolean(one.waiting))"
        expect_true(page, waiting)
        start_until_title(page, "The Archivist, second edition")
        ready(page)
        pages = [url for url in page.evaluate(KEPT) if "index.html" in url]
    server.shutdown()
    server.server_close()

    assert len(pages) == 1


def start_until_title(page: Page, words: str) -> None:
    """Starts the page anew until it has the title; a start may come before the old worker has let go."""
    for _ in range(STARTS):
        with suppress(AssertionError, Error):  # the old worker hands over by sending the page on, in mid-reload
            page.reload(wait_until="commit")
            expect(page).to_have_title(words, timeout=10_000)
            return
    expect(page).to_have_title(words)


def title(folder: Path, words: str) -> None:
    """Makes the next build: another title, and a worker that names the changed file."""
    page, worker = folder / "index.html", folder / "sw.js"
    before = hashlib.sha256(page.read_bytes()).hexdigest()
    page.write_text(page.read_text("utf-8").replace("<title>The Archivist<", f"<title>{words}<"), "utf-8")
    after = hashlib.sha256(page.read_bytes()).hexdigest()
    worker.write_text(worker.read_text("utf-8").replace(before, after), "utf-8")


def expect_true(page: Page, asked: str) -> None:
    """Waits until the page says yes; its policy forbids Playwright's own way of waiting for an expression."""
    page.evaluate(
        f"""async () => {{
          const registration = await navigator.serviceWorker.getRegistration();
          await registration.update();
          while (!(await {asked})) await new Promise((go) => setTimeout(go, 20));
        }}"""
    )
