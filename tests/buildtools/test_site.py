"""What lies in dist/ after a build."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def dist() -> Path:
    folder = Path(os.environ.get("ARCHIVIST_DIST", ROOT / "dist"))
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there; `python build.py build` makes it")
    return folder


@pytest.fixture(scope="module")
def pyodide(dist: Path) -> Path:
    return dist / "web" / "pyodide"


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_manifest_names_every_file_by_its_hash(dist: Path) -> None:
    manifest = json.loads((dist / "manifest.json").read_text())
    files = {str(f.relative_to(dist).as_posix()): sha256(f) for f in dist.rglob("*") if f.is_file()}
    del files["manifest.json"]

    assert manifest == files


def test_what_python_is_made_of_is_there_in_few_files(pyodide: Path) -> None:
    files = {file.name for file in pyodide.iterdir()}

    assert {"archivist.zst", "python.zst", "pydantic_core.wasm", "pyodide.asm.wasm"} <= files
    assert not [name for name in files if name.endswith((".whl", ".zip"))]


def test_the_lock_file_is_for_the_interpreter_beside_it_and_names_nothing_to_fetch(pyodide: Path) -> None:
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    stock = json.loads((ROOT / "web" / "node_modules" / "pyodide" / "pyodide-lock.json").read_text())

    assert lock == {"info": stock["info"], "packages": {}}


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
