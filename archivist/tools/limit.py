"""Cutting a running call: at its time limit, or a moment after the run was cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from types import TracebackType, coroutine
from typing import Literal, Self, TypeVar, cast

from archivist.dag import Clock, Timer
from archivist.tools.cancel import Cancellation

Why = Literal["time", "cancelled"]
T = TypeVar("T")

PATIENCE = 5.0
"""Seconds that a cut body keeps to tidy up; one that swallowed the cut is cut again after as many."""


class Cut(Exception):
    """The call was cut; `why` says by what."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why: Why = why


class Limit:
    """`with Limit(...)`: cancels its body when `seconds` are over, or `grace` seconds after a cancellation.

    The body's own task is cancelled and no other is made, which keeps a call cheap. A cancellation from outside passes
    through as what it is; only a cut that this limit made becomes `Cut`.
    """

    __slots__ = ("_cancellation", "_clock", "_cuts", "_grace", "_seconds", "_task", "_timers", "_unlisten", "_why")

    def __init__(self, clock: Clock, seconds: float | None, cancellation: Cancellation | None, grace: float) -> None:
        self._clock = clock
        self._seconds = seconds
        self._cancellation = cancellation
        self._grace = grace
        self._task: asyncio.Task[object] | None = None
        self._timers: list[Timer] = []
        self._why: Why | None = None
        self._cuts = 0

    def __enter__(self) -> Self:
        self._task = asyncio.current_task()
        if self._seconds is not None:
            self._timers.append(self._clock.call_later(self._seconds, self._time))
        if self._cancellation is not None:
            self._unlisten = self._cancellation.listen(self._cancelled)
        return self

    def _time(self) -> None:
        self._cut("time")

    def _cancelled(self) -> None:
        if self._grace > 0:
            self._timers.append(self._clock.call_later(self._grace, lambda: self._cut("cancelled")))
        elif asyncio.current_task() is self._task:
            # The body itself asked. A task that cancels itself is cancelled at its next wait, which may be after the
            # body; so it is cut when it next waits inside, or not at all.
            self._timers.append(asyncio.get_running_loop().call_soon(self._cut, "cancelled"))
        else:
            self._cut("cancelled")

    def _cut(self, why: Why) -> None:
        if self._task is None or (self._why is not None and self._why != why):
            return
        self._why = why
        self._cuts += 1
        self._task.cancel()
        self._timers.append(self._clock.call_later(PATIENCE, lambda: self._cut(why)))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for timer in self._timers:
            timer.cancel()
        if self._cancellation is not None:
            self._unlisten()
        if self._why is None or self._task is None:
            return
        # Somebody else's cancellation may have come on top of ours; then it is theirs that counts.
        for _ in range(self._cuts):
            left = self._task.uncancel()
        if left == 0 and kind is asyncio.CancelledError:
            raise Cut(self._why) from error


@coroutine
def limited(
    body: Coroutine[object, object, T],
    clock: Clock,
    until: float | None,
    cancellation: Cancellation | None,
    grace: float,
) -> Generator[object, object, T]:
    """What `body` returns under a limit that is set when it first waits.

    Nothing can cut it before, and a body that never waits, as many tools do, costs no timer.
    """
    try:
        awaited = body.send(None)
    except StopIteration as ended:
        return cast("T", ended.value)
    with Limit(clock, None if until is None else until - clock.monotonic(), cancellation, grace):
        returned: T = yield from _rest(body, awaited)
    return returned


@coroutine
def _rest(body: Coroutine[object, object, T], awaited: object) -> Generator[object, object, T]:
    """Goes on with a body that waits for `awaited` already, as `await` would."""
    returned: T
    try:
        yield awaited
    except BaseException as error:  # noqa: BLE001 - thrown in from outside; the body decides what becomes of it
        try:
            awaited = body.throw(error)
        except StopIteration as ended:
            return cast("T", ended.value)
    else:
        returned = yield from body
        return returned
    returned = yield from _rest(body, awaited)
    return returned
