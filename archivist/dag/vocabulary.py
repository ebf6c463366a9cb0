"""The JSON-LD context of DAG documents: terms of the vocabulary, as every document carries them."""

from typing import Final

from pydantic import JsonValue

__all__ = ["CONTEXT", "VOCABULARY"]

VOCABULARY: Final = "https://noocodec.dev/ontology/dag/"

_PLAIN = ("name", "version")
_AFTER_NODES = ("outputs", "node", "dag", "body", "source")
_EXECUTION = ("itemKey", "execution", "concurrency", "throttle", "reservoir", "gather")
_TAIL = ("resultField", "policy", "reducer", "outcome", "phase", "stateMapping", "container")
_CLASSES = (
    "DAG", "Placement", "SingleNode", "ScatterNode", "EmbeddedDAGNode", "GatherNode", "TerminalNode", "PhaseNode",
)  # fmt: skip


def _term(name: str, **more: JsonValue) -> dict[str, JsonValue]:
    return {name: {"@id": VOCABULARY + name, **{f"@{key}": value for key, value in more.items()}}}


def _terms(*names: str) -> dict[str, JsonValue]:
    return {key: value for name in names for key, value in _term(name).items()}


CONTEXT: Final[dict[str, JsonValue]] = {
    "@version": 1.1,
    **_terms(*_PLAIN),
    **_term("entrypoints", container="@index"),
    **_term("nodes", container="@set"),
    **_terms(*_AFTER_NODES),
    **_term("sources", container="@index"),
    **_terms(*_EXECUTION),
    **_term("dagReference", type="@id"),
    **_terms("DagReference", "from", "path"),
    **_term("candidates", container="@set"),
    **_term("candidateDag", type="@id"),
    **_term("selectedDag", type="@id"),
    **_terms(*_TAIL, *_CLASSES),
}
"""JSON-LD 1.1. Values that are objects are terms, not prefixes; add prefixes to a copy of it."""
