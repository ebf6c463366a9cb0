"""The contract's cases, each alone and in a batch, in all three ways in. Ids name rows of its tables of cases.

The tables are spread over this folder: here the failures (C, PF, RR) and what one call can show of the gate (G, PG);
queues and overlap (P, X2 to X4, X19, X20) in test_queues; hosts (X5 to X7) in test_admission; a model's stream (P5, P6,
PG9, RG1) in test_streams; forms and entries of a tool (A) in test_forms; what breaks around a call (X24, C3, C17) in
test_faults; a log of calls (NS2) in test_effects and test_events; attempts (X13, X14) in test_attempts; sharing (X15,
C18) in test_sharing; policies (X1, X8, X9, X17) in test_policy; names (C5, X18) in test_schema; stops (P3, X16, C16) in
test_stopping; hooks (HK, C19, C24) in test_hooks; nesting (C23) and nodes that are tried again (C20, PF9, RR2, NE1) in
test_nesting; approval (G6, G13) in test_approval; effects (G9 to G12, NS1, SB) in test_effects; the model loop (PG7,
PG8, RT) in test_loop; text (TX1, X22, X23) in test_text.

What the contract's own list of gaps asks for, by its numbers: 1, 2 here, in test_schema and test_hostile; 3 in
test_text and test_events; 4, 17 here; 5, 8 in test_hooks; 6, 10 in test_approval; 7, 9 in test_stopping; 11 in
test_approval and test_policy; 12 here; 13 to 15, 23 in test_policy; 16, 20 in test_queues; 18, 24 in test_attempts; 19
in test_sharing and test_standins; 21 in test_events; 22 in test_approval and test_hostile; 25 in test_effects; 26, 28
in test_schema and test_policy.

Left out by name, because nothing here has what they are about. Threads and their pool: P1, PA1, PA2, PA5. Processes:
X10, X11, X25. MCP: C21, C22. Of X6, that a holder is lent the priority of whoever waits for it: all that runs here
shares one thread, which asks for no priority. Where a row's own means are missing (an arbiter of the host, a second
entry of a tool, an interface that raises, a controller by itself, a node's log), its test holds what comes nearest; the
head of each file says what that is.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest

from archivist.dag import FakeClock
from archivist.tools import (
    Answer,
    Cancellation,
    Cancelled,
    Effect,
    GateContext,
    Hook,
    HookBlocked,
    HookEvent,
    Hooks,
    RequestRefused,
    Scope,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolFailure,
    ToolInterrupt,
    ToolMessage,
    ToolPolicy,
)
from tests.tools.bodies import WHO, raising

if TYPE_CHECKING:
    from tests.tools.conftest import Bench, Ended, Entry

DEADLINE = "run deadline elapsed before the tool started"
UNKNOWN = ToolPolicy()


def content(message: ToolMessage) -> dict[str, object]:
    return json.loads(message.content)


def checked_sibling(ended: Ended, bench: Bench) -> None:
    """Whatever happens to one call, its sibling is answered, in its place, with its own result."""
    if ended.sibling is not None:
        assert [message.tool_call_id for message in ended.messages] == ["sibling", "target"]
        assert (ended.sibling.content, ended.sibling.tool_status) == ("sibling ok", "succeeded")
        assert bench.ran["sibling"] == 1


FAILURES = [
    pytest.param('target failed: "quoted"', ToolPolicy(effect=Effect.READ), "failed", id="C1 read-only tool raises"),
    pytest.param("boom", ToolPolicy(effect=Effect.EXTERNAL_READ), "failed", id="C1 external read raises"),
    pytest.param("boom", ToolPolicy(), "reconciliation_required", id="C2 unknown effect raises"),
    pytest.param("bad input from the model", ToolPolicy(), "reconciliation_required", id="PF1"),
    pytest.param("boom", ToolPolicy(effect=Effect.EXTERNAL_WRITE), "reconciliation_required", id="C2 write raises"),
    pytest.param(
        "boom",
        ToolPolicy(effect=Effect.EXTERNAL_WRITE, idempotency="idempotent"),
        "failed",
        id="idempotent write raises",
    ),
]


@pytest.mark.parametrize(("text", "policy", "status"), FAILURES)
async def test_an_exception_of_a_started_tool_is_judged_by_its_effect(
    entry: Entry, bench: Bench, text: str, policy: ToolPolicy, status: str
) -> None:
    uncertain = status == "reconciliation_required"
    bench.tool("target", raising(ValueError(text)), policy)
    ended = await entry(bench)
    assert content(ended.target) == {
        "error": text,
        "status": status,
        "retryable": False,
        "effect_uncertain": uncertain,
        "output": "",
    }
    assert list(content(ended.target))[:5] == ["error", "status", "retryable", "effect_uncertain", "output"]
    assert (ended.target.tool_status, ended.target.tool_effect_uncertain) == (status, uncertain)
    checked_sibling(ended, bench)


async def test_c4_an_unknown_name_is_rejected_with_the_names_there_are(entry: Entry, bench: Bench) -> None:
    bench.tool("web_search_books")
    ended = await entry(bench, ToolCall(id="target", name="web_search"))
    told = content(ended.target)
    assert (told["error"], told["status"]) == ("Tool not found: web_search", "rejected")
    assert told["did_you_mean"] == ["web_search_books"]
    assert "web_search_books" in told["available"]
    checked_sibling(ended, bench)


@pytest.mark.parametrize("name", ["", " target", "target\n", "Target", "TARGET"])
async def test_names_are_compared_exactly(entry: Entry, bench: Bench, name: str) -> None:
    bench.tool("target")
    ended = await entry(bench, ToolCall(id="target", name=name))
    assert ended.target.tool_status == "rejected"
    assert bench.ran["target"] == 0


@pytest.mark.parametrize(
    "text", ["", " ", "not json", "{'a':1}", "null", "[1,2]", '"s"', "42", '{"a":1,"a":2}', '{"n":NaN}']
)
async def test_arguments_that_are_no_object_fail_that_call_alone(entry: Entry, bench: Bench, text: str) -> None:
    bench.tool("target")
    ended = await entry(bench, ToolCall(id="target", name="target", arguments=text))
    assert (content(ended.target)["kind"], ended.target.tool_status) == ("invalid_arguments", "failed")
    assert bench.ran["target"] == 0
    checked_sibling(ended, bench)


SCHEMA = {
    "type": "object",
    "properties": {"query": {"type": "string", "minLength": 3}, "limit": {"type": "integer", "maximum": 20}},
    "required": ["query"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("arguments", "path", "rule"),
    [
        ({}, "$", "required"),
        ({"query": "Dune", "limit": 50}, "$.limit", "maximum"),
        ({"query": 7}, "$.query", "type"),
        ({"query": "ab"}, "$.query", "minLength"),
        ({"query": "Dune", "key": "x"}, "$", "additionalProperties"),
    ],
)
async def test_arguments_that_break_the_schema_are_answered_with_place_rule_and_schema(
    entry: Entry, bench: Bench, arguments: dict[str, object], path: str, rule: str
) -> None:
    bench.tool("target", schema=SCHEMA)
    ended = await entry(bench, ToolCall(id="target", name="target", arguments=json.dumps(arguments)))
    told = content(ended.target)
    assert [(one["path"], one["rule"]) for one in told["problems"]] == [(path, rule)]
    assert told["schema"] == SCHEMA
    assert bench.ran["target"] == 0
    checked_sibling(ended, bench)


async def test_c6_a_tool_slower_than_its_policy_is_timed_out(entry: Entry, bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("target", lambda _, context: context.clock.sleep(2.0), ToolPolicy(effect=Effect.READ, timeout=0.02))
    ended = await entry(bench, clock=clock)
    assert ended.target.tool_status == "timed_out"
    assert "deadline expired" in content(ended.target)["error"]
    assert ended.target.tool_retryable
    assert bench.ran["target"] == 1
    checked_sibling(ended, bench)


async def test_c9_nothing_starts_at_or_after_the_deadline(entry: Entry, bench: Bench) -> None:
    bench.tool("target")
    ended = await entry(bench, clock=FakeClock(start=10.0), scope=Scope(deadline=10.0))
    assert content(ended.target) == {
        "error": DEADLINE,
        "status": "expired",
        "retryable": False,
        "effect_uncertain": False,
    }
    assert bench.ran == {}


async def test_past_the_deadline_an_unknown_call_is_expired_and_a_denied_one_rejected(
    entry: Entry, bench: Bench
) -> None:
    bench.tool("target")
    late = {"clock": FakeClock(start=10.0), "scope": Scope(deadline=9.0)}
    unknown = await entry(bench, ToolCall(id="target", name="nothing"), **late)
    assert unknown.target.tool_status == "expired"


async def test_pf8_a_call_that_runs_into_the_deadline_is_cut_there(entry: Entry, bench: Bench) -> None:
    clock = FakeClock(auto=True)
    bench.tool("target", lambda _, context: context.clock.sleep(60.0))
    ended = await entry(bench, clock=clock, scope=Scope(deadline=0.15))
    assert ended.target.tool_status == "timed_out"
    assert clock.monotonic() == pytest.approx(0.15)
    checked_sibling(ended, bench)


def hooks_for(*hooks: Hook) -> Hooks:
    return Hooks(hooks)


def fails(_: HookEvent) -> None:
    message = "the ledger is closed"
    raise RuntimeError(message)


async def test_c7_a_hook_block_of_a_nested_run_stops_this_run_as_it_is(entry: Entry, bench: Bench) -> None:
    block = HookBlocked("nested", state="timed_out", invocation="nested-invocation")
    wrapped = RuntimeError("wrapped")
    wrapped.__cause__ = block
    bench.tool("target", raising(wrapped))
    ended = await entry(bench)
    assert ended.raised is block
    if entry.batch:
        assert bench.ran["sibling"] == 1
        assert [one.call_id for one in block.settled] == ["sibling"]


async def test_c8_a_failing_hook_before_a_call_stops_the_run_and_the_tool_does_not_run(
    entry: Entry, bench: Bench
) -> None:
    bench.tool("target")
    hook = Hook(name="ledger", phase="before_tool_execution", run=fails, when=lambda event: event.tool == "target")
    ended = await entry(bench, hooks=hooks_for(hook), scope=Scope(identity=WHO))
    assert isinstance(ended.raised, HookBlocked)
    assert (ended.raised.state, ended.raised.invocation[:7]) == ("failed", "sha256:")
    assert bench.ran["target"] == 0


async def test_c10_past_the_deadline_no_hook_is_told(entry: Entry, bench: Bench) -> None:
    told: list[HookEvent] = []
    bench.tool("target")
    hook = Hook(name="log", phase="before_tool_execution", run=told.append)
    late = Scope(identity=WHO, deadline=0.0)
    ended = await entry(bench, hooks=hooks_for(hook), scope=late, clock=FakeClock(start=1.0))
    assert ended.target.tool_status == "expired"
    assert told == []


async def test_c11_hooks_without_an_owner_fail_closed(entry: Entry, bench: Bench) -> None:
    bench.tool("target")
    ended = await entry(bench, hooks=hooks_for(Hook(name="log", phase="before_tool_execution", run=lambda _: None)))
    assert isinstance(ended.raised, HookBlocked)
    assert (ended.raised.state, ended.raised.invocation) == ("failed", "")
    assert str(ended.raised).startswith("lifecycle hook could not run:")
    assert bench.ran == {}


async def test_c12_a_tool_that_cancels_the_run_ends_it_although_it_finished(entry: Entry, bench: Bench) -> None:
    cancellation = Cancellation()

    def body(*_: object) -> str:
        cancellation.cancel("the page was closed")
        return "finished all the same"

    bench.tool("target", body)
    ended = await entry(bench, scope=Scope(cancellation=cancellation))
    assert isinstance(ended.raised, Cancelled)
    assert str(ended.raised) == "run cancelled: the page was closed"
    assert ended.raised.settled[-1].content == "finished all the same"


async def test_c13_a_gate_that_asks_pauses_before_anything_ran(entry: Entry, bench: Bench) -> None:
    bench.tool("target")

    def gate(call: ToolCall, _: object) -> ToolDecision:
        if call.name == "target":
            return ToolDecision.interrupt("target needs a human", {"tool": "target"})
        return ToolDecision.allow()

    ended = await entry(bench, gate=gate)
    (pending,) = ended.pending
    assert (pending.key, pending.reason, pending.payload) == ("target", "target needs a human", {"tool": "target"})
    assert ended.messages == ()
    assert bench.ran == {}


async def test_c14_a_tool_that_asks_pauses_and_its_sibling_is_not_run_again(entry: Entry, bench: Bench) -> None:
    def body(_: object, context: ToolContext) -> str:
        if context.answer is None:
            msg = "target needs approval"
            raise ToolInterrupt(msg, {"cmd": "deploy"})
        return f"deployed to {context.answer.value}"

    bench.tool("target", body)
    ended = await entry(bench)
    (pending,) = ended.pending
    assert (pending.kind, pending.reason, pending.payload) == ("tool", "target needs approval", {"cmd": "deploy"})
    resumed = await ended.resume({"target": Answer.reply("staging")})
    assert resumed.target.content == "deployed to staging"
    assert bench.ran["target"] == 2
    checked_sibling(resumed, bench)


async def test_c15_every_started_call_is_told_to_hooks_once_before_and_once_after(entry: Entry, bench: Bench) -> None:
    told: list[HookEvent] = []
    bench.tool("target")
    hooks = hooks_for(
        Hook(name="before", phase="before_tool_execution", run=told.append),
        Hook(name="after", phase="after_tool_execution", run=told.append),
    )
    ended = await entry(bench, hooks=hooks, scope=Scope(identity=WHO))
    ids = ["sibling", "target"] if entry.batch else ["target"]
    assert sorted((one.call_id, one.phase, one.status) for one in told) == sorted(
        line
        for call_id in ids
        for line in ((call_id, "before_tool_execution", None), (call_id, "after_tool_execution", "succeeded"))
    )
    assert {one.type for one in told} == {"tool_execution"}
    checked_sibling(ended, bench)


async def test_denied_unknown_and_invalid_calls_are_told_to_no_hook(entry: Entry, bench: Bench) -> None:
    told: list[HookEvent] = []
    bench.tool("target", schema=SCHEMA)
    hooks = hooks_for(Hook(name="before", phase="before_tool_execution", run=told.append))
    for call in (ToolCall(id="target", name="target", arguments="{}"), ToolCall(id="target", name="nothing")):
        await entry(bench, call, hooks=hooks, scope=Scope(identity=WHO))
    await entry(
        bench,
        ToolCall(id="target", name="target", arguments='{"query":"Dune"}'),
        gate=lambda call, _: ToolDecision.deny() if call.name == "target" else ToolDecision.allow(),
        hooks=hooks,
        scope=Scope(identity=WHO),
    )
    assert [one.call_id for one in told if one.call_id == "target"] == []


@pytest.mark.parametrize("first", ["asks", "blocks"])
async def test_c16_a_hook_block_wins_over_an_interrupt_wherever_it_stands(bench: Bench, first: str) -> None:
    block = HookBlocked("no", state="failed", invocation="x")
    bench.tool("asks", raising(ToolInterrupt("me first")))
    bench.tool("blocks", raising(block))
    second = "blocks" if first == "asks" else "asks"
    calls = [ToolCall(id=name, name=name) for name in (first, second)]
    with pytest.raises(type(block)) as caught:
        await bench.dispatcher().dispatch(calls)
    assert caught.value is block


async def test_pf10_ill_formed_results_are_mended(entry: Entry, bench: Bench) -> None:
    for result in ("ok \udcff end", b"ok \xff end"):
        bench.tools.clear()
        bench.tool("target", lambda *_, result=result: result)
        ended = await entry(bench)
        assert (ended.target.content, ended.target.tool_status) == ("ok \ufffd end", "succeeded")


@pytest.mark.parametrize("policy", [UNKNOWN, ToolPolicy(effect=Effect.EXTERNAL_WRITE), ToolPolicy(effect=Effect.READ)])
@pytest.mark.parametrize("retryable", [False, True])
async def test_rr1_a_refusal_is_failed_and_never_uncertain(
    entry: Entry, bench: Bench, policy: ToolPolicy, *, retryable: bool
) -> None:
    bench.tool("target", raising(RequestRefused("refused", "arguments refused", retryable=retryable)), policy)
    ended = await entry(bench)
    told = content(ended.target)
    assert (told["status"], told["effect_uncertain"], told["retryable"]) == ("failed", False, retryable)
    assert told["error"] == "arguments refused"
    checked_sibling(ended, bench)


async def test_a_typed_failure_tells_its_code_and_facts(entry: Entry, bench: Bench) -> None:
    failure = ToolFailure("throttled", "Open Library asks for a pause", retryable=True, data={"source": "openlibrary"})
    bench.tool("target", raising(failure))
    ended = await entry(bench)
    told = content(ended.target)
    assert (told["error"], told["retryable"], told["code"], told["source"]) == (
        "Open Library asks for a pause",
        True,
        "throttled",
        "openlibrary",
    )


async def test_x21_an_operating_system_error_keeps_the_file_and_loses_the_folder(entry: Entry, bench: Bench) -> None:
    bench.tool("target", raising(OSError("open /srv/data/report.csv")), UNKNOWN)
    ended = await entry(bench)
    assert ended.target.tool_status == "reconciliation_required"
    assert content(ended.target)["error"] == "open report.csv"


async def test_a_cancelled_error_that_nobody_asked_for_ends_only_its_call(entry: Entry, bench: Bench) -> None:
    bench.tool("target", raising(asyncio.CancelledError()))
    ended = await entry(bench)
    assert ended.target.tool_status == "cancellation_requested"
    assert not ended.target.tool_effect_uncertain
    checked_sibling(ended, bench)


async def test_g2_a_denied_call_is_rejected_with_the_gates_reason(entry: Entry, bench: Bench) -> None:
    bench.tool("target")
    reason = "shell access is disabled in this workspace"
    ended = await entry(
        bench, gate=lambda call, _: ToolDecision.deny(reason) if call.name == "target" else ToolDecision.allow()
    )
    assert content(ended.target) == {
        "error": reason,
        "status": "rejected",
        "retryable": False,
        "effect_uncertain": False,
    }
    assert bench.ran["target"] == 0
    checked_sibling(ended, bench)


async def test_g3_pg3_a_gates_arguments_replace_the_models(entry: Entry, bench: Bench) -> None:
    bench.tool("target")
    gate = lambda call, _: ToolDecision.allow({"tenant_id": "acme"} if call.name == "target" else None)  # noqa: E731
    call = ToolCall(id="target", name="target", arguments='{"sql": "select 1"}')
    ended = await entry(bench, call, gate=gate)
    assert bench.seen[-1] == {"tenant_id": "acme"}
    assert ended.target.tool_status == "succeeded"


async def test_a_gate_can_mend_arguments_that_do_not_parse(entry: Entry, bench: Bench) -> None:
    bench.tool("target", schema=SCHEMA)

    def gate(call: ToolCall, context: GateContext) -> ToolDecision:
        if call.name == "target":
            assert context.problems
            assert context.arguments is None
            return ToolDecision.allow({"query": "Dune"})
        return ToolDecision.allow()

    ended = await entry(bench, ToolCall(id="target", name="target", arguments="{query: Dune"), gate=gate)
    assert ended.target.tool_status == "succeeded"
    assert {"query": "Dune"} in bench.seen


async def test_a_gates_arguments_are_checked_like_the_models(entry: Entry, bench: Bench) -> None:
    bench.tool("target", schema=SCHEMA)
    gate = lambda call, _: ToolDecision.allow({"limit": 99} if call.name == "target" else None)  # noqa: E731
    ended = await entry(bench, ToolCall(id="target", name="target", arguments='{"query":"Dune"}'), gate=gate)
    assert ended.target.tool_status == "failed"
    assert bench.ran["target"] == 0


@pytest.mark.parametrize("answer", ["approve", "deny"])
async def test_g6_g7_g8_pg5_pg6_a_paused_call_runs_when_approved_and_not_when_declined(
    entry: Entry, bench: Bench, answer: str
) -> None:
    bench.tool("target")
    gate = lambda call, _: (  # noqa: E731
        ToolDecision.interrupt("shell needs approval", {"cmd": "rm -rf build/"})
        if call.name == "target"
        else ToolDecision.allow()
    )
    paused = await entry(bench, gate=gate)
    assert bench.ran == {}
    said = Answer.approve() if answer == "approve" else Answer.deny("the human said no")
    ended = await paused.resume({"target": said})
    assert ended.pending == ()
    assert bench.ran["target"] == (1 if answer == "approve" else 0)
    if answer == "deny":
        assert content(ended.target)["error"] == "the human said no"
    checked_sibling(ended, bench)


async def test_a_gate_that_raises_ends_the_dispatch_before_anything_ran(entry: Entry, bench: Bench) -> None:
    bench.tool("target")
    broken = LookupError("no such rule")

    def gate(call: ToolCall, _: object) -> ToolDecision:
        if call.name == "target":
            raise broken
        return ToolDecision.allow()

    ended = await entry(bench, gate=gate)
    assert ended.raised is broken
    assert bench.ran == {}


async def test_x12_a_success_is_the_tools_text_and_says_so(entry: Entry, bench: Bench) -> None:
    bench.tool("target", '{"ok": true}')
    ended = await entry(bench)
    assert ended.target.to_json() == {
        "role": "tool",
        "content": '{"ok": true}',
        "tool_call_id": "target",
        "tool_name": "target",
        "tool_status": "succeeded",
    }
    checked_sibling(ended, bench)
