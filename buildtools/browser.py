"""Which browser the tests drive."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from buildtools.places import PYTHON
from buildtools.say import MissingError, run, say, step

VARIABLE = "ARCHIVIST_BROWSER"
COMMANDS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "msedge",
    "chrome",
)
ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
NOTHING = (
    f"No browser for the tests: install Chromium, Chrome or Edge, or name one in {VARIABLE} "
    "(Playwright's own download did not work either)."
)


def surroundings() -> dict[str, str]:
    """The environment for pytest, with the browser named in ARCHIVIST_BROWSER.

    Raises:
        MissingError: there is none and none can be had.
    """
    return {**os.environ, VARIABLE: str(find())}


def find() -> Path:
    """The named browser, else an installed one, else Playwright's download, else Debian's package."""
    named = os.environ.get(VARIABLE)
    if named:
        if not shutil.which(named):
            sentence = f"{VARIABLE} names {named!r}, which is no program: correct it or unset it."
            raise MissingError(sentence)
        return Path(named)
    found = _installed() or _playwright() or _debian()
    if not found:
        raise MissingError(NOTHING)
    return found


def _installed() -> Path | None:
    paths = [shutil.which(name) for name in COMMANDS]
    return next((Path(path) for path in [*paths, *ELSEWHERE] if path and Path(path).exists()), None)


def _playwright() -> Path | None:
    asked = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    where = subprocess.run([PYTHON, "-c", asked], capture_output=True, text=True, check=False).stdout.strip()
    if where and not Path(where).exists():
        try:
            with step("Chromium for the tests, from Playwright"):
                run([PYTHON, "-m", "playwright", "install", "chromium"], need="Playwright could not download Chromium.")
        except MissingError as refusal:
            say(f"  {str(refusal).splitlines()[-1]}")
    return Path(where) if where and Path(where).exists() else None


def _debian() -> Path | None:
    if sys.platform != "linux" or not shutil.which("apt-get") or os.geteuid() != 0:
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with step("Chromium for the tests, from Debian"):
        run(["apt-get", "update", "-qq"], need=NOTHING, env=quiet)
        run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], need=NOTHING, env=quiet)
    return _installed()
