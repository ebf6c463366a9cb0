"""The one place that loads rdflib, on first use: its import costs most of a second in a browser."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from archivist.memory.terms import Iri, Quad, Value, lexical

if TYPE_CHECKING:
    from rdflib import Graph, Literal, URIRef
    from rdflib.plugins.sparql.sparql import Query
    from rdflib.query import Result


def iri(name: Iri) -> URIRef:
    """The name as rdflib's term."""
    import rdflib  # noqa: PLC0415  loaded on first use, see above

    return rdflib.URIRef(name)


def node(value: Value) -> URIRef | Literal:
    """The value as rdflib's term."""
    import rdflib  # noqa: PLC0415  loaded on first use, see above

    if isinstance(value, Iri):
        return rdflib.URIRef(value)
    text, datatype = lexical(value)
    return rdflib.Literal(text, datatype=rdflib.URIRef(datatype) if datatype else None, normalize=False)


def union(quads: Iterable[Quad]) -> Graph:
    """The quads as one rdflib graph in memory, whatever graph they stand in."""
    import rdflib  # noqa: PLC0415  loaded on first use, see above

    # The simple store has no contexts: half the time to fill, and a Dataset cannot be queried as a union without
    # running into rdflib's own deprecations.
    made = rdflib.Graph(store="SimpleMemory")
    add(made, quads)
    return made


def add(into: Graph, quads: Iterable[Quad]) -> None:
    """Adds the quads to the graph."""
    add_to = into.store.add
    for triple in _triples(quads):
        add_to(triple, into)


def remove(out_of: Graph, quads: Iterable[Quad]) -> None:
    """Takes the quads out of the graph."""
    for triple in _triples(quads):
        out_of.remove(triple)


def _triples(quads: Iterable[Quad]) -> Iterator[tuple[URIRef, URIRef, URIRef | Literal]]:
    # rdflib checks an IRI letter by letter each time one is made, and most of a run's terms come again and again.
    named = cache(iri)
    for subject, predicate, value, _ in quads:
        yield named(subject), named(predicate), named(value) if isinstance(value, Iri) else node(value)


@cache
def prepared(text: str) -> Query:
    """The query parsed and translated, once a text: parsing costs a hundred times what answering does."""
    from rdflib.plugins.sparql import prepareQuery  # noqa: PLC0415  loaded on first use, see above

    return prepareQuery(text)


def answer(over: Graph, text: str) -> Result:
    """What the graph answers to a SPARQL query."""
    return over.query(prepared(text))


def rows(over: Graph, text: str) -> list[tuple[str | None, ...]]:
    """The rows of a SELECT as text."""
    found = answer(over, text)
    names = found.vars or []
    return [tuple(None if row.get(name) is None else str(row[name]) for name in names) for row in found.bindings]


@contextmanager
def quiet() -> Iterator[None]:
    """Without rdflib's warnings about its own use of what it has deprecated; nobody outside rdflib can act on them."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=DeprecationWarning, module=r"rdflib\b")
        warnings.filterwarnings("ignore", category=DeprecationWarning, message=r"Dataset\.")
        yield
