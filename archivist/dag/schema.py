"""The JSON Schema of DAG documents, made from the models that load them."""

from pathlib import Path
from typing import Final, cast

from pydantic import JsonValue

from archivist.dag.documents import Dag

__all__ = ["SCHEMA_FILE", "document_schema"]

SCHEMA_FILE: Final = Path(__file__).with_name("dag.schema.json")
"""The published schema; a test keeps it current."""


def document_schema() -> dict[str, JsonValue]:
    """JSON Schema 2020-12 of a document; what it takes, `archivist.dag.load` takes, and the other way round."""
    head: dict[str, JsonValue] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://noocodec.dev/schemas/dagonizer/DAG",
    }
    return head | cast("dict[str, JsonValue]", _without_null(Dag.model_json_schema(by_alias=True)))


def _without_null(schema: JsonValue) -> JsonValue:
    """The schema with optional keys that may be left out, but not be null, as the loader has it."""
    if isinstance(schema, list):
        return [_without_null(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _without_null(one) for key, one in schema.items() if (key, one) != ("default", None)}
    choices = kept.get("anyOf")
    if isinstance(choices, list) and {"type": "null"} in choices:
        del kept["anyOf"]
        rest = [one for one in choices if one != {"type": "null"}]
        kept |= rest[0] if len(rest) == 1 and isinstance(rest[0], dict) else {"anyOf": rest}
    return kept
