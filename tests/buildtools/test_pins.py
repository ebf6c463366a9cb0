"""Every version is pinned and every download is checked against a hash; no address of a registry is written down."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCK = json.loads((ROOT / "web" / "package-lock.json").read_text())
PACKAGES = {name: entry for name, entry in LOCK["packages"].items() if name}


@pytest.mark.parametrize("name", ["dev.txt", "browser.txt", "node.txt"])
def test_each_requirement_is_one_version_with_hashes(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text().replace("\\\n", " ")

    for line in filter(None, text.splitlines()):
        assert re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)


def test_each_npm_package_has_a_hash_and_no_address() -> None:
    assert [name for name, entry in PACKAGES.items() if "integrity" not in entry] == []
    assert [name for name, entry in PACKAGES.items() if "resolved" in entry] == []


def test_each_direct_npm_package_is_one_version_with_its_reason() -> None:
    package = json.loads((ROOT / "web" / "package.json").read_text())
    wanted = package["dependencies"] | package["devDependencies"]

    assert {name: PACKAGES[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert set(package["reasons"]) == set(wanted)


def test_no_package_wants_to_run_a_script_when_it_is_installed() -> None:
    assert [name for name, entry in PACKAGES.items() if entry.get("hasInstallScript")] == []


def test_python_in_the_page_and_in_the_terminal_is_made_of_the_same_versions() -> None:
    def versions(name: str) -> dict[str, str]:
        text = (ROOT / "requirements" / name).read_text().lower().replace("_", "-")
        return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))

    terminal, page = versions("dev.txt"), versions("browser.txt")

    assert {name: terminal[name] for name in page.keys() & terminal.keys()} == {
        name: page[name] for name in page.keys() & terminal.keys()
    }
