"""Books while they come in: what the sources that have answered so far amount to, before the slowest one has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from archivist.books import Candidate, Ranked, Wanted, merge
from archivist.books import rank as rank_books
from archivist.librarian import ShownBook, shown
from archivist.sources import SourceResult
from archivist.tools import ToolCall, ToolResult

MOST = 8
"""As many as an answer shows."""


@dataclass(slots=True, kw_only=True)
class _Search:
    readings: Sequence[Wanted]
    calls: int
    candidates: list[Candidate] = field(default_factory=list)


class Previews:
    """One search a visit. They are ranked by rule, at once, and nothing of an answer rests on them."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._searches: dict[str, _Search] = {}

    def seeks(self, visit: str, readings: Sequence[Wanted], calls: int) -> None:
        """A visit begins a search of `calls` calls for what its question was read as, the likeliest reading first."""
        self._searches[visit] = _Search(readings=readings, calls=calls)

    def took(self, call: ToolCall, result: ToolResult) -> ToolResult:
        """Sees each result as the dispatcher's `review`, and lets it pass as it is."""
        search = self._searches.get(call.id.rpartition("-")[0])
        if search is not None:
            search.calls -= 1
            if isinstance(result.value, SourceResult):
                search.candidates += result.value.candidates
        return result

    def so_far(self, visit: str) -> tuple[ShownBook, ...]:
        """The books that fit, best first; none once every source has answered, since the answer is on its way then."""
        search = self._searches.get(visit)
        if search is None or search.calls < 1 or not search.candidates:
            return ()
        return tuple(map(shown, self._ranked(search)[:MOST]))

    def over(self, visit: str) -> None:
        """The visit has ended."""
        self._searches.pop(visit, None)

    def _ranked(self, search: _Search) -> list[Ranked]:
        books, today = merge(search.candidates), self._now().date()
        tried = (rank_books(books, wanted, today=today) for wanted in search.readings)
        return next((ranked for ranked in tried if ranked), [])
