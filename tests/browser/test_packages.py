"""What the page's Python is made of is whole: nothing that was left out of the build is missing."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.browser.harness import Harness

ROOT = Path(__file__).parents[2]

# The terminal's own, which nobody imports in a page.
ELSEWHERE = ("archivist.cli", "archivist.__main__", "archivist.browser")
# A start from the snapshot has no files until the first module is wanted that the snapshot lacks.
FILES = """
import js
if hasattr(js, "layPython"):
    js.layPython()
port.listen(tell)
is_ready()
"""
IMPORT_ALL = f"""
import pkgutil, traceback
import archivist
port.listen(tell)
is_ready()
missing = {{}}
found = pkgutil.walk_packages(archivist.__path__, "archivist.")
names = [module.name for module in found if not module.name.startswith({ELSEWHERE!r})]
names += ["rdflib.plugins.sparql", "rdflib.plugins.parsers.nquads", "rdflib.plugins.serializers.nquads", "sqlite3"]
for name in names:
    try:
        __import__(name)
    except ImportError as error:
        missing[name] = str(error)
tell([len(names), missing])
"""


def test_every_module_of_ours_can_be_imported_in_the_page(engine: Harness) -> None:
    engine.open(IMPORT_ALL)
    count, missing = engine.told(seconds=90)

    assert missing == {}
    assert count > 50


def imported() -> set[str]:
    """Every foreign module that our page's code names in an import, wherever in a file, functions above all."""
    names = set[str]()
    for file in (ROOT / "archivist").rglob("*.py"):
        if not {"cli", "browser", "__main__.py"} & set(file.relative_to(ROOT).parts):
            names |= {name for part in ast.walk(ast.parse(file.read_text("utf-8"))) for name in named(part)}
    return {name for name in names if name.split(".")[0] not in {"archivist", "httpx"}}


def named(part: ast.AST) -> list[str]:
    """The modules of one import statement."""
    if isinstance(part, ast.Import):
        return [alias.name for alias in part.names]
    return [part.module] if isinstance(part, ast.ImportFrom) and part.module and not part.level else []


def test_whatever_our_code_imports_late_is_there(engine: Harness) -> None:
    used = [
        "asyncio.timeouts", "encodings.idna", "encodings.cp1252", "encodings.utf_16", "encodings.latin_1",
        "importlib.metadata", "pydantic.networks", "pydantic.root_model", "rdflib.plugins.parsers.jsonld",
        "rdflib.plugins.parsers.notation3", "rdflib.plugins.parsers.trig", "rdflib.plugins.serializers.jsonld",
        "rdflib.plugins.serializers.trig", "rdflib.plugins.serializers.turtle", "rdflib.plugins.stores.sparqlstore",
        "rdflib.plugins.sparql.results.jsonresults", "rdflib.plugins.sparql.results.xmlresults",
        "jsonschema_specifications", "_strptime", "xml.etree.ElementTree",
    ]  # fmt: skip
    engine.open(
        f"""
port.listen(tell)
is_ready()
missing = {{}}
for name in {sorted({*imported(), *used})!r}:
    try:
        __import__(name)
    except ImportError as error:
        missing[name] = str(error)
tell(missing)
"""
    )

    assert engine.told(seconds=90) == {}


def test_only_bytecode_is_shipped_and_it_is_valid_without_a_look_at_any_source(engine: Harness) -> None:
    engine.open(
        FILES
        + """
import zipfile
from pathlib import Path
packages = [path for path in Path("/lib/python3.14/site-packages").rglob("*") if path.suffix in {".py", ".pyc"}]
with zipfile.ZipFile("/lib/python314.zip") as library:
    names = [name for name in library.namelist() if name.endswith((".py", ".pyc"))]
    flags = {library.read(name)[4:8].hex() for name in names} | {path.read_bytes()[4:8].hex() for path in packages}
tell([len(names), len(packages), [name for name in [*names, *map(str, packages)] if name.endswith(".py")], list(flags)])
"""
    )
    library, packages, sources, flags = engine.told(seconds=60)

    assert library > 200
    assert packages > 400
    assert sources == []
    assert flags == ["01000000"]  # PEP 552: by hash, never checked


def test_packages_still_tell_their_version_and_bring_their_licence(engine: Harness) -> None:
    engine.open(
        FILES
        + """
from importlib import metadata
from pathlib import Path
names = ["archivist", "pydantic", "jsonschema", "rdflib", "pyparsing"]
where = Path("/lib/python3.14/site-packages")
kinds = ("LICENSE*", "COPYING")
with_licence = [name for name in names if any(list(where.glob(f"{name}-*/**/{kind}")) for kind in kinds)]
tell([[metadata.version(name) for name in names], with_licence])
"""
    )
    versions, with_licence = engine.told(seconds=60)

    assert all(versions)
    assert with_licence == ["archivist", "pydantic", "jsonschema", "rdflib", "pyparsing"]


def test_full_text_search_is_part_of_the_interpreter(engine: Harness) -> None:
    engine.open(
        """
import sqlite3
base = sqlite3.connect(":memory:")
base.execute("create virtual table shelf using fts5(title)")
base.execute("insert into shelf values ('Moby-Dick, or, The Whale')")
tell(base.execute("select count(*) from shelf where shelf match 'whale'").fetchone()[0])
port.listen(tell)
"""
    )

    assert engine.told() == 1


def test_what_was_compiled_ahead_is_what_would_be_compiled_now(engine: Harness) -> None:
    engine.open(
        FILES
        + """
import marshal, re
from archivist.browser import prepared
patterns, sources = marshal.loads(prepared.TABLE.read_bytes())
now = {key: re._compiler.compile(*key) for key in patterns}
prepared.use()
different = [str(key) for key in patterns if re._compiler.compile(*key) != now[key]]
unlike = [key for key, code in sources.items() if compile(key, "<string>", "exec", dont_inherit=True) != code]
tell([len(patterns), len(sources), different, unlike, re.compile("(?P<a>x)+y").match("xxy")["a"]])
"""
    )
    patterns, methods, different, unlike, match = engine.told(seconds=60)

    assert (different, unlike, match) == ([], [], "x")
    assert patterns > 100
    assert methods > 50
