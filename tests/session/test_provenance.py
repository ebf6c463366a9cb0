"""What memory keeps of how an answer came about: steps of reasoning, calls to tools and calls to a model."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from rdflib import Graph

from archivist.librarian import Reader
from archivist.memory import ModelUse
from archivist.session import Home, Session
from archivist.settings import Settings
from archivist.tools import Answer as Verdict
from tests.librarian.chat import Chat, Task, good, readers
from tests.librarian.world import World

Open = Callable[..., World]
PREFIXES = """
PREFIX dag: <https://noocodec.dev/ontology/dagonizer/>
PREFIX prov: <http://www.w3.org/ns/prov#>
"""


def graph_of(world: World, run: str) -> Graph:
    """The run's graphs as one."""
    lines = world.session.memory.export("nquads", run=run).splitlines()
    return Graph().parse(data="\n".join(line.rsplit(" <", 1)[0] + " ." for line in lines), format="nt")


def rows(world: World, query: str, run: str = "q") -> list[tuple[str, ...]]:
    """What the run's graphs answer."""
    return [tuple(map(str, row)) for row in graph_of(world, run).query(PREFIXES + query)]


def with_model(world: World, reader: Reader) -> World:
    world.session = Session(world.web, Settings(), home=world.home, clock=world.clock, reader=reader)
    return world


def broken(world: World, run: str = "q") -> str:
    """What the shapes find wrong; empty when nothing is."""
    pyshacl = pytest.importorskip("pyshacl", reason="pyshacl checks the shapes (pip install pyshacl)")
    shapes = Graph().parse(data=resources.files("archivist.memory").joinpath("shapes.ttl").read_text(encoding="utf-8"))
    conforms, _, text = pyshacl.validate(graph_of(world, run), shacl_graph=shapes)
    return "" if conforms else text


async def test_every_step_of_reasoning_names_its_kind_and_the_node_that_took_it(open_world: Open) -> None:
    """Part 7.9.30, provenance; table 8.1, row 31: nothing called the methods that kept it."""
    world = open_world()
    await world.session.ask("books about whales", id="q")

    steps = rows(
        world,
        """SELECT ?kind ?text ?node WHERE {
             ?step a dag:Reasoning ; dag:reasoningKind ?kind ; prov:value ?text ; prov:wasGeneratedBy ?by .
             ?by dag:nodeName ?node }""",
    )

    assert ("thought", "this is a question of the kind on-topic, to be answered in en", "classify-intent") in steps
    assert ("thought", "what is wanted: subject whales", "on-topic-search > extract-query") in steps
    assert {node for kind, _, node in steps if kind == "action"} == {"on-topic-search > build-book-worksets"}
    assert any(text.startswith("openlibrary: answered") for kind, text, _ in steps if kind == "observation")
    assert [node for kind, _, node in steps if kind == "final"] == ["respond-to-visitor"]
    assert broken(world) == ""


async def test_a_call_to_a_tool_leads_to_the_node_that_made_it_and_to_the_records_it_brought(open_world: Open) -> None:
    world = open_world()
    answer = await world.session.ask("books about whales", id="q")

    calls = rows(
        world,
        """SELECT ?tool ?node ?count WHERE {
             ?call a dag:ToolCall ; dag:toolName ?tool ; dag:resultCount ?count ; prov:wasInformedBy ?by .
             ?by dag:nodeName ?node }""",
    )
    brought = rows(
        world,
        """SELECT ?url ?tool WHERE { ?record prov:wasGeneratedBy ?call ; dag:url ?url . ?call dag:toolName ?tool }""",
    )

    assert {tool for tool, _, _ in calls} >= {"web_search_books", "subject_search"}
    assert all(node.startswith("on-topic-search > book-search-scatter") for _, node, _ in calls)
    assert sum(int(count) for _, _, count in calls) == sum(report.count for report in answer.sources)
    assert {url for url, _ in brought} >= {citation.url for citation in answer.citations}


async def test_the_look_up_of_a_book_that_others_are_to_be_like_is_told_too(open_world: Open) -> None:
    world = open_world()
    await world.session.ask("Recommend me books like Moby-Dick", id="q")

    calls = rows(
        world,
        """SELECT ?tool ?arguments ?node WHERE {
             ?call a dag:ToolCall ; dag:toolName ?tool ; dag:arguments ?arguments ; prov:wasInformedBy ?by .
             ?by dag:nodeName ?node }""",
    )

    assert [(tool, "Moby-Dick" in asked) for tool, asked, node in calls if node == "recommend-similar"] == [
        ("web_search_books", True)
    ]
    assert broken(world) == ""


async def test_calls_to_a_model_are_kept_with_their_tokens_and_told_by_why(file: Path) -> None:
    """Part 7.9.31, provenance; table 8.1, row 31."""
    chat = Chat(good)
    world = with_model(World(home=Home(file)), readers(chat))
    answer = await world.session.ask("books about whales", id="q")

    calls = rows(
        world,
        """SELECT ?model ?task ?in ?out ?node WHERE {
             ?call a dag:ModelCall ; dag:modelId ?model ; dag:task ?task ; prov:wasInformedBy ?by .
             ?by dag:nodeName ?node . OPTIONAL { ?call dag:inputTokens ?in ; dag:outputTokens ?out } }""",
    )
    why = world.session.memory.why(answer.books[0].id)

    assert len(calls) == len(chat.heard)
    assert ("test:chat", "classify", "10", "5", "classify-intent") in calls
    assert ("test:chat", "choose", "None", "None", "on-topic-search > decide-tools") in calls
    assert ModelUse(model="test:chat", task="classify", tokens_in=10, tokens_out=5) in why.models
    assert ModelUse(model="test:chat", task="choose", tokens_in=None, tokens_out=None) in why.models
    assert "test:chat did the task “classify” (10 tokens in, 5 tokens out)." in why.text
    assert broken(world) == ""


async def test_a_call_to_a_model_that_failed_says_so_and_is_not_among_what_it_did(file: Path) -> None:
    def unwell(task: Task) -> object:
        return {"nonsense": True} if task.name == "classify" else good(task)

    world = with_model(World(home=Home(file)), readers(Chat(unwell)))  # type: ignore[arg-type]  # JSON all the same
    answer = await world.session.ask("books about whales", id="q")

    failures = rows(world, "SELECT ?task ?error WHERE { ?call a dag:ModelCall ; dag:task ?task ; dag:error ?error }")

    assert [task for task, _ in failures] == ["classify"]
    assert "classify" not in {use.task for use in world.session.memory.why(answer.books[0].id).models}
    assert broken(world) == ""


async def test_a_question_answered_with_a_model_is_played_again_without_it(file: Path) -> None:
    chat = Chat(good)
    world = with_model(World(home=Home(file)), readers(chat))
    answer = await world.session.ask("that novel where a sailor chases the animal that took his leg", id="q")
    heard = len(chat.heard)

    again = World(home=Home(file))
    replayed = await again.session.replay("q")

    assert answer.books[0].title.startswith("Moby-Dick")
    assert (replayed.answer, replayed.differences) == (answer, ())
    assert (len(chat.heard), again.web.sent) == (heard, [])


async def test_a_run_that_waited_tells_in_the_next_session_what_came_before(open_world: Open) -> None:
    """Part 7.9.34, provenance: a resume tells no step again."""
    await open_world(settings=Settings(ask_first=True)).session.ask("books about whales", id="q")
    world = open_world(settings=Settings(ask_first=True))
    await world.session.decide("q", {}, Verdict.approve())

    nodes = [node for (node,) in rows(world, "SELECT ?node WHERE { ?by a dag:NodeExecution ; dag:nodeName ?node }")]

    assert {"classify-intent", "on-topic-search > extract-query", "compose-loop > compose-response"} <= set(nodes)
    assert nodes.count("classify-intent") == 1
    assert broken(world) == ""
