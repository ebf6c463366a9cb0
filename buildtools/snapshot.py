"""Brings Python to where a page's first question finds it. Runs inside Pyodide under Node; snapshot.mjs starts it.

Everything that a question needs is imported, and one question is asked over the wire, as the page asks it, of a service
that knows one book and others that refuse: what the first question builds once, say the grammar of SPARQL and the
validators of messages, is then built, and nothing of it is kept.
/paths.json lists the files of all archives.
"""

import asyncio
import json
import zipfile
from importlib import import_module
from pathlib import Path

from pydantic import JsonValue

from archivist.browser import boot, waking, worker
from archivist.browser.counter import Counter
from archivist.browser.desk import Desk
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
KEPT = ("conversations", "shelf", "open-questions")
SENT: tuple[dict[str, str], ...] = (
    *({"t": "request", "id": what, "what": what} for what in KEPT),
    {"t": "ask", "id": "rehearsal", "question": "Moby-Dick by Herman Melville", "conversation": "main"},
)


def modules() -> set[str]:
    """The names of all modules that the archives have."""
    files = set(zipfile.ZipFile(LIBRARY).namelist())
    files |= {path.removeprefix(PACKAGES) for path in json.loads(Path("/paths.json").read_text())}
    code = {Path(file).with_suffix("") for file in files if file.endswith(".pyc")}
    return {".".join((one.parent if one.name == "__init__" else one).parts) for one in code}


async def rehearse() -> None:
    """Sends what the page sends first, and waits for the answer."""
    services, told = ScriptedTransport(), list[str]()
    services.answers("openlibrary.org/search.json", {"numFound": 1, "docs": [FOUND]})
    session, desk = Session(services, Settings(), home=Home()), Desk(told.append)
    session.listen(desk.event, desk.books)
    desk.staff(session, Counter(session))
    for message in SENT:
        desk.receive(json.dumps(message))
    while desk.busy:  # noqa: ASYNC110 - a desk tells nobody that it is idle
        await asyncio.sleep(0)
    answers = [message for message in map(json.loads, told) if message["t"] == "answer"]
    if [message["answer"]["outcome"] for message in answers] != ["found"]:
        complaint = f"The rehearsal's question was answered with {answers}, so nothing was built by it."
        raise RuntimeError(complaint)


async def fall_asleep() -> None:
    """Everything, in its order."""
    boot.libraries()
    for name in worker.LATER:
        import_module(name)
    await rehearse()
    waking.asleep(modules())
