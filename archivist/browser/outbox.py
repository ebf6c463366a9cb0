"""Messages to the page, in their order, with those together that may wait a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Outbox:
    """Sends at once, or holds what may wait until Python pauses.

    A run tells fifty events without a pause. Sent one by one, each wakes the page, which draws it while Python works;
    on two processors that costs an answer a third of the engine's time.
    """

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send
        self._held: list[str] = []

    def send(self, text: str) -> None:
        """Sends the message, after what is held."""
        self._let_go()
        self._send(text)

    def hold(self, text: str) -> None:
        """Sends the message with the next one, or when the loop turns."""
        if not self._held:
            asyncio.get_running_loop().call_soon(self._let_go)
        self._held.append(text)

    def _let_go(self) -> None:
        held, self._held = self._held, []
        for text in held:
            self._send(text)
