"""From what the visitor set to the reader that asks their model, with the rules behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from archivist.dag import Clock
from archivist.librarian.meaning import Meaning
from archivist.librarian.meaning_reader import MeaningReader
from archivist.librarian.model_reader import ModelCall, ModelReader
from archivist.librarian.model_reader_falling import FallingReader
from archivist.librarian.model_reader_time import MODEL_SECONDS
from archivist.librarian.reader import Reader
from archivist.librarian.telling import tell
from archivist.models import Cascade, ChatModel, Ledger, Metered, ModelConfig, embedder_of, host_of, model_of
from archivist.tools import ToolDefinition
from archivist.transport import Transport


def model_reader(  # noqa: PLR0913 - a composition root's arguments, all by name
    configs: Sequence[ModelConfig],
    *,
    transport: Transport,
    tools: Sequence[ToolDefinition],
    rules: Reader,
    clock: Clock,
    seconds: float = MODEL_SECONDS,
    meaning: MeaningReader | None = None,
    ledger: Ledger | None = None,
    on_call: Callable[[ModelCall], object] = lambda _: None,
    on_fall: Callable[[str], object] = lambda _: None,
) -> Reader:
    """A reader over the models in their order, each at its own host; without any, the rules.

    Args:
        configs: the models as they were set, the preferred first.
        transport: what carries the requests to their hosts, the same that carries those to the sources.
        tools: definitions of the tools that a model may choose among.
        rules: what is left to when no model helps.
        clock: measures deadlines and rests.
        seconds: the models' time for one question.
        meaning: knows nearness by vectors, where the visitor has a model for it.
        ledger: keeps count of what models use up, and ends it.
        on_call: hears of every task that a model was given.
        on_fall: hears, in a sentence, whenever the next model or the rules take over.

    Raises:
        Misconfigured: the settings cannot be; a `ModelError` with the advice for the visitor.
    """
    if not configs:
        return rules

    def made(config: ModelConfig) -> ChatModel:
        model = model_of(config, transport, clock=clock)
        # Where others have used the budget up, a server in one's own house may still help.
        spare = config is not configs[0] and host_of(config).near
        return model if spare or ledger is None else Metered(model, ledger)

    def passed_over(reason: str) -> None:
        tell("model-fell", message=reason, code="next-model")
        on_fall(reason)

    models = [made(config) for config in configs]
    model = models[0] if len(models) == 1 else Cascade(models, clock=clock, on_fall=passed_over)
    return FallingReader(
        ModelReader(model, tools, clock=clock, meaning=meaning, on_call=on_call),
        meaning or rules,
        clock=clock,
        seconds=seconds,
        on_fall=on_fall,
    )


def meaning_of(
    config: ModelConfig, transport: Transport, *, clock: Clock, ledger: Ledger | None = None
) -> Meaning | None:
    """What makes vectors with the model that is named; None when none is.

    Raises:
        Misconfigured: the settings cannot be.
    """
    if not config.model:
        return None
    embedder = embedder_of(config, transport, clock=clock)
    return Meaning(embedder, clock=clock, ledger=ledger)
