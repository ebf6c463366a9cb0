"""What can go wrong at the tool-call boundary, by when it goes wrong.

ToolsError                  the host used this room wrongly; never the model's fault
├── DefinitionError         while tools are declared
│   ├── DuplicateTool       two tools with one name
│   └── PolicyInvalid       a policy whose fields contradict each other
├── UndecidedCall           a tool DAG was entered with an item that no dispatcher allowed
└── BatchUnusable           a batch that cannot be settled or resumed: unknown, gate missing, identity missing

Stop                        ends a whole batch; the strongest of several wins, then the earliest call
├── Cancelled               the run's cancellation was asked for
└── HookBlocked             a mandatory hook failed, or could not even run

ToolFailure                 one call failed and its tool says how; the siblings go on
└── RequestRefused          the service declined before it did anything, so nothing is uncertain

ToolInterrupt               a tool (or a gate) needs a person first; the batch pauses and keeps what is settled

A model's mistakes are none of these: a wrong name, malformed arguments or a denied call become that call's message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import JsonValue

if TYPE_CHECKING:
    from archivist.tools.call import ToolResult


class ToolsError(Exception):
    """The host used the tool-call boundary in a way it does not allow; trying again would be the same."""

    retryable = False


class DefinitionError(ToolsError):
    """A tool cannot be registered as it is declared."""


class DuplicateTool(DefinitionError):
    """Two tools share a name, and a model could not say which it means."""


class PolicyInvalid(DefinitionError):
    """The fields of a policy contradict each other; found when it is made, not when a call runs."""


class UndecidedCall(ToolsError):
    """A tool DAG was entered with an item that no dispatcher decided, or that is not what was decided."""


class BatchUnusable(ToolsError):
    """A batch cannot be settled or resumed; the message says what is missing."""


class Stop(Exception):
    """Ends a whole batch. `settled` holds the results of calls that had finished, so that nothing done is forgotten.

    A node around the dispatch does not try again: what had been done would be done twice.
    """

    rank = 9
    retryable = False

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.settled: tuple[ToolResult, ...] = ()


class Cancelled(Stop):
    """The run was cancelled; stronger than any other signal of the same batch."""

    rank = 0


class HookBlocked(Stop):
    """A mandatory hook did not succeed, so the run may not go on.

    `state` is the hook's last (`failed`, `timed_out`, ...); `invocation` names its run, empty when it never began.
    """

    rank = 2

    def __init__(self, message: str, *, state: str, invocation: str = "") -> None:
        super().__init__(message)
        self.state = state
        self.invocation = invocation


class ToolFailure(Exception):
    """One call failed, and the tool says how.

    Args:
        code: a stable word for programs, such as `timeout` or `http_4xx`.
        message: a sentence for the model and the visitor; no path, no key, no traceback.
        retryable: whether trying again may help.
        retry_after: seconds after which it may help, when the service said so.
        data: JSON facts for the caller, shown beside the message.
    """

    refused = False

    def __init__(
        self,
        code: str,
        message: str,
        *,
        retryable: bool = False,
        retry_after: float | None = None,
        data: Mapping[str, JsonValue] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retryable = retryable
        self.retry_after = retry_after
        self.data: dict[str, JsonValue] = dict(data or {})


class RequestRefused(ToolFailure):
    """The service declined before doing anything: `failed`, and never uncertain whatever the effect class."""

    refused = True


class ToolInterrupt(Exception):
    """Somebody must answer before this call can go on; it pauses the batch after the siblings have settled."""

    retryable = False

    def __init__(self, reason: str, value: JsonValue = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.value = value
