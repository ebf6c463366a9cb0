"""One tool, however it is written and however it is entered. Ids name rows of the contract's tables of cases.

There a tool has a synchronous entry and an asynchronous one, and either must do for the other. Here a tool is a plain
function, a coroutine function, a function that returns something to wait for, or a class; and it is entered by a
dispatcher, by itself, or as the DAG that an author embeds.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Literal

import pytest
from pydantic import BaseModel, JsonValue, TypeAdapter

from archivist.dag import FakeClock, Registry
from archivist.tools import (
    AnyTool,
    Effect,
    FunctionTool,
    Tool,
    ToolCall,
    ToolContext,
    ToolInvocationState,
    ToolPolicy,
)

if TYPE_CHECKING:
    from tests.tools.conftest import Bench, Entry

Form = Literal["function", "coroutine function", "function with an awaitable", "class"]
FORMS: tuple[Form, ...] = ("function", "coroutine function", "function with an awaitable", "class")
WAITING: tuple[Form, ...] = ("coroutine function", "function with an awaitable", "class")
READ = ToolPolicy(effect=Effect.READ)
Does = Callable[[str, ToolContext], Awaitable[str]]


class Saying(BaseModel):
    msg: str


class Echo(Tool[Saying, str]):
    """The tool as a class."""

    name = "target"
    Input = Saying
    output = TypeAdapter(str)
    policy = READ

    def __init__(self, does: Does) -> None:
        self._does = does

    async def execute(self, call: Saying, context: ToolContext) -> str:
        return await self._does(call.msg, context)


def at_once(does: Awaitable[str]) -> str:
    """What a coroutine that never waits comes to, for a body that cannot wait."""
    steps = does.__await__()
    with pytest.raises(StopIteration) as ended:
        next(steps)
    return str(ended.value.value)


def made(form: Form, does: Does) -> AnyTool:
    """The tool `target`, which does `does` with its one argument."""

    def plain(arguments: dict[str, JsonValue], context: ToolContext) -> object:
        return at_once(does(str(arguments["msg"]), context))

    async def coroutine(arguments: dict[str, JsonValue], context: ToolContext) -> object:
        return await does(str(arguments["msg"]), context)

    def awaitable(arguments: dict[str, JsonValue], context: ToolContext) -> object:
        return does(str(arguments["msg"]), context)

    bodies = {"function": plain, "coroutine function": coroutine, "function with an awaitable": awaitable}
    if form == "class":
        return Echo(does)
    return FunctionTool("target", bodies[form], schema=Saying.model_json_schema(), policy=READ)


class Body:
    """Echoes, fails or waits, and counts how often it was entered."""

    def __init__(self, error: Exception | None = None, seconds: float = 0.0) -> None:
        self.entered = 0
        self._error = error
        self._seconds = seconds

    async def __call__(self, msg: str, context: ToolContext) -> str:
        self.entered += 1
        if self._seconds:
            await context.clock.sleep(self._seconds)
        if self._error is not None:
            raise self._error
        return msg


def said(msg: str) -> ToolCall:
    return ToolCall(id="target", name="target", arguments={"msg": msg})


@pytest.mark.parametrize("form", FORMS)
async def test_a1_every_form_answers_the_same_and_is_entered_once(entry: Entry, bench: Bench, form: Form) -> None:
    body = Body()
    bench.tools.append(made(form, body))
    ended = await entry(bench, said("hi"))
    assert (ended.target.content, ended.target.tool_status) == ("hi", "succeeded")
    assert (ended.outcomes[-1].attempts, body.entered) == (1, 1)


@pytest.mark.parametrize("form", FORMS)
async def test_a2_every_form_can_be_entered_by_itself(form: Form) -> None:
    body = Body()
    run = made(form, body).prepare({"msg": "direct"})
    context = ToolContext(call_id="c", deadline=None, clock=FakeClock(), attempt=1, idempotency_key="k")
    assert body.entered == 0
    assert await run(context) == "direct"
    assert body.entered == 1


@pytest.mark.parametrize("form", WAITING)
async def test_a3_what_a_form_waits_for_is_waited_for(entry: Entry, bench: Bench, form: Form) -> None:
    clock = FakeClock(auto=True)
    bench.tools.append(made(form, Body(seconds=0.03)))
    ended = await entry(bench, said("ok"), clock=clock)
    assert ended.target.content == "ok"
    assert clock.monotonic() == pytest.approx(0.03)


@pytest.mark.parametrize("form", FORMS)
async def test_a4_what_a_form_raises_is_the_same_failure_and_the_same_error(
    entry: Entry, bench: Bench, form: Form
) -> None:
    body, error = Body(ValueError("intentional")), ValueError("intentional")
    bench.tools.append(made(form, body))
    outcome = (await entry(bench, said("hi"))).outcomes[-1]
    assert (outcome.status, outcome.error, outcome.code) == ("failed", "intentional", "ValueError")
    assert body.entered == 1
    context = ToolContext(call_id="c", deadline=None, clock=FakeClock(), attempt=1, idempotency_key="k")
    with pytest.raises(type(error), match=r"^intentional$"):
        await made(form, body).prepare({"msg": "hi"})(context)


@pytest.mark.parametrize("error", [None, ValueError("intentional")], ids=["answers", "raises"])
@pytest.mark.parametrize("form", FORMS)
async def test_a1_a4_a_tool_comes_to_the_same_as_the_dag_that_an_author_embeds(
    bench: Bench, form: Form, error: Exception | None
) -> None:
    body = Body(error)
    bench.tools.append(made(form, body))
    dispatcher = bench.dispatcher()
    (called,) = (await dispatcher.dispatch([said("hi")])).outcomes
    registry = Registry().bundle(dispatcher.tools.bundle(direct=dispatcher.perform_directly))
    run = await registry.run("urn:noocodec:tool:target", ToolInvocationState(input={"msg": "hi"}))
    embedded = run.state.settled
    assert isinstance(embedded, dict)
    kept = called.to_json()
    alike = kept.keys() - {"call_id", "seconds"}
    assert {name: embedded[name] for name in alike} == {name: kept[name] for name in alike}
    assert (run.outcome, run.state.output) == (("failed", None) if error else ("completed", "hi"))
    assert [one.message for one in run.state.errors] == (["intentional"] if error else [])
    assert body.entered == 2
