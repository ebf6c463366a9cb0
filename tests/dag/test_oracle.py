"""The running original as oracle: the runs it recorded, gone again on our engine."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.dag.differences import DIFFERENCES
from tests.dag.oracle import FOLDER, Json, documents, each

pytestmark = pytest.mark.skipif(FOLDER is None, reason="no oracle: set ARCHIVIST_ORACLE to the original's recordings")


@each("traces")
async def test_a_recorded_run_goes_the_same_way_here(path: Path, play: Callable[[Json], object]) -> None:
    trace = json.loads(path.read_text())  # noqa: ASYNC240 - a small file, and nothing else runs
    ours = await play(trace)
    differences = [one for one in DIFFERENCES if one.applies(trace)]
    skip = {what for one in differences for what in one.skip}
    if any(one.name == "refused when registered" for one in differences):
        differences = [one for one in differences if one.name == "refused when registered"]
    for one in differences:
        one.right(ours)
    _compare(ours, trace, skip)
    if "resume" in trace and "resumed" not in skip:
        assert ours.resumed is not None, "there was nothing to resume"
        _compare(ours.resumed, trace["resume"], skip)


def _compare(ours: object, trace: Json, skip: set[str]) -> None:
    theirs = trace["result"]
    names = (
        {one["@id"]: one["name"] for document in documents(ours.data) for one in document["nodes"]}
        if "document" in ours.data
        else {}
    )
    # The original lists a parked placement by IRI and all others by display name.
    executed = [
        names.get(name, name.rpartition("/node/")[2] or name) for name in theirs.get("executedNodes", ours.executed)
    ]
    pairs = {
        "outcome": (ours.outcome, theirs["lifecycle"]["variant"]),
        "terminal": (ours.terminal, theirs.get("terminalOutcome")),
        "executed": (ours.executed, executed),
        "skipped": (ours.skipped, theirs.get("skippedNodes", [])),
        "state": (ours.state, theirs["state"]),
        "effects": (ours.effects, trace.get("effects", [])),
    }
    mine = {what: pair[0] for what, pair in pairs.items() if what not in skip}
    assert mine == {what: pair[1] for what, pair in pairs.items() if what not in skip}
