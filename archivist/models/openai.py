"""OpenAI's chat completions, as a dozen servers speak them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from pydantic import JsonValue

from archivist.models.chat import ChatReply, ChatRequest, Finish, Message, Output, Usage
from archivist.models.client import parsed
from archivist.models.dialect import Body, Form, count, mapping, sequence, spoken, text
from archivist.models.errors import ModelRefused, NetworkFailed, SchemaViolation
from archivist.models.providers import Provider
from archivist.models.sse import ServerEvent
from archivist.tools import ToolCall, ToolDefinition, codec

# OpenAI's and Mistral's words for an answer that ended before its end.
_CUT = frozenset({"length", "model_length", "content_filter", "error"})
_FINISH: dict[str, Finish] = {"length": "length", "tool_calls": "tool-call", "function_call": "tool-call"}
# Names in OpenAI-compatible lists that cannot chat.
_NO_CHAT = ("embed", "bge", "minilm", "gte-", "whisper", "tts", "dall-e", "moderation", "rerank", "transcribe", "image")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAiDialect:
    """Chat completions; `key` may be missing for a server of one's own."""

    provider: Provider
    key: str | None = field(default=None, repr=False)

    forms: tuple[Form, ...] = ("schema", "tool", "text")

    def headers(self) -> dict[str, str]:
        """A bearer token, or nothing: without a key a local server gets a request that needs the fewest permissions."""
        return {"Authorization": f"Bearer {self.key}"} if self.key else {}

    def path(self, model: str, *, stream: bool) -> str:
        """The same for all."""
        del model, stream
        return "/chat/completions"

    def body(self, model: str, request: ChatRequest, form: Form, *, stream: bool) -> Body:
        """The request; see `Dialect`."""
        body: Body = {
            "model": model,
            "messages": [_message(message) for message in request.messages],
            self.provider.tokens: request.max_tokens,
            "temperature": request.temperature,
        }
        if request.tools:
            body |= {"tools": [_tool(tool) for tool in request.tools], "tool_choice": request.tool_choice}
        if request.output is not None:
            body |= _wanted(request.output, form)
        if stream:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        return body

    def reply(self, document: JsonValue) -> ChatReply:
        """The first choice of an answer."""
        answer = mapping(document, "the answer")
        _raise_error(answer, self.provider.label)
        choices = sequence(answer.get("choices"), "`choices`")
        if not choices:
            message = f"{self.provider.label} answered with no choice at all"
            raise SchemaViolation(message)
        choice = mapping(choices[0], "a choice")
        said = mapping(choice.get("message"), "a choice's message")
        if refusal := text(said.get("refusal")):
            message = f"the model would not answer: {refusal[:200]}"
            raise ModelRefused(message)
        cut = text(choice.get("finish_reason")) in _CUT
        calls = codec.decode({"tool_calls": said.get("tool_calls") or []}, cut=cut).calls
        return ChatReply(
            text=spoken(_content(said.get("content"))),
            calls=calls,
            finish=_finish(choice.get("finish_reason"), calls),
            usage=_usage(answer.get("usage")),
        )

    def pieces(self, *, aloud: bool = False) -> OpenAiPieces:
        """A reader for one stream."""
        return OpenAiPieces(self.provider.label, aloud=aloud)

    def listing(self) -> str:
        """`/models`, which all of them have."""
        return "/models"

    def listed(self, document: JsonValue) -> tuple[str, ...]:
        """Names of models, those left out that plainly cannot chat."""
        answer = document if isinstance(document, dict) else {"data": document}
        rows = sequence(answer.get("data"), "the list of models")
        names = [text(row.get("id")) for row in rows if isinstance(row, dict)]
        return tuple(name for name in names if name and not any(sign in name.lower() for sign in _NO_CHAT))


class OpenAiPieces:
    """The deltas of one streamed answer."""

    def __init__(self, label: str, *, aloud: bool = False) -> None:
        self._label = label
        self._aloud = aloud
        self._text: list[str] = []
        self._calls = codec.Stream()
        self._finish: JsonValue = None
        self._begun = self._done = False
        self.usage = Usage()

    def add(self, event: ServerEvent) -> str:
        """One chunk; `[DONE]` and chunks that hold usage alone add no words."""
        if event.data.strip() == "[DONE]":
            self._done = True
            return ""
        chunk = mapping(parsed(event.data, self._label), "a chunk")
        _raise_error(chunk, self._label)
        if chunk.get("usage"):
            self.usage = _usage(chunk["usage"])
        choices = sequence(chunk.get("choices") or [], "`choices`")
        return self._choice(choices[0]) if choices else ""

    def _choice(self, value: JsonValue) -> str:
        choice = mapping(value, "a choice")
        self._begun = True
        self._finish = choice.get("finish_reason") or self._finish
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            return ""
        calls = delta.get("tool_calls")
        if isinstance(calls, list):
            self._calls.add(calls)
        words = _content(delta.get("content"))
        self._text.append(words)
        return words or (_arguments(calls) if self._aloud else "")

    def reply(self) -> ChatReply:
        """Everything together."""
        if not self._begun:
            message = f"{self._label} ended its answer before it began"
            raise SchemaViolation(message)
        cut = text(self._finish) in _CUT or not (self._finish or self._done)
        calls = self._calls.decoded(cut=cut).calls
        said = spoken("".join(self._text))
        return ChatReply(text=said, calls=calls, finish=_finish(self._finish, calls), usage=self.usage)


def _message(message: Message) -> JsonValue:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.call_id, "content": message.content}
    said: Body = {"role": message.role, "content": message.content}
    if message.calls:
        said["tool_calls"] = [_call(call) for call in message.calls]
    return said


def _call(call: ToolCall) -> JsonValue:
    # Servers refuse a history whose arguments are an object, whatever they sent themselves.
    arguments = call.arguments if isinstance(call.arguments, str) else json.dumps(dict(call.arguments))
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _tool(tool: ToolDefinition) -> JsonValue:
    return {"type": "function", "function": tool.to_json()}


def _wanted(output: Output, form: Form) -> Body:
    match form:
        case "schema":
            schema: JsonValue = {"name": output.name, "strict": True, "schema": dict(output.schema)}
            return {"response_format": {"type": "json_schema", "json_schema": schema}}
        case "tool":
            function: JsonValue = {"name": output.name, "parameters": dict(output.schema)}
            chosen: JsonValue = {"type": "function", "function": {"name": output.name}}
            return {"tools": [{"type": "function", "function": function}], "tool_choice": chosen}
    return {}


def _content(value: JsonValue) -> str:
    """Text, or the text parts of a list of parts (Mistral's thinking models answer so)."""
    if isinstance(value, list):
        return "".join(text(part.get("text")) for part in value if isinstance(part, dict))
    return text(value)


def _arguments(calls: JsonValue) -> str:
    """The pieces of arguments in the pieces of calls."""
    rows = calls if isinstance(calls, list) else []
    functions = [row.get("function") for row in rows if isinstance(row, dict)]
    return "".join(text(one.get("arguments")) for one in functions if isinstance(one, dict))


def _finish(value: JsonValue, calls: tuple[ToolCall, ...]) -> Finish:
    return "tool-call" if calls else _FINISH.get(text(value), "stop")


def _usage(value: JsonValue) -> Usage:
    if not isinstance(value, dict):
        return Usage()
    return Usage(tokens_in=count(value.get("prompt_tokens")), tokens_out=count(value.get("completion_tokens")))


def _raise_error(answer: JsonValue, label: str) -> None:
    """Some gateways answer 200 with an error inside, and streams can only fail that way."""
    error = answer.get("error") if isinstance(answer, dict) else None
    if not error:
        return
    said = text(error.get("message")) if isinstance(error, dict) else text(error)
    message = f"{label} broke off"
    raise NetworkFailed(message, detail=said[:200])
