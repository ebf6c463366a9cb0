"""Tools as DAGs: the node that executes a decided call, the DAG around it, and the state that keeps it apart."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import cast

from pydantic import Field, JsonValue

from archivist.dag import Builder, Dag, Node, NodeIri, Run, State
from archivist.tools.batch import Ledger
from archivist.tools.call import ToolResult
from archivist.tools.errors import UndecidedCall
from archivist.tools.held import Registered

NOT_DECIDED = "toolNotDecided"
FAILED = "toolExecutionFailed"

Direct = Callable[[Registered, dict[str, JsonValue]], Awaitable[ToolResult]]


class ToolInvocationState(State):
    """One execution's own state; nothing of it reaches the parent but what a gather or a mapping takes out.

    `input` is for authors who embed a tool DAG themselves, `output` the result as JSON, `settled` the whole result.
    """

    input: dict[str, JsonValue] = Field(default_factory=dict)
    output: JsonValue = None
    settled: JsonValue = None


class ToolInvoke(Node[ToolInvocationState, object]):
    """Executes the call that its item stands for, if a dispatcher allowed it; else nothing runs: port `error`."""

    id: NodeIri
    outputs = ("done", "error")

    def __init__(self, held: Registered, ledger: Ledger, direct: Direct | None = None) -> None:
        self.id = NodeIri(f"urn:noocodec:tool-node:{held.definition.name}")
        self._held = held
        self._ledger = ledger
        self._direct = direct

    async def execute(self, state: ToolInvocationState, run: Run[object]) -> str:
        """Runs the tool once."""
        if self._direct is not None and state.input:
            return _noted(state, await self._direct(self._held, state.input))
        try:
            slot = self._ledger.take(_given(run.item), self._held)
        except UndecidedCall as refused:
            state.collect_error(NOT_DECIDED, str(refused), recoverable=False)
            return "error"
        return _noted(state, await slot.batch.runner.perform(slot, run.emit))


def _given(item: object) -> Mapping[str, JsonValue]:
    return cast("Mapping[str, JsonValue]", item) if isinstance(item, (dict, Mapping)) else {}


def _noted(state: ToolInvocationState, result: ToolResult | None) -> str:
    if result is None:
        state.collect_error(FAILED, "the call ended in a control signal", recoverable=False)
        return "error"
    state.settled = cast("JsonValue", result.to_json())
    if result.ok:
        state.output = result.data
        return "done"
    state.collect_error(FAILED, result.error or result.status, recoverable=False, operation=result.name)
    return "error"


def tool_dag(held: Registered, invoke: ToolInvoke) -> Dag:
    """`invoke` with its two ends, under the tool's IRI."""
    return (
        Builder(held.dag_iri, version="1", name=held.dag_iri)
        .single("invoke", invoke, routes={"done": "end", "error": "end-fail"})
        .terminal("end")
        .terminal("end-fail", outcome="failed")
        .build()
    )
