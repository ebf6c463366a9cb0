"""Names of everything that is remembered: the ontology's terms, the graphs, and how an IRI is made of an id.

The namespace and the graph names are Dagonizer's, so that its tools read our memory. A book's subject is the book's own
id (`urn:isbn:…`), the same in every room, where Dagonizer made a second one.
"""

from __future__ import annotations

from typing import NewType
from urllib.parse import quote, unquote

from archivist.memory.terms import Iri

RunId = NewType("RunId", str)
"""The id under which a question was asked; any text of 1 to 64 characters."""

DAG = "https://noocodec.dev/ontology/dagonizer/"
PROV = "http://www.w3.org/ns/prov#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XSD = "http://www.w3.org/2001/XMLSchema#"

MEMORY = Iri("urn:dagonizer:memory")
STATE = "urn:dagonizer:state:"
PROVENANCE = "urn:dagonizer:prov:"
RUN = "urn:dagonizer:run:"
RECORD = "urn:dagonizer:record:"
AGENT = "urn:dagonizer:agent:"
SOFTWARE = Iri(AGENT + "archivist-software")

TYPE = Iri(RDF + "type")


def dag(name: str) -> Iri:
    """The term `name` of the Dagonizer ontology."""
    return Iri(DAG + name)


def prov(name: str) -> Iri:
    """The term `name` of PROV-O."""
    return Iri(PROV + name)


def escaped(text: str) -> str:
    """The text as the last part of a URN: whatever is no letter, digit or `-._~` is percent-encoded."""
    return quote(text, safe="")


def state_graph(run: str) -> Iri:
    """The graph of what run `run` decided: shortlist, scores, claims."""
    return Iri(STATE + escaped(run))


def prov_graph(run: str) -> Iri:
    """The graph of how run `run` came to it: nodes, tool calls, sources, records."""
    return Iri(PROVENANCE + escaped(run))


def run_iri(run: str) -> Iri:
    """The subject that stands for run `run` in every graph."""
    return Iri(RUN + escaped(run))


def run_of(iri: str) -> RunId:
    """The run id of a subject made by `run_iri`."""
    return RunId(unquote(iri.removeprefix(RUN)))


def agent(name: str) -> Iri:
    """The subject of a source, a model or another agent called `name`."""
    return Iri(AGENT + escaped(name))


def activity(run: str, kind: str, number: int) -> Iri:
    """The subject of the `number`th activity of a kind (`node`, `tool`, `model`, `reasoning`) in run `run`."""
    return Iri(f"urn:dagonizer:activity:{escaped(run)}:{kind}:{number}")
