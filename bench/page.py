"""Whether the page ever freezes during a run: `python -m bench.page [QUESTIONS]`.

Opens the built page (dist/) with every service answering after 300 ms, asks, and lists the tasks over 50 ms that the
browser counts on the main thread between a question and its answer (the engine's frame shares that thread, Python does
not). The kept pictures of the graphs are put into the page, as they are for every visitor; Mermaid itself is not
loaded. Yardstick: the same browser's longest task for an empty document in the same minute, so that a busy machine
shows. Target: no task over 50 ms.
"""

from __future__ import annotations

import sys
import threading
from typing import Final

from playwright.sync_api import Page, sync_playwright

from buildtools.browser import find
from buildtools.places import DIST
from buildtools.serve import create
from tests.browser.services import Services

QUESTIONS: Final = (
    "books about whales and obsession",
    "Dune by Frank Herbert",
    "something like Moby-Dick",
    "what did Herman Melville write?",
    "highly rated novels about the sea",
)
SERVICE_MS: Final = 300
WATCH: Final = """
window.long = [];
const note = ({ startTime, duration }) => window.long.push([startTime, duration]);
new PerformanceObserver((list) => list.getEntries().forEach(note))
  .observe({ type: "longtask", buffered: true });
"""


def main() -> None:
    """Asks the questions one after the other and prints the long tasks of each."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else len(QUESTIONS)
    server = create(DIST, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=find(), args=flags)
        print(f"yardstick, an empty document: {_told(_empty(browser.new_page()))}")
        context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB", service_workers="block")
        services = Services()
        for service in services.all:
            service.delay(SERVICE_MS)
        services.answer_in(context)
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.locator("iframe[title=engine][data-state=ready]").wait_for(state="attached")
        worst = [_asked(page, QUESTIONS[at % len(QUESTIONS)]) for at in range(rounds)]
        browser.close()
    server.shutdown()
    print(f"longest of {rounds} questions: {max(worst):.0f} ms (target: none over 50)")


def _empty(page: Page) -> list[float]:
    page.add_init_script(WATCH)
    page.goto("about:blank")
    page.wait_for_timeout(2000)
    return [duration for _, duration in page.evaluate("window.long ?? []")]


def _asked(page: Page, question: str) -> float:
    begun = page.evaluate("performance.now()")
    answers = page.get_by_role("button", name="Edit and ask again").count()
    page.get_by_role("textbox", name="Ask for a book").fill(question)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Edit and ask again").nth(answers).wait_for()
    page.wait_for_timeout(500)
    tasks = [duration for start, duration in page.evaluate("window.long") if start >= begun]
    print(f"{question}: {_told(tasks)}")
    return max(tasks, default=0.0)


def _told(tasks: list[float]) -> str:
    return ", ".join(f"{one:.0f} ms" for one in tasks) or "none"


if __name__ == "__main__":
    main()
