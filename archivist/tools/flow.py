"""`dispatch` as a DAG: decide, a scatter over the tool DAGs, settle. The same steps that other DAGs use one by one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from pydantic import Field, JsonValue

from archivist.dag import Builder, Dag, DagReference, Node, NodeIri, Run, State
from archivist.tools.batch import Decided, Emit

DISPATCH = "urn:archivist:dag:tool-dispatch"

Decide = Callable[[Decided, Emit], Awaitable[None]]


class DispatchState(State):
    """The batch by its id, and the items its scatter runs over."""

    batch: str
    worksets: list[dict[str, JsonValue]] = Field(default_factory=list)


class DecideCalls(Node[DispatchState, object]):
    """Every call is decided; `run` when some may run, `settle` when none may or somebody must answer first."""

    id = NodeIri("urn:archivist:node:decide-tool-calls")
    outputs = ("run", "settle")

    def __init__(self, find: Callable[[str], Decided], decide: Decide) -> None:
        self._find = find
        self._decide = decide

    async def execute(self, state: DispatchState, run: Run[object]) -> str:
        """Decides; what a gate raised is kept for whoever called `dispatch`."""
        batch = self._find(state.batch)
        try:
            await self._decide(batch, run.emit)
        except Exception as error:  # noqa: BLE001 - handed to the caller of dispatch as it is
            batch.error = error
            return "settle"
        state.worksets = batch.worksets
        return "run" if state.worksets else "settle"


class SettleCalls(Node[DispatchState, object]):
    """The batch comes to its end; a control signal is kept for whoever called `dispatch`."""

    id = NodeIri("urn:archivist:node:settle-tool-calls")
    outputs = ("settled",)

    def __init__(self, find: Callable[[str], Decided], settle: Callable[[Decided], object]) -> None:
        self._find = find
        self._settle = settle

    async def execute(self, state: DispatchState, run: Run[object]) -> str:
        """Settles unless deciding has failed."""
        batch = self._find(state.batch)
        if batch.error is None:
            self._settle(batch)
            run.emit("tools-settled", calls=len(batch.slots), pending=len(batch.pending))
        return "settled"


def dispatch_dag(decide: DecideCalls, settle: SettleCalls, tool_dags: Sequence[str], at_once: int) -> Dag:
    """The three steps over the given tool DAGs; without any, nothing can be allowed and there is nothing to scatter."""
    flow = Builder(DISPATCH, version="1", name="tool-dispatch")
    flow.single("decide", decide, routes={"run": "run" if tool_dags else "settle", "settle": "settle"})
    if tool_dags:
        flow.scatter(
            "run",
            source="worksets",
            body=DagReference(from_="item", path="dagIri", candidates=list(tool_dags)),
            concurrency=at_once,
            item_key="currentItem",
            reducer="any-success",
            routes={"success": "settle", "error": "settle", "empty": "settle"},
        )
    return flow.single("settle", settle, routes={"settled": "end"}).terminal("end").build()
