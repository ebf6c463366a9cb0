"""The request that the page had sent while Python was starting: its answer is taken over in place of asking again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict

from archivist.transport import (
    Request,
    Response,
    Transport,
    TransportRefused,
    TransportTimedOut,
    TransportUnconnected,
)


class Frame(Protocol):
    """Where the request was sent from."""

    async def asked_ahead(self) -> str:
        """Its address; empty when there was none. From now on none is sent any more."""

    async def taken_ahead(self) -> str:
        """Its answer, waited for, as `Ahead` in JSON; it is given once."""


class Ahead(BaseModel):
    """What came of the request for question `id`; neither a status nor a failure when it was dropped meanwhile."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    id: str = ""
    status: int | None = None
    headers: dict[str, str] = {}
    body: str = ""
    failed: Literal["refused", "unconnected"] | None = None


class AheadTransport:
    """A transport that has one answer already.

    The frame is asked once which one that is; it is given to whoever makes exactly that request. All others,
    and the same one a second time, go to the network. To whoever asks, it is an answer like any other: its pace is
    kept, its status judged, its body parsed.

    Args:
        network: carries everything else.
        frame: where the request was sent from.
        told: hears of the question whose request needed no sending any more.
    """

    def __init__(self, network: Transport, frame: Frame, told: Callable[[str], object] = lambda _: None) -> None:
        self._network = network
        self._frame = frame
        self._told = told
        self._asked: asyncio.Task[str] | None = None
        self._taken = False

    async def send(self, request: Request) -> Response:
        """One request, as `Transport` promises."""
        if not self._taken and request.method == "GET" and request.url == await self._address():
            ahead = await self._take(request.timeout)
            if ahead.failed or ahead.status:
                self._told(ahead.id)
                return _answer(ahead)
        return await self._network.send(request)

    def look(self) -> asyncio.Task[str]:
        """Asks the frame, once; best before there is a run, whose drawing keeps the frame's thread busy."""
        if self._asked is None:
            self._asked = asyncio.ensure_future(self._frame.asked_ahead())
        return self._asked

    async def _address(self) -> str:
        # Several requests begin at once; one that is given up must not take the address from the others.
        return await asyncio.shield(self.look())

    async def _take(self, seconds: float) -> Ahead:
        self._taken = True
        try:
            async with asyncio.timeout(seconds):
                return Ahead.model_validate_json(await self._frame.taken_ahead())
        except TimeoutError as error:
            message = "no whole answer in time"
            raise TransportTimedOut(message) from error


class _Answer:
    """An answer that is there in full."""

    def __init__(self, status: int, headers: Mapping[str, str], body: str) -> None:
        self.status = status
        self.headers = headers
        self._body = body

    async def chunks(self) -> AsyncIterator[bytes]:
        """The body."""
        yield self._body.encode()

    async def close(self) -> None:
        """Nothing is held."""


def _answer(ahead: Ahead) -> _Answer:
    if ahead.failed == "unconnected":
        message = "no connection could be made; this device is offline"
        raise TransportUnconnected(message)
    if ahead.failed or ahead.status is None:
        message = "the browser got no answer that it may read"
        raise TransportRefused(message)
    return _Answer(ahead.status, ahead.headers, ahead.body)
