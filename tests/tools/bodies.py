"""Tool bodies and calls that several tests need: bodies that wait, count, raise or recover."""

from __future__ import annotations

import json
from collections.abc import Callable

from archivist.dag import RetryPolicy
from archivist.tools import (
    Effect,
    Hook,
    HookEvent,
    Identity,
    ToolCall,
    ToolContext,
    ToolPolicy,
)

READ = ToolPolicy(effect=Effect.READ)
ONE_AT_A_TIME = ToolPolicy(effect=Effect.READ, concurrency=1)
SHARED = ToolPolicy(effect=Effect.READ, idempotency="idempotent", coalesce=True)
STEADY = RetryPolicy(attempts=3, base=1.0, jitter=0.0)
WHO = Identity(owner="tenant-a", run="run-1", thread="thread-1", task="s2:tools", request="host-request-a")
TARGET = ToolCall(id="target", name="target")
Body = Callable[[object, ToolContext], object]


def calls(name: str, count: int, **arguments: object) -> list[ToolCall]:
    return [ToolCall(id=f"{name}-{at}", name=name, arguments=json.dumps(arguments)) for at in range(count)]


def numbered(name: str, count: int) -> list[ToolCall]:
    return [ToolCall(id=f"{name}-{at}", name=name, arguments=json.dumps({"n": at})) for at in range(count)]


class Gauge:
    """A tool body that waits, and knows how many of it were at work at once."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.now = self.most = 0

    async def __call__(self, _: object, context: ToolContext) -> str:
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await context.clock.sleep(self.seconds)
        finally:
            self.now -= 1
        return "ok"


def flaky(failures: list[BaseException]) -> object:
    def body(*_: object) -> str:
        if failures:
            raise failures.pop(0)
        return "recovered"

    return body


def read_with(retry: RetryPolicy) -> ToolPolicy:
    return ToolPolicy(effect=Effect.EXTERNAL_READ, retry=retry)


def raising(error: BaseException) -> Body:
    def body(*_: object) -> object:
        raise error

    return body


def raising_later(error: BaseException) -> Body:
    async def body(_: object, context: ToolContext) -> object:
        await context.clock.sleep(1.0)
        raise error

    return body


def told_to(log: list[HookEvent], **more: object) -> list[Hook]:
    return [
        Hook(name=phase, phase=phase, run=log.append, **more)  # type: ignore[arg-type]  # the two phases
        for phase in ("before_tool_execution", "after_tool_execution")
    ]
