import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archivist.tools.strict import ArgumentsInvalid, Limits, parse

LIMITS = Limits(characters=200, depth=4)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("   ", id="spaces"),
        pytest.param("not json", id="words"),
        pytest.param("{'a':1}", id="single quotes"),
        pytest.param('{"a":1,}', id="loose comma"),
        pytest.param('{"a":1', id="cut"),
        pytest.param('{"a":1} and more', id="text after it"),
        pytest.param('{"a":1 /* why */}', id="comment"),
        pytest.param('{"a":NaN}', id="NaN"),
        pytest.param('{"a":-Infinity}', id="infinity"),
        pytest.param('{"a":1e400}', id="a float that overflows"),
        pytest.param('{"a":"\\ud800"}', id="half a surrogate pair"),
        pytest.param("null", id="null"),
        pytest.param("[1,2]", id="array"),
        pytest.param('"s"', id="string"),
        pytest.param("42", id="number"),
        pytest.param("true", id="boolean"),
        pytest.param('{"a":1,"a":2}', id="a key twice"),
        pytest.param('{"o":{"a":1,"a":2}}', id="a key twice inside"),
        pytest.param('{"a":[[[[1]]]]}', id="too deep"),
        pytest.param('{"a":"' + "x" * 200 + '"}', id="too long"),
    ],
)
def test_what_is_not_one_plain_json_object_is_refused(text: str) -> None:
    with pytest.raises(ArgumentsInvalid):
        parse(text, LIMITS)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{}", {}),
        (' {"a": 1} ', {"a": 1}),
        ('{"n":12345678901234567890123}', {"n": 12345678901234567890123}),
        ('{"a":[[[1]]]}', {"a": [[[1]]]}),
        ('{"braces":"{[{[{[ \\" {["}', {"braces": '{[{[{[ " {['}),
        ('{"pair":"\\ud83d\\ude00"}', {"pair": "\U0001f600"}),
        ('{"a":1e3,"b":-0.5}', {"a": 1000.0, "b": -0.5}),
    ],
)
def test_a_plain_object_is_read_as_it_stands(text: str, value: object) -> None:
    assert parse(text, LIMITS) == value


def test_a_fault_is_reported_with_its_place_and_what_stands_there() -> None:
    with pytest.raises(ArgumentsInvalid) as caught:
        parse('{"title": "Dune", "year": 1965,, }', LIMITS)
    assert caught.value.position == 31
    assert "1965,," in caught.value.excerpt()


def test_a_deeply_nested_text_is_refused_before_any_parser_recurses_into_it() -> None:
    with pytest.raises(ArgumentsInvalid, match="deeper than 32"):
        parse('{"a":' + "[" * 40_000 + "]" * 40_000 + "}", Limits())


@given(st.dictionaries(st.text(), st.integers() | st.text() | st.booleans() | st.none(), max_size=5))
def test_every_object_that_json_writes_is_read_back(value: dict[str, object]) -> None:
    assert parse(json.dumps(value), Limits()) == value


@given(st.text())
def test_any_text_is_an_object_or_a_finding_and_nothing_else(text: str) -> None:
    with suppress(ArgumentsInvalid):
        parsed = parse(text, Limits())
        assert json.loads(text) == parsed
