"""The Archivist at work in the worker: one session, one desk, the page's messages."""

from __future__ import annotations

import asyncio
from importlib import import_module

from archivist.browser.counter import Counter
from archivist.browser.desk import Desk
from archivist.browser.fetch import FetchTransport
from archivist.browser.port import Port
from archivist.session import Session
from archivist.wire import Boot, text_of

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


def serve(port: Port) -> None:
    """Says that everything is ready, takes what waited, and then imports what only a finished search needs."""
    desk = Desk(port.send)
    session = Session(FetchTransport(), on_event=desk.event)
    desk.staff(session, Counter(session))
    port.send(text_of(Boot(stage="ready", done=3, total=3)))
    port.listen(desk.receive)
    _tasks.add(asyncio.ensure_future(_warm()))


# The loop keeps only weak references to its tasks.
_tasks: set[asyncio.Future[None]] = set()


async def _warm() -> None:
    """Imports the graph library in pieces, while the visitor reads or the sources are waited for."""
    for name in LATER:
        await asyncio.sleep(PAUSE)
        import_module(name)
