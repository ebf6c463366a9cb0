"""Small stores that a checkpoint can carry, and a place to keep checkpoints. Standard library only.

A node gets a store through its services. ``checkpoint.with_stores`` puts snapshots of stores beside the state;
``checkpoint.restore_stores`` puts them back, in another process too.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Protocol

from archivist.dag.checkpoint import Checkpoint
from archivist.dag.copying import copied
from archivist.dag.errors import StoreError

__all__ = ["CheckpointStore", "MemoryCheckpoints", "MemoryStore", "Store"]


class Store(Protocol):
    """What a checkpoint asks of a store."""

    def snapshot(self) -> dict[str, object]:
        """Everything in the store as JSON: ``{"type": …, "version": …, "entries": [{"key": …, "value": …}]}``."""

    def restore(self, snapshot: Mapping[str, object]) -> None:
        """Replaces everything by a snapshot; `StoreError` when it is of another type or version."""


class MemoryStore:
    """Keys and JSON values in memory.

    Args:
        prefix: put before every key, so that several users share one snapshot without meeting.
    """

    kind = "memory-store"
    version = 1

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._values: dict[str, object] = {}

    def get(self, key: str) -> object:
        """The value, or None."""
        return self._values.get(self._prefix + key)

    def set(self, key: str, value: object) -> None:
        """Writes a value over whatever was there."""
        self._values[self._prefix + key] = value

    def has(self, key: str) -> bool:
        """Whether the key is there, also with the value None."""
        return self._prefix + key in self._values

    def delete(self, key: str) -> bool:
        """Forgets a key; whether it was there."""
        return self._values.pop(self._prefix + key, _ABSENT) is not _ABSENT

    def update(self, key: str, change: Callable[[object], object]) -> object:
        """Writes what ``change`` makes of the value, None where there is none, and returns it."""
        value = change(self.get(key))
        self.set(key, value)
        return value

    def snapshot(self) -> dict[str, object]:
        """Everything in the store as JSON."""
        entries = [{"key": key, "value": copied(value)} for key, value in self._values.items()]
        return {"type": self.kind, "version": self.version, "entries": entries}

    def restore(self, snapshot: Mapping[str, object]) -> None:
        """Replaces everything by a snapshot.

        Raises:
            StoreError: the snapshot was taken of another type or version of store.
        """
        kind, version = snapshot.get("type"), snapshot.get("version")
        if (kind, version) != (self.kind, self.version):
            msg = f"this {self.kind} v{self.version} cannot take a snapshot of {kind!r} v{version!r}"
            raise StoreError(msg)
        entries = snapshot.get("entries")
        rows = entries if isinstance(entries, list) else []
        self._values = {str(row["key"]): copied(row["value"]) for row in rows}


_ABSENT = object()


class CheckpointStore(Protocol):
    """Where checkpoints are kept between processes."""

    def persist(self, key: str, checkpoint: Checkpoint) -> None:
        """Keeps a checkpoint under a key, over whatever was there."""

    def recall(self, key: str) -> Checkpoint | None:
        """The checkpoint under a key, or None."""


class MemoryCheckpoints:
    """Checkpoints as JSON text in memory; the one not asked for longest goes first.

    Args:
        capacity: how many are kept.
    """

    def __init__(self, capacity: int = 500) -> None:
        self._capacity = capacity
        self._texts: OrderedDict[str, str] = OrderedDict()

    def __len__(self) -> int:
        return len(self._texts)

    def persist(self, key: str, checkpoint: Checkpoint) -> None:
        """Keeps a checkpoint under a key."""
        self._texts[key] = checkpoint.dump()
        self._texts.move_to_end(key)
        while len(self._texts) > self._capacity:
            self._texts.popitem(last=False)

    def recall(self, key: str) -> Checkpoint | None:
        """The checkpoint under a key, or None; recalling counts as use."""
        text = self._texts.get(key)
        if text is None:
            return None
        self._texts.move_to_end(key)
        return Checkpoint.load(text)
