"""A graph engine for asyncio: documents that other implementations load, runs that can be stopped and taken up again.

The room knows nothing of books, models or browsers; its run loop needs nothing but the standard library. Start with the
README beside this file.
"""

import importlib
from typing import TYPE_CHECKING

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
from archivist.dag.handle import Handle
from archivist.dag.iri import DagIri, NodeIri, PlacementIri, compact, expand, placement_iri
from archivist.dag.node import AnyNode, FunctionNode, Node, node
from archivist.dag.notes import NodeError, NodeWarning
from archivist.dag.records import GatherRecord
from archivist.dag.registry import Bundle, Registry
from archivist.dag.result import Outcome, Parked, Result
from archivist.dag.retry import RetryBudget, RetryPolicy
from archivist.dag.run import Run, StateLike
from archivist.dag.state import State
from archivist.dag.strategies import GatherStrategy

if TYPE_CHECKING:
    from archivist.dag.flowchart import Theme, mermaid, placement_ids
    from archivist.dag.journal import ItemStory, Journal, Story, replay
    from archivist.dag.remarks import Lint, lint
    from archivist.dag.rows import Row, table
    from archivist.dag.stores import CheckpointStore, MemoryCheckpoints, MemoryStore, Store
    from archivist.dag.triples import graph, reachable_graph

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
    "ItemStory",
    "Journal",
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
    "Story",
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
    "replay",
    "table",
]

# What only some programs need is imported when it is first asked for, since importing a graph should cost no picture.
_LATER = {
    "CheckpointStore": "stores",
    "ItemStory": "journal",
    "Journal": "journal",
    "Lint": "remarks",
    "MemoryCheckpoints": "stores",
    "MemoryStore": "stores",
    "Row": "rows",
    "Store": "stores",
    "Story": "journal",
    "Theme": "flowchart",
    "graph": "triples",
    "lint": "remarks",
    "mermaid": "flowchart",
    "placement_ids": "flowchart",
    "reachable_graph": "triples",
    "replay": "journal",
    "table": "rows",
}


def __getattr__(name: str) -> object:
    """A name of the list above, from its module."""
    module = _LATER.get(name)
    if module is None:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    value: object = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value
