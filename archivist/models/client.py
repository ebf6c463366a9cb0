"""Requests to a model's host, and to no other: JSON in, JSON or a stream of events out."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass

from pydantic import JsonValue

from archivist.dag import Clock
from archivist.models.errors import ModelError, ModelTimedOut, SchemaViolation
from archivist.models.failures import Refusal, error_of_answer, error_of_transport
from archivist.models.host import Host
from archivist.models.providers import Provider
from archivist.models.sse import ServerEvent, SseParser
from archivist.transport import Request, Response, Transport, TransportError

Headers = Mapping[str, str]
OK = range(200, 300)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Seconds of one request; tries, and the first pause between them (doubled each time); seconds of a Retry-After
    that are waited for; bytes of an answer.

    60 s, three tries, 0.4 s and 10 s are the published Archivist's. An answer of 512 tokens streams as about 150 kB.
    """

    request: float = 60.0
    tries: int = 3
    pause: float = 0.4
    patience: float = 10.0
    body: int = 4_000_000


@dataclass(frozen=True, slots=True)
class Whole:
    """An answer that came as one document although a stream was asked for."""

    document: JsonValue


class ModelClient:
    """Asks one host.

    Args:
        transport: what carries the requests.
        provider: who is asked, for what is said when it fails.
        base_url: where the interface lives; its host is the only one this client asks.
        clock: deadlines are in its monotonic seconds.
        secrets: keys, which are taken out of everything a host says before it is repeated.

    Raises (from all requests):
        ModelError: the typed failure.
    """

    def __init__(  # noqa: PLR0913 - a composition root's arguments, all by name
        self,
        transport: Transport,
        *,
        provider: Provider,
        base_url: str,
        clock: Clock,
        secrets: tuple[str, ...] = (),
        limits: Limits | None = None,
    ) -> None:
        self.host = Host.of(base_url)
        self.clock = clock
        self._transport = transport
        self._provider = provider
        self._secrets = secrets
        self._limits = limits or Limits()

    async def get(self, path: str, headers: Headers, *, deadline: float | None = None) -> JsonValue:
        """The JSON document at a path."""
        return await self._document(path, headers, None, deadline, "")

    async def post(
        self, path: str, headers: Headers, body: Mapping[str, JsonValue], *, deadline: float | None = None
    ) -> JsonValue:
        """The JSON answer to a JSON body; passing trouble is tried again."""
        return await self._document(path, headers, body, deadline, str(body.get("model", "")))

    async def stream(
        self, path: str, headers: Headers, body: Mapping[str, JsonValue], *, deadline: float | None = None
    ) -> AsyncGenerator[ServerEvent | Whole, None]:
        """The events of an answer as they come; only trouble before the first piece is tried again."""
        response = await self._opened(path, headers, body, deadline, str(body.get("model", "")))
        try:
            if "event-stream" not in response.headers.get("content-type", ""):
                yield Whole(parsed(await self._read(response, deadline), self._provider.label))
                return
            async with aclosing(self._events(response)) as events:
                async for event in events:
                    yield event
        finally:
            await response.close()

    async def _events(self, response: Response) -> AsyncGenerator[ServerEvent, None]:
        parser, read = SseParser(), 0
        try:
            async for piece in response.chunks():
                read += len(piece)
                if read > self._limits.body:
                    message = f"{self._provider.label} never came to an end"
                    raise SchemaViolation(message)
                for event in parser.feed(piece):
                    yield event
        except TransportError as error:
            raise error_of_transport(self._provider, error, self._limits.request) from error
        for event in parser.finish():
            yield event

    async def _document(
        self, path: str, headers: Headers, body: Mapping[str, JsonValue] | None, deadline: float | None, model: str
    ) -> JsonValue:
        response = await self._opened(path, headers, body, deadline, model)
        try:
            return parsed(await self._read(response, deadline), self._provider.label)
        finally:
            await response.close()

    async def _opened(
        self, path: str, headers: Headers, body: Mapping[str, JsonValue] | None, deadline: float | None, model: str
    ) -> Response:
        """A good answer's head, after as many tries as make sense."""
        tried = 0
        while True:
            tried += 1
            try:
                return await self._try(path, headers, body, deadline, model)
            except ModelError as error:
                pause = self._pause(error, tried, deadline)
                if pause is None:
                    raise
                await self.clock.sleep(pause)

    def _pause(self, error: ModelError, tried: int, deadline: float | None) -> float | None:
        """Seconds before another try; None when there is to be none."""
        if not error.retryable or tried >= self._limits.tries or isinstance(error, ModelTimedOut):
            return None  # after a timeout there is nothing left of the time that the task had
        pause = error.retry_after if error.retry_after is not None else self._limits.pause * 2 ** (tried - 1)
        late = deadline is not None and self.clock.monotonic() + pause >= deadline
        return None if late or pause > self._limits.patience else pause

    async def _try(
        self, path: str, headers: Headers, body: Mapping[str, JsonValue] | None, deadline: float | None, model: str
    ) -> Response:
        seconds = self._seconds(deadline)
        request = Request(
            url=self.host.url(path),
            timeout=seconds,
            headers=headers if body is None else {"Content-Type": "application/json", **headers},
            method="GET" if body is None else "POST",
            body=None if body is None else json.dumps(body, ensure_ascii=False),
            stays=True,
        )
        try:
            response = await self._transport.send(request)
        except TransportError as error:
            raise error_of_transport(self._provider, error, seconds) from error
        if response.status in OK:
            return response
        try:
            said = await self._read(response, deadline)
        finally:
            await response.close()
        raise error_of_answer(
            Refusal(
                provider=self._provider,
                status=response.status,
                headers=response.headers,
                body=said,
                model=model,
                secrets=self._secrets,
            )
        )

    def _seconds(self, deadline: float | None) -> float:
        left = self._limits.request if deadline is None else deadline - self.clock.monotonic()
        if left <= 0:
            message = f"no time was left to ask {self._provider.label}"
            raise ModelTimedOut(message)
        return min(left, self._limits.request)

    async def _read(self, response: Response, deadline: float | None) -> bytes:
        body = bytearray()
        try:
            async for piece in response.chunks():
                body += piece
                if len(body) > self._limits.body:
                    message = f"{self._provider.label} sent more than {self._limits.body:,} bytes"
                    raise SchemaViolation(message)
        except TransportError as error:
            seconds = self._limits.request if deadline is None else max(0.0, deadline - self.clock.monotonic())
            raise error_of_transport(self._provider, error, seconds) from error
        return bytes(body)


def parsed(body: bytes | str, label: str) -> JsonValue:
    """The JSON document in an answer.

    Raises:
        SchemaViolation: it is none.
    """
    try:
        document: JsonValue = json.loads(body)
    except (ValueError, RecursionError) as error:
        start = body.lstrip()[:1]
        kind = "a web page" if start in (b"<", "<") else "half a document" if start in (b"{", "{") else "no JSON"
        message = f"{label} answered with {kind}"
        raise SchemaViolation(message) from error
    return document
