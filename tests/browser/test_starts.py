"""Python starts from its snapshot, or by itself from its files, and it is the same Python."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from buildtools.places import DIST
from tests.browser.harness import Harness
from tests.browser.starts import without_snapshot
from tests.browser.test_boot import ready

SNAPSHOT, ARCHIVES = "snapshot.zst", {"python.zst", "archivist.zst"}


@pytest.fixture(autouse=True)
def built() -> None:
    """Skips where the build could take no snapshot, or where the tests are run without it."""
    made = Path(os.environ.get("ARCHIVIST_DIST", DIST)) / "web" / "pyodide" / SNAPSHOT
    if not made.is_file() or os.environ.get("ARCHIVIST_START") == "files":
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

    page.route(re.compile(r"/engine-python\.mjs"), other)
    page.goto("")
    ready(page)

    assert set(names) >= ARCHIVES


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


def test_both_starts_give_the_same_answer(context: BrowserContext) -> None:
    def answer(page: Page) -> str:
        page.goto("")
        page.get_by_role("textbox", name="Ask for a book").fill("books about whales and obsession")
        page.keyboard.press("Enter")
        page.locator("article article").first.wait_for()
        ready(page)
        shown = page.locator("article:has(article)").inner_text()
        return re.sub(r"\d+([.,]\d+)? (ms|s)\b|, cached", "", shown)  # one browser: the second page has the replies

    short, long = context.new_page(), context.new_page()
    long.route(re.compile(r"/snapshot\.zst"), lambda route: route.fulfill(status=404))

    assert answer(short) == answer(long)


def test_the_copy_without_a_snapshot_is_one(tmp_path: Path) -> None:
    copy = without_snapshot(Path(os.environ.get("ARCHIVIST_DIST", DIST)), tmp_path / "dist")
    script = (copy / "web" / "engine-python.mjs").read_text("utf-8")

    assert '"snapshot"' not in script
    assert "python.zst?" in script
    assert SNAPSHOT not in (copy / "sw.js").read_text("utf-8")
