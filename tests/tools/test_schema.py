from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from archivist.tools import (
    DefinitionError,
    Dispatcher,
    DuplicateTool,
    Effect,
    FunctionTool,
    Tool,
    ToolCall,
    ToolContext,
    ToolPolicy,
    ToolRegistry,
)
from archivist.tools.schema import Schema, compile_quick

scalars = (
    st.none() | st.booleans() | st.integers(-3, 30) | st.sampled_from([0.5, 1.0, 7.25]) | st.text("abü", max_size=4)
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
)
types = st.sampled_from(["object", "array", "string", "integer", "number", "boolean", "null"])


def schemas() -> st.SearchStrategy[dict[str, JsonValue]]:
    """Schemas of the keywords that the quick check knows, and a few that it does not."""
    leaf = st.fixed_dictionaries(
        {},
        optional={
            "type": types | st.lists(types, min_size=1, max_size=2, unique=True),
            "enum": st.lists(scalars, min_size=1, max_size=3, unique_by=repr),
            "const": scalars,
            "minimum": st.integers(-3, 10),
            "exclusiveMaximum": st.integers(0, 30),
            "minLength": st.integers(0, 3),
            "maxLength": st.integers(0, 3),
            "pattern": st.sampled_from(["^a", "b$", "ü"]),
            "minItems": st.integers(0, 2),
            "maxItems": st.integers(0, 2),
            "uniqueItems": st.booleans(),
            "title": st.just("t"),
        },
    )

    def nested(inner: st.SearchStrategy[dict[str, JsonValue]]) -> st.SearchStrategy[dict[str, JsonValue]]:
        return st.fixed_dictionaries(
            {},
            optional={
                "type": types,
                "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
                "required": st.lists(st.sampled_from("abc"), max_size=2, unique=True),
                "additionalProperties": st.booleans() | inner,
                "items": inner,
                "anyOf": st.lists(inner, min_size=1, max_size=2),
                "not": inner,
            },
        )

    return st.recursive(leaf, nested, max_leaves=6)


@settings(max_examples=300, deadline=None)
@given(schemas(), values)
def test_the_quick_check_never_says_yes_where_jsonschema_says_no(
    schema: dict[str, JsonValue], value: JsonValue
) -> None:
    quick = compile_quick(schema)
    if quick is not None and quick(value):
        assert Draft202012Validator(schema).is_valid(value)


@settings(max_examples=100, deadline=None)
@given(schemas(), values)
def test_a_schema_finds_problems_where_jsonschema_does(schema: dict[str, JsonValue], value: JsonValue) -> None:
    assert (Schema(schema).problems(value) == ()) is Draft202012Validator(schema).is_valid(value)


class BookInput(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    query: str | None = Field(None, min_length=3, max_length=200)
    subjects: list[str] = Field(default_factory=list, max_length=3)
    limit: int = Field(8, ge=1, le=20)


class BookSearch(Tool[BookInput, list[str]]):
    name = "web_search_books"
    description = "Books by words."
    Input = BookInput
    output = TypeAdapter(list[str])
    policy = ToolPolicy(effect=Effect.READ)

    async def execute(self, call: BookInput, context: ToolContext) -> list[str]:
        return [f"{call.query} {at}" for at in range(call.limit)] if context.attempt else []


def test_the_quick_check_covers_what_pydantic_writes_for_an_input() -> None:
    assert compile_quick(BookInput.model_json_schema()) is not None


@pytest.mark.parametrize(
    ("arguments", "rules"),
    [
        ({"query": "Dune"}, []),
        ({"query": None, "subjects": ["a", "b"], "limit": 20}, []),
        ({"limit": 50}, [("$.limit", "maximum")]),
        ({"limit": "8"}, [("$.limit", "type")]),
        ({"limit": True}, [("$.limit", "type")]),
        ({"subjects": ["a", 1]}, [("$.subjects[1]", "type")]),
        ({"query": "ab"}, [("$.query", "anyOf")]),
        ({"key": 1}, [("$", "additionalProperties")]),
    ],
)
def test_problems_name_the_place_and_the_rule(arguments: dict[str, JsonValue], rules: list[tuple[str, str]]) -> None:
    found = Schema(BookInput.model_json_schema()).problems(arguments)
    assert [(one.path, one.rule) for one in found] == rules


async def test_a_tool_class_reads_its_input_and_writes_its_output() -> None:
    call = ToolCall(id="a", name="web_search_books", arguments='{"query": "Dune", "limit": 2}')
    (outcome,) = (await Dispatcher(ToolRegistry(BookSearch())).dispatch([call])).outcomes
    assert (outcome.value, outcome.data, outcome.content) == (
        ["Dune 0", "Dune 1"],
        ["Dune 0", "Dune 1"],
        '["Dune 0","Dune 1"]',
    )


async def test_texts_may_pass_for_numbers_where_the_policy_says_so() -> None:
    class Lenient(BookSearch):
        policy = ToolPolicy(effect=Effect.READ, coerce=True)

    call = ToolCall(id="a", name="web_search_books", arguments='{"query": "Dune", "limit": "1"}')
    assert (await Dispatcher(ToolRegistry(Lenient())).dispatch([call])).outcomes[0].data == ["Dune 0"]
    assert (await Dispatcher(ToolRegistry(BookSearch())).dispatch([call])).outcomes[0].status == "failed"


async def test_a_rule_that_no_schema_can_say_is_checked_before_the_tool_runs() -> None:
    class Picky(BaseModel):
        low: int
        high: int

        def model_post_init(self, _context: object) -> None:
            if self.low > self.high:
                message = "low must not be above high"
                raise ValueError(message)

    class Range(Tool[Picky, str]):
        name = "range"
        Input = Picky
        output = TypeAdapter(str)

        async def execute(self, call: Picky, context: ToolContext) -> str:
            raise AssertionError((call, context))

    call = ToolCall(id="a", name="range", arguments='{"low": 2, "high": 1}')
    (outcome,) = (await Dispatcher(ToolRegistry(Range())).dispatch([call])).outcomes
    assert (outcome.status, outcome.code, outcome.attempts) == ("failed", "invalid_arguments", 0)
    assert "low must not be above high" in outcome.content


async def test_a_tool_that_returns_something_else_than_it_declares_has_failed() -> None:
    class Wrong(BookSearch):
        async def execute(self, call: BookInput, _: ToolContext) -> list[str]:
            return call.query  # type: ignore[return-value]  # that is the point

    call = ToolCall(id="a", name="web_search_books", arguments='{"query": "Dune"}')
    (outcome,) = (await Dispatcher(ToolRegistry(Wrong())).dispatch([call])).outcomes
    assert (outcome.status, outcome.code) == ("failed", "toolOutputContractViolation")


def test_a_registry_keeps_order_and_refuses_doubles_bad_names_and_bad_schemas() -> None:
    registry = ToolRegistry(BookSearch(), FunctionTool("a", lambda *_: ""))
    assert registry.names() == ("web_search_books", "a")
    assert [one.name for one in registry.definitions()] == ["web_search_books", "a"]
    held = registry.resolve("a")
    assert held is not None
    assert held.dag_iri == "urn:noocodec:tool:a"
    assert registry.resolve("A") is None
    with pytest.raises(DuplicateTool, match="'a'"):
        registry.register(FunctionTool("a", lambda *_: ""))
    for tool in (
        FunctionTool("", lambda *_: ""),
        FunctionTool("two words", lambda *_: ""),
        FunctionTool("b", lambda *_: "", schema={"type": "array"}),
        FunctionTool("b", lambda *_: "", schema={"type": "object", "properties": 5}),
    ):
        with pytest.raises(DefinitionError):
            registry.register(tool)


def test_a_definition_is_what_a_models_interface_takes() -> None:
    (definition,) = ToolRegistry(BookSearch()).definitions()
    assert definition.to_json() == {
        "name": "web_search_books",
        "description": "Books by words.",
        "parameters": BookInput.model_json_schema(),
    }
    assert definition.output_schema == {"items": {"type": "string"}, "type": "array"}


def test_a_tool_dag_has_the_names_and_ends_of_the_original() -> None:
    """IRIs, version and placements as the original's tool DAGs have them."""
    (dag,) = ToolRegistry(BookSearch()).bundle().dags
    iri = "urn:noocodec:tool:web_search_books"
    assert (dag.id, dag.version, dag.name) == (iri, "1", iri)
    assert [one.id for one in dag.nodes] == [f"{iri}/node/{name}" for name in ("invoke", "end", "end-fail")]
    assert dag.nodes[0].node == "urn:noocodec:tool-node:web_search_books"
    assert dag.nodes[0].outputs == {"done": f"{iri}/node/end", "error": f"{iri}/node/end-fail"}


def test_a_reference_out_of_the_schema_is_never_fetched() -> None:
    schema = Schema({"type": "object", "properties": {"a": {"$ref": "https://example.org/schema.json"}}})
    (found,) = schema.problems({"a": 1})
    assert (found.rule, found.text) == ("schema", "could not be checked: Unresolvable: https://example.org/schema.json")


def test_jsonschema_is_loaded_by_the_first_wrong_call_and_not_by_a_right_one() -> None:
    code = """
import asyncio, sys
from pydantic import BaseModel, TypeAdapter
from archivist.tools import Dispatcher, Tool, ToolCall, ToolRegistry
class In(BaseModel):
    n: int = 1
class T(Tool[In, str]):
    name, Input, output = "t", In, TypeAdapter(str)
    async def execute(self, call, context): return "ok"
d = Dispatcher(ToolRegistry(T()))
async def both():
    await d.dispatch([ToolCall(id="1", name="t", arguments='{"n": 2}')])
    first = "jsonschema" in sys.modules
    await d.dispatch([ToolCall(id="1", name="t", arguments='{"n": "x"}')])
    return first, "jsonschema" in sys.modules
print(asyncio.run(both()))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own code
    assert done.stdout.strip() == "(False, True)"


async def test_c5_x18_a_name_is_read_when_a_tool_is_registered_and_never_when_calls_look_for_it() -> None:
    class Named(FunctionTool):
        broken = False

        @property
        def name(self) -> str:  # type: ignore[override]  # that is the point
            if self.broken:
                msg = 'name "lookup" failed'
                raise LookupError(msg)
            return "odd"

        @name.setter
        def name(self, _: str) -> None:
            """Takes none."""

    tool = Named("odd", lambda *_: "ok", policy=ToolPolicy(effect=Effect.READ))
    dispatcher = Dispatcher(ToolRegistry(tool))
    tool.broken = True
    calls = [ToolCall(id=name, name=name) for name in ("odd", "other")]
    assert [one.status for one in (await dispatcher.dispatch(calls)).outcomes] == ["succeeded", "rejected"]
