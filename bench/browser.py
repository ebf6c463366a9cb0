"""How soon the page is ready, beside a bare stock Pyodide: `python -m bench.browser [ROUNDS] [snapshot] [files]`.

Yardstick: `loadPyodide()` of the npm package as it comes, alone in a module worker, with nothing loaded. Beside it, in
the same rounds and taking turns with it, the built page (dist/) by both of its starts, or by those that are named: from
navigation to "the input takes text" and to "ready to search" with everything imported. In a visit more, a question is
typed at once and another one later, while every service takes 300 ms: the times to their answers, the longest task of
the page's main thread until the first answer, and how far the layout moved by itself.

Targets, ready: 0.35 of the yardstick from the snapshot and 0.6 from the files when warm, 0.45 and 0.7 when cold; input
within 0.7 s. Warm means the third visit in the same browser context, with the service worker's files in place; "home",
the third with a profile on disk, as visitors have: a browser keeps there what it compiled, of both sides, and the page
an unpacked copy of the snapshot. Each number is a median over the rounds, with the lowest and highest behind it. Other
load on the machine stretches both sides; only the ratio means something.

Two things that are the driver's and no visitor's are kept out of the visits that tell "ready", on both sides: requests
are not intercepted, since that switches off the browser's cache and takes each of them through the driver (0.7 s of a
warm visit), and a new tab is left alone until the browser has drawn itself, which takes both cores of a small machine.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, sync_playwright

from buildtools.browser import find
from buildtools.places import DIST, MODULES
from buildtools.serve import create
from tests.browser.services import Services
from tests.browser.starts import without_snapshot

ROUNDS: Final = 5
SERVICE_MS: Final = 300
SETTLED_MS: Final = 1500
TAB_MS: Final = 1500
KEEPING_MS: Final = 8000
FLAGS: Final = ("--no-sandbox", "--disable-background-networking")
STARTS: Final = ("snapshot", "files")
QUESTION: Final = "books about whales and obsession"
STOCK_PAGE: Final = """<!doctype html><meta charset="utf-8"><title>stock</title><script type="module">
const worker = new Worker("worker.mjs", {type: "module"});
worker.onmessage = () => { document.body.dataset.ready = performance.now(); };
</script><body>"""
STOCK_WORKER: Final = """import { loadPyodide } from "./pyodide/pyodide.mjs";
await loadPyodide();
postMessage("ready");
"""
# Notes the moments in the page itself, so that no time of the driver is in them.
NOTE: Final = """
const marks = { "longest task": 0, "layout shift x 1000": 0 };
const write = () => { if (document.body) document.body.dataset.marks = JSON.stringify(marks); };
const look = () => {
  const note = (name, there) => { if (there && !(name in marks)) marks[name] = performance.now(); };
  note("input", document.querySelector("#question"));
  note("ready", document.querySelector("iframe[data-state=ready], iframe[data-state=asking]"));
  note("answer", document.querySelector("article article"));
  note("later", document.querySelectorAll("article:has(article)").length > 1);
  write();
};
if (self === top) {
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributeFilter: ["data-state"] });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      if (!("answer" in marks)) marks["longest task"] = Math.max(marks["longest task"], duration);
    write();
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) marks["layout shift x 1000"] += value * 1000;
    write();
  }).observe({ type: "layout-shift", buffered: true });
}
"""
LATER_QUESTION: Final = "Moby-Dick by Herman Melville"
Times = dict[str, list[float]]


def main() -> None:
    """Runs the rounds and prints the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    starts = sys.argv[2:] or STARTS
    times: Times = {}
    with sync_playwright() as playwright, served() as address:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        for _ in range(rounds):
            _round(browser, address, starts, times)
            _at_home(playwright.chromium, address, starts, times)
        browser.close()
    _print(times)


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with the page by both of its starts, and with the stock page beside them."""
    with tempfile.TemporaryDirectory() as folder:
        stock = Path(folder) / "stock"
        shutil.copytree(MODULES / "pyodide", stock / "pyodide")
        (stock / "index.html").write_text(STOCK_PAGE, encoding="utf-8")
        (stock / "worker.mjs").write_text(STOCK_WORKER, encoding="utf-8")
        shutil.copytree(DIST, Path(folder) / "snapshot")
        without_snapshot(DIST, Path(folder) / "files")
        server = create(Path(folder), 0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        server.server_close()


def _round(browser: Browser, address: str, starts: Sequence[str], times: Times) -> None:
    for name in ("stock", *starts):
        visit = _stock if name == "stock" else _start
        context = browser.new_context()
        url = f"{address}{name}/index.html"
        for state in ("cold", "", "warm"):  # between them one in which the service worker finishes
            _keep(times, f"{state} {name}" if state else "", visit(context, url))
        if name != "stock":
            _keep(times, f"warm {name}", _question(context, url))
        context.close()


def _at_home(chromium: BrowserType, address: str, starts: Sequence[str], times: Times) -> None:
    for name in ("stock", *starts):
        visit = _stock if name == "stock" else _start
        with (
            tempfile.TemporaryDirectory() as profile,
            chromium.launch_persistent_context(profile, executable_path=find(), args=FLAGS) as context,
        ):
            for _ in range(2):
                visit(context, f"{address}{name}/index.html", KEEPING_MS)
            _keep(times, f"home {name}", visit(context, f"{address}{name}/index.html"))


def _keep(times: Times, of: str, measured: dict[str, float]) -> None:
    for what, value in measured.items():
        if of:
            times.setdefault(f"{of}: {what}", []).append(value)


def _tab(context: BrowserContext) -> Page:
    page = context.new_page()
    page.wait_for_timeout(TAB_MS)
    return page


def _stock(context: BrowserContext, address: str, settled: float = SETTLED_MS) -> dict[str, float]:
    page = _tab(context)
    page.goto(address)
    ready = page.locator("body[data-ready]")
    ready.wait_for(state="attached", timeout=60_000)
    milliseconds = float(ready.get_attribute("data-ready") or "nan")
    page.wait_for_timeout(settled)
    page.close()
    return {"ready": milliseconds}


def _start(context: BrowserContext, address: str, settled: float = SETTLED_MS) -> dict[str, float]:
    page = _tab(context)
    page.add_init_script(NOTE)
    page.goto(address)
    page.locator("iframe[data-state=ready]").wait_for(state="attached", timeout=60_000)
    page.wait_for_timeout(settled)
    marks = _marks(page)
    page.close()
    return {"input takes text": marks["input"], "ready": marks["ready"]}


def _question(context: BrowserContext, address: str) -> dict[str, float]:
    services = Services()
    for service in services.all:
        service.delay(SERVICE_MS)
    services.answer_in(context)
    page = _tab(context)
    page.add_init_script(NOTE)
    page.goto(address)
    _ask(page, QUESTION)
    page.locator("article article").first.wait_for(timeout=60_000)
    page.locator("iframe[data-state=ready]").wait_for(state="attached")
    asked = _ask(page, LATER_QUESTION)
    page.locator("article:has(article)").nth(1).wait_for()
    page.wait_for_timeout(SETTLED_MS)
    marks = _marks(page)
    page.close()
    context.unroute_all()
    return {
        "early question answered after ready": marks["answer"] - marks["ready"],
        "later question answered": marks["later"] - asked,
        "longest task": marks["longest task"],
        "layout shift x 1000": marks["layout shift x 1000"],
    }


def _ask(page: Page, question: str) -> float:
    """Types a question and sends it off; when that was."""
    page.get_by_role("textbox").first.fill(question)
    now: Callable[[str], float] = page.evaluate
    asked = now("performance.now()")
    page.keyboard.press("Enter")
    return asked


def _marks(page: Page) -> dict[str, float]:
    read: Callable[[str], dict[str, float]] = page.evaluate
    return read("JSON.parse(document.body.dataset.marks)")


def _print(times: Times) -> None:
    for name, values in times.items():
        state = name.split()[0]
        ratio = statistics.median(values) / statistics.median(times[f"{state} stock: ready"])
        spread = f"{min(values):.0f}-{max(values):.0f}"
        sys.stdout.write(f"{name:40} {statistics.median(values):7.0f} ms  ({spread})  {ratio:.2f} x stock\n")


if __name__ == "__main__":
    main()
