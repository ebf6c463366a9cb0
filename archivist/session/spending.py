"""What models used up today, kept over windows and starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import uuid4

from pydantic import JsonValue

from archivist.memory import Store

if TYPE_CHECKING:
    from archivist.models import Usage

_PLACE = "models-used"


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """Tokens, and US dollars as far as prices are known."""

    tokens: int = 0
    cost: float = 0.0


class Spending:
    """The day's account in a store; a `models.Ledger`. The day is that of `now`'s time zone.

    Every window writes a row of its own and reads those of all, so that none is lost where two ask at once.
    """

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._window = uuid4().hex[:8]
        self.budget: int | None = None

    def today(self) -> Used:
        """What was used up since midnight."""
        rows = [_used(value) for name, value in self._rows().items() if name.split("/")[1] == self._day]
        return Used(tokens=sum(row.tokens for row in rows), cost=sum(row.cost for row in rows))

    def spent(self) -> bool:
        """Whether the budget is used up; never without one."""
        return self.budget is not None and self.today().tokens >= self.budget

    def add(self, usage: Usage, cost: float | None) -> None:
        """Notes what an answer used up; what other days did is forgotten."""
        rows, place = self._rows(), f"{_PLACE}/{self._day}/{self._window}"
        before = _used(rows.get(place))
        for name in rows:
            if name.split("/")[1] != self._day:
                self._store.settings.drop(name)
        tokens = before.tokens + usage.tokens_in + usage.tokens_out
        self._store.settings.put(place, [tokens, before.cost + (cost or 0.0)], at=self._now())

    @property
    def _day(self) -> str:
        return self._now().date().isoformat()

    def _rows(self) -> dict[str, JsonValue]:
        return {name: value for name, value in self._store.settings.all().items() if name.startswith(f"{_PLACE}/")}


def _used(value: JsonValue) -> Used:
    match value:
        case [int() as tokens, int() | float() as cost]:
            return Used(tokens=tokens, cost=float(cost))
    return Used()
