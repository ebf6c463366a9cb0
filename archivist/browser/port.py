"""The worker's end of the channel to the page."""

from __future__ import annotations

from collections.abc import Callable

from pyodide.ffi import create_proxy


class Port:
    """JSON texts in both directions. Sending never waits; the frame holds what comes before `listen`."""

    def __init__(self) -> None:
        # Only a page has these, and the build imports this module too.
        from js import postMessage  # noqa: PLC0415
        from polyscript import xworker  # noqa: PLC0415

        self._sync = xworker.sync
        self._post = postMessage  # a call by way of `sync` makes a promise and waits for a reply, per event

    def booting(self, stage: str, done: int, note: str) -> None:
        """Progress, before there is anything that could write wire messages."""
        self._sync.booting(stage, done, note)

    def send(self, text: str) -> None:
        """One message to the page."""
        self._post(text)

    async def asked_ahead(self) -> str:
        """The address that the page had asked while Python was starting; see `ahead`."""
        return str(await self._sync.askedAhead())

    async def taken_ahead(self) -> str:
        """What came of that, as JSON."""
        return str(await self._sync.takenAhead())

    def listen(self, receive: Callable[[str], None]) -> None:
        """Hands every message of the page to `receive`, the ones that waited first."""
        self._sync.up = create_proxy(receive)
        self._sync.listening()
