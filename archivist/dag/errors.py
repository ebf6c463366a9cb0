"""What can go wrong with a graph, by when it goes wrong.

DagError                      base; carries ``code``, ``context`` and ``retryable``
├── DefinitionError           a name, an IRI, a route or a reference is wrong before anything is registered
│   └── RegistrationError     a registry refuses nodes, DAGs or a bundle; ``problems`` lists the whole layer
├── DocumentError             text or JSON is not a DAG document or not a checkpoint
├── UnknownDagError           a run asks for an IRI that is not registered
├── CheckpointError           a checkpoint does not fit the registry, the state or the stores it is resumed with
├── RunError                  a run cannot go on
│   ├── NodeFailedError       a node raised, after its retries; the cause is chained
│   ├── NodeTimeoutError      a node took longer than its own ``timeout``
│   ├── UnroutedOutputError   an output has no route; names the placement and the routes there are
│   ├── ScatterError          a scatter's source, body or reducer cannot be used
│   ├── GatherError           a gather's strategy failed, or it waits for a source that can no longer arrive
│   └── FlowFailedError       a terminal with outcome ``failed`` was reached
└── StoreError                a checkpointed store's snapshot has another type or version

Codes are the words other implementations of these documents use, so that filters of a retry policy can name them.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

__all__ = [
    "NODE_CANCELLED",
    "CheckpointError",
    "DagError",
    "DefinitionError",
    "DocumentError",
    "FlowFailedError",
    "GatherError",
    "NodeFailedError",
    "NodeTimeoutError",
    "RegistrationError",
    "RunError",
    "ScatterError",
    "StoreError",
    "UnknownDagError",
    "UnroutedOutputError",
]

NODE_CANCELLED: Final = "NODE_CANCELLED"
"""The code of a node that let out a cancellation of its own: something it waited for was cancelled, not the run."""


class DagError(Exception):
    """Something is wrong with a graph or one of its runs."""

    default_code: ClassVar[str] = "DAG_ERROR"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        context: Mapping[str, object] | None = None,
        retryable: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.context: dict[str, object] = dict(context or {})
        self.retryable = retryable

    def to_json(self) -> dict[str, object]:
        """Code, message, context and cause as plain values; no traceback, which may name paths of the machine."""
        cause = None if self.__cause__ is None else f"{type(self.__cause__).__name__}: {self.__cause__}"
        return {"code": self.code, "message": self.message, "context": self.context, "cause": cause}


class DefinitionError(DagError):
    """A definition cannot mean anything: a bare name, an unknown route target, a wrong reference."""

    default_code = "CONFIGURATION_ERROR"


class RegistrationError(DefinitionError):
    """A registry refused an addition; ``problems`` holds every problem of the layer that failed."""

    def __init__(self, headline: str, problems: Sequence[str]) -> None:
        super().__init__("\n".join([headline, *(f"- {problem}" for problem in problems)]))
        self.problems = tuple(problems)


class DocumentError(DagError):
    """Text or JSON that is not the document it should be."""

    default_code = "VALIDATION_ERROR"


class UnknownDagError(DagError):
    """A DAG that nobody registered was asked for."""

    default_code = "NOT_FOUND_ERROR"


class CheckpointError(DagError):
    """A checkpoint cannot be taken or resumed here."""

    default_code = "CHECKPOINT_ERROR"


class RunError(DagError):
    """A run cannot go on."""

    default_code = "EXECUTION_ERROR"


class NodeFailedError(RunError):
    """A node raised; context names DAG, placement path and run."""


class NodeTimeoutError(RunError):
    """A node took longer than its timeout; retryable, as another attempt may be faster."""

    default_code = "NODE_TIMEOUT"


class UnroutedOutputError(RunError):
    """A placement produced an output for which its document has no route."""

    default_code = "UNROUTED_OUTPUT"


class ScatterError(RunError):
    """A scatter cannot read its source or judge its records."""

    default_code = "SCATTER_ERROR"


class GatherError(RunError):
    """A gather cannot fold its records or can never fire."""

    default_code = "GATHER_ERROR"


class FlowFailedError(RunError):
    """The flow ended at a terminal that says ``failed``."""

    default_code = "FLOW_FAILED"


class StoreError(DagError):
    """A store cannot take a snapshot of another type or version."""

    default_code = "INCOMPATIBLE_SNAPSHOT"
