"""A graph engine for asyncio: documents that other implementations load, runs that can be stopped and taken up again.

The room knows nothing of books, models or browsers; its run loop needs nothing but the standard library. Start with the
README beside this file.
"""

from archivist.dag.builder import Builder
from archivist.dag.checkpoint import Checkpoint
from archivist.dag.clock import Clock, FakeClock, SystemClock, Timeout, Timer
from archivist.dag.documents import Body, Dag, DagReference, document_json, dump, load
from archivist.dag.errors import (
    CheckpointError,
    DagError,
    DefinitionError,
    DocumentError,
    FlowFailedError,
    GatherError,
    NodeFailedError,
    NodeTimeoutError,
    RegistrationError,
    RunError,
    ScatterError,
    StoreError,
    UnknownDagError,
    UnroutedOutputError,
)
from archivist.dag.events import Event, EventKind, Listener, RunId
from archivist.dag.graph import graph, reachable_graph
from archivist.dag.iri import DagIri, NodeIri, PlacementIri, compact, expand, placement_iri
from archivist.dag.lint import Lint, lint
from archivist.dag.mermaid import Theme, mermaid, placement_ids
from archivist.dag.node import AnyNode, FunctionNode, Node, node
from archivist.dag.notes import NodeError, NodeWarning
from archivist.dag.records import GatherRecord
from archivist.dag.registry import Bundle, Registry
from archivist.dag.result import Outcome, Parked, Result
from archivist.dag.retry import RetryBudget, RetryPolicy
from archivist.dag.run import Run, StateLike
from archivist.dag.runner import Handle
from archivist.dag.state import State
from archivist.dag.stores import CheckpointStore, MemoryCheckpoints, MemoryStore, Store
from archivist.dag.strategies import GatherStrategy
from archivist.dag.table import Row, table

__all__ = [
    "AnyNode",
    "Body",
    "Builder",
    "Bundle",
    "Checkpoint",
    "CheckpointError",
    "CheckpointStore",
    "Clock",
    "Dag",
    "DagError",
    "DagIri",
    "DagReference",
    "DefinitionError",
    "DocumentError",
    "Event",
    "EventKind",
    "FakeClock",
    "FlowFailedError",
    "FunctionNode",
    "GatherError",
    "GatherRecord",
    "GatherStrategy",
    "Handle",
    "Lint",
    "Listener",
    "MemoryCheckpoints",
    "MemoryStore",
    "Node",
    "NodeError",
    "NodeFailedError",
    "NodeIri",
    "NodeTimeoutError",
    "NodeWarning",
    "Outcome",
    "Parked",
    "PlacementIri",
    "RegistrationError",
    "Registry",
    "Result",
    "RetryBudget",
    "RetryPolicy",
    "Row",
    "Run",
    "RunError",
    "RunId",
    "ScatterError",
    "State",
    "StateLike",
    "Store",
    "StoreError",
    "SystemClock",
    "Theme",
    "Timeout",
    "Timer",
    "UnknownDagError",
    "UnroutedOutputError",
    "compact",
    "document_json",
    "dump",
    "expand",
    "graph",
    "lint",
    "load",
    "mermaid",
    "node",
    "placement_ids",
    "placement_iri",
    "reachable_graph",
    "table",
]
