"""Three ways into the dispatcher, each with one call or a batch, so that a case of the contract runs through all six.

`direct` calls `dispatch`; `chat` lets a scripted model make the calls in a `ToolLoop`; `search` is somebody else's DAG
with the shape of the book search: decide, a scatter over the tool DAGs, a gather, settle. `bench.dispatcher()` is a
dispatcher whose `dispatch` and `resume` go that way, so a test is written once and runs in all three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import pytest
from pydantic import Field, JsonValue

from archivist.dag import Builder, DagReference, FakeClock, GatherRecord, Node, NodeIri, Registry, Run, State
from archivist.tools import (
    Answer,
    AnyTool,
    AssistantMessage,
    Decided,
    Dispatcher,
    DispatchResult,
    Effect,
    FunctionTool,
    Gate,
    Options,
    Pending,
    Scope,
    Talk,
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
SEARCHERS = 4
"""Workers of the book search's scatter."""


@dataclass
class Bench:
    """Tools that count how often they ran, and a dispatcher over them that is reached one of the three ways."""

    way: Way = "direct"
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
        return WAYS[self.way](ToolRegistry(*self.tools), **how)  # type: ignore[arg-type]  # passed through by name


class Chat(Dispatcher):
    """Every batch is one that a scripted model made, in a loop that answers it and asks it again."""

    _talks: ClassVar[dict[str, Talk]] = {}

    async def dispatch(
        self, calls: Sequence[ToolCall], *, gate: Gate | None = None, scope: Scope | None = None
    ) -> DispatchResult:
        """The batch as the model's own."""
        said = AssistantMessage(calls=tuple(calls))

        async def ask(_: object) -> AssistantMessage:
            nonlocal said
            now, said = said, AssistantMessage(content="done")
            return now

        inner = _Heard(self)
        talk = await ToolLoop(inner, ask).run([UserMessage(content="find it")], gate=gate, scope=scope)  # type: ignore[arg-type]  # a dispatcher as far as a loop is concerned
        return self._noted(talk, inner.last)

    async def resume(
        self,
        paused: DispatchResult | Mapping[str, JsonValue],
        answers: Mapping[str, Answer],
        *,
        gate: Gate | None = None,
        scope: Scope | None = None,
    ) -> DispatchResult:
        """The conversation that waits goes on; of a batch that was only kept, none is known."""
        kept = paused.batch if isinstance(paused, DispatchResult) else paused
        talk = self._talks.get(str(kept.get("id")))
        if talk is None or not isinstance(paused, DispatchResult):
            return await super().resume(paused, answers, gate=gate, scope=scope or Scope())

        async def ask(_: object) -> AssistantMessage:
            return AssistantMessage(content="done")

        inner = _Heard(self)
        waiting = Talk(history=talk.history, waiting=paused, round=talk.round, turn=talk.turn)
        return self._noted(await ToolLoop(inner, ask).resume(waiting, answers, gate=gate, scope=scope), inner.last)  # type: ignore[arg-type]  # likewise

    def _noted(self, talk: Talk, result: DispatchResult) -> DispatchResult:
        if talk.waiting is not None:
            self._talks[str(result.batch["id"])] = talk
        else:
            assert [one for one in talk.history if isinstance(one, ToolMessage)] == list(result.messages)
        return result


class _Heard:
    """The plain dispatcher, and what it answered last."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        self.last = DispatchResult(messages=(), outcomes=())

    async def dispatch(self, calls: Sequence[ToolCall], **how: object) -> DispatchResult:
        self.last = await Dispatcher.dispatch(self._dispatcher, calls, **how)  # type: ignore[arg-type]  # passed through by name
        return self.last

    async def resume(self, paused: DispatchResult, answers: Mapping[str, Answer], **how: object) -> DispatchResult:
        self.last = await Dispatcher.resume(self._dispatcher, paused, answers, **how)  # type: ignore[arg-type]  # likewise
        return self.last


class SearchState(State):
    """The book search, as far as tools are concerned."""

    batch: str = ""
    bookWorksets: list[dict[str, JsonValue]] = Field(default_factory=list)  # noqa: N815 - the document's own name
    candidates: list[JsonValue] = Field(default_factory=list)


class Search(Dispatcher):
    """Every batch runs in a graph of somebody else's."""

    def __init__(self, tools: ToolRegistry, **how: object) -> None:
        super().__init__(tools, **how)  # type: ignore[arg-type]  # passed through by name
        options, clock = how.get("options"), how.get("clock")
        self._time = clock if isinstance(clock, FakeClock) else None
        self._workers = options.at_once if isinstance(options, Options) else SEARCHERS

    async def dispatch(
        self, calls: Sequence[ToolCall], *, gate: Gate | None = None, scope: Scope | None = None
    ) -> DispatchResult:
        """The batch as the items of a scatter."""
        around = scope or Scope()
        return await self._searched(lambda run: self.decide(calls, gate=gate, scope=around, emit=run.emit), around)

    async def resume(
        self,
        paused: DispatchResult | Mapping[str, JsonValue],
        answers: Mapping[str, Answer],
        *,
        gate: Gate | None = None,
        scope: Scope | None = None,
    ) -> DispatchResult:
        """What is left of the batch, in a graph of its own."""
        around = scope or Scope()
        return await self._searched(
            lambda run: self.redecide(paused, answers, gate=gate, scope=around, emit=run.emit), around
        )

    async def _searched(self, decide: Callable[[Run[object]], Awaitable[Decided]], scope: Scope) -> DispatchResult:
        merge = _Merge()
        dag = search_dag([held.dag_iri for held in self.tools], self._workers).build()
        registry = Registry(clock=self._time).bundle(self.tools.bundle()).add(_Build(decide), merge, dag)
        run = await registry.run(dag.id, SearchState(), on_event=scope.on_event)
        if run.error is not None:
            raise run.error.__cause__ or run.error
        result = self.settle(run.state.batch, merge.records)
        assert len(run.state.candidates) == sum(1 for one in merge.records if one.outcome == "completed")
        return result


WAYS: dict[Way, type[Dispatcher]] = {"direct": Dispatcher, "chat": Chat, "search": Search}


@dataclass
class Ended:
    """How a case ended: messages in call order, or what waits, or what was raised."""

    messages: tuple[ToolMessage, ...] = ()
    outcomes: tuple[ToolResult, ...] = ()
    pending: tuple[Pending, ...] = ()
    raised: BaseException | None = None
    resume: Callable[[Mapping[str, Answer]], Awaitable[Ended]] | None = None

    @property
    def target(self) -> ToolMessage:
        """The answer to the call that the case is about."""
        return next(message for message in self.messages if message.tool_call_id == "target")

    @property
    def sibling(self) -> ToolMessage | None:
        """The answer to the call beside it, in a batch."""
        return next((message for message in self.messages if message.tool_call_id == "sibling"), None)


@dataclass
class Entry:
    """A case alone, or after a sibling in a batch; the bench knows the way."""

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
        return await ended(dispatcher or bench.dispatcher(**how), calls, gate, scope or Scope())


async def ended(dispatcher: Dispatcher, calls: Sequence[ToolCall], gate: Gate | None, scope: Scope) -> Ended:
    """How the calls end, whatever they raise."""

    def of(result: DispatchResult) -> Ended:
        async def resume(answers: Mapping[str, Answer]) -> Ended:
            return of(await dispatcher.resume(result, answers, gate=gate, scope=scope))

        return Ended(result.messages, result.outcomes, result.pending, resume=resume)

    try:
        return of(await dispatcher.dispatch(calls, gate=gate, scope=scope))
    except Exception as error:  # noqa: BLE001 - what a case raised is what the test looks at
        return Ended(raised=error)


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


def search_dag(tools: Sequence[str], at_once: int) -> Builder:
    """The book search around its scatter."""
    return (
        Builder("urn:test:dag:search", version="1.0")
        .single("build-book-worksets", _Build.id, ready="book-search-scatter")
        .scatter(
            "book-search-scatter",
            source="bookWorksets",
            body=DagReference(from_="item", path="dagIri", candidates=tools),
            concurrency=at_once,
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


@pytest.fixture(params=["direct", "chat", "search"])
def way(request: pytest.FixtureRequest) -> Way:
    """A way into the dispatcher; a module about just one of them has a `bench` of its own."""
    return request.param  # type: ignore[no-any-return]  # one of the three


@pytest.fixture(params=[False, True], ids=["one call", "batch"])
def entry(request: pytest.FixtureRequest) -> Entry:
    """A case alone, and in a batch."""
    return Entry(batch=request.param)


@pytest.fixture
def bench(way: Way) -> Bench:
    """Tools of a test, reached in each of the three ways."""
    return Bench(way)
