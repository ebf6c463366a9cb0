"""One body run for each item of a source, some at a time. Standard library only.

Workers, as many as the concurrency, pull from one shared source: a worker takes the next item only when it has finished
the last, so a lazy source is never read ahead. Items are settled in their order whatever finishes first, so gathers
fold in order and a checkpoint needs to hold only the items in work and those that finished early (see `AHEAD`).
"""

import asyncio
from collections import deque
from typing import Final, cast

from archivist.dag import paths
from archivist.dag.body import BodyRunner, Unit
from archivist.dag.errors import DagError, ScatterError
from archivist.dag.fold import Folding
from archivist.dag.frame import BREATH, Frame
from archivist.dag.item import Item
from archivist.dag.notes import NodeWarning
from archivist.dag.plan import HELD, Held, ScatterSpec, Step
from archivist.dag.source import END, Buckets, Source, bucket_key, open_source

__all__ = ["Scattering", "fire_scatter"]

# Units that may finish ahead of a slow one, per worker. It bounds memory and checkpoints; eight keeps the workers busy
# behind an item that takes eight times as long as the others.
AHEAD: Final = 8


async def fire_scatter(frame: Frame, step: Step) -> str | Held | None:
    """Scatters every waiting item's source, one waiting item after the other."""
    ports: set[str] = set()
    skipped = True
    while frame.batch:
        scattering = frame.scatterings.get(step)
        if scattering is None:
            scattering = frame.scatterings[step] = Scattering(frame, step, frame.batch[0])
        if not await scattering.run():
            return HELD
        del frame.scatterings[step], frame.batch[0]
        skipped = skipped and scattering.skipped
        ports.add(scattering.leave())
    if skipped:
        frame.skip(step)
    return ports.pop() if len(ports) == 1 else None


class Scattering:
    """One firing of a scatter for one item of its frame.

    Attributes:
        seq: number of the next unit; pulled: how many items the source has given.
        watermark: every unit below it is settled; ahead: finished units above it.
        active: units in work, parked ones too; redo: units a checkpoint brought back.
    """

    __slots__ = (
        "_failure", "_limit", "_running", "_waiting", "active", "ahead", "body", "buckets", "folding", "frame", "item",
        "pulled", "redo", "seq", "skipped", "spec", "step", "watermark",
    )  # fmt: skip

    def __init__(self, frame: Frame, step: Step, item: Item) -> None:
        self.frame = frame
        self.step = step
        self.item = item
        self.spec = cast("ScatterSpec", step.spec)
        self.body = BodyRunner(frame, step, self.spec, item)
        self.folding = Folding(frame, step, self.spec, item)
        self.buckets = Buckets()
        self.seq = 0
        self.pulled = 0
        self.watermark = 0
        self.active: dict[int, Unit] = {}
        self.ahead: dict[int, Unit] = {}
        self.redo: deque[Unit] = deque()
        self.skipped = False
        self._failure: Exception | None = None
        self._limit = self.spec.concurrency
        self._running = 0
        self._waiting: list[asyncio.Future[None]] = []

    async def run(self) -> bool:
        """Works through the source; False when the run was stopped or an item is parked."""
        source = open_source(paths.get(self.item.state, self.spec.source), self.pulled)
        if source is None:
            self.skipped = not self.pulled
            source = Source(iter(()), size=0)
        if source.strange is not None:
            self._warn(source.strange)
        if source.size is not None:
            self.body.of = self.pulled + source.size
        try:
            await self._work_all(source)
        finally:
            self.buckets.quiet()
            await source.close()
        if self._failure is not None:
            raise self._failure
        return not self.active and self.frame.control.stop is None

    def _warn(self, kind: str) -> None:
        msg = f"{self.spec.source!r} holds a {kind}, which is no list of items; the scatter had nothing to do"
        self.item.state.warnings.append(NodeWarning(code="SCATTER_SOURCE", message=msg, operation=self.step.name))

    async def _work_all(self, source: Source) -> None:
        workers = self.spec.concurrency
        reservoir = self.spec.key_field is not None
        if source.size is not None and not reservoir:
            workers = max(1, min(workers, source.size + len(self.redo)))
        if workers == 1 and not reservoir:
            await self._work(source)
            return
        async with asyncio.TaskGroup() as group:
            feeder = group.create_task(self._feed(source)) if reservoir else None
            for _ in range(workers):
                group.create_task(self._work(source, feeder))

    async def _work(self, source: Source, feeder: asyncio.Task[None] | None = None) -> None:
        """One worker: takes units until there are none, the run stops, or a unit failed for good."""
        control = self.frame.control
        while self._failure is None and control.stop is None:
            if (self._running or self.ahead) and self._gated():
                await self._changed()
                continue
            streams = source.streaming and feeder is None and not self.redo
            unit = await self._following(source) if streams else self._next(source, feeder)
            if unit is None:
                break
            if isinstance(unit, Held):
                await self._changed()
                continue
            await self._do(unit)
            if not self.watermark % BREATH:
                await asyncio.sleep(0)
        self._wake()

    async def _do(self, unit: Unit) -> None:
        self.active[unit.seq] = unit
        self._running += 1
        try:
            finished = await self.body.run(unit)
        except DagError as error:
            # In-flight work drains, then the first error ends the scatter; this unit stays for a resume.
            self._failure = self._failure or error
            return
        except Exception as error:  # noqa: BLE001 - a state that cannot be copied, say: the run fails and says so
            self._fail(f"item {unit.items[0].index} of scatter {self.step.name!r} could not be run", error)
            return
        finally:
            self._running -= 1
        if finished:
            self._settle(unit)
        if self._waiting:
            self._wake()

    def _gated(self) -> bool:
        """Whether a worker must wait: for the unit everything else waits for, or for the adaptive throttle."""
        if self._running >= self._limit:
            return True
        return len(self.ahead) >= AHEAD * self.spec.concurrency and self._running > 0

    async def _following(self, source: Source) -> Unit | None:
        try:
            item = await source.following()
        except Exception as error:  # noqa: BLE001 - whatever a source raises ends the scatter, not the process
            self._fail_source(error)
            return None
        return None if item is END else self._unit([self._item(item)])

    def _next(self, source: Source, feeder: "asyncio.Task[None] | None") -> Unit | Held | None:
        if self.redo:
            return self.redo.popleft()
        if feeder is not None:
            return self._released(feeder)
        try:
            item = next(source.items, END)
        except Exception as error:  # noqa: BLE001 - whatever a source raises ends the scatter, not the process
            self._fail_source(error)
            return None
        return None if item is END else self._unit([self._item(item)])

    def _item(self, item: object) -> Item:
        made = self.body.item(self.pulled, item)
        self.pulled += 1
        return made

    def _unit(self, items: list[Item], key: str | None = None) -> Unit:
        seq = self.seq
        self.seq += 1
        return Unit(seq, items, key)

    def _fail_source(self, error: Exception) -> None:
        self._fail(f"the source {self.spec.source!r} of scatter {self.step.name!r} raised", error)

    def _fail(self, what: str, error: Exception) -> None:
        joint = " " if what.endswith("raised") else ": "
        msg = f"{what}{joint}{type(error).__name__}: {error}"
        failure = ScatterError(msg, context={"placement": self.step.iri})
        failure.__cause__ = error
        self._failure = self._failure or failure

    def _released(self, feeder: "asyncio.Task[None]") -> Unit | Held | None:
        """The next released bucket; HELD to wait for one; None when no more can come."""
        if self.buckets.released:
            key, items = self.buckets.released.popleft()
            self._wake()
            return self._unit(items, key)
        return None if feeder.done() or self._failure is not None else HELD

    async def _feed(self, source: Source) -> None:
        """Fills buckets from the source, at most one released bucket ahead of the workers."""
        spec, buckets, clock = self.spec, self.buckets, self.frame.control.clock
        try:
            while self._failure is None and self.frame.control.stop is None:
                item = await source.following() if source.streaming else next(source.items, END)
                if item is END:
                    buckets.flush()
                    break
                key = bucket_key(item, spec.key_field or "", self.pulled)
                full = buckets.put(self._item(item), key, spec.capacity)
                if spec.idle is not None and not full:
                    buckets.watch(key, clock, spec.idle, self._wake)
                self._wake()
                while buckets.released and self._failure is None and self.frame.control.stop is None:
                    await self._changed()
        except Exception as error:  # noqa: BLE001 - whatever a source raises ends the scatter, not the process
            self._fail_source(error)
        asyncio.get_running_loop().call_soon(self._wake)  # once this task counts as done

    async def _changed(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        await waiter

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            if not waiter.done():
                waiter.set_result(None)

    def _settle(self, unit: Unit) -> None:
        """Counts a finished unit, and folds it and its successors when everything before it is folded."""
        del self.active[unit.seq]
        if self.spec.adaptive_floor is not None:
            self._adapt(unit, self.spec.adaptive_floor)
        if unit.seq != self.watermark:
            self.ahead[unit.seq] = unit
            return
        ready: Unit | None = unit
        while ready is not None:
            self.folding.fold(ready)
            self.watermark += 1
            ready = self.ahead.pop(self.watermark, None) if self.ahead else None
        boundary = self.frame.control.boundary
        if boundary is not None:
            boundary()

    def _adapt(self, unit: Unit, floor: int) -> None:
        good = all(item.output == "success" for item in unit.items)
        self._limit = min(self.spec.concurrency, self._limit + 1) if good else max(floor, self._limit // 2)

    def leave(self) -> str:
        """Judges the records, and sends the item and what gathers need on its way."""
        port = self.folding.port()
        self.folding.hand_over()
        self.frame.pass_on(self.step, self.item, port)
        return port
