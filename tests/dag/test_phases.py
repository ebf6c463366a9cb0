# ruff: noqa: ARG001, ARG005 -- nodes are given state and run, used or not; pydantic copies defaults


from archivist.dag import (
    Builder,
    Bundle,
    FakeClock,
    Node,
    Registry,
    Run,
    node,
)
from tests.dag.logs import STEP, Log, logs, raises


def phased(main: Node[Log], pre: Node[Log], post: Node[Log]) -> tuple[Registry, str]:
    dag = (
        Builder("urn:t:dag:ph")
        .phase("setup", "pre", pre)
        .single("entry", main, success="end")
        .phase("teardown", "post", post)
        .terminal("end")
        .build()
    )
    return Registry().bundle(Bundle(nodes=[main, pre, post], dags=[dag])), dag.id


async def test_phases_frame_the_run() -> None:
    """7.2.15"""
    registry, iri = phased(STEP, logs("pre"), logs("post"))
    result = await registry.run(iri, Log())
    assert result.executed == ["setup", "entry", "end", "teardown"]


async def test_a_pre_phase_that_raises_keeps_the_entry_from_running() -> None:
    """7.2.14"""
    registry, iri = phased(STEP, raises("pre", 9), logs("post"))
    result = await registry.run(iri, Log())
    assert (result.outcome, result.executed, result.cursor) == ("failed", ["teardown"], None)


async def test_a_post_phase_that_raises_is_a_warning() -> None:
    """7.2.16"""
    registry, iri = phased(STEP, logs("pre"), raises("post", 9))
    result = await registry.run(iri, Log())
    assert result.outcome == "completed"
    assert [(one.code, one.operation) for one in result.state.warnings] == [("POST_PHASE_FAILED", "teardown")]


async def test_a_phase_cannot_wait_for_somebody() -> None:
    """It has no route to come back by, so its question would vanish."""
    registry, iri = phased(STEP, logs("pre", "success", then=lambda state, run: "parked"), logs("post"))
    result = await registry.run(iri, Log())
    assert (result.outcome, result.executed) == ("failed", ["teardown"])
    assert "phase 'setup' took output 'parked'" in result.error.message


async def test_post_phases_run_when_the_run_is_stopped() -> None:
    """7.2.17"""
    stop = logs("stop", then=lambda state, run: run.cancel("enough") or "success")
    registry, iri = phased(stop, logs("pre"), logs("post"))
    result = await registry.run(iri, Log())
    assert (result.outcome, result.reason, result.executed) == ("cancelled", "enough", ["setup", "entry", "teardown"])


async def test_a_post_phase_that_hangs_after_a_stop_is_ended() -> None:
    """8.2: the original's post phases can hold a cancelled run for ever."""
    stop = logs("stop", then=lambda state, run: run.cancel("enough") or "success")

    @node("urn:t:node:post", outputs=("success",))
    async def hangs(state: Log, run: Run) -> str:
        await run.clock.sleep(1_000_000)
        return "success"

    pre = logs("pre")
    _, iri = phased(stop, pre, hangs)
    dag = phased(stop, pre, hangs)[0].dag(iri)
    clock = FakeClock(auto=True)
    result = await Registry(clock=clock).bundle(Bundle(nodes=[stop, pre, hangs], dags=[dag])).run(iri, Log())
    assert (result.outcome, clock.monotonic()) == ("cancelled", 10)
    assert [(one.code, one.message) for one in result.state.warnings] == [
        ("POST_PHASE_FAILED", "took longer than 10.0 s")
    ]
