"""`dag`: the graphs, as they run."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from archivist.cli.status import DONE, UsageError
from archivist.dag import Dag, Row, SystemClock, dump, mermaid, table
from archivist.librarian import archivist_dag, compose_dag, search_dag
from archivist.sources import HttpClient, HttpxTransport, all_tools
from archivist.tools import ToolRegistry


def dag(options: argparse.Namespace) -> int:
    """Prints one graph."""
    graphs = _graphs()
    if options.name not in graphs:
        message = f"no graph is named {options.name!r}; there are {', '.join(sorted(graphs))}"
        raise UsageError(message)
    print(FORMS[options.format](graphs[options.name], options.expand))
    return DONE


def _graphs() -> dict[str, Dag]:
    tools = ToolRegistry(*all_tools(HttpClient(HttpxTransport(), clock=SystemClock())))
    ours = {one.name: one for one in (archivist_dag(), search_dag(), compose_dag())}
    return ours | {one.name.removeprefix("urn:noocodec:tool:"): one for one in tools.bundle().dags}


class _Known:
    """The graphs by their IRI, for those that are drawn inside others."""

    def __init__(self, graphs: dict[str, Dag]) -> None:
        self._graphs = graphs

    def dag(self, iri: str) -> Dag | None:
        """The graph, or None."""
        return self._graphs.get(iri)


def _mermaid(graph: Dag, expand: bool) -> str:  # noqa: FBT001  the command's own switch
    return mermaid(graph, expand=expand, registry=_Known({one.id: one for one in _graphs().values()}))


def _table(graph: Dag, expand: bool) -> str:  # noqa: FBT001  as above
    del expand
    return "\n".join(f"{row.name}\t{row.kind}\t{row.detail}\t{_routes(row)}" for row in table(graph))


def _document(graph: Dag, expand: bool) -> str:  # noqa: FBT001  as above
    del expand
    return dump(graph)


def _routes(row: Row) -> str:
    return ", ".join(f"{port} → {target}" for port, target in row.routes)


FORMS: dict[str, Callable[[Dag, bool], str]] = {
    "mermaid": _mermaid,
    "jsonld": _document,
    "json": _document,
    "table": _table,
}
