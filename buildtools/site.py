"""dist/: one folder of static files that runs wherever it is put, under any path, and asks no other host for code."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from pathlib import Path

from buildtools import wheels
from buildtools.places import CACHE, MODULES, PYTHON, ROOT, WEB
from buildtools.say import run, say, step

# What lies in web/ for those who work on it, not for those who visit.
KEPT_BACK = shutil.ignore_patterns(
    "node_modules", "package*.json", "tsconfig.json", "*.md", "*.d.ts", "*.d.mts", "draw.*"
)
# What PyScript imports for other interpreters and for packages that are found by name.
OTHER_PYTHONS = re.compile(r"mpy-|py-(?!editor|game|terminal)|pyodide_graph")
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")


def build(target: Path) -> None:
    """Builds the site beside `target` and swaps it in, so that a server never shows half of it."""
    CACHE.mkdir(exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix="site-", dir=CACHE))
    with step(f"{target.name}/"):
        _page(fresh)
        _wire(fresh / "web" / "wire.schema.json")
        _pyscript(fresh / "web" / "pyscript")
        _preloads(fresh / "web" / "engine.html", fresh / "web" / "pyscript")
        _pyodide(fresh / "web" / "pyodide")
        _keeper(fresh)
        _manifest(fresh)
    shutil.rmtree(target, ignore_errors=True)
    fresh.chmod(0o755)  # mkdtemp's folders are for their maker alone, a web server may be somebody else
    fresh.rename(target)
    say(f"  {_size(target)}")


def _page(target: Path) -> None:
    for page in [*ROOT.glob("*.html"), ROOT / "app.webmanifest"]:
        shutil.copyfile(page, target / page.name)
    shutil.copytree(WEB, target / "web", ignore=KEPT_BACK)


def _wire(target: Path) -> None:
    """The schema of what crosses between page and worker, beside the page that reads and writes it."""
    code = "import json, sys; from archivist.wire import schema; json.dump(schema(), open(sys.argv[1], 'w'), indent=1)"
    run([PYTHON, "-c", code, target], need="archivist.wire could not tell its schema.", cwd=ROOT)


def _pyodide(target: Path) -> None:
    target.mkdir()
    for name in PYODIDE_FILES:
        shutil.copyfile(wheels.PYODIDE / name, target / name)
    wheels.make(target)
    _engine(target.parent / "engine-built.mjs", target)


def _preloads(document: Path, scripts: Path) -> None:
    """Names in the engine's document what its script will import, so that all of it is fetched at once."""
    used = [file.name for file in sorted(scripts.glob("*.js")) if not OTHER_PYTHONS.match(file.name)]
    names = ["./engine-ahead.js", *(f"./{scripts.name}/{name}" for name in used)]
    links = "\n    ".join(f'<link rel="modulepreload" href="{name}">' for name in names)
    html = document.read_text(encoding="utf-8")
    document.write_text(html.replace("    <script type", f"    {links}\n    <script type", 1), encoding="utf-8")


def _engine(script: Path, pyodide: Path) -> None:
    """Tells the engine's script the addresses of its files, by content, and of the snapshot what is seen first."""
    snapshot = wheels.snapshot(pyodide)
    files = {file.name: f"{file.name}?{_sha256(file)[:16]}" for file in pyodide.glob("*.zst")}
    files |= {name: f"{name}?{_sha256(pyodide / name)[:16]}" for name in wheels.NATIVE.values()}
    told = json.dumps({"files": files} | ({"snapshot": snapshot} if snapshot else {}), sort_keys=True)
    script.write_text(script.read_text(encoding="utf-8").replace("BUILT = {}", f"BUILT = {told}"), encoding="utf-8")


def _pyscript(target: Path) -> None:
    """PyScript's core with the plugins that it imports by itself, not their editors, terminals and games."""
    target.mkdir()
    source = MODULES / "@pyscript" / "core" / "dist"
    wanted, seen = ["core.js"], set[str]()
    while wanted:
        name = wanted.pop()
        if name in seen or re.match(r"(codemirror|xterm|toml|zip)", name):
            continue
        seen.add(name)
        code = (source / name).read_text(encoding="utf-8")
        (target / name).write_text(re.sub(r"\n//# sourceMappingURL=.*", "", code), encoding="utf-8")
        wanted += re.findall(r'(?:from|import\()"\./([\w.-]+\.js)"', code)


def _keeper(target: Path) -> None:
    """The service worker with the list of what it keeps: every file but itself and the manifest."""
    code = (ROOT / "sw.js").read_text(encoding="utf-8")
    (target / "sw.js").write_text(code.replace("FILES = {}", f"FILES = {_hashes(target)}"), encoding="utf-8")


def _manifest(target: Path) -> None:
    """SHA-256 of every file of the site, for whoever wants to check what is served."""
    (target / "manifest.json").write_text(_hashes(target), encoding="utf-8")


def _hashes(folder: Path) -> str:
    files = {
        str(file.relative_to(folder).as_posix()): _sha256(file) for file in sorted(folder.rglob("*")) if file.is_file()
    }
    return json.dumps(files, indent=1, sort_keys=True)


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _size(target: Path) -> str:
    files = [file for file in target.rglob("*") if file.is_file()]
    return f"{len(files)} files, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB"
