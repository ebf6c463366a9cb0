"""The Archivist's three graphs: the parent, the search it embeds, and the loop that writes and checks an answer.

Names, ports and targets are those of the published Archivist, so that its documents and ours can be laid side by side.
Two routes differ, both in the describe branch: a tool that fails there no longer throws away what the others found
(`describe-scatter` and `describe-gather` go on to `describe-pick` on `error`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from archivist.dag import Builder, Dag, DagReference
from archivist.librarian.nodes import composing, intake, judging, recording, searching

ARCHIVIST = "urn:noocodec:dag:the-archivist"
SEARCH = "urn:noocodec:dag:book-search-scatter"
COMPOSE = "urn:noocodec:dag:compose-retry-loop"

TOOL_DAGS = (
    "urn:noocodec:tool:web_search_books",
    "urn:noocodec:tool:google_books_search",
    "urn:noocodec:tool:subject_search",
    "urn:noocodec:tool:wikipedia_summary",
)
"""The tools a scatter may run, in the order of the published document."""

MERGE_STRATEGY = "tool-candidate-merge"
CONCURRENCY = 4

_FOUND = {
    path: path
    for path in (
        "wanted",
        "asks",
        "wrong_isbns",
        "terms",
        "toolPlan",
        "bookWorksets",
        "heard",
        "candidates",
        "ranked",
        "shortlist",
        "reports",
        "priorContext",
        "failureCause",
    )
}

Branch = Literal["reviews", "recommend", "describe"]


def search_dag(tools: Sequence[str] = TOOL_DAGS) -> Dag:
    """`book-search-scatter`: from a question to a shortlist that has passed the citations gate.

    `tools` are the IRIs of the tool DAGs that its scatter may run; the published four unless a registry has more.
    """
    build = Builder(SEARCH, version="1.0", name="book-search-scatter")
    _question(build, "", then="recall-candidates")
    build.single("recall-candidates", searching.recall_candidates, recalled="build-book-worksets")
    build.single("build-book-worksets", searching.build_worksets, ready="book-search-scatter")
    gather, rank = "book-search-gather", "rank-candidates"
    _scatter(build, "book-search-scatter", tools, success=gather, error=gather, empty=rank)
    _gather(build, gather, of="book-search-scatter", then=rank, nothing=rank)
    build.single(
        "rank-candidates",
        judging.rank_candidates,
        routes={"ranked": "merge-candidates", "retry": "rank-candidates", "salvage": "rank-candidates-salvage"},
    )
    build.single("rank-candidates-salvage", judging.rank_salvage, done="merge-candidates")
    build.single("merge-candidates", judging.merge_candidates, ranked="record-findings", empty="no-results")
    build.single("record-findings", recording.record_findings, recorded="has-citations-gate")
    build.single(
        "has-citations-gate", recording.citations_gate, routes={"pass": "recall-past-visits", "fail": "no-results"}
    )
    build.single("recall-past-visits", recording.recall_past_visits, recalled="found")
    build.terminal("found")
    build.terminal("no-results", outcome="failed")
    return build.build()


def compose_dag() -> Dag:
    """`compose-retry-loop`: write, check, write again; after the last attempt a digest that holds by construction."""
    build = Builder(COMPOSE, version="1.1", name="compose-retry-loop")
    build.single(
        "compose-response",
        composing.compose_response,
        routes={"drafted": "validate-response", "retry": "compose-response", "salvage": "compose-salvage"},
    )
    build.single("compose-salvage", composing.compose_salvage, done="composed")
    build.single(
        "validate-response",
        composing.validate_response,
        routes={"approved": "composed", "retry": "compose-response", "exhausted": "composed"},
    )
    build.terminal("composed")
    return build.build()


def archivist_dag(tools: Sequence[str] = TOOL_DAGS) -> Dag:
    """`the-archivist`: one run a visitor's message; `tools` as in `search_dag`."""
    build = Builder(ARCHIVIST, version="6.0", name="the-archivist")
    build.phase("setup", "pre", intake.setup)
    build.single("park-for-input", intake.park_for_input, parked="park-for-input", resumed="recall-context")
    build.single("recall-context", intake.recall_context, recalled="classify-intent")
    build.single("classify-intent", intake.classify_intent, routes=_INTENT_ROUTES)
    build.single("classify-intent-salvage", intake.classify_salvage, done="on-topic-search")
    _search(build, "on-topic-search", success="compose-loop")
    _search(build, "author-search", success="group-by-year")
    build.single("group-by-year", judging.group_by_year, ordered="compose-loop")
    for branch in ("reviews", "recommend", "describe"):
        _branch(build, branch, tools)
    build.single("recommend-similar", searching.recommend_similar, seeded="similar-search", empty="compose-empty")
    _search(build, "similar-search", success="compose-loop")
    build.embed(
        "compose-loop",
        dag=COMPOSE,
        outputs={"draft": "draft", "approvalState": "approvalState"},
        success="respond-to-visitor",
        error="compose-empty",
    )
    build.single("respond-to-visitor", composing.respond_to_visitor, success="end")
    _memory(build)
    build.single("decline-off-topic", composing.decline_off_topic, success="end")
    build.single(
        "compose-empty",
        composing.compose_empty,
        routes={"drafted": "respond-to-visitor", "retry": "compose-empty", "salvage": "compose-empty-salvage"},
    )
    build.single("compose-empty-salvage", composing.compose_empty_salvage, done="respond-to-visitor")
    build.terminal("end")
    return build.build()


_INTENT_ROUTES = {
    "lookup-author": "author-search",
    "find-reviews": "reviews-extract",
    "describe-book": "describe-extract",
    "recommend-similar": "recommend-similar",
    "recall-memories": "memory-recall",
    "on-topic": "on-topic-search",
    "recommend-top-rated": "recommend-extract",
    "off-topic": "decline-off-topic",
    "retry": "classify-intent",
    "salvage": "classify-intent-salvage",
}


def _question(build: Builder, prefix: str, *, then: str) -> None:
    """From words to planned tool calls, each step with its retry and its salvage."""
    extract, decide = f"{prefix}extract" if prefix else "extract-query", f"{prefix}decide-tools"
    routes = {"success": decide, "retry": extract, "salvage": f"{extract}-salvage"}
    build.single(extract, searching.extract_query, routes=routes)
    build.single(f"{extract}-salvage", searching.extract_salvage, done=decide)
    build.single(
        decide,
        searching.decide_tools,
        routes={"tools": then, "no-tools": then, "retry": decide, "salvage": f"{decide}-salvage"},
    )
    build.single(f"{decide}-salvage", searching.decide_salvage, done=then)


def _scatter(build: Builder, name: str, tools: Sequence[str], **routes: str) -> None:
    build.scatter(
        name,
        source="bookWorksets",
        body=DagReference(from_="item", path="dagIri", candidates=tuple(tools)),
        concurrency=CONCURRENCY,
        item_key="currentItem",
        reducer="any-success",
        routes=routes,
    )


def _gather(build: Builder, name: str, *, of: str, then: str, nothing: str) -> None:
    """One failing tool is no failed search: `error` goes on like `success`, with what the others found."""
    routes = {"success": then, "error": then, "empty": nothing}
    build.gather(name, sources=[of], strategy=MERGE_STRATEGY, routes=routes)


def _search(build: Builder, name: str, *, success: str) -> None:
    build.embed(name, dag=SEARCH, outputs=_FOUND, success=success, error="compose-empty")


def _branch(build: Builder, branch: Branch, tools: Sequence[str]) -> None:
    """The search laid out in the parent, for the intents that rank in a way of their own."""
    describe = branch == "describe"
    judge, port = ("pick", "picked") if describe else ("rank", "ranked")
    judged, nothing = f"{branch}-{judge}", "compose-empty" if describe else f"{branch}-rank"
    _question(build, f"{branch}-", then=f"{branch}-build-worksets")
    build.single(f"{branch}-build-worksets", searching.build_worksets, ready=f"{branch}-scatter")
    gather = f"{branch}-gather"
    _scatter(build, f"{branch}-scatter", tools, success=gather, error=gather, empty=nothing)
    _gather(build, gather, of=f"{branch}-scatter", then=judged, nothing=nothing)
    judging_node = judging.pick_best_match if describe else judging.rank_by_rating
    build.single(judged, judging_node, routes={port: f"{branch}-merge"})
    build.single(f"{branch}-merge", judging.merge_candidates, ranked=f"{branch}-record", empty="compose-empty")
    build.single(f"{branch}-record", recording.record_findings, recorded=f"{branch}-gate")
    build.single(
        f"{branch}-gate", recording.citations_gate, routes={"pass": f"{branch}-recall", "fail": "compose-empty"}
    )
    build.single(f"{branch}-recall", recording.recall_past_visits, recalled="compose-loop")


def _memory(build: Builder) -> None:
    build.single("memory-recall", composing.recall_memories, recalled="compose-memory-recall")
    build.single(
        "compose-memory-recall",
        composing.compose_memory_response,
        routes={"drafted": "respond-to-visitor", "retry": "compose-memory-recall", "salvage": "compose-memory-salvage"},
    )
    build.single("compose-memory-salvage", composing.compose_memory_salvage, done="respond-to-visitor")
