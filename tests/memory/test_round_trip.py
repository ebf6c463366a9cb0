"""What is written of a run can be read again without loss, by us and by others."""

from __future__ import annotations

import warnings
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdflib import Dataset
from rdflib.compare import isomorphic

from archivist.books.record import Book, BookId, Candidate, Contributor, Isbn13, Language, Ranked, Rating
from archivist.memory import FIELDS, Embedding, Format, Memory, RunGraph, UnreadableMemory, held

# Sources' text: anything that UTF-8 can carry. A title has at least a letter, or there would be no record.
text = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
texts = st.lists(text, max_size=3).map(tuple)
isbns = st.lists(st.integers(0, 10**10 - 1).map(lambda n: Isbn13(f"978{n:010d}")), max_size=3).map(tuple)
ratings = st.builds(Rating, average=st.floats(0, 5), count=st.integers(0, 10**6))
contributors = st.lists(
    st.builds(Contributor, name=text, role=st.sampled_from(["author", "editor", "translator", "other"])), max_size=3
).map(tuple)
SHARED = {
    "title": text,
    "subtitle": st.none() | text,
    "authors": texts,
    "contributors": contributors,
    "isbns": isbns,
    "languages": st.lists(st.sampled_from([Language("eng"), Language("ger"), Language("fre")]), max_size=3).map(tuple),
    "subjects": texts,
    "publishers": texts,
    "description": st.none() | text,
    "pages": st.none() | st.integers(1, 5000),
    "rating": st.none() | ratings,
    "cover": st.none() | text.map(lambda tail: f"https://covers.example/{tail}"),
    "series": st.none() | text,
}
years = st.none() | st.integers(1000, 2027)
candidates = st.builds(
    Candidate,
    source=st.sampled_from(["openlibrary", "googlebooks", "wikipedia"]),
    key=text,
    url=text.map(lambda tail: f"https://records.example/{tail}"),
    kind=st.sampled_from(["work", "edition", "article"]),
    first_published=years,
    published=years,
    **SHARED,  # type: ignore[arg-type]  one strategy a field
)
books = st.builds(
    Book,
    id=st.integers(0, 99).map(lambda n: BookId(f"urn:archivist:work:{n}")),
    year=years,
    records=st.lists(candidates, max_size=3).map(tuple),
    confidence=st.floats(0, 1),
    merged_because=st.just("") | text,
    **SHARED,  # type: ignore[arg-type]  one strategy a field
)
# A reason is a line for a reader.
reasons = st.lists(st.from_regex(r"\A[ -~\u00c0-\u00ff]{1,12}\Z"), max_size=2).map(tuple)
shortlists = st.lists(
    st.builds(Ranked, book=books, score=st.floats(0, 1), reasons=reasons), max_size=3, unique_by=lambda one: one.book.id
)
times = st.datetimes(datetime(1970, 1, 2), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001  the zone follows
run_ids = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)


def run_of(run_id: str, query: str, shortlist: list[Ranked], at: datetime) -> RunGraph:
    graph = RunGraph(run_id)
    graph.record(query=query, intent="on-topic", shortlist=shortlist, at=at)
    return graph


@settings(deadline=None)
@given(run_ids, text, shortlists, times)
def test_a_run_read_back_is_the_run_that_was_written(
    run_id: str, query: str, shortlist: list[Ranked], at: datetime
) -> None:
    written = run_of(run_id, query, shortlist, at)

    read = RunGraph(run_id).load(written.nquads())

    assert (read.query, read.intent, read.at) == (query, "on-topic", at)
    assert list(read.shortlist) == shortlist
    assert read.nquads() == written.nquads()


@settings(max_examples=40, deadline=None)
@given(text, shortlists, times)
def test_rdflib_reads_the_same_quads(query: str, shortlist: list[Ranked], at: datetime) -> None:
    graph = run_of("r1", query, shortlist, at)
    data = Dataset()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # rdflib's parser uses what rdflib has deprecated
        data.parse(data=graph.nquads(), format="nquads")
        read = {(str(s), str(p), str(o), str(g)) for s, p, o, g in data.quads()}

    assert len(read) == len(graph.quads())
    assert {(q.subject, q.predicate, q.graph) for q in graph.quads()} == {(s, p, g) for s, p, _, g in read}
    strings = {(q.subject, q.predicate, str(q.object)) for q in graph.quads() if isinstance(q.object, str)}
    assert strings <= {(s, p, o) for s, p, o, _ in read}


@settings(max_examples=25, deadline=None)
@pytest.mark.parametrize("form", ["nquads", "trig", "jsonld"])
@given(st.lists(st.tuples(text, shortlists), max_size=2), times)
def test_a_memory_taken_in_elsewhere_is_the_same_memory(
    form: Format, visits: list[tuple[str, list[Ranked]]], at: datetime
) -> None:
    ours, theirs = Memory(now=lambda: at), Memory(now=lambda: at)
    for number, (query, shortlist) in enumerate(visits):
        graph = ours.graph(f"r{number}")
        graph.embedding = Embedding(model="m", vector=(0.5, 0.25))
        graph.record(query=query, intent="on-topic", shortlist=shortlist, at=at + timedelta(minutes=number))
        for one in shortlist:
            ours.rate(one.book.id, 4.5)

    assert theirs.take_in(ours.export(form), form) == len(visits)

    assert sorted(theirs.export().splitlines()) == sorted(ours.export().splitlines())
    assert theirs.runs() == ours.runs()
    assert theirs.shown() == ours.shown()


def test_turtle_carries_what_is_known_and_not_what_a_run_decided(recorded, book, noon, wall) -> None:  # noqa: ANN001
    ours, theirs = Memory(now=wall), Memory(now=wall)
    ours.take_in(recorded("r1", "books about whales", book(), book("Typee")).nquads())

    assert theirs.take_in(ours.export("turtle"), "turtle") == 1

    [run] = theirs.runs()
    assert (run.id, run.query, run.intent, run.at) == ("r1", "books about whales", "on-topic", noon)
    assert {one.book for one in theirs.shown()} == {book(), book("Typee")}
    assert {one.score for one in theirs.shown()} == {0.0}


@settings(deadline=None)
@given(candidates)
def test_a_record_names_exactly_the_fields_it_holds(record: Candidate) -> None:
    holds = set(held(record))

    assert ("year" in holds) == (record.first_published is not None or record.published is not None)
    assert ("ratings" in holds) == ("rating" in holds) == (record.rating is not None)
    for field in set(FIELDS) - {"year", "rating", "ratings"}:
        value = getattr(record, field)
        assert (field in holds) == (value is not None and value != ())


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("<urn:a> <urn:b> <urn:c> .\n", "nquads"),
        ("nonsense", "nquads"),
        ('<urn:a> <urn:b> "c"@en <urn:g> .\n', "nquads"),
        ("_:x <urn:b> <urn:c> <urn:g> .\n", "nquads"),
        ('<urn:a> <urn:b> "x"^^<http://www.w3.org/2001/XMLSchema#integer> <urn:g> .\n', "nquads"),
        ('<urn:a> <urn:b> "x"^^<urn:strange> <urn:g> .\n', "nquads"),
        ("<urn:a> <urn:b>", "turtle"),
        ("[] <urn:b> 1 .", "turtle"),
        ("{ <urn:a> ", "trig"),
        ("{", "jsonld"),
        ('{"@id": "urn:a", "urn:b": {"@value": "c", "@language": "en"}}', "jsonld"),
        ('{"@context": "https://example.org/context.jsonld", "@id": "urn:a"}', "jsonld"),
        ('{"@context": [{}, "https://example.org/context.jsonld"], "@id": "urn:a"}', "jsonld"),
        ('{"@context": {"x": {"@id": "urn:x", "@context": "https://example.org/"}}, "@id": "urn:a"}', "jsonld"),
        ('{"@context": {"@import": "https://example.org/"}, "@id": "urn:a"}', "jsonld"),
        ("[" * 100_000, "jsonld"),
    ],
)
def test_text_that_is_no_memory_is_refused_whole(text: str, form: Format) -> None:
    memory = Memory()

    with pytest.raises(UnreadableMemory, match="Nothing was taken in"):
        memory.take_in(text, form)

    assert memory.runs() == []


def test_one_broken_run_keeps_the_others_out_too(recorded, book, wall) -> None:  # noqa: ANN001
    good = recorded("r1", "whales", book()).nquads()
    broken = "".join(
        line for line in recorded("r2", "sea", book()).nquads().splitlines(keepends=True) if "startedAtTime" not in line
    )
    memory = Memory(now=wall)

    with pytest.raises(UnreadableMemory, match="startedAtTime"):
        memory.take_in(good + broken)

    assert memory.runs() == []


def test_a_text_of_another_run_is_not_loaded(recorded, book) -> None:  # noqa: ANN001
    with pytest.raises(UnreadableMemory, match="'r2' was asked for"):
        RunGraph("r2").load(recorded("r1", "whales", book()).nquads())


def test_turtle_is_what_rdflib_reads(recorded, book, wall) -> None:  # noqa: ANN001
    from rdflib import Graph  # noqa: PLC0415  only here

    memory = Memory(now=wall)
    memory.take_in(recorded("r1", "whales", book()).nquads())
    once = memory.export("turtle")

    assert isomorphic(Graph().parse(data=once, format="turtle"), Graph().parse(data=memory.export("turtle")))
    assert "Moby-Dick" in once
