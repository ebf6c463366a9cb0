"""The Archivist put together: its graphs, its nodes and its tools in one registry."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from archivist.dag import AnyNode, Clock, Dag, DagError, RegistrationError, Registry, load
from archivist.librarian.briefing import told
from archivist.librarian.graphs import TOOL_DAGS, archivist_dag, compose_dag, search_dag
from archivist.librarian.nodes import composing, intake, judging, recording, searching
from archivist.librarian.tooling import CandidateMerge
from archivist.tools import Dispatcher, ToolRegistry

NODES: tuple[AnyNode, ...] = (
    intake.setup,
    intake.park_for_input,
    intake.recall_context,
    intake.classify_intent,
    intake.classify_salvage,
    searching.extract_query,
    searching.extract_salvage,
    searching.decide_tools,
    searching.decide_salvage,
    searching.recall_candidates,
    searching.build_worksets,
    searching.recommend_similar,
    judging.rank_candidates,
    judging.rank_salvage,
    judging.rank_by_rating,
    judging.pick_best_match,
    judging.merge_candidates,
    judging.group_by_year,
    recording.record_findings,
    recording.citations_gate,
    recording.recall_past_visits,
    composing.compose_response,
    composing.compose_salvage,
    composing.validate_response,
    composing.respond_to_visitor,
    composing.compose_empty,
    composing.compose_empty_salvage,
    composing.decline_off_topic,
    composing.recall_memories,
    composing.compose_memory_response,
    composing.compose_memory_salvage,
)


def assemble(tools: ToolRegistry, dispatcher: Dispatcher, *, clock: Clock | None = None) -> Registry:
    """Everything registered and checked, ready to run; `clock` is the dispatcher's, so that deadlines mean the same."""
    return _registry(tools, dispatcher, clock, graphs_over(tools))


def graphs_over(tools: ToolRegistry) -> dict[str, Dag]:
    """The Archivist's graphs by their IRI; their scatters may run the published tools and all of `tools`."""
    runnable = tuple(dict.fromkeys([*TOOL_DAGS, *(held.dag_iri for held in tools)]))
    return {graph.id: graph for graph in _graphs(runnable)}


@lru_cache(maxsize=4)
def _graphs(runnable: tuple[str, ...]) -> tuple[Dag, ...]:
    """Built once for all sessions with the same tools; a graph never changes."""
    return compose_dag(), search_dag(runnable), archivist_dag(runnable)


def misfits(document: str, tools: ToolRegistry, dispatcher: Dispatcher) -> tuple[str, ...]:
    """What keeps a graph's document from running in place of ours, each with where it is; nothing when it could."""
    try:
        graph = load(document)
        _registry(tools, dispatcher, None, graphs_over(tools) | {graph.id: graph})
    except RegistrationError as refused:
        return refused.problems
    except DagError as refused:
        return tuple(str(refused).splitlines())
    return ()


def _registry(tools: ToolRegistry, dispatcher: Dispatcher, clock: Clock | None, graphs: Mapping[str, Dag]) -> Registry:
    registry = Registry(clock=clock)
    registry.add(CandidateMerge(dispatcher))
    registry.bundle(tools.bundle())
    return registry.add(*map(told, NODES), *graphs.values())
