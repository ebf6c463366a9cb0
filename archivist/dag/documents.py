"""DAG documents: what a graph is, as JSON-LD that other implementations load too.

Keys, defaults and limits are those of the vocabulary ``https://noocodec.dev/ontology/dag/``. A model remembers which
keys a document gave, so `dump` writes back what `load` read: ``load(dump(d)) == d``. Documents are checked here once; a
registry checks what only several documents and nodes together can tell.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StrictBool,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from archivist.dag.errors import DocumentError
from archivist.dag.iri import expand
from archivist.dag.patch import pointer

__all__ = [
    "Adaptive",
    "Body",
    "Dag",
    "DagReference",
    "EmbeddedDagNode",
    "Execution",
    "GatherConfig",
    "GatherNode",
    "GatherPolicy",
    "GatherResult",
    "GatherSource",
    "ItemExecution",
    "PhaseNode",
    "Placement",
    "Reservoir",
    "ReservoirExecution",
    "Retry",
    "ScatterNode",
    "SingleNode",
    "StateMapping",
    "TerminalNode",
    "Throttle",
    "document_json",
    "dump",
    "load",
]


def _number(value: object) -> object:
    """As JSON Schema sees numbers: ``1.0`` is a whole one, and neither true nor a text is one."""
    if isinstance(value, bool | str):
        msg = f"a number is needed, not {value!r}"
        raise ValueError(msg)  # noqa: TRY004 - what pydantic turns into its own error
    return int(value) if isinstance(value, float) and value.is_integer() else value


Text = Annotated[str, StringConstraints(min_length=1)]
Count = Annotated[int, Field(ge=1), BeforeValidator(_number)]
Amount = Annotated[float, Field(ge=0), BeforeValidator(_number)]
Routes = dict[Text, Text]


_DOCUMENT: Final = object()  # the context of what is read; in Python, None says that something is left out


class _Part(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, validate_by_alias=True, validate_by_name=True, defer_build=True
    )

    @field_validator("*", mode="after")
    @classmethod
    def _left_out_or_given(cls, value: object, info: ValidationInfo) -> object:
        if value is None and info.context is _DOCUMENT:
            msg = "may be left out, but not be null"
            raise ValueError(msg)
        return value

    def given(self) -> dict[str, JsonValue]:
        """The part as JSON, with the keys that were given and no others."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class DagReference(_Part):
    """A DAG chosen while running, from a field of the state or of the scatter's item, among declared candidates."""

    type: Literal["DagReference"] = Field("DagReference", alias="@type")
    from_: Literal["state", "item"] = Field(alias="from")
    path: Text
    candidates: tuple[Text, ...] = Field(min_length=1, json_schema_extra={"uniqueItems": True})

    def model_post_init(self, _: object, /) -> None:
        """A reference made in Python is written with its type, as the vocabulary demands."""
        self.__pydantic_fields_set__.add("type")

    @model_validator(mode="after")
    def _candidates_differ(self) -> "DagReference":
        if len(set(self.candidates)) < len(self.candidates):
            msg = f"candidates must differ from each other: {list(self.candidates)}"
            raise ValueError(msg)
        return self


class Retry(_Part):
    """How a placement tries again after its node raised. Milliseconds."""

    max_attempts: Count | None = Field(None, alias="maxAttempts")
    strategy: Literal["constant", "linear", "exponential", "decorrelated-jitter"] | None = None
    base_delay: Amount | None = Field(None, alias="baseDelay")
    max_delay: Amount | None = Field(None, alias="maxDelay")
    multiplier: Annotated[float, Field(gt=0), BeforeValidator(_number)] | None = None
    jitter_factor: Amount | None = Field(None, alias="jitterFactor")
    on: tuple[Text, ...] | None = None
    retry_on: tuple[Text, ...] | None = Field(None, alias="retryOn")
    abort_on: tuple[Text, ...] | None = Field(None, alias="abortOn")


class StateMapping(_Part):
    """What crosses between parent and child: ``input`` child ← parent path, ``output`` parent ← child path."""

    input: dict[Text, Text] | None = None
    output: dict[Text, Text] | None = None


class GatherResult(_Part):
    """Which field of the child is its result for a later gather."""

    result_field: Text | None = Field(None, alias="resultField")


class Adaptive(_Part):
    """Halves the throttle after a failed item and widens it by one after a good one."""

    enabled: StrictBool
    min_limit: Count | None = Field(None, alias="minLimit")


class Throttle(_Part):
    """A second gate: no more than so many items work at a time, whatever the concurrency."""

    concurrency_limit: Count = Field(alias="concurrencyLimit")
    adaptive: Adaptive | None = None


class ItemExecution(_Part):
    """Items one by one, ``concurrency`` at a time."""

    mode: Literal["item"]
    concurrency: Count | None = None
    throttle: Throttle | None = None


class Reservoir(_Part):
    """Buckets by a field of the item, released when full, when idle, or when the source ends."""

    key_field: Text = Field(alias="keyField")
    capacity: Count
    idle_ms: Annotated[float, Field(ge=1), BeforeValidator(_number)] | None = Field(None, alias="idleMs")


class ReservoirExecution(_Part):
    """Items in batches of one key; ``concurrency`` counts batches."""

    mode: Literal["reservoir"]
    concurrency: Count | None = None
    reservoir: Reservoir


Execution = Annotated[ItemExecution | ReservoirExecution, Field(discriminator="mode")]


class Body(_Part):
    """What a scatter runs for each item: a node, or a DAG."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": ["node"]}, {"required": ["dag"]}]})
    node: Text | None = None
    dag: Text | DagReference | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> "Body":
        if (self.node is None) == (self.dag is None):
            msg = "a scatter body is exactly one of 'node' and 'dag'"
            raise ValueError(msg)
        return self


class GatherSource(_Part):
    """One source of a gather, and the field of its state that is its result."""

    result_field: Text | None = Field(None, alias="resultField")


class GatherPolicy(_Part):
    """When a gather fires, and whether records that failed are kept."""

    mode: Literal["all", "any", "quorum"] | None = None
    quorum: Count | None = None
    include_errors: StrictBool | None = Field(None, alias="includeErrors")


_NEEDS: Mapping[str, str] = {
    "append": "target",
    "collect": "target",
    "partition": "partitions",
    "map": "mapping",
    "custom": "custom_node",
}
_CONDITIONS: list[JsonValue] = [
    {
        "if": {"properties": {"strategy": {"const": strategy}}, "required": ["strategy"]},
        "then": {"required": [{"custom_node": "customNode"}.get(field, field)]},
    }
    for strategy, field in _NEEDS.items()
]


class GatherConfig(_Part):
    """How records become state: a strategy by name, and what it needs."""

    model_config = ConfigDict(json_schema_extra={"allOf": _CONDITIONS})
    strategy: Text
    target: Text | None = None
    field: Text | None = None
    partitions: dict[Text, Text] | None = None
    mapping: dict[Text, Text] | None = None
    custom_node: Text | None = Field(None, alias="customNode")
    result_field: Text | None = Field(None, alias="resultField")

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> "GatherConfig":
        needed = _NEEDS.get(self.strategy)
        if needed is not None and getattr(self, needed) is None:
            msg = f"gather strategy {self.strategy!r} needs {type(self).model_fields[needed].alias or needed!r}"
            raise ValueError(msg)
        return self


class _Placed(_Part):
    id: Text = Field(alias="@id")
    type: str = Field(alias="@type")
    name: Text


class SingleNode(_Placed):
    """One node and where its outputs lead."""

    type: Literal["SingleNode"] = Field(alias="@type")
    node: Text
    outputs: Routes
    retry: Retry | None = None


class ScatterNode(_Placed):
    """A body run for each item of a source, some at a time; a reducer names the output."""

    type: Literal["ScatterNode"] = Field(alias="@type")
    source: Text
    body: Body
    outputs: Routes
    item_key: Text | None = Field(None, alias="itemKey")
    reducer: Text | None = None
    state_mapping: StateMapping | None = Field(None, alias="stateMapping")
    execution: Execution | None = None
    container: Text | None = None


class EmbeddedDagNode(_Placed):
    """Another DAG run as one step; ``success`` or ``error`` follows from its terminal."""

    type: Literal["EmbeddedDAGNode"] = Field(alias="@type")
    outputs: Routes
    dag: Text | DagReference | None = None
    state_mapping: StateMapping | None = Field(None, alias="stateMapping")
    gather_result: GatherResult | None = Field(None, alias="gatherResult")
    container: Text | None = None


class GatherNode(_Placed):
    """Where records of one or several sources come together."""

    type: Literal["GatherNode"] = Field(alias="@type")
    sources: dict[Text, GatherSource] = Field(min_length=1)
    gather: GatherConfig
    outputs: Routes
    policy: GatherPolicy | None = None


class TerminalNode(_Placed):
    """An end of the flow and what it means."""

    type: Literal["TerminalNode"] = Field(alias="@type")
    outcome: Literal["completed", "failed"]


class PhaseNode(_Placed):
    """A node run before the entrypoint or after the last step."""

    type: Literal["PhaseNode"] = Field(alias="@type")
    node: Text
    phase: Literal["pre", "post"]


Placement = Annotated[
    SingleNode | ScatterNode | EmbeddedDagNode | GatherNode | TerminalNode | PhaseNode, Field(discriminator="type")
]


class Dag(_Part):
    """A whole graph: placements, the routes between them and the entrypoints."""

    context: dict[str, JsonValue] = Field(alias="@context")
    id: Text = Field(alias="@id")
    type: Literal["DAG"] = Field(alias="@type")
    name: Text
    version: Text
    entrypoints: dict[Text, Text] = Field(min_length=1)
    nodes: tuple[Placement, ...] = Field(min_length=1)

    def expand(self, value: str) -> str:
        """The absolute IRI a value of this document stands for."""
        return expand(value, self.context)

    def told(self, problem: str, placement: _Placed | None = None, *path: str) -> str:
        """A problem with the JSON Pointer to what is wrong: a path inside a placement, or inside the document."""
        where = () if placement is None else ("nodes", next(n for n, one in enumerate(self.nodes) if one is placement))
        return f"{pointer(*where, *path)}: {problem}"


def load(source: str | bytes | Mapping[str, object]) -> Dag:
    """Reads a document from JSON text or from what a JSON parser made of it.

    Raises:
        DocumentError: no JSON, or not this document; every problem is listed with its JSON pointer.
    """
    try:
        if isinstance(source, str | bytes):
            return Dag.model_validate_json(source, strict=True, context=_DOCUMENT, by_alias=True, by_name=False)
        return Dag.model_validate(dict(source), context=_DOCUMENT, by_alias=True, by_name=False)
    except ValidationError as error:
        problems = [f"{_where(one['loc'], source) or '/'}: {one['msg']}" for one in error.errors(include_url=False)]
        msg = "\n".join(["this is no DAG document:", *(f"- {problem}" for problem in problems)])
        raise DocumentError(msg, context={"problems": problems}) from error


def _where(location: tuple[int | str, ...], source: str | bytes | Mapping[str, object]) -> str:
    """The JSON Pointer to a validator's location, which also names the kind it took a part for."""
    if not location:
        return ""
    here: object = json.loads(source) if isinstance(source, str | bytes) else source
    parts: list[int | str] = []
    for position, part in enumerate(location, 1):
        if part in here if isinstance(here, Mapping) else isinstance(here, Sequence) and isinstance(part, int):
            here = cast("Mapping[object, object]", here)[part]
        elif position < len(location) or not isinstance(here, Mapping) or part == "[key]":
            continue  # what is left is the kind, or the last part names what is missing
        parts.append(part)
    return pointer(*parts)


def document_json(dag: Dag) -> dict[str, JsonValue]:
    """The document as JSON values: the keys it was given, in the vocabulary's order."""
    return dag.given()


def dump(dag: Dag) -> str:
    """The document as JSON text, indented by two; `load` reads it back to an equal DAG."""
    return json.dumps(document_json(dag), indent=2, ensure_ascii=False)
