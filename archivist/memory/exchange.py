"""Memory as text that other programs read, and back: N-Quads, TriG, JSON-LD, and Turtle.

Turtle has no graphs, so it carries the memory graph alone: books, records, questions, what was shown, ratings. The
other three carry everything. Text from elsewhere is parsed as a whole before anything of it is remembered, and
nothing in it is ever fetched.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Literal

from pydantic import JsonValue

from archivist.books.record import Ranked
from archivist.memory import _rdf
from archivist.memory.errors import UnreadableMemory
from archivist.memory.graph import RunGraph
from archivist.memory.reading import Facts, book_from
from archivist.memory.terms import Quad, from_nquads
from archivist.memory.turtle import to_trig, to_turtle
from archivist.memory.vocabulary import MEMORY, RUN, dag, prov_graph, run_iri, run_of, state_graph

Format = Literal["nquads", "trig", "jsonld", "turtle"]


def written(pieces: Iterable[str], form: Format) -> str:
    """The N-Quads pieces in the format."""
    if form == "nquads":
        return "".join(pieces)
    quads = [quad for piece in pieces for quad in from_nquads(piece)]
    match form:
        case "turtle":
            return to_turtle(quad for quad in quads if quad.graph == MEMORY)
        case "trig":
            return to_trig(quads)
        case _:
            return _rdf.to_jsonld(quads)


def read(text: str, form: Format) -> list[Quad]:
    """The quads of a text.

    Raises:
        UnreadableMemory: it is not of that format, holds what memory never writes, or would have something fetched.
    """
    if form == "nquads":
        return list(from_nquads(text))
    if form == "jsonld":
        _refuse_fetching(text)
    return _rdf.parsed(text, form, MEMORY)


def _refuse_fetching(text: str) -> None:
    """A context that is an address would be fetched by rdflib: an import must not tell a stranger that it happened."""
    try:
        document: JsonValue = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        rule = "it is no JSON"
        raise UnreadableMemory.graph(rule) from wrong
    if any(isinstance(context, str) for context in _contexts(document)):
        rule = "its @context is an address, and nothing is fetched for an import; write the context out"
        raise UnreadableMemory.graph(rule)


def _contexts(document: JsonValue) -> Iterator[JsonValue]:
    waiting = [document]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            context = here.get("@context")
            yield from context if isinstance(context, list) else [context]
            yield here.get("@import")
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here


def runs_in(quads: Sequence[Quad]) -> list[RunGraph]:
    """The runs that the quads tell of, oldest first.

    Raises:
        UnreadableMemory: what they say of a run or a book is not whole.
    """
    known = [quad for quad in quads if quad.graph == MEMORY]
    facts = Facts(known)
    names = [run_of(subject) for subject in facts.of_type(dag("Run")) if subject.startswith(RUN)]
    graphs = {quad.graph for quad in quads}
    found = [_whole(quads, known, name) if state_graph(name) in graphs else _retold(facts, name) for name in names]
    return sorted(found, key=lambda run: run.at or datetime.min.replace(tzinfo=UTC))


def _whole(quads: Sequence[Quad], known: Sequence[Quad], name: str) -> RunGraph:
    own = {state_graph(name), prov_graph(name)}
    others = [quad for quad in known if not quad.subject.startswith(RUN) or quad.subject == run_iri(name)]
    return RunGraph(name).fill([quad for quad in quads if quad.graph in own] + others)


def _retold(facts: Facts, name: str) -> RunGraph:
    """A run of which only the memory graph is known: what it asked, when, and which books it showed."""
    run = run_iri(name)
    when = facts.number(run, dag("runTimestamp"))
    if when is None:
        raise UnreadableMemory.missing(run, dag("runTimestamp"))
    graph = RunGraph(name)
    graph.record(
        query=facts.text(run, dag("visitorQuery")) or "",
        intent=facts.text(run, dag("intent")) or "",
        shortlist=[
            Ranked(book=book_from(facts, book), score=0.0, reasons=())
            for book in sorted(facts.texts(run, dag("shortlisted")))
        ],
        at=datetime.fromtimestamp(when / 1000.0, UTC),
    )
    return graph


def ratings_in(quads: Iterable[Quad]) -> dict[str, float]:
    """What the visitor thought of books."""
    return {
        quad.subject: float(quad.object)
        for quad in quads
        if quad.predicate == dag("visitorRating") and isinstance(quad.object, (int, float))
    }
