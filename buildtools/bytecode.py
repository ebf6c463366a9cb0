"""Rewrites zips of Python sources as one archive of bytecode. Runs inside Pyodide; compile.mjs starts it.

/shared/jobs.json is a list of {"target", "parts"}, a part being {"source", "place", "optimize", "drop"}: `place` is
where the files come to lie and what tracebacks show before a file's name, `drop` has patterns for names, of folders
too, that are left out. Columns are not kept, by the environment that compile.mjs sets: a traceback still names file
and line, and bytecode is a fifth smaller.

An archive is what web/engine-python.mjs lays into the interpreter's file system: four bytes (little endian) with the
length of a header, the header (JSON, path to size), then the files, all in one Zstandard frame. One frame over all
files is a third smaller than a zip, which compresses each by itself.
"""

import ast
import fnmatch
import importlib.util
import io
import json
import marshal
import zipfile
from pathlib import Path
from typing import TypedDict

from compression import zstd

SHARED = Path("/shared")
UNCHECKED_HASH = (1).to_bytes(4, "little")  # PEP 552: valid without a look at any source
NO_HASH = bytes(8)
EPOCH = (1980, 1, 1, 0, 0, 0)  # the oldest a zip can hold: equal inputs give equal bytes
USELESS = (".pyi", ".typed", ".pyx", ".pxd", ".c", ".h", ".dist-info/RECORD", ".dist-info/WHEEL")
WINDOW = 24
"""Zstandard looks back over the whole of what is packed: 2 to this power is more than it."""


class Part(TypedDict):
    """A zip of sources in an archive; a place that ends in .zip keeps its files together in one, uncompressed."""

    source: str
    place: str
    optimize: int
    drop: list[str]


class Job(TypedDict):
    """One line of jobs.json."""

    target: str
    parts: list[Part]
    level: int


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


def converted(part: Part) -> dict[str, bytes]:
    """The files of a part by their paths, sorted by their old names."""
    place = part["place"].removesuffix("/") + "/"
    files: dict[str, bytes] = {}
    with zipfile.ZipFile(SHARED / part["source"]) as archive:
        for name in sorted(archive.namelist()):
            if dropped(name, part["drop"]):
                continue
            data = archive.read(name)
            if name.endswith(".py"):
                files[name + "c"] = pyc(data, place + name, part["optimize"])
            else:
                files[name] = headers(data) if name.endswith(".dist-info/METADATA") else data
    if part["place"].endswith(".zip"):
        return {part["place"]: stored(files)}
    return {place + name: data for name, data in files.items()}


def headers(metadata: bytes) -> bytes:
    """A wheel's METADATA without the description, which is a package's whole README."""
    return metadata.partition(b"\n\n")[0] + b"\n"


def stored(files: dict[str, bytes]) -> bytes:
    """An uncompressed zip that is the same, byte for byte, whenever its files are."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, EPOCH)
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return result.getvalue()


def packed(files: dict[str, bytes], level: int) -> bytes:
    """An archive."""
    header = json.dumps({path: len(data) for path, data in files.items()}).encode()
    whole = b"".join([len(header).to_bytes(4, "little"), header, *files.values()])
    parameter = zstd.CompressionParameter
    return zstd.compress(whole, options={parameter.compression_level: level, parameter.window_log: WINDOW})


def unpacked(archive: bytes) -> dict[str, bytes]:
    """The files of an archive."""
    whole = memoryview(zstd.decompress(archive))
    begin = 4 + int.from_bytes(whole[:4], "little")
    files: dict[str, bytes] = {}
    for path, size in json.loads(bytes(whole[4:begin])).items():
        files[path] = bytes(whole[begin : begin + size])
        begin += size
    return files


def without_native(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files with native modules empty: those go beside the archive, and are compiled as they come."""
    for path, data in files.items():
        if path.endswith(".so"):
            (SHARED / "native" / Path(path).name).write_bytes(data)
            files[path] = b""
    return files


def main() -> None:
    """Does every job."""
    jobs: list[Job] = json.loads((SHARED / "jobs.json").read_text())
    for job in jobs:
        files = {path: data for part in job["parts"] for path, data in converted(part).items()}
        (SHARED / job["target"]).write_bytes(packed(without_native(files), job["level"]))


if __name__ == "__main__":
    main()
