"""A memory that many readers share, asked from the worker: a real SPARQL server, behind the policy of the frame."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_question import WHALES, ask, desk
from tests.browser.watch import Watch

__all__ = ["desk"]
RUNS = """PREFIX dag: <https://noocodec.dev/ontology/dagonizer/>
SELECT DISTINCT ?query WHERE { GRAPH <urn:dagonizer:memory> { ?run dag:visitorQuery ?query } }"""


@pytest.fixture
def server(watch: Watch) -> Iterator[str]:
    """The query address of an empty server that browsers may ask."""
    program = shutil.which("oxigraph", path=str(Path(sys.executable).parent)) or shutil.which("oxigraph")
    if program is None:
        pytest.skip("no oxigraph server beside this Python or on the PATH (pip install oxigraph)")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [program, "serve", "--cors", "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:  # noqa: S603  our own server
        assert running.stdout is not None
        for line in running.stdout:
            if "Listening" in line:
                break
        watch.admits(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}/query"
        running.terminate()


def questions(server: str) -> set[str]:
    """What the server remembers of questions."""
    headers = {"Accept": "application/sparql-results+json"}
    with urlopen(Request(server, urlencode({"query": RUNS}).encode(), headers)) as reply:  # noqa: S310  our own server
        rows = json.load(reply)["results"]["bindings"]
    return {row["query"]["value"] for row in rows}


def set_up(page: Page, address: str) -> None:
    page.get_by_role("button", name="Settings", exact=True).click()
    sheet = page.get_by_role("dialog", name="Settings")
    sheet.get_by_label("Shared memory").fill(address)
    sheet.get_by_role("button", name="Save", exact=True).click()
    page.locator("iframe[title=engine][data-state=ready]").wait_for(state="attached")


def test_what_one_reader_asked_is_remembered_for_another(desk: Page, server: str) -> None:
    set_up(desk, server)
    turn = ask(desk, WHALES)
    expect(turn.get_by_role("heading", name="Moby-Dick")).to_be_visible()
    assert questions(server) == {WHALES}

    turn = ask(desk, "What do you remember?")

    expect(turn).to_contain_text("Moby-Dick")


def test_a_shared_memory_that_is_away_keeps_no_question_from_its_answer(desk: Page, server: str, watch: Watch) -> None:
    watch.expects("ERR_CONNECTION_REFUSED|Failed to load resource|NetworkError|shared memory")
    set_up(desk, server.replace("/query", "/nobody/query"))

    turn = ask(desk, WHALES)

    expect(turn.get_by_role("heading", name="Moby-Dick")).to_be_visible()
