"""The JSON Schema of DAG documents, made from the models that load them."""

from pathlib import Path
from typing import Final

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
    return head | Dag.model_json_schema(by_alias=True)
