"""What a run is told from outside besides its tools' answers, in the order in which it is told; and told again.

A tape either records (what memory recalls, what a model reads, chooses and writes) or plays: then nobody is asked, and
every question is answered as it was the first time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, TypeVar, cast

from pydantic import JsonValue, TypeAdapter

from archivist.books import Ranked
from archivist.librarian.draft import Draft
from archivist.librarian.reader import Extracted, ReaderFailed, Understood
from archivist.librarian.reading import PlannedCall
from archivist.librarian.telling import Note, overheard, tell

Topic = Literal["recall", "shown", "past-questions", "classify", "extract", "choose", "rank", "compose", "check"]
T = TypeVar("T")

_SHAPES: dict[Topic, object] = {
    "recall": list[Ranked],
    "shown": list[Ranked],
    "past-questions": list[str],
    "classify": Understood,
    "extract": Extracted,
    "choose": list[PlannedCall],
    "rank": list[Ranked],
    "compose": Draft,
    "check": list[str],
}
_OFF = "the recording holds no such answer; the rules go on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One answer as it is kept: its value as JSON, or why there was none, and what a model's reader told meanwhile."""

    topic: Topic
    value: JsonValue = None
    failed: str | None = None
    notes: tuple[tuple[str, dict[str, JsonValue]], ...] = ()


@dataclass(slots=True)
class _Heard:
    """An answer while the run goes on: made JSON only when the tape is kept."""

    topic: Topic
    value: object = None
    failed: str | None = None
    notes: list[Note] = field(default_factory=list)


class Tape:
    """Records, behind what was told `before` the run was taken up again; or, given what it `plays`, plays that."""

    def __init__(self, plays: Sequence[Told] | None = None, *, before: Sequence[Told] = ()) -> None:
        self._left = None if plays is None else _by_topic(plays)
        self._before = tuple(before)
        self._heard: list[_Heard] = []

    def take(self, topic: Topic, ask: Callable[[], T], nothing: T) -> T:
        """The answer to a question of memory; `nothing` where a tape that plays has none."""
        if self._left is None:
            value = ask()
            self._heard.append(_Heard(topic, value))
            return value
        told = self._next(topic)
        return nothing if told is None else cast("T", _adapter(topic).validate_python(told.value))

    async def hear(self, topic: Topic, ask: Callable[[], Awaitable[T]]) -> T:
        """The answer of a reader; what it tells meanwhile is told again by a tape that plays.

        Raises:
            ReaderFailed: as the reader did, or because a tape that plays holds no answer.
        """
        if self._left is not None:
            return cast("T", self._play(topic))
        heard = _Heard(topic)
        self._heard.append(heard)
        try:
            with overheard(heard.notes):
                value = await ask()
        except ReaderFailed as failure:
            heard.failed = str(failure)
            raise
        heard.value = value
        return value

    def _play(self, topic: Topic) -> object:
        told = self._next(topic)
        for what, detail in told.notes if told else ():
            tell(what, **detail)
        if told is None or told.failed is not None:
            raise ReaderFailed(_OFF if told is None or told.failed is None else told.failed)
        return _adapter(topic).validate_python(told.value)

    def _next(self, topic: Topic) -> Told | None:
        """The next answer on the topic: a run that takes another way now still gets those that fit."""
        left = self._left.get(topic) if self._left else None
        return left.popleft() if left else None

    def told(self) -> list[Told]:
        """Everything that was recorded, as it is kept."""
        return [*self._before, *map(_kept, self._heard)]


def _by_topic(told: Sequence[Told]) -> dict[Topic, deque[Told]]:
    found: dict[Topic, deque[Told]] = {}
    for one in told:
        found.setdefault(one.topic, deque()).append(one)
    return found


def _kept(heard: _Heard) -> Told:
    value = None if heard.failed is not None or heard.value is None else _dumped(heard.topic, heard.value)
    return Told(
        topic=heard.topic,
        value=value,
        failed=heard.failed,
        notes=tuple(cast("list[tuple[str, dict[str, JsonValue]]]", heard.notes)),
    )


def _dumped(topic: Topic, value: object) -> JsonValue:
    if value == []:
        return []  # most runs recall nothing, and need no validator for it
    made: JsonValue = _adapter(topic).dump_python(value, mode="json")
    return made


@cache
def _adapter(topic: Topic) -> TypeAdapter[object]:
    return TypeAdapter(_SHAPES[topic])  # type: ignore[arg-type]  # types, as the table's values are
