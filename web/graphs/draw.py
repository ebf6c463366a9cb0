"""Draws the graphs of `web/graphs/*.mmd` with the real Mermaid and keeps them as SVG beside their source.

`python web/graphs/draw.py` asks the package for the sources and draws what changed, `--check` only says what is out of
date, `--all` draws everything. A picture carries no style: what Mermaid wrote as style elements and attributes is
dropped, and `web/styles/graph.css` says how a box looks. What lights it up are attributes put here: `data-node`
(Mermaid's id of the box), `data-from` and `data-port` on an arrow and its label. `data-sign` is where a box carries its
mark, so that the page measures nothing. The first line of a picture names the hash of the source it was drawn from.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

FOLDER = Path(__file__).parent
NAMES = (
    "the-archivist",
    "book-search-scatter",
    "compose-retry-loop",
    "web_search_books",
    "google_books_search",
    "subject_search",
    "wikipedia_summary",
)
SVG = "http://www.w3.org/2000/svg"
# Raised whenever this file draws differently from the same source.
DRAWING = "5"
# Wider than most interface fonts, so that a label fits its box in whatever font the reader has.
OPTIONS = {
    "startOnLoad": False,
    "securityLevel": "strict",
    "htmlLabels": False,
    "theme": "base",
    "look": "classic",
    "layout": "dagre",
    "fontFamily": "DejaVu Sans, Verdana, sans-serif",
    "fontSize": 13,
    "themeVariables": {"fontSize": "13px"},
    "flowchart": {
        "htmlLabels": False,
        "useMaxWidth": False,
        "curve": "basis",
        "nodeSpacing": 44,
        "rankSpacing": 30,
        "padding": 10,
        "wrappingWidth": 400,
    },
}
# No straight-sided shape has an outline of as many characters.
OUTLINE = 1000
EDGE = re.compile(r"^\s*(?P<source>\S+) -->(?:\|(?P<port>[^|]*)\|)? (?P<target>\S+)$")
KEPT = {
    "d", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "width", "height", "points",
    "transform", "viewBox", "refX", "refY", "markerUnits", "markerWidth", "markerHeight", "orient", "text-anchor",
    "marker-end",
}  # fmt: skip


def fingerprint(source: str) -> str:
    """What the picture of `source` is known by."""
    return hashlib.sha256(f"{DRAWING}\n{source}".encode()).hexdigest()[:16]


def source_of(name: str) -> str:
    """Mermaid's source of a graph as the package writes it today."""
    command = [sys.executable, "-m", "archivist", "dag", name, "--format", "mermaid"]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout  # noqa: S603 - our own package


def is_current(source: Path) -> bool:
    """Whether the picture beside `source` was drawn from exactly this text by exactly this way of drawing."""
    picture = source.with_suffix(".svg")
    return picture.exists() and fingerprint(source.read_text("utf-8")) in picture.read_text("utf-8").split("\n", 1)[0]


def edges_of(source: str) -> dict[tuple[str, str], list[str]]:
    """The ports of the arrows between two boxes, in the order in which the source names them."""
    ports: dict[tuple[str, str], list[str]] = {}
    for match in filter(None, map(EDGE.match, source.splitlines())):
        ports.setdefault((match["source"], match["target"]), []).append(match["port"] or "")
    return ports


def restyled(drawn: str, source: str) -> str:
    """Mermaid's picture without its styles, with the attributes that the page lights up."""
    ET.register_namespace("", SVG)
    root = ET.fromstring(drawn)  # noqa: S314 - our own Mermaid drew it a moment ago
    # Mermaid numbers the arrows between two boxes 0, 2, 3, …
    numbered = ((a, b, n + bool(n), port) for (a, b), ports in edges_of(source).items() for n, port in enumerate(ports))
    edges = {f"L_{a}_{b}_{n}": (a, port) for a, b, n, port in numbered}
    for parent in root.iter():
        for child in [c for c in parent if _is_dropped(c)]:
            parent.remove(child)
    for element in root.iter():
        _mark(element, edges)
    _flatten(root)
    for parent in root.iter():
        _round(parent)
    _thin(root)
    for element in root.iter():
        if "data-node" in element.attrib:
            element.set("data-sign", " ".join(f"{at:.1f}" for at in _corner(element)))
    return ET.tostring(root, encoding="unicode") + "\n"


def _is_dropped(element: ET.Element) -> bool:
    name = element.tag.removeprefix(f"{{{SVG}}}")
    if name == "marker":
        return not element.get("id", "").endswith("-pointEnd")
    return name in {"style", "filter", "linearGradient"} or (name == "g" and not len(element) and not element.text)


def _mark(element: ET.Element, edges: dict[str, tuple[str, str]]) -> None:
    """Keeps an element's geometry, and says by class and data attributes what it is."""
    attributes = dict(element.attrib)
    classes = set(attributes.get("class", "").split())
    kept = {key: _rounded(value) for key, value in attributes.items() if key in KEPT}
    element.attrib.clear()
    element.attrib.update(kept)
    edge = edges.get(attributes.get("data-id", ""))
    if "node" in classes:
        name = re.sub(r"^.*?flowchart-(.*)-\d+$", r"\1", attributes["id"])
        element.set("class", "node entry" if name.startswith("entry_") else "node")
        element.set("data-node", name)
    elif edge:
        element.set("class", "edge" if element.tag == f"{{{SVG}}}path" else "port")
        element.set("data-from", edge[0])
        element.set("data-port", edge[1])
    elif "background" in classes:
        element.set("class", "paper")
    elif "label-container" in classes or element.tag.endswith("marker"):
        element.set("class", "shape" if "label-container" in classes else "arrow")
    if element.tag.endswith("marker"):
        element.set("id", "graph-arrow")
    if "marker-end" in element.attrib:
        element.set("marker-end", "url(#graph-arrow)")


def _rounded(value: str) -> str:
    return re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), value)


def _flatten(root: ET.Element) -> None:
    """Takes nested tspans together: a label is one line of text."""
    for text in root.iter(f"{{{SVG}}}text"):
        spans = [span for span in text if span.tag == f"{{{SVG}}}tspan"]
        if len(spans) != 1:
            continue
        words = "".join(text.itertext())
        text.set("y", "1em")
        text.remove(spans[0])
        text.text = words


def _round(parent: ET.Element) -> None:
    """Puts one rounded rectangle in place of a stadium's outlines, which come as thousands of points."""
    paths = [child for child in parent if child.tag == f"{{{SVG}}}path" and child.get("class") != "edge"]
    outlines = [path for path in paths if len(path.get("d", "")) > OUTLINE]
    if not outlines:
        return
    numbers = _numbers(outlines[0].get("d", ""))
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in (numbers[::2], numbers[1::2]))
    sides = {"x": left, "y": top, "width": right - left, "height": bottom - top, "rx": (bottom - top) / 2}
    for outline in outlines:
        parent.remove(outline)
    parent.insert(0, ET.Element(f"{{{SVG}}}rect", {key: f"{value:.1f}" for key, value in sides.items()}))


def _thin(parent: ET.Element) -> None:
    """Leaves out what nobody sees: rectangles without a size, and groups that say nothing of what is in them."""
    kept: list[ET.Element] = []
    for child in parent:
        _thin(child)
        name = child.tag.removeprefix(f"{{{SVG}}}")
        if name == "rect" and "width" not in child.attrib:
            continue
        kept += list(child) if name == "g" and not child.attrib else [child]
    parent[:] = kept


def _corner(box: ET.Element) -> tuple[float, float]:
    """The upper right of a box, from its middle; a circle has none there, and lends a point of its edge."""
    shapes = [
        shape for shape in box.iter() if shape.tag.removeprefix(f"{{{SVG}}}") in {"rect", "circle", "polygon", "path"}
    ]
    shape = shapes[0]
    if radius := shape.get("r"):
        return float(radius) * 0.7, float(radius) * -0.7
    if shape.get("width"):
        return float(shape.get("x", 0)) + float(shape.get("width", 0)), float(shape.get("y", 0))
    numbers = _numbers(shape.get("points") or shape.get("d") or "")
    right, top = max(numbers[::2]), min(numbers[1::2])
    moved = [element for element in (box[0], shape) if "transform" in element.attrib]
    shift = _numbers(moved[-1].get("transform", "")) if moved else [0.0, 0.0]
    return right + shift[0], top + shift[1]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def draw(sources: list[Path], mermaid: Path, browser: str | None) -> Iterator[tuple[Path, str]]:
    """Each source with its picture, drawn in one headless browser."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - `--check` must run where no browser is

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=browser, args=["--no-sandbox", "--disable-background-networking"]
        )
        page = chromium.new_page()
        page.set_content("<body></body>")
        page.add_script_tag(path=str(mermaid))
        page.evaluate("options => mermaid.initialize(options)", OPTIONS)
        for source in sources:
            text = source.read_text("utf-8")
            # The spacing that a document asks for is made for a wide page; ours is a column.
            plain = "\n".join(line for line in text.splitlines() if not line.startswith("%%{"))
            drawn = page.evaluate("async text => (await mermaid.render('graph', text)).svg", plain)
            yield source, f"<!-- drawn from {source.name} {fingerprint(text)} -->\n{restyled(drawn, text)}"
        chromium.close()


def _browser() -> str | None:
    named = os.environ.get("ARCHIVIST_BROWSER")
    found = (path for path in ("/usr/bin/chromium", "/usr/bin/google-chrome") if Path(path).exists())
    return named or next(found, None)


def main(arguments: list[str]) -> int:
    """Draws or checks; 1 when `--check` finds a picture that is not current."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--check", action="store_true", help="say what is out of date and draw nothing")
    parser.add_argument("--all", action="store_true", help="draw everything anew")
    parser.add_argument("--mermaid", type=Path, default=FOLDER.parent / "node_modules/mermaid/dist/mermaid.min.js")
    options = parser.parse_args(arguments)
    sources = {FOLDER / f"{name}.mmd": source_of(name) for name in NAMES}
    changed = [path for path, text in sources.items() if not path.exists() or path.read_text("utf-8") != text]
    if options.check:
        stale = sorted({*changed, *(path for path in sources if path not in changed and not is_current(path))})
        sys.stderr.writelines(f"{path.name} is out of date: run python web/graphs/draw.py\n" for path in stale)
        return 1 if stale else 0
    for path in changed:
        path.write_text(sources[path], "utf-8")
    stale = [path for path in sources if options.all or not is_current(path)]
    for source, picture in draw(stale, options.mermaid, _browser()) if stale else ():
        source.with_suffix(".svg").write_text(picture, "utf-8")
        sys.stderr.write(f"drew {source.with_suffix('.svg').name}, {len(picture)} characters\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
