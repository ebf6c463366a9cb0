"""A transport that answers from a script: for tests of everything above it, and for nothing else.

```python
web = ScriptedTransport()
web.answers("openlibrary.org/search.json", {"numFound": 0, "docs": []})
web.answers("en.wikipedia.org", status=503, body="<html>busy</html>")
web.refuses("www.googleapis.com")
```
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from archivist.dag import Clock, FakeClock
from archivist.transport import (
    Request,
    TransportBroken,
    TransportError,
    TransportRefused,
    TransportTimedOut,
    TransportUnconnected,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedResponse:
    """An answer of the script; `breaks_after` bytes of the body the connection is lost, None for never."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    breaks_after: int | None = None
    piece: int = 4096

    async def chunks(self) -> AsyncIterator[bytes]:
        """The body in pieces, as a network would bring it."""
        end = len(self.body) if self.breaks_after is None else self.breaks_after
        for start in range(0, end, self.piece):
            yield self.body[start : min(start + self.piece, end)]
        if self.breaks_after is not None:
            message = "the connection broke"
            raise TransportBroken(message)

    async def close(self) -> None:
        """Nothing is held, so nothing is left to close."""


Act = Callable[[Request], ScriptedResponse]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    act: Act
    after: float = 0.0


class ScriptedTransport:
    """Answers by the longest script whose text the address contains; what no script covers is refused.

    A script given several times for the same text is played in that order, its last step again and again. `sent` is
    every request that came this far, oldest first. With `hold()` requests wait until `release()`, so that a test can
    look at what is in flight. Waiting is done on `clock` (an automatic fake one when not given), so it takes no real
    time.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.sent: list[Request] = []
        self._clock: Clock = clock or FakeClock(auto=True)
        self._scripts: dict[str, deque[_Step]] = {}
        self._open = asyncio.Event()
        self._open.set()

    @property
    def urls(self) -> list[str]:
        """The addresses asked so far, oldest first."""
        return [request.url for request in self.sent]

    def answers(  # noqa: PLR0913 - the parts of an answer, each by name
        self,
        where: str,
        body: JsonValue | bytes = None,
        *,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        breaks_after: int | None = None,
        after: float = 0.0,
    ) -> None:
        """Addresses that contain `where` get this answer `after` seconds; a body that is not bytes is sent as JSON."""
        data = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
        kind = {"content-type": "application/json", **(headers or {})}
        answer = ScriptedResponse(status=status, headers=kind, body=data, breaks_after=breaks_after)
        self.does(where, lambda _: answer, after=after)

    def refuses(self, where: str) -> None:
        """A fetch that the browser rejects."""
        self.does(where, _raises(TransportRefused("the request was turned away without a reason")))

    def breaks(self, where: str) -> None:
        """A connection that is reset before a status came."""
        self.does(where, _raises(TransportBroken("the connection broke")))

    def vanishes(self, where: str) -> None:
        """A network that is not there."""
        self.does(where, _raises(TransportUnconnected("no connection could be made")))

    def hangs(self, where: str) -> None:
        """A service that never answers."""
        self.does(where, _raises(TransportTimedOut()), after=float("inf"))

    def does(self, where: str, act: Act, *, after: float = 0.0) -> None:
        """Whatever `act` makes of the request, or raises, `after` seconds."""
        self._scripts.setdefault(where, deque()).append(_Step(act=act, after=after))

    def hold(self) -> None:
        """From now on requests wait."""
        self._open.clear()

    def release(self) -> None:
        """Lets the waiting requests go on."""
        self._open.set()

    async def send(self, request: Request) -> ScriptedResponse:
        """One request, as `Transport` promises."""
        self.sent.append(request)
        await self._open.wait()
        step = self._next(request.url)
        if step.after >= request.timeout:
            await self._clock.sleep(request.timeout)
            raise TransportTimedOut
        if step.after:
            await self._clock.sleep(step.after)
        return step.act(request)

    def _next(self, url: str) -> _Step:
        fitting = [where for where in self._scripts if where in url]
        if not fitting:
            message = f"no script covers {url}"
            raise TransportRefused(message)
        steps = self._scripts[max(fitting, key=len)]
        return steps.popleft() if len(steps) > 1 else steps[0]


def _raises(error: TransportError) -> Act:
    def act(_: Request) -> ScriptedResponse:
        raise error

    return act
