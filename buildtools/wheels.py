"""Python for the page: the standard library and every package as bytecode, the native module, and a memory snapshot.

Most of a stock start is Python compiling its own sources, so no source is shipped; most of what is left is importing,
so a snapshot of the memory after it is shipped too. What others wrote, and the snapshot, are cached by what they are
made from; only the project's own archive is made in each build.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from buildtools.env import NODE_LIKE_BROWSERS, node
from buildtools.lock import TARGET
from buildtools.places import CACHE, MODULES, PYTHON, REQUIREMENTS, ROOT, digest, fresh, mark
from buildtools.say import MissingError, run, say, step

HERE = Path(__file__).parent
PYODIDE = MODULES / "pyodide"
STDLIB = "python_stdlib.zip"
# Modules that need a terminal, a desktop, a subprocess or a server, or are for developing: a page has no use for them.
UNUSED = [
    "__hello__.py", "__phello__", "_pydatetime.py", "_pyio.py", "_pyrepl", "antigravity.py", "asyncio/__main__.py",
    "asyncio/proactor_events.py", "asyncio/tools.py", "asyncio/windows_*.py", "bdb.py", "cProfile.py", "cmd.py",
    "colorsys.py", "compileall.py", "concurrent/interpreters", "configparser.py", "ctypes", "doctest.py", "ensurepip",
    "filecmp.py", "fileinput.py", "ftplib.py", "getopt.py", "getpass.py", "http/server.py", "idlelib", "imaplib.py",
    "json/tool.py", "lib2to3", "logging/config.py", "logging/handlers.py", "mailbox.py", "modulefinder.py",
    "multiprocessing", "netrc.py", "nturl2path.py", "optparse.py", "pdb.py", "pickletools.py", "plistlib.py",
    "poplib.py", "profile.py", "pstats.py", "pty.py", "py_compile.py", "pyclbr.py", "pydoc.py", "pydoc_data",
    "rlcompleter.py", "runpy.py", "sched.py", "shelve.py", "smtplib.py", "socketserver.py", "sqlite3/__main__.py",
    "symtable.py", "sysconfig/__main__.py", "tabnanny.py", "this.py", "timeit.py", "tomllib", "trace.py", "tty.py",
    "turtle.py", "turtledemo", "unittest/mock.py", "urllib/robotparser.py", "venv", "wave.py", "webbrowser.py",
    "wsgiref", "xmlrpc", "zipapp.py",
]  # fmt: skip
# What services and files of readers are written in stays: UTF, ASCII, Latin 1 and Windows' own for western scripts.
UNUSED += [
    f"encodings/{name}.py"
    for name in (
        "big5*", "cp037", "cp1[01]*", "cp[256789]*", "cp4[!3]*", "cp3*", "cp125[!2]", "cp273", "cp9*", "euc_*", "gb*",
        "hp_roman8", "hz", "iso2022*", "iso8859_[2-9]", "iso8859_1[!5]", "johab", "koi8*", "kz1048", "mac_*", "mbcs",
        "oem", "palmos", "ptcp154", "rot_13", "shift_jis*", "tis_620", "uu_codec",
    )
]  # fmt: skip
# The same in packages: their tests and commands, readers and writers of formats that are not ours, older interfaces.
UNUSED_PARTS = [
    "archivist/*/README.md", "archivist/__main__.py", "archivist/cli", "jsonschema/benchmarks",
    "jsonschema/cli.py", "jsonschema/tests", "pydantic/color.py", "pydantic/mypy.py", "pydantic/v1",
    "pyparsing/ai", "pyparsing/diagram", "pyparsing/tools", "rdflib/contrib", "rdflib/extras",
    "rdflib/plugins/parsers/hext.py",
    "rdflib/plugins/parsers/patch.py", "rdflib/plugins/parsers/rdfxml.py", "rdflib/plugins/parsers/trix.py",
    "rdflib/plugins/serializers/hext.py", "rdflib/plugins/serializers/patch.py", "rdflib/plugins/serializers/rdfxml.py",
    "rdflib/plugins/serializers/trix.py", "rdflib/plugins/stores/auditable.py",
    "rdflib/plugins/stores/concurrent.py", "rdflib/tools", "referencing/tests",
]  # fmt: skip

STDLIB_PLACE = "/lib/python314.zip"
PACKAGES_PLACE = "/lib/python3.14/site-packages"
FOREIGN, OWN = "python.zst", "archivist.zst"
NATIVE = {"_pydantic_core.cpython-314-wasm32-emscripten.so": "pydantic_core.wasm"}
"""Native modules by the names under which web/engine-python.mjs links them; as .wasm, hosts send them compressed."""
SNAPSHOT = "snapshot.zst"
ENGINE = ("engine-python.mjs", "engine-archives.mjs")
BEST, QUICK = 19, 1
"""Levels of Zstandard; the snapshot's own is in snapshot.mjs."""


class Part(NamedTuple):
    """One zip of sources in an archive; see bytecode.py for the fields."""

    source: Path
    place: str
    optimize: int
    drop: list[str]


def make(target: Path) -> None:
    """Fills `target`, which has the interpreter, with all that is Python. The page's files lie beside it already."""
    foreign = _foreign()
    for name in (FOREIGN, *NATIVE.values()):
        shutil.copyfile(foreign / name, target / name)
    stock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    (target / "pyodide-lock.json").write_text(json.dumps({"info": stock["info"], "packages": {}}), encoding="utf-8")
    with step("the project's own archive"), TemporaryDirectory(prefix="own-", dir=CACHE) as folder:
        _compile([_own(Path(folder))], OWN, Path(folder), level=QUICK)
        shutil.copyfile(Path(folder) / OWN, target / OWN)
    with step("patterns and methods, compiled ahead"):
        _prepare(target)


def snapshot(target: Path) -> dict[str, object] | None:
    """Adds the snapshot to `target`, and tells what web/engine-python.mjs has to know of it; None when none can be had.

    It is of the interpreter, the archives and the script that lie there already.
    """
    made = CACHE / "snapshot"
    scripts = [HERE / name for name in ("node.mjs", "snapshot.mjs", "snapshot.py")]
    used = [target / name for name in (FOREIGN, OWN, "pyodide.asm.wasm")]
    state = digest([*scripts, *used, *(target.parent / name for name in ENGINE)])
    if not fresh(made / "stamp", state):
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        try:
            with step("a snapshot of Python with everything imported"):
                script = [node(NODE_LIKE_BROWSERS), HERE / "snapshot.mjs"]
                run(
                    [*script, target.parent, made],
                    need="There is no snapshot in this build: the page starts Python from its files.",
                )
        except MissingError as missing:
            say(f"  {missing}")
            return None
        mark(made / "stamp", state)
    shutil.copyfile(made / SNAPSHOT, target / SNAPSHOT)
    told: dict[str, object] = json.loads((made / "snapshot.json").read_text(encoding="utf-8"))
    return told


def _foreign() -> Path:
    made = CACHE / "python"
    sources = [HERE / "bytecode.py", HERE / "compile.mjs", HERE / "wheels.py", PYODIDE / "package.json"]
    state = digest([REQUIREMENTS / "browser.txt", *sources])
    if not fresh(made / "stamp", state):
        shutil.rmtree(made, ignore_errors=True)
        with step("Python packages for the page"):
            downloaded = _download()
        with step("the standard library and the packages as bytecode"):
            stdlib = Part(PYODIDE / STDLIB, STDLIB_PLACE, 2, UNUSED)
            packages = [Part(file, PACKAGES_PLACE, 0, UNUSED_PARTS) for file in downloaded]
            _compile([stdlib, *packages], FOREIGN, made, level=BEST)
        mark(made / "stamp", state)
    return made


def _download() -> list[Path]:
    folder = CACHE / "downloads"
    shutil.rmtree(folder, ignore_errors=True)
    pip: list[str | Path] = [PYTHON, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    need = "The Python packages for the page could not be downloaded: is the Python package index reachable?"
    run([*pip, "--require-hashes", *TARGET, "-d", folder, "-r", REQUIREMENTS / "browser.txt"], need=need)
    return sorted(folder.glob("*.whl"))


def _own(folder: Path) -> Part:
    pip: list[str | Path] = [PYTHON, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    run([*pip, "-w", folder, ROOT], need="The project's own wheel could not be built.")
    (source,) = folder.glob("*.whl")
    return Part(source, PACKAGES_PLACE, 0, UNUSED_PARTS)


def _compile(parts: list[Part], target: str, made: Path, *, level: int) -> None:
    """Makes one archive in `made`, and the native modules that its parts hold."""
    made.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="compile-", dir=CACHE) as folder:
        work = Path(folder)
        (work / "native").mkdir()
        orders = []
        for number, part in enumerate(parts):
            shutil.copyfile(part.source, work / f"{number}.in")
            orders.append(part._asdict() | {"source": f"{number}.in"})
        job = {"target": target, "parts": orders, "level": level}
        (work / "jobs.json").write_text(json.dumps([job]), encoding="utf-8")
        run([node(), HERE / "compile.mjs", PYODIDE, work], need="Pyodide could not compile the Python sources in Node.")
        shutil.copyfile(work / target, made / target)
        for native in (work / "native").iterdir():
            shutil.copyfile(native, made / _native(native.name))


def _native(name: str) -> str:
    if name not in NATIVE:
        sentence = (
            f"{name} is a native module that web/engine-python.mjs does not link: name it there and in wheels.py."
        )
        raise MissingError(sentence)
    return NATIVE[name]


def _prepare(target: Path) -> None:
    """Imports the site's Python once and puts what that compiled into our archive; see archivist.browser.prepared."""
    with TemporaryDirectory(prefix="prepare-", dir=CACHE) as folder:
        run(
            [node(), HERE / "prepare.mjs", target.parent, folder],
            need="The page's Python could not be imported under Node.",
        )
        shutil.copyfile(Path(folder) / OWN, target / OWN)
