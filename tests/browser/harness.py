"""The real document and the real engine, with a page script that only writes down what it hears.

For what is tried below the page: the channel, the watchdog, and Python in its worker. The worker's script can be
exchanged, so that a test may run Python of its own where the Archivist runs.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

PAGE_SCRIPT = """
import { connect } from "./engine.js";

const heard = document.createElement("ol");
document.body.append(heard);

const write = (kind, value) => {
  const line = document.createElement("li");
  line.dataset.kind = kind;
  line.textContent = JSON.stringify(value);
  heard.append(line);
};

const options = JSON.parse(decodeURIComponent(location.hash.slice(1)) || "{}");
window.engine = connect({
  onMessage: (message) => write(message.t, message),
  onState: (state) => write("state", state),
  ...options,
});
"""
HEAD = """
import asyncio, json, sys
sys.modules["rpds"] = __import__("pyrsistent_as_rpds.pure").pure
from archivist.browser.port import Port
from archivist.wire import Boot, Log, text_of, parse_up
port = Port()
def tell(value): port.send(text_of(Log(level="info", text=json.dumps(value))))
def is_ready(): port.send(text_of(Boot(stage="ready", done=3, total=3)))
"""


@dataclass(frozen=True, slots=True)
class Harness:
    """A tab with the engine in it."""

    page: Page

    def open(self, python: str | None = None, **options: int) -> None:
        """Starts the engine; `python` runs in the worker in place of the Archivist, after HEAD."""
        self.page.route(
            re.compile(r"/web/main\.js$"),
            lambda route: route.fulfill(body=PAGE_SCRIPT, headers={"content-type": "text/javascript"}),
        )
        if python is not None:
            self.page.route(re.compile(r"/web/engine\.py$"), lambda route: route.fulfill(body=HEAD + python))
        self.page.goto(f"index.html#{json.dumps(options)}")

    def send(self, **message: object) -> None:
        """Sends a message as the page would."""
        self.page.evaluate("(message) => engine.send(message)", message)

    def restart(self) -> None:
        """Restarts the engine as the page would."""
        self.page.evaluate("() => engine.restart()")

    def heard(self, kind: str) -> Locator:
        """What arrived of this kind so far; `state` for the changes of state."""
        return self.page.locator(f"li[data-kind={kind}]")

    def wait_for(self, kind: str, part: str = "", *, seconds: float = 90) -> dict[str, object]:
        """The first of this kind whose text has `part`, waited for."""
        found = self.heard(kind).filter(has_text=part).first
        found.wait_for(state="attached", timeout=seconds * 1000)
        return json.loads(found.text_content() or "null")

    def told(self, *, seconds: float = 90) -> object:
        """What the test's own Python told first."""
        text = self.wait_for("log", seconds=seconds)["text"]
        return json.loads(str(text))
