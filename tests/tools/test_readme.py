import ast
import re
from pathlib import Path
from types import CoroutineType

import archivist.tools

README = Path(archivist.tools.__file__).parent / "README.md"


async def test_the_readmes_example_runs_as_it_stands() -> None:
    (source,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    code = compile(source, str(README), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    running = eval(code, {"__name__": "readme"})  # noqa: S307 - our own README
    assert isinstance(running, CoroutineType)
    await running


def test_every_exported_name_is_documented_and_sorted() -> None:
    names = archivist.tools.__all__
    assert names == sorted(names)
    things = {name: getattr(archivist.tools, name) for name in names}
    undocumented = [name for name, one in things.items() if isinstance(one, type) and not (one.__doc__ or "").strip()]
    assert undocumented == []
