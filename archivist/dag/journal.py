"""A run written down, and the end rebuilt from what was written. Standard library only.

A journal is a listener: only who keeps one pays for it, a snapshot of the state at each step. Each line is an event as
JSON, with ``changes``, a JSON Patch, where the outermost run's state changed since the line before. A run that was
resumed goes on counting where its checkpoint was taken, so its lines replace what came after that: the log of a run is
the lines up to the checkpoint, and those of the resumed run.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, cast

from archivist.dag.copying import copied
from archivist.dag.events import Event
from archivist.dag.patch import Patch, difference, patched
from archivist.dag.records import Status
from archivist.dag.result import Outcome, Parked

__all__ = ["ItemStory", "Journal", "Story", "replay"]

Json = Mapping[str, object]
_TURNS: Final = frozenset({"run-start", "run-end", "node-end", "phase-end", "warning", "error", "parked"})
"""Kinds after which the state may be another; a scatter folds its items between these, and ends with one."""


class Journal:
    """A listener that writes a run down: ``run(..., on_event=Journal(lines.append))``.

    Args:
        write: called with each line, a JSON object.
    """

    def __init__(self, write: Callable[[dict[str, object]], object]) -> None:
        self._write = write
        self._before: object = None

    def __call__(self, event: Event) -> None:
        """Writes one event down, with what changed since the last."""
        line = event.to_json()
        if event.parent_run_id is None and event.state is not None and event.kind in _TURNS:
            after = event.state.snapshot()
            changes = list(difference(self._before, after))
            self._before = after
            if changes:
                line["changes"] = changes
        self._write(line)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemStory:
    """What became of one item of a scatter.

    Attributes:
        index: its position in the source.
        status: as of a `GatherRecord`; ``cancelled`` also when the log ends while it is in work, ``skipped`` when it
            ends before the item was begun, ``parked`` when the item waits for somebody.
        attempts: see `GatherRecord`; 0 when it was never begun.
    """

    index: int
    status: Status | Literal["skipped", "parked"]
    attempts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """What the lines of a run tell about its end; every field equals that of the `Result` where there is one.

    Attributes:
        outcome: None while the log does not hold the end.
        executed: of the whole run, also where the result lists only what was executed since a resume.
        state: the state's snapshot.
        items: by the scatter's path (display names joined by ``/``), one entry an item of its last firing, in order.
    """

    run_id: str
    dag: str
    outcome: Outcome | None
    executed: list[str]
    skipped: list[str]
    terminals: list[str]
    cursor: str | None
    parked: tuple[Parked, ...]
    state: Json
    items: Mapping[str, list[ItemStory]]


def replay(lines: Iterable[Json]) -> Story:
    """Tells the end of a run from the lines a `Journal` wrote, in order of their writing.

    Raises:
        ValueError: there are no lines, or they begin in the middle of a run.
    """
    log = _one_log(lines)
    if not log or log[0]["kind"] != "run-start":
        msg = "a log begins with the line of kind 'run-start'; give all lines of the run"
        raise ValueError(msg)
    told = _Told()
    for line in log:
        told.take(line)
    return told.story(log[0])


def _one_log(lines: Iterable[Json]) -> list[Json]:
    log: list[Json] = []
    for line in lines:
        while log and cast("int", log[-1]["seq"]) >= cast("int", line["seq"]):
            log.pop()
        log.append(line)
    return log


@dataclass(slots=True)
class _Scatter:
    """The last firing of one scatter."""

    of: int = 0
    over: bool = False
    items: dict[int, ItemStory] = field(default_factory=dict)

    def story(self) -> list[ItemStory]:
        never = (ItemStory(index=index, status="skipped", attempts=0) for index in range(self.of))
        return [self.items.get(one.index, one) for one in never] + [
            one for index, one in sorted(self.items.items()) if index >= self.of
        ]


class _Told:
    """What the lines so far have told."""

    def __init__(self) -> None:
        self.outcome: Outcome | None = None
        self.executed: list[str] = []
        self.skipped: list[str] = []
        self.terminals: list[str] = []
        self.cursor: str | None = None
        self.parked: list[Parked] = []
        self.state: object = None
        self.scatters: dict[str, _Scatter] = {}

    def take(self, line: Json) -> None:
        if "changes" in line:
            self.state = patched(self.state, copied(cast("Patch", line["changes"])))
        kind, outermost = line["kind"], line["parent_run_id"] is None
        if kind == "parked":
            self._park(line)
        elif kind in {"item-start", "item-end"}:
            self._item(line)
        elif kind == "node-start":
            self._begin(line)
        elif kind == "node-end":
            self._end(line, outermost=outermost)
        elif kind == "phase-end" and outermost and line["output"] is not None:
            self.executed.append(str(line["name"]))
        elif kind in {"run-start", "run-end"} and outermost:
            self._turn(line)

    def _turn(self, line: Json) -> None:
        detail = cast("Json", line["detail"])
        self.outcome = cast("Outcome | None", line["output"])
        self.cursor = cast("str | None", detail.get("cursor"))
        if self.outcome != "awaiting-input":
            self.parked = []

    def _begin(self, line: Json) -> None:
        here = self.scatters.get(_path(line))
        if here is not None and here.over:
            del self.scatters[_path(line)]

    def _end(self, line: Json, *, outermost: bool) -> None:
        here = self.scatters.get(_path(line))
        if here is not None:
            here.over = True
        if not outermost:
            return
        detail, name = cast("Json", line["detail"]), str(line["name"])
        (self.skipped if "skipped" in detail else self.executed).append(name)
        if "terminal" in detail:
            self.terminals.append(name)

    def _park(self, line: Json) -> None:
        key, index = str(cast("Json", line["detail"])["key"]), cast("int | None", line["index"])
        path = tuple(map(str, cast("list[object]", line["path"])))
        self.parked.append(Parked(key=key, dag=str(line["dag"]), cursor=str(line["placement"]), path=path, index=index))
        for length in range(1, len(path) + 1):
            here = self.scatters.get("/".join(path[:length]))
            if here is not None and index in here.items:
                here.items[index] = ItemStory(index=index, status="parked", attempts=here.items[index].attempts)

    def _item(self, line: Json) -> None:
        here = self.scatters.setdefault(_path(line), _Scatter())
        detail, index = cast("Json", line["detail"]), cast("int", line["index"])
        here.of = max(here.of, cast("int", detail.get("of", 0)))
        # In work: cancelled, if nothing more is told of it.
        status = cast("Status", detail.get("status", "cancelled"))
        here.items[index] = ItemStory(index=index, status=status, attempts=cast("int", detail.get("attempts", 1)))

    def story(self, first: Json) -> Story:
        return Story(
            run_id=str(first["run_id"]), dag=str(first["dag"]), outcome=self.outcome, executed=self.executed,
            skipped=self.skipped, terminals=self.terminals, cursor=self.cursor, parked=tuple(self.parked),
            state=cast("Json", self.state), items={path: one.story() for path, one in self.scatters.items()},
        )  # fmt: skip


def _path(line: Json) -> str:
    return "/".join(map(str, cast("list[object]", line["path"])))
