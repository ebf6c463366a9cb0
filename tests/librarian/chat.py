"""Chat models of the tests: one that is good, one that does whatever it reads, and some that mean ill."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from pydantic import JsonValue

from archivist.dag import Clock, FakeClock, SystemClock
from archivist.librarian import Reader, RuleReader
from archivist.librarian.model_reader import ModelCall, ModelReader
from archivist.librarian.model_reader_falling import FallingReader
from archivist.librarian.reading import Turn, read
from archivist.models import ChatModel, ChatReply, ChatRequest, OnText, SchemaViolation, Usage
from archivist.session import Session
from archivist.sources import HttpClient, ScriptedTransport, all_tools
from archivist.tools import ToolCall, ToolDefinition, ToolRegistry
from archivist.tools.schema import Schema
from tests.librarian.world import World

TODAY = date(2026, 11, 30)
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
Data = dict[str, JsonValue]
Says = Callable[["Task"], JsonValue | ChatReply]


@dataclass(frozen=True)
class Task:
    """What a model is given: the task's name, the data in the first frame, and all the words."""

    name: str
    data: Data
    words: str

    @property
    def records(self) -> list[Data]:
        rows = self.data.get("records")
        return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []

    @property
    def question(self) -> str:
        return str(self.data.get("question"))


@dataclass
class Chat:
    """A model that says what `says` makes of its task; an object stands for an answer in the form asked for."""

    says: Says
    id: str = "test:chat"
    heard: list[Task] = field(default_factory=list)

    async def chat(
        self, request: ChatRequest, *, deadline: float | None = None, on_text: OnText | None = None
    ) -> ChatReply:
        del deadline, on_text
        task = task_of(request)
        self.heard.append(task)
        said = self.says(task)
        if isinstance(said, ChatReply):
            return said
        if request.output is None:
            return _called(said)
        if not isinstance(said, dict) or Schema(request.output.schema).problems(said):
            message = "the answer does not fit the form"
            raise SchemaViolation(message)
        return ChatReply(value=said, usage=Usage(tokens_in=10, tokens_out=5))

    async def probe(self) -> bool:
        return True

    async def models(self) -> tuple[str, ...]:
        return (self.id,)


def _called(said: JsonValue) -> ChatReply:
    calls = said.get("calls") if isinstance(said, dict) else None
    made = [
        ToolCall(id=f"c{n}", name=str(one["tool"]), arguments=json.dumps(one["arguments"]))
        for n, one in enumerate(calls if isinstance(calls, list) else [])
        if isinstance(one, dict)
    ]
    return ChatReply(text="" if made else json.dumps(said), calls=tuple(made), finish="tool-call" if made else "stop")


def task_of(request: ChatRequest) -> Task:
    words = "\n".join(message.content for message in request.messages)
    frame = re.search(r"<<<DATA\n(.*)\nDATA>>>", request.messages[1].content)
    data = json.loads(frame[1]) if frame else {}
    return Task(name=request.output.name if request.output else "choose", data=data, words=words)


# A good model


KNOWN = {"that novel where a sailor chases the animal that took his leg": "Moby-Dick"}
"""What a good model knows although the words do not say it."""


def good(task: Task) -> JsonValue:
    """Reads like the rules where they read well, knows a little more, and writes short sentences."""
    does: dict[str, Callable[[], JsonValue]] = {
        "classify": lambda: _kind(task.question),
        "extract": lambda: _terms(task.question),
        "choose": lambda: {"calls": list(_calls(task))},
        "rank": lambda: {"order": [row["n"] for row in task.records]},
        "write": lambda: {"sentences": [_sentence(row) for row in task.records[:3]]},
        "check": lambda: {"unsupported": []},
    }
    return does[task.name]()


def _kind(question: str) -> JsonValue:
    if question in KNOWN:
        return {"intent": "on-topic", "language": "en"}
    reading = read(question, today=TODAY)
    return {"intent": reading.intent, "language": reading.language}


def _terms(question: str) -> JsonValue:
    wanted = read(question, today=TODAY).wanted
    known = KNOWN.get(question)
    return {
        "title": known or wanted.title,
        "authors": [*wanted.authors],
        "subjects": [] if known else [*wanted.subjects],
        "words": [] if known else [*wanted.words],
        "year_from": wanted.years.start,
        "year_to": wanted.years.end,
        "languages": [*wanted.languages],
        "form": wanted.form,
        "order": wanted.order,
        "like_title": wanted.like.title if wanted.like else None,
    }


def _calls(task: Task) -> Iterator[JsonValue]:
    terms = task.data.get("terms")
    known = terms if isinstance(terms, dict) else {}
    if title := known.get("title"):
        yield {"tool": "web_search_books", "arguments": {"title": title}}
        yield {"tool": "wikipedia_summary", "arguments": {"query": title}}
    elif authors := known.get("authors"):
        yield {"tool": "web_search_books", "arguments": {"author": authors[0] if isinstance(authors, list) else ""}}
    elif subjects := known.get("subjects"):
        yield {"tool": "subject_search", "arguments": {"subjects": subjects}}
        yield {"tool": "web_search_books", "arguments": {"subject": subjects}}
    else:
        yield {"tool": "web_search_books", "arguments": {"query": task.question[:100]}}


def _sentence(row: Data) -> str:
    authors = row.get("authors")
    by = f" by {authors[0]}" if isinstance(authors, list) and authors else ""
    year = f", first published in {row['year']}" if "year" in row else ""
    return f"You might enjoy “{row['title']}”{by}{year} [{row['n']}]."


# Putting one in charge


def readers(
    chat: ChatModel,
    clock: Clock | None = None,
    calls: list[ModelCall] | None = None,
    told: list[str] | None = None,
) -> Reader:
    """The model's reader with the rules behind it."""
    clock = clock or SystemClock()
    heard = [] if calls is None else calls
    model = ModelReader(chat, definitions(), clock=clock, on_call=heard.append)
    fell = [] if told is None else told
    return FallingReader(model, RuleReader(), clock=clock, on_fall=fell.append)


def definitions() -> Sequence[ToolDefinition]:
    http = HttpClient(ScriptedTransport(), clock=FakeClock(auto=True))
    return ToolRegistry(*all_tools(http)).definitions()


def with_reader(world: World, reader: Reader, clock: Clock | None = None) -> World:
    """The world with this reader at the desk."""
    world.session = Session(
        world.web,
        world.settings,
        on_event=lambda _, event: world.events.append(event),
        reader=reader,
        clock=clock or world.clock,
        now=lambda: NOW,
    )
    return world


def conversation(*questions: str) -> tuple[Turn, ...]:
    return tuple(Turn(role="visitor", text=question) for question in questions)
