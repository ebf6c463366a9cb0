"""Where a scatter's items come from, and the buckets a reservoir keeps. Standard library only."""

import asyncio
import itertools
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from archivist.dag import paths
from archivist.dag.clock import Clock, Timer

if TYPE_CHECKING:
    from archivist.dag.item import Item

__all__ = ["END", "Buckets", "Source", "bucket_key", "open_source"]


class End:
    """What a source gives when it has nothing more."""


END: Final = End()


class Source:
    """One source being read.

    Attributes:
        size: where it is known; strange: names the type of a value that is no source.
        streaming: whether the next item must be awaited.
    """

    __slots__ = ("_lock", "_stream", "items", "size", "strange", "streaming")

    def __init__(
        self,
        items: Iterator[object],
        *,
        stream: AsyncIterator[object] | None = None,
        size: int | None = None,
        strange: str | None = None,
    ) -> None:
        self.items = items
        self.size = size
        self.strange = strange
        self._stream = stream
        self.streaming = stream is not None
        self._lock = asyncio.Lock() if stream is not None else None

    async def following(self) -> object:
        """The next item of an async source, or `END`; one reader at a time, as async generators demand."""
        if self._stream is None or self._lock is None:
            return END
        async with self._lock:
            return await anext(self._stream, END)

    async def close(self) -> None:
        """Ends an async generator that was not read to its end, so that its ``finally`` runs now."""
        close = getattr(self._stream, "aclose", None)
        if close is not None:
            await close()


def open_source(value: object, pulled: int) -> Source | None:
    """Reads a value as a source, after the items already pulled; None for null, absent and an empty list.

    A list continues at its position. Any other iterable, async or not, that has ``resume_after(count)`` is asked to
    continue there; one that has not is taken to continue by itself where the interrupted run left it.
    """
    if value is None or (isinstance(value, Sequence) and not isinstance(value, str | bytes) and len(value) == 0):
        return None
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        # A copy of the list itself: a gather may write to the very list that is being scattered.
        rest = list(itertools.islice(value, pulled, None))
        return Source(iter(rest), size=len(rest))
    if isinstance(value, str | bytes | Mapping):
        return Source(iter(()), strange=type(value).__name__)
    resume = getattr(value, "resume_after", None)
    readable = resume(pulled) if pulled and callable(resume) else value
    if hasattr(readable, "__aiter__"):
        return Source(iter(()), stream=readable.__aiter__())
    if isinstance(readable, Iterable):
        return Source(iter(readable))
    return Source(iter(()), strange=type(value).__name__)


class Buckets:
    """A reservoir: items by the value of one field, released when full, when idle, or at the end."""

    __slots__ = ("_timers", "held", "released")

    def __init__(self) -> None:
        self.held: dict[str, list[Item]] = {}
        self.released: deque[tuple[str, list[Item]]] = deque()
        self._timers: dict[str, Timer] = {}

    def put(self, item: "Item", key: str, capacity: int) -> bool:
        """Adds an item to its bucket; True when that filled the bucket and released it."""
        bucket = self.held.setdefault(key, [])
        bucket.append(item)
        if len(bucket) < capacity:
            return False
        self.release(key)
        return True

    def release(self, key: str) -> None:
        """Hands a bucket over to the workers and forgets its timer, so it cannot be released twice."""
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()
        bucket = self.held.pop(key, None)
        if bucket:
            self.released.append((key, bucket))

    def watch(self, key: str, clock: Clock, seconds: float, wake: Callable[[], None]) -> None:
        """Releases the bucket after so long without a new item."""
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()
        if key in self.held:
            self._timers[key] = clock.call_later(seconds, lambda: self._idle(key, wake))

    def _idle(self, key: str, wake: Callable[[], None]) -> None:
        self.release(key)
        wake()

    def flush(self) -> None:
        """Releases everything, oldest bucket first."""
        for key in list(self.held):
            self.release(key)

    def quiet(self) -> None:
        """Stops all timers; the buckets stay for a checkpoint."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()


def bucket_key(item: object, field: str, index: int) -> str:
    """The bucket of an item: the value of its field; an item without one has a bucket to itself."""
    value = paths.get(item, field)
    return f"item {index}" if value is None else f"{type(value).__name__} {value}"
