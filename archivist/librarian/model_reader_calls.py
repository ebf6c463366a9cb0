"""From what a model called to planned calls: known tools only, and only arguments that their schemas admit."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import JsonValue

from archivist.librarian.reading import PlannedCall
from archivist.models import ChatReply
from archivist.tools import ToolCall, ToolDefinition, codec
from archivist.tools.schema import Schema

MOST = 4
"""Calls of a model that are made; a question needs two or three."""


class Toolbox:
    """The tools there are, and what each admits."""

    def __init__(self, tools: Sequence[ToolDefinition]) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._schemas = {tool.name: Schema(tool.input_schema, trusted=True) for tool in tools}

    def named(self, names: Sequence[str]) -> tuple[ToolDefinition, ...]:
        """The definitions of these tools."""
        return tuple(self._tools[name] for name in names if name in self._tools)

    def admits(self, tool: str, arguments: dict[str, JsonValue]) -> bool:
        """Whether the tool takes these arguments, and they ask for something."""
        return tool in self._schemas and bool(arguments) and not self._schemas[tool].problems(arguments)


def calls_in(reply: ChatReply, tools: Toolbox, allowed: Sequence[str]) -> list[PlannedCall]:
    """The reply's calls, each once, in order; what names another tool or does not fit is left out."""
    made = [_planned(call) for call in _calls(reply, allowed)]
    kept = [call for call in made if call.tool in allowed and tools.admits(call.tool, dict(call.arguments))]
    distinct = {json.dumps([call.tool, dict(call.arguments)], sort_keys=True): call for call in kept}
    return list(distinct.values())[:MOST]


def _calls(reply: ChatReply, names: Sequence[str]) -> Sequence[ToolCall]:
    if reply.value is not None:
        calls = reply.value.get("calls")
        rows = (
            [{**row, "name": row.get("tool")} for row in calls if isinstance(row, dict)]
            if isinstance(calls, list)
            else []
        )
        return codec.decode([*rows], names=names).calls
    raw: JsonValue = [call.to_json() for call in reply.calls] if reply.calls else reply.text
    return codec.decode(raw, names=names).calls


def _planned(call: ToolCall) -> PlannedCall:
    """The call without arguments that are null: models fill in every field they are shown."""
    try:
        value = json.loads(call.arguments) if isinstance(call.arguments, str) else dict(call.arguments)
    except ValueError:
        value = None
    given = value if isinstance(value, dict) else {}
    return PlannedCall(
        tool=call.name, arguments={name: one for name, one in given.items() if one not in (None, "", [])}
    )
