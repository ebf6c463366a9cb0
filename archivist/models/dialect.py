"""What differs from one provider family to the next: paths, headers, bodies, and how an answer is read."""

from __future__ import annotations

import re
from typing import Literal, Protocol

from pydantic import JsonValue

from archivist.models.chat import ChatReply, ChatRequest, Usage
from archivist.models.errors import SchemaViolation
from archivist.models.sse import ServerEvent

Form = Literal["schema", "tool", "text"]
"""How an answer in a form is asked for: by the provider's own schema field, as the arguments of a tool, or in words."""

Body = dict[str, JsonValue]

# Models that think aloud put it in front of the answer; Qwen and DeepSeek in these tags.
_THOUGHT = re.compile(r"^\s*<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)


class Pieces(Protocol):
    """An answer that arrives in pieces; `usage` is what was counted so far."""

    usage: Usage

    def add(self, event: ServerEvent) -> str:
        """Takes one event and gives the words that it adds.

        Raises:
            ModelError: the event is an error, or not what it has to be.
        """

    def reply(self) -> ChatReply:
        """The whole answer, when the stream has ended.

        Raises:
            SchemaViolation: there was none.
        """


class Dialect(Protocol):
    """One provider family; holds no state but its settings."""

    @property
    def forms(self) -> tuple[Form, ...]:
        """The ways to ask for an answer in a form, best first."""

    def headers(self) -> dict[str, str]:
        """The headers that carry the key; nothing else that a browser would have to ask leave for."""

    def path(self, model: str, *, stream: bool) -> str:
        """Where a request goes, below the interface's address."""

    def body(self, model: str, request: ChatRequest, form: Form, *, stream: bool) -> Body:
        """The request as this family takes it."""

    def reply(self, document: JsonValue) -> ChatReply:
        """The answer in a document.

        Raises:
            ModelError: it is none.
        """

    def pieces(self, *, aloud: bool = False) -> Pieces:
        """A reader for one streamed answer; `aloud`: the arguments of a call are words too."""

    def listing(self) -> str:
        """Where the list of models is."""

    def listed(self, document: JsonValue) -> tuple[str, ...]:
        """The names in that list."""


def mapping(value: JsonValue, what: str) -> dict[str, JsonValue]:
    """The value as an object.

    Raises:
        SchemaViolation: it is none.
    """
    if isinstance(value, dict):
        return value
    message = f"{what} is no object"
    raise SchemaViolation(message)


def sequence(value: JsonValue, what: str) -> list[JsonValue]:
    """The value as a list.

    Raises:
        SchemaViolation: it is none.
    """
    if isinstance(value, list):
        return value
    message = f"{what} is no list"
    raise SchemaViolation(message)


def text(value: JsonValue) -> str:
    """The value if it is text, else nothing."""
    return value if isinstance(value, str) else ""


def count(value: JsonValue) -> int:
    """The value if it is a number, else 0."""
    return int(value) if isinstance(value, (int, float)) else 0


def spoken(answer: str) -> str:
    """The answer without what the model thought before it."""
    return _THOUGHT.sub("", answer).strip()
