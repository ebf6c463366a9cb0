"""What the current settings put together: tools over the sources, the graphs, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from archivist.dag import Clock, Registry
from archivist.librarian import Reader, RuleReader, Services, assemble, permitting, sparing
from archivist.memory import Memory
from archivist.session.home import Home
from archivist.session.previews import Previews
from archivist.session.spending import Spending
from archivist.settings import Settings
from archivist.sources import HttpClient, Kept, Transport, all_tools, cannot_be_asked
from archivist.tools import Dispatcher, Gate, Options, Pending, ToolRegistry


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    """Ready to answer: graphs and nodes, and what the nodes use."""

    registry: Registry
    services: Services


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What a session has at hand whatever its settings are; `on_fall` hears why a model was not asked any more."""

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


def staffed(means: Means, settings: Settings) -> Staff:
    """Everybody in place.

    Raises:
        ValueError: the gateway is no address that requests may be sent to, or the model's settings cannot be.
    """
    http = means.http or HttpClient(
        means.transport, clock=means.clock, gateway=settings.gateway, cache=means.home.store.responses(Kept)
    )
    shelf = means.home.shelf.shelf if len(means.home.shelf) else None
    tools = ToolRegistry(*all_tools(http, settings.google_books_key, shelf=shelf))
    dispatcher = Dispatcher(tools, options=Options(review=means.previews.took), clock=means.clock)
    rules = RuleReader()
    services = Services(
        reader=means.reader or _reader(means, settings, tools, rules),
        rules=rules,
        dispatcher=dispatcher,
        memory=means.memory,
        gate=_gate(settings, cannot_be_asked(settings.google_books_key)),
        tools=tools.names(),
        now=means.now,
        waits=means.waits,
        seeks=means.previews.seeks,
    )
    return Staff(registry=assemble(tools, dispatcher, clock=means.clock), services=services)


def _reader(means: Means, settings: Settings, tools: ToolRegistry, rules: Reader) -> Reader:
    """The visitor's model where they have set one, with the rules behind it."""
    if settings.model_provider is None:
        return rules
    # Most visitors have no model: these thirty modules are loaded for those who do, and not while the page boots.
    from archivist.librarian.model_reader_making import model_reader  # noqa: PLC0415
    from archivist.models import Misconfigured, ModelConfig  # noqa: PLC0415

    config = ModelConfig(
        provider=settings.model_provider,
        base_url=settings.model_url or "",
        model=settings.model_name or "",
        key=settings.model_key,
    )
    means.spending.budget = settings.model_budget
    try:
        return model_reader(
            [config],
            transport=means.transport,
            tools=tools.definitions(),
            rules=rules,
            clock=means.clock,
            ledger=means.spending,
            on_fall=means.on_fall,
        )
    except Misconfigured as error:
        message = f"{error}. {error.advice}"
        raise ValueError(message) from error


def _gate(settings: Settings, reasons: Mapping[str, str]) -> Gate:
    return permitting(reasons) if settings.ask_first else sparing(reasons)
