"""The desk between the page's messages and a session, without a browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from archivist.browser.desk import Desk
from archivist.librarian.answer import Answer, Outcome, PendingCall
from archivist.session import Stopped
from archivist.settings import Settings

Sent = list[dict[str, object]]
Tell = Callable[..., None]


class Reader:
    """A session that answers when told to, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.settings: Settings | None = None
        self.gate = asyncio.Event()
        self.error: Exception | None = None
        self.pending: tuple[PendingCall, ...] = ()
        self._stopping: dict[str, asyncio.Event] = {}

    async def ask(self, question: str, *, id: str, conversation: str) -> Answer:
        self.asked.append((question, conversation))
        self._stopping[id] = asyncio.Event()
        waits = [asyncio.ensure_future(event.wait()) for event in (self.gate, self._stopping[id])]
        _, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in pending:
            wait.cancel()
        if self._stopping[id].is_set():
            raise Stopped
        if self.error:
            raise self.error
        outcome: Outcome = "needs-approval" if self.pending else "found"
        return Answer(
            id=id, question=question, intent="on-topic", outcome=outcome, answer="Here.", pending=self.pending
        )

    def stop(self, id: str) -> bool:
        if id not in self._stopping:
            return False
        self._stopping[id].set()
        return True

    def configure(self, settings: Settings) -> None:
        if settings.gateway == "nowhere":
            message = "nowhere is no address; the key is k"
            raise ValueError(message)
        self.settings = settings


@pytest.fixture
async def reader() -> Reader:
    return Reader()


@pytest.fixture
def sent() -> Sent:
    return []


@pytest.fixture
async def tell(reader: Reader, sent: Sent) -> Tell:
    desk = Desk(lambda text: sent.append(json.loads(text)))
    desk.staff(reader)
    return lambda **message: desk.receive(json.dumps(message))


async def settle() -> None:
    """Lets everything run that can."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_question_gets_its_answer_under_its_own_id(reader: Reader, tell: Tell, sent: Sent) -> None:
    reader.gate.set()
    tell(t="ask", id="q1", question="Dune?", conversation="main")
    await settle()

    assert [(m["t"], m["id"]) for m in sent] == [("answer", "q1")]
    assert reader.asked == [("Dune?", "main")]


async def test_stop_ends_one_question_within_a_tick_and_leaves_the_other(
    reader: Reader, tell: Tell, sent: Sent
) -> None:
    tell(t="ask", id="q1", question="one")
    tell(t="ask", id="q2", question="two")
    await settle()

    tell(t="stop", id="q1")
    await settle()
    assert [(m["t"], m["id"], m.get("code")) for m in sent] == [("failed", "q1", "stopped")]

    reader.gate.set()
    await settle()
    assert [(m["t"], m["id"]) for m in sent] == [("failed", "q1"), ("answer", "q2")]


async def test_a_question_that_is_stopped_before_it_began_is_stopped(reader: Reader, tell: Tell, sent: Sent) -> None:
    tell(t="ask", id="q1", question="one")
    tell(t="stop", id="q1")
    await settle()

    assert [(m["t"], m["id"], m["code"]) for m in sent] == [("failed", "q1", "stopped")]
    assert reader.asked == []


async def test_stopping_what_is_over_changes_nothing(tell: Tell, sent: Sent) -> None:
    tell(t="stop", id="q1")
    await settle()

    assert sent == []


async def test_a_question_asked_twice_under_one_id_runs_once(reader: Reader, tell: Tell, sent: Sent) -> None:
    reader.gate.set()
    tell(t="ask", id="q1", question="one")
    tell(t="ask", id="q1", question="two")
    await settle()

    assert [m["t"] for m in sent] == ["log", "answer"]
    assert [question for question, _ in reader.asked] == ["one"]


async def test_settings_that_cannot_be_leave_the_old_ones_and_are_not_repeated(
    reader: Reader, tell: Tell, sent: Sent
) -> None:
    tell(t="configure", settings={"google_books_key": "k1", "language": "en"})
    tell(t="configure", settings={"google_books_key": "k2", "gateway": "nowhere", "language": "en"})

    assert reader.settings == Settings(google_books_key="k1")
    assert [m["t"] for m in sent] == ["log"]
    assert "nowhere" not in json.dumps(sent)


async def test_settings_reach_the_session(reader: Reader, tell: Tell) -> None:
    tell(t="configure", settings={"google_books_key": "k", "gateway": None, "language": "de"})

    assert reader.settings == Settings(google_books_key="k", language="de")


async def test_a_defect_is_told_in_a_sentence_and_logged_without_the_visitors_words(
    reader: Reader, tell: Tell, sent: Sent
) -> None:
    reader.error = KeyError("my secret question")
    reader.gate.set()
    tell(t="ask", id="q1", question="my secret question")
    await settle()

    assert {m["t"] for m in sent} == {"log", "failed"}
    assert "secret" not in json.dumps(sent)
    assert "KeyError" in json.dumps(sent)


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", '{"t":"surprise"}', '{"t":"ask","id":"x"}', '{"t":"ask","id":"","question":"?"}']
)
async def test_what_is_no_message_is_reported_and_changes_nothing(reader: Reader, sent: Sent, text: str) -> None:
    desk = Desk(lambda out: sent.append(json.loads(out)))
    desk.staff(reader)
    desk.receive(text)
    await settle()

    assert [m["t"] for m in sent] == ["log"]
    assert reader.asked == []


async def test_an_answer_that_the_session_tells_early_is_told_once_whatever_comes_of_it_later(
    reader: Reader, sent: Sent
) -> None:
    desk = Desk(lambda text: sent.append(json.loads(text)))
    desk.staff(reader)
    reader.error = OSError("the disk is full")
    desk.receive(json.dumps({"t": "ask", "id": "q1", "question": "Dune"}))
    await settle()
    desk.answer("q1", Answer(id="q1", question="Dune", intent="on-topic", outcome="found", answer="Here."))
    told_at_once = [message["t"] for message in sent]
    reader.gate.set()
    await settle()

    assert told_at_once == ["answer"]
    assert [message["t"] for message in sent] == ["answer", "log"]
    assert not desk.busy


async def test_calls_that_wait_are_shown_once_they_are_saved_so_that_they_wait_after_a_reload_too(
    reader: Reader, sent: Sent
) -> None:
    disk = asyncio.Event()
    desk = Desk(lambda text: sent.append(json.loads(text)), saved=disk.wait)
    desk.staff(reader)
    reader.pending = (PendingCall(key="k", tool="wikipedia", source="Wikipedia"),)
    reader.gate.set()
    desk.receive(json.dumps({"t": "ask", "id": "q1", "question": "Dune"}))
    await settle()
    told_before = list(sent)
    disk.set()
    await settle()

    assert told_before == []
    assert [(message["t"], message["id"]) for message in sent] == [("answer", "q1")]
    assert not desk.busy


async def test_an_answer_waits_for_no_disk(reader: Reader, sent: Sent) -> None:
    desk = Desk(lambda text: sent.append(json.loads(text)), saved=asyncio.Event().wait)
    desk.staff(reader)
    reader.gate.set()
    desk.receive(json.dumps({"t": "ask", "id": "q1", "question": "Dune"}))
    await settle()

    assert [message["t"] for message in sent] == ["answer"]
