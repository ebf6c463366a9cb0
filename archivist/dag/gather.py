"""Where records come together: waiting for sources, folding, and the one item that goes on. Standard library only."""

from typing import TYPE_CHECKING, cast

from archivist.dag import paths
from archivist.dag.errors import DagError, GatherError
from archivist.dag.plan import GatherSpec, Step
from archivist.dag.records import GatherRecord
from archivist.dag.single import call_node

if TYPE_CHECKING:
    from archivist.dag.frame import Frame
    from archivist.dag.item import Item

__all__ = ["Gathering", "Handover", "finish", "fire_gather", "fold", "prepare"]


class Handover:
    """What a scatter leaves for its gather: records, or the word that they are folded into the state already."""

    __slots__ = ("folded", "prepared", "records", "streamed", "tainted")

    def __init__(self, *, streamed: bool) -> None:
        self.records: list[GatherRecord] = []
        self.streamed = streamed
        self.prepared = False
        self.folded = 0
        self.tainted = False


class Gathering:
    """What one gather has received: records by source in order of arrival, and the items that brought them."""

    __slots__ = ("arrived", "items", "step", "streamed")

    def __init__(self, step: Step) -> None:
        self.step = step
        self.arrived: dict[str, list[GatherRecord]] = {}
        self.items: list[Item] = []
        self.streamed: Handover | None = None

    @property
    def spec(self) -> GatherSpec:
        """How this gather works."""
        return cast("GatherSpec", self.step.spec)

    @property
    def ready(self) -> bool:
        """Whether enough sources have arrived."""
        return len(self.arrived) >= self.spec.needed

    def take(self, frame: "Frame", source: str, item: "Item", port: str) -> None:
        """Takes a branch that arrives with a port; of a scatter's item only its records count."""
        self._declared(source)
        self.items.append(item)
        here = self.arrived.setdefault(source, [])
        handover = frame.scattered.pop(source, None)
        if handover is None:
            field = self.spec.sources[source]
            result = paths.get(item.state, field) if field else item.result
            here.append(
                GatherRecord(source=source, output=port, state=item.state, result=result, attempts=item.attempts)
            )
            return
        here.extend(handover.records)
        if handover.streamed:
            self.streamed = handover

    def _declared(self, source: str) -> None:
        if source not in self.spec.sources:
            known = ", ".join(map(repr, self.spec.sources))
            msg = f"gather {self.step.name!r} received {source!r}, which it does not declare (declared: {known})"
            raise GatherError(msg, context={"placement": self.step.iri})

    def starved(self) -> None:
        """Raises: nothing runs any more and sources are missing, so what has arrived would be lost without a word."""
        missing = ", ".join(repr(source) for source in self.spec.sources if source not in self.arrived)
        msg = (
            f"gather {self.step.name!r} waits for {missing}, which can no longer arrive; "
            "route every branch to it, or let its policy be 'any' or a quorum"
        )
        raise GatherError(msg, code="GATHER_STARVED", context={"placement": self.step.iri})

    def kept(self) -> list[GatherRecord]:
        """The records the policy keeps, in declared order of their sources."""
        spec = self.spec
        first = list(self.arrived)[: spec.first_only] if spec.first_only else self.arrived
        return [
            record
            for source in spec.sources
            if source in first
            for record in self.arrived.get(source, ())
            if spec.include_errors or not record.failed
        ]


async def fire_gather(frame: "Frame", step: Step) -> str:
    """Folds what arrived into the state that goes on, and passes that one item on."""
    gathering = frame.gathers[step]
    spec = gathering.spec
    item = frame.main if frame.main in gathering.items else gathering.items[0]
    for other in gathering.items:
        if other is not item:
            other.tell(item)
    records = gathering.kept()
    streamed = gathering.streamed
    if streamed is None or not streamed.prepared:
        prepare(step, item)
    if streamed is None:
        fold(step, item, records)
    finish(step, item, records)
    if spec.custom is not None:
        await call_node(frame, step, spec.custom, item.state, frame.run_for(step, item))
    del frame.gathers[step]
    port = _port(streamed, records)
    frame.pass_on(step, item, port)
    return port


def _port(streamed: Handover | None, records: list[GatherRecord]) -> str:
    if not records and not (streamed is not None and streamed.folded):
        return "empty"
    tainted = streamed is not None and streamed.tainted
    return "error" if tainted or any(record.failed for record in records) else "success"


def prepare(step: Step, item: "Item") -> None:
    """Calls the strategy's ``initial``, where it has one."""
    spec = cast("GatherSpec", step.spec)
    initial = getattr(spec.strategy, "initial", None)
    if initial is not None:
        with _naming(step):
            initial(spec.config, item.state)


def fold(step: Step, item: "Item", records: list[GatherRecord]) -> None:
    """Folds records into the item's state."""
    spec = cast("GatherSpec", step.spec)
    if records:
        with _naming(step):
            spec.strategy.reduce(spec.config, records, item.state)


def finish(step: Step, item: "Item", records: list[GatherRecord]) -> None:
    """Calls the strategy's ``finalize``, where it has one: with every record if it retains them, else with none."""
    spec = cast("GatherSpec", step.spec)
    finalize = getattr(spec.strategy, "finalize", None)
    if finalize is not None:
        kept = records if getattr(spec.strategy, "retains", False) else []
        with _naming(step):
            finalize(spec.config, kept, item.state)


class _naming:  # noqa: N801 - reads as a verb
    """Turns what a strategy raises into an error that names gather and strategy."""

    __slots__ = ("_step",)

    def __init__(self, step: Step) -> None:
        self._step = step

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None or isinstance(error, DagError) or not isinstance(error, Exception):
            return
        spec = cast("GatherSpec", self._step.spec)
        told = f"{type(error).__name__}: {error}"
        msg = f"strategy {spec.strategy.name!r} of gather {self._step.name!r} raised {told}"
        raise GatherError(msg, context={"placement": self._step.iri}) from error
