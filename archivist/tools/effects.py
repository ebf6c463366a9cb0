"""One call under the effect broker: marked, run, and its receipt kept; replayed, refused or left to a person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from pydantic import JsonValue

from archivist.tools.batch import Decided, Slot
from archivist.tools.broker import KIND, RECONCILE, BrokerError, EffectBroker, EffectSlot, Found, Grant, evidence
from archivist.tools.call import NOT_STARTED, ToolResult
from archivist.tools.errors import BatchUnusable, ToolInterrupt
from archivist.tools.gate import Answer
from archivist.tools.outcome import failed, supplied

_NOT_MARKED = "dispatch marker was not persisted"
_RETRIES = "a brokered call is made once; its policy may not retry"
_CHANGED = "the effect of this slot was another one: its tool, arguments or grant have changed"


class Effects:
    """Runs calls through a broker."""

    def __init__(self, broker: EffectBroker, grant: Grant) -> None:
        self._broker = broker
        self._grant = grant

    @staticmethod
    def check(batch: Decided) -> None:
        """Refuse a batch whose effects would have no identity.

        Raises:
            BatchUnusable: the scope has no thread or no task.
        """
        who = batch.scope.identity
        if not who.thread or not who.task:
            message = "an effect broker needs Scope.identity with thread and task; without them no effect is told apart"
            raise BatchUnusable(message)

    async def through(self, slot: Slot, run: Callable[[], Awaitable[ToolResult]]) -> ToolResult | None:
        """The call's result, made now or kept from before; None when a person must say what became of it."""
        if slot.held is not None and slot.held.tool.policy.attempts > 1:
            return failed(slot, "rejected", _RETRIES, code="broker")
        where = effect_slot(slot)
        try:
            looked = self._broker.begin(where, self._bound(slot))
        except BrokerError:
            return failed(slot, "failed", _NOT_MARKED, code="broker")
        if looked.found == "new":
            return await self._make(slot, where, run)
        if looked.receipt is not None:
            return _replayed(slot, ToolResult.from_json(looked.receipt))
        return self._kept(slot, looked.found)

    def _kept(self, slot: Slot, found: Found) -> ToolResult | None:
        if found == "different":
            return failed(slot, "rejected", _CHANGED, code="broker")
        return self._open(slot)

    async def _make(self, slot: Slot, where: EffectSlot, run: Callable[[], Awaitable[ToolResult]]) -> ToolResult | None:
        """Run under a marker. An exception, a cancellation or a crash leaves it: the effect may have happened."""
        try:
            result = await run()
        except ToolInterrupt:
            self._broker.release(where)  # it asks before it does anything
            raise
        try:
            if result.ok:
                self._broker.finish(where, result.to_json())
            elif result.status in NOT_STARTED or not result.effect_uncertain:
                self._broker.release(where)
        except BrokerError:
            return self._open(slot)
        return self._open(slot) if result.effect_uncertain else result

    @staticmethod
    def _open(slot: Slot) -> None:
        who = slot.batch.scope.identity
        payload: dict[str, JsonValue] = {"kind": KIND, "thread_id": who.thread, "task_id": who.task}
        slot.waits(RECONCILE, payload, "reconciliation")

    def _bound(self, slot: Slot) -> str:
        if slot.held is None or slot.arguments is None:
            raise AssertionError  # only decided calls come here
        return evidence(slot.call.name, slot.held.tool.executable, slot.arguments, self._grant)

    def resolve(self, slot: Slot, answer: Answer, by: str) -> None:
        """Settle an uncertain effect by a person's word: `supply` it happened, `deny` it did not, else run again."""
        where = effect_slot(slot)
        if answer.kind == "supply":
            slot.result = supplied(slot, answer.value)
            self._broker.resolve(where, slot.result.to_json(), by)
            return
        self._broker.resolve(where, None, by)
        if answer.kind == "deny":
            slot.result = failed(slot, "failed", answer.reason, code="resolved")


def effect_slot(slot: Slot) -> EffectSlot:
    """The slot's effect."""
    who = slot.batch.scope.identity
    return EffectSlot(owner=who.owner, run=who.run, thread=who.thread, task=who.task, ordinal=slot.ordinal)


def _replayed(slot: Slot, kept: ToolResult) -> ToolResult:
    return replace(kept, call_id=slot.call.id, shared=True)
