"""Whether a model can be asked with these settings: its host's list, and one short question."""

from __future__ import annotations

from dataclasses import dataclass

from archivist.dag import Clock
from archivist.models.chat import ChatModel, ChatRequest, Message
from archivist.models.errors import ModelError, ModelNotFound, SchemaViolation
from archivist.models.making import ModelConfig, model_of
from archivist.transport import Transport

SECONDS = 60.0
"""The longest wait; a server on a desk loads a model for half of it."""

_HELLO = ChatRequest(messages=(Message(role="user", content="Answer with the one word: ready"),), max_tokens=64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What came of it: the models that the host offers, the one that was asked, its seconds, and what went wrong."""

    models: tuple[str, ...] = ()
    model: str = ""
    seconds: float = 0.0
    failure: ModelError | None = None


async def tried(config: ModelConfig, transport: Transport, *, clock: Clock) -> Trial:
    """Tries the settings out; never raises a `ModelError`, but tells it."""
    listed = tuple[str, ...]()
    try:
        model = model_of(config, transport, clock=clock)
        listed = await _listed(model, named=bool(config.model))
        began = clock.monotonic()
        await model.chat(_HELLO, deadline=began + SECONDS)
    except ModelError as failure:
        return Trial(models=listed, model=config.model, failure=failure)
    name = model.id.partition(":")[2]
    return Trial(models=listed, model=name, seconds=clock.monotonic() - began)


async def _listed(model: ChatModel, *, named: bool) -> tuple[str, ...]:
    """The host's list; a host that gives none is forgiven when the model's name is known."""
    try:
        return await model.models()
    except (ModelNotFound, SchemaViolation):
        if not named:
            raise
        return ()
