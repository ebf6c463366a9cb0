"""The npm modules that the page itself uses, laid out so that relative addresses find them."""

from __future__ import annotations

import base64
import re
import shutil
from pathlib import Path

from buildtools.places import MODULES, WEB

MERMAID = "mermaid.esm.min.mjs"
IMPORTED = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")
# What Mermaid loads for a flowchart; the other thirty kinds of diagram stay behind.
FLOWCHART = re.compile(r"flowDiagram|dagre")


TARGET = WEB / "vendor"


def lay() -> None:
    """Fills web/vendor/ with lit-html/ and mermaid/, and with their types for `tsc`, and with zstd/."""
    shutil.rmtree(TARGET, ignore_errors=True)
    _lit(TARGET / "lit-html")
    _mermaid(TARGET / "mermaid")
    _zstd(TARGET / "zstd")


def _lit(target: Path) -> None:
    source = MODULES / "lit-html"
    for file in [*source.glob("*.*s"), *source.glob("directives/*.*s")]:
        copy = target / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(_without_map(file.read_text(encoding="utf-8")), encoding="utf-8")


def _mermaid(target: Path) -> None:
    source = MODULES / "mermaid" / "dist"
    for file in _closure(source / MERMAID):
        copy = target / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    types = 'export { default } from "mermaid";\n'
    (target / MERMAID.replace(".mjs", ".d.mts")).write_text(types, encoding="utf-8")


def _zstd(target: Path) -> None:
    """The decoder alone: its module has it as text and turns it into code in a way that the page's policy forbids."""
    source = MODULES / "zstddec"
    (code,) = re.findall(r'wasm = "([A-Za-z0-9+/=]+)"', (source / "dist" / "zstddec.mjs").read_text(encoding="utf-8"))
    target.mkdir(parents=True)
    (target / "zstd.wasm").write_bytes(base64.b64decode(code))
    shutil.copyfile(source / "LICENSE", target / "LICENSE")


def _closure(entry: Path) -> set[Path]:
    """The entry, what it imports at once, and what it imports later for flowcharts."""
    wanted, seen = [entry], set[Path]()
    while wanted:
        file = wanted.pop()
        if file in seen:
            continue
        seen.add(file)
        code = file.read_text(encoding="utf-8")
        late = set(re.findall(r"""import\(\s*["'](\.{1,2}/[^"']+)["']""", code))
        names = [name for name in IMPORTED.findall(code) if name not in late or FLOWCHART.search(name)]
        wanted += [(file.parent / name).resolve() for name in names]
    return seen


def _without_map(code: str) -> str:
    return re.sub(r"\n//# sourceMappingURL=.*", "", code)
