"""A scripted network, a clock that needs no time, and tools on both."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from pydantic import JsonValue

from archivist.dag import FakeClock
from archivist.sources import HttpClient, ScriptedTransport, SourceResult, all_tools
from archivist.tools import ToolContext

from .shapes import value_of

Ask = Callable[..., Awaitable[SourceResult]]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(auto=True)


@pytest.fixture
def web(clock: FakeClock) -> ScriptedTransport:
    return ScriptedTransport(clock)


@pytest.fixture
def http(web: ScriptedTransport, clock: FakeClock) -> HttpClient:
    return HttpClient(web, clock=clock)


@pytest.fixture
def ask(http: HttpClient, clock: FakeClock) -> Ask:
    """Calls a tool by name with its arguments, as a dispatcher would; `within` is its deadline in seconds."""
    tools = {tool.name: tool for tool in all_tools(http, google_key="secret-key")}

    async def call(name: str, /, within: float = 30.0, **arguments: JsonValue) -> SourceResult:
        context = ToolContext(
            call_id="c1", deadline=clock.monotonic() + within, clock=clock, attempt=1, idempotency_key="k"
        )
        return value_of(await tools[name].prepare(arguments)(context))

    return call


@pytest.fixture
def recordings() -> Path:
    """The folder of recorded responses, which may be absent."""
    home = Path(os.environ.get("ARCHIVIST_SHARED", Path(__file__).parents[3] / "shared"))
    return home / "data" / "real-api"


@pytest.fixture
def recorded(recordings: Path) -> Callable[[str], bytes]:
    """The bytes of a recorded response; skips where the recordings are not at hand."""

    def read(name: str) -> bytes:
        path = recordings / name
        if not path.is_file():
            pytest.skip(
                f"the recorded response {name} is not here; set ARCHIVIST_SHARED to the folder that holds data/"
            )
        return path.read_bytes()

    return read
