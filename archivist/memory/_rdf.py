"""The one place that loads rdflib, on first use: its import costs most of a second in a browser."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from types import MappingProxyType
from typing import IO, TYPE_CHECKING

from archivist.memory.errors import UnreadableMemory
from archivist.memory.terms import Iri, Quad, Value, lexical, value_of
from archivist.memory.vocabulary import DAG, PROV, XSD

if TYPE_CHECKING:
    from rdflib import Graph, Literal, URIRef
    from rdflib.plugins.sparql.sparql import Query
    from rdflib.plugins.stores.sparqlstore import SPARQLUpdateStore
    from rdflib.query import Result

MODULES = (
    "pyparsing",
    "rdflib.term",
    "rdflib.namespace",
    "rdflib.graph",
    "rdflib",
    "rdflib.plugins.sparql.parser",
    "rdflib.plugins.sparql",
)
"""What the first query imports, in the order in which it does, cut into pieces of about the same length."""


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
    # Our queries bring their prefixes, and rdflib's own thirty would be put into each graph and each query.
    made = rdflib.Graph(store="SimpleMemory", bind_namespaces="none")
    add(made, quads)
    return made


def add(into: Graph, quads: Iterable[Quad]) -> list[tuple[URIRef, URIRef, URIRef | Literal]]:
    """Adds the quads to the graph; what they are there."""
    triples = list(_triples(quads))
    add_to = into.store.add
    for triple in triples:
        add_to(triple, into)
    return triples


def remove(out_of: Graph, triples: Iterable[tuple[URIRef, URIRef, URIRef | Literal]]) -> None:
    """Takes out of the graph what `add` put there."""
    remove_from = out_of.store.remove
    for triple in triples:
        remove_from(triple, out_of)


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


def answer(over: Graph, text: str, bindings: Mapping[str, Value] = MappingProxyType({})) -> Result:
    """What the graph answers to a SPARQL query whose variables `bindings` are given."""
    return over.query(prepared(text), initBindings={name: node(value) for name, value in bindings.items()})


def rows(over: Graph, text: str, bindings: Mapping[str, Value]) -> list[tuple[str | None, ...]]:
    """The rows of a SELECT as text."""
    found = answer(over, text, bindings)
    names = found.vars or []
    return [tuple(None if row.get(name) is None else str(row[name]) for name in names) for row in found.bindings]


def to_jsonld(quads: Sequence[Quad]) -> str:
    """The quads as JSON-LD with their graphs."""
    import rdflib  # noqa: PLC0415  loaded on first use, see above

    data = rdflib.Dataset()
    with _quiet():
        for quad, triple in zip(quads, _triples(quads), strict=True):
            data.graph(iri(quad.graph)).add(triple)
        return data.serialize(format="json-ld", context=_CONTEXT, use_native_types=False)


def parsed(text: str, form: str, unnamed: Iri) -> list[Quad]:
    """The quads of a `trig`, `jsonld` or `turtle` text; what stands in no graph is put into `unnamed`.

    Raises:
        UnreadableMemory: it is not of that format, or has terms that memory never writes.
    """
    import rdflib  # noqa: PLC0415  loaded on first use, see above

    data = rdflib.Dataset()
    with _quiet():
        try:
            data.parse(data=text, format=_FORMATS[form])
        except (rdflib.exceptions.Error, *_TRIPS) as wrong:
            rule = f"it is no {form}: {wrong}"
            raise UnreadableMemory.graph(rule[:_SHOWN]) from wrong
        return [_quad(row, unnamed) for row in data.quads()]


def _quad(row: tuple[object, ...], unnamed: Iri) -> Quad:
    import rdflib  # noqa: PLC0415  loaded on first use, see above

    subject, predicate, held, graph = row
    if not (isinstance(subject, rdflib.URIRef) and isinstance(predicate, rdflib.URIRef)):
        raise UnreadableMemory.value(str(subject), "blank node")
    where = unnamed if graph in (None, _DEFAULT) else Iri(str(graph))
    return Quad(Iri(subject), Iri(predicate), value(held), where)


def value(term: object) -> Value:
    """Rdflib's term as a value.

    Raises:
        UnreadableMemory: a blank node, text with a language, or a datatype that memory never writes.
    """
    import rdflib  # noqa: PLC0415  loaded on first use, see above

    if isinstance(term, rdflib.URIRef):
        return Iri(term)
    if not isinstance(term, rdflib.Literal) or term.language is not None:
        raise UnreadableMemory.value(str(term), "blank node or text with a language")
    return value_of(str(term), None if term.datatype is None else str(term.datatype))


def endpoint_store(
    query_url: str, update_url: str, *, ask: Callable[[str], IO[bytes]], tell: Callable[[str], None]
) -> SPARQLUpdateStore:
    """Rdflib's store for an endpoint, whose requests go through `ask` (the results in JSON) and `tell`.

    rdflib's own requests wait without a limit, hide what was wrong, and need sockets.
    """
    from rdflib.plugins.stores.sparqlstore import SPARQLUpdateStore  # noqa: PLC0415  loaded on first use, see above
    from rdflib.query import Result, ResultException  # noqa: PLC0415  loaded on first use, see above

    class Store(SPARQLUpdateStore):
        def _query(self, query: str, **_: str | None) -> Result:
            try:
                return Result.parse(ask(query), format="json")
            except ResultException as odd:
                raise ValueError(str(odd)) from odd

        def _update(self, update: str) -> None:
            tell(update)

    return Store(query_url, update_url, context_aware=False)


_FORMATS = {"trig": "trig", "jsonld": "json-ld", "turtle": "turtle"}
_CONTEXT = {"dag": DAG, "prov": PROV, "xsd": XSD}
# rdflib's parsers raise whatever they trip over in text that is not of their format.
_TRIPS = (SyntaxError, ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError)
# rdflib's name for the graph that has none.
_DEFAULT = Iri("urn:x-rdflib:default")
_SHOWN = 200


def values(found: Result) -> list[tuple[Value | None, ...]]:
    """The rows of a SELECT as values.

    Raises:
        UnreadableMemory: a term that memory never writes.
    """
    names = found.vars or []
    return [tuple(None if row.get(name) is None else value(row[name]) for name in names) for row in found.bindings]


@contextmanager
def _quiet() -> Iterator[None]:
    """Without rdflib's warnings about its own use of what it has deprecated; nobody outside rdflib can act on them."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=DeprecationWarning, message=r"(Dataset|ConjunctiveGraph)\b")
        yield
