"""What was found goes on record, and nothing is shown that the record does not hold."""

from __future__ import annotations

from typing import Literal

from archivist.dag import Run, node
from archivist.librarian.nodes.common import meaning_of, reason
from archivist.librarian.services import Services
from archivist.librarian.state import Visit


@node("urn:noocodec:node:record-findings", outputs=("recorded",))
async def record_findings(state: Visit, run: Run[Services]) -> Literal["recorded"]:
    """Writes the run, its question and the shortlist with all its records into the run's graph."""
    graph = run.services.memory.graph(state.visit)
    graph.embedding = await meaning_of(run, state.query) or graph.embedding
    graph.record(query=state.query, intent=state.intent, shortlist=state.shortlist, at=run.services.now())
    return "recorded"


@node("urn:noocodec:node:has-citations-gate", outputs=("pass", "fail"))
async def citations_gate(state: Visit, run: Run[Services]) -> Literal["pass", "fail"]:
    """Asks the run's graph, in SPARQL, whether a shortlisted book names a source that can be looked up."""
    verdict = run.services.memory.graph(state.visit).gate()
    if verdict.passed:
        return "pass"
    state.failureCause = verdict.reason
    reason(run, "observation", f"nothing may be cited: {verdict.reason}")
    state.shortlist = []
    return "fail"


@node("urn:noocodec:node:recall-past-visits", outputs=("recalled",))
async def recall_past_visits(state: Visit, run: Run[Services]) -> Literal["recalled"]:
    """The last questions of earlier visits, for what they say about this one."""
    state.priorContext = list(run.services.memory.past_questions(besides=state.visit))
    return "recalled"
