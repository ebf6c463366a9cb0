"""The page's requests, met from a real session over the fake services: each gets one reply."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from archivist.browser.counter import Counter
from archivist.browser.desk import Desk
from archivist.session import Home
from archivist.settings import Settings
from archivist.wire import parse_down
from tests.librarian.world import World

Json = dict[str, object]
GOODREADS = (
    "Book Id,Title,Author,ISBN13,My Rating,Exclusive Shelf,Owned Copies\n"
    '1,Dune,Frank Herbert,"=""9780441172719""",5,read,1\n'
    "2,,Nobody,,0,to-read,0\n"
)


class Page:
    """The page's end: sends requests, and keeps what comes down."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.down: list[Json] = []
        self.changes = 0
        self._desk = Desk(self._heard, self._changed)
        self._desk.staff(world.session, Counter(world.session))
        self._asked = 0

    def hear_events(self) -> None:
        self.world.session.listen(self._desk.event)

    def _heard(self, text: str) -> None:
        parse_down(text)
        self.down.append(json.loads(text))

    def _changed(self) -> None:
        self.changes += 1

    async def ask(self, question: str, id: str = "q") -> Json:
        self._desk.receive(json.dumps({"t": "ask", "id": id, "question": question, "conversation": "main"}))
        return await self.end_of(id)

    async def end_of(self, id: str) -> Json:
        before = len(self.down)
        while True:
            await asyncio.sleep(0)
            for message in self.down[before:]:
                if message["t"] in ("answer", "failed") and message["id"] == id:
                    return message

    def request(self, what: str, **fields: object) -> Json:
        self._asked += 1
        id = f"r{self._asked}"
        self._desk.receive(json.dumps({"t": "request", "id": id, "what": what, **fields}))
        (reply,) = [message for message in self.down if message.get("id") == id]
        return reply

    async def request_later(self, what: str, **fields: object) -> list[Json]:
        """What comes down under a request that takes a while, its reply last."""
        self._asked += 1
        id = f"r{self._asked}"
        self._desk.receive(json.dumps({"t": "request", "id": id, "what": what, **fields}))
        while True:
            await asyncio.sleep(0)
            told = [message for message in self.down if message.get("id") == id]
            if told and told[-1]["t"] in ("reply", "failed"):
                return told


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page(World(home=Home(tmp_path / "kept.sqlite")))


@pytest.fixture
def cautious(tmp_path: Path) -> Page:
    return Page(World(settings=Settings(ask_first=True), home=Home(tmp_path / "kept.sqlite")))


def first(message: Json, name: str) -> Json:
    rows = message[name]
    assert isinstance(rows, list)
    return rows[0]


async def test_conversations_are_listed_read_renamed_and_forgotten(page: Page) -> None:
    answer = await page.ask("Dune by Frank Herbert")

    assert first(page.request("conversations"), "conversations")["title"] == "Dune by Frank Herbert"
    turns = page.request("conversation", conversation="main")["turns"]
    assert isinstance(turns, list)
    assert [(turn["id"], turn["role"]) for turn in turns] == [("q:visitor", "visitor"), ("q:archivist", "archivist")]
    assert turns[1]["answer"] == answer["answer"]
    assert page.request("rename-conversation", conversation="main", title="Sand")["changed"] is True
    assert first(page.request("conversations"), "conversations")["title"] == "Sand"
    assert page.request("forget-conversation", conversation="main")["changed"] is True
    assert page.request("forget-conversation", conversation="main")["changed"] is False
    assert page.request("conversations")["conversations"] == []


async def test_memory_is_shown_searched_rated_and_forgotten(page: Page) -> None:
    await page.ask("Dune by Frank Herbert", "q1")
    await page.ask("books about whales", "q2")

    everything = page.request("memory")
    dune = page.request("memory", search="herbert")
    book = first(dune, "books")["id"]

    assert (everything["questions"], everything["titles"]) == (2, 4)
    assert [run["run"] for run in dune["runs"]] == ["q1"]  # type: ignore[attr-defined]
    page.request("rate-book", book=book, stars=4.5)
    assert page.request("memory")["ratings"] == {book: 4.5}
    assert page.request("forget-book", book=book)["changed"] is True
    assert page.request("memory", search="herbert")["books"] == []
    assert page.request("forget-run", run="q2")["changed"] is True
    assert page.request("memory")["titles"] == 0


async def test_why_is_told_in_words_with_the_records(page: Page) -> None:
    answer = await page.ask("Dune by Frank Herbert")
    book = answer["answer"]["books"][0]["id"]  # type: ignore[index]

    why = page.request("why", book=book)

    assert str(why["text"]).startswith("You asked “Dune by Frank Herbert” on ")
    assert (why["place"], why["of"]) == (1, 1)
    assert first(why, "origins")["url"]


async def test_why_gives_its_reasons_in_the_page_s_language(page: Page) -> None:
    answer = await page.ask("Dune by Frank Herbert")
    page.world.session.configure(Settings(language="de"))

    why = page.request("why", book=answer["answer"]["books"][0]["id"])  # type: ignore[index]

    assert why["reasons"] == ["Titel stimmt", "Verfasser stimmt", "4,3 bei 1.500 Bewertungen"]


@pytest.mark.parametrize(
    ("form", "sign"),
    [("bibtex", "@book"), ("ris", "TY  - BOOK"), ("csl-json", '"title"'), ("csv", "Dune"), ("markdown", "Dune")],
)
async def test_books_are_exported_all_or_those_named(page: Page, form: str, sign: str) -> None:
    await page.ask("Dune by Frank Herbert")

    file = page.request("export-books", run="q", format=form)
    none = page.request("export-books", run="q", format=form, books=["urn:isbn:0"])

    assert sign in str(file["text"])
    assert re.fullmatch(r"books-q\.\w+", str(file["name"]))
    assert "Dune" not in str(none["text"])


@pytest.mark.parametrize("form", ["nquads", "trig", "jsonld", "turtle"])
async def test_memory_goes_out_and_comes_in(page: Page, form: str) -> None:
    await page.ask("Dune by Frank Herbert")
    file = page.request("export-memory", form=form)
    page.request("erase-everything")

    taken = page.request("import-memory", text=file["text"], form=form)

    assert taken["runs"] == 1
    assert first(page.request("memory"), "runs")["query"] == "Dune by Frank Herbert"


@pytest.mark.parametrize("way", ["text", "base64"])
async def test_a_shelf_is_imported_searched_and_said_of_its_books(page: Page, way: str) -> None:
    content = GOODREADS if way == "text" else base64.b64encode(GOODREADS.encode()).decode()

    brought = page.request("import-shelf", name="goodreads.csv", **{way: content})
    answer = await page.ask("Dune by Frank Herbert")

    assert (brought["kind"], brought["added"], brought["count"]) == ("goodreads", 1, 1)
    assert brought["skipped"] == ["line 3: no title"]
    assert first(page.request("shelf", search="herbert"), "books")["title"] == "Dune"
    assert page.request("shelf", search="whales")["books"] == []
    assert "you rated it 5 of 5" in answer["answer"]["books"][0]["why"]  # type: ignore[index]
    assert page.request("clear-shelf")["changed"] is True
    assert page.request("shelf")["count"] == 0


async def test_a_book_that_was_shown_goes_on_the_shelf_once(page: Page) -> None:
    answer = await page.ask("Dune by Frank Herbert")
    book = answer["answer"]["books"][0]["id"]  # type: ignore[index]

    assert page.request("shelve", run="q", book=book, owned=True)["changed"] is True
    assert page.request("shelve", run="q", book=book, owned=True)["changed"] is True

    shelf = page.request("shelf")
    assert (shelf["count"], first(shelf, "books")["note"]) == (1, "you own this")


async def test_what_is_kept_is_told_and_erased(page: Page) -> None:
    await page.ask("Dune by Frank Herbert")

    data = page.request("data")

    assert (data["kept"], data["notice"], data["conversations"], data["questions"]) == (True, "", 1, 1)
    assert int(str(data["bytes"])) > 0
    assert page.request("erase-everything")["changed"] is True
    assert {page.request("data")[name] for name in ("conversations", "questions", "books", "shelf")} == {0}


async def test_settings_come_back_without_keys(page: Page) -> None:
    page.world.session.configure(Settings(google_books_key="canary-key-4711", language="fr"))

    settings = page.request("settings")["settings"]

    assert settings == Settings(language="fr").model_dump(mode="json")


async def test_a_question_that_waits_is_listed_decided_and_answered_under_its_id(cautious: Page) -> None:
    waiting = await cautious.ask("books about whales")
    left = first(cautious.request("open-questions"), "questions")

    reply = cautious.request("decide", run="q", rest={"kind": "approve"})
    answer = await cautious.end_of("q")

    assert waiting["answer"]["outcome"] == "needs-approval"  # type: ignore[index]
    assert (left["id"], left["question"]) == ("q", "books about whales")
    assert left["pending"] == waiting["answer"]["pending"]  # type: ignore[index]
    assert reply["changed"] is True
    assert answer["answer"]["outcome"] == "found"  # type: ignore[index]


async def test_a_question_that_was_cut_off_goes_on(page: Page) -> None:
    page.world.session.open_question("Dune", id="q")

    assert page.request("resume", run="q")["changed"] is True
    assert page.request("resume", run="q")["changed"] is False
    assert (await page.end_of("q"))["t"] == "answer"


async def test_a_question_that_is_not_open_fails_under_its_id(page: Page) -> None:
    page.request("resume", run="never")

    assert (await page.end_of("never"))["code"] == "not-open"


async def test_a_question_is_given_up(cautious: Page) -> None:
    await cautious.ask("books about whales")

    assert cautious.request("give-up", run="q")["changed"] is True
    assert cautious.request("open-questions")["questions"] == []


@pytest.mark.parametrize(
    ("what", "fields", "said"),
    [
        ("why", {"book": "urn:isbn:0"}, "no such run's shortlist"),
        ("export-books", {"run": "never", "format": "ris"}, "is not remembered"),
        ("import-memory", {"text": "nonsense"}, "Nothing was taken in"),
        ("import-shelf", {"text": "nonsense"}, "of no kind that is read"),
        ("import-shelf", {"base64": "?"}, "did not arrive whole"),
        ("shelve", {"run": "never", "book": "b"}, "is not remembered"),
    ],
)
async def test_what_cannot_be_done_is_said_in_a_sentence(
    page: Page, what: str, fields: dict[str, object], said: str
) -> None:
    reply = page.request(what, **fields)

    assert (reply["t"], reply["code"]) == ("failed", "refused")
    assert said in str(reply["message"])


async def test_a_question_is_played_again_under_the_requests_id(page: Page) -> None:
    answered = await page.ask("Dune by Frank Herbert")
    await asyncio.sleep(0)
    changes, sent = page.changes, len(page.world.web.sent)
    page.hear_events()

    *events, reply = await page.request_later("replay", run="q")

    assert {event["t"] for event in events} == {"event"}
    assert (reply["answer"], reply["same"], reply["differences"]) == (answered["answer"], True, [])
    assert (page.changes, len(page.world.web.sent)) == (changes, sent)


async def test_a_question_that_was_not_recorded_is_not_played_again(page: Page) -> None:
    (refusal,) = await page.request_later("replay", run="never")

    assert (refusal["t"], refusal["code"]) == ("failed", "refused")
    assert str(refusal["message"]).startswith("Nothing is recorded of that question")


async def test_what_changed_is_told_so_that_it_is_kept(page: Page) -> None:
    listening: Callable[[], int] = lambda: page.changes  # noqa: E731
    before = listening()
    await page.ask("Dune by Frank Herbert")
    asked = listening()
    page.request("forget-run", run="q")

    assert before < asked < listening()


async def test_what_showed_a_book_is_told_with_it(page: Page) -> None:
    await page.ask("books about whales", "q1")
    await page.ask("books about whales and obsession", "q2")
    everything = page.request("memory")
    shown = everything["shown"]
    assert isinstance(shown, dict)

    assert shown[first(everything, "books")["id"]] == ["q2", "q1"]


async def test_all_that_is_kept_is_one_file(page: Page) -> None:
    await page.ask("Dune by Frank Herbert")
    page.request("import-shelf", name="library.csv", text=GOODREADS)
    page.world.session.configure(Settings(google_books_key="canary-key", gateway="https://mirror.example"))
    file = page.request("export-everything")
    kept = json.loads(str(file["text"]))

    assert (file["name"], file["type"]) == ("archivist-data.json", "application/json")
    assert kept["conversations"][0]["turns"][1]["answer"]["books"][0]["title"] == "Dune"
    assert [book["title"] for book in kept["shelf"]] == ["Dune"]
    assert kept["settings"]["gateway"] == "https://mirror.example"
    assert "Dune" in kept["memory"]
    assert "canary" not in str(file)


async def test_the_graph_that_runs_is_given_as_its_document_and_fits_back(page: Page) -> None:
    file = page.request("graph", graph="urn:noocodec:dag:book-search-scatter")

    assert file["name"] == "book-search-scatter.jsonld"
    assert page.request("check-graph", text=file["text"])["problems"] == []
    assert page.request("graph", graph="urn:noocodec:dag:none")["t"] == "failed"


@pytest.mark.parametrize(
    ("before", "after", "part"),
    [
        ('scatter/node/no-results"', 'scatter/node/nowhere"', "nowhere"),
        ("urn:noocodec:node:decide-tools", "urn:noocodec:node:guess-tools", "guess-tools"),
        ("{", "[", "JSON"),
    ],
    ids=["a target that is not there", "a node that nobody knows", "no JSON"],
)
async def test_a_graph_that_could_not_run_is_refused_and_told_where(
    page: Page, before: str, after: str, part: str
) -> None:
    text = str(page.request("graph", graph="urn:noocodec:dag:book-search-scatter")["text"])
    problems = page.request("check-graph", text=text.replace(before, after, 1))["problems"]

    assert isinstance(problems, list)
    assert part in " ".join(problems)
