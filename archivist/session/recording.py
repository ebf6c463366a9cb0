"""What came to a run from outside, so that it can be played again without asking anybody."""

from __future__ import annotations

from pydantic import AwareDatetime, BaseModel, ConfigDict, JsonValue, ValidationError

from archivist.librarian import Answer, Told, Turn
from archivist.tools import ToolResult


class Stage(BaseModel):
    """How a run was begun, or taken up again with the visitor's `answers`: under which settings.

    `tools` could be asked, those with a reason in `spared` were not; `modelled` tells that a reader other than the
    rules read and wrote.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    tools: tuple[str, ...]
    spared: dict[str, str]
    ask_first: bool = False
    modelled: bool = False
    answers: dict[str, dict[str, JsonValue]] = {}


class Recording(BaseModel):
    """One run: its question in its conversation, its stages, and all that it was told.

    `told` is what memory and a model answered, `heard` how each call to a tool ended, `order` how calls began and ended
    among each other, `way` the steps that the run took, `answer` what came of it; without one the run waits for the
    visitor. The time in the run is `at` throughout.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    id: str
    question: str
    conversation: str
    at: AwareDatetime
    language: str
    window: tuple[Turn, ...] = ()
    stages: tuple[Stage, ...] = ()
    told: tuple[Told, ...] = ()
    heard: tuple[ToolResult, ...] = ()
    order: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    answer: Answer | None = None


def recording_of(text: str | None) -> Recording | None:
    """The recording that was kept as this text; None for one of another version, which cannot be played here."""
    try:
        return Recording.model_validate_json(text) if text is not None else None
    except ValidationError:
        return None
