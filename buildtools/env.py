"""The environment: .venv from hashed requirements, node_modules from a hashed lock."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from buildtools import vendor
from buildtools.places import MODULES, PYTHON, REQUIREMENTS, ROOT, VENV, WEB, digest, fresh, mark, tool
from buildtools.say import MissingError, run, step

OLDEST_NODE = 20  # the oldest whose WebAssembly runs Pyodide 314
NODE_LIKE_BROWSERS = 24  # the oldest that numbers the interpreter's functions as today's browsers do, and has Zstandard
NO_PACKAGES = "The packages in {} could not be installed: is the Python package index reachable?"


def ensure() -> None:
    """Brings both halves up to date; does nothing when the stamps say they are."""
    python()
    node_modules()


def python() -> None:
    """.venv with what requirements/dev.txt pins, and this package in editable form."""
    state = digest([REQUIREMENTS / "dev.txt", ROOT / "pyproject.toml"])
    stamp = VENV / "archivist-requirements"
    if PYTHON.exists() and fresh(stamp, state):
        return
    with step("Python environment in .venv"):
        _make_venv()
        install("dev.txt")
        own: list[str | Path] = ["--no-deps", "--no-build-isolation", "--quiet", "-e", ROOT]
        run([PYTHON, "-m", "pip", "install", *own], need="The package itself could not be installed in .venv.")
    mark(stamp, state)


def _make_venv() -> None:
    if PYTHON.exists():
        return
    try:
        venv.create(VENV, with_pip=True)
    except (subprocess.CalledProcessError, OSError) as error:
        shutil.rmtree(VENV, ignore_errors=True)
        sentence = f"{sys.executable} cannot make a virtual environment with pip; on Debian: apt install python3-venv."
        raise MissingError(sentence) from error


def install(name: str) -> None:
    """Installs one requirements file with its hashes into .venv."""
    command: list[str | Path] = [
        PYTHON,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--require-hashes",
    ]
    run([*command, "-r", REQUIREMENTS / name], need=NO_PACKAGES.format(f"requirements/{name}"))


def node_modules() -> None:
    """web/node_modules as web/package-lock.json has it; no package's install script runs."""
    state = digest([WEB / "package.json", WEB / "package-lock.json", Path(vendor.__file__)])
    stamp = MODULES / ".archivist-lock"
    if fresh(stamp, state) and vendor.TARGET.is_dir():
        return
    with step("npm packages in web/node_modules"):
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund"]
        need = "The npm packages of web/package.json could not be installed: is the npm registry reachable?"
        run([npm(), "ci", *quiet], need=need, cwd=WEB, env=node_path())
        vendor.lay()
    mark(stamp, state)


def node(oldest: int = OLDEST_NODE) -> Path:
    """Node: the machine's own where it is recent enough, else the one from PyPI in .venv."""
    found = shutil.which("node")
    if found and shutil.which("npm") and _major(found) >= oldest:
        return Path(found)
    if not tool("node").exists():
        with step("Node, which this machine lacks, from PyPI"):
            install("node.txt")
    return tool("node")


def npm() -> Path:
    """The npm that belongs to `node()`."""
    if node() == tool("node"):
        return tool("npm")
    return Path(shutil.which("npm") or "npm")


def node_path() -> dict[str, str]:
    """The environment in which npm finds the node we chose."""
    return {**os.environ, "PATH": f"{node().parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def _major(path: str) -> int:
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)", said)
    return int(version[1]) if version else 0
