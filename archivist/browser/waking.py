"""Waking up from a memory snapshot: Python as it was when the site was built, with everything imported.

`asleep` is the build's last word before it takes the snapshot (buildtools/snapshot.py), `awake` the page's first one
after it has put the snapshot back (web/engine-python.mjs). A snapshot has no files, so a module that nobody had
imported is missing until its archive is fetched: that is done at its first import, which waits for it.
"""

from __future__ import annotations

import gc
import importlib
import random
import sys
from collections.abc import Iterable, Sequence

import js

_generators: list[random.Random] = []


class LateFiles:
    """Brings all files when the first module is wanted that is not in the snapshot, and is gone then.

    It stands before every other finder and finds nothing itself.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> None:
        """Nothing; but afterwards the other finders can find what there is."""
        del path, target
        if name in self._names:
            sys.meta_path.remove(self)
            js.layPython()
            importlib.invalidate_caches()


def asleep(names: Iterable[str]) -> None:
    """Gets ready for the snapshot; `names` are all modules that the archives have.

    What is in it lasts as long as the page, so the collector need never look at it again.
    """
    sys.meta_path.insert(0, LateFiles(set(names) - set(sys.modules)))
    gc.collect()
    _generators.extend(one for one in gc.get_objects() if isinstance(one, random.Random))
    gc.freeze()


def awake() -> None:
    """Renews what would be the same in every page. Clocks, ids and secrets are asked of the browser anyway."""
    for generator in _generators:
        generator.seed()
