# ruff: noqa: RUF012 -- nodes are given state and run, used or not; pydantic copies defaults
"""Scatters over bodies that count what they are given."""

from collections.abc import Sequence

from pydantic import Field

from archivist.dag import (
    Builder,
    Bundle,
    Dag,
    FakeClock,
    Node,
    Registry,
    Run,
    State,
)

AGGREGATE = ("all-success", "partial", "all-error", "empty")


class Work(State):
    items: object = []
    stream: object = Field(None, exclude=True)  # a source without a JSON form is handed in again on resume
    others: list[int] = []
    out: list[object] = []
    evens: list[int] = []
    odds: list[int] = []
    value: object = None
    summary: object = None


class Probe(Node[Work]):
    """A body that doubles its item, counts what runs at a time, and waits as long as the item says."""

    id = "urn:t:node:probe"
    outputs = ("success", "error", "even", "odd")

    def __init__(self, *, waits: float = 0.0, by_parity: bool = False, fails: Sequence[int] = ()) -> None:
        self.waits = waits
        self.by_parity = by_parity
        self.fails = set(fails)
        self.calls: list[object] = []
        self.working = 0
        self.most = 0

    async def execute(self, state: Work, run: Run) -> str:
        self.calls.append(run.item)
        self.working += 1
        self.most = max(self.most, self.working)
        await run.clock.sleep(self.waits)
        self.working -= 1
        state.value = run.item * 2
        if self.by_parity:
            return "odd" if run.item % 2 else "even"
        return "error" if run.item in self.fails else "success"


def over(  # noqa: PLR0913 - what the cases vary
    body: object,
    strategy: str = "append",
    *,
    concurrency: int = 1,
    reducer: str = "aggregate",
    ports: Sequence[str] = AGGREGATE,
    include_errors: bool | None = None,
    source: str = "items",
    reservoir: tuple[str, int] | tuple[str, int, float] | None = None,
    **gather: object,
) -> Dag:
    """A scatter of ``items`` over a body, gathered into ``out``."""
    return (
        Builder("urn:t:dag:over")
        .scatter(
            "each",
            source,
            body,
            concurrency=concurrency,
            reducer=reducer,
            reservoir=reservoir,
            routes=dict.fromkeys(ports, "all"),
        )
        .gather(
            "all",
            ["each"],
            strategy,
            include_errors=include_errors,
            success="good",
            error="bad",
            empty="none",
            **gather,
        )
        .terminal("good")
        .terminal("bad", "failed")
        .terminal("none")
        .build()
    )


async def run(dag: Dag, *parts: object, items: object, clock: FakeClock | None = None, **more: object) -> object:
    registry = Registry(clock=clock or FakeClock(auto=True)).bundle(
        Bundle(
            nodes=[one for one in parts if not isinstance(one, Dag) and hasattr(one, "execute")],
            dags=[dag, *(one for one in parts if isinstance(one, Dag))],
            strategies=[one for one in parts if hasattr(one, "reduce")],
        )
    )
    return await registry.run(dag.id, Work(items=items), **more)
