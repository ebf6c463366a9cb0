"""A conversation with tools, over every family's wire and through the one dispatcher."""

from __future__ import annotations

import json

import pytest
from pydantic import JsonValue

from archivist.models import asking
from archivist.tools import Dispatcher, FunctionTool, RoundsExceeded, ToolContext, ToolLoop, ToolRegistry, UserMessage
from tests.models.wire import Family, Said, Server


async def shelf(arguments: dict[str, JsonValue], context: ToolContext) -> JsonValue:
    del context
    return [title for title in ("Dune", "Emma") if title == arguments.get("title")]


def loop(server: Server, rounds: int = 5) -> ToolLoop:
    tools = ToolRegistry(FunctionTool("search_shelf", shelf))
    ask = asking(server.model, system="Find books.", tools=tools.definitions())
    return ToolLoop(Dispatcher(tools, clock=server.clock), ask, rounds=rounds)


def called(family: Family) -> Said:
    arguments: JsonValue = {"title": "Dune"}
    return Said(calls=(("search_shelf", json.dumps(arguments) if family == "openai" else arguments),))


async def test_a_model_calls_a_tool_hears_what_came_of_it_and_answers(server: Server, family: Family) -> None:
    server.says(called(family), Said(text="There is Dune."))

    talk = await loop(server).run([UserMessage(content="Dune?")])

    assert talk.history[-1].content == "There is Dune."
    assert '[\\"Dune\\"]' in json.dumps(server.asked[-1])


async def test_a_model_that_never_answers_in_words_is_left_after_its_rounds(server: Server, family: Family) -> None:
    server.says(called(family))

    with pytest.raises(RoundsExceeded):
        await loop(server, rounds=3).run([UserMessage(content="Dune?")])

    assert len(server.asked) == 3
