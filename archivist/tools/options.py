"""The dispatcher's numbers, each with its reason, in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from archivist.tools.call import ToolCall, ToolResult
from archivist.tools.strict import Limits

Review = Callable[[ToolCall, ToolResult], ToolResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a dispatcher treats every batch.

    Args:
        at_once: calls of a batch that run at the same time. A browser opens six connections a host; more calls than
            sixteen only wait for each other.
        limits: size and depth of arguments.
        gate_timeout: seconds a gate may think about one call; None waits for ever (a person may be asked through it).
        gate_failure: what a gate that raises or times out means: `raise` ends the dispatch, `deny` denies that call.
        calls_a_turn: calls that one turn may make; a model that needs more is going in circles.
        identical_a_turn: calls with the same tool and arguments in one turn; more of them change nothing.
        grace: seconds that running calls keep after a cancellation before they are cut.
        secrets: texts that may appear nowhere, such as keys.
        review: sees every result before the model does, and may redact, replace or reject it.
    """

    at_once: int = 16
    limits: Limits = field(default_factory=Limits)
    gate_timeout: float | None = None
    gate_failure: Literal["raise", "deny"] = "raise"
    calls_a_turn: int = 64
    identical_a_turn: int = 3
    grace: float = 2.0
    secrets: tuple[str, ...] = ()
    review: Review | None = None
