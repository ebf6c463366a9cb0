"""What is remembered: RDF graphs of runs, provenance, recall, the citations gate, and the store they are kept in.

Importing this package does not load rdflib; `warm()` does, and so does the first query.
"""

from archivist.memory.errors import EndpointFailed, MemoryFailed, UnknownRun, UnreadableMemory
from archivist.memory.facts import FIELDS, Field, held, record_iri
from archivist.memory.gate import Said, Statement, Verdict, warm
from archivist.memory.graph import RunGraph
from archivist.memory.trace import Trace
from archivist.memory.vocabulary import RunId, prov_graph, run_iri, state_graph

__all__ = [
    "FIELDS",
    "EndpointFailed",
    "Field",
    "MemoryFailed",
    "RunGraph",
    "RunId",
    "Said",
    "Statement",
    "Trace",
    "UnknownRun",
    "UnreadableMemory",
    "Verdict",
    "held",
    "prov_graph",
    "record_iri",
    "run_iri",
    "state_graph",
    "warm",
]
