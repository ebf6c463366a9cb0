"""Brings Python to where a page's first question finds it. Runs inside Pyodide under Node; snapshot.mjs starts it.

Everything that a question needs is imported, and one question of each kind is asked over the wire, as the page asks it,
of services that know two books: what the first of its kind builds once, say the grammar of SPARQL, the tables of
phrases and the validators of messages, is then built, and nothing that was asked or found is kept.
/paths.json lists the files of all archives.
"""

import asyncio
import gc
import importlib
import json
import zipfile
from pathlib import Path

from pydantic import JsonValue

from archivist.browser import boot, waking
from archivist.browser import worker as worker  # noqa: PLC0414 - the page's next import, here for the snapshot
from archivist.browser.counter import Counter
from archivist.browser.desk import Desk
from archivist.memory import warm
from archivist.session import Home, Session
from archivist.settings import Settings
from archivist.sources import ScriptedTransport, warm_up

LIBRARY = "/lib/python314.zip"
PACKAGES = "/lib/python3.14/site-packages/"
FOUND: dict[str, JsonValue] = {
    "key": "/works/OL20937W",
    "title": "Silas Marner",
    "author_name": ["George Eliot"],
    "author_key": ["OL24522A"],
    "first_publish_year": 1861,
    "isbn": ["9780141439754"],
    "language": ["eng"],
    "subject": ["Weavers", "Fiction"],
    "ratings_average": 3.8,
    "ratings_count": 41,
    "cover_i": 1,
}
ALIKE: JsonValue = FOUND | {"key": "/works/OL20938W", "title": "Romola", "first_publish_year": 1862, "isbn": []}
ARTICLE: JsonValue = {
    "ns": 0,
    "title": "Silas Marner",
    "pageid": 1,
    "index": 1,
    "extract": "Silas Marner is a novel by George Eliot, published in 1861. It tells of a weaver.",
    "description": "1861 novel by George Eliot",
    "fullurl": "https://en.wikipedia.org/wiki/Silas_Marner",
}
ANSWERS: dict[str, JsonValue] = {
    "openlibrary.org/search.json": {"numFound": 2, "docs": [FOUND, ALIKE]},
    "openlibrary.org/subjects/": {"work_count": 0, "works": []},
    "wikipedia.org/w/api.php": {"batchcomplete": True, "query": {"search": [ARTICLE], "pages": [ARTICLE]}},
}
KEPT = ("conversations", "shelf", "open-questions")
# What most conversations begin with; what was found for the first is recalled by others. Tables that other questions
# need are left to the page, which reads them while it waits: they would make the snapshot larger by half a megabyte.
QUESTIONS = {
    "Silas Marner by George Eliot": "found",
    "books about weavers": "found",
    "What has George Eliot written?": "found",
}


def modules() -> set[str]:
    """The names of all modules that the archives have."""
    files = set(zipfile.ZipFile(LIBRARY).namelist())
    files |= {path.removeprefix(PACKAGES) for path in json.loads(Path("/paths.json").read_text())}
    code = {Path(file).with_suffix("") for file in files if file.endswith(".pyc")}
    return {".".join((one.parent if one.name == "__init__" else one).parts) for one in code}


async def rehearse() -> None:
    """Sends what the page sends first, and questions of every kind, each when the one before it is answered."""
    services, told = ScriptedTransport(), list[str]()
    for where, body in ANSWERS.items():
        services.answers(where, body)
    session, desk = Session(services, Settings(), home=Home()), Desk(told.append)
    session.listen(desk.event, desk.books, desk.answer)
    desk.staff(session, Counter(session))
    for what in KEPT:
        desk.receive(json.dumps({"t": "request", "id": what, "what": what}))
    for question in QUESTIONS:
        desk.receive(
            json.dumps({"t": "ask", "id": f"rehearsal {question}"[:64], "question": question, "conversation": question})
        )
        while desk.busy:  # noqa: ASYNC110 - a desk tells nobody that it is idle
            await asyncio.sleep(0)
    answers = [message["answer"] for message in map(json.loads, told) if message["t"] == "answer"]
    came = {answer["question"]: answer["outcome"] for answer in answers}
    if came != QUESTIONS:
        complaint = f"The rehearsal's questions were answered with {came}, so not everything was built by it."
        raise RuntimeError(complaint)


def let_go() -> None:
    """Of what only the clock would: timers that nobody waits for any more keep what their tasks had in hand."""
    for one in gc.get_objects():
        if isinstance(one, asyncio.Handle) and one.cancelled():
            one._context = None  # type: ignore[attr-defined]  # noqa: SLF001
    importlib.invalidate_caches()  # an open zip among them


async def fall_asleep() -> None:
    """Everything, in its order."""
    boot.libraries()
    warm()
    warm_up()
    await rehearse()
    let_go()
    waking.asleep(modules())
