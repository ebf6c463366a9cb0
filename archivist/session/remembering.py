"""Where runs are remembered: in the visitor's own file, or where many readers remember together."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from archivist.memory import EndpointFailed, Memory, Notice, Post, SharedRuns
from archivist.session.home import Home


def remembering(home: Home, url: str | None, *, now: Callable[[], datetime], post: Post) -> Memory:
    """The memory of the home, or with an address that of the SPARQL 1.1 endpoint there.

    Raises:
        ValueError: the address is neither http nor https.
    """
    if url is None:
        return Memory(home.store.runs, now=now)
    try:
        shared = SharedRuns(url, post=post)
    except EndpointFailed as error:
        raise ValueError(str(error)) from error
    return Memory(shared, now=now, tell=lambda text: home.tell(Notice(why="refused", text=text)))
