"""A conversation with tools, over every family's wire and through the one dispatcher."""

from __future__ import annotations

import json

import pytest
from pydantic import JsonValue

from archivist.models import asking, turn
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


async def talked(server: Server, *, rounds: int = 3) -> str:
    """How a whole turn ends."""
    tools = ToolRegistry(FunctionTool("search_shelf", shelf))
    history = await turn(
        [UserMessage(content="Dune?")],
        model=server.model,
        tools=tools.definitions(),
        dispatcher=Dispatcher(tools, clock=server.clock),
        rounds=rounds,
    )
    return history[-1].content


async def test_a_turn_ends_in_words(server: Server, family: Family) -> None:
    server.says(called(family), Said(text="There is Dune."))

    assert await talked(server) == "There is Dune."


async def test_when_its_rounds_are_spent_a_model_is_asked_once_more_and_may_call_nothing(
    server: Server, family: Family
) -> None:
    server.says(called(family), called(family), called(family), Said(text="There is Dune."))

    assert await talked(server) == "There is Dune."
    assert "No more tools can be called." in json.dumps(server.asked[-1])
    assert "none" in json.dumps(server.asked[-1]).casefold()


async def test_a_model_that_calls_on_even_then_is_answered_for(server: Server, family: Family) -> None:
    server.says(called(family))

    assert await talked(server) == "I found no answer in the time there was."
    assert len(server.asked) == 4


async def test_an_empty_result_is_told_in_words_that_end_the_asking(server: Server, family: Family) -> None:
    arguments: JsonValue = {"title": "Nothing"}
    sent = json.dumps(arguments) if family in ("openai", "in-page") else arguments
    server.says(Said(calls=(("search_shelf", sent),)), Said(text="There is none."))

    assert await talked(server) == "There is none."
    assert "Nothing was found. The same call finds nothing again" in json.dumps(server.asked[-1])
