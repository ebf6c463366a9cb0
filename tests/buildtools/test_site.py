"""What lies in dist/ after a build."""

from __future__ import annotations

import hashlib
import json
import os
import re
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
Lock = dict[str, dict[str, dict[str, str | list[str]]]]


@pytest.fixture(scope="module")
def dist() -> Path:
    folder = Path(os.environ.get("ARCHIVIST_DIST", ROOT / "dist"))
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there; `python build.py build` makes it")
    return folder


@pytest.fixture(scope="module")
def pyodide(dist: Path) -> Path:
    return dist / "web" / "pyodide"


@pytest.fixture(scope="module")
def lock(pyodide: Path) -> Lock:
    return json.loads((pyodide / "pyodide-lock.json").read_text())


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_manifest_names_every_file_by_its_hash(dist: Path) -> None:
    manifest = json.loads((dist / "manifest.json").read_text())
    files = {str(f.relative_to(dist).as_posix()): sha256(f) for f in dist.rglob("*") if f.is_file()}
    del files["manifest.json"]

    assert manifest == files


def test_the_lock_file_names_our_wheels_and_their_hashes(pyodide: Path, lock: Lock) -> None:
    entries = {entry["file_name"]: entry["sha256"] for entry in lock["packages"].values()}

    assert entries == {wheel.name: sha256(wheel) for wheel in pyodide.glob("*.whl")}


def test_whatever_a_package_needs_is_in_the_lock_file(lock: Lock) -> None:
    names = set(lock["packages"])

    assert {need for entry in lock["packages"].values() for need in entry["depends"]} <= names
    assert {"archivist", "pydantic", "pydantic-core", "jsonschema", "rdflib", "pyrsistent-as-rpds-py"} <= names
    assert "rpds-py" not in names


def test_the_lock_file_is_for_the_interpreter_beside_it(lock: Lock) -> None:
    stock = json.loads((ROOT / "web" / "node_modules" / "pyodide" / "pyodide-lock.json").read_text())

    assert lock["info"] == stock["info"]


def test_no_python_source_is_shipped_only_bytecode(pyodide: Path) -> None:
    for archive in [*pyodide.glob("*.whl"), pyodide / "python_stdlib.zip"]:
        names = zipfile.ZipFile(archive).namelist()
        assert [name for name in names if name.endswith(".py")] == []
        assert [name for name in names if name.endswith(".pyc")]


def test_bytecode_is_valid_without_a_look_at_any_source(pyodide: Path) -> None:
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        flags = {archive.read(name)[4:8] for name in archive.namelist() if name.endswith(".pyc")}

    assert flags == {b"\1\0\0\0"}  # PEP 552: by hash, never checked


def test_entry_points_and_versions_are_still_told(pyodide: Path) -> None:
    (wheel,) = pyodide.glob("rdflib-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        record = archive.read(next(n for n in names if n.endswith("/RECORD"))).decode()

    assert any(name.endswith("/entry_points.txt") for name in names)
    assert {line.split(",")[0] for line in record.splitlines()} == set(names)


def test_the_sites_own_files_refer_to_no_other_place_by_root(dist: Path) -> None:
    """A path from the root would break in a sub-folder."""
    own = [*dist.glob("*.html"), *(dist / "web").glob("*.html"), *(dist / "web").glob("**/*.js")]
    own = [f for f in own if not {"pyodide", "pyscript", "vendor"} & set(f.parts)]

    for file in own:
        assert not re.search(r"""(?:src|href)=["']/|from ["']/|import\(["']/""", file.read_text(encoding="utf-8")), file


def test_what_is_only_for_working_on_the_page_stays_behind(dist: Path) -> None:
    names = {file.name for file in dist.rglob("*")}

    assert not names & {"node_modules", "package.json", "package-lock.json", "tsconfig.json"}
    assert not [name for name in names if name.endswith((".d.ts", ".map"))]
