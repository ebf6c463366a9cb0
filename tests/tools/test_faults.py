"""What breaks around a call, and what is no exception at all. Ids name rows of the contract's tables of cases.

X24 there is an interface that raises what a call came to, typed; here those that may raise are the batch (`Stop`), and
the host's own parts: listener, hook, gate, review. C17 is the runner without its dispatcher; C3 what C++ throws that is
no exception, which in Python is what is no `Exception`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import pytest

from archivist.dag import Event, Registry
from archivist.tools import (
    Effect,
    Hook,
    HookBlocked,
    HookEvent,
    Hooks,
    MemoryBroker,
    Options,
    Scope,
    ToolCall,
    ToolDecision,
    ToolInterrupt,
    ToolInvocationState,
    ToolPolicy,
)
from tests.tools.bodies import TARGET, WHO, raising

if TYPE_CHECKING:
    from tests.tools.conftest import Bench, Entry

SCOPE = Scope(identity=WHO)
WRITE = ToolPolicy(effect=Effect.EXTERNAL_WRITE, idempotency="non_idempotent")
BROKEN = LookupError("no such rule")


def breaks(*_: object) -> object:
    raise BROKEN


def only_target(broken: Callable[..., object]) -> Callable[[HookEvent], object]:
    return lambda event: broken() if event.tool == "target" else None


async def test_x24_what_is_raised_carries_what_every_call_came_to(entry: Entry, bench: Bench) -> None:
    bench.tool("target", raising(OSError("lost the answer")), ToolPolicy())
    after = Hook(name="ledger", phase="after_tool_execution", run=only_target(breaks))
    ended = await entry(bench, hooks=Hooks([after]), scope=SCOPE)
    assert isinstance(ended.raised, HookBlocked)
    *sibling, target = ended.raised.settled
    assert (target.status, target.effect_uncertain, target.error) == (
        "reconciliation_required",
        True,
        "lost the answer",
    )
    assert [(one.call_id, one.status, one.content) for one in sibling] == [
        ("sibling", "succeeded", "sibling ok")
    ] * entry.batch


async def test_x24_a_call_that_may_not_begin_any_more_is_typed_in_what_is_raised(bench: Bench) -> None:
    bench.tool("target", raising(HookBlocked("no", state="failed")))
    bench.tool("late")
    with pytest.raises(HookBlocked) as caught:
        await bench.dispatcher(options=Options(at_once=1)).dispatch([TARGET, ToolCall(id="late", name="late")])
    assert [(one.call_id, one.status, one.effect_uncertain) for one in caught.value.settled] == [
        ("late", "cancelled_before_start", False)
    ]
    assert bench.ran == {"target": 1}


async def test_x24_a_listener_that_breaks_changes_nothing_of_what_it_listens_to(entry: Entry, bench: Bench) -> None:
    told: list[Event] = []

    def listens(event: Event) -> None:
        told.append(event)
        breaks()

    bench.tool("target")
    ended = await entry(bench, scope=Scope(on_event=listens))
    assert (ended.target.content, bench.ran["target"]) == ("ok", 1)
    assert len(told) == 1


@pytest.mark.parametrize("where", ["run", "when"])
@pytest.mark.parametrize("mandatory", [True, False], ids=["mandatory", "observing"])
async def test_x24_a_hook_that_breaks_blocks_where_it_is_mandatory_and_nowhere_else(
    entry: Entry, bench: Bench, where: str, *, mandatory: bool
) -> None:
    """Also when it breaks over the question whether the event is for it."""
    broken = only_target(breaks)
    run, when = (broken, None) if where == "run" else (lambda _: None, lambda event: bool(broken(event)) or True)
    hook = Hook(name="ledger", phase="before_tool_execution", run=run, when=when, mandatory=mandatory)
    bench.tool("target")
    ended = await entry(bench, hooks=Hooks([hook]), scope=SCOPE)
    if mandatory:
        assert isinstance(ended.raised, HookBlocked)
        assert (ended.raised.state, ended.raised.invocation[:7]) == ("failed", "sha256:")
        assert "no such rule" in str(ended.raised)
        assert bench.ran["target"] == 0
    else:
        assert (ended.target.content, bench.ran["target"]) == ("ok", 1)


@pytest.mark.parametrize("failure", ["raise", "deny"])
async def test_x24_a_gate_that_breaks_lets_nothing_through(
    entry: Entry, bench: Bench, failure: Literal["raise", "deny"]
) -> None:
    bench.tool("target")
    gate = lambda call, _: breaks() if call.name == "target" else ToolDecision.allow()  # noqa: E731
    ended = await entry(bench, gate=gate, options=Options(gate_failure=failure))  # type: ignore[arg-type]  # it breaks
    assert bench.ran["target"] == 0
    if failure == "raise":
        assert ended.raised is BROKEN
        assert bench.ran == {}
    else:
        assert ended.target.tool_status == "rejected"
        assert bench.ran["sibling"] == (1 if entry.batch else 0)


@pytest.mark.parametrize("policy", [ToolPolicy(), ToolPolicy(effect=Effect.READ)], ids=["unknown effect", "read"])
async def test_x24_a_review_that_breaks_holds_its_result_back_and_keeps_what_is_uncertain(
    entry: Entry, bench: Bench, policy: ToolPolicy
) -> None:
    bench.tool("target", raising(OSError("lost the answer")), policy)
    review = lambda call, result: breaks() if call.name == "target" else result  # noqa: E731
    ended = await entry(bench, options=Options(review=review))  # type: ignore[arg-type]  # it breaks
    outcome = ended.outcomes[-1]
    assert (outcome.status, outcome.code) == ("failed", "review_failed")
    assert outcome.effect_uncertain is (policy.effect is Effect.UNKNOWN)
    assert "lost the answer" not in outcome.content


Raised = tuple[Exception, str | None]
ENDS: dict[str, Raised] = {
    "an error": (OSError("reset"), "failed"),
    "a hook block": (HookBlocked("no", state="timed_out", invocation="i"), None),
    "a question": (ToolInterrupt("may I?", {"n": 1}), None),
}


@pytest.mark.parametrize("end", ENDS)
async def test_c17_the_runner_alone_hands_signals_on_and_makes_a_result_of_any_error(
    entry: Entry, bench: Bench, end: str
) -> None:
    error, status = ENDS[end]
    bench.way = "direct"
    bench.tool("target", raising(error))
    bench.tool("sibling", "sibling ok")
    dispatcher = bench.dispatcher()
    batch = [ToolCall(id="sibling", name="sibling"), TARGET] if entry.batch else [TARGET]
    decided = await dispatcher.decide(batch)
    results = []
    for item, call in zip(decided.worksets, batch, strict=True):
        held = dispatcher.tools.resolve(call.name)
        assert held is not None
        slot = dispatcher.tools.ledger.take(item, held)
        results.append(await decided.runner.perform(slot, lambda *_, **__: None))
    assert [one and one.status for one in results] == ["succeeded", status][not entry.batch :]
    if isinstance(error, HookBlocked):
        with pytest.raises(HookBlocked) as caught:
            dispatcher.settle(decided)
        assert caught.value is error
        return
    settled = dispatcher.settle(decided)
    asked = [(one.call_id, one.reason, one.payload) for one in settled.pending]
    assert asked == ([("target", "may I?", {"n": 1})] if status is None else [])


@pytest.mark.parametrize("direct", [False, True], ids=["no runner", "a runner for authors"])
async def test_c17_a_tools_dag_without_a_decision_runs_nothing(bench: Bench, *, direct: bool) -> None:
    """With items that nobody decided, test_ledger."""
    bench.tool("target")
    dispatcher = bench.dispatcher()
    bundle = dispatcher.tools.bundle(direct=dispatcher.perform_directly if direct else None)
    run = await Registry().bundle(bundle).run("urn:noocodec:tool:target", ToolInvocationState())
    assert run.outcome == "failed"
    assert [one.code for one in run.state.errors] == ["toolNotDecided"]
    assert bench.ran == {}


class Base(BaseException):
    """No `Exception`, and none of Python's own either."""


KINDS = [KeyboardInterrupt, SystemExit, GeneratorExit, Base]


def inside(error: BaseException) -> list[type[BaseException]]:
    """The kinds of what was raised, those of a group's members for a group."""
    members = error.exceptions if isinstance(error, BaseExceptionGroup) else (error,)
    return [type(one) for one in members]


@pytest.mark.parametrize("kind", KINDS)
def test_c3_what_is_no_exception_comes_out_as_itself_and_leaves_every_place_free(
    entry: Entry, bench: Bench, kind: type[BaseException]
) -> None:
    errors: list[BaseException] = [kind()]

    def body(*_: object) -> str:
        if errors:
            raise errors.pop()
        return "recovered"

    policy = ToolPolicy(
        effect=Effect.READ, idempotency="idempotent", coalesce=True, concurrency=1, max_pending=1, breaker="a.example"
    )
    bench.tool("target", body, policy)
    bench.tool("sibling", "sibling ok")
    dispatcher = bench.dispatcher()
    with pytest.raises(BaseException) as caught:  # noqa: PT011 - its kind is looked at next
        asyncio.run(entry(bench, dispatcher=dispatcher))
    assert inside(caught.value) == [kind]
    assert asyncio.run(entry(bench, dispatcher=dispatcher)).target.content == "recovered"
    assert bench.ran["target"] == 2


@pytest.mark.parametrize("kind", KINDS)
def test_c3_an_effect_in_which_what_is_no_exception_was_raised_waits_for_a_person(
    entry: Entry, bench: Bench, kind: type[BaseException]
) -> None:
    bench.tool("target", raising(kind()), WRITE)
    bench.tool("sibling", "sibling ok")
    broker = MemoryBroker()
    with pytest.raises(BaseException) as caught:  # noqa: PT011 - its kind is looked at next
        asyncio.run(entry(bench, broker=broker, scope=SCOPE))
    assert inside(caught.value) == [kind]
    for _ in range(2):
        again = asyncio.run(entry(bench, broker=broker, scope=SCOPE))
        assert [(one.call_id, one.kind) for one in again.pending] == [("target", "reconciliation")]
    assert bench.ran["target"] == 1
