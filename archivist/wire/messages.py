"""Questions and their answers as they cross: four kinds up, eight down. Events of a run keep the engine's shape."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from archivist.librarian.answer import Answer, ShownBook
from archivist.settings import Settings
from archivist.wire.message import Later, Message

Stage = Literal["runtime", "library", "app", "ready"]


class Ask(Message):
    """A question. `id` is made by the page and names the run in everything that follows."""

    t: Literal["ask"] = "ask"
    id: str = Field(min_length=1, max_length=64)
    question: str
    conversation: str = "main"


class Stop(Message):
    """Stop the run `id`; its answer is then `failed` with code `stopped`."""

    t: Literal["stop"] = "stop"
    id: str


class Configure(Message):
    """The settings from now on, whole."""

    t: Literal["configure"] = "configure"
    settings: Settings


class ModelSaid(Later):
    """A piece of what a model in the page answers to `ModelWanted`; each piece has status and kind as of HTTP."""

    t: Literal["model"] = "model"
    id: str
    status: int
    kind: str
    text: str
    done: bool


class ModelWanted(Later):
    """A request to a model in the page, in OpenAI's shape; without a body it asks for the list of models."""

    t: Literal["model"] = "model"
    id: str
    model: str
    path: str
    body: str | None


class ModelDropped(Later):
    """Nobody waits any more for what a model in the page answers."""

    t: Literal["model-drop"] = "model-drop"
    id: str


class Boot(Message):
    """Progress of starting: `done` of `total` steps, `note` for people. `ready` is the last one."""

    t: Literal["boot"] = "boot"
    stage: Stage
    done: int
    total: int
    note: str = ""


class RunEvent(Message):
    """One engine event of run `id`."""

    t: Literal["event"] = "event"
    id: str
    event: dict[str, JsonValue]


class BooksSoFar(Message):
    """Books that question `id` has found while sources are still being asked; the answer may show others."""

    t: Literal["books"] = "books"
    id: str
    books: tuple[ShownBook, ...]


class AskedAhead(Message):
    """Open Library had been asked for question `id` while Python was starting, and its answer was taken over."""

    t: Literal["ahead"] = "ahead"
    id: str


class Answered(Message):
    """The checked answer to question `id`."""

    t: Literal["answer"] = "answer"
    id: str
    answer: Answer


class Failed(Message):
    """Question `id` (or, with None, the boot) could not be answered; `message` and `advice` are sentences for the
    visitor.
    """

    t: Literal["failed"] = "failed"
    id: str | None
    code: str
    message: str
    advice: str = ""


class Log(Message):
    """A line for the developer's console; never carries a key or a visitor's words."""

    t: Literal["log"] = "log"
    level: Literal["debug", "info", "warning", "error"]
    text: str
