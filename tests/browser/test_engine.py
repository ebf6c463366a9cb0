"""The channel between page and worker, and what happens when the worker does not do its part."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.harness import Harness
from tests.browser.watch import Watch

ECHO = """
port.listen(lambda text: tell(json.loads(text)))
is_ready()
"""
# Answers "slow" never, "stuck" by never giving the thread back, everything else at once.
SESSION = """
from archivist.wire import Failed
def receive(text):
    message = parse_up(text)
    if message.t == "ask" and message.question == "stuck":
        while True: pass
    if message.t == "stop" or message.question != "slow":
        code = "stopped" if message.t == "stop" else "done"
        port.send(text_of(Failed(id=message.id, code=code, message="")))
port.listen(receive)
is_ready()
"""


def test_what_was_sent_before_python_was_there_arrives_in_order(engine: Harness) -> None:
    engine.open(ECHO)
    engine.send(t="configure", settings={"google_books_key": None, "gateway": None, "language": "de"})
    engine.send(t="ask", id="q1", question="whales")
    engine.wait_for("log", "whales")

    first, second = engine.heard("log").all_text_contents()
    assert "configure" in first
    assert "ask" in second


def test_the_states_follow_a_question(engine: Harness) -> None:
    engine.open(SESSION)
    engine.wait_for("boot", "ready")
    engine.send(t="ask", id="q1", question="whales")
    engine.wait_for("failed", "q1")

    assert engine.heard("state").all_text_contents() == ['"ready"', '"asking"', '"ready"']


def test_progress_is_told_before_python_is_there(engine: Harness) -> None:
    engine.open(ECHO)

    assert engine.wait_for("boot")["stage"] == "runtime"


def test_stop_is_heard_while_a_question_runs(engine: Harness) -> None:
    engine.open(SESSION)
    engine.wait_for("boot", "ready")
    engine.send(t="ask", id="q1", question="slow")
    engine.send(t="stop", id="q1")

    assert engine.wait_for("failed", "q1", seconds=1)["code"] == "stopped"


def test_a_worker_that_does_not_stop_is_ended_and_replaced(engine: Harness) -> None:
    engine.open(SESSION, stopGrace=300)
    engine.wait_for("boot", "ready")
    engine.send(t="ask", id="q1", question="stuck")
    engine.send(t="stop", id="q1")

    assert engine.wait_for("failed", "q1", seconds=5)["code"] == "engine-lost"
    expect(engine.heard("boot").filter(has_text='"ready"')).to_have_count(2, timeout=60_000)
    engine.send(t="ask", id="q2", question="whales")
    assert engine.wait_for("failed", "q2")["code"] == "done"


def test_settings_outlive_a_restart(engine: Harness) -> None:
    engine.open(ECHO)
    engine.send(t="configure", settings={"google_books_key": None, "gateway": None, "language": "de"})
    engine.wait_for("log", "configure")
    engine.restart()

    expect(engine.heard("log").filter(has_text="configure")).to_have_count(2, timeout=60_000)


def test_a_start_that_hangs_is_reported_and_can_be_tried_again(engine: Harness, page: Page) -> None:
    page.route(re.compile(r"pyodide\.asm\.wasm$"), lambda _: None)
    engine.open(ECHO, bootSilence=1500)

    assert engine.wait_for("failed", seconds=20)["code"] == "boot-timeout"
    expect(page.locator("iframe[title=engine]")).to_have_attribute("data-state", "failed")

    page.unroute(re.compile(r"pyodide\.asm\.wasm$"))


def test_python_that_cannot_start_is_reported(engine: Harness, watch: Watch) -> None:
    watch.expects("ModuleNotFoundError|its script ended early")
    engine.open("import no_such_module")

    failed = engine.wait_for("failed")
    assert (failed["id"], failed["code"]) == (None, "boot-failed")


def test_python_that_breaks_later_is_reported_and_can_be_started_again(engine: Harness, watch: Watch) -> None:
    watch.expects("ZeroDivisionError")
    engine.open("port.listen(lambda text: 1 / 0)\nis_ready()")
    engine.wait_for("boot", "ready")
    engine.send(t="ask", id="q1", question="whales")

    assert engine.wait_for("failed")["code"] == "engine-crashed"
    engine.restart()
    expect(engine.heard("boot").filter(has_text='"ready"')).to_have_count(2, timeout=60_000)


def test_a_missing_file_of_the_runtime_is_reported(engine: Harness, page: Page, watch: Watch) -> None:
    watch.expects(r"404|MessageEvent|ended early|request failed|standard library|not valid JSON|Error: ")

    def missing(route: Route) -> None:
        route.fulfill(status=404, body="not here")

    page.route(re.compile(r"pyodide-lock\.json$"), missing)
    engine.open(ECHO, bootSilence=15_000)

    assert engine.wait_for("failed")["id"] is None


def test_a_message_of_unknown_kind_is_reported_to_the_page(engine: Harness) -> None:
    engine.open('port.send(\'{"t": "surprise"}\')\nis_ready()\nport.listen(tell)')

    assert engine.wait_for("failed")["code"] == "unknown-message"


def test_a_gateway_of_the_visitors_may_be_reached_and_its_neighbours_may_not(engine: Harness, watch: Watch) -> None:
    watch.expects("violates|Content Security Policy|policy violation|stranger|ERR_FAILED")
    engine.open(
        """
from js import fetch
async def reach(url):
    try: await fetch(url, mode="no-cors")
    except Exception as error: return str(error)
async def listening(text):
    tell([await reach("https://mirror.example/openlibrary.org/search.json"), await reach("https://other.example/")])
port.listen(lambda text: asyncio.ensure_future(listening(text)))
is_ready()
"""
    )
    engine.send(
        t="configure", settings={"google_books_key": None, "gateway": "https://mirror.example", "language": "en"}
    )
    engine.told()

    strangers = [seen for seen in watch.tolerated if "stranger" in seen]
    assert strangers == ["request to a stranger: https://mirror.example/openlibrary.org/search.json"]
