"""What the environment says: settings, and where things are kept.

ARCHIVIST_HOME               folder of the kept file; `~/.archivist` when not set
ARCHIVIST_GATEWAY            address of a proxy or mirror through which the book services are asked
ARCHIVIST_GOOGLE_BOOKS_KEY   a key of one's own; without one Google Books is not asked
ARCHIVIST_LANGUAGE           language of answers to questions that do not show theirs (ISO 639-1)
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from archivist.cli.status import UsageError
from archivist.dag import SystemClock
from archivist.memory import Notice
from archivist.session import Home
from archivist.settings import Settings
from archivist.sources import HttpClient, HttpxTransport, Kept

FILE = "archivist.sqlite"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A way out: settings, a transport, and the one client over it."""

    settings: Settings
    transport: HttpxTransport
    http: HttpClient


def settings() -> Settings:
    """The settings of the environment."""
    return Settings(
        google_books_key=os.environ.get("ARCHIVIST_GOOGLE_BOOKS_KEY") or None,
        gateway=os.environ.get("ARCHIVIST_GATEWAY") or None,
        language=os.environ.get("ARCHIVIST_LANGUAGE") or "en",
    )


@asynccontextmanager
async def line(kept: Home | None = None) -> AsyncIterator[Line]:
    """The way out, open for a while; answers of sources are kept where `kept` says.

    Raises:
        UsageError: the gateway is no address that requests may be sent to.
    """
    known, transport = settings(), HttpxTransport()
    cache = None if kept is None else kept.store.responses(Kept)
    try:
        http = HttpClient(transport, clock=SystemClock(), gateway=known.gateway, cache=cache)
    except ValueError as error:
        message = f"ARCHIVIST_GATEWAY: {error}"
        raise UsageError(message) from error
    try:
        yield Line(settings=known, transport=transport, http=http)
    finally:
        await transport.aclose()


def home() -> Home:
    """The kept file; where it cannot be kept, that is said and memory has to do."""
    folder = Path(os.environ.get("ARCHIVIST_HOME") or Path.home() / ".archivist")
    with suppress(OSError):  # the store says by itself that it cannot keep anything there
        folder.mkdir(parents=True, exist_ok=True)
    return Home(folder / FILE, _tell)


def _tell(notice: Notice) -> None:
    print(f"archivist: {notice.text}", file=sys.stderr)
