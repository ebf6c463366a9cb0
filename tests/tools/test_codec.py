"""Calls as models really send them. Case ids D0xx name the public reports that the inputs come from."""

import json

import pytest

from archivist.tools import Limits, codec
from archivist.tools.call import ToolCall


def call(arguments: object, **more: object) -> list[object]:
    return [{"id": "c1", "type": "function", "function": {"name": "search", "arguments": arguments}} | more]


def arguments_of(decoded: codec.Decoded) -> list[object]:
    return [json.loads(one.arguments) for one in decoded.calls if isinstance(one.arguments, str)]


def test_two_calls_in_free_text_get_distinct_ids_with_the_prefix() -> None:
    decoded = codec.decode(
        'I will look. {"tool_calls":[{"name":"a","arguments":{"x":1}},{"name":"b","arguments":{"y":2}}]} Done.',
        prefix="turn3",
    )
    assert [(one.id, one.name) for one in decoded.calls] == [("turn3-0", "a"), ("turn3-1", "b")]
    assert arguments_of(decoded) == [{"x": 1}, {"y": 2}]


@pytest.mark.parametrize("text", ["no braces", '{"tool_calls": 5}', '{"tool_calls": {"a": 1}}', "", "}{", "{not json"])
def test_text_without_calls_holds_none(text: str) -> None:
    assert codec.decode(text).calls == ()


def test_an_entry_without_a_name_is_dropped_and_its_place_said() -> None:
    decoded = codec.decode([{"arguments": {}}, {"name": "a"}])
    assert [one.name for one in decoded.calls] == ["a"]
    assert decoded.dropped == ("call-0: no name",)


def test_an_entry_without_a_name_that_has_an_id_is_kept_because_its_id_must_be_answered() -> None:
    assert codec.decode([{"id": "c9", "function": {"arguments": "{}"}}]).calls == (ToolCall(id="c9", name=""),)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param(call('{"q":"Dune"}'), {"q": "Dune"}, id="D041 text"),
        pytest.param(call({"q": "Dune"}), {"q": "Dune"}, id="D040 object"),
        pytest.param(call(""), {}, id="D047 empty text"),
        pytest.param(call(None), {}, id="D047 null"),
        pytest.param([{"name": "search"}], {}, id="D047 missing"),
        pytest.param([{"name": "search", "args": {"q": 1}}], {"q": 1}, id="D053 args"),
        pytest.param([{"name": "search", "parameters": {"q": 1}}], {"q": 1}, id="D053 parameters"),
        pytest.param([{"type": "tool_use", "id": "t", "name": "search", "input": {"q": 1}}], {"q": 1}, id="tool_use"),
        pytest.param(call('```json\n{"q": 1}\n```'), {"q": 1}, id="fenced"),
        pytest.param(call('{"path": "a\\nb", "range": \\n[1,2]}'), {"path": "a\nb", "range": [1, 2]}, id="D049"),
        pytest.param(call('{tool:"X"}'), {"tool": "X"}, id="D050 bare key"),
        pytest.param(call('{{"tool":"X"}}'), {"tool": "X"}, id="D050 brace too many"),
        pytest.param(call('{{{tool:"X"}}}'), {"tool": "X"}, id="D050 braces grow with each retry"),
        pytest.param(call('{"q":"X"}<|">'), {"q": "X"}, id="D050 leaked token"),
        pytest.param(call('{"q":"X",}'), {"q": "X"}, id="loose comma"),
        pytest.param(
            call('{"q":None,"b":True,"s":"None"}'), {"q": None, "b": True, "s": "None"}, id="Python constants"
        ),
    ],
)
def test_what_models_send_is_read_as_they_meant_it(raw: list[object], expected: object) -> None:
    assert arguments_of(codec.decode(raw)) == [expected]


@pytest.mark.parametrize("text", ['{"q":', "search Dune", "{'q':'Dune'}", '{"q":1,"q":2}', '{"q":NaN}', "[1]"])
def test_what_stays_unreadable_is_kept_as_it_came_and_never_becomes_an_empty_object(text: str) -> None:
    """D052: arguments coerced to {} made a tool run with none."""
    (kept,) = codec.decode(call(text)).calls
    assert kept.arguments == text


def test_a_right_call_is_not_touched_and_a_mended_one_says_what_was_done() -> None:
    right = '{"q":  "keeps its spaces, }"}'
    assert codec.decode(call(right)) == codec.Decoded(calls=(ToolCall(id="c1", name="search", arguments=right),))
    assert codec.decode(call('```\n{"q":1}```')).repairs == ("c1: took the code fence off",)


def test_glued_arguments_become_calls_of_their_own() -> None:
    """D044, D046."""
    decoded = codec.decode(call('{"query":"Emma Bull"}{"query":"Virginia Woolf"}'))
    assert [one.id for one in decoded.calls] == ["c1", "c1-1"]
    assert arguments_of(decoded) == [{"query": "Emma Bull"}, {"query": "Virginia Woolf"}]


def piece(arguments: str, *, index: int | None = None, call_id: str | None = None, name: str | None = None) -> object:
    made: dict[str, object] = {"function": {"arguments": arguments} | ({"name": name} if name else {})}
    return made | ({"index": index} if index is not None else {}) | ({"id": call_id} if call_id else {})


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param(
            [
                piece('{"q":', index=0, call_id="a", name="s"),
                piece('{"q":2', index=1, call_id="b", name="s"),
                piece("1}", index=0),
                piece("}", index=1),
            ],
            id="by index, interleaved",
        ),
        pytest.param(
            [
                piece('{"q":', call_id="a", name="s"),
                piece("1}"),
                piece('{"q":', call_id="b", name="s"),
                piece("2}"),
            ],
            id="D043 no index",
        ),
        pytest.param(
            [piece('{"q":1}', index=0, call_id="a", name="s"), piece('{"q":2}', index=0, call_id="b", name="s")],
            id="D044 two calls at index 0",
        ),
        pytest.param(
            [piece('{"q":1}', index=0, name="s"), piece('{"q":2}', index=0, name="s")],
            id="D044 two calls at index 0 without ids",
        ),
        pytest.param(
            [
                piece('{"q"', index=0, name="s"),
                piece(":1} ", index=0, name="s"),
                piece(" ", index=0),
                piece("{", index=0, name="s"),
                piece('"q":2}', index=0, name="s"),
            ],
            id="the name in every piece",
        ),
        pytest.param([piece('{"q":1}{"q":2}', index=0, name="s")], id="D044 glued in one piece"),
    ],
)
def test_streamed_pieces_come_together_as_the_calls_they_were(pieces: list[object]) -> None:
    stream = codec.Stream()
    for one in pieces:
        stream.add([one])
    assert arguments_of(stream.decoded()) == [{"q": 1}, {"q": 2}]


def test_a_name_after_a_complete_call_begins_the_next_one_however_its_pieces_were_cut() -> None:
    stream = codec.Stream()
    stream.add([piece('{"q"', index=0, name="s"), piece(": 1} ", index=0), piece(" ", index=0)])
    stream.add([piece('{"q": 2}', index=0, name="s")])
    decoded = stream.decoded()
    assert [(call.id, call.arguments) for call in decoded.calls] == [("call-0", '{"q": 1}  '), ("call-1", '{"q": 2}')]
    assert decoded.repairs == ()


def test_a_stream_that_never_ends_is_not_kept_whole_and_its_call_is_refused() -> None:
    stream = codec.Stream(limits=Limits(characters=1_000))
    stream.add([{"index": 0, "id": "x", "function": {"name": "t", "arguments": '{"q":"'}}])
    for _ in range(20_000):
        stream.add([{"index": 0, "function": {"arguments": "again and again "}}])
    (call,) = stream.decoded().calls
    assert (call.id, call.name, len(call.arguments)) == ("x", "t", 1_001)


@pytest.mark.parametrize(("written", "meant"), [("functions.search", "search"), ("tool.search", "search")])
def test_a_wrapper_before_the_name_is_taken_off(written: str, meant: str) -> None:
    assert codec.decode([{"name": written}]).calls[0].name == meant


def test_a_name_that_only_its_case_and_spaces_keep_from_a_known_one_is_read_as_that_one() -> None:
    """D056: "Use Requests" looped for ever because the tool was called Requests."""
    decoded = codec.decode([{"name": "Web Search Books"}, {"name": "nothing"}], names=("web_search_books",))
    assert [one.name for one in decoded.calls] == ["web_search_books", "nothing"]
    assert decoded.repairs == ("call-0: read the name 'Web Search Books' as 'web_search_books'",)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"a": "' + '\\"' * 45_000, id="a string of quotes that never ends"),
        pytest.param("```" + " \n" * 45_000 + "{", id="a fence around nothing"),
        pytest.param("{}" * 45_000, id="thousands of calls in one"),
        pytest.param('{"a":' * 15_000, id="objects in objects"),
        pytest.param("{" * 90_000, id="braces"),
        pytest.param("{a" * 40_000, id="bare words"),
        pytest.param('"' * 90_001, id="quotes"),
        pytest.param("<|" * 45_000, id="control tokens"),
        pytest.param('{"q": 1}' + "x" * 3_000_000, id="megabytes"),
    ],
)
def test_hostile_text_is_kept_for_an_answer_and_takes_no_time_worth_naming(text: str) -> None:
    """Each of these is quadratic for a pattern that starts again at every quote or space."""
    (kept,) = codec.decode(call(text)).calls
    assert kept.arguments == text
    assert codec.decode(f"see {text} there").calls == ()
