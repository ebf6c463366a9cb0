"""A model's time in one question, and what became of it there."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field

MODEL_SECONDS = 90.0
"""A model's time for one question, on top of the sources': a small model on a desk without a graphics card writes ten
tokens a second, and five tasks of it make seven hundred.
"""


@dataclass(slots=True)
class Allowance:
    """When the model's time is over (the clock's monotonic seconds), what it failed at, and whether it is gone."""

    until: float
    fallen: set[str] = field(default_factory=set)
    gone: bool = False


# A run is one task, and a task has a context of its own: questions under way at once do not see each other's.
_ALLOWANCE: ContextVar[Allowance | None] = ContextVar("archivist_model_allowance", default=None)


def begin(allowance: Allowance) -> None:
    """Starts the allowance of the question under way in this task."""
    _ALLOWANCE.set(allowance)


def current() -> Allowance | None:
    """The allowance of the question under way in this task."""
    return _ALLOWANCE.get()


def bounded(limit: float) -> float:
    """The earlier of `limit` and the end of the question's allowance."""
    allowance = current()
    return limit if allowance is None else min(limit, allowance.until)
