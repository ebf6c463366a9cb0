"""How each family writes an answer, by its public documentation; nothing here is taken from the adapters."""

from __future__ import annotations

import asyncio
import codecs
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

from archivist.browser.window import WindowTransport
from archivist.dag import FakeClock
from archivist.models import Limits, ModelConfig, model_of
from archivist.models.chat import ChatModel
from archivist.sources import Request, ScriptedTransport
from archivist.sources.scripted import ScriptedResponse
from archivist.transport import Transport, TransportError
from archivist.wire import ModelSaid, ModelWanted, parse_down

Family = Literal["openai", "anthropic", "gemini", "in-page"]
"""`in-page` is a model in the visitor's browser: OpenAI's shape, carried over the wire to the page."""
FAMILIES: tuple[Family, ...] = ("openai", "anthropic", "gemini", "in-page")
KEY = "canary-sk-4711-0815-secret"
PROVIDER = {"openai": "openai", "anthropic": "anthropic", "gemini": "gemini", "in-page": "built-in"}
HOST = {
    "openai": "https://api.openai.com",
    "anthropic": "https://api.anthropic.com",
    "gemini": "https://generativelanguage.googleapis.com",
    "in-page": "https://built-in.invalid",
}
MODEL = {"openai": "gpt-4.1-mini", "anthropic": "claude-haiku-4-5", "gemini": "gemini-2.5-flash", "in-page": "built-in"}


@dataclass(frozen=True)
class Said:
    """What the server's model says, whatever the family."""

    text: str = ""
    calls: tuple[tuple[str, JsonValue], ...] = ()
    cut: bool = False
    tokens: tuple[int, int] = (11, 7)


def answer(family: Family, said: Said) -> JsonValue:
    match family:
        case "openai" | "in-page":
            return _openai(said)
        case "anthropic":
            return _anthropic(said)
    return _gemini(said)


def _openai(said: Said) -> JsonValue:
    calls: list[JsonValue] = [
        {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for n, (name, arguments) in enumerate(said.calls)
    ]
    message: dict[str, JsonValue] = {"role": "assistant", "content": said.text or None}
    if calls:
        message["tool_calls"] = calls
    finish = "length" if said.cut else "tool_calls" if calls else "stop"
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": said.tokens[0], "completion_tokens": said.tokens[1], "total_tokens": 18},
    }


def _anthropic(said: Said) -> JsonValue:
    blocks: list[JsonValue] = [{"type": "text", "text": said.text}] if said.text else []
    for n, (name, arguments) in enumerate(said.calls):
        blocks.append({"type": "tool_use", "id": f"toolu_{n}", "name": name, "input": arguments})
    stop = "max_tokens" if said.cut else "tool_use" if said.calls else "end_turn"
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "content": blocks,
        "stop_reason": stop,
        "usage": {"input_tokens": said.tokens[0], "output_tokens": said.tokens[1]},
    }


def _gemini(said: Said) -> JsonValue:
    parts: list[JsonValue] = [{"text": said.text}] if said.text else []
    parts += [{"functionCall": {"name": name, "args": arguments}} for name, arguments in said.calls]
    return {
        "candidates": [
            {
                "content": {"role": "model", "parts": parts},
                "finishReason": "MAX_TOKENS" if said.cut else "STOP",
                "index": 0,
            }
        ],
        "usageMetadata": {"promptTokenCount": said.tokens[0], "candidatesTokenCount": said.tokens[1]},
    }


def stream(family: Family, pieces: Sequence[str], *, cut: bool = False) -> bytes:
    match family:
        case "openai" | "in-page":
            return _openai_stream(pieces, cut=cut)
        case "anthropic":
            return _anthropic_stream(pieces, cut=cut)
    documents = [_gemini(Said(text=piece, cut=cut)) for piece in pieces]
    return b"".join(sse(document) for document in documents)


def _openai_stream(pieces: Sequence[str], *, cut: bool) -> bytes:
    chunks: list[JsonValue] = [{"choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]}]
    chunks += [{"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]} for piece in pieces]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "length" if cut else "stop"}]})
    chunks.append({"choices": [], "usage": {"prompt_tokens": 11, "completion_tokens": 7}})
    return b"".join(map(sse, chunks)) + b"data: [DONE]\n\n"


def _anthropic_stream(pieces: Sequence[str], *, cut: bool) -> bytes:
    start: JsonValue = {"type": "message_start", "message": {"usage": {"input_tokens": 11, "output_tokens": 1}}}
    events: list[JsonValue] = [
        start,
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "ping"},
    ]
    events += [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}} for piece in pieces
    ]
    events += [
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "max_tokens" if cut else "end_turn"},
            "usage": {"output_tokens": 7},
        },
        {"type": "message_stop"},
    ]
    return b"".join(sse(event, named=True) for event in events)


def sse(document: JsonValue, *, named: bool = False) -> bytes:
    name = f"event: {document.get('type')}\n" if named and isinstance(document, dict) else ""
    return f"{name}data: {json.dumps(document)}\n\n".encode()


def listing(family: Family, names: Sequence[str]) -> JsonValue:
    if family == "gemini":
        return {
            "models": [{"name": f"models/{name}", "supportedGenerationMethods": ["generateContent"]} for name in names]
            + [{"name": "models/embedding-001", "supportedGenerationMethods": ["embedContent"]}]
        }
    return {"object": "list", "data": [{"id": name, "object": "model"} for name in names]}


def refusal(family: Family, text: str) -> JsonValue:
    """An error document as the family writes it."""
    match family:
        case "openai" | "in-page":
            return {"error": {"message": text, "type": "invalid_request_error", "param": None, "code": None}}
        case "anthropic":
            return {"type": "error", "error": {"type": "invalid_request_error", "message": text}}
    return {"error": {"code": 400, "message": text, "status": "INVALID_ARGUMENT"}}


class InPage:
    """The page's end of the wire, with the script in the place of a model there."""

    def __init__(self, web: ScriptedTransport) -> None:
        self._web = web
        self._tasks: set[asyncio.Task[None]] = set()
        self.transport = WindowTransport(web, self._take)

    def _take(self, text: str) -> None:
        message = parse_down(text)
        if isinstance(message, ModelWanted):
            task = asyncio.ensure_future(self._answer(message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _answer(self, wanted: ModelWanted) -> None:
        url = f"https://{wanted.model}.invalid{wanted.path}"
        method: Literal["GET", "POST"] = "GET" if wanted.body is None else "POST"
        headers = {} if wanted.body is None else {"content-type": "application/json"}
        try:
            response = await self._web.send(
                Request(url=url, timeout=60, headers=headers, method=method, body=wanted.body, stays=True)
            )
            kind = response.headers.get("content-type", "")
            decoder = codecs.getincrementaldecoder("utf-8")("replace")
            async for piece in response.chunks():
                self._say(wanted.id, response.status, kind, decoder.decode(piece), done=False)
        except TransportError as error:
            body = json.dumps({"error": {"message": str(error)}})
            self._say(wanted.id, 500, "application/json", body, done=True)
        else:
            self._say(wanted.id, response.status, kind, "", done=True)

    def _say(self, id: str, status: int, kind: str, text: str, *, done: bool) -> None:
        self.transport.heard(ModelSaid(id=id, status=status, kind=kind, text=text, done=done))


@dataclass
class Server:
    """A model's server behind a scripted transport, and a model that asks it."""

    family: Family
    clock: FakeClock = field(default_factory=lambda: FakeClock(auto=True))

    def __post_init__(self) -> None:
        self.web = ScriptedTransport(self.clock)
        in_page = self.family == "in-page"
        transport: Transport = InPage(self.web).transport if in_page else self.web
        key = None if in_page else KEY
        self.model: ChatModel = model_of(
            ModelConfig(provider=PROVIDER[self.family], key=key), transport, clock=self.clock, limits=Limits()
        )

    @property
    def host(self) -> str:
        return HOST[self.family]

    def says(self, *said: Said) -> None:
        for one in said:
            self.web.answers(self.host, answer(self.family, one))

    def streams(self, pieces: Sequence[str], *, cut: bool = False, piece: int = 4096) -> None:
        body = stream(self.family, pieces, cut=cut)
        self.sends(body, kind="text/event-stream", piece=piece)

    def sends(self, body: bytes, *, status: int = 200, kind: str = "application/json", piece: int = 4096) -> None:
        reply = ScriptedResponse(status=status, headers={"content-type": kind}, body=body, piece=piece)
        self.web.does(self.host, lambda _: reply)

    def fails(self, status: int, text: str = "no", **headers: str) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.web.answers(self.host, refusal(self.family, text), status=status, headers=named)

    @property
    def asked(self) -> list[dict[str, JsonValue]]:
        return [body_of(request) for request in self.web.sent if request.body is not None]


def body_of(request: Request) -> dict[str, JsonValue]:
    body = json.loads(request.body or "{}")
    assert isinstance(body, dict)
    return body
