"""Messages as JSON text, and their schema."""

from __future__ import annotations

from functools import cache
from typing import Annotated, cast

from pydantic import Field, JsonValue, TypeAdapter
from pydantic_core import from_json, to_json

from archivist.dag import Event
from archivist.wire.messages import (
    Answered,
    Ask,
    AskedAhead,
    BooksSoFar,
    Boot,
    Configure,
    Failed,
    Log,
    ModelDropped,
    ModelSaid,
    ModelWanted,
    RunEvent,
    Stop,
)
from archivist.wire.replies import AnyReply, Reply
from archivist.wire.requests import AnyRequest, Request

AnyUp = Ask | Stop | Configure | ModelSaid | AnyRequest
AnyDown = Boot | RunEvent | BooksSoFar | AskedAhead | Answered | Failed | Log | ModelWanted | ModelDropped | AnyReply

_QUESTIONS: TypeAdapter[Ask | Stop | Configure] = TypeAdapter(
    Annotated[Ask | Stop | Configure, Field(discriminator="t")]
)


@cache
def _up() -> TypeAdapter[AnyUp]:
    """Everything that goes up; made with the first request, for the start it would only slow."""
    return TypeAdapter(Annotated[Ask | Stop | Configure | ModelSaid | Request, Field(discriminator="t")])


@cache
def _down() -> TypeAdapter[AnyDown]:
    return TypeAdapter(
        Annotated[
            Boot | RunEvent | BooksSoFar | AskedAhead | Answered | Failed | Log | ModelWanted | ModelDropped | Reply,
            Field(discriminator="t"),
        ]
    )


def parse_up(text: str) -> AnyUp:
    """The message the page sent.

    Raises:
        pydantic.ValidationError: the text is no JSON or none of the kinds.
    """
    return _up().validate_json(text) if _comes_later(text) else _QUESTIONS.validate_json(text)


def _comes_later(text: str) -> bool:
    """Whether it is of a kind that is not needed before the first request."""
    try:
        message = from_json(text)
    except ValueError:
        return False  # whoever validates it says so
    return isinstance(message, dict) and cast("dict[str, object]", message).get("t") in ("request", "model")


def parse_down(text: str) -> AnyDown:
    """The message the worker sent; for tests and for readers of recorded runs."""
    return _down().validate_json(text)


def text_of(message: AnyUp | AnyDown) -> str:
    """The message as JSON text."""
    return message.model_dump_json()


def event_text(id: str, event: Event) -> str:
    """The `RunEvent` of run `id` as JSON text.

    A run tells a hundred of them, all made by our own engine: they are written without being validated first.
    """
    message = {"t": "event", "id": id, "event": event.to_json()}
    return to_json(message, inf_nan_mode="null").decode()


def schema() -> dict[str, JsonValue]:
    """JSON Schema of everything that crosses, by direction; the build writes it beside the page."""
    return {"up": _up().json_schema(), "down": _down().json_schema(mode="serialization")}
