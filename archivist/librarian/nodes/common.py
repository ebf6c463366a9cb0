"""What several nodes need."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Literal

from archivist.dag import Run
from archivist.librarian.composing.composer import Task
from archivist.librarian.reader import Asked, Reader
from archivist.librarian.services import Services
from archivist.librarian.state import Visit
from archivist.librarian.telling import listen
from archivist.memory import Embedding
from archivist.tools import ToolCall

Step = Literal["thought", "action", "observation", "final"]
"""Kinds of reasoning, as the published ontology has them."""


def reader_of(run: Run[Services]) -> Reader:
    """Who reads and writes; what their model does becomes events of this step."""
    listen(run.emit)
    return run.services.reader


async def meaning_of(run: Run[Services], text: str) -> Embedding | None:
    """What a text means, where the visitor has a model that tells; what comes of it becomes events of this step."""
    if run.services.meaning is None:
        return None
    listen(run.emit)
    (found,) = await run.services.meaning.of(text)
    return found


def reason(run: Run[Services], kind: Step, text: str, **more: object) -> None:
    """A step of reasoning, as an event that memory's provenance keeps; in English, like all that is for looking up."""
    run.emit("reasoning", kind=kind, text=text, **more)


def plans(run: Run[Services], calls: Iterable[ToolCall]) -> None:
    """The calls that are about to be made, as steps of reasoning."""
    for call in calls:
        asked = json.dumps(call.to_json()["arguments"], ensure_ascii=False, sort_keys=True)
        reason(run, "action", f"ask {call.name} for {asked}", call=call.id, arguments=call.to_json()["arguments"])


def asked_of(state: Visit, run: Run[Services]) -> Asked:
    """The visitor's message as a reader gets it."""
    return Asked(
        question=state.query,
        conversation=tuple(state.conversation),
        today=run.services.now().date(),
        language=state.user_language,
    )


def task_of(state: Visit) -> Task:
    """What there is to answer, as the composer and the checker get it."""
    return Task(
        intent=state.intent,
        wanted=state.wanted,
        language=state.user_language,
        asks=state.asks,
        shortlist=tuple(state.shortlist),
        reports=tuple(state.reports),
    )
