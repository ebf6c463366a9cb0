"""Playing a recorded run again: the same graphs over tools, memory and a model that answer from the record.

No request leaves the machine and nothing that is remembered changes. Where the program has become another one since,
the run may take another way; that is told, not hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import NoReturn

from archivist.dag import Checkpoint, Event, Result
from archivist.librarian import (
    ARCHIVIST,
    SHELF_SEARCH,
    Answer,
    RecordedTool,
    RuleReader,
    Services,
    Tape,
    Turns,
    Visit,
    assemble,
    permitting,
    recorded,
    sparing,
)
from archivist.memory import Memory
from archivist.session.ending import RUN_SECONDS, answered
from archivist.session.errors import NotRecorded
from archivist.session.recorder import taped, visit_of
from archivist.session.recording import Recording, Stage
from archivist.session.staff import Means
from archivist.session.tracing import Tracing
from archivist.sources import HttpClient, Request, all_tools
from archivist.tools import Dispatcher, Options, ToolRegistry

_ANSWER = tuple(name for name in Answer.model_fields if name != "executed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """The answer of a run that was played again, and where it is not as it was: nowhere, if the program is the same."""

    answer: Answer
    differences: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether answer and way are as they were."""
        return not self.differences


async def replayed(recording: Recording, means: Means, on_event: Callable[[Event], object]) -> Replayed:
    """The run, played again.

    Raises:
        NotRecorded: it has no answer yet.
        Stopped, TooLate, Broken: played again it has none.
    """
    if recording.answer is None:
        message = "That question still waits for its answer."
        raise NotRecorded(message)
    player = _Player(recording, means, on_event)
    result, before = await player.play()
    # An empty question got its words while it waited.
    answer = answered(result, recording.answer.question, before)
    return Replayed(answer=answer, differences=_differences(recording, recording.answer, answer, player.way()))


class _Player:
    """Plays one recording, stage by stage, over a memory that is gone afterwards."""

    def __init__(self, recording: Recording, means: Means, on_event: Callable[[Event], object]) -> None:
        self._recording = recording
        self._means = means
        self._on_event = on_event
        self._tape = Tape(recording.told)
        self._turns = Turns(recording.order)
        self._memory = Memory(now=means.now)

    async def play(self) -> tuple[Result[Visit], list[str]]:
        """How the run ends, and the nodes that ran before it was taken up for the last time."""
        first, *further = self._recording.stages
        result, before = await self._run(first, None), list[str]()
        for stage in further:
            if result.outcome != "awaiting-input":
                break  # the program has changed, and the run does not wait here any more
            before = list(result.checkpoint.executed)
            result = await self._run(stage, result.checkpoint)
        return result, before

    def way(self) -> list[str]:
        """The steps that the run took."""
        return self._memory.graph(self._recording.id).trace.way()

    async def _run(self, stage: Stage, checkpoint: Checkpoint | None) -> Result[Visit]:
        """One stage: the run from its beginning, or from where it waited."""
        tracing = Tracing(self._memory.graph(self._recording.id))
        tools, dispatcher = self._tools(stage)
        registry = assemble(tools, dispatcher, clock=self._means.clock)
        services = self._services(stage, dispatcher)

        def heard(event: Event) -> None:
            for listener in (tracing.watch, self._turns.watch, self._on_event):
                listener(event)

        if checkpoint is None:
            visit, id = visit_of(self._recording), self._recording.id
            result = await registry.run(
                ARCHIVIST, visit, services=services, on_event=heard, deadline=RUN_SECONDS, run_id=id
            )
        else:
            answers = stage.answers
            result = await registry.resume(
                checkpoint, state=Visit, answers=answers, services=services, on_event=heard, deadline=RUN_SECONDS
            )
        tracing.finish(result.state)
        return result

    def _tools(self, stage: Stage) -> tuple[ToolRegistry, Dispatcher]:
        shelf = self._means.home.shelf.shelf if SHELF_SEARCH in stage.tools else None
        known = all_tools(HttpClient(_Nobody(), clock=self._means.clock), shelf=shelf)
        tools = ToolRegistry(*(RecordedTool(tool, self._turns) for tool in known if tool.name in stage.tools))
        options = Options(review=recorded(self._recording.heard))
        return tools, Dispatcher(tools, options=options, clock=self._means.clock)

    def _services(self, stage: Stage, dispatcher: Dispatcher) -> Services:
        rules = RuleReader()
        services = Services(
            reader=rules,
            rules=rules,
            dispatcher=dispatcher,
            memory=self._memory,
            gate=permitting(stage.spared) if stage.ask_first else sparing(stage.spared),
            tools=stage.tools,
            now=self._means.now,
        )
        return taped(services, self._tape, modelled=stage.modelled, at=self._recording.at)


class _Nobody:
    """A transport that sends nothing: recorded tools never get that far."""

    async def send(self, request: Request) -> NoReturn:
        """Refuses."""
        raise AssertionError(request.url)


def _differences(recording: Recording, then: Answer, now: Answer, way: list[str]) -> tuple[str, ...]:
    """Where the answer or the way is another one, in words; the first step that differs tells of the rest."""
    parts = [f"{name} of the answer" for name in _ANSWER if getattr(then, name) != getattr(now, name)]
    steps = enumerate(zip_longest(recording.way, way, fillvalue="nothing"), 1)
    step = next((f"step {n}: then {one}, now {other}" for n, (one, other) in steps if one != other), None)
    return (*parts, *([step] if step else ()))
