"""A tool: what a model may call, as a definition it is shown and a class that does it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import CoroutineType
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from pydantic import BaseModel, JsonValue, TypeAdapter, ValidationError

from archivist.tools.policy import ToolPolicy
from archivist.tools.strict import copied, copied_object

if TYPE_CHECKING:
    from archivist.dag import Clock
    from archivist.tools.cancel import Cancellation
    from archivist.tools.gate import Answer

InputT = TypeVar("InputT")
OutputT = TypeVar("OutputT")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDefinition:
    """What a model is told of a tool. Schemas are JSON Schema 2020-12."""

    name: str
    description: str
    input_schema: Mapping[str, JsonValue]
    output_schema: Mapping[str, JsonValue]

    def to_json(self) -> dict[str, JsonValue]:
        """The definition as a chat model's interface takes it."""
        return {"name": self.name, "description": self.description, "parameters": dict(self.input_schema)}


@dataclass(slots=True, kw_only=True)
class ToolContext:
    """What one execution may know of its surroundings: made for it, and for nobody else.

    So nothing is lost by its not being frozen, which would cost every call more than a microsecond.

    Args:
        call_id: the model's name for the call, for correlation only.
        deadline: when the attempt ends, in the clock's monotonic seconds; None when nothing bounds it.
        clock: the clock to read and to wait with.
        attempt: 1 for the first.
        idempotency_key: the same for every attempt and every resume of this call, for services that accept one.
        answer: what a person said when the tool had asked (`ToolInterrupt`); None on a first run.
        cancellation: the run's, for a tool that wants to hear of it at once; None when nobody can cancel.
        emit: where `progress` goes.
    """

    call_id: str
    deadline: float | None
    clock: Clock
    attempt: int
    idempotency_key: str
    answer: Answer | None = None
    cancellation: Cancellation | None = None
    emit: Callable[..., object] | None = None

    def progress(self, text: str, **detail: JsonValue) -> None:
        """Tells whoever watches the run how far this call is, as a `tool-progress` event."""
        if self.emit is not None:
            self.emit("tool-progress", call=self.call_id, attempt=self.attempt, text=text, **detail)

    @property
    def cancelled(self) -> bool:
        """Whether the run was cancelled; a tool that waits in steps should stop at the next one."""
        return self.cancellation is not None and self.cancellation.cancelled


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReturn:
    """A result with a text of its own for the model, and facts that the model need not see."""

    value: object
    text: str
    artifacts: Mapping[str, str] = field(default_factory=dict)


Execution = Callable[[ToolContext], Awaitable[object]]


class AnyTool(ABC):
    """A tool without the types of its input and output: what a registry holds and a dispatcher runs."""

    name: str
    description: str = ""
    policy: ToolPolicy = ToolPolicy()

    @property
    def executable(self) -> str:
        """What really runs, for kept evidence: another class or function is another executable."""
        return f"{type(self).__module__}.{type(self).__qualname__}"

    @abstractmethod
    def input_schema(self) -> dict[str, JsonValue]:
        """The JSON Schema of the arguments."""

    @abstractmethod
    def output_schema(self) -> dict[str, JsonValue]:
        """The JSON Schema of the result."""

    @abstractmethod
    def prepare(self, arguments: Mapping[str, JsonValue]) -> Execution:
        """One call, read and ready to run; each attempt runs it once.

        Raises:
            pydantic.ValidationError: a rule that the schema cannot say does not hold.
        """

    def coerce(self, arguments: Mapping[str, JsonValue]) -> dict[str, JsonValue] | None:  # noqa: ARG002 - a hook
        """The arguments with texts read as what they should be (`"8"` as 8), or None where that is not known."""
        return None

    @abstractmethod
    def dump(self, value: object) -> JsonValue:
        """The result as JSON.

        Raises:
            ValueError: the tool returned something else than it declares.
        """


@lru_cache(maxsize=256)
def _schema_of(output: TypeAdapter[object]) -> dict[str, JsonValue]:
    """Written once: an output as large as a catalogue record takes pydantic thirty milliseconds."""
    return output.json_schema(mode="serialization")


@lru_cache(maxsize=256)
def _schema_of_input(model: type[BaseModel]) -> dict[str, JsonValue]:
    """Written once for all sessions."""
    return model.model_json_schema()


class Tool(AnyTool, Generic[InputT, OutputT]):
    """One thing a model may call; subclass it, set the class attributes, write `execute`.

    `Input` is the model whose JSON Schema is shown and by which the arguments are read; `output` says how a result
    becomes JSON and back. The constructor takes what the tool needs, such as the HTTP client.
    """

    Input: type[BaseModel]
    output: TypeAdapter[OutputT]

    @abstractmethod
    async def execute(self, call: InputT, context: ToolContext) -> OutputT:
        """Does it once.

        Raises:
            ToolFailure: it did not work out, with what the model and the visitor may know.
            ToolInterrupt: a person must answer first.
        """

    def input_schema(self) -> dict[str, JsonValue]:
        """The schema of `Input`."""
        return cast("dict[str, JsonValue]", copied(_schema_of_input(self.Input)))

    def output_schema(self) -> dict[str, JsonValue]:
        """The schema of `output`."""
        return cast("dict[str, JsonValue]", copied(_schema_of(self.output)))

    def prepare(self, arguments: Mapping[str, JsonValue]) -> Execution:
        """`execute` with the arguments read by `Input`, anew for each attempt: a tool may change what it was given."""

        def read() -> InputT:
            return cast("InputT", self.Input.model_validate(copied_object(arguments)))

        first = read()
        return lambda context: self.execute(first if context.attempt == 1 else read(), context)

    def coerce(self, arguments: Mapping[str, JsonValue]) -> dict[str, JsonValue] | None:
        """The arguments as `Input` reads them leniently; None where it does not."""
        try:
            read = self.Input.model_validate(arguments)
        except ValidationError:
            return None
        return read.model_dump(mode="json", exclude_unset=True, by_alias=True)

    def dump(self, value: object) -> JsonValue:
        """The result by `output`."""
        made: JsonValue = self.output.dump_python(cast("OutputT", value), mode="json", warnings="error")
        return made


Function = Callable[[dict[str, JsonValue], ToolContext], object]


class FunctionTool(AnyTool):
    """A tool from a function and a schema, where no model class exists: a remote tool, an example, a test.

    The function may be plain or a coroutine function, and returns text, JSON, bytes or a `ToolReturn`.
    """

    def __init__(
        self,
        name: str,
        function: Function,
        *,
        description: str = "",
        schema: Mapping[str, JsonValue] | None = None,
        policy: ToolPolicy | None = None,
    ) -> None:
        self.name = name
        self.description = description
        self.policy = policy or ToolPolicy()
        self._function = function
        self._schema: dict[str, JsonValue] = dict(schema or {"type": "object"})

    def input_schema(self) -> dict[str, JsonValue]:
        """The schema as given."""
        return self._schema

    def output_schema(self) -> dict[str, JsonValue]:
        """Anything."""
        return {}

    def prepare(self, arguments: Mapping[str, JsonValue]) -> Execution:
        """The function with a copy of its own, so that changing it changes nobody else's."""

        async def run(context: ToolContext) -> object:
            result = self._function(copied_object(arguments), context)
            return await result if isinstance(result, (CoroutineType, Awaitable)) else result

        return run

    def dump(self, value: object) -> JsonValue:
        """The result, when it is JSON."""
        if isinstance(value, str):
            return value
        return _JSON.validate_python(value)


_JSON: TypeAdapter[JsonValue] = TypeAdapter(JsonValue)
