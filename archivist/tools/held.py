"""A registered tool as everybody else holds it."""

from __future__ import annotations

from dataclasses import dataclass

from archivist.tools.errors import DefinitionError
from archivist.tools.schema import Schema
from archivist.tools.tool import AnyTool, Tool, ToolDefinition


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Registered:
    """A tool with its definition, read once, its compiled schema and the IRI of its DAG."""

    tool: AnyTool
    definition: ToolDefinition
    schema: Schema
    dag_iri: str


def tool_iri(name: str) -> str:
    """The IRI of the DAG that runs the tool."""
    return f"urn:noocodec:tool:{name}"


def held_from(tool: AnyTool) -> Registered:
    """The tool made ready.

    Raises:
        DefinitionError: its input schema is none, or describes something else than an object.
    """
    document = tool.input_schema()
    if document.get("type", "object") != "object":
        message = f"tool {tool.name!r}: the input schema must describe an object, not {document['type']!r}"
        raise DefinitionError(message)
    definition = ToolDefinition(
        name=tool.name,
        description=tool.description,
        input_schema=document,
        output_schema=tool.output_schema(),
    )
    # A schema that pydantic wrote is one; only documents from elsewhere are checked, which loads jsonschema.
    schema = Schema(document, trusted=isinstance(tool, Tool))
    return Registered(tool=tool, definition=definition, schema=schema, dag_iri=tool_iri(tool.name))
