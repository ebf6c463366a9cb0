# ruff: noqa: ARG005 -- nodes are given state and run, used or not; pydantic copies defaults

import pytest

from archivist.dag import (
    Builder,
    Event,
    FakeClock,
    Registry,
    RetryPolicy,
)
from tests.dag.logs import SLOW, STEP, Log, child, logs, outer, raises, slow


@pytest.mark.parametrize(("failures", "calls", "outcome"), [(9, 3, "failed"), (2, 3, "completed"), (0, 1, "completed")])
async def test_a_placement_s_policy_retries_what_its_node_raises(failures: int, calls: int, outcome: str) -> None:
    """7.2.22 and 7.2.23; anchors 2.4: numbers stand in the document, clock and waits are handed in."""
    clock, flaky = FakeClock(auto=True), raises("flaky", failures)
    policy = RetryPolicy(attempts=3, strategy="constant", base=0.02, jitter=0)
    dag = Builder("urn:t:dag:r").single("flaky", flaky, retry=policy, success="end").terminal("end").build()
    events: list[Event] = []
    result = await Registry(clock=clock).add(flaky, dag).run(dag.id, Log(), on_event=events.append)

    assert (result.state.n, result.outcome) == (calls, outcome)
    assert clock.slept == [0.02] * (calls - 1)
    assert [event.detail["attempt"] for event in events if event.kind == "retry"] == list(range(1, calls))


async def test_taking_the_error_port_is_no_error_and_never_retried() -> None:
    """7.2.24"""
    poor = logs("poor", "error")
    dag = Builder("urn:t:dag:r").single("poor", poor, retry=RetryPolicy(), error="end").terminal("end").build()
    assert (await Registry().add(poor, dag).run(dag.id, Log())).state.log == ["poor"]


async def test_filters_of_a_document_s_policy_take_effect() -> None:
    """1.9: `retry.on` has no effect in the original (its README, 11)."""
    policy = RetryPolicy(attempts=3, base=0, retry_on=("ConnectionError",))
    for error, calls in ((ConnectionResetError("gone"), 3), (ValueError("bad"), 1)):
        flaky = raises("flaky", 9, error)
        dag = Builder("urn:t:dag:r").single("flaky", flaky, retry=policy, success="end").terminal("end").build()
        result = await Registry(clock=FakeClock(auto=True)).add(flaky, dag).run(dag.id, Log())
        assert result.state.n == calls


async def test_a_run_s_retries_have_a_budget_over_all_its_nodes() -> None:
    flaky = raises("flaky", 99)
    dag = (
        Builder("urn:t:dag:r")
        .single("flaky", flaky, retry=RetryPolicy(attempts=50, base=0), success="end")
        .terminal("end")
        .build()
    )
    result = await Registry(clock=FakeClock(auto=True), retries=4).add(flaky, dag).run(dag.id, Log())
    assert result.state.n == 5


async def test_a_node_s_error_names_graph_path_and_run() -> None:
    """7.2.25"""
    broken = raises("broken", 9)
    dag = Builder("urn:t:dag:e").single("broken", broken, success="end").terminal("end").build()
    result = await Registry().add(broken, dag).run(dag.id, Log(), run_id="r-1")

    assert result.error.context == {
        "dag": dag.id,
        "placement": f"{dag.id}/node/broken",
        "path": ["broken"],
        "run": "r-1",
    }
    assert result.error.to_json()["cause"] == "RuntimeError: failure 1"
    assert isinstance(result.error.__cause__, RuntimeError)


async def test_an_error_that_says_it_is_not_worth_retrying_says_so_to_the_end() -> None:
    class Final(RuntimeError):
        retryable = False

    for error, retryable in ((Final("no"), False), (RuntimeError("perhaps"), True)):
        broken = raises("broken", 9, error)
        dag = Builder("urn:t:dag:e").single("broken", broken, success="end").terminal("end").build()
        result = await Registry().add(broken, dag).run(dag.id, Log())
        assert result.error.retryable is retryable


@pytest.mark.parametrize(("validate", "terminal"), [(True, "bad"), (False, "good")])
async def test_a_state_that_breaks_the_promised_schema_takes_error_when_asked(validate: bool, terminal: str) -> None:  # noqa: FBT001 - a table
    """7.2.26"""
    promise = {"type": "object", "properties": {"n": {"minimum": 1}}}
    liar = logs("liar", "success", "error", output_schema={"success": promise, "error": {}})
    dag = (
        Builder("urn:t:dag:v")
        .single("liar", liar, success="good", error="bad")
        .terminal("good")
        .terminal("bad", "failed")
        .build()
    )
    result = await Registry(validate=validate).add(liar, dag).run(dag.id, Log())

    assert result.terminals == [terminal]
    assert [one.code for one in result.state.errors] == (["outputContractViolation"] if validate else [])


async def test_an_unknown_graph_is_a_failed_run_that_names_the_known_ones() -> None:
    """7.2.27"""
    result = await Registry().add(slow, SLOW).run("urn:t:dag:none", Log())
    assert result.outcome == "failed"
    assert "'urn:t:dag:none' is not registered (registered: urn:t:dag:slow)" in result.error.message


async def test_an_output_without_a_route_is_an_error_that_lists_the_routes() -> None:
    strange = logs("strange", "success", then=lambda state, run: "weird")
    dag = Builder("urn:t:dag:u").single("strange", strange, success="end").terminal("end").build()
    result = await Registry().add(strange, dag).run(dag.id, Log())
    assert (
        result.error.message == "single 'strange' took output 'weird', which has no route (routes: 'success'); route it"
    )
    assert result.error.code == "UNROUTED_OUTPUT"


async def test_a_mapping_to_a_field_that_does_not_exist_is_an_error_and_not_a_loss() -> None:
    work, inner = child("good")
    result = (
        await Registry().add(work, inner, outer(inner, outputs={"gone": "n"}).build()).run("urn:t:dag:outer", Log())
    )
    assert result.error.code == "MAPPING_ERROR"
    assert "'gone'" in result.error.message


async def test_any_failed_terminal_fails_the_run() -> None:
    dag = (
        Builder("urn:t:dag:m")
        .single("x", STEP, success="good")
        .single("y", STEP, success="bad")
        .terminal("good")
        .terminal("bad", "failed")
        .entrypoints(main="x", y="y")
        .build()
    )
    result = await Registry().add(STEP, dag).run(dag.id, Log())
    assert (result.outcome, sorted(result.terminals), result.error.code) == ("failed", ["bad", "good"], "FLOW_FAILED")
