"""What crosses between page and worker: JSON text, three messages up, five down.

Both sides hold to this file: the worker parses what comes up with `parse_up` and writes with `text_of`; the page has
one switch over `t`, made against `schema()`, whose default branch reports a kind it does not know. Events of a run
keep the shape in which the engine emits them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from archivist.librarian.answer import Answer
from archivist.settings import Settings

Stage = Literal["runtime", "library", "app", "ready"]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Ask(_Message):
    """A question. `id` is made by the page and names the run in everything that follows."""

    t: Literal["ask"] = "ask"
    id: str = Field(min_length=1, max_length=64)
    question: str
    conversation: str = "main"


class Stop(_Message):
    """Stop the run `id`; its answer is then `failed` with code `stopped`."""

    t: Literal["stop"] = "stop"
    id: str


class Configure(_Message):
    """The settings from now on, whole."""

    t: Literal["configure"] = "configure"
    settings: Settings


class Boot(_Message):
    """Progress of starting: `done` of `total` steps, `note` for people. `ready` is the last one."""

    t: Literal["boot"] = "boot"
    stage: Stage
    done: int
    total: int
    note: str = ""


class RunEvent(_Message):
    """One engine event of run `id`."""

    t: Literal["event"] = "event"
    id: str
    event: dict[str, JsonValue]


class Answered(_Message):
    """The checked answer to question `id`."""

    t: Literal["answer"] = "answer"
    id: str
    answer: Answer


class Failed(_Message):
    """Question `id` (or, with None, the boot) could not be answered; `message` and `advice` are sentences for the
    visitor.
    """

    t: Literal["failed"] = "failed"
    id: str | None
    code: str
    message: str
    advice: str = ""


class Log(_Message):
    """A line for the developer's console; never carries a key or a visitor's words."""

    t: Literal["log"] = "log"
    level: Literal["debug", "info", "warning", "error"]
    text: str


Up = Annotated[Ask | Stop | Configure, Field(discriminator="t")]
Down = Annotated[Boot | RunEvent | Answered | Failed | Log, Field(discriminator="t")]

_UP: TypeAdapter[Ask | Stop | Configure] = TypeAdapter(Up)
_DOWN: TypeAdapter[Boot | RunEvent | Answered | Failed | Log] = TypeAdapter(Down)


def parse_up(text: str) -> Ask | Stop | Configure:
    """The message the page sent.

    Raises:
        pydantic.ValidationError: the text is no JSON or none of the three kinds.
    """
    return _UP.validate_json(text)


def parse_down(text: str) -> Boot | RunEvent | Answered | Failed | Log:
    """The message the worker sent; for tests and for readers of recorded runs."""
    return _DOWN.validate_json(text)


def text_of(message: Ask | Stop | Configure | Boot | RunEvent | Answered | Failed | Log) -> str:
    """The message as JSON text."""
    return message.model_dump_json()


def schema() -> dict[str, JsonValue]:
    """JSON Schema of everything that crosses, by direction; the build writes it beside the page."""
    return {"up": _UP.json_schema(), "down": _DOWN.json_schema(mode="serialization")}
