"""Arguments against the schema that the model was shown.

`jsonschema` has the last word, and it alone says what is wrong. Before it is asked, a predicate made of the common
keywords says yes to what is certainly right. It never says yes where `jsonschema` would say no (a property test
compares them), so a right call costs microseconds and the library is loaded only when a call is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

from pydantic import JsonValue

from archivist.tools.errors import DefinitionError
from archivist.tools.text import public, public_error

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

Accepts = Callable[[object], bool]

PROBLEMS_SHOWN = 8
"""Findings in one answer; a model mends a handful at a time."""

_RULE_LIMIT = 500
_TEXT_LIMIT = 300
_PATH_LIMIT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong with a call: where (`$.limit`), which rule, what was expected, in words."""

    path: str
    rule: str
    expected: JsonValue
    text: str

    def told(self, secrets: Collection[str] = ()) -> Problem:
        """The finding as it may be told, without what the values in it give away; secrets go before anything is cut."""
        path, text = public(self.path, secrets, _PATH_LIMIT), public(self.text, secrets, _TEXT_LIMIT)
        return Problem(path=path, rule=self.rule, expected=self.expected, text=text)

    def to_json(self) -> dict[str, JsonValue]:
        """The finding as JSON, for the model."""
        return {"path": self.path, "rule": self.rule, "expected": self.expected, "text": self.text}


class Schema:
    """A JSON Schema (2020-12) made ready for checking. References leave the document nowhere: nothing is fetched.

    Raises:
        DefinitionError: the document is no schema.
    """

    def __init__(self, document: Mapping[str, JsonValue], *, trusted: bool = False) -> None:
        self.document = document
        self._accepts = compile_quick(dict(document))
        if not trusted:
            self._check()

    def problems(self, value: JsonValue) -> tuple[Problem, ...]:
        """What is wrong with `value`, outermost first; empty when nothing is."""
        if self._accepts is not None and self._accepts(value):
            return ()
        try:
            errors = list(self._validator.iter_errors(value))
        except Exception as error:  # noqa: BLE001 - a number too large for a rule, a reference to nowhere: it may not run
            said = f"could not be checked: {public_error(error)}"
            return (Problem(path="$", rule="schema", expected=None, text=said),)
        found = sorted(errors, key=lambda error: (len(error.absolute_path), error.message))
        return tuple(_problem(error) for error in found[:PROBLEMS_SHOWN])

    def _check(self) -> None:
        from jsonschema.exceptions import SchemaError  # noqa: PLC0415 - a tenth of a second that only schema errors need

        try:
            self._validator.check_schema(self.document)
        except SchemaError as error:
            msg = f"not a JSON Schema: {error.message}"
            raise DefinitionError(msg) from None

    @cached_property
    def _validator(self) -> Draft202012Validator:
        from jsonschema import Draft202012Validator  # noqa: PLC0415 - loaded by the first wrong call, not at start
        from referencing import Registry  # noqa: PLC0415 - likewise

        return Draft202012Validator(self.document, registry=Registry())


def _problem(error: ValidationError) -> Problem:
    where = "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
    return Problem(
        path=where,
        rule=str(error.validator),
        expected=_brief(error.validator_value),
        text=error.message,
    )


def _brief(rule: object) -> JsonValue:
    """The rule's value where it is short: a schema may list thousands of values, and the model needs only the rule."""
    return cast("JsonValue", rule) if len(str(rule)) <= _RULE_LIMIT else None


_ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "deprecated", "format", "$defs", "$schema", "$comment"}
)
_TYPES: dict[str, Accepts] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
}


def compile_quick(schema: JsonValue) -> Accepts | None:
    """A predicate whose yes can be trusted; None where a keyword is not of the common ones."""
    if schema is True or schema == {}:
        return _anything
    if not isinstance(schema, dict):
        return None
    parts: list[Accepts] = []
    for keyword, rule in schema.items():
        if keyword in _ANNOTATIONS:
            continue
        part = _part(keyword, rule, schema)
        if part is None:
            return None
        parts.append(part)
    return _all(parts)


def _anything(_: object) -> bool:
    return True


def _all(parts: list[Accepts]) -> Accepts:
    """The parts as one; one or two, as most rules have, are spelled out: every call passes here."""
    match [part for part in parts if part is not _anything]:
        case []:
            return _anything
        case [only]:
            return only
        case [first, second]:
            return lambda value: first(value) and second(value)
        case several:
            return lambda value: all([part(value) for part in several])  # noqa: C419 - quicker than a generator


def _part(keyword: str, rule: JsonValue, schema: Mapping[str, JsonValue]) -> Accepts | None:
    if keyword == "type":
        return _type(rule)
    if keyword in {"properties", "required", "additionalProperties"}:
        return _object(schema) if keyword == _first_of_object(schema) else _anything
    if keyword == "items":
        return _items(rule)
    if keyword == "anyOf" and isinstance(rule, list):
        return _any_of(rule)
    if keyword in {"enum", "const"}:
        return _enum(rule if keyword == "enum" else [rule])
    return _bound(keyword, rule)


def _first_of_object(schema: Mapping[str, JsonValue]) -> str:
    return next(keyword for keyword in schema if keyword in {"properties", "required", "additionalProperties"})


def _type(rule: JsonValue) -> Accepts | None:
    if isinstance(rule, str):
        return _TYPES.get(rule)
    if not isinstance(rule, list):
        return None
    parts = [_TYPES[name] for name in rule if isinstance(name, str) and name in _TYPES]
    return (lambda value: any(part(value) for part in parts)) if len(parts) == len(rule) else None


def _object(schema: Mapping[str, JsonValue]) -> Accepts | None:
    properties, extra = schema.get("properties", {}), schema.get("additionalProperties", True)
    required = schema.get("required", [])
    if not isinstance(properties, dict) or not isinstance(required, list) or not isinstance(extra, bool):
        return None
    parts = {name: compile_quick(rule) for name, rule in properties.items()}
    known = {name: part for name, part in parts.items() if part is not None}
    if len(known) != len(parts):
        return None
    needed = [name for name in required if isinstance(name, str)]
    return lambda value: _object_fits(value, known, needed, extra)


def _object_fits(value: object, known: Mapping[str, Accepts], needed: Iterable[str], extra: bool) -> bool:  # noqa: FBT001
    if not isinstance(value, dict):
        return False
    for name, item in value.items():
        part = known.get(name)
        if part is None:
            if not extra:
                return False
        elif not part(item):
            return False
    for name in needed:  # noqa: SIM110 - a generator for a word or two costs more than they do
        if name not in value:
            return False
    return True


def _items(rule: JsonValue) -> Accepts | None:
    part = compile_quick(rule)
    return None if part is None else lambda value: isinstance(value, list) and all(part(item) for item in value)


def _any_of(rules: list[JsonValue]) -> Accepts | None:
    parts = [part for part in (compile_quick(rule) for rule in rules) if part is not None]
    # A branch that could not be compiled is left out: fewer branches can only say no more often.
    return (lambda value: any(part(value) for part in parts)) if parts else None


def _enum(rule: JsonValue) -> Accepts | None:
    if not isinstance(rule, list) or not all(isinstance(item, str) for item in rule):
        return None  # 1, 1.0 and true are equal in Python and not in JSON Schema
    words = frozenset(item for item in rule if isinstance(item, str))
    return lambda value: isinstance(value, str) and value in words


def _bound(keyword: str, rule: JsonValue) -> Accepts | None:
    if keyword == "pattern" and isinstance(rule, str):
        find = re.compile(rule).search
        return lambda value: isinstance(value, str) and find(value) is not None
    if isinstance(rule, bool) or not isinstance(rule, (int, float)):
        return None
    return _SIZES[keyword](rule) if keyword in _SIZES else None


def _number(value: object) -> float | None:
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _compare(holds: Callable[[float, float], bool]) -> Callable[[float], Accepts]:
    return lambda limit: lambda value: (number := _number(value)) is not None and holds(number, limit)


def _length(kind: type[str | list[JsonValue]], holds: Callable[[float, float], bool]) -> Callable[[float], Accepts]:
    return lambda limit: lambda value: isinstance(value, kind) and holds(len(value), limit)


_SIZES: dict[str, Callable[[float], Accepts]] = {
    "minimum": _compare(lambda number, limit: number >= limit),
    "maximum": _compare(lambda number, limit: number <= limit),
    "exclusiveMinimum": _compare(lambda number, limit: number > limit),
    "exclusiveMaximum": _compare(lambda number, limit: number < limit),
    "minLength": _length(str, lambda length, limit: length >= limit),
    "maxLength": _length(str, lambda length, limit: length <= limit),
    "minItems": _length(list, lambda length, limit: length >= limit),
    "maxItems": _length(list, lambda length, limit: length <= limit),
}
