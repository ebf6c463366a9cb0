"""The terminal's transport, on httpx; the library is imported when the first request is sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from archivist.transport import Request, TransportBroken, TransportRefused, TransportTimedOut, TransportUnconnected

if TYPE_CHECKING:
    import httpx

# Services turn away nameless programs and names without a contact (Open Library since May 2026, Wikimedia since 2025).
ANONYMOUS = "Mozilla/5.0 (compatible; Archivist; one reader's book search)"


class HttpxTransport:
    """Requests over one httpx client with keep-alive; close it with `aclose()` or use it as a context manager.

    `contact` is an e-mail address or URL of the person who runs this; with it the services see a name that they can
    write to, and Open Library grants three requests a second in place of one.
    """

    def __init__(self, contact: str | None = None) -> None:
        self._agent = f"Archivist (+{contact})" if contact else ANONYMOUS
        self._client: httpx.AsyncClient | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections; the next request opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def send(self, request: Request) -> _HttpxResponse:
        """One request, as `Transport` promises."""
        until = asyncio.get_running_loop().time() + request.timeout
        client = self._connect()
        with _translated():
            async with asyncio.timeout_at(until):
                headers = dict(request.headers)
                built = client.build_request(request.method, request.url, headers=headers, content=request.body)
                return _HttpxResponse(await client.send(built, stream=True), until)

    def _connect(self) -> httpx.AsyncClient:
        if self._client is None:
            try:
                import httpx  # noqa: PLC0415 - the package runs without httpx in a browser
            except ImportError as missing:
                message = "the terminal needs httpx to reach the services: pip install 'archivist[cli]'"
                raise TransportRefused(message) from missing
            unlimited = httpx.Timeout(None)  # `send` bounds a request as a whole; httpx's limits are per read
            self._client = httpx.AsyncClient(timeout=unlimited, headers={"User-Agent": self._agent})
        return self._client


class _HttpxResponse:
    def __init__(self, response: httpx.Response, until: float) -> None:
        self._response = response
        self._until = until
        self.status = response.status_code
        self.headers: Mapping[str, str] = {name.lower(): value for name, value in response.headers.items()}

    async def chunks(self) -> AsyncIterator[bytes]:
        parts = self._response.aiter_bytes()
        while True:
            with _translated():
                async with asyncio.timeout_at(self._until):
                    part = await anext(parts, None)
            if part is None:
                return
            yield part

    async def close(self) -> None:
        await self._response.aclose()


@contextmanager
def _translated() -> Iterator[None]:
    """Turns httpx's errors into the transport's own, without the address that httpx puts into its messages."""
    import httpx  # noqa: PLC0415 - reached only after `_connect` has imported it

    try:
        yield
    except (TimeoutError, httpx.TimeoutException) as error:
        raise TransportTimedOut from error
    except (httpx.ConnectError, httpx.ProxyError) as error:
        # Not "refused": here, unlike in a browser, it is known that no answer was there to be hidden.
        message = "no connection could be made; check that this device is online"
        raise TransportUnconnected(message) from error
    except (httpx.HTTPError, httpx.StreamError) as error:
        message = f"the connection broke ({type(error).__name__})"
        raise TransportBroken(message) from error
