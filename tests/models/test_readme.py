from __future__ import annotations

import ast
import re
from pathlib import Path
from types import CoroutineType

import archivist.models

README = Path(archivist.models.__file__).parent / "README.md"


async def test_the_readmes_example_runs_as_it_stands() -> None:
    (source,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    running = eval(  # noqa: S307 - our own README
        compile(source, str(README), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), {"__name__": "readme"}
    )
    assert isinstance(running, CoroutineType)
    await running


def test_every_exported_name_is_documented() -> None:
    names = archivist.models.__all__
    things = {name: getattr(archivist.models, name) for name in names}
    assert [name for name, one in things.items() if isinstance(one, type) and not (one.__doc__ or "").strip()] == []
