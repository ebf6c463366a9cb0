"""What is remembered: RDF graphs of runs, provenance, recall, the citations gate, and the store they are kept in.

Importing this package does not load rdflib; `warm()` does, and so does the first query.
"""

from archivist.memory.endpoint import SharedRuns
from archivist.memory.errors import EndpointFailed, MemoryFailed, UnknownBook, UnknownRun, UnreadableMemory
from archivist.memory.exchange import Format
from archivist.memory.facts import FIELDS, Field, held, record_iri
from archivist.memory.gate import Said, Statement, Verdict
from archivist.memory.graph import RunGraph
from archivist.memory.library import Counts, Embedding, KeptRun, Library, PastRun, Question
from archivist.memory.memory import Digest, Memory, Retention
from archivist.memory.remote import Post, Reply, posted
from archivist.memory.store import KeptConversation, KeptTurn, Notice, Store
from archivist.memory.trace import Trace
from archivist.memory.vocabulary import RunId, prov_graph, run_iri, state_graph
from archivist.memory.warming import warm, warming
from archivist.memory.why import ModelUse, Origin, Why
from archivist.memory.words import jaccard, words_of

__all__ = [
    "FIELDS",
    "Counts",
    "Digest",
    "Embedding",
    "EndpointFailed",
    "Field",
    "Format",
    "KeptConversation",
    "KeptRun",
    "KeptTurn",
    "Library",
    "Memory",
    "MemoryFailed",
    "ModelUse",
    "Notice",
    "Origin",
    "PastRun",
    "Post",
    "Question",
    "Reply",
    "Retention",
    "RunGraph",
    "RunId",
    "Said",
    "SharedRuns",
    "Statement",
    "Store",
    "Trace",
    "UnknownBook",
    "UnknownRun",
    "UnreadableMemory",
    "Verdict",
    "Why",
    "held",
    "jaccard",
    "posted",
    "prov_graph",
    "record_iri",
    "run_iri",
    "state_graph",
    "warm",
    "warming",
    "words_of",
]
