"""The browser's transport: its own fetch, without cookies and without telling where the reader was."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager

import js
from js import AbortController, Object, fetch
from js import Response as JsResponse
from pyodide.ffi import JsException, to_js

from archivist.sources import (
    Request,
    TransportBroken,
    TransportError,
    TransportRefused,
    TransportTimedOut,
    TransportUnconnected,
)


class FetchTransport:
    """Requests over `fetch`, as `Transport` promises; leaving one early, for any reason, aborts it."""

    async def send(self, request: Request) -> _FetchResponse:
        """One request, as `Transport` promises."""
        until = asyncio.get_running_loop().time() + request.timeout
        controller = AbortController.new()
        options = _options(request, controller)
        with _translated(controller, TransportRefused("the browser got no answer that it may read")):
            async with asyncio.timeout_at(until):
                response = await fetch(request.url, options)
        return _FetchResponse(response, controller, until)


class _FetchResponse:
    def __init__(self, response: JsResponse, controller: AbortController, until: float) -> None:
        self._body = response.body
        self._controller = controller
        self._until = until
        self.status = response.status
        self.headers: Mapping[str, str] = {name.lower(): value for name, value in response.headers.entries()}

    async def chunks(self) -> AsyncIterator[bytes]:
        if self._body is None:
            return
        reader = self._body.getReader()
        while True:
            with _translated(self._controller, TransportBroken("the connection broke in the middle of the answer")):
                async with asyncio.timeout_at(self._until):
                    part = await reader.read()
            if part.done:
                return
            yield part.value.to_bytes()

    async def close(self) -> None:
        self._controller.abort()


def _options(request: Request, controller: AbortController) -> object:
    options: dict[str, object] = {
        "method": request.method,
        "redirect": "error" if request.stays else "follow",
        "credentials": "omit",
        "referrerPolicy": "no-referrer",
        "headers": dict(request.headers),
    }
    if request.body is not None:
        options["body"] = request.body
    return to_js(options | {"signal": controller.signal}, dict_converter=Object.fromEntries)


@contextmanager
def _translated(controller: AbortController, failure: TransportError) -> Iterator[None]:
    """Turns what fetch raises into `failure`: a browser gives one reason for everything, but for a missing network."""
    try:
        yield
    except asyncio.CancelledError:
        controller.abort()
        raise
    except TimeoutError as error:
        controller.abort()
        message = "no whole answer in time"
        raise TransportTimedOut(message) from error
    except JsException as error:
        if not js.navigator.onLine:  # looked up only now: under Node, where the build imports this, there is none
            message = "no connection could be made; this device is offline"
            raise TransportUnconnected(message) from error
        raise failure from error
