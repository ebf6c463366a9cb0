"""The built site as it is where no snapshot could be made: Python starts from its files."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path


def without_snapshot(site: Path, target: Path) -> Path:
    """A copy of the site that knows of no snapshot; its service worker keeps none either."""
    shutil.copytree(site, target)
    script, worker = target / "web" / "engine-built.mjs", target / "sw.js"
    before = _sha256(script)
    code = re.sub(r', "snapshot": \{[^}]*\}', "", script.read_text("utf-8"))
    script.write_text(code, "utf-8")
    (target / "web" / "pyodide" / "snapshot.zst").unlink(missing_ok=True)
    kept = re.sub(r'\n *"web/pyodide/snapshot.zst": "\w+",', "", worker.read_text("utf-8"))
    worker.write_text(kept.replace(before, _sha256(script)), "utf-8")
    return target


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
