"""The tool-call boundary: what a model may call, who may say no, and the one way in which calls are run."""

from archivist.tools import codec
from archivist.tools.batch import Decided
from archivist.tools.broker import BrokerError, EffectBroker, Grant, MemoryBroker
from archivist.tools.broker_sqlite import SqliteBroker
from archivist.tools.call import CallId, DispatchResult, Pending, Status, ToolCall, ToolMessage, ToolResult
from archivist.tools.cancel import Cancellation
from archivist.tools.dispatcher import Dispatcher
from archivist.tools.errors import (
    BatchUnusable,
    Cancelled,
    DefinitionError,
    DuplicateTool,
    HookBlocked,
    PolicyInvalid,
    RequestRefused,
    Stop,
    ToolFailure,
    ToolInterrupt,
    ToolsError,
    UndecidedCall,
)
from archivist.tools.gate import Answer, Gate, GateContext, ToolDecision
from archivist.tools.hooks import Hook, HookEvent, Hooks
from archivist.tools.loop import AssistantMessage, RoundsExceeded, Talk, ToolLoop, UserMessage
from archivist.tools.nodes import ToolInvocationState
from archivist.tools.options import Options
from archivist.tools.pace import Bucket, Pace
from archivist.tools.policy import Effect, ToolPolicy
from archivist.tools.registry import ToolRegistry
from archivist.tools.schema import Problem
from archivist.tools.scope import Identity, Scope, Turn
from archivist.tools.strict import Limits
from archivist.tools.text import clip, visible
from archivist.tools.tool import AnyTool, FunctionTool, Tool, ToolContext, ToolDefinition, ToolReturn

__all__ = [
    "Answer",
    "AnyTool",
    "AssistantMessage",
    "BatchUnusable",
    "BrokerError",
    "Bucket",
    "CallId",
    "Cancellation",
    "Cancelled",
    "Decided",
    "DefinitionError",
    "DispatchResult",
    "Dispatcher",
    "DuplicateTool",
    "Effect",
    "EffectBroker",
    "FunctionTool",
    "Gate",
    "GateContext",
    "Grant",
    "Hook",
    "HookBlocked",
    "HookEvent",
    "Hooks",
    "Identity",
    "Limits",
    "MemoryBroker",
    "Options",
    "Pace",
    "Pending",
    "PolicyInvalid",
    "Problem",
    "RequestRefused",
    "RoundsExceeded",
    "Scope",
    "SqliteBroker",
    "Status",
    "Stop",
    "Talk",
    "Tool",
    "ToolCall",
    "ToolContext",
    "ToolDecision",
    "ToolDefinition",
    "ToolFailure",
    "ToolInterrupt",
    "ToolInvocationState",
    "ToolLoop",
    "ToolMessage",
    "ToolPolicy",
    "ToolRegistry",
    "ToolResult",
    "ToolReturn",
    "ToolsError",
    "Turn",
    "UndecidedCall",
    "UserMessage",
    "clip",
    "codec",
    "visible",
]
