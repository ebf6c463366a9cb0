"""How long an answer takes in the page: `python -m bench.answers [ROUNDS]` prints where the time of each one goes.

Opens the built page (dist/) by both of its starts, with the service worker's files and what earlier visits kept in
place. A gateway on this machine answers for every service after 300 ms: Playwright's own interception would switch off
the browser's cache and take every request through the driver. In each round a new page is opened, a question is typed
while Python starts, and three others follow one after the other. No question is asked twice: an answer out of the kept
replies would say nothing.

Of each answer the run's own events tell how long at least one source was waited for ("sources"), what the run took
besides ("engine") and the citations gate ("gate"); the rest is before the run began (from the key, or from "ready" for
the question that waited) and after it ended, until the answer was on the screen. Numbers are medians with the range
behind them. At the end of each start one page is asked twenty questions for its memory.

Targets: first answer within 900 ms after ready; a later one within 300 ms more than its sources take, engine and gate
within 100 ms of it. Yardstick of the same minute: a loop of fixed work in this process, so that a busy machine shows.
"""

from __future__ import annotations

import json
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice, zip_longest
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.browser import served
from buildtools.browser import find
from tests.browser.services import CORS, Services
from tests.browser.shelf import SHELF

SERVICE_MS: Final = 300
ROUNDS: Final = 5
IN_A_ROUND: Final = 4
FOR_MEMORY: Final = 20
# Between questions: what an answer brought is saved a quarter of a second later.
PAUSE_MS: Final = 600
TOOL: Final = "urn:noocodec:tool:"
# In every frame: what the engine tells, as the page hears it, and when answers are on the screen.
NOTE: Final = """
if (self === top) {
  self.heard = [];
  self.shown = [];
  self.ready = null;
  new MutationObserver(() => {
    const now = performance.now();
    if (document.querySelector("iframe[data-state=ready], iframe[data-state=asking]")) self.ready ??= now;
    for (let n = document.querySelectorAll(".turn > .answer").length; self.shown.length < n; ) self.shown.push(now);
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-state"] });
} else {
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (data, ...others) {
    if (typeof data === "string" && /^{"t":"(event|answer)"/.test(data)) top.heard?.push(data);
    return post.call(this, data, ...others);
  };
}
"""
SETTINGS: Final = """if (self === top) localStorage.setItem("archivist:settings", JSON.stringify({ gateway: "%s" }));"""
Event = dict[str, object]
Parts = dict[str, float]
Span = tuple[float, float]


def main() -> None:
    """Prints a table for each start."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with sync_playwright() as playwright, served() as address, _answering() as gateway:
        flags = [
            "--no-sandbox",
            "--disable-background-networking",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        ]
        browser = playwright.chromium.launch(executable_path=find(), args=flags)
        for start in ("snapshot", "files"):
            with browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}) as context:
                context.add_init_script(SETTINGS % gateway)
                _tell(start, _rounds(context, f"{address}{start}/index.html", rounds))
                print(_memory(browser, context, f"{address}{start}/index.html"))
        browser.close()


@contextmanager
def _answering() -> Iterator[str]:
    """The address of a gateway behind which every service answers late."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class Gateway(BaseHTTPRequestHandler):
    """Answers at /HOST/PATH what the tests' services say."""

    services: Final = Services()

    def do_GET(self) -> None:
        """Waits, then answers."""
        time.sleep(SERVICE_MS / 1000)
        answer = self.services.says(f"https:/{self.path}")
        body = json.dumps(answer.body).encode()
        self.send_response(answer.status)
        for name, value in (*CORS.items(), ("Content-Type", answer.kind), ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing."""


def _rounds(context: BrowserContext, address: str, rounds: int) -> list[list[Parts]]:
    """The answers' parts, a list a round; before the first there are two visits that nothing is asked in."""
    for _ in range(2):
        page = _opened(context, address)
        _ready(page)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.close()
    questions = iter(_questions())
    return [_round(_opened(context, address), [*islice(questions, IN_A_ROUND)]) for _ in range(rounds)]


def _opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.add_init_script(NOTE)
    page.goto(address)
    return page


def _ready(page: Page) -> None:
    page.locator("iframe[data-state=ready]").wait_for(state="attached", timeout=60_000)


def _round(page: Page, questions: list[str]) -> list[Parts]:
    asked = [_ask(page, question, at) for at, question in enumerate(questions)]
    asked[0] = max(asked[0], page.evaluate("ready"))
    heard = [json.loads(text) for text in page.evaluate("heard")]
    shown, origin = page.evaluate("shown"), page.evaluate("performance.timeOrigin")
    page.close()
    runs = [message["id"] for message in heard if message["t"] == "answer"]
    events = [[one["event"] for one in heard if one["t"] == "event" and one["id"] == run] for run in runs]
    return [_parts(*one, origin) for one in zip(events, asked, shown, strict=True)]


def _questions() -> list[str]:
    """Questions about what the services know, each asked once."""
    subjects = dict.fromkeys(subject.lower() for book in SHELF for subject in book.subjects)
    kinds = (
        [f"{book.title} by {book.author}" for book in SHELF],
        [f"books about {subject}" for subject in subjects],
        [f"What has {book.author} written?" for book in SHELF],
    )
    return [question for three in zip_longest(*kinds) for question in three if question]


def _yardstick() -> float:
    """Milliseconds for a fixed piece of work, about 30 on this kind of machine when nothing else runs."""
    began = time.perf_counter()
    sum(n * n for n in range(400_000))
    return (time.perf_counter() - began) * 1000


def _ask(page: Page, question: str, before: int) -> float:
    """When it was sent off, after its answer was there and a pause."""
    page.get_by_role("textbox", name="Ask for a book").fill(question)
    now = page.evaluate("performance.now()")
    page.keyboard.press("Enter")
    page.locator(".turn > .answer").nth(before).wait_for(timeout=60_000)
    _ready(page)
    page.wait_for_timeout(PAUSE_MS)
    return float(now)


def _tell(start: str, rounds: list[list[Parts]]) -> None:
    print(f"{start} (a loop of fixed work took {_yardstick():.0f} ms)")
    later = [answer for answers in rounds for answer in answers[1:]]
    for name, chosen in (("first answer after ready", [answers[0] for answers in rounds]), ("later answer", later)):
        print(f"  {name}")
        for part in chosen[0]:
            print(f"    {part:24} {_middle([answer[part] for answer in chosen])}")


def _parts(events: list[Event], since: float, until: float, origin: float) -> Parts:
    """Milliseconds by what they were spent on."""
    first, last = (float(str(events[at]["wall"])) * 1000 - origin for at in (0, -1))
    run = (float(str(events[-1]["at"])) - float(str(events[0]["at"]))) * 1000
    sources = _covered(_spans(events, lambda event: str(event["dag"]).startswith(TOOL) and event["placement"] is None))
    gate = _covered(_spans(events, lambda event: str(event["name"]).endswith("gate")))
    parts = {"until it ran": first - since, "sources": sources, "engine": run - sources - gate, "gate": gate}
    return {"whole": until - since, **parts, "until it was shown": until - last}


def _spans(events: list[Event], chosen: Callable[[Event], bool]) -> Iterator[Span]:
    began: dict[str, float] = {}
    for event in events:
        if not chosen(event):
            continue
        key, at = f"{event['run_id']} {event['path']} {event['index']}", float(str(event["at"]))
        if str(event["kind"]).endswith("-start"):
            began[key] = at
        elif str(event["kind"]).endswith("-end") and key in began:
            yield began.pop(key), at


def _covered(spans: Iterable[Span]) -> float:
    """Milliseconds in which at least one of the spans was going on."""
    total, reached = 0.0, float("-inf")
    for begin, end in sorted(spans):
        total += max(0.0, end - max(begin, reached))
        reached = max(reached, end)
    return total * 1000


def _middle(values: list[float]) -> str:
    return f"{statistics.median(values):.0f} ms ({min(values):.0f}-{max(values):.0f})" if values else "-"


def _memory(browser: Browser, context: BrowserContext, address: str) -> str:
    blank = context.new_page()
    before = _private(browser)
    page = _opened(context, address)
    for question in _questions()[:FOR_MEMORY]:
        _ask(page, question, page.locator(".turn > .answer").count())
    heap = context.new_cdp_session(page).send("Runtime.getHeapUsage")["usedSize"]
    grown = _private(browser) - before
    page.close()
    blank.close()
    more = f"{grown / 1e6:.0f} MB more than without the page, {heap / 1e6:.1f} MB of it the page's own objects"
    return f"  after {FOR_MEMORY} questions: {more}"


def _private(browser: Browser) -> int:
    """Bytes that the browser's renderers have for themselves (Linux)."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    numbers = [one["id"] for one in told if one["type"] == "renderer"]
    lines = [line for number in numbers for line in Path(f"/proc/{number}/smaps_rollup").read_text().splitlines()]
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))


if __name__ == "__main__":
    main()
