"""Brings Python to where a page's first question finds it. Runs inside Pyodide under Node; snapshot.mjs starts it.

Everything that a question needs is imported, and one question is asked, of a service that knows one book and others
that refuse: what the first question builds once, say the grammar of SPARQL, is then built, and nothing of it is kept.
/paths.json lists the files of all archives.
"""

import json
import zipfile
from importlib import import_module
from pathlib import Path

from pydantic import JsonValue

from archivist.browser import boot, waking, worker
from archivist.session import Home, Session
from archivist.settings import Settings
from archivist.sources import ScriptedTransport

LIBRARY = "/lib/python314.zip"
PACKAGES = "/lib/python3.14/site-packages/"
FOUND: JsonValue = {
    "key": "/works/OL102749W",
    "title": "Moby-Dick",
    "author_name": ["Herman Melville"],
    "first_publish_year": 1851,
    "isbn": ["9780142437247"],
    "language": ["eng"],
    "subject": ["Whales", "Fiction"],
}


def modules() -> set[str]:
    """The names of all modules that the archives have."""
    files = set(zipfile.ZipFile(LIBRARY).namelist())
    files |= {path.removeprefix(PACKAGES) for path in json.loads(Path("/paths.json").read_text())}
    code = {Path(file).with_suffix("") for file in files if file.endswith(".pyc")}
    return {".".join((one.parent if one.name == "__init__" else one).parts) for one in code}


async def rehearse() -> None:
    """Asks the question."""
    services = ScriptedTransport()
    services.answers("openlibrary.org/search.json", {"numFound": 1, "docs": [FOUND]})
    answer = await Session(services, Settings(), home=Home()).ask("Moby-Dick by Herman Melville", id="rehearsal")
    if answer.outcome != "found":
        message = f"The rehearsal's question ended with {answer.outcome!r}, so nothing was built by it."
        raise RuntimeError(message)


async def fall_asleep() -> None:
    """Everything, in its order."""
    boot.libraries()
    for name in worker.LATER:
        import_module(name)
    await rehearse()
    waking.asleep(modules())
