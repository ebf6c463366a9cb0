"""Python starts from its snapshot, or by itself from its files, and it is the same Python."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from buildtools.browser import find
from buildtools.places import DIST
from tests.browser.harness import Harness
from tests.browser.services import Services
from tests.browser.starts import without_snapshot
from tests.browser.test_boot import ready

QUESTIONS = (
    "books about whales and obsession",
    "Dune by Frank Herbert",
    "9780142437247",
    "What has Herman Melville written?",
    "What is Moby-Dick about?",
    "Recommend me books like Moby-Dick",
    "Nathaniel Philbrick books published before 2005",
    "books about zeppelin cookery",
    "What's the weather in Oslo tomorrow?",
    "Which of these is the oldest?",
    "Bücher über Wale",
)
Tab = Callable[..., Harness]
TABS = 10
SNAPSHOT, ARCHIVES = "snapshot.zst", {"python.zst", "archivist.zst"}


@pytest.fixture(autouse=True)
def built(start: str) -> None:
    """Skips where the build could take no snapshot, or where the tests are run without it."""
    made = Path(os.environ.get("ARCHIVIST_DIST", DIST)) / "web" / "pyodide" / SNAPSHOT
    if start == "files":
        pytest.skip("it compares both starts, and does so from the site that has the snapshot")
    if not made.is_file():
        pytest.skip("this build has no snapshot: it needs a Node as new as today's browsers")


def fetched(context: BrowserContext) -> list[str]:
    """The names of Python's files, as they are asked for from now on."""
    names: list[str] = []
    context.on("request", lambda request: names.append(urlsplit(request.url).path.rpartition("/")[2]))
    return names


def test_the_snapshot_is_all_that_a_start_needs(context: BrowserContext, page: Page) -> None:
    names = fetched(context)
    page.goto("")
    ready(page)

    assert names.count(SNAPSHOT) == 1
    assert not ARCHIVES & set(names)


@pytest.mark.parametrize("reply", [{"status": 404}, {"body": b"not Zstandard"}], ids=["missing", "damaged"])
def test_without_a_whole_snapshot_it_starts_from_the_files(
    context: BrowserContext, page: Page, reply: dict[str, object]
) -> None:
    names = fetched(context)
    page.route(re.compile(r"/snapshot\.zst"), lambda route: route.fulfill(**reply))
    page.goto("")
    ready(page)

    assert set(names) >= ARCHIVES


def test_a_browser_that_numbers_functions_in_another_way_starts_from_the_files(
    context: BrowserContext, page: Page
) -> None:
    names = fetched(context)

    def other(route: Route) -> None:
        script = route.fetch()
        route.fulfill(response=script, body=re.sub(r'"table": \d+', '"table": 1', script.text()))

    page.route(re.compile(r"/engine-built\.mjs"), other)
    page.goto("")
    ready(page)

    assert set(names) >= ARCHIVES


# What the site keeps in the file system that is its own, by name and size.
COPIES = """(async () => {
  const kept = {};
  for await (const folder of (await navigator.storage.getDirectory()).values())
    for await (const [name, file] of folder.entries())
      kept[name] = await file.getFile().then(({ size }) => size, () => 0); // it may go meanwhile
  return kept;
})()"""
WHOLE = f"{COPIES}.then((kept) => Object.entries(kept).some(([name, size]) => name !== 'part' && size > 1e7))"
DAMAGE = """(async () => {
  for await (const folder of (await navigator.storage.getDirectory()).values())
    for await (const [name, file] of folder.entries()) {
      const writing = await file.createWritable();
      await writing.write("no archive");
      await writing.close();
    }
})()"""


@pytest.fixture
def at_home(browser: Browser, site: str, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser with a profile on disk, as visitors have: what a site keeps lies near."""
    flags = ["--no-sandbox", "--disable-background-networking"]
    with browser.browser_type.launch_persistent_context(
        tmp_path / "profile", executable_path=find(), args=flags, base_url=site, service_workers="block"
    ) as context:
        yield context


def until(page: Page, asked: str) -> None:
    """Waits until the page says yes."""
    page.evaluate(f"async () => {{ while (!(await {asked})) await new Promise((go) => setTimeout(go, 50)); }}")


def visit(context: BrowserContext) -> tuple[Page, list[str]]:
    """The page once Python is there, and what was asked for by then."""
    names = fetched(context)
    page = context.new_page()
    page.goto("")
    ready(page)
    return page, names


def test_a_later_visit_has_nothing_to_unpack(at_home: BrowserContext) -> None:
    page, first = visit(at_home)
    until(page, WHOLE)
    page.close()
    _, later = visit(at_home)

    assert SNAPSHOT in first
    assert not {SNAPSHOT, *ARCHIVES} & set(later)


def test_a_damaged_copy_is_let_go_of(at_home: BrowserContext) -> None:
    page, _ = visit(at_home)
    until(page, WHOLE)
    page.evaluate(DAMAGE)
    page.close()
    page, names = visit(at_home)

    assert set(names) >= ARCHIVES
    until(page, WHOLE)


def test_chance_is_not_the_same_in_every_page(context: BrowserContext) -> None:
    told = []
    for _ in range(2):
        engine = Harness(context.new_page())
        engine.open(
            """
import random, uuid
from archivist.dag import retry
own = [value.random() for value in vars(retry).values() if isinstance(value, random.Random)]
tell([random.random(), own, str(uuid.uuid4()), str(__import__("rdflib").BNode())])
port.listen(tell)
"""
        )
        told.append(engine.told())

    assert all(first != second for first, second in zip(*told, strict=True))


def test_a_module_that_the_snapshot_lacks_comes_with_its_first_import(context: BrowserContext, engine: Harness) -> None:
    names = fetched(context)
    engine.open(
        """
import sys
port.listen(tell)
is_ready()
before = "rdflib.plugins.serializers.trig" in sys.modules
import rdflib.plugins.serializers.trig
tell([before, rdflib.plugins.serializers.trig.TrigSerializer.__name__])
"""
    )

    assert engine.told() == [False, "TrigSerializer"]
    assert set(names) >= ARCHIVES


@pytest.fixture
def tab(browser: Browser, site: str) -> Iterator[Tab]:
    """Opens the engine in a browser of its own that starts Python in the way that is named."""
    opened: list[BrowserContext] = []

    def open_tab(start: str, context: BrowserContext | None = None) -> Harness:
        if context is None:
            context = browser.new_context(locale="en-GB", base_url=site, service_workers="block")
            opened.append(context)
            Services().answer_in(context)
        page = context.new_page()
        if start == "files":
            page.route(re.compile(r"/snapshot\.zst"), lambda route: route.fulfill(status=404))
        engine = Harness(page)
        engine.open()
        engine.wait_for("boot", '"stage":"ready"')
        return engine

    yield open_tab
    for context in opened:
        context.close()


def answers(engine: Harness) -> list[object]:
    """What the page is told as the answer to each question, without times."""
    told = []
    for number, question in enumerate(QUESTIONS):
        engine.send(t="ask", id=f"q{number}", question=question, conversation="c")
        message = engine.wait_for("answer", f'"id":"q{number}"')
        told.append(timeless(message["answer"]))
    return told


def timeless(value: object) -> object:
    """The same without how long a source took."""
    if isinstance(value, dict):
        return {name: timeless(one) for name, one in value.items() if name != "ms"}
    return [timeless(one) for one in value] if isinstance(value, list) else value


def test_both_starts_answer_every_kind_of_question_alike(tab: Tab) -> None:
    assert answers(tab("snapshot")) == answers(tab("files"))


@pytest.mark.parametrize(("first", "then"), [("snapshot", "files"), ("files", "snapshot")])
def test_a_run_that_one_start_recorded_is_played_again_alike_by_the_other(tab: Tab, first: str, then: str) -> None:
    engine = tab(first)
    engine.send(t="ask", id="q1", question=QUESTIONS[0], conversation="c")
    answer = engine.wait_for("answer")["answer"]

    reply = played_again("q1", lambda: tab(then, engine.page.context))

    assert (reply["same"], reply["differences"]) == (True, [])
    assert timeless(reply["answer"]) == timeless(answer)


def played_again(run: str, opened: Callable[[], Harness]) -> dict[str, object]:
    """What a fresh tab says to a replay; the other one saves a moment after its answer, so several may be needed."""
    for _ in range(TABS):
        engine = opened()
        engine.send(t="request", id="r1", what="replay", run=run)
        heard = engine.page.locator("li[data-kind=reply], li[data-kind=failed]").filter(has_text='"id":"r1"').first
        heard.wait_for(state="attached", timeout=90_000)
        told: dict[str, object] = json.loads(heard.text_content() or "null")
        if told["t"] == "reply":
            return told
        engine.page.close()
    pytest.fail(f"{run} was not found")


def test_the_copy_without_a_snapshot_is_one(tmp_path: Path) -> None:
    copy = without_snapshot(Path(os.environ.get("ARCHIVIST_DIST", DIST)), tmp_path / "dist")
    script = (copy / "web" / "engine-built.mjs").read_text("utf-8")

    assert '"snapshot"' not in script
    assert "python.zst?" in script
    assert SNAPSHOT not in (copy / "sw.js").read_text("utf-8")
