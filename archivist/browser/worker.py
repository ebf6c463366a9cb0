"""The Archivist at work in the worker: one session, one desk, the page's messages."""

from __future__ import annotations

import asyncio
import gc
from itertools import chain
from time import perf_counter

from archivist.browser import kept
from archivist.browser.ahead import AheadTransport
from archivist.browser.counter import Counter
from archivist.browser.desk import Desk
from archivist.browser.fetch import FetchTransport
from archivist.browser.port import Port
from archivist.browser.post import posted
from archivist.browser.window import WindowTransport
from archivist.dag import Event
from archivist.librarian import warming as tables
from archivist.memory import Notice
from archivist.memory import warming as queries
from archivist.session import Home, Session
from archivist.sources import warming_up as documents
from archivist.wire import AskedAhead, Boot, Log, text_of

PAUSE = 0.02
PIECE = 0.005


async def serve(port: Port) -> None:
    """Says that everything is ready, takes what waited, and later imports what only a finished search needs."""
    found = await kept.fetched()
    home = Home(kept.WORKING if found else None, lambda notice: _tell(port, notice))
    network = AheadTransport(FetchTransport(), port, lambda id: port.send(text_of(AskedAhead(id=id))))
    transport = WindowTransport(network, port.send)
    session = Session(transport, home=home, post=posted)
    file = kept.Kept(session.absorb, home.lose)
    desk = Desk(port.send, file.changed, transport.heard, file.saved)
    idle = asyncio.Event()
    session.listen(lambda id, event: _heard(desk, file, idle, id, event), desk.books, desk.answer)
    desk.staff(session, Counter(session))
    network.look()
    gc.freeze()  # modules last as long as the page: the collector need not look through them during the first question
    port.send(text_of(Boot(stage="ready", done=3, total=3)))
    port.listen(desk.receive)
    if not found:
        home.lose(kept.refusal())
    _tasks.add(asyncio.ensure_future(_warm(desk, idle)))


# The loop keeps only weak references to its tasks.
_tasks: set[asyncio.Future[None]] = set()


def _heard(desk: Desk, file: kept.Kept, idle: asyncio.Event, id: str, event: Event) -> None:
    """Passes an event on; what a source answered is saved at once, so that a tab that closes loses little."""
    desk.event(id, event)
    if event.detail.get("what") == "tool-settled":
        file.changed()
    if event.kind == "run-end" or event.detail.get("what") == "tool-started":
        idle.set()


def _tell(port: Port, notice: Notice) -> None:
    port.send(text_of(Log(level="warning", text=notice.text)))


async def _warm(desk: Desk, idle: asyncio.Event) -> None:
    """Gets ready in pieces what only the end of an answer or a later question needs: readers of what sources send, the
    graph library with the gate's queries, a first write to memory, and the tables of phrases. Meanwhile the visitor
    reads, or sources are waited for: a question that is there already goes first.
    """
    await asyncio.sleep(PAUSE)
    if desk.busy:
        await idle.wait()
    until = 0.0
    for _ in chain(documents(), queries(), tables()):
        if perf_counter() > until:
            gc.freeze()
            await asyncio.sleep(PAUSE)
            until = perf_counter() + PIECE
