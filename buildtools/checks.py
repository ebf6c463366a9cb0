"""Linters, type checkers and what must not go out of date, each with its own verdict; no failure hides the next."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from buildtools.env import node
from buildtools.places import MODULES, PYTHON, ROOT, WEB, tool
from buildtools.say import say


def _commands() -> dict[str, Sequence[str | Path]]:
    return {
        "ruff lint": [tool("ruff"), "check", "."],
        "ruff format": [tool("ruff"), "format", "--check", "."],
        "mypy": [tool("mypy")],
        "import-linter": [tool("lint-imports")],
        "tsc": [node(), MODULES / "typescript" / "bin" / "tsc", "-p", WEB / "tsconfig.json"],
        "drawings": [PYTHON, WEB / "graphs" / "draw.py", "--check"],
    }


def check() -> int:
    """Runs them all; 0 when all agree."""
    failures = [name for name, command in _commands().items() if not _agrees(name, command)]
    say(f"\nFailed: {', '.join(failures)}." if failures else "\nAll checks passed.")
    return 1 if failures else 0


def _agrees(name: str, command: Sequence[str | Path]) -> bool:
    began = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    say(f"{'✓' if done.returncode == 0 else '✗'} {name} ({time.monotonic() - began:.1f} s)")
    if done.returncode:
        say((done.stdout + done.stderr).rstrip())
    return done.returncode == 0
