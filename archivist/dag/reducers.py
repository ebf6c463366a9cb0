"""How the outcomes of a scatter's items become the one output the scatter takes. Standard library only."""

from collections.abc import Callable, Mapping
from typing import Final

__all__ = ["BUILT_IN", "PORTS", "Reducer", "Tally"]

Tally = Mapping[tuple[str, str | None], int]
"""How many items ended with each (output, terminal outcome), in the order in which each pair was first seen."""

Reducer = Callable[[Tally], str]


def aggregate(tally: Tally) -> str:
    """``all-success``, ``partial``, ``all-error`` or ``empty``."""
    good = _good(tally)
    if not tally:
        return "empty"
    if good == sum(tally.values()):
        return "all-success"
    return "partial" if good else "all-error"


def all_success(tally: Tally) -> str:
    """``success`` when there is an item and each succeeded, else ``error``."""
    return "success" if tally and _good(tally) == sum(tally.values()) else "error"


def any_success(tally: Tally) -> str:
    """``success`` when at least one item did, else ``error``; no items is ``error`` too."""
    return "success" if _good(tally) else "error"


def terminal(tally: Tally) -> str:
    """What became of the first item: ``error`` when it failed or there is none, else ``success``."""
    first = next(iter(tally), ("error", None))
    return "error" if first[0] == "error" or first[1] == "failed" else "success"


def _good(tally: Tally) -> int:
    return sum(count for (output, _), count in tally.items() if output == "success")


BUILT_IN: Final[Mapping[str, Reducer]] = {
    "aggregate": aggregate,
    "all-success": all_success,
    "any-success": any_success,
    "terminal": terminal,
}
"""The reducers every registry knows. Items count as good by output alone; `terminal` looks at terminals too."""

PORTS: Final[Mapping[str, tuple[str, ...]]] = {
    "aggregate": ("all-success", "partial", "all-error", "empty"),
    "all-success": ("success", "error"),
    "any-success": ("success", "error"),
    "terminal": ("success", "error"),
}
"""Every output a built-in reducer can give; a route for any other port is dead, a missing one is an error."""
