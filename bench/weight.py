"""What a first visit weighs: `python -m bench.weight` prints the built site's files, as they are and compressed.

Compressed is gzip at its best for each file, which is what a static host sends of text and WebAssembly; an archive of
Python (.zst) is compressed already. "cold" adds up what is fetched until an answer is there, by either start (see
web/engine-python.mjs): everything but Mermaid, citeproc, the drawings of graphs, the icons, the languages that are not
spoken and the service worker. Targets: 8.5 MB from the files, 12.5 MB from the snapshot, of which HTML, CSS and our
JavaScript 120 kB.
"""

from __future__ import annotations

import gzip
import re
import sys
from pathlib import Path
from typing import Final

from buildtools.places import DIST

LATER: Final = re.compile(
    r"web/vendor/(mermaid|citeproc)/|web/graphs/.*\.mmd|web/icons/|LICENSE|web/texts/(?!en|index)|sw\.js|manifest"
    r"|wire\.schema|web/inpage|pyscript/(mpy-|py-(?!editor|game|terminal)|pyodide_graph)"
)
PYTHON: Final = re.compile(r"web/(pyodide|pyscript|vendor/zstd|engine-python)")
# What each start leaves alone.
STARTS: Final = {
    "from the files": re.compile(r"snapshot\.zst"),
    "from the snapshot": re.compile(r"(python|archivist)\.zst"),
}
SHOWN: Final = 20_000


def main() -> None:
    """Prints the files from 20 kB on, the rest in one line, and the sums."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DIST
    files = {str(file.relative_to(folder).as_posix()): file for file in folder.rglob("*") if file.is_file()}
    sizes = {name: (file.stat().st_size, compressed(file)) for name, file in files.items()}
    cold = {name: size for name, size in sizes.items() if not LATER.search(name)}
    for name, size in sorted(cold.items(), key=lambda item: -item[1][1]):
        if size[1] >= SHOWN:
            line(name, [size])
    line("smaller ones", [size for size in cold.values() if size[1] < SHOWN])
    line("page: HTML, CSS, JavaScript, SVG", [size for name, size in cold.items() if not PYTHON.search(name)])
    for start, elsewhere in STARTS.items():
        line(f"cold, {start}", [size for name, size in cold.items() if not elsewhere.search(name)])
    line("whole site", list(sizes.values()))


def compressed(file: Path) -> int:
    """Bytes on the line, never more than the file itself."""
    data = file.read_bytes()
    return min(len(data), len(gzip.compress(data, 9)))


def line(name: str, sizes: list[tuple[int, int]]) -> None:
    """One line of the table."""
    raw, packed = sum(raw for raw, _ in sizes), sum(packed for _, packed in sizes)
    sys.stdout.write(f"{packed / 1e3:10.1f} kB  ({raw / 1e3:10.1f} raw)  {name}\n")


if __name__ == "__main__":
    main()
