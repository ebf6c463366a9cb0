"""JSON Schema as Gemini takes it: a part of OpenAPI's, without references, `additionalProperties` or lists of types."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

_KEPT = ("description", "enum", "required", "minItems", "maxItems", "minimum", "maximum", "format")
_FORMATS = frozenset({"date-time", "enum"})
_DEEPEST = 16


def gemini_schema(schema: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The schema in Gemini's words; what it cannot say is left out, and checked when the answer is here."""
    defined = schema.get("$defs")
    return _node(schema, defined if isinstance(defined, dict) else {}, 0)


def _node(schema: Mapping[str, JsonValue], defined: Mapping[str, JsonValue], depth: int) -> dict[str, JsonValue]:
    node = _resolved(schema, defined)
    made = {key: node[key] for key in _KEPT if key in node and (key != "format" or node[key] in _FORMATS)}
    if "const" in node:
        made["enum"] = [node["const"]]
    if depth >= _DEEPEST:
        return {"type": "STRING"}
    choices = [one for key in ("anyOf", "oneOf") for one in _objects(node.get(key))]
    kinds = node.get("type")
    names = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else []
    if "null" in names or any(one.get("type") == "null" for one in choices):
        made["nullable"] = True
    real = [one for one in choices if one.get("type") != "null"]
    if len(real) == 1:
        return _node(real[0], defined, depth + 1) | made
    if real:
        return made | {"anyOf": [_node(one, defined, depth + 1) for one in real]}
    kind = next(
        (one for one in names if isinstance(one, str) and one != "null"), "object" if "properties" in node else "string"
    )
    made["type"] = kind.upper()
    return made | _inside(node, defined, depth)


def _inside(node: Mapping[str, JsonValue], defined: Mapping[str, JsonValue], depth: int) -> dict[str, JsonValue]:
    made: dict[str, JsonValue] = {}
    properties, items = node.get("properties"), node.get("items")
    if isinstance(properties, dict):
        made["properties"] = {
            name: _node(one, defined, depth + 1) for name, one in properties.items() if isinstance(one, dict)
        }
    if isinstance(items, dict):
        made["items"] = _node(items, defined, depth + 1)
    return made


def _resolved(schema: Mapping[str, JsonValue], defined: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    reference = schema.get("$ref")
    if not isinstance(reference, str):
        return schema
    target = defined.get(reference.rpartition("/")[2])
    return {**target, **schema} if isinstance(target, dict) else schema


def _objects(value: JsonValue) -> list[Mapping[str, JsonValue]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
