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
from archivist.memory import Notice, Store
from archivist.settings import Settings
from archivist.sources import HttpClient, HttpxTransport

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
async def line() -> AsyncIterator[Line]:
    """The way out, open for a while.

    Raises:
        UsageError: the gateway is no address that requests may be sent to.
    """
    known, transport = settings(), HttpxTransport()
    try:
        http = HttpClient(transport, clock=SystemClock(), gateway=known.gateway)
    except ValueError as error:
        message = f"ARCHIVIST_GATEWAY: {error}"
        raise UsageError(message) from error
    try:
        yield Line(settings=known, transport=transport, http=http)
    finally:
        await transport.aclose()


def store() -> Store:
    """The kept file; where it cannot be kept, that is said and memory has to do."""
    home = Path(os.environ.get("ARCHIVIST_HOME") or Path.home() / ".archivist")
    with suppress(OSError):  # the store says by itself that it cannot keep anything there
        home.mkdir(parents=True, exist_ok=True)
    return Store(home / FILE, _tell)


def _tell(notice: Notice) -> None:
    print(f"archivist: {notice.text}", file=sys.stderr)
