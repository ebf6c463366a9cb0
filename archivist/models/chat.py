"""What is said to a chat model and what it answers, the same for every provider."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pydantic import JsonValue

from archivist.tools import ToolCall, ToolDefinition

Role = Literal["system", "user", "assistant", "tool"]
Choice = Literal["auto", "required", "none"]
Finish = Literal["stop", "length", "tool-call"]
OnText = Callable[[str], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn. `calls` are an assistant's tool calls; `call_id` and `tool` say which call a tool's message answers,
    `failed` that it did not work out, for families that have a place for that.
    """

    role: Role
    content: str = ""
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    tool: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """The form in which an answer is wanted: one JSON object that fits `schema` (JSON Schema 2020-12)."""

    name: str
    schema: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """What a model is asked; `max_tokens` bounds the answer. `output` and `tools` exclude each other."""

    messages: tuple[Message, ...]
    max_tokens: int = 512
    temperature: float = 0.2
    tools: tuple[ToolDefinition, ...] = ()
    tool_choice: Choice = "auto"
    output: Output | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens as the provider counted them, zero where it does not tell."""

    tokens_in: int = 0
    tokens_out: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(tokens_in=self.tokens_in + other.tokens_in, tokens_out=self.tokens_out + other.tokens_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """What a model answered: words, tool calls, or (where an `output` was asked for) the `value` that fits it."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    finish: Finish = "stop"
    usage: Usage = field(default_factory=Usage)
    value: Mapping[str, JsonValue] | None = None


class ChatModel(Protocol):
    """A model that can be asked. `id` is `provider:model`.

    Raises (from `chat` and `models`):
        ModelError: as drawn in `errors`; nothing else but cancellation, which aborts the request under way.
    """

    @property
    def id(self) -> str:
        """Which model this is."""

    async def chat(
        self, request: ChatRequest, *, deadline: float | None = None, on_text: OnText | None = None
    ) -> ChatReply:
        """The answer, by `deadline` (the clock's monotonic seconds) at the latest; `on_text` hears words as they
        come, and of an answer in a form its JSON.
        """
        ...

    async def probe(self) -> bool:
        """Whether it can be asked now; never raises a `ModelError`."""
        ...

    async def models(self) -> tuple[str, ...]:
        """The names of the models that the host offers for chat, in its order."""
        ...
