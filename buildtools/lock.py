"""Writes the hashed requirement files anew; for whoever changes a version."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from buildtools.env import node_path, npm
from buildtools.places import PYTHON, REQUIREMENTS, ROOT, WEB, tool
from buildtools.say import run, say, step

# PEP 783 platform of Pyodide 314: CPython 3.14, Emscripten ABI of 2026.
TARGET = [
    "--only-binary=:all:", "--no-deps", "--python-version", "3.14", "--implementation", "cp",
    "--abi", "cp314", "--abi", "none", "--platform", "pyemscripten_2026_0_wasm32", "--platform", "any",
]  # fmt: skip
UNREACHABLE = "The versions could not be resolved: is the package index reachable?"


def lock() -> None:
    """requirements/*.txt from requirements/*.in and pyproject.toml, and web/package-lock.json from web/package.json."""
    with step("requirements/dev.txt"):
        _universal("dev.txt", [ROOT / "pyproject.toml", "--extra", "dev", REQUIREMENTS / "dev.in"])
    with step("requirements/node.txt"):
        _universal("node.txt", [REQUIREMENTS / "node.in"])
    with step("requirements/browser.txt"):
        _browser()
    with step("web/package-lock.json"):
        flags = ["--package-lock-only", "--omit-lockfile-registry-resolved", "--ignore-scripts", "--no-audit"]
        run([npm(), "install", *flags], need=UNREACHABLE, cwd=WEB, env=node_path())
    say("Locked. Run the tests before you commit.")


def _universal(name: str, sources: list[str | Path]) -> None:
    flags = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate", "--quiet"]
    run([tool("uv"), "pip", "compile", *sources, *flags, "-o", REQUIREMENTS / name], need=UNREACHABLE, cwd=ROOT)


def _browser() -> None:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        dry: list[str | Path] = ["--dry-run", "--ignore-installed", "--quiet", "--report", report, "--target", folder]
        run([PYTHON, "-m", "pip", "install", *dry, *TARGET, "-r", REQUIREMENTS / "browser.in"], need=UNREACHABLE)
        lines = sorted(_line(item) for item in json.loads(report.read_text(encoding="utf-8"))["install"])
    (REQUIREMENTS / "browser.txt").write_text("".join(lines), encoding="utf-8")


def _line(item: dict[str, dict[str, dict[str, dict[str, str]]]]) -> str:
    about, archive = item["metadata"], item["download_info"]["archive_info"]
    return f"{about['name']}=={about['version']} --hash=sha256:{archive['hashes']['sha256']}\n"
