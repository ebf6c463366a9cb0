"""What a step and a scatter item cost in the worker: `python -m bench.engine_browser` prints milliseconds.

Targets: a sequential step <= 0.1 ms, a scatter item with a DAG body <= 0.8 ms, measured in the built site (dist/), in
the Python that runs there, after one round that is thrown away; the figure is the median of five.
"""

from __future__ import annotations

import threading
from typing import Final

from playwright.sync_api import sync_playwright

from buildtools.browser import find
from buildtools.places import DIST
from buildtools.serve import create
from tests.browser.harness import Harness

TARGETS: Final = {"step": 0.1, "item, four at a time": 0.8, "item, one at a time": 0.8, "embedded call": 0.8}
WORKER: Final = """
import time
from archivist.dag import Builder, Registry, State, node

class Counter(State):
    n: int = 0
    items: list[int] = []
    value: int = 0
    results: list[int] = []

@node("urn:bench:node:count", outputs=("again", "done"))
async def count(state, run):
    state.n += 1
    return "again" if state.n < 1000 else "done"

@node("urn:bench:node:value", outputs=("success",))
async def value(state, run):
    state.value = run.item or 0
    return "success"

BODY = Builder("urn:bench:dag:body").single("value", value, success="end").terminal("end").build()
LOOP = Builder("urn:bench:dag:loop").single("count", count, again="count", done="end").terminal("end").build()
CALLS = (Builder("urn:bench:dag:calls").embed("call", BODY, success="count", error="end")
         .single("count", count, again="call", done="end").terminal("end").build())

def scatter(workers):
    routes = dict.fromkeys(("all-success", "partial", "all-error", "empty"), "all")
    ends = dict.fromkeys(("success", "error", "empty"), "end")
    return (Builder(f"urn:bench:dag:scatter{workers}")
            .scatter("each", "items", BODY, concurrency=workers, routes=routes)
            .gather("all", ["each"], "append", target="results", field="value", routes=ends).terminal("end").build())

async def measure():
    dags = {"step": LOOP, "item, four at a time": scatter(4), "item, one at a time": scatter(1), "embedded call": CALLS}
    registry = Registry().add(count, value, BODY, *dags.values())
    figures = {}
    for name, dag in dags.items():
        times = []
        for _ in range(6):
            state = Counter(items=list(range(1000)))
            before = time.perf_counter()
            result = await registry.run(dag.id, state)
            times.append(time.perf_counter() - before)
            assert result.outcome == "completed", result.error
        figures[name] = sorted(times[1:])[2]  # of a thousand, in seconds: of one, in milliseconds
    tell(figures)

asyncio.ensure_future(measure())
"""


def main() -> None:
    """Prints each figure beside its target."""
    server = create(DIST, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        page = browser.new_context(base_url=f"http://127.0.0.1:{server.server_port}/").new_page()
        harness = Harness(page)
        harness.open(WORKER)
        figures = harness.told(seconds=240)
        browser.close()
    server.shutdown()
    if isinstance(figures, dict):
        for name, figure in figures.items():
            verdict = "" if figure <= TARGETS[name] else "  ** MISSED **"
            print(f"{name:<24}{figure:8.3f} ms   target <= {TARGETS[name]:g} ms{verdict}")


if __name__ == "__main__":
    main()
