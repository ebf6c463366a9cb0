"""Part 7.9 and 7.10: what the published Archivist's own tests hold, by number, and where ours is right instead.

Not here, each with its reason: the constants of its ranking (7.9, rank), since books are ranked by evidence and a
vector only orders equals (test_meaning.py); invented visitors and greetings by a model (7.9, persona), since nothing
is said that nobody asked for; entities found by their capitals (7.9, anti-hallucination), since claims carry the
records they rest on (test_table_8_1.py, row 13).
"""

from __future__ import annotations

from datetime import date

import pytest

from archivist.books import Candidate, Isbn13, Ranked, Wanted, merge
from archivist.dag import Dag, FakeClock
from archivist.librarian import (
    ARCHIVIST,
    COMPOSE,
    PARK_KEY,
    SEARCH,
    Asked,
    Draft,
    Fact,
    Intent,
    RuleReader,
    Statement,
    Visit,
    archivist_dag,
    assemble,
)
from archivist.librarian.composing.composer import Task
from archivist.memory import Memory
from archivist.session import Home, Session
from archivist.settings import Settings
from archivist.sources import HttpClient, ScriptedTransport, all_tools
from archivist.tools import Dispatcher, ToolRegistry
from tests.librarian.scripted import NOW, ScriptedReader, play, tool
from tests.librarian.world import OPEN_LIBRARY, World
from tests.librarian.world import WIKIPEDIA as WIKIPEDIA_ORG

TODAY = date(2026, 11, 30)
TOOLS = ("web_search_books", "google_books_search", "subject_search", "wikipedia_summary")
WEB, GOOGLE, SUBJECT, WIKIPEDIA = TOOLS
Plan = list[tuple[str, dict[str, object]]]


async def plan_of(question: str, intent: Intent | None = None) -> Plan:
    rules, asked = RuleReader(), Asked(question=question, today=TODAY)
    sort = intent or (await rules.classify(asked)).intent
    extracted = await rules.extract(asked, sort)
    calls = await rules.choose(extracted.wanted, sort, language="en", tools=TOOLS, second=extracted.second)
    return [(call.tool, dict(call.arguments)) for call in calls]


def names(plan: Plan) -> set[str]:
    return {name for name, _ in plan}


@pytest.mark.parametrize(
    ("question", "author"),
    [
        ("books by Stephen King", "Stephen King"),
        ("books by Ursula Le Guin", "Ursula Le Guin"),
        ("do you have anything by Le Guin", "Le Guin"),
        ("Margaret Atwood", "Margaret Atwood"),
    ],
)
async def test_an_author_is_looked_up_as_an_author(question: str, author: str) -> None:
    """7.9.1 to 7.9.3 and 7.9.10, shortcuts; subjects are not asked for a name, which no subject is."""
    plan = await plan_of(question)

    assert any(tool == WEB and arguments.get("author") == author for tool, arguments in plan)
    assert {WEB, GOOGLE, WIKIPEDIA} <= names(plan)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("“House of Leaves”", "House of Leaves"),
        ("What is Piranesi about?", "Piranesi"),
        ("What is Hyperion Cantos about?", "Hyperion Cantos"),
    ],
)
async def test_a_title_goes_to_the_catalogue_and_the_encyclopedia(question: str, title: str) -> None:
    """7.9.4 to 7.9.6, shortcuts; a title of one word is one too (8.1, row 23)."""
    plan = await plan_of(question)

    assert (WEB, title) in [(tool, arguments.get("title")) for tool, arguments in plan]
    assert (WIKIPEDIA, title) in [(tool, arguments.get("query")) for tool, arguments in plan]


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("books about labyrinths", "labyrinths"),
        ("books about consciousness", "consciousness"),
        ("literature on grief", "grief"),
        ("show me your science fiction", "science fiction"),
    ],
)
async def test_a_topic_goes_to_the_subjects_first_and_to_the_catalogue_as_a_subject(
    question: str, subject: str
) -> None:
    """7.9.7 to 7.9.9 and 7.9.11, shortcuts."""
    plan = await plan_of(question)

    assert plan[0] == (SUBJECT, {"subjects": [subject], "limit": 20})
    assert (WEB, [subject]) in [(tool, arguments.get("subject")) for tool, arguments in plan]


async def test_an_isbn_is_asked_for_as_one_and_nothing_else_is() -> None:
    """7.9.12 to 7.9.15, shortcuts: blank asks nobody; ten digits with a wrong check digit are no ISBN (8.1, row 23)."""
    assert await plan_of("") == []
    assert [arguments["isbn"] for _, arguments in await plan_of("9780765377067")] == ["9780765377067"] * 2
    assert not any("isbn" in arguments for _, arguments in await plan_of("0765377067"))


DANIELEWSKI = Candidate(
    source="openlibrary",
    key="k",
    url="https://openlibrary.org/k",
    kind="work",
    title="House of Leaves",
    authors=("Mark Z. Danielewski",),
)


@pytest.mark.parametrize(
    ("text", "cited", "books", "passes"),
    [
        ("“House of Leaves” by Mark Z. Danielewski [1].", True, True, True),
        ("“The Labyrinth of Nobody Knows” [1].", True, True, False),
        ("There is a book for you.", False, True, False),
        ("There is nothing.", False, False, True),
    ],
    ids=["clean", "unknown title", "nothing of the shortlist", "no books at all"],
)
async def test_a_draft_passes_when_it_names_what_was_found_and_nothing_else(
    text: str,
    cited: bool,  # noqa: FBT001
    books: bool,  # noqa: FBT001
    passes: bool,  # noqa: FBT001
) -> None:
    """7.9.16 to 7.9.21, anti-hallucination."""
    shortlist = tuple(Ranked(book=book, score=0.9, reasons=()) for book in merge([DANIELEWSKI])) if books else ()
    facts = (
        (
            Fact(
                book=shortlist[0].book.id,
                field="title",
                value="House of Leaves",
                source="openlibrary",
                url=DANIELEWSKI.url,
                mark=1,
            ),
        )
        if cited
        else ()
    )
    draft = Draft(statements=(Statement(text=text, facts=facts),))

    faults = await RuleReader().check(
        draft, Task(intent="on-topic", wanted=Wanted(text="labyrinths"), shortlist=shortlist)
    )

    assert (faults == []) is passes


async def test_what_earlier_visits_showed_is_there_when_no_source_is() -> None:
    """7.9.22, merge: nothing live and three from memory are three, marked as such and in order."""
    world = World()
    first = await world.ask("books about whales")
    away = ScriptedTransport()
    session = Session(away, Settings(), memory=world.session.memory, clock=world.clock)
    for host in (OPEN_LIBRARY, WIKIPEDIA_ORG):
        away.refuses(host)

    answer = await session.ask("some books about whales please", id="later")

    assert {book.id for book in answer.books} == {book.id for book in first.books}
    assert all("hown on an earlier visit" in book.why for book in answer.books)
    assert [book.score for book in answer.books] == sorted((book.score for book in answer.books), reverse=True)


async def test_a_book_that_is_found_again_is_found_and_not_remembered() -> None:
    """7.9.23, merge: of a book that is live and remembered, the live copy counts and is not marked."""
    world = World()
    await world.ask("books about whales")

    answer = await world.session.ask("some books about whales please", id="later", conversation="other")

    assert len({book.id for book in answer.books}) == len(answer.books)
    assert not any("earlier visit" in book.why for book in answer.books)


async def test_nothing_live_and_nothing_remembered_is_nothing() -> None:
    """7.9.24, merge."""
    assert (await World(shelf=()).ask("books about whales")).books == ()


async def test_books_in_a_language_that_was_not_asked_for_are_left_out() -> None:
    """7.9.26, merge: with only books in another language than was asked for the answer is that there is none; the
    visitor's own language filters nothing (8.1, row 30).
    """
    world = World()
    await world.ask("books about whales")

    answer = await world.ask("Japanese books about whales")

    assert (answer.outcome, answer.books) == ("no-results", ())


PORTS = {
    "books about whales": "on-topic",
    "that novel with the desert planet and the spice": "on-topic",
    "What has Herman Melville written?": "lookup-author",
    "What do people think of Moby-Dick?": "find-reviews",
    "What is Dune about?": "describe-book",
    "Recommend me books like Moby-Dick": "recommend-similar",
    "What do you remember?": "recall-memories",
    "recommend me something good": "recommend-top-rated",
    "What's the weather in Oslo tomorrow?": "off-topic",
}


@pytest.mark.parametrize(("question", "port"), PORTS.items())
async def test_every_intent_leaves_by_its_port(question: str, port: str) -> None:
    """7.9.29, intent classifier: recommend goes to the best rated, searching and describing to the search."""
    world = World()
    await world.ask(question)

    ended = [event for event in world.events if event.kind == "node-end"]
    assert [event.output for event in ended if event.name == "classify-intent"] == [port]


def test_records_of_one_book_keep_the_longer_words_of_each() -> None:
    """7.9.35, canonical id: the longer title and summary, all subjects, and one thirteen-digit ISBN."""
    shared = {
        "key": "k",
        "kind": "work",
        "authors": ("Liu Cixin",),
        "isbns": (Isbn13("9780765377067"),),
    }
    (book,) = merge(
        [
            Candidate(  # type: ignore[arg-type]  # a table of a test
                source="openlibrary",
                url="https://openlibrary.org/k",
                title="The Three-Body Problem",
                subjects=("Science fiction",),
                description="short",
                **shared,
            ),
            Candidate(  # type: ignore[arg-type]  # a table of a test
                source="googlebooks",
                url="https://books.google.com/k",
                title="The Three-Body Problem",
                subjects=("Physics",),
                description="a longer summary of the book",
                **shared,
            ),
        ]
    )

    assert (book.isbns, book.description) == (("9780765377067",), "a longer summary of the book")
    assert set(book.subjects) == {"Science fiction", "Physics"}


async def test_an_off_topic_question_completes_with_words_and_without_candidates() -> None:
    """7.10.1."""
    reader, memory = ScriptedReader(label="off-topic", plan=()), Memory(now=lambda: NOW)
    result, _ = await play("the weather", reader, _empty(), memory, "q")

    assert (result.outcome, result.state.intent, result.state.candidates) == ("completed", "off-topic", [])
    assert result.state.draft.text


async def test_an_on_topic_question_that_no_tool_can_answer_completes_with_words() -> None:
    """7.10.2."""
    reader, memory = ScriptedReader(label="search", plan=TOOLS), Memory(now=lambda: NOW)
    result, _ = await play("a labyrinth in a house", reader, _empty(), memory, "q")

    assert (result.outcome, result.state.outcome, result.state.visit) == ("completed", "no-results", "q")
    assert result.state.terms == ["labyrinth", "house"]
    assert result.state.draft.text


def _empty() -> ToolRegistry:
    return ToolRegistry(*(tool(name, []) for name in TOOLS))


def test_everything_is_registered_the_graphs_and_a_graph_for_every_tool() -> None:
    """7.10.3."""
    http = HttpClient(ScriptedTransport(), clock=FakeClock())
    tools = ToolRegistry(*all_tools(http))
    registry = assemble(tools, Dispatcher(tools))

    known = {ARCHIVIST, SEARCH, COMPOSE, *(f"urn:noocodec:tool:{name}" for name in TOOLS)}
    assert all(isinstance(registry.dag(iri), Dag) for iri in known)


async def test_a_question_is_told_from_its_beginning_to_its_end_and_then_part_of_the_conversation() -> None:
    """7.10.4, session hooks: one start, one end, and the two turns with the clock's time, once it is answered."""
    world = World()
    answer = await world.ask("Dune by Frank Herbert")

    outermost = [(event.kind, event.output) for event in world.events if event.parent_run_id is None]
    assert [kind for kind, _ in outermost if kind.startswith("run-")] == ["run-start", "run-end"]
    assert outermost[-1] == ("run-end", "completed")
    turns = world.session.history.read("main")
    assert [(turn.role, turn.text) for turn in turns] == [
        ("visitor", "Dune by Frank Herbert"),
        ("archivist", answer.answer),
    ]
    assert {turn.at.timestamp() for turn in turns} == {world.clock.wall()}
    assert len(world.session.memory.runs()) == 1


async def test_an_empty_question_parks_and_a_new_program_goes_on_with_its_memory(tmp_path: object) -> None:
    """7.10.5, durability: parked under `archivist-hitl`; fresh stores hold what was remembered, and it completes."""
    file = tmp_path / "kept.sqlite"  # type: ignore[operator]  # pytest's Path
    world = World(home=Home(file))
    await world.ask("books about whales")
    await world.session.ask("", id="empty")
    parked = [event.detail for event in world.events if event.kind == "parked"]

    again = World(home=Home(file))
    answer = await again.session.resume("empty", "Dune by Frank Herbert")

    assert PARK_KEY in str(parked)
    assert {run.query for run in again.session.memory.runs()} == {"books about whales", "Dune by Frank Herbert"}
    assert answer.outcome == "found"


@pytest.mark.parametrize(
    ("question", "recommends"),
    [
        ("tell me a good story", True),
        ("what should I read?", True),
        ("recommend a good book", True),
        ("recommend Dune", False),
        ("a good book by Frank Herbert", False),
    ],
)
async def test_a_wish_for_anything_good_is_told_from_a_wish_for_something_named(
    question: str,
    recommends: bool,  # noqa: FBT001
) -> None:
    """7.10.7."""
    understood = await RuleReader().classify(Asked(question=question, today=TODAY))

    assert (understood.intent == "recommend") is recommends


def test_the_branch_that_recommends_is_whole() -> None:
    """7.10.8: every placement of the branch, and every route to one that is there."""
    dag = archivist_dag()
    placements = {placement.name for placement in dag.nodes}

    assert {
        f"recommend-{step}"
        for step in (
            "extract",
            "extract-salvage",
            "decide-tools",
            "decide-tools-salvage",
            "build-worksets",
            "scatter",
            "gather",
            "rank",
            "merge",
            "record",
            "gate",
            "recall",
        )
    } <= placements


def test_a_state_starts_as_the_published_one_does() -> None:
    """5.2: nothing wanted, nothing found, nothing decided."""
    state = Visit()

    assert (state.query, state.user_language, state.approvalState, state.failureCause) == ("", "en", "pending", "")
    assert (state.candidates, state.shortlist, state.toolPlan, state.priorContext) == ([], [], [], [])
