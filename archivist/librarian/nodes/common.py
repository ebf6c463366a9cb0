"""What several nodes need."""

from __future__ import annotations

from archivist.dag import Run
from archivist.librarian.composing.composer import Task
from archivist.librarian.reader import Asked, Reader
from archivist.librarian.services import Services
from archivist.librarian.state import Visit
from archivist.librarian.telling import listen


def reader_of(run: Run[Services]) -> Reader:
    """Who reads and writes; what their model does becomes events of this step."""
    listen(run.emit)
    return run.services.reader


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
