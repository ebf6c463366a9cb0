"""Regular expressions and dataclass methods that were compiled when the site was built.

Half of the time that our own modules take to import is Python compiling patterns and the methods of dataclasses, the
same ones on every start. The build notes the results (`buildtools/prepare.py`), here they are looked up. Only private
doors of `re` and `dataclasses` lead there, so the table is for one interpreter: the one that it was made with and is
shipped with. What is not in the table is compiled as ever, and without a table everything is.
"""

from __future__ import annotations

import dataclasses
import marshal
from array import array
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import CodeType
from typing import cast

TABLE = Path(__file__).with_name("prepared.bin")
Key = tuple[str | bytes, int]
Parts = tuple[str | bytes, int, bytes, int, dict[str, int], tuple[str | None, ...]]


def use() -> None:
    """Lets `re` and `dataclasses` look into the table, where there is one."""
    if TABLE.is_file():
        patterns, sources = cast("tuple[dict[Key, Parts], dict[str, CodeType]]", marshal.loads(TABLE.read_bytes()))  # noqa: S302 - our own build's file, checked by its hash on loading
        _prepare_patterns(patterns)
        _prepare_methods(sources)


def _prepare_patterns(table: Mapping[Key, Parts]) -> None:
    compiler, engine = import_module("re._compiler"), import_module("_sre")
    ordinary: Callable[[object, int], object] = compiler.compile

    def compiled(pattern: object, flags: int = 0) -> object:
        parts = table.get((pattern, int(flags))) if isinstance(pattern, str | bytes) else None
        if parts is None:
            return ordinary(pattern, flags)
        source, all_flags, code, groups, names, order = parts
        return engine.compile(source, all_flags, array("I", code).tolist(), groups, names, order)

    vars(compiler)["compile"] = compiled


def _prepare_methods(table: Mapping[str, CodeType]) -> None:
    def run(source: str, names: dict[str, object], found: dict[str, object]) -> None:
        exec(table.get(source, source), names, found)  # noqa: S102 - what dataclasses itself does with this text

    vars(dataclasses)["exec"] = run
