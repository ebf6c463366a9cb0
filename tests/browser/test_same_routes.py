"""The page answers as the terminal does, by whichever start, when both ask the same services through a gateway."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from archivist.settings import Settings
from tests.browser.harness import Harness
from tests.browser.services import CORS, Services
from tests.browser.test_starts import QUESTIONS, timeless
from tests.browser.watch import Watch

ROOT = Path(__file__).parents[2]


class Gateway(BaseHTTPRequestHandler):
    """Answers at /HOST/PATH what the service there says."""

    def __init__(self, services: Services, *connection: object) -> None:
        self._services = services
        super().__init__(*connection)  # type: ignore[arg-type]  # handed through as the server gives them

    def do_GET(self) -> None:
        """One answer."""
        answer = self._services.says(f"https:/{self.path}")
        body = json.dumps(answer.body).encode()
        self.send_response(answer.status)
        for name, value in (*CORS.items(), ("content-type", answer.kind), ("content-length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def gateway(services: Services) -> Iterator[str]:
    """The address through which page and terminal ask the services."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Gateway, services))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def comparable(answer: object) -> object:
    """The same without how long a source took, and whether it was cached: forgetting empties the page's cache."""
    return json.loads(re.sub(r'"cached": (true|false)', '"cached": null', json.dumps(timeless(answer))))


def in_the_terminal(gateway: str, folder: Path) -> list[object]:
    """The answers as `batch` writes them; it runs by itself, since Playwright's loop is this thread's."""
    asked, out = folder / "questions.jsonl", folder / "answers.jsonl"
    lines = [json.dumps({"id": f"q{number}", "question": one}) for number, one in enumerate(QUESTIONS)]
    asked.write_text("\n".join(lines), "utf-8")
    command = [sys.executable, "-m", "archivist", "batch", str(asked), "--out", str(out)]
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("ARCHIVIST_")}
    own = {"ARCHIVIST_GATEWAY": gateway, "ARCHIVIST_HOME": str(folder / "home")}
    subprocess.run(command, check=True, env=surroundings | own, cwd=ROOT)  # noqa: S603 - our own program, and no shell
    return [comparable(json.loads(line)) for line in out.read_text("utf-8").splitlines()]


def in_the_page(gateway: str, engine: Harness) -> Iterator[object]:
    """The answers of the page; each question is forgotten before the next, as `batch` remembers none."""
    engine.open()
    engine.send(t="configure", settings=Settings(gateway=gateway).model_dump())
    for number, question in enumerate(QUESTIONS):
        run = f"q{number}"
        engine.send(t="ask", id=run, question=question, conversation=run)
        message = engine.wait_for("answer", f'"id":"{run}"')
        engine.send(t="request", id=f"forget-{run}", what="forget-run", run=run)
        engine.wait_for("reply", f'"id":"forget-{run}"')
        yield comparable(message["answer"])


def test_the_page_answers_as_the_terminal_does(engine: Harness, gateway: str, watch: Watch, tmp_path: Path) -> None:
    watch.admits(gateway)

    assert [*in_the_page(gateway, engine)] == in_the_terminal(gateway, tmp_path)
