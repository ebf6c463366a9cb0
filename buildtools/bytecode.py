"""Rewrites zips of Python sources as zips of bytecode. Runs inside Pyodide; compile.mjs starts it.

/shared/jobs.json is a list of {"source", "target", "prefix", "optimize", "drop"}: `prefix` is what tracebacks show
before a file's name, `drop` has patterns for names, of folders too, that are left out. Columns are not kept, by the
environment that compile.mjs sets: a traceback still names file and line, and bytecode is a fifth smaller.
"""

import ast
import fnmatch
import importlib.util
import json
import marshal
import zipfile
from pathlib import Path
from typing import TypedDict

SHARED = Path("/shared")
UNCHECKED_HASH = (1).to_bytes(4, "little")  # PEP 552: valid without a look at any source
NO_HASH = bytes(8)
EPOCH = (1980, 1, 1, 0, 0, 0)  # the oldest a zip can hold: equal inputs give equal bytes
USELESS = (".pyi", ".typed", ".pyx", ".pxd", ".c", ".h")


class Job(TypedDict):
    """One line of jobs.json."""

    source: str
    target: str
    prefix: str
    optimize: int
    drop: list[str]


def pyc(source: bytes, name: str, optimize: int) -> bytes:
    """A source as the contents of a .pyc file."""
    code = compile(undocumented(ast.parse(source)), name, "exec", dont_inherit=True, optimize=optimize)
    return importlib.util.MAGIC_NUMBER + UNCHECKED_HASH + NO_HASH + marshal.dumps(code)


def undocumented(tree: ast.Module) -> ast.Module:
    """Takes the docstrings of functions away, which nobody reads in a page.

    Those of classes stay: pydantic puts them into schemas, and a dataclass without one works one out on import.
    """
    for part in ast.walk(tree):
        if (
            isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
            and ast.get_docstring(part, clean=False) is not None
        ):
            part.body[0] = ast.copy_location(ast.Pass(), part.body[0])
    return tree


def dropped(name: str, drop: list[str]) -> bool:
    """Whether an entry stays behind."""
    return name.endswith(("/", *USELESS)) or any(
        fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, pattern + "/*") for pattern in drop
    )


def converted(job: Job) -> dict[str, bytes]:
    """The entries of the new zip, sorted by their old names."""
    entries: dict[str, bytes] = {}
    with zipfile.ZipFile(SHARED / job["source"]) as archive:
        for name in sorted(archive.namelist()):
            if dropped(name, job["drop"]):
                continue
            data = archive.read(name)
            if name.endswith(".py"):
                entries[name + "c"] = pyc(data, job["prefix"] + name, job["optimize"])
            else:
                entries[name] = data
    return entries


def record(entries: dict[str, bytes]) -> bytes:
    """A wheel's RECORD: the files that are there now. Hashes are optional in it, and the lock file has the wheel's."""
    return "".join(f"{name},,\n" for name in entries).encode()


def headers(metadata: bytes) -> bytes:
    """A wheel's METADATA without the description, which is a package's whole README."""
    return metadata.partition(b"\n\n")[0] + b"\n"


def write(target: Path, entries: dict[str, bytes]) -> None:
    """Writes a zip that is the same, byte for byte, whenever its entries are."""
    for name, data in entries.items():
        if name.endswith(".dist-info/METADATA"):
            entries[name] = headers(data)
        if name.endswith(".dist-info/RECORD"):
            entries[name] = record(entries)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in entries.items():
            info = zipfile.ZipInfo(name, EPOCH)
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)


def main() -> None:
    """Does every job."""
    jobs: list[Job] = json.loads((SHARED / "jobs.json").read_text())
    for job in jobs:
        write(SHARED / job["target"], converted(job))


main()
