"""At most once: an effect is marked before it is made and its receipt kept, so no crash and no resume makes it twice.

It is not exactly once. A marker without a receipt means that the effect may have happened; then the call is not run
again, and a person says what became of it (`resolve`). The slot of an effect is its owner, run, thread, task and place
in the batch; what is bound to it (tool, arguments, grant) may not change. The model's call id binds nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, Protocol

from pydantic import JsonValue

from archivist.tools.errors import ToolsError

Found = Literal["new", "settled", "unresolved", "different"]
RECONCILE = "Mediated Tool effect requires reconciliation"
KIND = "tool_effect_reconciliation"


class BrokerError(ToolsError):
    """The broker could not read or write what it keeps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """Under whose permission effects are made; any change of it makes a replay a different effect."""

    version: str = ""
    operation: str = ""
    grant: str = ""
    fingerprint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectSlot:
    """Which effect: unique for ever, the same over every resume."""

    owner: str
    run: str
    thread: str
    task: str
    ordinal: int

    @property
    def key(self) -> str:
        """The slot as one text."""
        return json.dumps([self.owner, self.run, self.thread, self.task, self.ordinal])


def evidence(tool: str, executable: str, arguments: Mapping[str, JsonValue], grant: Grant) -> str:
    """What is bound to a slot, as one digest; the order of keys in the arguments does not matter."""
    bound = [tool, executable, arguments, grant.version, grant.operation, grant.grant, grant.fingerprint]
    return sha256(json.dumps(bound, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What a slot held when it was to be begun; `receipt` for a settled one."""

    found: Found
    receipt: Mapping[str, JsonValue] | None = None


class EffectBroker(Protocol):
    """Keeps markers and receipts. Every method is one transaction; a `BrokerError` means that nothing was kept."""

    def begin(self, slot: EffectSlot, bound: str) -> Looked:
        """Marks a new slot, or says what it holds."""
        ...

    def finish(self, slot: EffectSlot, receipt: Mapping[str, JsonValue]) -> None:
        """Keeps the receipt of an effect that was made."""
        ...

    def release(self, slot: EffectSlot) -> None:
        """Takes the marker of a call back that did nothing; the slot may be used again."""
        ...

    def resolve(self, slot: EffectSlot, receipt: Mapping[str, JsonValue] | None, by: str) -> None:
        """Settles an unresolved slot by a person's word: a receipt, or None when nothing had happened."""
        ...


@dataclass(slots=True)
class _Row:
    bound: str
    receipt: Mapping[str, JsonValue] | None = None


class MemoryBroker:
    """Keeps everything as long as the process lives. `audit` lists what people settled: slot, word, by whom."""

    def __init__(self) -> None:
        self._rows: dict[str, _Row] = {}
        self.audit: list[tuple[str, str, str]] = []

    def __len__(self) -> int:
        return len(self._rows)

    def begin(self, slot: EffectSlot, bound: str) -> Looked:
        """Marks a new slot, or says what it holds."""
        row = self._rows.get(slot.key)
        if row is None:
            self._rows[slot.key] = _Row(bound)
        return looked(row.bound, row.receipt, bound) if row else Looked(found="new")

    def finish(self, slot: EffectSlot, receipt: Mapping[str, JsonValue]) -> None:
        """Keeps the receipt."""
        self._rows[slot.key].receipt = receipt

    def release(self, slot: EffectSlot) -> None:
        """Takes the marker back."""
        self._rows.pop(slot.key, None)

    def resolve(self, slot: EffectSlot, receipt: Mapping[str, JsonValue] | None, by: str) -> None:
        """Settles by a person's word."""
        self.audit.append((slot.key, "happened" if receipt is not None else "did not happen", by))
        if receipt is None:
            self.release(slot)
        else:
            self.finish(slot, receipt)


def looked(kept: str, receipt: Mapping[str, JsonValue] | None, bound: str) -> Looked:
    """What a kept row means for a call bound to `bound`."""
    if kept != bound:
        return Looked(found="different")
    return Looked(found="unresolved") if receipt is None else Looked(found="settled", receipt=receipt)
