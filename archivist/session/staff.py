"""What the current settings put together: tools over the sources, the graphs, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from archivist.dag import Clock, Registry
from archivist.librarian import MODEL_SECONDS, Meaning, Reader, RuleReader, Services, assemble, permitting, sparing
from archivist.memory import Memory
from archivist.session.ending import RUN_SECONDS
from archivist.session.errors import ModelUnusable
from archivist.session.home import Home
from archivist.session.previews import Previews
from archivist.session.recording import Stage
from archivist.session.spending import Spending
from archivist.settings import Settings
from archivist.sources import HttpClient, Kept, Transport, all_tools, cannot_be_asked
from archivist.tools import Dispatcher, Gate, Options, Pending, ToolRegistry


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    """Ready to answer: graphs and nodes, what the nodes use, and under which settings, for a recording."""

    registry: Registry
    services: Services
    stage: Stage

    @property
    def seconds(self) -> float:
        """The longest a question may take: with a model longer by the model's time."""
        return RUN_SECONDS + (MODEL_SECONDS if self.stage.modelled else 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What a session has at hand whatever its settings are; `on_fall` hears why a model was not asked any more.

    `clients` are those made so far, by gateway: a host that asked for patience gets it, whatever else is set meanwhile.
    """

    transport: Transport
    clock: Clock
    home: Home
    memory: Memory
    reader: Reader | None
    http: HttpClient | None
    now: Callable[[], datetime]
    waits: Callable[[str, Sequence[Pending]], object]
    previews: Previews
    spending: Spending
    on_fall: Callable[[str], object] = lambda _: None
    clients: dict[str | None, HttpClient] = field(default_factory=dict)

    def client(self, gateway: str | None) -> HttpClient:
        """The client that asks through the gateway.

        Raises:
            ValueError: it is no address that requests may be sent to.
        """
        if self.http is not None:
            return self.http
        if gateway not in self.clients:
            self.clients[gateway] = HttpClient(
                self.transport, clock=self.clock, gateway=gateway, cache=self.home.store.responses(Kept)
            )
        return self.clients[gateway]


def staffed(means: Means, settings: Settings) -> Staff:
    """Everybody in place.

    Raises:
        ValueError: the gateway is no address that requests may be sent to.
        ModelUnusable: the model cannot be asked with these settings.
    """
    http = means.client(settings.gateway)
    shelf = means.home.shelf.shelf if len(means.home.shelf) else None
    tools = ToolRegistry(*all_tools(http, settings.google_books_key, shelf=shelf))
    dispatcher = Dispatcher(tools, options=Options(review=means.previews.took), clock=means.clock)
    rules = RuleReader()
    own = _models(means, settings, tools, rules)
    reader = means.reader or own.reader
    spared = cannot_be_asked(settings.google_books_key)
    services = Services(
        reader=reader,
        rules=rules,
        dispatcher=dispatcher,
        memory=means.memory,
        gate=_gate(settings, spared),
        meaning=own.meaning,
        tools=tools.names(),
        now=means.now,
        waits=means.waits,
        seeks=means.previews.seeks,
    )
    stage = Stage(tools=tools.names(), spared=spared, ask_first=settings.ask_first, modelled=reader is not rules)
    return Staff(registry=assemble(tools, dispatcher, clock=means.clock), services=services, stage=stage)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Models:
    """Who reads, and who knows what texts mean, under the visitor's settings."""

    reader: Reader
    meaning: Meaning | None = None


def _models(means: Means, settings: Settings, tools: ToolRegistry, rules: Reader) -> _Models:
    """The visitor's models where they have set any, with the rules behind them."""
    if settings.model_provider is None:
        return _Models(reader=rules)
    # Most visitors have no model: these thirty modules are loaded for those who do, and not while the page boots.
    from archivist.librarian.meaning_reader import MeaningReader  # noqa: PLC0415
    from archivist.librarian.model_reader_making import meaning_of, model_reader  # noqa: PLC0415
    from archivist.models import Misconfigured, ModelConfig  # noqa: PLC0415

    config = ModelConfig(
        provider=settings.model_provider,
        base_url=settings.model_url or "",
        model=settings.model_name or "",
        key=settings.model_key,
    )
    means.spending.budget = settings.model_budget
    try:
        meaning = meaning_of(
            replace(config, model=settings.model_embedder or ""),
            means.transport,
            clock=means.clock,
            ledger=means.spending,
        )
        reader = model_reader(
            [config, *(ModelConfig.named(other) for other in settings.model_others)],
            transport=means.transport,
            tools=tools.definitions(),
            rules=rules,
            clock=means.clock,
            meaning=MeaningReader(meaning) if meaning else None,
            ledger=means.spending,
            on_fall=means.on_fall,
        )
    except Misconfigured as error:
        message = f"{error}. {error.advice}"
        raise ModelUnusable(message) from error
    return _Models(reader=reader, meaning=meaning)


def _gate(settings: Settings, reasons: Mapping[str, str]) -> Gate:
    return permitting(reasons) if settings.ask_first else sparing(reasons)
