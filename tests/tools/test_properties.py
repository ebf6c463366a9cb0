"""What holds for any batch, whatever models write and tools do."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.dag import FakeClock, RetryPolicy
from archivist.tools import (
    Cancellation,
    Dispatcher,
    DispatchResult,
    Effect,
    FunctionTool,
    GateContext,
    HookBlocked,
    Options,
    Pace,
    RequestRefused,
    Scope,
    Stop,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolFailure,
    ToolInterrupt,
    ToolPolicy,
    ToolRegistry,
)

SECRET = "hunter2-canary"  # noqa: S105 - the canary that may appear nowhere
FOLDER = "/home/ada/private/notes.txt"
NASTY = f"{SECRET} failed at {FOLDER} with key={SECRET} \u202e\x00\udcff"

policies = st.sampled_from(
    [
        ToolPolicy(effect=Effect.READ),
        ToolPolicy(),
        ToolPolicy(effect=Effect.EXTERNAL_WRITE, timeout=0.5),
        ToolPolicy(effect=Effect.READ, concurrency=1, max_pending=2),
        ToolPolicy(effect=Effect.READ, idempotency="idempotent", coalesce=True),
        ToolPolicy(effect=Effect.READ, output_limit=20),
        ToolPolicy(effect=Effect.READ, hedge=0.3),
        ToolPolicy(effect=Effect.READ, retry=RetryPolicy(attempts=2, base=0.1)),
        ToolPolicy(effect=Effect.READ, fallback="spare"),
        ToolPolicy(effect=Effect.READ, pace=Pace(per_second=1.0, burst=2), queue_timeout=2.0),
    ]
)
QUIET = ("text", "nasty", "bytes", "json", "odd", "nan", "raise", "mute", "fail", "refuse", "slow", "cancelled")
quiet = st.sampled_from(QUIET)
behaviours = st.sampled_from((*QUIET, "interrupt", "block", "cancel"))
arguments = (
    st.sampled_from(["{}", '{"q":"Dune"}'])
    | st.sampled_from(["", '{"q":"Dune"}', '{"q":1}', "", "{", "null", '{"a":1,"a":1}', NASTY])
    | st.text(max_size=9)
)
ids = st.sampled_from(["a", "b", "", "same"]) | st.text(max_size=4)
verdicts = st.sampled_from(["allow", "allow", "deny", "rewrite", "break"])


class Mute(Exception):
    """Breaks when it is told."""

    def __str__(self) -> str:
        raise RuntimeError


class World:
    """Tools that behave as told, and a count of what started."""

    def __init__(self, tools: list[tuple[str, ToolPolicy]]) -> None:
        self.started: Counter[int] = Counter()
        self.cancellation = Cancellation()
        self.stopped_at: int | None = None
        self.late = 0
        self.clock = FakeClock(auto=True)
        made = [
            FunctionTool(
                f"t{at}", self._body(behaviour), policy=policy, schema={"properties": {"q": {"type": "string"}}}
            )
            for at, (behaviour, policy) in enumerate(tools)
        ]
        made.append(FunctionTool("spare", self._body("json"), policy=ToolPolicy(effect=Effect.READ)))
        self.most = {
            f"t{at}": policy.attempts + bool(policy.hedge) + bool(policy.fallback)
            for at, (_, policy) in enumerate(tools)
        }
        options = Options(at_once=3, secrets=(SECRET,))
        self.dispatcher = Dispatcher(ToolRegistry(*made), options=options, clock=self.clock)

    def _body(self, behaviour: str) -> object:
        async def body(_: object, context: ToolContext) -> object:
            self.started[id(context)] += 1
            if self.stopped_at is not None:
                self.late += 1
            return await self._behave(behaviour, context)

        return body

    async def _behave(self, behaviour: str, context: ToolContext) -> object:
        if behaviour == "slow":
            await context.clock.sleep(1.0)
        if behaviour in {"block", "cancel"}:
            self.stopped_at = 1
        if behaviour == "cancel":
            self.cancellation.cancel()
        if behaviour in RAISED:
            error = RAISED[behaviour]()
            raise error
        return RETURNED.get(behaviour, "ok")


RETURNED = {
    "nasty": NASTY,
    "bytes": b"\xff\xfe ok \xc3",
    "json": {"found": [NASTY, 1, None]},
    "odd": object(),
    "nan": [float("nan")],
}
RAISED: dict[str, Callable[[], BaseException]] = {
    "raise": lambda: ValueError(NASTY),
    "mute": Mute,
    "fail": lambda: ToolFailure("x", NASTY, retryable=True, data={"status": "mine", "n": NASTY}),
    "refuse": lambda: RequestRefused("no", NASTY),
    "cancelled": asyncio.CancelledError,
    "interrupt": lambda: ToolInterrupt(NASTY),
    "block": lambda: HookBlocked(NASTY, state="failed"),
}


calls = st.lists(
    st.builds(
        ToolCall,
        id=ids,
        name=st.sampled_from(["t0", "t1", "t2"]) | st.sampled_from(["T0", "nothing", ""]) | st.text(max_size=5),
        arguments=arguments,
    ),
    max_size=12,
)


def gate_of(said: list[str]) -> object:
    def gate(_: ToolCall, context: GateContext) -> ToolDecision:
        word = said[context.ordinal % len(said)] if said else "allow"
        if word == "deny":
            return ToolDecision.deny(NASTY)
        if word == "rewrite":
            return ToolDecision.allow({"q": "rewritten"})
        return ToolDecision.allow({"q": 5}) if word == "break" else ToolDecision.allow()

    return gate


def run(world: World, batch: list[ToolCall], said: list[str], deadline: float | None) -> DispatchResult:
    scope = Scope(deadline=deadline, cancellation=world.cancellation)
    return asyncio.run(world.dispatcher.dispatch(batch, gate=gate_of(said), scope=scope))  # type: ignore[arg-type]


def no_json(word: str) -> None:
    raise AssertionError(word)


def check_text(text: str) -> None:
    assert text.encode("utf-8").decode("utf-8") == text
    assert SECRET not in text


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(quiet, policies), min_size=3, max_size=3),
    calls,
    st.lists(verdicts, max_size=5),
    st.sampled_from([None, 0.0, 0.7, 5.0]),
)
def test_every_call_is_answered_once_in_order_with_text_that_may_be_read(
    tools: list[tuple[str, ToolPolicy]], batch: list[ToolCall], said: list[str], deadline: float | None
) -> None:
    world = World(tools)
    result = run(world, batch, said, deadline)
    assert [message.tool_call_id for message in result.messages] == [call.id for call in batch]
    assert [message.tool_name for message in result.messages] == [call.name for call in batch]
    assert [outcome.ordinal for outcome in result.outcomes] == list(range(len(batch)))
    for message in result.messages:
        check_text(message.content)
        if message.tool_status != "succeeded":
            told = json.loads(message.content, parse_constant=no_json)
            assert list(told)[:4] == ["error", "status", "retryable", "effect_uncertain"]
            assert told["status"] == message.tool_status
            assert (told["retryable"], told["effect_uncertain"]) == (
                message.tool_retryable,
                message.tool_effect_uncertain,
            )
            assert "/home/ada" not in told["error"]
            assert not (message.tool_retryable and message.tool_effect_uncertain)
    assert sum(world.started.values()) <= sum(world.most.get(call.name, 0) for call in batch)
    if deadline == 0.0:
        assert not world.started
        assert {message.tool_status for message in result.messages} <= {"expired", "rejected"}


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(behaviours, policies), min_size=3, max_size=3), calls, st.lists(verdicts, max_size=5))
def test_a_stopped_batch_starts_nothing_more_and_settles_each_call_at_most_once(
    tools: list[tuple[str, ToolPolicy]], batch: list[ToolCall], said: list[str]
) -> None:
    world = World(tools)
    try:
        result = run(world, batch, said, None)
    except Stop as stop:
        settled = stop.settled
        check_text("".join(one.content for one in settled))
    else:
        settled = result.outcomes
        assert len(result.messages) == (0 if result.paused else len(batch))
        assert world.stopped_at is None
        for pending in result.pending:
            check_text(pending.reason)
            assert pending.ordinal not in {one.ordinal for one in settled}
    assert world.late == 0
    places = [one.ordinal for one in settled]
    assert len(set(places)) == len(places)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(quiet, policies), min_size=3, max_size=3), calls)
def test_a_paused_batch_is_the_same_after_its_json(tools: list[tuple[str, ToolPolicy]], batch: list[ToolCall]) -> None:
    world = World(tools)

    def asks(_: ToolCall, context: GateContext) -> ToolDecision:
        return ToolDecision.interrupt("?") if context.ordinal % 2 else ToolDecision.allow()

    async def twice() -> None:
        paused = await world.dispatcher.dispatch(batch, gate=asks)
        kept = json.loads(json.dumps(dict(paused.batch)))
        if paused.paused:
            again = await world.dispatcher.resume(kept, {}, gate=asks)
            assert again.pending == paused.pending
            assert json.loads(json.dumps(dict(again.batch))) == kept | {"round": kept["round"] + 1}

    asyncio.run(twice())


class Counted:
    """A tool body that waits as told and knows how many of it are at work."""

    def __init__(self) -> None:
        self.now = self.most = 0

    async def __call__(self, arguments: dict[str, object], context: ToolContext) -> str:
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await context.clock.sleep(float(str(arguments["seconds"])))
        finally:
            self.now -= 1
        return "ok"


@settings(max_examples=100, deadline=None)
@given(
    st.integers(1, 5),
    st.integers(1, 3),
    st.lists(st.tuples(st.sampled_from(["free", "bound"]), st.sampled_from([0.0, 0.1, 0.5, 2.0])), max_size=20),
    st.sampled_from([None, 0.4, 3.0]),
)
def test_neither_the_batch_nor_a_key_ever_runs_more_than_it_may(
    at_once: int, places: int, plan: list[tuple[str, float]], deadline: float | None
) -> None:
    free, bound, both = Counted(), Counted(), Counted()

    def body(mine: Counted) -> object:
        async def run(arguments: dict[str, object], context: ToolContext) -> str:
            both.now += 1
            both.most = max(both.most, both.now)
            try:
                return await mine(arguments, context)
            finally:
                both.now -= 1

        return run

    reads = ToolPolicy(effect=Effect.READ)
    kept = ToolPolicy(effect=Effect.READ, concurrency=places)
    tools = [FunctionTool("free", body(free), policy=reads), FunctionTool("bound", body(bound), policy=kept)]  # type: ignore[arg-type]
    dispatcher = Dispatcher(ToolRegistry(*tools), options=Options(at_once=at_once), clock=FakeClock(auto=True))
    batch = [ToolCall(id=str(at), name=name, arguments={"seconds": wait}) for at, (name, wait) in enumerate(plan)]
    result = asyncio.run(dispatcher.dispatch(batch, scope=Scope(deadline=deadline)))
    assert len(result.messages) == len(plan)
    assert both.most <= at_once
    assert bound.most <= places
    assert (free.now, bound.now, both.now) == (0, 0, 0)
    if deadline is None:
        assert {message.tool_status for message in result.messages} <= {"succeeded"}
