"""Time as a parameter: every wait, deadline and time stamp of the engine asks a clock. Standard library only.

`SystemClock` is the real one. `FakeClock` ships for tests of anything that waits: its time moves only when
`advance` is awaited, or at once when something sleeps (``auto=True``).
"""

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable, Sized
from types import TracebackType
from typing import Protocol, Self

__all__ = ["Clock", "FakeClock", "SystemClock", "Timeout", "Timer"]


class Timer(Protocol):
    """A callback that is due later."""

    def cancel(self) -> None:
        """Forgets the callback; harmless when it has run."""


class Clock(Protocol):
    """What the engine asks about time. Seconds everywhere."""

    def monotonic(self) -> float:
        """Seconds on a clock that never goes back; only differences mean something."""

    def wall(self) -> float:
        """Seconds since 1970-01-01 UTC."""

    async def sleep(self, seconds: float) -> None:
        """Returns after so many seconds."""

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Calls back after so many seconds unless the timer is cancelled. Needs a running event loop."""


class SystemClock:
    """The machine's time and the event loop's timers."""

    __slots__ = ()

    # The functions themselves: the time is asked several times a call, and a method around each would be felt.
    monotonic = staticmethod(time.monotonic)

    wall = staticmethod(time.time)

    async def sleep(self, seconds: float) -> None:
        """Gives way to other tasks at least once, even for zero seconds."""
        await asyncio.sleep(seconds)

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """A timer of the running event loop."""
        return asyncio.get_running_loop().call_later(seconds, callback)


class _FakeTimer:
    __slots__ = ("callback",)

    def __init__(self, callback: Callable[[], object] | None) -> None:
        self.callback = callback

    def cancel(self) -> None:
        self.callback = None

    def fire(self) -> None:
        callback, self.callback = self.callback, None
        if callback is not None:
            callback()


# Turns of the event loop after which tasks woken by a timer are taken to have reached their next wait. Chains of
# awaits inside one task need a single turn; a TaskGroup that ends, a lock that is handed on, need two or three.
_SETTLE = 12
# A task that only ever yields would keep a clock from moving; after so many turns it no longer does.
_LONGEST = 2_000


def _finish(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)


class FakeClock:
    """A clock that stands still until told otherwise.

    Args:
        start: what `monotonic` says first, in seconds.
        epoch: what `wall` says first, in seconds since 1970.
        auto: whether time jumps to the next timer as soon as all tasks wait, so that no test needs to advance.

    ``slept`` lists every requested sleep in order.
    """

    def __init__(self, start: float = 0.0, epoch: float = 1_700_000_000.0, *, auto: bool = False) -> None:
        self._now = start
        self._offset = epoch - start
        self._auto = auto
        self._pump: asyncio.Task[None] | None = None
        self._order = itertools.count()
        self._timers: list[tuple[float, int, _FakeTimer]] = []
        self.slept: list[float] = []

    def monotonic(self) -> float:
        """Seconds since an arbitrary start, moved by `advance` alone."""
        return self._now

    def wall(self) -> float:
        """The epoch given at the start, plus what has been advanced."""
        return self._now + self._offset

    async def sleep(self, seconds: float) -> None:
        """Waits until the clock has been advanced by so many seconds."""
        self.slept.append(seconds)
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        done = asyncio.get_running_loop().create_future()
        timer = self.call_later(seconds, lambda: _finish(done))
        try:
            await done
        finally:
            timer.cancel()

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """A timer that fires when the clock is advanced past it."""
        timer = _FakeTimer(callback)
        heapq.heappush(self._timers, (self._now + seconds, next(self._order), timer))
        if self._auto and (self._pump is None or self._pump.done()):
            self._pump = asyncio.get_running_loop().create_task(self._jump())
        return timer

    async def advance(self, seconds: float) -> None:
        """Moves time forward, firing each timer at its moment and letting tasks run in between."""
        end = self._now + seconds
        await self._settle()
        while self._timers and self._timers[0][0] <= end:
            self._fire_next()
            await self._settle()
        self._now = end

    async def _jump(self) -> None:
        await self._settle()
        while self._timers:
            self._fire_next()
            await self._settle()

    def _fire_next(self) -> None:
        due, _, timer = heapq.heappop(self._timers)
        if timer.callback is None:
            return
        self._now = max(self._now, due)
        timer.fire()

    @staticmethod
    async def _settle() -> None:
        for _ in range(_SETTLE):
            await asyncio.sleep(0)
        # CPython's loops keep what runs next in `_ready`; while something is there, not all tasks wait.
        ready: Sized = getattr(asyncio.get_running_loop(), "_ready", ())
        for _ in range(_LONGEST):
            if not len(ready):
                return
            await asyncio.sleep(0)


class Timeout:
    """``async with Timeout(clock, 5.0) as limit``: cancels its body after so many seconds of the clock.

    Like `asyncio.timeout`, with a clock. Raises `TimeoutError` at the end of the body it cancelled; a cancellation
    from outside passes through unchanged. No limit is set for None.
    """

    __slots__ = ("_clock", "_expired", "_seconds", "_task", "_timer")

    def __init__(self, clock: Clock, seconds: float | None) -> None:
        self._clock = clock
        self._seconds = seconds
        self._expired = False
        self._task: asyncio.Task[object] | None = None
        self._timer: Timer | None = None

    @property
    def expired(self) -> bool:
        """Whether this limit, and nothing else, ended the body."""
        return self._expired

    async def __aenter__(self) -> Self:
        self._task = asyncio.current_task()
        if self._seconds is not None:
            self._timer = self._clock.call_later(self._seconds, self._expire)
        return self

    def _expire(self) -> None:
        self._expired = True
        if self._task is not None:
            self._task.cancel()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self._expired or self._task is None:
            return
        if self._task.uncancel() == 0 and kind is asyncio.CancelledError:
            raise TimeoutError from error
