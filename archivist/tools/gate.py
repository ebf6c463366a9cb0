"""Who may say no before anything runs: the gate, what it is shown, what it may decide, and how a person answers."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal, Protocol

from pydantic import ConfigDict, JsonValue, TypeAdapter

from archivist.tools.call import ToolCall
from archivist.tools.policy import ToolPolicy
from archivist.tools.schema import Problem
from archivist.tools.tool import ToolDefinition


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDecision:
    """Allow (perhaps with other arguments in place of the model's), deny with a reason for it, or ask somebody."""

    kind: Literal["allow", "deny", "interrupt"] = "allow"
    arguments: Mapping[str, JsonValue] | None = None
    reason: str = ""
    payload: JsonValue = None

    @classmethod
    def allow(cls, arguments: Mapping[str, JsonValue] | None = None) -> ToolDecision:
        """The call runs; `arguments`, when given, replace the model's and are checked like them."""
        return ALLOW if arguments is None else cls(arguments=arguments)

    @classmethod
    def deny(cls, reason: str = "") -> ToolDecision:
        """The call does not run; the model reads `reason`. Its siblings are not touched."""
        return cls(kind="deny", reason=reason)

    @classmethod
    def interrupt(cls, reason: str, payload: JsonValue = None) -> ToolDecision:
        """Nothing of the batch runs until somebody has answered; `payload` is for the page that asks."""
        return cls(kind="interrupt", reason=reason, payload=payload)


ALLOW = ToolDecision()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a person said to a pending call.

    approve: it runs, perhaps with edited arguments. deny: it does not. supply: it does not, and `value` is its result.
    reply: `value` is handed to whoever asked (the gate's `context.answer`, or the tool's), which decides again.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    kind: Literal["approve", "deny", "supply", "reply"]
    arguments: Mapping[str, JsonValue] | None = None
    reason: str = ""
    value: JsonValue = None

    @classmethod
    def approve(cls, arguments: Mapping[str, JsonValue] | None = None) -> Answer:
        """Let it run; edited arguments are checked and put to the gate like the model's."""
        return cls(kind="approve", arguments=arguments)

    @classmethod
    def deny(cls, reason: str = "") -> Answer:
        """Do not run it; the model reads `reason`, or that the user declined."""
        return cls(kind="deny", reason=reason)

    @classmethod
    def supply(cls, value: JsonValue) -> Answer:
        """Do not run it; answer the model with `value`."""
        return cls(kind="supply", value=value)

    @classmethod
    def from_json(cls, said: JsonValue) -> Answer:
        """The answer as a page sends it: `{"kind": "approve", "arguments": {...}}` and the like.

        Raises:
            pydantic.ValidationError: it is none of the four kinds, or holds something else.
        """
        return _answers().validate_python(said)

    @classmethod
    def reply(cls, value: JsonValue) -> Answer:
        """Hand `value` to whoever asked."""
        return cls(kind="reply", value=value)


@cache
def _answers() -> TypeAdapter[Answer]:
    """Made when the first person answers; until then it would only slow the start."""
    return TypeAdapter(Answer)


@dataclass(slots=True, kw_only=True)
class GateContext:
    """What the gate is shown of one call: made for it and read by nobody after it, and so not frozen, which costs time.

    Args:
        tool: the registered tool's definition; None when the model named one that does not exist.
        policy: its rules; None likewise.
        arguments: parsed arguments; None when they could not be parsed.
        problems: what is wrong with the call so far; a gate may mend it with `ToolDecision.allow(arguments)`.
        batch: every call of the batch, in order.
        decided: the verdicts on the calls before this one.
        answer: what a person said, on resume.
        thread, step: where in the conversation; empty and 0 outside one.
        instead_of: the tool that the model called, when this one would only stand in for it; else empty. An interrupt
            then counts as a denial: nobody is asked about what may never be needed.
    """

    tool: ToolDefinition | None
    policy: ToolPolicy | None
    arguments: Mapping[str, JsonValue] | None
    problems: Sequence[Problem]
    batch: tuple[ToolCall, ...]
    decided: Sequence[ToolDecision]
    answer: Answer | None
    ordinal: int
    thread: str = ""
    step: int = 0
    instead_of: str = ""


class Gate(Protocol):
    """Decides one call. Called once a call in call order, before anything runs; a plain function will do."""

    def __call__(self, call: ToolCall, context: GateContext, /) -> ToolDecision | Awaitable[ToolDecision]:
        """The verdict on `call`."""
        ...
