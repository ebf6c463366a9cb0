"""Ends of the flow. Standard library only."""

from typing import TYPE_CHECKING, cast

from archivist.dag.plan import Step, TerminalSpec

if TYPE_CHECKING:
    from archivist.dag.frame import Frame

__all__ = ["fire_terminal"]


async def fire_terminal(frame: "Frame", step: Step) -> str:
    """Marks every item that arrived with the terminal's outcome."""
    outcome = cast("TerminalSpec", step.spec).outcome
    for item in frame.batch:
        item.end(outcome)
    frame.terminals.append(step.name)
    return outcome
