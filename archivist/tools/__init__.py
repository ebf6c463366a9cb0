"""The tool-call boundary: what a model may call, who may say no, and the one way in which calls are run."""

from archivist.tools.call import CallId, DispatchResult, Pending, Status, ToolCall, ToolMessage, ToolResult
from archivist.tools.cancel import Cancellation
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
from archivist.tools.policy import Effect, ToolPolicy
from archivist.tools.registry import ToolRegistry
from archivist.tools.schema import Problem
from archivist.tools.tool import AnyTool, FunctionTool, Tool, ToolContext, ToolDefinition, ToolReturn

__all__ = [
    "Answer",
    "AnyTool",
    "BatchUnusable",
    "CallId",
    "Cancellation",
    "Cancelled",
    "DefinitionError",
    "DispatchResult",
    "DuplicateTool",
    "Effect",
    "FunctionTool",
    "Gate",
    "GateContext",
    "HookBlocked",
    "Pending",
    "PolicyInvalid",
    "Problem",
    "RequestRefused",
    "Status",
    "Stop",
    "Tool",
    "ToolCall",
    "ToolContext",
    "ToolDecision",
    "ToolDefinition",
    "ToolFailure",
    "ToolInterrupt",
    "ToolMessage",
    "ToolPolicy",
    "ToolRegistry",
    "ToolResult",
    "ToolReturn",
    "ToolsError",
    "UndecidedCall",
]
