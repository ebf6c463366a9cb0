"""The built page in a real browser, the services answered from here, and what must never happen watched in every test.

A test that uses `page` or `visitor` fails when the page reports a policy violation or a console error, or when anything
asks a host that is not on the list. The services are answered at their real addresses, in their real shapes.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from buildtools.browser import find
from buildtools.serve import create
from tests.browser.harness import Harness
from tests.browser.held import Held
from tests.browser.services import Services
from tests.browser.starts import without_snapshot
from tests.browser.watch import Watch

# What is expected comes, however busy the machine is; nothing here measures how soon.
expect.set_options(timeout=30_000)

ROOT = Path(__file__).resolve().parents[2]
# The site must work wherever it is put, so the tests never serve it at the top.
FOLDER = "/library/archivist/"
STARTS = os.environ.get("ARCHIVIST_START", "snapshot")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """With ARCHIVIST_START=both every test in which Python starts is run by both of its starts."""
    if STARTS == "both" and "start" in metafunc.fixturenames:
        metafunc.parametrize("start", ["snapshot", "files"], indirect=True, scope="session")


@pytest.fixture(scope="session")
def start(request: pytest.FixtureRequest) -> str:
    """How Python starts: from the `snapshot`, where the build has one, or from the `files`."""
    return str(getattr(request, "param", STARTS))


@pytest.fixture(scope="session")
def site(start: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the built site on a server of its own; where Python starts from the files it has no snapshot."""
    dist = Path(os.environ.get("ARCHIVIST_DIST", ROOT / "dist"))
    if not (dist / "index.html").is_file():
        pytest.skip(f"{dist} holds no built site; `python build.py build` makes it")
    if start == "files":
        dist = without_snapshot(dist, tmp_path_factory.mktemp("files") / "dist")
    server = create(dist, 0, prefix=FOLDER)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{FOLDER}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this folder."""
    flags = ["--disable-background-networking", "--disable-component-update", "--no-first-run"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium's sandbox does not run as root
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=find(), args=flags)
        yield started
        started.close()


@pytest.fixture
def context(browser: Browser, site: str, services: Services, watch: Watch) -> Iterator[BrowserContext]:
    """A browser that was never used, on a desk, in English; every request is answered here or reported."""
    desk = {"width": 1280, "height": 900}
    # Routes do not reach what a service worker answers; test_offline has a browser that keeps them.
    fresh = browser.new_context(viewport=desk, locale="en-GB", base_url=site, service_workers="block")
    fresh.set_default_timeout(60_000)
    watch.over(fresh, site, own_doing=services.troubled)
    services.answer_in(fresh)
    yield fresh
    fresh.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty tab; go to "" for the page itself."""
    return context.new_page()


@pytest.fixture
def services() -> Services:
    """The four services; each knows a few books unless a test says otherwise."""
    return Services()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """What must never happen; a test that provokes some of it says so with `watch.expects(...)`."""
    watching = Watch()
    yield watching
    assert watching.seen == []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser and comes last: no asyncio test runs beside Playwright's loop.

    In CI one that failed is run once more, and the summary tells which: on a machine that others keep busy a wait may
    end for which nobody here is to blame. Anywhere else a failure is one.
    """
    here = Path(__file__).parent
    driven = [item for item in items if here in item.path.parents]
    for item in driven:
        item.add_marker("browser")
        if os.environ.get("CI"):
            item.add_marker(pytest.mark.flaky(reruns=1))
    items[:] = [item for item in items if here not in item.path.parents] + driven


@pytest.fixture
def engine(page: Page) -> Harness:
    """The engine without the page; see `harness`."""
    return Harness(page)


@pytest.fixture
def starting(page: Page) -> Held:
    """The page with Python held up, and a frame that is there."""
    return Held(page)
