"""Python for the page: the standard library and every wheel as bytecode, and the lock file that names them.

Most of a stock start is Python compiling its own sources, so no source is shipped. Results are cached by what they
are made from; only the project's own wheel is made in each build.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import zipfile
from email.parser import Parser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from buildtools.env import node
from buildtools.lock import TARGET
from buildtools.places import CACHE, MODULES, PYTHON, REQUIREMENTS, ROOT, digest, fresh, mark
from buildtools.say import run, step

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
    "archivist/__main__.py", "archivist/cli", "jsonschema/benchmarks",
    "jsonschema/cli.py", "jsonschema/tests", "pydantic/color.py", "pydantic/mypy.py", "pydantic/v1",
    "pyparsing/diagram", "pyparsing/tools", "rdflib/contrib", "rdflib/extras", "rdflib/plugins/parsers/hext.py",
    "rdflib/plugins/parsers/patch.py", "rdflib/plugins/parsers/rdfxml.py", "rdflib/plugins/parsers/trix.py",
    "rdflib/plugins/serializers/hext.py", "rdflib/plugins/serializers/patch.py", "rdflib/plugins/serializers/rdfxml.py",
    "rdflib/plugins/serializers/trix.py", "rdflib/plugins/stores/auditable.py",
    "rdflib/plugins/stores/concurrent.py", "rdflib/tools", "referencing/tests",
]  # fmt: skip

# rpds-py publishes no WebAssembly; archivist.browser registers pyrsistent-as-rpds-py under its name, whose pure form
# needs pyrsistent and declares it as an extra only.
STAND_INS = {"rpds-py": ["pyrsistent-as-rpds-py", "pyrsistent"]}


class Job(NamedTuple):
    """One zip of sources to turn into one of bytecode; see bytecode.py for the fields."""

    source: Path
    name: str
    prefix: str
    optimize: int
    drop: list[str]


class Wheel(NamedTuple):
    """A wheel as the lock file tells of it."""

    name: str
    version: str
    file: Path
    depends: list[str]
    imports: list[str]


def make(target: Path) -> None:
    """Fills `target` with the bytecode standard library, our wheels and pyodide-lock.json."""
    foreign = _foreign()
    with step("the project's own wheel"), TemporaryDirectory(prefix="own-", dir=CACHE) as folder:
        own = shutil.copy(_own(Path(folder)), target)
    copies = [Path(shutil.copy(file, target)) for file in foreign]
    shutil.copyfile(CACHE / "python" / STDLIB, target / STDLIB)
    lock = target / "pyodide-lock.json"
    lock.write_text(_lock([*copies, Path(own)]), encoding="utf-8")
    with step("patterns and methods, compiled ahead"):
        _prepare(target, Path(own))
    lock.write_text(_lock([*copies, Path(own)]), encoding="utf-8")


def _foreign() -> list[Path]:
    made = CACHE / "python"
    state = digest(
        [
            REQUIREMENTS / "browser.txt",
            HERE / "bytecode.py",
            HERE / "compile.mjs",
            HERE / "wheels.py",
            PYODIDE / "package.json",
        ]
    )
    if not fresh(made / "stamp", state):
        shutil.rmtree(made, ignore_errors=True)
        with step("Python packages for the page"):
            downloaded = _download()
        with step("the standard library and the packages as bytecode"):
            jobs = [Job(file, file.name, "/lib/python3.14/site-packages/", 0, UNUSED_PARTS) for file in downloaded]
            stdlib = Job(PYODIDE / STDLIB, STDLIB, "/lib/python314.zip/", 2, UNUSED)
            _compile([stdlib, *jobs], made)
        mark(made / "stamp", state)
    return sorted(made.glob("*.whl"))


def _download() -> list[Path]:
    folder = CACHE / "downloads"
    shutil.rmtree(folder, ignore_errors=True)
    pip: list[str | Path] = [
        PYTHON,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--require-hashes",
    ]
    need = "The Python packages for the page could not be downloaded: is the Python package index reachable?"
    run([*pip, *TARGET, "-d", folder, "-r", REQUIREMENTS / "browser.txt"], need=need)
    return sorted(folder.glob("*.whl"))


def _own(folder: Path) -> Path:
    pip: list[str | Path] = [
        PYTHON,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "-w",
        folder,
    ]
    run([*pip, ROOT], need="The project's own wheel could not be built.")
    (source,) = folder.glob("*.whl")
    made = folder / "made"
    _compile([Job(source, source.name, "/lib/python3.14/site-packages/", 0, UNUSED_PARTS)], made)
    return made / source.name


def _compile(jobs: list[Job], made: Path) -> None:
    made.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="compile-", dir=CACHE) as folder:
        _compile_in(Path(folder), jobs, made)


def _compile_in(work: Path, jobs: list[Job], made: Path) -> None:
    orders = []
    for number, job in enumerate(jobs):
        shutil.copyfile(job.source, work / f"{number}.in")
        order = {"source": f"{number}.in", "target": f"{number}.out"}
        orders.append(order | {"prefix": job.prefix, "optimize": job.optimize, "drop": job.drop})
    (work / "jobs.json").write_text(json.dumps(orders), encoding="utf-8")
    run([node(), HERE / "compile.mjs", PYODIDE, work], need="Pyodide could not compile the Python sources under Node.")
    for number, job in enumerate(jobs):
        shutil.copyfile(work / f"{number}.out", made / job.name)


def _wheel(file: Path) -> Wheel:
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        about = Parser().parsestr(archive.read(metadata).decode())
    tops = {name.split("/")[0].split(".")[0] for name in names if ".dist-info/" not in name}
    needs = [_name(need) for need in about.get_all("Requires-Dist", []) if ";" not in need]
    return Wheel(_name(about["Name"]), about["Version"], file, needs, sorted(tops))


def _name(requirement: str) -> str:
    """The normalised project name at the start of a requirement (PEP 503)."""
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    return re.sub(r"[-_.]+", "-", match[0]).lower() if match else requirement


def _prepare(target: Path, own: Path) -> None:
    """Imports the site's Python once and puts what that compiled into our wheel; see archivist/browser/prepared.py."""
    with TemporaryDirectory(prefix="prepare-", dir=CACHE) as folder:
        run([node(), HERE / "prepare.mjs", target, folder], need="The page's Python could not be imported under Node.")
        with zipfile.ZipFile(own, "a", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            entry = zipfile.ZipInfo("archivist/browser/prepared.bin", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, (Path(folder) / "prepared.bin").read_bytes())


def _lock(files: list[Path]) -> str:
    wheels = [_wheel(file) for file in files]
    stock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    have = {wheel.name for wheel in wheels}
    packages = {wheel.name: _entry(wheel, have) for wheel in wheels}
    return json.dumps({"info": stock["info"], "packages": packages}, indent=1, sort_keys=True)


def _entry(wheel: Wheel, have: set[str]) -> dict[str, object]:
    depends = [needed for name in wheel.depends for needed in STAND_INS.get(name, [name])]
    return {
        "name": wheel.name,
        "version": wheel.version,
        "file_name": wheel.file.name,
        "sha256": hashlib.sha256(wheel.file.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "imports": wheel.imports,
        "depends": sorted({name for name in depends if name in have}),
        "unvendored_tests": False,
    }
