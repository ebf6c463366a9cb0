"""A second attempt beside a first that takes long: whichever answers first is taken, and the other is ended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from archivist.dag import Clock
from archivist.tools.signals import signal_in

T = TypeVar("T")


async def hedged(clock: Clock, seconds: float, enter: Callable[[], Awaitable[T]], again: Callable[[], bool]) -> T:
    """What the first of two attempts to succeed returned.

    The second begins `seconds` after the first, if that is still under way and `again` allows it. When both fail, the
    first one's error is raised; a control signal of either is raised at once. No attempt is left running: the other is
    cancelled, and its end is waited for.
    """
    tasks = [asyncio.ensure_future(enter())]
    bell = asyncio.get_running_loop().create_future()
    timer = clock.call_later(seconds, lambda: None if bell.done() else bell.set_result(None))
    try:
        await asyncio.wait([tasks[0], bell], return_when=asyncio.FIRST_COMPLETED)
        if not tasks[0].done() and again():
            tasks.append(asyncio.ensure_future(enter()))
        return await _first(tasks)
    finally:
        timer.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _first(tasks: Sequence[asyncio.Future[T]]) -> T:
    waiting = set(tasks)
    while waiting:
        done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if _decides(task):
                return task.result()
    return tasks[0].result()


def _decides(task: asyncio.Future[T]) -> bool:
    """Whether the other attempt need not be waited for."""
    if task.cancelled():
        return False
    error = task.exception()
    return error is None or signal_in(error) is not None or not isinstance(error, Exception)
