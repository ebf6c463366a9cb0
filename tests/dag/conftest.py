"""The step language of the oracle's traces, run on our engine.

Format: README.md of the oracle's folder, "Trace format". Time is a fake clock that jumps, so nothing here waits.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from archivist.dag import (
    Bundle,
    Checkpoint,
    DagError,
    FakeClock,
    Handle,
    Node,
    Registry,
    Result,
    Run,
    State,
    load,
    paths,
)


class TraceState(State):
    log: object = []
    items: object = []
    results: object = []
    tokens: object = []
    good: object = []
    bad: object = []
    value: object = None
    answer: object = None
    count: object = 0
    target: object = ""
    out: object = {}


INITIAL = TraceState().snapshot()


@dataclass
class Trace:
    """What one trace does on our engine."""

    data: Mapping[str, object]
    outcome: str = ""
    terminal: str | None = None
    executed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    state: dict[str, object] = field(default_factory=dict)
    effects: list[object] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    refused: str | None = None
    result: Result[TraceState] | None = None
    resumed: "Trace | None" = None


class StepNode(Node[TraceState, None]):
    """A node made of steps; batches arrive whole, as in the original."""

    def __init__(self, spec: Mapping[str, object], effects: list[object]) -> None:
        self.id = str(spec["iri"])
        self.outputs = tuple(spec["outputs"])
        self.timeout = spec["timeoutMs"] / 1000 if "timeoutMs" in spec else None
        self.input_schema = spec.get("inputSchema")
        self.output_schema = spec.get("outputSchemas")
        self._name = str(spec.get("name", self.id))
        self._steps = spec.get("steps", [])
        self._effects = effects
        if spec.get("recordBatch"):
            self.execute_many = self._record_many

    async def _record_many(self, states: Sequence[TraceState], run: Run) -> list[str]:
        self._effects.append({"batch": list(run.ids)})
        return [await self.execute(state, run) for state in states]

    async def execute(self, state: TraceState, run: Run) -> str:
        port = await self._run(self._steps, state, run)
        return self.outputs[0] if port is _GO_ON else port

    async def _run(self, steps: Sequence[Sequence[object]], state: TraceState, run: Run) -> object:
        for step in steps:
            port = await self._step(step, state, run)
            if port is not _GO_ON:
                return port
        return _GO_ON

    async def _step(self, step: Sequence[object], state: TraceState, run: Run) -> object:
        word, *args = step
        match word:
            case "return":
                return args[0]["lit"] if isinstance(args[0], Mapping) else args[0]
            case "if":
                branch = args[1] if self._true(args[0], state) else (args[2] if len(args) > 2 else [])
                return await self._run(branch, state, run)
            case "sleep" | "sleepSignal":  # cancellation ends both: here no wait outlives its run
                await run.clock.sleep(self._value(args[0], state) / 1000)
            case "throw":
                raise RuntimeError(args[0])
            case "abort":
                run.cancel(args[0])
            case _:
                self._change(word, args, state)
        return _GO_ON

    def _change(self, word: object, args: Sequence[object], state: TraceState) -> None:
        value = self._value(args[-1], state)
        match word:
            case "push":
                paths.get(state, args[0]).append(value)
            case "set":
                paths.put(state, args[0], value)
            case "inc":
                paths.put(state, args[0], paths.get(state, args[0]) + value)
            case "setMeta":
                state.metadata[args[0]] = value
            case "park":
                state.park(str(value))
            case "error":
                state.collect_error(args[0], args[0], args[1], operation=self._name)
            case "trace":
                self._effects.append(value)
            case _:
                msg = f"unknown step {word!r}"
                raise AssertionError(msg)

    def _true(self, condition: Sequence[object], state: TraceState) -> bool:
        word, *args = condition
        match word:
            case "eq":
                return self._value(args[0], state) == self._value(args[1], state)
            case "lt":
                return self._value(args[0], state) < self._value(args[1], state)
            case "even":
                return self._value(args[0], state) % 2 == 0
            case "not":
                return not self._true(args[0], state)
            case "budget":
                return state.within_budget(args[0], args[1])
        msg = f"unknown condition {word!r}"
        raise AssertionError(msg)

    def _value(self, expression: object, state: TraceState) -> object:  # noqa: PLR0911 - one case a word
        if not isinstance(expression, Mapping):
            return expression
        ((word, argument),) = expression.items()
        match word:
            case "lit":
                return json.loads(json.dumps(argument))
            case "path":
                return paths.get(state, argument)
            case "meta":
                return paths.get(state.metadata, argument)
            case "name":
                return self._name
            case "tries":
                return state.retries.get(argument, 0)
            case "concat":
                return "".join(_text(self._value(one, state)) for one in argument)
        left, right = (self._value(one, state) for one in argument)
        return _arithmetic(word, left, right)


_GO_ON = object()


def _arithmetic(word: str, left: object, right: object) -> object:
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        return None
    return {"mul": math.prod((left, right)), "add": left + right, "sub": left - right}[word]


def _text(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return str(value)


async def _play(data: Mapping[str, object]) -> Trace:
    trace = Trace(data)
    settings = data["input"]
    clock = FakeClock(auto=True)
    registry = Registry(clock=clock, validate=bool({**data, **settings}.get("validateOutputs")))
    documents = [load(one) for one in (data["document"], *data.get("otherDocuments", ()))]
    bundle = Bundle(
        nodes=[StepNode(spec, trace.effects) for spec in data["nodes"]],
        dags=documents,
        states=dict.fromkeys(data.get("isolatedChildState", ()), TraceState),
    )
    try:
        registry.bundle(bundle)
    except DagError as error:
        trace.refused = error.message
        return trace
    state = TraceState(**settings.get("state", {}), metadata=settings.get("metadata", {}))
    deadline = settings["deadlineMs"] / 1000 if "deadlineMs" in settings else None
    iri = data.get("run", documents[0].id)
    try:
        handle = registry.start(iri, state, deadline=deadline)
    except DagError as error:
        trace.refused = error.message
        return trace
    for key, value in settings.items():
        if key.startswith("abort") and value is not False:
            _abort(handle, clock, value)
    result = await handle
    _note(trace, result, data["result"])
    if "resume" in data:
        trace.resumed = await _go_on(registry, trace, result, data["resume"])
    return trace


def _abort(handle: Handle[TraceState], clock: FakeClock, when: object) -> None:
    """Before the start, or after so many milliseconds."""
    if isinstance(when, int | float) and not isinstance(when, bool):
        clock.call_later(when / 1000, lambda: handle.cancel("aborted"))
    else:
        handle.cancel("aborted before the start")


async def _go_on(registry: Registry, trace: Trace, result: Result[TraceState], plan: Mapping[str, object]) -> Trace:
    changes = plan.get("changes", {})
    for path, value in changes.get("state", {}).items():
        paths.put(result.state, path, value)
    result.state.metadata.update(changes.get("metadata", {}))
    resumed = Trace(plan)
    before = len(trace.effects)
    cursor = plan.get("fromCursor")
    if cursor == result.cursor:
        checkpoint = result.checkpoint
    else:  # somewhere of the tester's own choice
        checkpoint = Checkpoint(dag=result.dag, cursor=str(cursor), state=result.state.snapshot())
    state = TraceState if plan.get("viaSnapshot") else result.state
    try:
        again = await registry.resume(Checkpoint.load(checkpoint.dump()), state=state)
    except DagError as error:
        resumed.refused = error.message
        return resumed
    resumed.effects = trace.effects[before:]
    del trace.effects[before:]
    _note(resumed, again, plan["result"])
    return resumed


def _note(trace: Trace, result: Result[TraceState], original: Mapping[str, object]) -> None:
    trace.result = result
    trace.outcome = result.outcome
    decided = (
        result.outcome in {"completed", "failed"}
        and result.terminals
        and getattr(result.error, "code", "FLOW_FAILED") == "FLOW_FAILED"
    )
    trace.terminal = result.outcome if decided else None
    trace.executed = result.executed
    trace.skipped = result.skipped
    snapshot = result.state.snapshot()
    listed = original.get("state", {})
    trace.state = {
        key: value
        for key, value in snapshot.items()
        if key in INITIAL and key not in _BOOKKEEPING and (value != INITIAL[key] or key in listed)
    }
    trace.errors = [error.code for error in result.state.errors]


_BOOKKEEPING = {"metadata", "errors", "warnings", "retries"}


@pytest.fixture
def play() -> Callable[[Mapping[str, object]], object]:
    """Runs one trace on our engine."""
    return _play
