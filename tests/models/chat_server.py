"""A model's server over real HTTP, in OpenAI's shape, with a scripted model behind it: for browsers and for `evaluate`.

`python -m tests.models.chat_server PORT` serves the good model of the tests until it is interrupted.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from socket import socket
from typing import Any

from pydantic import JsonValue

from archivist.models import ChatReply, ChatRequest, Message, Output
from tests.librarian.chat import Says, Task, good, task_of

MODELS = ("good-4b", "good-70b", "nomic-embed-text")
ALLOWED = "authorization, content-type"
KEY = "canary-sk-browser-0815"


@dataclass
class Asked:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class ChatServer:
    """What is asked, how it is answered, and what a test may hold back.

    `says` is the model; `key` is the one that opens; `status` other than 200 refuses everything with it; with `holds`
    an answer's stream stops after its first sentence until `go` is set; `left` is set when a reader hung up meanwhile.
    """

    says: Says = good
    key: str = ""
    status: int = 200
    holds: bool = False
    asked: list[Asked] = field(default_factory=list)
    go: threading.Event = field(default_factory=threading.Event)
    left: threading.Event = field(default_factory=threading.Event)
    url: str = ""


@contextmanager
def serving(port: int = 0) -> Iterator[ChatServer]:
    """The server, at an address of this machine."""
    desk = ChatServer()
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, desk))
    server.daemon_threads = True
    desk.url = f"http://127.0.0.1:{server.server_port}/v1"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield desk
    finally:
        desk.go.set()
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, desk: ChatServer, request: socket, peer: tuple[str, int], server: ThreadingHTTPServer) -> None:
        self.desk = desk
        super().__init__(request, peer, server)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Says nothing."""

    def do_OPTIONS(self) -> None:
        self._head(204, "text/plain", 0)

    def do_GET(self) -> None:
        self._take()
        self._json({"object": "list", "data": [{"id": name, "object": "model"} for name in MODELS]})

    def do_POST(self) -> None:
        asked = self._take()
        if self.path.endswith("/embeddings"):
            texts = asked.body["input"]
            rows = [{"object": "embedding", "index": n, "embedding": meaning(text)} for n, text in enumerate(texts)]
            self._json({"object": "list", "data": rows, "usage": {"prompt_tokens": len(texts)}})
        elif asked.body.get("stream"):
            self._stream(_message(self.desk.says, asked.body))
        else:
            self._json(completion(asked.body, self.desk.says))

    def _take(self) -> Asked:
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length) or "{}")
        asked = Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
        self.desk.asked.append(asked)
        return asked

    def _json(self, body: object) -> None:
        status = self.desk.status
        if self.desk.key and self.headers.get("authorization") != f"Bearer {self.desk.key}":
            status = 401
        if status != 200:
            body = {"error": {"message": f"status {status}", "type": "invalid_request_error", "code": None}}
        data = json.dumps(body).encode()
        self._head(status, "application/json", len(data))
        self.wfile.write(data)

    def _head(self, status: int, kind: str, length: int | None) -> None:
        self.send_response(status)
        self.send_header("access-control-allow-origin", "*")
        self.send_header("access-control-allow-headers", ALLOWED)
        self.send_header("content-type", kind)
        if length is None:
            self.send_header("transfer-encoding", "chunked")
        else:
            self.send_header("content-length", str(length))
        self.end_headers()

    def _stream(self, message: dict[str, JsonValue]) -> None:
        """The words in pieces; a hold comes after the first sentence."""
        self._head(200, "text/event-stream", None)
        text = str(message.get("content") or "")
        first = text.find('", "') + 3 if self.desk.holds else 0
        try:
            for at in range(0, first, 7):
                self._delta(text[at : min(at + 7, first)])
            while self.desk.holds and not self.desk.go.wait(0.05):
                self._chunk(b": still here\n\n")
            self._delta(text[first:])
            for event in (
                {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
                {"choices": [], "usage": USAGE},
            ):
                self._chunk(f"data: {json.dumps(event)}\n\n".encode())
            self._chunk(b"data: [DONE]\n\n")
            self._chunk(b"")
        except OSError:
            self.desk.left.set()

    def _delta(self, words: str) -> None:
        event = {"choices": [{"index": 0, "delta": {"content": words}, "finish_reason": None}]}
        self._chunk(f"data: {json.dumps(event)}\n\n".encode())

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()


USAGE = {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150}


def completion(body: dict[str, Any], says: Says = good) -> dict[str, Any]:
    """The whole answer to a request."""
    choice = {"index": 0, "message": {"role": "assistant", **_message(says, body)}, "finish_reason": "stop"}
    return {"object": "chat.completion", "choices": [choice], "usage": USAGE}


def _message(says: Callable[[Task], JsonValue | ChatReply], body: dict[str, Any]) -> dict[str, JsonValue]:
    """What the model says to a request, as a message of the assistant."""
    messages = tuple(Message(role=one["role"], content=one["content"] or "") for one in body["messages"])
    wanted = body.get("response_format", {}).get("json_schema")
    if wanted is None and not body.get("tools"):
        return {"content": "ready"}
    output = Output(name=wanted["name"], schema=wanted["schema"]) if wanted else None
    said = says(task_of(ChatRequest(messages=messages, output=output)))
    calls = said.get("calls") if isinstance(said, dict) and output is None else None
    if not isinstance(calls, list):
        return {"content": json.dumps(said)}
    made: list[JsonValue] = [
        {
            "id": f"call_{n}",
            "type": "function",
            "function": {"name": one["tool"], "arguments": json.dumps(one["arguments"])},
        }
        for n, one in enumerate(calls)
        if isinstance(one, dict)
    ]
    return {"content": None, "tool_calls": made}


def meaning(text: str) -> list[float]:
    """A vector by the letters' pairs: texts of alike spelling are near each other, which is enough for a test."""
    vector = [0.0] * 64
    folded = f" {text.casefold()} "
    for one, two in pairwise(folded):
        vector[(ord(one) * 31 + ord(two)) % 64] += 1.0
    return vector


if __name__ == "__main__":
    with serving(int(sys.argv[1])) as served:
        sys.stderr.write(f"{served.url}\n")
        threading.Event().wait()
