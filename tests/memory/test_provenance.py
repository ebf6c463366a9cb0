"""How a run came to its answer: PROV-O, valid for the shapes, and told in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import resources

import pytest
from rdflib import Graph, URIRef

from archivist.books.record import Book, Candidate, Contributor, Ranked
from archivist.memory import Memory, ModelUse, RunGraph, UnknownBook, UnknownRun, record_iri

pyshacl = pytest.importorskip("pyshacl", reason="pyshacl checks the shapes (pip install pyshacl)")

Record = Callable[..., RunGraph]
MakeBook = Callable[..., Book]
MakeCandidate = Callable[..., Candidate]
Rank = Callable[..., list[Ranked]]
DAG = "https://noocodec.dev/ontology/dagonizer/"


def shipped(name: str) -> Graph:
    return Graph().parse(data=resources.files("archivist.memory").joinpath(name).read_text(encoding="utf-8"))


def graph_of(nquads: str) -> Graph:
    """The quads without their graphs; every line ends with one."""
    triples = (line.rsplit(" <", 1)[0] + " ." for line in nquads.splitlines())
    return Graph().parse(data="\n".join(triples), format="nt")


def broken(nquads: str) -> list[str]:
    """What the shapes find wrong."""
    conforms, report, _ = pyshacl.validate(graph_of(nquads), shacl_graph=shipped("shapes.ttl"))
    assert conforms == (not list(report.objects(None, URIRef("http://www.w3.org/ns/shacl#result"))))
    return [str(path) for path in report.objects(None, URIRef("http://www.w3.org/ns/shacl#resultPath"))]


@pytest.fixture
def told(recorded: Record, book: MakeBook, candidate: MakeCandidate, noon: datetime) -> RunGraph:
    """A run whose every kind of fact is told."""
    rows = (
        candidate(contributors=(Contributor(name="Rockwell Kent", role="illustrator"),), pages=635, series="Classics"),
        candidate(
            source="googlebooks", key="g1", url="https://books.google.com/books?id=g1", kind="edition", published=2003
        ),
    )
    graph = recorded("r1", "books about whales", book(records=rows, merged_because="the same ISBN"), book("Typee"))
    second = timedelta(seconds=1)
    graph.trace.node("classify-intent", started=noon, ended=noon + second, output="on-topic")
    graph.trace.tool_call(
        "web_search_books",
        source="openlibrary",
        arguments='{"query": "whales"}',
        started=noon + second,
        ended=noon + 2 * second,
        status="answered",
        count=1,
        records=[record_iri(rows[0])],
    )
    graph.trace.node("compose", started=noon + 2 * second, ended=noon + 3 * second, output="drafted")
    graph.trace.reasoning("thought", "Whales are the subject.", at=noon + 2 * second)
    graph.trace.model_call("llama", task="compose", started=noon, ended=noon + second, tokens_in=812, tokens_out=96)
    graph.trace.finished("completed", at=noon + 3 * second)
    return graph


def test_everything_a_run_writes_is_valid_for_the_shapes(told: RunGraph) -> None:
    assert broken(told.nquads()) == []


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ('"9780142437247"', '"0-14-243724-1"', "isbn"),
        ("https://openlibrary.org/works/OL102749W", "http://openlibrary.org/works/OL102749W", "url"),
        ('inShortlist> "true"^^', 'inShortlist> "perhaps"^^', "inShortlist"),
        ('/status> "answered"', '/state> "answered"', "status"),
        ('"3.98"^^', '"39.8"^^', "rating"),
        ('endedAtTime> "2026-03-01T12:00:01', 'endedAtTime> "2025-03-01T12:00:01', "startedAtTime"),
    ],
)
def test_the_shapes_find_what_is_wrong(told: RunGraph, old: str, new: str, path: str) -> None:
    text = told.nquads()
    assert old in text

    assert any(found.endswith(path) for found in broken(text.replace(old, new)))


def test_two_scores_of_one_book_in_one_run_are_invalid(told: RunGraph) -> None:
    """Table 8.1, row 16."""
    line = next(line for line in told.nquads().splitlines() if "/score>" in line)

    assert broken(told.nquads() + line.replace('"1.0"', '"0.2"') + "\n") == [DAG + "score"]


def test_every_term_that_is_written_is_defined(told: RunGraph) -> None:
    defined = {str(term) for term in shipped("ontology.ttl").subjects() if str(term).startswith(DAG)}
    written = graph_of(told.nquads())
    used = {str(term) for triple in written for term in triple[1:] if str(term).startswith(DAG)}

    assert used
    assert used <= defined


def test_nodes_follow_each_other_and_calls_belong_to_the_node_before(told: RunGraph) -> None:
    graph = graph_of(told.nquads())
    prov = "http://www.w3.org/ns/prov#"
    name, informed = URIRef(DAG + "nodeName"), URIRef(prov + "wasInformedBy")
    names = {str(value): subject for subject, value in graph.subject_objects(name)}

    assert graph.value(names["compose"], informed) == names["classify-intent"]
    assert graph.value(names["classify-intent"], informed) == URIRef("urn:dagonizer:run:r1")
    [call] = graph.subjects(URIRef(DAG + "toolName"))
    assert graph.value(call, informed) == names["classify-intent"]


def test_a_resumed_run_goes_on_numbering(told: RunGraph, noon: datetime) -> None:
    """Table 8.1, row 31: numbers were used again after a resume."""
    resumed = RunGraph("r1").load(told.nquads())
    before = set(resumed.quads())

    added = resumed.trace.node("respond", started=noon, ended=noon)
    step = resumed.trace.reasoning("final", "Done.", at=noon)

    assert added not in {quad.subject for quad in before}
    assert step not in {quad.subject for quad in before}
    informed = [quad.object for quad in resumed.quads() if quad.subject == added and "wasInformedBy" in quad.predicate]
    assert [str(node).rsplit(":", 1)[-1] for node in informed] == ["2"]
    assert before < set(resumed.quads())


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An event as the engine emits them."""

    kind: str
    path: tuple[str, ...] = ()
    output: str | None = None
    wall: float
    run_id: str = "r1"
    parent_run_id: str | None = None
    index: int | None = None


def test_a_trace_follows_the_engine(recorded: Record, book: MakeBook, noon: datetime) -> None:
    graph, start = recorded("r1", "books about whales", book()), noon.timestamp()
    tool = {"path": ("search", "invoke"), "parent_run_id": "r1", "run_id": "r1.0"}
    events = [
        Happened(kind="run-start", wall=start),
        Happened(kind="node-start", path=("search",), wall=start),
        Happened(kind="node-start", index=0, wall=start + 1, **tool),
        Happened(kind="node-start", index=1, wall=start + 2, **tool),
        Happened(kind="node-end", index=1, wall=start + 3, output="done", **tool),
        Happened(kind="node-end", index=0, wall=start + 4, output="failed", **tool),
        Happened(kind="run-end", run_id="r1.0", parent_run_id="r1", wall=start + 4, output="completed"),
        Happened(kind="node-end", path=("search",), wall=start + 5, output="success"),
        Happened(kind="run-end", wall=start + 6, output="awaiting-input"),
        Happened(kind="run-end", wall=start + 9, output="completed"),
    ]
    for event in events:
        graph.trace.watch(event)

    told = """
    PREFIX dag: <https://noocodec.dev/ontology/dagonizer/> PREFIX prov: <http://www.w3.org/ns/prov#>
    SELECT ?name ?port ?start ?end WHERE {
      ?node dag:nodeName ?name ; dag:output ?port ; prov:startedAtTime ?start ; prov:endedAtTime ?end
    } ORDER BY ?end"""
    assert [
        (name, port, str(start)[17:19], str(end)[17:19]) for name, port, start, end in graph.asked().select(told)
    ] == [
        ("search > invoke", "done", "02", "03"),
        ("search > invoke", "failed", "01", "04"),
        ("search", "success", "00", "05"),
    ]
    assert [quad.object for quad in graph.quads() if quad.predicate == DAG + "outcome"] == ["completed"]
    assert broken(graph.nquads()) == []


def test_a_run_that_ends_again_after_a_resume_has_one_end(told: RunGraph, noon: datetime) -> None:
    """Part 7.9.32, provenance: a lifecycle that fires twice is told once."""
    resumed = RunGraph("r1").load(told.nquads())
    assert sorted(resumed.nquads().splitlines()) == sorted(told.nquads().splitlines())

    resumed.trace.finished("failed", at=noon + timedelta(hours=1))

    assert [quad.object for quad in resumed.quads() if quad.predicate == DAG + "outcome"] == ["failed"]
    assert broken(resumed.nquads()) == []


def test_run_ids_of_any_text_make_one_name(ranked: Rank, book: MakeBook, noon: datetime) -> None:
    """Table 8.1, row 1: the run's id was replaced on the way, so that its graphs fell apart."""
    graph = RunGraph("a b/ü:<1>")
    graph.record(query="q", intent="on-topic", shortlist=ranked(book()), at=noon)

    assert RunGraph("a b/ü:<1>").load(graph.nquads()).query == "q"
    assert {quad.graph.rsplit(":", 1)[-1] for quad in graph.quads()} == {"memory", "a%20b%2F%C3%BC%3A%3C1%3E"}


@pytest.fixture
def memory(wall: Callable[[], datetime]) -> Memory:
    return Memory(now=wall)


def test_why_walks_from_the_book_to_its_records_and_the_tools_that_asked(told: RunGraph, memory: Memory) -> None:
    memory.take_in(told.nquads())

    why = memory.why("urn:archivist:work:moby-dick")

    assert (why.title, why.query, why.place, why.of) == ("Moby-Dick", "books about whales", 1, 2)
    assert [(origin.source, origin.url, origin.tool) for origin in why.origins] == [
        ("googlebooks", "https://books.google.com/books?id=g1", None),
        ("openlibrary", "https://openlibrary.org/works/OL102749W", "web_search_books"),
    ]
    assert "series" in why.origins[1].fields
    assert "series" not in why.origins[0].fields
    assert why.thoughts == ("Whales are the subject.",)
    assert why.models == (ModelUse(model="llama", task="compose", tokens_in=812, tokens_out=96),)


def test_why_is_told_in_words(told: RunGraph, memory: Memory) -> None:
    """Part 7.9.33, provenance: an earlier run tells how it reasoned."""
    memory.take_in(told.nquads())

    text = memory.why("urn:archivist:work:moby-dick", run="r1").text

    assert text.startswith("You asked “books about whales” on 01 March 2026, and “Moby-Dick” came 1st of 2. ")
    assert "What spoke for it: title." in text
    assert "How it was read: Whales are the subject." in text
    assert "openlibrary, asked by web_search_books, holds its " in text
    assert "llama did the task “compose” (812 tokens in, 96 tokens out)." in text
    assert "taken for one book because of this: the same ISBN." in text
    assert "You had seen it before" not in text


def test_why_knows_of_an_earlier_visit(memory: Memory, ranked: Rank, book: MakeBook, noon: datetime) -> None:
    for number, query in enumerate(["the sea", "books about whales"]):
        at = noon + timedelta(days=number)
        memory.graph(f"r{number}").record(query=query, intent="on-topic", shortlist=ranked(book()), at=at)

    assert memory.why(book().id).text.endswith("You had seen it before, when you asked “the sea”.")
    assert "You had seen it before" not in memory.why(book().id, run="r0").text


def test_why_of_what_was_never_shown_says_so(memory: Memory, told: RunGraph) -> None:
    memory.take_in(told.nquads())

    with pytest.raises(UnknownBook, match="urn:isbn:1"):
        memory.why("urn:isbn:1")
    with pytest.raises(UnknownBook, match="nasty"):
        memory.why("urn:x> . } nasty { <urn:y", run="r1")
    with pytest.raises(UnknownRun, match="r9"):
        memory.why("urn:archivist:work:moby-dick", run="r9")
