"""What a tool call costs: `python bench/dispatch.py` prints microseconds a call and the ratios that are promised.

Targets: at most 60 us a call in a batch of 100 no-op tools, for one name and for distinct names alike, and at most 1.2
times as much with a gate as without. `neograph-engine`, where it is installed, does the same batches in the same run.

Method: cases take turns (A B C, A B C, ...), the first round is thrown away, and every call must have succeeded. `cpu`
is the median of the processor time of the process, which other load on the machine disturbs little; `wall` the median
and the minimum of the time on the clock. Ratios are of processor time. Zero work only: nothing is said about waiting.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from archivist.tools import (
    Dispatcher,
    Effect,
    FunctionTool,
    GateContext,
    ToolCall,
    ToolContext,
    ToolDecision,
    ToolPolicy,
    ToolRegistry,
)

CALLS: Final = 100
ROUNDS: Final = 40
SCHEMA: Final = {
    "type": "object",
    "properties": {"n": {"type": "integer", "minimum": 0}},
    "required": ["n"],
    "additionalProperties": False,
}
POLICIES: Final = {"read": ToolPolicy(effect=Effect.READ), "unknown effect": ToolPolicy()}

Took = tuple[float, float]
"""Seconds on the clock and seconds of the processor."""
Batch = Callable[[], Awaitable[Took]]


def _watch() -> Callable[[], Took]:
    wall, cpu = time.perf_counter(), time.process_time()
    return lambda: (time.perf_counter() - wall, time.process_time() - cpu)


async def _nothing(_arguments: object, _context: ToolContext) -> str:
    return "ok"


async def _allow(_call: ToolCall, _context: GateContext) -> ToolDecision:
    return ToolDecision.allow()


def _calls(names: Sequence[str]) -> list[ToolCall]:
    return [ToolCall(id=f"call-{at}", name=name, arguments=json.dumps({"n": at})) for at, name in enumerate(names)]


def ours(policy: ToolPolicy, names: Sequence[str], *, gated: bool) -> Batch:
    """A batch through the dispatcher."""
    tools = [FunctionTool(name, _nothing, schema=SCHEMA, policy=policy) for name in dict.fromkeys(names)]
    dispatcher = Dispatcher(ToolRegistry(*tools))
    calls, gate = _calls(names), _allow if gated else None

    async def run() -> Took:
        stop = _watch()
        result = await dispatcher.dispatch(calls, gate=gate)
        took = stop()
        if {message.tool_status for message in result.messages} != {"succeeded"}:
            sys.exit("a call did not succeed, so its time means nothing")
        return took

    return run


def theirs(names: Sequence[str], *, overlapping: bool) -> Batch | None:
    """The same batch through `neograph-engine`, from a node that emits it; None where it is not installed."""
    try:
        import neograph_engine as ng  # noqa: PLC0415 - an optional yardstick
    except ImportError:
        return None
    kind = ng.AsyncTool if overlapping else ng.Tool

    class Nothing(kind):  # type: ignore[misc, valid-type]  # chosen above
        def __init__(self, name: str) -> None:
            super().__init__()
            self._name = name

        def get_name(self) -> str:
            return self._name

        def get_definition(self) -> object:
            made = ng.ChatTool()
            made.name, made.description, made.parameters = self._name, "nothing", SCHEMA
            return made

        def execute(self, _arguments: object) -> str:
            return "ok"

    calls = [{"id": one.id, "name": one.name, "arguments": one.arguments} for one in _calls(names)]
    emitter = f"emit-{id(calls)}"

    @ng.node(emitter)  # type: ignore[untyped-decorator]  # the package has no types
    def emit(_state: object) -> list[object]:
        return [ng.ChannelWrite("messages", [{"role": "assistant", "content": "", "tool_calls": calls}])]

    graph = {
        "name": "bench",
        "channels": {"messages": {"reducer": "append"}},
        "nodes": {"emit": {"type": emitter}, "tools": {"type": "tool_dispatch"}},
        "edges": [
            {"from": "__start__", "to": "emit"},
            {"from": "emit", "to": "tools"},
            {"from": "tools", "to": "__end__"},
        ],
    }
    tools = [Nothing(name) for name in dict.fromkeys(names)]
    engine = ng.GraphEngine.compile(graph, ng.NodeContext(tools=tools), stderr_notices=False)
    config = ng.RunConfig()
    config.thread_id, config.input = "bench", {}

    async def run() -> Took:
        stop = _watch()
        result = engine.run(config)
        took = stop()
        messages = result.output["channels"]["messages"]["value"][1:]
        if len(messages) != len(names) or {one["tool_status"] for one in messages} != {"succeeded"}:
            sys.exit("a call of neograph-engine did not succeed, so its time means nothing")
        return took

    return run


def cases() -> dict[str, Batch]:
    """Every batch by its name."""
    names = {"one name": ["noop"] * CALLS, "distinct names": [f"noop_{at}" for at in range(CALLS)]}
    found: dict[str, Batch] = {}
    for what, policy in POLICIES.items():
        for label, chosen in names.items():
            found[f"{what}, {label}"] = ours(policy, chosen, gated=False)
            found[f"{what}, {label}, gate"] = ours(policy, chosen, gated=True)
    for label, chosen in names.items():
        for overlapping in (False, True):
            batch = theirs(chosen, overlapping=overlapping)
            if batch is not None:
                found[f"neograph-engine {'AsyncTool' if overlapping else 'Tool'}, {label}"] = batch
    return found


async def measured(batches: dict[str, Batch]) -> dict[str, list[Took]]:
    """What every round of every case took, cases taking turns."""
    times: dict[str, list[Took]] = {name: [] for name in batches}
    for at in range(ROUNDS + 1):
        for name, batch in batches.items():
            gc.collect()
            took = await batch()
            if at > 0:
                times[name].append(took)
    return times


def main() -> None:
    """Measures and prints."""
    load = os.getloadavg()[0]
    sys.stdout.write(f"us a call; {CALLS} calls a batch, {ROUNDS} rounds, load {load:.1f} on {os.cpu_count()} cores\n")
    times = asyncio.run(measured(cases()))
    cpu = {name: statistics.median(one[1] for one in found) / CALLS * 1e6 for name, found in times.items()}
    for name, found in times.items():
        walls = [one[0] / CALLS * 1e6 for one in found]
        middle, best = statistics.median(walls), min(walls)
        sys.stdout.write(f"{name:42} cpu {cpu[name]:7.1f}   wall {middle:7.1f}   best {best:7.1f}\n")
    for what in POLICIES:
        _compare(cpu, what)
    for name, took in cpu.items():
        if name.startswith("neograph"):
            label = name.partition(", ")[2]
            sys.stdout.write(f"{name} / ours: {took / cpu[f'read, {label}']:.1f}\n")


def _compare(cpu: dict[str, float], what: str) -> None:
    one, many = f"{what}, one name", f"{what}, distinct names"
    gates = [cpu[f"{name}, gate"] / cpu[name] for name in (one, many)]
    names = cpu[one] / cpu[many]
    sys.stdout.write(f"{what}: one name / distinct names {names:.2f}; gate / no gate {max(gates):.2f}, at most 1.2\n")


if __name__ == "__main__":
    main()
