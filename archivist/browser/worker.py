"""The Archivist at work in the worker: one session, one desk, the page's messages."""

from __future__ import annotations

import asyncio
import gc
from importlib import import_module

from archivist.browser import kept
from archivist.browser.ahead import AheadTransport
from archivist.browser.counter import Counter
from archivist.browser.desk import Desk
from archivist.browser.fetch import FetchTransport
from archivist.browser.port import Port
from archivist.browser.post import posted
from archivist.browser.window import WindowTransport
from archivist.dag import Event
from archivist.memory import Notice
from archivist.session import Home, Session
from archivist.wire import AskedAhead, Boot, Log, text_of

# In the order in which the first SPARQL query imports them; each is a pause in which messages are heard.
LATER = (
    "pyparsing",
    "rdflib.term",
    "rdflib.namespace",
    "rdflib.graph",
    "rdflib",
    "rdflib.plugins.sparql.parser",
    "rdflib.plugins.sparql",
)
PAUSE = 0.02


async def serve(port: Port) -> None:
    """Says that everything is ready, takes what waited, and later imports what only a finished search needs."""
    found = await kept.fetched()
    home = Home(kept.WORKING if found else None, lambda notice: _tell(port, notice))
    network = AheadTransport(FetchTransport(), port, lambda id: port.send(text_of(AskedAhead(id=id))))
    transport = WindowTransport(network, port.send)
    session = Session(transport, home=home, post=posted)
    file = kept.Kept(session.absorb, home.lose)
    desk = Desk(port.send, file.changed, transport.heard)
    session.listen(lambda id, event: _heard(desk, file, id, event), desk.books)
    desk.staff(session, Counter(session))
    network.look()
    gc.freeze()  # modules last as long as the page: the collector need not look through them during the first question
    port.send(text_of(Boot(stage="ready", done=3, total=3)))
    port.listen(desk.receive)
    if not found:
        home.lose(kept.refusal())
    _tasks.add(asyncio.ensure_future(_warm()))


# The loop keeps only weak references to its tasks.
_tasks: set[asyncio.Future[None]] = set()


def _heard(desk: Desk, file: kept.Kept, id: str, event: Event) -> None:
    """Passes an event on; what a source answered is saved at once, so that a tab that closes loses little."""
    desk.event(id, event)
    if event.detail.get("what") == "tool-settled":
        file.changed()


def _tell(port: Port, notice: Notice) -> None:
    port.send(text_of(Log(level="warning", text=notice.text)))


async def _warm() -> None:
    """Imports the graph library in pieces, while the visitor reads or the sources are waited for."""
    for name in LATER:
        await asyncio.sleep(PAUSE)
        import_module(name)
        gc.freeze()
