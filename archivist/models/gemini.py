"""Gemini's generateContent: the key in a header, the system's words where they belong, schemas as it takes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from pydantic import JsonValue

from archivist.models.anthropic import arguments_of
from archivist.models.chat import ChatReply, ChatRequest, Finish, Message, Usage
from archivist.models.client import parsed
from archivist.models.dialect import Body, Form, count, mapping, sequence, text
from archivist.models.errors import ModelRefused, NetworkFailed, SchemaViolation
from archivist.models.gemini_schema import gemini_schema
from archivist.models.providers import Provider
from archivist.models.sse import ServerEvent
from archivist.tools import ToolCall, codec

_FINISH: dict[str, Finish] = {"MAX_TOKENS": "length"}
_UNWILLING = frozenset({"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"})
_MODES = {"auto": "AUTO", "required": "ANY", "none": "NONE"}
_PREFIX = "models/"


@dataclass(frozen=True, slots=True, kw_only=True)
class GeminiDialect:
    """generateContent, and streamGenerateContent for words as they come."""

    provider: Provider
    key: str | None = field(default=None, repr=False)

    forms: tuple[Form, ...] = ("schema", "text")

    def headers(self) -> dict[str, str]:
        """The key; in the address, where the documentation has it, it would end up in logs."""
        return {"x-goog-api-key": self.key} if self.key else {}

    def path(self, model: str, *, stream: bool) -> str:
        """The model is part of the address."""
        what = "streamGenerateContent?alt=sse" if stream else "generateContent"
        return f"/models/{quote(model.removeprefix(_PREFIX), safe='')}:{what}"

    def body(self, model: str, request: ChatRequest, form: Form, *, stream: bool) -> Body:
        """The request; see `Dialect`."""
        del model, stream
        settings: Body = {"maxOutputTokens": request.max_tokens, "temperature": request.temperature}
        if request.output is not None and form == "schema":
            schema = gemini_schema(request.output.schema)
            settings |= {"responseMimeType": "application/json", "responseSchema": schema}
        body: Body = {"contents": _turns(request.messages), "generationConfig": settings}
        if system := "\n\n".join(one.content for one in request.messages if one.role == "system"):
            body["systemInstruction"] = {"parts": [{"text": system}]}
        if request.tools:
            declared: list[JsonValue] = [
                {"name": one.name, "description": one.description, "parameters": gemini_schema(one.input_schema)}
                for one in request.tools
            ]
            mode: JsonValue = {"functionCallingConfig": {"mode": _MODES[request.tool_choice]}}
            body |= {"tools": [{"functionDeclarations": declared}], "toolConfig": mode}
        return body

    def reply(self, document: JsonValue) -> ChatReply:
        """The first candidate of an answer."""
        pieces = GeminiPieces(self.provider.label)
        pieces.take(document)
        return pieces.reply()

    def pieces(self, *, aloud: bool = False) -> GeminiPieces:
        """A reader for one stream; arguments come whole here."""
        del aloud
        return GeminiPieces(self.provider.label)

    def listing(self) -> str:
        """`/models`, a page that is large enough for all."""
        return "/models?pageSize=1000"

    def listed(self, document: JsonValue) -> tuple[str, ...]:
        """Names of models that generate content."""
        rows = sequence(mapping(document, "the answer").get("models"), "the list of models")
        return tuple(
            text(row.get("name")).removeprefix(_PREFIX) for row in rows if isinstance(row, dict) and _chats(row)
        )


class GeminiPieces:
    """The documents of one streamed answer; a whole answer is a stream of one."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._text: list[str] = []
        self._calls: list[JsonValue] = []
        self._finish = ""
        self.usage = Usage()
        self._begun = False

    def add(self, event: ServerEvent) -> str:
        """One event, which is a document like a whole answer."""
        return self.take(parsed(event.data, self._label))

    def take(self, document: JsonValue) -> str:
        """The words that a document adds."""
        answer = mapping(document, "the answer")
        self._raise_for(answer)
        if isinstance(answer.get("usageMetadata"), dict):
            self.usage = _usage(answer["usageMetadata"])
        candidates = sequence(answer.get("candidates") or [], "`candidates`")
        return self._candidate(mapping(candidates[0], "a candidate")) if candidates else ""

    def _raise_for(self, answer: JsonValue) -> None:
        found = mapping(answer, "the answer")
        if isinstance(found.get("error"), dict):
            message = f"{self._label} broke off"
            raise NetworkFailed(message, detail=text(mapping(found["error"], "the error").get("message"))[:200])
        feedback = found.get("promptFeedback")
        if isinstance(feedback, dict) and feedback.get("blockReason"):
            message = f"the model would not answer ({text(feedback['blockReason'])})"
            raise ModelRefused(message)

    def _candidate(self, candidate: JsonValue) -> str:
        one = mapping(candidate, "a candidate")
        self._begun = True
        self._finish = text(one.get("finishReason")) or self._finish
        content = one.get("content")
        parts = content.get("parts") if isinstance(content, dict) else None
        said = [part for part in parts or () if isinstance(part, dict)] if isinstance(parts, list) else []
        self._calls += [part["functionCall"] for part in said if "functionCall" in part]
        words = "".join(text(part.get("text")) for part in said if not part.get("thought"))
        self._text.append(words)
        return words

    def reply(self) -> ChatReply:
        """Everything together."""
        if not self._begun:
            message = f"{self._label} answered with no candidate at all"
            raise SchemaViolation(message)
        if self._finish in _UNWILLING:
            message = f"the model would not answer ({self._finish})"
            raise ModelRefused(message)
        calls = codec.decode(self._calls).calls
        finish = "tool-call" if calls else _FINISH.get(self._finish, "stop")
        return ChatReply(text="".join(self._text).strip(), calls=calls, finish=finish, usage=self.usage)


def _chats(row: dict[str, JsonValue]) -> bool:
    methods = row.get("supportedGenerationMethods")
    return isinstance(methods, list) and "generateContent" in methods


def _turns(messages: Sequence[Message]) -> list[JsonValue]:
    turns: list[tuple[str, list[JsonValue]]] = []
    for message in messages:
        if message.role == "system":
            continue
        role = "model" if message.role == "assistant" else "user"
        if not turns or turns[-1][0] != role:
            turns.append((role, []))
        turns[-1][1].extend(_parts(message))
    return [{"role": role, "parts": parts} for role, parts in turns]


def _parts(message: Message) -> list[JsonValue]:
    if message.role == "tool":
        outcome = "error" if message.failed else "result"
        response: JsonValue = {"name": message.tool, "response": {outcome: message.content}}
        return [{"functionResponse": response}]
    said: list[JsonValue] = [{"text": message.content}] if message.content else []
    return [*said, *(_function_call(call) for call in message.calls)]


def _function_call(call: ToolCall) -> JsonValue:
    return {"functionCall": {"name": call.name, "args": arguments_of(call)}}


def _usage(value: JsonValue) -> Usage:
    told = mapping(value, "the usage")
    return Usage(
        tokens_in=count(told.get("promptTokenCount")),
        tokens_out=count(told.get("candidatesTokenCount")) + count(told.get("thoughtsTokenCount")),
    )
