import ast
import re
import textwrap
import types
from pathlib import Path

import archivist.dag

README = Path(archivist.dag.__file__).with_name("README.md")


async def test_the_example_of_the_readme_runs() -> None:
    code = re.search(r"```python\n(.*?)```", README.read_text(), re.DOTALL)[1]
    names: dict[str, object] = {"__name__": "readme"}
    # As it would be typed into an asyncio REPL, where await needs no function around it.
    compiled = compile(code, str(README), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    await types.FunctionType(compiled, names)()

    assert names["result"].state.log == ["hello Ada"]


def test_the_readme_is_one_page_and_its_example_about_twenty_lines() -> None:
    text = README.read_text()
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]

    assert len(text.splitlines()) <= 70
    assert len([line for line in textwrap.dedent(code).splitlines() if line.strip()]) <= 20


def test_every_exported_name_exists_and_the_list_is_sorted() -> None:
    names = archivist.dag.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), name[0].islower(), name))
    assert all(getattr(archivist.dag, name, None) is not None for name in names)
