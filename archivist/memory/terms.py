"""What a graph is made of, without a graph library: four terms a quad, and N-Quads as text.

rdflib answers the queries, but it takes long to load; recording, keeping and exporting a run needs only this file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple
from urllib.parse import quote

from archivist.memory.errors import UnreadableMemory


class Iri(str):
    """A name; everything else that is text is a literal."""

    __slots__ = ()


class Url(str):
    """An address of the web, kept as a literal of type xsd:anyURI: sources send addresses that are no valid IRIs."""

    __slots__ = ()


Value = Iri | Url | str | bool | int | float | datetime


class Triple(NamedTuple):
    """A fact, not yet in any graph."""

    subject: Iri
    predicate: Iri
    object: Value


class Quad(NamedTuple):
    """A fact in a graph."""

    subject: Iri
    predicate: Iri
    object: Value
    graph: Iri


_XSD = "http://www.w3.org/2001/XMLSchema#"
# Everything that N-Quads forbids in a literal, and every other control character, so that a line stays a line.
_UNSAFE = re.compile(r'["\\\x00-\x1f\x7f]')
_NO_IRI = re.compile(r'[\x00-\x20<>"{}|\\^`\[\]]|%(?![0-9A-Fa-f]{2})')
_LINE = re.compile(
    r"<([^<>]*)>\s+<([^<>]*)>\s+"
    r'(?:<([^<>]*)>|"((?:[^"\\]|\\.)*)"(?:\^\^<([^<>]*)>)?)'
    r"\s+<([^<>]*)>\s*\.\s*",
)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_SHORT = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}
_LONG = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def lexical(value: Value) -> tuple[str, str | None]:
    """Text and datatype (None for a plain string) of a literal, the same text for equal values."""
    match value:
        case bool():
            return ("true" if value else "false"), _XSD + "boolean"
        case int():
            return str(value), _XSD + "integer"
        case float():
            return repr(value), _XSD + "double"
        case datetime():
            return value.isoformat(), _XSD + "dateTime"
        case Url():
            return clean(value), _XSD + "anyURI"
        case _:
            return clean(value), None


def clean(text: str) -> str:
    """The text with a question mark for each lone surrogate, which no encoding of the web can carry."""
    return str(text) if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def value_of(text: str, datatype: str | None) -> Value:
    """The value that `lexical` wrote.

    Raises:
        UnreadableMemory: a datatype that memory never writes, or text that is none of the datatype.
    """
    try:
        match (datatype or "").removeprefix(_XSD):
            case "" | "string":
                return text
            case "boolean":
                return {"true": True, "false": False, "1": True, "0": False}[text]
            case "integer":
                return int(text)
            case "double" | "decimal":
                return float(text)
            case "dateTime":
                return datetime.fromisoformat(text)
            case "anyURI":
                return Url(text)
    except (ValueError, KeyError) as wrong:
        raise UnreadableMemory.value(text, datatype) from wrong
    raise UnreadableMemory.value(text, datatype)


def to_nquads(quads: Iterable[Quad]) -> str:
    """The quads as N-Quads, one a line, in the order in which they come; empty text for none."""
    return "".join(map(_line, quads))


def _line(quad: Quad) -> str:
    subject, predicate, value, graph = quad
    return f"<{subject}> <{predicate}> {term(value)} <{graph}> .\n"


def name(iri: str) -> str:
    """The name between angle brackets, with whatever no IRI may hold percent-encoded, so that it stays one name."""
    return f"<{_NO_IRI.sub(lambda found: quote(found[0], safe=''), iri)}>"


def term(value: Value) -> str:
    """The value as N-Quads and SPARQL write it."""
    if isinstance(value, Iri):
        return f"<{value}>"
    text, datatype = lexical(value)
    return quoted(text) if datatype is None else f"{quoted(text)}^^<{datatype}>"


def quoted(text: str) -> str:
    """The text between quotation marks, escaped as N-Quads and Turtle have it."""
    return f'"{_UNSAFE.sub(_escape, text)}"'


def _escape(found: re.Match[str]) -> str:
    return _LONG.get(found[0], f"\\u{ord(found[0]):04X}")


def from_nquads(text: str) -> Iterator[Quad]:
    """The quads of an N-Quads text; blank lines and comments are passed over.

    Raises:
        UnreadableMemory: a line that is no quad of IRIs and literals, named by its number. Memory writes no blank
            nodes, no language tags and no default graph, so text that has them is not ours.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield _parsed(line, number)


def _parsed(line: str, number: int) -> Quad:
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise UnreadableMemory.line(number, line)
    subject, predicate, iri, literal, datatype, graph = found.groups()
    value = Iri(iri) if iri is not None else value_of(_ESCAPE.sub(_unescape, literal), datatype)
    return Quad(Iri(subject), Iri(predicate), value, Iri(graph))


def _unescape(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else _SHORT.get(found[3], found[3])
