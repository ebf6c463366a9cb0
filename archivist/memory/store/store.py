"""Everything that outlives the program, in one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from archivist.memory.store.absorbing import absorb, read_copy
from archivist.memory.store.checkpoints import Checkpoints
from archivist.memory.store.connection import Connection, Notice
from archivist.memory.store.conversations import Conversations
from archivist.memory.store.recordings import Recordings
from archivist.memory.store.responses import K, Made, Responses
from archivist.memory.store.runs import Runs
from archivist.memory.store.schema import NewerFile
from archivist.memory.store.settings import KeptSettings

CACHE_BYTES = 16_000_000


class Store:
    """The kept file at `path`, made when it is missing and brought to the newest schema; None keeps nothing.

    It never raises for the place's sake: what cannot be kept is told once to `tell`, and everything goes on in memory
    (`kept` is then False).
    It waits `patience` seconds for another window that is writing, and takes no more than `pages` pages of 4 KiB.
    """

    def __init__(
        self,
        path: Path | None = None,
        tell: Callable[[Notice], None] = lambda _: None,
        *,
        patience: float = 5.0,
        pages: int | None = None,
    ) -> None:
        self._connection = Connection(path, tell, patience=patience, pages=pages)
        self.conversations = Conversations(self._connection)
        self.runs = Runs(self._connection)
        self.checkpoints = Checkpoints(self._connection)
        self.recordings = Recordings(self._connection)
        self.settings = KeptSettings(self._connection)

    @property
    def kept(self) -> bool:
        """True while what is written outlives the program."""
        return self._connection.kept

    def responses(self, make: Made[K], *, limit: int = CACHE_BYTES) -> Responses[K]:
        """The cache of sources' answers, which `make` turns into the kind of answer its client knows."""
        return Responses(self._connection, make, limit=limit)

    def absorb(self, path: Path) -> int:
        """Takes in what another window kept in its file; how many rows it brought or renewed.

        Call it before this window's file takes the place of the other's. A file that cannot be read brings nothing.
        """
        try:
            copy = read_copy(path)
        except (sqlite3.DatabaseError, NewerFile):
            return 0
        with closing(copy):
            return self._connection.write(lambda ours: absorb(ours, copy))

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()
