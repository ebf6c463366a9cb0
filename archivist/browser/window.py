"""Requests to models that run in the page's window, carried over the wire; all others go to the network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import count
from urllib.parse import urlsplit

from archivist.transport import Request, Response, Transport, TransportBroken, TransportTimedOut
from archivist.wire import ModelDropped, ModelSaid, ModelWanted, text_of

IN_PAGE = ".invalid"
"""Ending of the hosts that stand for models in the page; no network has any of that ending (RFC 6761)."""


class WindowTransport:
    """A transport that takes what is meant for a model in the page to the page.

    Args:
        network: carries everything else.
        send: takes a message to the page, as text.
    """

    def __init__(self, network: Transport, send: Callable[[str], object]) -> None:
        self._network = network
        self._send = send
        self._ids = (f"model-{n}" for n in count(1))
        self._open: dict[str, _Answer] = {}

    async def send(self, request: Request) -> Response:
        """One request, as `Transport` promises."""
        parts = urlsplit(request.url)
        model = parts.netloc.removesuffix(IN_PAGE)
        if model == parts.netloc:
            return await self._network.send(request)
        id = next(self._ids)
        answer = _Answer(asyncio.get_running_loop().time() + request.timeout, lambda: self._drop(id))
        self._open[id] = answer
        self._send(text_of(ModelWanted(id=id, model=model, path=parts.path, body=request.body)))
        try:
            await answer.begin()
        except BaseException:
            await answer.close()
            raise
        return answer

    def heard(self, said: ModelSaid) -> None:
        """The next piece of an answer; one that nobody waits for any more is passed over."""
        if said.id in self._open:
            self._open[said.id].pieces.put_nowait(said)

    def _drop(self, id: str) -> None:
        if self._open.pop(id, None) is not None:
            self._send(text_of(ModelDropped(id=id)))


class _Answer:
    """An answer that comes in messages."""

    def __init__(self, until: float, drop: Callable[[], None]) -> None:
        self.pieces: asyncio.Queue[ModelSaid] = asyncio.Queue()
        self.status = 0
        self.headers: dict[str, str] = {}
        self._first: ModelSaid | None = None
        self._until = until
        self._drop = drop

    async def begin(self) -> None:
        """Waits for the first piece, which tells status and kind."""
        self._first = await self._next()
        self.status, self.headers = self._first.status, {"content-type": self._first.kind}

    async def chunks(self) -> AsyncIterator[bytes]:
        """The pieces as they come."""
        piece, self._first = self._first, None
        while piece is not None:
            if piece.status != self.status:
                message = "the model in the page broke off"
                raise TransportBroken(message)
            yield piece.text.encode()
            piece = None if piece.done else await self._next()

    async def close(self) -> None:
        """Tells the page that no more is wanted."""
        self._drop()

    async def _next(self) -> ModelSaid:
        try:
            async with asyncio.timeout_at(self._until):
                return await self.pieces.get()
        except TimeoutError as error:
            message = "no whole answer in time"
            raise TransportTimedOut(message) from error
