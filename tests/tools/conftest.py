"""Three ways into the dispatcher, each with one call or a batch, so that a case of the contract runs through all six.

`direct` calls `dispatch`; `chat` lets a scripted model make the calls in a `ToolLoop`; `search` is somebody else's DAG
with the shape of the book search: decide, a scatter over the tool DAGs, a gather, settle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import pytest
from pydantic import Field, JsonValue

from archivist.dag import Builder, DagReference, GatherRecord, Node, NodeIri, Registry, Run, State
from archivist.tools import (
    Answer,
    AnyTool,
    AssistantMessage,
    Dispatcher,
    DispatchResult,
    Effect,
    FunctionTool,
    Gate,
    Pending,
    Scope,
    ToolCall,
    ToolContext,
    ToolLoop,
    ToolMessage,
    ToolPolicy,
    ToolRegistry,
    ToolResult,
    UserMessage,
)

READ = ToolPolicy(effect=Effect.READ)
Way = Literal["direct", "chat", "search"]
Body = Callable[[dict[str, JsonValue], ToolContext], object]


@dataclass
class Bench:
    """Tools that count how often they ran, and a dispatcher over them."""

    ran: Counter[str] = field(default_factory=Counter)
    seen: list[dict[str, JsonValue]] = field(default_factory=list)
    tools: list[AnyTool] = field(default_factory=list)

    def tool(
        self,
        name: str,
        body: Body | str = "ok",
        policy: ToolPolicy = READ,
        schema: Mapping[str, JsonValue] | None = None,
    ) -> FunctionTool:
        """A tool that answers with a text, or with what `body` returns."""

        async def run(arguments: dict[str, JsonValue], context: ToolContext) -> object:
            self.ran[name] += 1
            self.seen.append(arguments)
            made = body if isinstance(body, str) else body(arguments, context)
            return await made if isinstance(made, Awaitable) else made

        made = FunctionTool(name, run, policy=policy, schema=schema, description=f"the tool {name}")
        self.tools.append(made)
        return made

    def dispatcher(self, **how: object) -> Dispatcher:
        """A dispatcher over the tools so far."""
        return Dispatcher(ToolRegistry(*self.tools), **how)  # type: ignore[arg-type]  # passed through by name


@dataclass
class Ended:
    """How a case ended: messages in call order, or what waits, or what was raised."""

    messages: tuple[ToolMessage, ...] = ()
    outcomes: tuple[ToolResult, ...] = ()
    pending: tuple[Pending, ...] = ()
    raised: BaseException | None = None
    resume: Callable[[Mapping[str, Answer]], Awaitable[Ended]] | None = None
    asked: int = 0

    @property
    def target(self) -> ToolMessage:
        """The answer to the call that the case is about."""
        return next(message for message in self.messages if message.tool_call_id == "target")

    @property
    def sibling(self) -> ToolMessage | None:
        """The answer to the call beside it, in a batch."""
        return next((message for message in self.messages if message.tool_call_id == "sibling"), None)


class SearchState(State):
    """The book search, as far as tools are concerned."""

    batch: str = ""
    bookWorksets: list[dict[str, JsonValue]] = Field(default_factory=list)  # noqa: N815 - the document's own name
    candidates: list[JsonValue] = Field(default_factory=list)


@dataclass
class Entry:
    """One of the six ways in."""

    way: Way
    batch: bool

    async def __call__(
        self,
        bench: Bench,
        call: ToolCall | None = None,
        *,
        gate: Gate | None = None,
        scope: Scope | None = None,
        dispatcher: Dispatcher | None = None,
        **how: object,
    ) -> Ended:
        """Runs `call` (of a tool named target when not given), after its sibling in a batch."""
        calls = [call or ToolCall(id="target", name="target")]
        if self.batch:
            if not any(tool.name == "sibling" for tool in bench.tools):
                bench.tool("sibling", "sibling ok")
            calls.insert(0, ToolCall(id="sibling", name="sibling"))
        made = dispatcher or bench.dispatcher(**how)
        return await self.run(made, calls, gate, scope or Scope())

    async def run(self, dispatcher: Dispatcher, calls: Sequence[ToolCall], gate: Gate | None, scope: Scope) -> Ended:
        """Runs the calls this way."""
        ways = {"direct": _direct, "chat": _chat, "search": _search}
        try:
            return await ways[self.way](dispatcher, calls, gate, scope)
        except Exception as error:  # noqa: BLE001 - what a case raised is what the test looks at
            return Ended(raised=error)


async def _direct(dispatcher: Dispatcher, calls: Sequence[ToolCall], gate: Gate | None, scope: Scope) -> Ended:
    async def resume(result: DispatchResult, answers: Mapping[str, Answer]) -> Ended:
        return ended(await dispatcher.resume(result, answers, gate=gate, scope=scope))

    def ended(result: DispatchResult) -> Ended:
        return Ended(result.messages, result.outcomes, result.pending, resume=lambda answers: resume(result, answers))

    return ended(await dispatcher.dispatch(calls, gate=gate, scope=scope))


async def _chat(dispatcher: Dispatcher, calls: Sequence[ToolCall], gate: Gate | None, scope: Scope) -> Ended:
    said = [AssistantMessage(calls=tuple(calls)), AssistantMessage(content="done")]
    asked: list[int] = []

    async def ask(history: Sequence[object]) -> AssistantMessage:
        asked.append(len(history))
        return said.pop(0)

    loop = ToolLoop(dispatcher, ask)

    def ended(talk: object) -> Ended:
        history = talk.history  # type: ignore[attr-defined]  # a Talk
        waiting = talk.waiting  # type: ignore[attr-defined]  # likewise
        messages = tuple(one for one in history if isinstance(one, ToolMessage))

        async def resume(answers: Mapping[str, Answer]) -> Ended:
            return ended(await loop.resume(talk, answers, gate=gate, scope=scope))  # type: ignore[arg-type]  # likewise

        outcomes = waiting.outcomes if waiting else ()
        return Ended(messages, outcomes, waiting.pending if waiting else (), resume=resume, asked=len(asked))

    return ended(await loop.run([UserMessage(content="find it")], gate=gate, scope=scope))


class _Merge:
    """Takes what the tools found out of their records, as the book search does."""

    name = "tool-candidate-merge"

    def __init__(self) -> None:
        self.records: list[GatherRecord] = []

    def reduce(self, _: Mapping[str, object], records: Sequence[GatherRecord], state: object) -> None:
        """Folds the records in."""
        self.records.extend(records)
        found = [record.state.output for record in records if record.outcome == "completed"]  # type: ignore[attr-defined]
        state.candidates.extend(found)  # type: ignore[attr-defined]  # a SearchState


class _Build(Node[SearchState, object]):
    id = NodeIri("urn:test:node:build-book-worksets")
    outputs = ("ready",)

    def __init__(self, decide: Callable[[Run[object]], Awaitable[object]]) -> None:
        self._decide = decide

    async def execute(self, state: SearchState, run: Run[object]) -> str:
        """Decides, and leaves the items where the scatter takes them."""
        decided = await self._decide(run)
        state.batch, state.bookWorksets = decided.id, decided.worksets  # type: ignore[attr-defined]  # a Decided
        return "ready"


def search_dag(tools: Sequence[str]) -> Builder:
    """The book search around its scatter."""
    return (
        Builder("urn:test:dag:search", version="1.0")
        .single("build-book-worksets", _Build.id, ready="book-search-scatter")
        .scatter(
            "book-search-scatter",
            source="bookWorksets",
            body=DagReference(from_="item", path="dagIri", candidates=tools),
            concurrency=4,
            reducer="any-success",
            routes={"success": "book-search-gather", "error": "book-search-gather", "empty": "found"},
        )
        .gather(
            "book-search-gather",
            ["book-search-scatter"],
            strategy="tool-candidate-merge",
            routes={"success": "found", "error": "found", "empty": "found"},
        )
        .terminal("found")
    )


async def _search(dispatcher: Dispatcher, calls: Sequence[ToolCall], gate: Gate | None, scope: Scope) -> Ended:
    async def fresh(run: Run[object]) -> object:
        return await dispatcher.decide(calls, gate=gate, scope=scope, emit=run.emit)

    return await _searched(dispatcher, fresh, gate, scope)


async def _searched(
    dispatcher: Dispatcher, decide: Callable[[Run[object]], Awaitable[object]], gate: Gate | None, scope: Scope
) -> Ended:
    merge, tools = _Merge(), dispatcher.tools
    registry = Registry().bundle(tools.bundle())
    dag = search_dag([held.dag_iri for held in tools]).build()
    registry.add(_Build(decide), merge, dag)
    run = await registry.run(dag.id, SearchState(), on_event=scope.on_event)
    if run.error is not None:
        raise run.error.__cause__ or run.error
    result = dispatcher.settle(run.state.batch, merge.records)
    assert len(run.state.candidates) == sum(1 for one in merge.records if one.outcome == "completed")

    async def resume(answers: Mapping[str, Answer]) -> Ended:
        async def again(_: Run[object]) -> object:
            return await dispatcher.redecide(result, answers, gate=gate, scope=scope)

        return await _searched(dispatcher, again, gate, scope)

    return Ended(result.messages, result.outcomes, result.pending, resume=resume)


@pytest.fixture(params=["direct", "chat", "search"])
def way(request: pytest.FixtureRequest) -> Way:
    """A way into the dispatcher."""
    return request.param  # type: ignore[no-any-return]  # one of the three


@pytest.fixture(params=[False, True], ids=["one call", "batch"])
def entry(request: pytest.FixtureRequest, way: Way) -> Entry:
    """One of the six ways in."""
    return Entry(way, batch=request.param)


@pytest.fixture
def several(way: Way) -> Entry:
    """One of the three ways in, for cases that bring all their calls themselves."""
    return Entry(way, batch=True)


@pytest.fixture
def bench() -> Bench:
    """Tools of a test."""
    return Bench()


@pytest.fixture
def read() -> ToolPolicy:
    """A policy that reads and has no other rules."""
    return READ
