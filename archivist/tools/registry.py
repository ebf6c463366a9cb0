"""The closed set of tools: nothing outside it can be called, whatever a model writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from archivist.dag import Bundle
from archivist.tools.batch import Ledger
from archivist.tools.errors import DefinitionError, DuplicateTool
from archivist.tools.held import Registered, held_from
from archivist.tools.nodes import Direct, ToolInvocationState, ToolInvoke, tool_dag
from archivist.tools.text import folded
from archivist.tools.tool import AnyTool, ToolDefinition

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_CLOSE = 3
_LISTED = 20


class ToolRegistry:
    """Tools by name, in the order in which they were registered. Names are exact; definitions are read once.

    Raises:
        DuplicateTool: two tools with one name.
        DefinitionError: a name that models' interfaces refuse, or a schema that is none.
    """

    def __init__(self, *tools: AnyTool) -> None:
        self._known: dict[str, Registered] = {}
        self.ledger = Ledger()
        for tool in tools:
            self.register(tool)

    def register(self, tool: AnyTool) -> Registered:
        """Take the tool in and give back how it is held."""
        name = tool.name
        if not _NAME.fullmatch(name):
            msg = f"tool name {name!r} must be 1 to 64 of A-Z a-z 0-9 _ . -"
            raise DefinitionError(msg)
        if name in self._known:
            msg = f"a tool named {name!r} is registered already; rename one of the two"
            raise DuplicateTool(msg)
        self._known[name] = held = held_from(tool)
        return held

    def resolve(self, name: str) -> Registered | None:
        """The tool of exactly this name, or None."""
        return self._known.get(name)

    def definitions(self) -> tuple[ToolDefinition, ...]:
        """Definitions for a model."""
        return tuple(held.definition for held in self._known.values())

    def names(self) -> tuple[str, ...]:
        """Names in the order of registration."""
        return tuple(self._known)

    def bundle(self, direct: Direct | None = None) -> Bundle:
        """Nodes, DAGs and state factories of all tools, for an engine's registry.

        Args:
            direct: runs a tool whose DAG an author embeds with an `input` of their own (`Dispatcher.perform_directly`);
                without it, a tool DAG executes what a dispatcher allowed and nothing else.
        """
        invokes = [ToolInvoke(held, self.ledger, direct) for held in self]
        dags = [tool_dag(held, invoke) for held, invoke in zip(self, invokes, strict=True)]
        return Bundle(nodes=invokes, dags=dags, states={held.dag_iri: ToolInvocationState for held in self})

    def __iter__(self) -> Iterator[Registered]:
        return iter(self._known.values())

    def __len__(self) -> int:
        return len(self._known)

    def close_to(self, name: str) -> tuple[str, ...]:
        """Registered names that `name` may have meant, best first: equal but for case and punctuation, then similar."""
        bare = {folded(known): known for known in self._known}
        return tuple(bare[match] for match in get_close_matches(folded(name), list(bare), n=_CLOSE, cutoff=0.6))

    def some_names(self) -> tuple[str, ...]:
        """Names for an answer to a model, at most twenty."""
        return self.names()[:_LISTED]
