"""Where things lie in the checkout."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
WEB = ROOT / "web"
MODULES = WEB / "node_modules"
REQUIREMENTS = ROOT / "requirements"
CACHE = ROOT / "build"
DIST = ROOT / "dist"

_BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
_SUFFIX = ".exe" if os.name == "nt" else ""
PYTHON = _BIN / f"python{_SUFFIX}"


def tool(name: str) -> Path:
    """A command that the environment brought, say `ruff`."""
    return _BIN / f"{name}{_SUFFIX}"


def digest(files: Iterable[Path]) -> str:
    """One hash over the files' contents, for stamps and caches."""
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def fresh(stamp: Path, value: str) -> bool:
    """Whether the stamp says that this very state was reached before."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == value


def mark(stamp: Path, value: str) -> None:
    """Leaves the stamp that `fresh` looks for."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(value, encoding="utf-8")
