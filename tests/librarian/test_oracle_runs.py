"""The original Archivist's recorded runs, played on ours: the same way through the graph to the same shortlist."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

import pytest
from pydantic import JsonValue

from archivist.dag import Event, Result
from archivist.librarian import Visit
from archivist.memory import Memory
from archivist.tools import ToolRegistry
from tests.librarian.scripted import INTENTS, NOW, ScriptedReader, play, tool

SHARED = Path(os.environ.get("ARCHIVIST_SHARED", Path(__file__).parents[3] / "shared"))
RUNS = Path(os.environ.get("ARCHIVIST_ORACLE", SHARED / "data" / "dagonizer")) / "archivist-runs"
NAMES = sorted(path.stem for path in RUNS.glob("*.json") if not path.stem.startswith("_")) if RUNS.is_dir() else []


class Difference(NamedTuple):
    """Where the original is wrong: what is right instead, and why."""

    outcome: str
    shortlist: frozenset[str] | None
    reason: str


ALL_FOUR = frozenset({"9780000000019", "9780000000026", "9780000000033", "9780000000040"})
DIFFERENT = {
    "describe-book-one-tool-fails": Difference(
        "found", None, "8.1 #4: one failing tool threw away what the others had found, and nothing was told"
    ),
    "search-french-visitor": Difference(
        "found", ALL_FOUR, "8.1 #30: the language filter left a French visitor nothing, and did not say so"
    ),
    "intent-describe-book": Difference(
        "found", None, "the best match and what else has its title, where the original shows all it has"
    ),
    "search-validate-false": Difference(
        "found", ALL_FOUR, "the path is the same; the last draft is written by rule from the records and stands"
    ),
}


def load(name: str) -> dict[str, JsonValue]:
    recorded: dict[str, JsonValue] = json.loads((RUNS / f"{name}.json").read_text(encoding="utf-8"))
    return recorded


def answers(recorded: dict[str, JsonValue]) -> dict[str, JsonValue]:
    known: dict[str, JsonValue] = load("_fixtures")["defaultToolAnswers"]  # type: ignore[assignment]
    fakes = recorded["fakes"]
    assert isinstance(fakes, dict)
    own = fakes["tools"]
    return known | own if isinstance(own, dict) else known


def reader_of(recorded: dict[str, JsonValue]) -> ScriptedReader:
    fakes, calls = recorded["fakes"], recorded["calls"]
    assert isinstance(fakes, dict)
    assert isinstance(calls, list)
    model = fakes["llm"]
    assert isinstance(model, dict)
    return ScriptedReader(
        label=str(model.get("classifyIntent", "search")),
        plan=[call[1] for call in calls if call[0] == "tool"],
        approves=model.get("validate", True) is not False,
    )


def way(events: list[Event]) -> list[list[str]]:
    """What the run went through, as the recordings tell it, without what happens inside the tools."""
    ended = [event for event in events if event.kind == "node-end" and event.index is None]
    return [[" > ".join(event.path), str(event.output)] for event in ended if "invoke" not in event.path]


def recorded_way(recorded: dict[str, JsonValue]) -> list[list[str]]:
    path = recorded["path"]
    assert isinstance(path, list)
    return [step for step in path if "scatter > " not in step[0]]


def shortlist(result: Result[Visit]) -> frozenset[str]:
    return frozenset(isbn for ranked in result.state.shortlist for isbn in ranked.book.isbns)


def recorded_shortlist(recorded: dict[str, JsonValue]) -> frozenset[str]:
    result = recorded["result"]
    assert isinstance(result, dict)
    return frozenset(book["isbn"] for book in result["shortlist"])


@pytest.fixture
def memory() -> Memory:
    return Memory(now=lambda: NOW)


async def replay(name: str, memory: Memory) -> tuple[dict[str, JsonValue], Result[Visit], list[Event]]:
    recorded = load(name)
    tools = ToolRegistry(*(tool(tool_name, rows) for tool_name, rows in answers(recorded).items()))
    result, events = await play(str(recorded["query"]), reader_of(recorded), tools, memory, name)
    return recorded, result, events


@pytest.mark.skipif(
    not NAMES, reason="the recorded runs are not here; set ARCHIVIST_ORACLE to the folder that has them"
)
@pytest.mark.parametrize("name", NAMES or ["none"])
async def test_a_recorded_run_goes_the_same_way_to_the_same_shortlist(name: str, memory: Memory) -> None:
    recorded = load(name)
    fakes = recorded["fakes"]
    assert isinstance(fakes, dict)
    model = fakes["llm"]
    assert isinstance(model, dict)
    label = model.get("classifyIntent", "search")
    if label not in INTENTS:
        pytest.skip(f"{label!r} cannot be an intent here: intents are a closed set")
    if name.startswith("second-visit"):
        await replay("second-visit-1", memory)
    recorded, result, events = await replay(name, memory)

    if different := DIFFERENT.get(name):
        assert result.state.outcome == different.outcome, different.reason
        assert different.shortlist is None or shortlist(result) == different.shortlist, different.reason
        return
    assert way(events) == recorded_way(recorded)
    assert shortlist(result) == recorded_shortlist(recorded)
