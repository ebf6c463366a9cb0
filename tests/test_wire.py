"""What crosses between page and worker, read back as it was written."""

from __future__ import annotations

from typing import cast

import pytest
from jsonschema import Draft202012Validator
from pydantic import JsonValue, ValidationError

from archivist.dag import Event, RunId
from archivist.librarian import Answer, ShownBook
from archivist.settings import Settings
from archivist.wire import (
    Answered,
    AnyDown,
    AnyUp,
    Ask,
    AskWhy,
    BooksSoFar,
    Boot,
    Configure,
    ConversationBrief,
    ConversationList,
    Decide,
    Done,
    Failed,
    GetMemory,
    ImportShelf,
    Log,
    OpenQuestionBrief,
    OpenQuestionList,
    Resume,
    RunEvent,
    Stop,
    Verdict,
    event_text,
    parse_down,
    parse_up,
    schema,
    text_of,
)

UP = [
    Ask(id="1", question="Dune"),
    Stop(id="1"),
    Configure(settings=Settings(google_books_key="k", language="de")),
    GetMemory(id="r1", search="whales"),
    AskWhy(id="r2", book="urn:isbn:9780441172719"),
    ImportShelf(id="r3", name="metadata.db", base64="AAAA"),
    Resume(id="r4", run="q1"),
    Decide(id="r5", run="q1", verdicts={"q1-0": Verdict(kind="approve", arguments={"title": "Dune"})}),
]
DOWN = [
    Boot(stage="app", done=2, total=3, note="Opening the catalogue"),
    RunEvent(id="1", event={"kind": "node-start", "path": ["on-topic-search", "extract-query"]}),
    BooksSoFar(id="1", books=(ShownBook(id="urn:b", title="Dune"),)),
    Answered(id="1", answer=Answer(id="1", question="Dune", intent="on-topic", outcome="declined", answer="…")),
    Failed(id=None, code="boot", message="Python could not start.", advice="Reload the page."),
    Log(level="info", text="ready"),
    ConversationList(id="r6", conversations=(ConversationBrief(id="main", title="Dune", at=1),)),
    OpenQuestionList(
        id="r7", questions=(OpenQuestionBrief(id="q1", question="Dune", conversation="main", at=1, pending=()),)
    ),
    Done(id="r8", what="forget-run", changed=True),
]


def name_of(message: AnyUp | AnyDown) -> str:
    return type(message).__name__


@pytest.mark.parametrize("message", UP, ids=name_of)
def test_what_goes_up_is_read_as_it_was_written(message: AnyUp) -> None:
    assert parse_up(text_of(message)) == message


@pytest.mark.parametrize("message", DOWN, ids=name_of)
def test_what_comes_down_is_read_as_it_was_written(message: AnyDown) -> None:
    assert parse_down(text_of(message)) == message


def test_an_event_is_written_as_its_message_would_be() -> None:
    detail = {"what": "step", "made": {"query": "Bücher \u2028"}, "seconds": 0.25, "count": None}
    event = Event(
        kind="note",
        seq=7,
        run_id=RunId("1"),
        dag="urn:d",
        name="rank",
        path=("on-topic", "rank"),
        at=1.5,
        wall=2.0,
        detail=detail,
    )

    assert event_text("1", event) == text_of(RunEvent(id="1", event=cast("dict[str, JsonValue]", event.to_json())))


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", '{"t": "format-disk"}', '{"t": "ask", "id": "", "question": "x"}', '{"t": "stop", "id": 3}'],
)
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        parse_up(text)


def test_the_schema_that_the_page_is_written_against_is_a_schema_and_names_every_kind() -> None:
    both = schema()

    assert {"up", "down"} == both.keys()
    for direction, kinds in (
        ("up", {"ask", "stop", "configure", "model", "request"}),
        ("down", {"boot", "event", "books", "ahead", "answer", "failed", "log", "model", "model-drop", "reply"}),
    ):
        one = both[direction]
        assert isinstance(one, dict)
        Draft202012Validator.check_schema(one)
        assert kinds_of(one) == kinds


def kinds_of(one: dict[str, JsonValue]) -> set[str]:
    discriminator = one["discriminator"]
    assert isinstance(discriminator, dict)
    mapping = discriminator["mapping"]
    assert isinstance(mapping, dict)
    return set(mapping)
