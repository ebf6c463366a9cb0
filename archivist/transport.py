"""The one door to the network: what a transport has to do, and how it says that it could not.

Three things come through this door: `HttpxTransport` in the terminal, the browser's fetch, and `ScriptedTransport` in
tests. The protocol asks for what all three can give and for nothing else.

TransportError
├── TransportRefused   no answer can be read and no reason is given (all that a browser's fetch ever says)
├── TransportBroken    the connection ended before the answer did
│   └── TransportUnconnected  there was none: no network, no such host, nobody listens
└── TransportTimedOut  no whole answer within `Request.timeout`
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol


class TransportError(Exception):
    """No whole answer came; the message says what is known, and never holds an address."""


class TransportRefused(TransportError):
    """The request was turned away and nobody says why: offline, blocked, or an answer without a CORS header.

    A browser cannot tell a 429 that lacks the header from a cable that is out, so neither does this class.
    """


class TransportBroken(TransportError):
    """The connection was reset or closed in the middle."""


class TransportUnconnected(TransportBroken):
    """No connection could be made, which says more of the way there than of the service."""


class TransportTimedOut(TransportError):
    """The answer, body included, was not there in time."""


Method = Literal["GET", "POST"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A GET, or a POST with a text body. `url` is absolute, `timeout` is seconds for head and body.

    A book service gets CORS-safelisted headers only; a model's host gets the key that the visitor gave for it, so
    neither headers nor body are part of the repr. `stays` forbids a browser to follow a redirect, which would carry
    such a header to a host nobody chose.
    """

    url: str
    timeout: float
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    method: Method = "GET"
    body: str | None = field(default=None, repr=False)
    stays: bool = False


class Response(Protocol):
    """An answer whose body has not been read yet.

    `headers` has lower-case names. Reading `chunks()` past `Request.timeout` raises `TransportTimedOut`, a lost
    connection `TransportBroken`. Whoever holds a response closes it; closing before the end aborts what is left and
    never raises.
    """

    @property
    def status(self) -> int:
        """The HTTP status."""

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers that may be read, names in lower case."""

    def chunks(self) -> AsyncIterator[bytes]:
        """The body, piece by piece."""

    async def close(self) -> None:
        """Lets go of the connection."""


class Transport(Protocol):
    """Sends one request and follows no redirect that it can see (a browser follows them by itself).

    Raises:
        TransportRefused, TransportBroken, TransportTimedOut: as drawn above; nothing else but cancellation, which
        aborts
            the request that is under way.
    """

    async def send(self, request: Request) -> Response:
        """The head of the answer, whatever its status."""
