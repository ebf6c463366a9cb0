"""Asking a run to stop: a flag that is heard at once by whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable


class Cancellation:
    """A request to stop, made once and heard everywhere it was handed to.

    It is not asyncio's cancellation of a task: a running tool is told first and keeps a moment to finish.
    """

    def __init__(self) -> None:
        self._reason: str | None = None
        self._listeners: list[Callable[[], None]] = []

    @property
    def cancelled(self) -> bool:
        """Whether stopping was asked for."""
        return self._reason is not None

    @property
    def reason(self) -> str:
        """Why, in the words of whoever asked; empty before that."""
        return self._reason or ""

    def cancel(self, reason: str = "") -> None:
        """Ask once; later requests change nothing."""
        if self._reason is not None:
            return
        self._reason = reason
        listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Have `listener` called when stopping is asked for (at once if it was); returns what stops listening."""
        if self._reason is not None:
            listener()
            return lambda: None
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def child(self) -> Cancellation:
        """A request of its own that this one sets too."""
        made = Cancellation()
        self.listen(lambda: made.cancel(self.reason))
        return made
