"""Anthropic's messages. An answer in a form is asked for as the arguments of one tool, which every model there can."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from archivist.models.chat import ChatReply, ChatRequest, Finish, Message, Usage
from archivist.models.client import parsed
from archivist.models.dialect import Body, Form, count, mapping, sequence, text
from archivist.models.errors import ModelRefused, NetworkFailed, SchemaViolation
from archivist.models.providers import Provider
from archivist.models.sse import ServerEvent
from archivist.tools import ToolCall, codec

VERSION = "2023-06-01"
_CUT = frozenset({"max_tokens", "model_context_window_exceeded"})
_FINISH: dict[str, Finish] = {"max_tokens": "length", "tool_use": "tool-call"}
_CHOICES = {"auto": "auto", "required": "any", "none": "none"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AnthropicDialect:
    """Messages, straight from a browser, which the host allows to those who say so in a header."""

    provider: Provider
    key: str | None = field(default=None, repr=False)

    forms: tuple[Form, ...] = ("tool", "text")

    def headers(self) -> dict[str, str]:
        """Key, version, and the word that lets a page ask."""
        return {
            "x-api-key": self.key or "",
            "anthropic-version": VERSION,
            "anthropic-dangerous-direct-browser-access": "true",
        }

    def path(self, model: str, *, stream: bool) -> str:
        """The same for all."""
        del model, stream
        return "/messages"

    def body(self, model: str, request: ChatRequest, form: Form, *, stream: bool) -> Body:
        """The request; the system's words have a field of their own."""
        body: Body = {
            "model": model,
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "messages": _turns(request.messages),
        }
        if system := "\n\n".join(one.content for one in request.messages if one.role == "system"):
            body["system"] = system
        if request.tools:
            tools: list[JsonValue] = [_tool(one.name, one.input_schema, one.description) for one in request.tools]
            body |= {"tools": tools, "tool_choice": {"type": _CHOICES[request.tool_choice]}}
        if request.output is not None and form == "tool":
            output = request.output
            chosen: JsonValue = {"type": "tool", "name": output.name}
            body |= {"tools": [_tool(output.name, output.schema)], "tool_choice": chosen}
        return body | ({"stream": True} if stream else {})

    def reply(self, document: JsonValue) -> ChatReply:
        """The blocks of an answer."""
        answer = mapping(document, "the answer")
        _raise_error(answer, self.provider.label)
        blocks = [one for one in sequence(answer.get("content"), "`content`") if isinstance(one, dict)]
        stop = text(answer.get("stop_reason"))
        return _reply(blocks, stop, _usage(answer.get("usage")), self.provider.label, cut=stop in _CUT)

    def pieces(self, *, aloud: bool = False) -> AnthropicPieces:
        """A reader for one stream."""
        return AnthropicPieces(self.provider.label, aloud=aloud)

    def listing(self) -> str:
        """`/models`."""
        return "/models"

    def listed(self, document: JsonValue) -> tuple[str, ...]:
        """Names of models, newest first as the host gives them."""
        rows = sequence(mapping(document, "the answer").get("data"), "the list of models")
        return tuple(text(row.get("id")) for row in rows if isinstance(row, dict) and row.get("id"))


@dataclass(slots=True)
class _Block:
    kind: str
    call_id: str = ""
    name: str = ""
    said: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, JsonValue]:
        words = "".join(self.said)
        if self.kind == "tool_use":
            return {"type": "tool_use", "id": self.call_id, "name": self.name, "input": words}
        return {"type": self.kind, "text": words}


class AnthropicPieces:
    """The events of one streamed answer."""

    def __init__(self, label: str, *, aloud: bool = False) -> None:
        self._label = label
        self._aloud = aloud
        self._blocks: dict[int, _Block] = {}
        self._stop = ""
        self.usage = Usage()

    def add(self, event: ServerEvent) -> str:
        """One event; kinds that are not known here are passed over, as the host asks."""
        data = mapping(parsed(event.data, self._label), "an event")
        match text(data.get("type")):
            case "message_start":
                message = data.get("message")
                self.usage = _usage(message.get("usage")) if isinstance(message, dict) else self.usage
            case "content_block_start":
                self._begin(data)
            case "content_block_delta":
                return self._continue(data)
            case "message_delta":
                self._close(data)
            case "error":
                _raise_error(data, self._label)
        return ""

    def _begin(self, data: JsonValue) -> None:
        event = mapping(data, "an event")
        block = mapping(event.get("content_block"), "a block")
        kind, call_id, name = (text(block.get(key)) for key in ("type", "id", "name"))
        self._blocks[count(event.get("index"))] = _Block(kind, call_id, name, [text(block.get("text"))])

    def _continue(self, data: JsonValue) -> str:
        event = mapping(data, "an event")
        delta = mapping(event.get("delta"), "a delta")
        block = self._blocks.setdefault(count(event.get("index")), _Block("text"))
        words = text(delta.get("text")) or text(delta.get("partial_json"))
        block.said.append(words)
        return words if block.kind == "text" or self._aloud else ""

    def _close(self, data: JsonValue) -> None:
        event = mapping(data, "an event")
        delta = event.get("delta")
        self._stop = text(delta.get("stop_reason")) if isinstance(delta, dict) else ""
        spent = _usage(event.get("usage"))
        self.usage = Usage(
            tokens_in=spent.tokens_in or self.usage.tokens_in, tokens_out=spent.tokens_out or self.usage.tokens_out
        )

    def reply(self) -> ChatReply:
        """Everything together."""
        blocks = [block.to_json() for _, block in sorted(self._blocks.items())]
        if not blocks and not self._stop:
            message = f"{self._label} ended its answer before it began"
            raise SchemaViolation(message)
        return _reply(blocks, self._stop, self.usage, self._label, cut=not self._stop or self._stop in _CUT)


def _reply(blocks: Sequence[dict[str, JsonValue]], stop: str, usage: Usage, label: str, *, cut: bool) -> ChatReply:
    if stop == "refusal":
        message = f"the model at {label} would not answer"
        raise ModelRefused(message)
    words = "".join(text(block.get("text")) for block in blocks if block.get("type") == "text")
    cut = cut and bool(blocks) and blocks[-1].get("type") == "tool_use"
    calls = codec.decode([block for block in blocks if block.get("type") == "tool_use"], cut=cut).calls
    return ChatReply(
        text=words.strip(), calls=calls, finish="tool-call" if calls else _FINISH.get(stop, "stop"), usage=usage
    )


def _turns(messages: Sequence[Message]) -> list[JsonValue]:
    """The turns without the system's; neighbours of one role are one turn, because roles have to alternate."""
    turns: list[tuple[str, list[JsonValue]]] = []
    for message in messages:
        if message.role == "system":
            continue
        role = "assistant" if message.role == "assistant" else "user"
        if not turns or turns[-1][0] != role:
            turns.append((role, []))
        turns[-1][1].extend(_blocks(message))
    return [{"role": role, "content": blocks} for role, blocks in turns]


def _blocks(message: Message) -> list[JsonValue]:
    if message.role == "tool":
        failed: Body = {"is_error": True} if message.failed else {}
        return [{"type": "tool_result", "tool_use_id": message.call_id, "content": message.content, **failed}]
    said: list[JsonValue] = [{"type": "text", "text": message.content}] if message.content else []
    return [*said, *(_use(call) for call in message.calls)]


def _use(call: ToolCall) -> JsonValue:
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": arguments_of(call)}


def arguments_of(call: ToolCall) -> JsonValue:
    """The arguments as an object; what a model sent that is none goes back as the text it was."""
    if not isinstance(call.arguments, str):
        return dict(call.arguments)
    try:
        value: JsonValue = json.loads(call.arguments)
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {"text": call.arguments}


def _tool(name: str, schema: object, description: str = "") -> JsonValue:
    inner: JsonValue = dict(schema) if isinstance(schema, dict) else {}
    told: Body = {"description": description} if description else {}
    return {"name": name, **told, "input_schema": inner}


def _usage(value: JsonValue) -> Usage:
    if not isinstance(value, dict):
        return Usage()
    return Usage(tokens_in=count(value.get("input_tokens")), tokens_out=count(value.get("output_tokens")))


def _raise_error(answer: JsonValue, label: str) -> None:
    error = answer.get("error") if isinstance(answer, dict) else None
    if not isinstance(error, dict):
        return
    message = f"{label} broke off ({text(error.get('type')) or 'no reason given'})"
    raise NetworkFailed(message, detail=text(error.get("message"))[:200])
