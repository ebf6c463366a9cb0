"""What is kept in the browser: over a reload, over a tab that is closed in the middle, and beside a second tab."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.harness import Harness
from tests.browser.services import Services

Json = dict[str, object]
ROWS = {"open-questions": "questions"}
DUNE, WHALES = "Dune by Frank Herbert", "books about whales"


@pytest.fixture
def opened(context: BrowserContext) -> Callable[[], Harness]:
    """Opens another tab with the engine, ready."""

    def tab() -> Harness:
        harness = Harness(context.new_page())
        harness.open()
        harness.wait_for("boot", '"ready"')
        return harness

    return tab


def ask(tab: Harness, id: str, question: str, conversation: str = "main") -> Json:
    tab.send(t="ask", id=id, question=question, conversation=conversation)
    return tab.wait_for("answer", f'"id":"{id}"')


def request(tab: Harness, id: str, what: str, **fields: object) -> Json:
    tab.send(t="request", id=id, what=what, **fields)
    return tab.wait_for("reply", f'"id":"{id}"')


def saved(opened: Callable[[], Harness], what: str, count: int) -> tuple[Harness, list[Json]]:
    """A fresh tab that finds so many, and what it finds: another tab saves a moment after its answer."""
    for _ in range(10):
        tab = opened()
        rows = request(tab, "saved", what)[ROWS.get(what, what)]
        assert isinstance(rows, list)
        if len(rows) == count:
            return tab, rows
        tab.page.close()
    pytest.fail(f"{what} never were {count}")


def ids(rows: object) -> list[str]:
    assert isinstance(rows, list)
    return [row["id"] for row in rows]


def test_a_conversation_is_there_after_the_tab_was_closed(opened: Callable[[], Harness]) -> None:
    first = opened()
    ask(first, "q1", DUNE)
    again, (conversation,) = saved(opened, "conversations", 1)
    first.page.close()

    assert conversation["title"] == DUNE
    assert ids(request(again, "t", "conversation", conversation="main")["turns"]) == ["q1:visitor", "q1:archivist"]
    assert request(again, "d", "data")["kept"] is True


def test_two_tabs_do_not_destroy_each_others_conversations(opened: Callable[[], Harness]) -> None:
    one, two = opened(), opened()
    ask(one, "q1", DUNE, "one")
    ask(two, "q2", WHALES, "two")

    _, kept = saved(opened, "conversations", 2)

    assert set(ids(kept)) == {"one", "two"}


def test_a_question_whose_tab_was_closed_goes_on_in_the_next_and_asks_nobody_twice(
    opened: Callable[[], Harness], services: Services
) -> None:
    services.wikipedia.holds()
    first = opened()
    first.send(t="ask", id="q1", question=WHALES, conversation="main")
    services.wikipedia.asked(first.page)
    first.wait_for("event", "tool-settled")
    second, (left,) = saved(opened, "open-questions", 1)
    first.page.close()
    services.wikipedia.release()
    before = len(services.requests)

    second.send(t="request", id="go", what="resume", run="q1")
    answer = second.wait_for("answer", '"id":"q1"')["answer"]

    assert left["question"] == WHALES
    assert answer["outcome"] == "found"  # type: ignore[index]
    assert {asked.service for asked in services.requests[before:]} == {"wikipedia"}
    assert ids(request(second, "t", "conversation", conversation="main")["turns"]) == ["q1:visitor", "q1:archivist"]


def test_erased_is_erased_in_the_next_tab_too(opened: Callable[[], Harness]) -> None:
    first = opened()
    ask(first, "q1", DUNE)
    saved(opened, "conversations", 1)

    request(first, "e", "erase-everything")
    _, rows = saved(opened, "conversations", 0)

    assert rows == []


def test_a_browser_that_keeps_nothing_says_so_once_and_answers(page: Page) -> None:
    tab = Harness(page)
    tab.open(worker_without_storage())
    tab.wait_for("boot", '"ready"')
    warned = tab.wait_for("log", "does not let the Archivist keep anything")

    answer = ask(tab, "q1", DUNE)["answer"]
    data = request(tab, "d", "data")

    assert warned["level"] == "warning"
    assert answer["outcome"] == "found"  # type: ignore[index]
    assert (data["kept"], data["notice"]) == (False, warned["text"])


def worker_without_storage() -> str:
    """The Archivist in a worker whose IndexedDB is refused, as some private windows do it."""
    return """
import pyodide_js
from archivist.browser import worker
def refused(*_): raise OSError("IndexedDB is refused")
import archivist.browser.kept as kept
fs = {"mount": staticmethod(refused), "filesystems": pyodide_js.FS.filesystems}
kept.pyodide_js = type("P", (), {"FS": type("F", (), fs)})
await worker.serve(port)
"""
