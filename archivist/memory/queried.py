"""Quads that answer SPARQL: the place where plain facts and rdflib meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from archivist.memory import _rdf
from archivist.memory.terms import Quad, Value

if TYPE_CHECKING:
    from rdflib import Graph


class Queried:
    """Quads, taken as one graph whatever graph they stand in; rdflib is loaded by the first question."""

    def __init__(self, quads: Iterable[Quad]) -> None:
        self._waiting = list(quads)
        self._graph: Graph | None = None

    def add(self, quads: Iterable[Quad]) -> None:
        """Adds quads."""
        self._waiting += quads

    def ask(self, text: str) -> bool:
        """The answer to a SPARQL ASK."""
        return bool(_rdf.answer(self._filled(), text).askAnswer)

    def select(self, text: str, **bindings: Value) -> list[tuple[str | None, ...]]:
        """The rows of a SPARQL SELECT whose variables `bindings` are given; a variable that stays unbound is None."""
        return _rdf.rows(self._filled(), text, bindings)

    @contextmanager
    def beside(self, quads: Sequence[Quad]) -> Iterator[None]:
        """The quads are among the others within this context, and gone afterwards."""
        graph = self._filled()
        added = _rdf.add(graph, quads)
        try:
            yield
        finally:
            _rdf.remove(graph, added)

    def _filled(self) -> Graph:
        if self._graph is None:
            self._graph = _rdf.union(())
        _rdf.add(self._graph, self._waiting)
        self._waiting = []
        return self._graph
