"""What a first visit weighs: `python -m bench.weight [SITE]` visits the built site and adds up what was fetched.

A browser that was never there opens the page by each of its starts and asks a question; what it fetched until the
answer was there is counted, whatever it is: nothing is left out by a list. The service worker, which afterwards keeps
the rest of the site for the next visit, is named by itself. Compressed is gzip at its best for each file, which is what
a static host sends of text and WebAssembly; an archive of Python (.zst) is compressed already.

Targets: 8.5 MB from the files, 12.5 MB from the snapshot; HTML, CSS and our own JavaScript 120 kB. Drawings of graphs
and code of others have lines of their own.
"""

from __future__ import annotations

import gzip
import re
import sys
import tempfile
import threading
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

from buildtools.browser import find
from buildtools.places import DIST
from buildtools.serve import create
from tests.browser.services import Services
from tests.browser.starts import without_snapshot

QUESTION: Final = "books about whales and obsession"
SHOWN: Final = 5_000
# The first that fits names the line.
KINDS: Final = {
    "Python": re.compile(r"^web/pyodide/|\.wasm$"),
    "code of others (PyScript, lit-html)": re.compile(r"^web/(pyscript|vendor)/"),
    "drawings (SVG)": re.compile(r"\.svg$"),
    "HTML, CSS and our JavaScript": re.compile(r"\.(html|css|m?js|py)$"),
    "anything else": re.compile(""),
}
Size = tuple[int, int]


def main() -> None:
    """Prints what either start fetched, by kind, with the larger files."""
    site = Path(sys.argv[1]) if len(sys.argv) > 1 else DIST
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        for start, place in (("snapshot", site), ("files", without_snapshot(site, Path(folder) / "files"))):
            fetched = _fetched(browser, place)
            _tell(start, {name: _size(place / name) for name in fetched})
        browser.close()
    _line("afterwards, the service worker and its list of files", [_size(site / "sw.js")])
    _line("the whole site", [_size(file) for file in site.rglob("*") if file.is_file()])


def _fetched(browser: Browser, site: Path) -> set[str]:
    """The names of the files that were asked for until the answer was there."""
    server = create(site, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host, names = f"127.0.0.1:{server.server_port}", set[str]()
    with browser.new_context(locale="en-GB", service_workers="block") as context:
        Services().answer_in(context)
        context.on("request", lambda request: names.add(request.url))
        page = context.new_page()
        page.goto(f"http://{host}/")
        page.get_by_role("textbox").first.fill(QUESTION)
        page.keyboard.press("Enter")
        page.locator(".turn > .answer").wait_for(timeout=120_000)
    server.shutdown()
    server.server_close()
    paths = [urlsplit(url).path.lstrip("/") for url in names if urlsplit(url).netloc == host]
    return {path or "index.html" for path in paths if (site / (path or "index.html")).is_file()}


def _tell(start: str, sizes: dict[str, Size]) -> None:
    _line(f"cold, from the {start}, until the first answer", list(sizes.values()))
    left = dict(sizes)
    for kind, pattern in KINDS.items():
        mine = {name: left.pop(name) for name in list(left) if pattern.search(name)}
        if mine:
            _line(f"  {kind}, {len(mine)} files", list(mine.values()))
        for name, size in sorted(mine.items(), key=lambda item: -item[1][1]):
            if size[1] >= SHOWN:
                _line(f"    {name}", [size])
    sys.stdout.write("\n")


def _size(file: Path) -> Size:
    """Bytes as they are and on the line, the latter never more than the former."""
    data = file.read_bytes()
    return len(data), min(len(data), len(gzip.compress(data, 9)))


def _line(name: str, sizes: list[Size]) -> None:
    raw, packed = sum(raw for raw, _ in sizes), sum(packed for _, packed in sizes)
    sys.stdout.write(f"{packed / 1e3:10.1f} kB  ({raw / 1e3:10.1f} raw)  {name}\n")


if __name__ == "__main__":
    main()
