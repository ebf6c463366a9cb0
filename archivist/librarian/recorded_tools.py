"""Tools that answer from the record of a run: nothing is asked, and every call ends as it ended then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from pydantic import JsonValue

from archivist.dag import Event
from archivist.tools import AnyTool, ToolCall, ToolContext, ToolFailure, ToolResult
from archivist.tools.tool import Execution

_ODD = "this call was not made then, so the recording holds no answer to it"


class Turns:
    """Has calls begin and end in the order in which they did then; whoever plays a run tells it of the run's events.

    `order` is what `turn_of` made of the events of the first run. A call that is not made now is not waited for.
    """

    def __init__(self, order: Sequence[str]) -> None:
        self._before = {turn: order[:place] for place, turn in enumerate(order)}
        self._happened: dict[str, asyncio.Event] = {}

    def watch(self, event: Event) -> None:
        """Takes note of calls that are about to be made, and of how far they are."""
        call = str(event.detail.get("call"))
        if event.detail.get("what") == "tool-proposed":
            self._happened |= {_BEGUN + call: asyncio.Event(), _ENDED + call: asyncio.Event()}
        elif (turn := turn_of(event)) in self._happened:
            self._happened[turn].set()

    async def wait(self, call: str) -> None:
        """Returns when it is the call's turn to end."""
        for earlier in self._before.get(_ENDED + call, ()):
            if earlier in self._happened:
                await self._happened[earlier].wait()


def turn_of(event: Event) -> str:
    """A call's beginning or end as an entry of a run's order; empty for any other event."""
    call = str(event.detail.get("call"))
    match event.detail.get("what"):
        case "tool-started":
            return _BEGUN + call
        case "tool-settled":
            return _ENDED + call
        case _:
            return ""


_BEGUN, _ENDED = "begun ", "ended "


class RecordedTool(AnyTool):
    """A tool as it is described, which does nothing: `recorded` puts its result in place."""

    def __init__(self, tool: AnyTool, turns: Turns) -> None:
        self.name = tool.name
        self.description = tool.description
        self.policy = tool.policy
        self._tool = tool
        self._turns = turns

    def input_schema(self) -> dict[str, JsonValue]:
        """The tool's own."""
        return self._tool.input_schema()

    def output_schema(self) -> dict[str, JsonValue]:
        """The tool's own."""
        return self._tool.output_schema()

    def coerce(self, arguments: Mapping[str, JsonValue]) -> dict[str, JsonValue] | None:
        """As the tool reads them."""
        return self._tool.coerce(arguments)

    def prepare(self, arguments: Mapping[str, JsonValue]) -> Execution:
        """A call that waits for its turn and fails, for whoever has no record of it."""
        self._tool.prepare(arguments)
        return self._unknown

    def dump(self, value: object) -> JsonValue:
        """As the tool does."""
        return self._tool.dump(value)

    async def _unknown(self, context: ToolContext) -> object:
        await self._turns.wait(context.call_id)
        code = "not-recorded"
        raise ToolFailure(code, _ODD)


def recorded(results: Sequence[ToolResult]) -> Callable[[ToolCall, ToolResult], ToolResult]:
    """A dispatcher's review that gives each call the result that it had then."""
    by_id = {result.call_id: result for result in results}
    return lambda call, result: by_id.get(call.id, result)
