"""Where a visitor's things are kept: one SQLite file with the store's tables and the shelf's."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from pydantic import ValidationError

from archivist.memory import Notice, Store
from archivist.session.own_shelf import OwnShelf
from archivist.settings import KEYS, Settings


class Home:
    """What outlives a session, in the file at `path`; with None nothing does.

    A file that cannot be had is told of once, to `tell` and in `notices`, and everything goes on in memory.
    """

    def __init__(self, path: Path | None = None, tell: Callable[[Notice], None] = lambda _: None) -> None:
        self.notices: list[Notice] = []
        self._tell = tell
        self._lost = False
        self._path = path
        self.store = Store(path, self._noticed)
        self.shelf = OwnShelf(self._file(), self._noticed)

    @property
    def kept(self) -> bool:
        """True while what is written outlives the program."""
        return self.store.kept and not self._lost

    def tell(self, notice: Notice) -> None:
        """Tells the visitor of trouble with what is remembered, as it does of its own."""
        self._noticed(notice)

    def lose(self, notice: Notice) -> None:
        """What is written will not outlive the program after all: whoever saves the file cannot."""
        self._lost = True
        self._noticed(notice)

    @property
    def size(self) -> int:
        """Bytes of the kept file; 0 while there is none."""
        path = self._file()
        return path.stat().st_size if path is not None and path.is_file() else 0

    def settings(self) -> Settings:
        """The settings as they were kept; what cannot be read is as it is by default."""
        known = {name: value for name, value in self.store.settings.all().items() if name in Settings.model_fields}
        try:
            return Settings.model_validate(known)
        except ValidationError:
            return Settings()  # kept by another version, which allowed other values

    def keep_settings(self, settings: Settings, *, at: datetime) -> None:
        """Keeps the settings, but for the keys."""
        for name, value in settings.model_dump(mode="json", exclude=set(KEYS)).items():
            self.store.settings.put(name, value, at=at)

    def absorb(self, path: Path) -> int:
        """Takes in what another window kept in its file; how many rows it brought or renewed."""
        return self.store.absorb(path) + self.shelf.absorb(path)

    def erase(self, *, at: datetime) -> None:
        """Deletes everything: what is remembered, conversations, open questions, answers, settings and the shelf."""
        self.shelf.clear()
        self.store.runs.forget_everything(at=at)
        for name in self.store.settings.all():
            self.store.settings.drop(name)

    def close(self) -> None:
        """Closes the file."""
        self.shelf.close()
        self.store.close()

    def _file(self) -> Path | None:
        return self._path if self.store.kept else None

    def _noticed(self, notice: Notice) -> None:
        if not self.notices:
            self._tell(notice)
        self.notices.append(notice)
