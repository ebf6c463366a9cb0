"""The kept file in the browser: worked on in memory, saved to IndexedDB, shared with the other tabs.

Every tab works on a copy of its own. Before it saves, it takes in what another tab has saved meanwhile, with all tabs
waiting for each other (a Web Lock, where the browser gives one), so that the last one to save destroys nothing.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import js
import pyodide_js
from pyodide.ffi import JsException, create_once_callable, create_proxy

from archivist.memory import Notice

PLACE = Path("/archivist-kept")
"""Where IndexedDB is mounted; its database has the same name."""
SAVED = PLACE / "archivist.sqlite"
WORKING = Path("/archivist-working.sqlite")
LOCK = "archivist-kept"
SOON = 0.25
"""Seconds from a change to saving it: what changes meanwhile is saved with it."""

_REFUSED = "This browser does not let the Archivist keep anything. What happens is remembered until this tab closes."
_FULL = "The browser has no more room for what the Archivist keeps. What happens is remembered until this tab closes."


class Kept:
    """The file between this tab and IndexedDB.

    `absorb` takes in another tab's file before this one's takes its place; `tell` hears once that nothing can be kept.
    """

    def __init__(self, absorb: Callable[[Path], object], tell: Callable[[Notice], object]) -> None:
        self._absorb = absorb
        self._tell = tell
        self._seen: tuple[int, int] | None = _mark()
        self._saving: asyncio.Task[None] | None = None
        self._again = False
        self._works = True

    def changed(self) -> None:
        """Saves soon; may be called as often as anything happens."""
        if not self._works:
            return
        self._again = True
        if self._saving is None:
            self._saving = asyncio.ensure_future(self._until_saved())

    async def saved(self) -> None:
        """Returns when all that has happened until now is saved, or nothing can be."""
        self.changed()
        if self._saving is not None:
            await asyncio.wait({self._saving})

    async def _until_saved(self) -> None:
        try:
            while self._again and self._works:
                await asyncio.sleep(SOON)
                self._again = False
                await self._save()
        finally:
            self._saving = None

    async def _save(self) -> None:
        try:
            await _alone(self._exchange)
        except (JsException, OSError) as error:
            self._works = False
            full = "quota" in str(error).casefold()
            self._tell(Notice(why="full" if full else "refused", text=_FULL if full else _REFUSED))

    async def _exchange(self) -> None:
        await _synced(populate=True)
        if SAVED.is_file() and _mark() != self._seen:
            self._absorb(SAVED)
        shutil.copyfile(WORKING, SAVED)
        await _synced(populate=False)
        self._seen = _mark()


async def fetched() -> bool:
    """Brings what was saved to `WORKING`; False when this browser keeps nothing."""
    try:
        PLACE.mkdir(exist_ok=True)  # noqa: ASYNC240  the file system is in memory
        pyodide_js.FS.mount(pyodide_js.FS.filesystems.IDBFS, js.Object.new(), str(PLACE))
        await _synced(populate=True)
        if SAVED.is_file():
            shutil.copyfile(SAVED, WORKING)
    except (JsException, OSError):
        return False
    return True


def refusal() -> Notice:
    """What to say when nothing can be kept from the start."""
    return Notice(why="refused", text=_REFUSED)


def _mark() -> tuple[int, int] | None:
    """Tells one saved file from another: its time of writing and its size."""
    if not SAVED.is_file():
        return None
    about = SAVED.stat()
    return about.st_mtime_ns, about.st_size


async def _synced(*, populate: bool) -> None:
    """Brings IndexedDB's content here, or ours there."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def called(error: object) -> None:
        if error:  # JavaScript's null is not None here, but it is false
            done.set_exception(OSError(str(error)))
        else:
            done.set_result(None)

    pyodide_js.FS.syncfs(populate, create_once_callable(called))
    await done


async def _alone(work: Callable[[], Awaitable[None]]) -> None:
    """Does the work while no other tab does; without locks (no secure context) it is just done."""
    # Looked up only now: under Node, where the build imports this, there is no navigator.
    locks = getattr(js.navigator, "locks", None)
    if locks is None:
        await work()
        return
    proxy = create_proxy(lambda _lock: work())
    try:
        await locks.request(LOCK, proxy)
    finally:
        proxy.destroy()
