"""Notes what importing the page's Python compiles. Runs inside Pyodide under Node; prepare.mjs starts it.

Into our archive goes what `archivist.browser.prepared` reads: patterns by (text, flags), and the code of dataclass
methods by their source.
"""

import builtins
import dataclasses
import marshal
import sys
from array import array
from importlib import import_module
from pathlib import Path
from typing import Any

compiler, engine = import_module("re._compiler"), import_module("_sre")
patterns: dict[tuple[str | bytes, int], tuple[object, ...]] = {}
sources: dict[str, object] = {}
heard: list[tuple[object, int, list[int], int, dict[str, int], tuple[str | None, ...]]] = []


class Listener:
    """The matching engine, noting what it is given."""

    def __getattr__(self, name: str) -> object:
        return getattr(engine, name)

    def compile(self, *parts: Any) -> object:  # noqa: ANN401 - handed through
        """A pattern of its parts."""
        heard.append(parts)
        return engine.compile(*parts)


def noting(pattern: object, flags: int = 0) -> object:
    """What `re` compiles."""
    heard.clear()
    made = ordinary(pattern, flags)
    if isinstance(pattern, str | bytes):
        source, all_flags, code, *groups = heard[-1]
        patterns[pattern, int(flags)] = (source, int(all_flags), array("I", code).tobytes(), *groups)
    return made


def running(source: str, names: dict[str, object], found: dict[str, object]) -> None:
    """What `dataclasses` executes."""
    sources[source] = code = compile(source, "<string>", "exec", dont_inherit=True)
    builtins.exec(code, names, found)  # noqa: S102 - what dataclasses itself does with this text


ordinary = compiler.compile
vars(compiler).update(_sre=Listener(), compile=noting)
vars(dataclasses)["exec"] = running

boot = import_module("archivist.browser.boot")
boot.libraries()
import_module("archivist.browser.worker")
import_module("archivist.memory").warm()

sys.path.append("/buildtools")
bytecode = import_module("bytecode")
files = bytecode.unpacked(Path("/site/pyodide/archivist.zst").read_bytes())
table = marshal.dumps((patterns, sources))
files["/lib/python3.14/site-packages/archivist/browser/prepared.bin"] = table
Path("/shared/archivist.zst").write_bytes(bytecode.packed(files, level=19))
