"""Whether the page ever freezes: `python -m bench.page [ROUNDS]` prints the longest tasks of its main thread.

Opens the built page (dist/) with every service answering after 300 ms, types a question at once, and counts every task
that the browser finds long (50 ms or more) on the main thread from navigation to the answer, cold and warm; then five
more questions, each from Enter to half a second after its answer. The engine's frame shares that thread, Python does
not. Warm is the third visit in the same browser context, with the service worker's files in place. Mermaid is not
loaded: the graphs are kept as pictures.

Yardstick, in every round: a document that does nothing but compute 25 ms of processor time a frame, about what the
page's longest task takes, while a worker of its own is as busy as Python is: what that is stretched to is the machine's
doing, not the page's. Beside the time that passed stands the
processor time of the page's longest task in the whole visit, from Chromium's trace: other load stretches the one and
hardly the other. Target: no long task.
"""

from __future__ import annotations

import os
import statistics
import sys
import threading
from math import inf
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from buildtools.browser import find
from buildtools.places import DIST
from buildtools.serve import create
from tests.browser.services import Services

ROUNDS: Final = 3
SERVICE_MS: Final = 300
SETTLED_MS: Final = 500
BUSY_MS: Final = 2500
EARLY: Final = "books about whales and obsession"
QUESTIONS: Final = (
    "Dune by Frank Herbert",
    "something like Moby-Dick",
    "what did Herman Melville write?",
    "highly rated novels about the sea",
    "books about whaling",
)
# Every task of the page's own frames, with what the browser knows of it.
WATCH: Final = """
performance.mark("bench");
window.long = [];
const note = ({ startTime, duration }) => window.long.push([startTime, duration]);
new PerformanceObserver((list) => list.getEntries().forEach(note))
  .observe({ type: "longtask", buffered: true });
"""
# A thread that computes and asks for memory, and a document that computes as long in every frame.
BUSY: Final = """
(milliseconds) => new Promise((over) => {
  const code = `const end = performance.now() + ${milliseconds};
    while (performance.now() < end) new Float64Array(1e5).fill(1).sort(); postMessage(0);`;
  const worker = new Worker(URL.createObjectURL(new Blob([code])));
  const spin = (count) => {
    const begun = performance.now();
    for (let at = 0, sum = 0; at < count; at++) document.body.dataset.sum = sum += Math.sqrt(at);
    return performance.now() - begun;
  };
  const quickest = Math.min(...Array.from({ length: 9 }, () => spin(5000)));
  const paint = () => { spin((5000 * 25) / quickest); frame = requestAnimationFrame(paint); };
  let frame = requestAnimationFrame(paint);
  worker.onmessage = () => { cancelAnimationFrame(frame); setTimeout(over, 100); };
})
"""
Tasks = dict[str, list[float]]


def main() -> None:
    """Runs the rounds and prints, for each thing, the longest task of the median and of the worst round."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    server = create(DIST, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    longest: Tasks = {}
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=find(), args=flags)
        for _ in range(rounds):
            _round(browser, f"http://127.0.0.1:{server.server_port}/", longest)
        browser.close()
    server.shutdown()
    sys.stdout.write(f"{rounds} rounds, load {os.getloadavg()[0]:.1f}; 0 is: no task of 50 ms or more\n")
    for what, values in longest.items():
        sys.stdout.write(f"{what:40} median {statistics.median(values):4.0f} ms, worst {max(values):4.0f} ms\n")


def _round(browser: Browser, address: str, longest: Tasks) -> None:
    longest.setdefault("yardstick, 25 ms of processor a frame", []).append(_empty(browser.new_page()))
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    for state in ("cold", "", "warm"):  # between them a visit in which the service worker finishes
        trace = _Trace(browser)
        _visit(context, address, state, longest)
        processor = trace.longest()
        if state:
            longest.setdefault(f"{state}, whole visit, processor time", []).append(processor)
    context.close()


def _visit(context: BrowserContext, address: str, state: str, longest: Tasks) -> None:
    services = Services()
    for service in services.all:
        service.delay(SERVICE_MS)
    services.answer_in(context)
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    first = _asked(page, EARLY, since=0)
    page.locator("iframe[title=engine][data-state=ready]").wait_for(state="attached")
    if state:
        longest.setdefault(f"{state}, navigation to the first answer", []).append(first)
        for question in QUESTIONS:
            longest.setdefault(f"{state}, {question}", []).append(_asked(page, question))
    page.close()
    context.unroute_all()


class _Trace:
    """What Chromium writes down of every task, until it is asked for the longest."""

    def __init__(self, browser: Browser) -> None:
        self._events: list[dict[str, Any]] = []  # as Chromium wrote them
        self._over = False
        self._session = browser.new_browser_cdp_session()
        self._session.on("Tracing.dataCollected", lambda told: self._events.extend(told["value"]))
        self._session.on("Tracing.tracingComplete", lambda _: setattr(self, "_over", True))
        config = {"includedCategories": ["toplevel", "blink.user_timing"]}
        self._session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
        self._browser = browser

    def longest(self) -> float:
        """Milliseconds of processor time of the longest task on the thread of the page, from its mark on."""
        self._session.send("Tracing.end")
        waiting = self._browser.new_page()
        while not self._over:
            waiting.wait_for_timeout(50)
        waiting.close()
        self._session.detach()
        begun = {_thread(event): event["ts"] for event in reversed(self._events) if event["name"] == "bench"}
        tasks = [e for e in self._events if e["name"].endswith("RunTask") and e["ts"] >= begun.get(_thread(e), inf)]
        return max((float(task.get("tdur", 0)) for task in tasks), default=0.0) / 1000


def _thread(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]


def _empty(page: Page) -> float:
    page.add_init_script(WATCH)
    page.goto("about:blank")
    page.evaluate(BUSY, BUSY_MS)
    longest = _longest(page, 0)
    page.close()
    return longest


def _asked(page: Page, question: str, since: float | None = None) -> float:
    """The longest task from `since`, or from Enter, until the answer is there and has settled."""
    begun: float = page.evaluate("performance.now()") if since is None else since
    answers = page.get_by_role("button", name="Edit and ask again").count()
    page.get_by_role("textbox", name="Ask for a book").fill(question)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Edit and ask again").nth(answers).wait_for()
    page.wait_for_timeout(SETTLED_MS)
    return _longest(page, begun)


def _longest(page: Page, since: float) -> float:
    tasks: list[tuple[float, float]] = page.evaluate("window.long")
    return max((duration for start, duration in tasks if start >= since), default=0.0)


if __name__ == "__main__":
    main()
