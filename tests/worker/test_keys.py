"""Where a key may be: in a header of a request to its own host, and nowhere else. One visit, then all is grepped."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import get_args

import pytest

from archivist.browser.counter import Counter
from archivist.browser.desk import Desk
from archivist.memory import Format
from archivist.session import Home
from archivist.settings import Settings
from archivist.tools import Answer as Verdict
from archivist.wire.requests import BookFormat
from tests.librarian.test_model_reader import served
from tests.librarian.world import GOOGLE, World

MODEL_KEY, GOOGLE_KEY = "canary-model-4711-0815", "canary-google-0815-4711"
KEYS = Settings(
    model_provider="openai",
    model_key=MODEL_KEY,
    model_embedder="text-embedding-3-small",
    model_budget=1_000_000,
    google_books_key=GOOGLE_KEY,
    ask_first=True,
)
WHALES = "books about whales and obsession"


class Visitor:
    """A visit over the wire, with all that came down and all that was written to the console."""

    def __init__(self, place: Path) -> None:
        self.down: list[str] = []
        self.file = place / "archivist.sqlite"
        self.world = World(settings=None, home=Home(self.file))
        self.desk = Desk(self.down.append)
        self.desk.staff(self.world.session, Counter(self.world.session))
        self.world.session.listen(self.desk.event, self.desk.books)

    async def says(self, **message: object) -> None:
        self.desk.receive(json.dumps(message))
        while self.desk.busy:
            await self.world.clock.sleep(0)

    async def requests(self, what: str, **fields: object) -> str:
        """The reply to a request."""
        self.desk.receive(json.dumps({"t": "request", "id": f"r{len(self.down)}", "what": what, **fields}))
        return self.down[-1]


@pytest.fixture
async def visitor(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Visitor:
    """Somebody who set both keys, was asked first, had a good model and then one that refuses and repeats the key."""
    caplog.set_level(logging.DEBUG)
    one = Visitor(tmp_path)
    one.world.web.does("https://api.openai.com/v1/chat", served)
    one.world.web.answers("https://api.openai.com/v1/embeddings", {"error": {"message": MODEL_KEY}}, status=401)
    await one.says(t="configure", settings=KEYS.model_dump())
    await one.says(t="ask", id="first", question=WHALES)
    waiting = one.world.session.open_questions()
    assert [question.id for question in waiting] == ["first"]
    await one.world.session.decide("first", {}, Verdict.approve())
    one.world.web.answers("https://api.openai.com/v1/chat", {"error": {"message": f"bad key {MODEL_KEY}"}}, status=401)
    await one.says(t="configure", settings=KEYS.model_copy(update={"ask_first": False}).model_dump())
    await one.says(t="ask", id="second", question="Dune by Frank Herbert")
    await one.says(t="configure", settings={**KEYS.model_dump(), "gateway": f"https://{MODEL_KEY}@x/{GOOGLE_KEY}"})
    return one


def holds_key(text: str) -> bool:
    return MODEL_KEY in text or GOOGLE_KEY in text


async def test_the_visit_was_what_it_is_meant_to_be(visitor: Visitor) -> None:
    answers = [json.loads(text) for text in visitor.down if '"t":"answer"' in text]

    assert [answer["answer"]["outcome"] for answer in answers] == ["needs-approval", "found"]
    assert any(MODEL_KEY in str(request.headers) for request in visitor.world.web.sent)
    assert any(GOOGLE_KEY in request.url for request in visitor.world.web.sent)


async def test_no_message_to_the_page_holds_a_key(visitor: Visitor) -> None:
    assert any('"t":"event"' in text for text in visitor.down)
    assert any("model-call" in text for text in visitor.down)
    assert any("model-fell" in text for text in visitor.down)
    assert [text for text in visitor.down if holds_key(text)] == []


async def test_no_log_holds_a_key(visitor: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    assert visitor.down
    assert not holds_key(caplog.text)
    assert any('"t":"log"' in text for text in visitor.down)  # the gateway that was no address


@pytest.mark.parametrize("form", get_args(BookFormat))
async def test_no_export_of_books_holds_a_key(visitor: Visitor, form: str) -> None:
    said = await visitor.requests("export-books", run="second", format=form)

    assert "Dune" in said
    assert not holds_key(said)


@pytest.mark.parametrize("form", get_args(Format))
async def test_no_export_of_memory_holds_a_key(visitor: Visitor, form: str) -> None:
    said = await visitor.requests("export-memory", form=form)

    assert "Dune" in said
    assert not holds_key(said)


@pytest.mark.parametrize("what", ["settings", "data", "conversations", "memory", "open-questions", "shelf"])
async def test_no_reply_about_what_is_kept_holds_a_key(visitor: Visitor, what: str) -> None:
    assert not holds_key(await visitor.requests(what))


async def test_no_checkpoint_holds_a_key(visitor: Visitor) -> None:
    await visitor.says(t="configure", settings=KEYS.model_dump())
    await visitor.says(t="ask", id="third", question="What is Moby-Dick about?")

    (waiting,) = visitor.world.session.open_questions()
    assert waiting.checkpoint is not None
    assert not holds_key(waiting.model_dump_json())


async def test_the_kept_file_holds_no_key(visitor: Visitor) -> None:
    visitor.world.home.close()
    files = list(visitor.file.parent.iterdir())

    assert visitor.file in files
    assert not any(key.encode() in file.read_bytes() for file in files for key in (MODEL_KEY, GOOGLE_KEY))


async def test_a_key_is_in_no_address_but_googles_own_which_has_no_other_place_for_it(visitor: Visitor) -> None:
    for request in visitor.world.web.sent:
        assert MODEL_KEY not in request.url + (request.body or "")
        assert MODEL_KEY not in str(request.headers) or request.url.startswith("https://api.openai.com/")
        assert GOOGLE_KEY not in str(request.headers) + (request.body or "")
        assert GOOGLE_KEY not in request.url or request.url.startswith(GOOGLE)


async def test_no_recording_holds_a_key(visitor: Visitor) -> None:
    kept = [visitor.world.home.store.recordings.get(run) for run in ("first", "second")]

    assert all(kept)
    assert not holds_key(str(kept))
