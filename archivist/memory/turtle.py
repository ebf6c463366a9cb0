"""Turtle and TriG as text: the same facts as N-Quads, shorter and for people to read.

rdflib writes these too, but shortens numbers to six digits on the way (4.123456789 becomes 4.123457e+00).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from archivist.memory.terms import Iri, Quad, Value, lexical, quoted
from archivist.memory.vocabulary import DAG, PROV, TYPE, XSD

_PREFIXES = {"dag": DAG, "prov": PROV, "xsd": XSD}
_HEAD = "".join(f"@prefix {name}: <{space}> .\n" for name, space in _PREFIXES.items())


def to_turtle(quads: Iterable[Quad]) -> str:
    """The facts in Turtle, whatever graph they stand in."""
    return _HEAD + "".join(_subjects(quads, ""))


def to_trig(quads: Iterable[Quad]) -> str:
    """The facts in TriG, a block a graph."""
    graphs: defaultdict[Iri, list[Quad]] = defaultdict(list)
    for quad in quads:
        graphs[quad.graph].append(quad)
    blocks = (f"\n<{graph}> {{{''.join(_subjects(members, '  '))}}}\n" for graph, members in graphs.items())
    return _HEAD + "".join(blocks)


def _subjects(quads: Iterable[Quad], indent: str) -> Iterator[str]:
    facts: defaultdict[Iri, defaultdict[Iri, list[Value]]] = defaultdict(lambda: defaultdict(list))
    for quad in quads:
        facts[quad.subject][quad.predicate].append(quad.object)
    for subject, said in facts.items():
        lines = (f"{_term(predicate)} {', '.join(map(_term, values))}" for predicate, values in said.items())
        yield f"\n{indent}<{subject}> " + f" ;\n{indent}    ".join(lines) + " .\n"


def _term(value: Value) -> str:
    if isinstance(value, Iri):
        return "a" if value == TYPE else _name(value)
    text, datatype = lexical(value)
    return quoted(text) if datatype is None else f"{quoted(text)}^^{_name(datatype)}"


def _name(iri: str) -> str:
    """The name with its prefix where it is one of the vocabularies', whole otherwise."""
    for prefix, space in _PREFIXES.items():
        local = iri.removeprefix(space)
        if iri.startswith(space) and local.isascii() and local.isalnum():
            return f"{prefix}:{local}"
    return f"<{iri}>"
