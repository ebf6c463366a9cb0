"""What a reader's model does, told as events of the step that asked it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

Note = tuple[str, dict[str, object]]
"""What was told, and its details."""


class Emit(Protocol):
    """`Run.emit`: a note event with these details, which are JSON values."""

    def __call__(self, what: str, **detail: object) -> None:
        """Tells whoever listens to the run."""


# A run is one task, and a task has a context of its own: questions under way at once do not hear each other's.
_EMIT: ContextVar[Emit | None] = ContextVar("archivist_emit", default=None)


def listen(emit: Emit) -> None:
    """Has everything told in this task from now on go to `emit`."""
    _EMIT.set(emit)


@contextmanager
def overheard(notes: list[Note]) -> Iterator[None]:
    """Writes down what is told in this task meanwhile, beside telling it."""
    emit = _EMIT.get()

    def heard(what: str, **detail: object) -> None:
        notes.append((what, detail))
        if emit is not None:
            emit(what, **detail)

    before = _EMIT.set(heard)
    try:
        yield
    finally:
        _EMIT.reset(before)


def tell(what: str, **detail: object) -> None:
    """Tells something of the question under way in this task; without one nobody hears it."""
    emit = _EMIT.get()
    if emit is not None:
        emit(what, **detail)
