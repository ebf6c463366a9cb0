"""What holds for every family of providers, whatever its server does."""

from __future__ import annotations

import asyncio
import json

import pytest
from pydantic import JsonValue

from archivist.models import (
    ChatRequest,
    Message,
    ModelError,
    NetworkFailed,
    Output,
    Rejected,
    SchemaViolation,
)
from archivist.tools import ToolCall, ToolDefinition
from tests.models.wire import HOST, KEY, MODEL, Family, Said, Server, answer, listing, sse

HELLO = ChatRequest(messages=(Message(role="system", content="Be brief."), Message(role="user", content="Hello")))
SCHEMA: dict[str, JsonValue] = {
    "type": "object",
    "properties": {"intent": {"type": "string", "enum": ["search", "decline"]}},
    "required": ["intent"],
    "additionalProperties": False,
}
FORM = ChatRequest(messages=HELLO.messages, output=Output(name="classify", schema=SCHEMA))
SEARCH = ToolDefinition(
    name="web_search_books",
    description="Books by title.",
    input_schema={"type": "object", "properties": {"title": {"type": "string"}}},
    output_schema={},
)
TOOLS = ChatRequest(messages=HELLO.messages, tools=(SEARCH,), tool_choice="required")
SAFE = {"content-type", "authorization", "x-api-key", "anthropic-version", "x-goog-api-key"}
DIRECT = "anthropic-dangerous-direct-browser-access"


def shape_of(family: Family) -> Family:
    """Models in the page are spoken to in OpenAI's shape."""
    return "openai" if family == "in-page" else family


async def failure(server: Server, request: ChatRequest = HELLO, **how: float) -> ModelError:
    with pytest.raises(ModelError) as caught:
        await server.model.chat(request, **how)
    return caught.value


async def test_words_come_back_with_what_they_cost(server: Server) -> None:
    server.says(Said(text="Good evening."))

    reply = await server.model.chat(HELLO)

    assert (reply.text, reply.finish) == ("Good evening.", "stop")
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (11, 7)


async def test_an_answer_at_its_longest_length_says_so(server: Server) -> None:
    server.says(Said(text="Good", cut=True))

    assert (await server.model.chat(HELLO)).finish == "length"


async def test_only_headers_that_the_host_lets_pages_send_are_sent(server: Server, family: Family) -> None:
    server.says(Said(text="x"))

    await server.model.chat(HELLO)

    (request,) = server.web.sent
    names = {name.lower() for name in request.headers}
    assert names <= SAFE | ({DIRECT} if family == "anthropic" else set())
    assert (request.method, request.stays) == ("POST", True)


async def test_the_key_is_in_a_header_and_nowhere_else(server: Server, family: Family) -> None:
    if family == "in-page":
        pytest.skip("a model in the page has no key")
    server.says(Said(text="x"))

    await server.model.chat(HELLO)

    (request,) = server.web.sent
    assert KEY in "".join(request.headers.values())
    assert KEY not in request.url + (request.body or "")
    assert KEY not in repr(request) + repr(server.model) + repr(server.model.__dict__)


async def test_the_systems_words_stand_where_the_family_has_them(server: Server, family: Family) -> None:
    server.says(Said(text="x"))

    await server.model.chat(HELLO)

    (body,) = server.asked
    place: dict[Family, JsonValue] = {
        "openai": {"role": "system", "content": "Be brief."},
        "anthropic": "Be brief.",
        "gemini": {"parts": [{"text": "Be brief."}]},
    }
    found = (
        body["messages"]
        if shape_of(family) == "openai"
        else body["system" if family == "anthropic" else "systemInstruction"]
    )
    assert (found[0] if isinstance(found, list) else found) == place[shape_of(family)]


@pytest.mark.parametrize("piece", [1, 7, 4096])
async def test_streamed_words_are_heard_in_order_however_the_network_cuts_them(server: Server, piece: int) -> None:
    server.streams(["Wal", "fang — ", "鯨"], piece=piece)
    heard: list[str] = []

    reply = await server.model.chat(HELLO, on_text=heard.append)

    assert "".join(heard) == reply.text == "Walfang — 鯨"
    assert (reply.finish, reply.usage.tokens_out) == ("stop", 7)


async def test_a_stream_that_was_cut_short_by_its_length_says_so(server: Server) -> None:
    server.streams(["Wal"], cut=True)

    assert (await server.model.chat(HELLO, on_text=lambda _: None)).finish == "length"


async def test_a_server_that_does_not_stream_is_heard_in_one_piece(server: Server) -> None:
    server.says(Said(text="All at once."))
    heard: list[str] = []

    await server.model.chat(HELLO, on_text=heard.append)

    assert heard == ["All at once."]


async def test_a_stream_that_is_stopped_lets_go_of_the_connection(server: Server) -> None:
    server.web.hold()
    task = asyncio.ensure_future(server.model.chat(HELLO, on_text=lambda _: None))
    await asyncio.sleep(0)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_stream_that_breaks_in_the_middle_is_a_failure_and_not_half_an_answer(
    server: Server, family: Family
) -> None:
    body = sse(answer(family, Said(text="half")))
    kind = {"content-type": "text/event-stream"}
    server.web.answers(server.host, body, headers=kind, breaks_after=len(body) // 2)

    assert isinstance(await failure(server), SchemaViolation | NetworkFailed)


async def test_a_stream_that_ends_before_it_began_is_a_failure(server: Server) -> None:
    server.sends(b": keep-alive\n\n", kind="text/event-stream")

    with pytest.raises(SchemaViolation):
        await server.model.chat(HELLO, on_text=lambda _: None)


async def test_a_stream_that_never_ends_is_left_after_four_megabytes(server: Server, family: Family) -> None:
    server.sends(sse(answer(family, Said(text="x" * 2_000)), named=True) * 2_500, kind="text/event-stream")

    with pytest.raises(SchemaViolation, match="never came to an end"):
        await server.model.chat(HELLO, on_text=lambda _: None)


async def test_tool_calls_come_back_as_calls(server: Server, family: Family) -> None:
    arguments: JsonValue = '{"title": "Dune"}' if family == "openai" else {"title": "Dune"}
    server.says(Said(calls=(("web_search_books", arguments), ("web_search_books", arguments))))

    reply = await server.model.chat(TOOLS)

    assert [call.name for call in reply.calls] == ["web_search_books"] * 2
    assert [json.loads(str(call.arguments)) for call in reply.calls] == [{"title": "Dune"}] * 2
    assert len({call.id for call in reply.calls}) == 2
    assert reply.finish == "tool-call"


@pytest.mark.parametrize("arguments", [{"title": "Dune"}, '{"title": "Dune",}', '{"title": "Dune"}\\n'])
async def test_arguments_of_another_make_are_read_all_the_same(server: Server, arguments: JsonValue) -> None:
    server.says(Said(calls=(("web_search_books", arguments),)))

    (call,) = (await server.model.chat(TOOLS)).calls

    assert json.loads(str(call.arguments)) == {"title": "Dune"}


async def test_arguments_that_nobody_can_read_are_kept_for_the_dispatcher_to_refuse(server: Server) -> None:
    server.says(Said(calls=(("web_search_books", '{"title": '),)))

    (call,) = (await server.model.chat(TOOLS)).calls

    assert call.arguments == '{"title": '


async def test_a_conversation_with_calls_and_their_results_is_sent_as_the_family_has_it(
    server: Server, family: Family
) -> None:
    server.says(Said(text="Found."))
    call = ToolCall(id="c1", name="web_search_books", arguments={"title": "Dune"})
    history = (
        Message(role="user", content="Dune?"),
        Message(role="assistant", calls=(call,)),
        Message(role="tool", content="1 book", call_id="c1", tool="web_search_books"),
    )

    await server.model.chat(ChatRequest(messages=history, tools=(SEARCH,)))

    (body,) = server.asked
    turns = body["contents" if family == "gemini" else "messages"]
    assert isinstance(turns, list)
    expected: dict[Family, list[JsonValue]] = {
        "openai": [
            {
                "role": "assistant",
                "content": "",
                "tool_calls": [
                    {
                        "id": "c1",
                        "type": "function",
                        "function": {"name": "web_search_books", "arguments": '{"title": "Dune"}'},
                    }
                ],
            },
            {"role": "tool", "tool_call_id": "c1", "content": "1 book"},
        ],
        "anthropic": [
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "c1", "name": "web_search_books", "input": {"title": "Dune"}}],
            },
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "1 book"}]},
        ],
        "gemini": [
            {"role": "model", "parts": [{"functionCall": {"name": "web_search_books", "args": {"title": "Dune"}}}]},
            {
                "role": "user",
                "parts": [{"functionResponse": {"name": "web_search_books", "response": {"result": "1 book"}}}],
            },
        ],
    }
    assert turns[1:] == expected[shape_of(family)]


async def test_a_form_is_asked_for_with_its_schema(server: Server, family: Family) -> None:
    value = {"intent": "search"}
    said = Said(calls=(("classify", value),)) if family == "anthropic" else Said(text=json.dumps(value))
    server.says(said)

    reply = await server.model.chat(FORM)

    assert reply.value == value
    (body,) = server.asked
    assert '"enum": ["search", "decline"]' in json.dumps(body)


async def test_a_host_that_takes_no_schema_is_asked_in_another_way_from_then_on(server: Server, family: Family) -> None:
    server.fails(400, "response_format is not supported" if family != "anthropic" else "tools are not supported")
    server.says(Said(text='Sure! ```json\n{"intent": "search"}\n```'))

    first, second = await server.model.chat(FORM), await server.model.chat(FORM)

    assert first.value == second.value == {"intent": "search"}
    assert len(server.asked) == 3
    assert not {"response_format", "responseSchema"} & server.asked[-1].keys()


async def test_a_field_that_the_model_refuses_is_left_out(server: Server, family: Family) -> None:
    if family == "gemini":
        pytest.skip("Gemini's settings stand in one field that cannot be left out")
    server.fails(400, "Unsupported value: 'temperature' does not support 0.2 with this model.")
    server.says(Said(text="x"))

    await server.model.chat(HELLO)
    await server.model.chat(HELLO)

    assert [("temperature" in body) for body in server.asked] == [True, False, False]


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (400, "registry.ollama.ai/library/gemma3 does not support tools"),
        (404, "No endpoints found that support tool use."),
        (500, "tools param requires --jinja flag"),
        (501, "response_format is not supported"),
    ],
)
async def test_a_host_that_cannot_do_a_thing_is_told_from_one_that_is_in_trouble(
    server: Server, status: int, text: str
) -> None:
    server.fails(status, text)

    assert isinstance(await failure(server, TOOLS), Rejected)
    assert len(server.web.sent) == 1


async def test_a_model_that_thinks_until_it_is_cut_off_gets_more_room(server: Server) -> None:
    server.says(Said(text="Hm, let me think", cut=True), Said(text='{"intent": "search"}'))

    reply = await server.model.chat(FORM)

    assert reply.value == {"intent": "search"}
    first, second = (json.dumps(body) for body in server.asked)
    assert ("512" in first, "2048" in second) == (True, True)


@pytest.mark.parametrize(
    "text",
    [
        "{'intent': 'search'}",
        '{"intent": "sea',
        '{"intent": "elsewhere"}',
        "search",
        "<html><body>search</body></html>",
        "[]",
        "",
    ],
)
async def test_an_answer_that_misses_the_form_is_asked_for_once_more_and_told_why(server: Server, text: str) -> None:
    server.says(Said(text=text), Said(text='{"intent": "decline"}'))

    reply = await server.model.chat(FORM)

    assert reply.value == {"intent": "decline"}
    assert "does not fit the form" in json.dumps(server.asked[-1])
    assert reply.usage.tokens_out == 14


async def test_a_model_that_never_keeps_to_the_form_fails(server: Server) -> None:
    server.says(Said(text='{"intent": "elsewhere"}'))

    assert isinstance(await failure(server, FORM), SchemaViolation)
    assert len(server.asked) == 2


async def test_the_list_of_models_holds_those_that_can_chat(server: Server, family: Family) -> None:
    server.web.answers(server.host, listing(family, [MODEL[family], "another"]))

    assert await server.model.models() == (MODEL[family], "another")


async def test_a_probe_is_true_when_the_model_is_on_the_list(server: Server, family: Family) -> None:
    server.web.answers(server.host, listing(family, [MODEL[family]]))

    assert await server.model.probe()


async def test_a_probe_is_false_when_it_is_not_or_nobody_answers(server: Server, family: Family) -> None:
    server.web.answers(server.host, listing(family, ["another"]))
    server.web.refuses(server.host)

    assert not await server.model.probe()
    assert not await server.model.probe()


async def test_every_request_goes_to_the_one_host(server: Server, family: Family) -> None:
    server.web.answers(server.host, listing(family, [MODEL[family]]))
    server.says(Said(text="x"))
    await server.model.probe()
    await server.model.chat(HELLO)

    assert all(url.startswith(f"{HOST[family]}/") for url in server.web.urls)


async def test_a_redirect_is_not_followed(server: Server) -> None:
    server.fails(302, location="https://evil.example/v1")

    await failure(server)

    assert all(url.startswith(server.host) for url in server.web.urls)
