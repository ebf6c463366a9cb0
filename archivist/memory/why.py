"""Why a book was shown, told from the provenance of the run that showed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from archivist.memory.errors import UnknownBook
from archivist.memory.graph import RunGraph
from archivist.memory.library import PastRun
from archivist.memory.terms import Iri
from archivist.memory.vocabulary import DAG, PROV

_NAMES = f"""
PREFIX dag: <{DAG}>
PREFIX prov: <{PROV}>"""
# From the book over its records to the agent each is attributed to, and from there to the calls that asked this agent;
# where it is known which call brought the record, to that one.
_SOURCES = f"""{_NAMES}
SELECT DISTINCT ?source ?url ?field ?tool ?brought WHERE {{
  ?book prov:hadPrimarySource ?record .
  ?record prov:wasAttributedTo ?agent ; dag:source ?source ; dag:url ?url ; dag:holds ?field .
  OPTIONAL {{ ?call prov:wasAssociatedWith ?agent ; dag:toolName ?tool . }}
  OPTIONAL {{ ?record prov:wasGeneratedBy ?made . ?made dag:toolName ?brought . }}
}} ORDER BY ?source ?url ?brought ?tool"""
# What the nodes on the way thought, and which models did tasks for them.
_THOUGHTS = f"""{_NAMES}
SELECT ?step ?text WHERE {{
  ?step a dag:Reasoning ; dag:reasoningKind "thought" ; prov:value ?text ; prov:wasGeneratedBy ?node .
}}"""
_MODELS = f"""{_NAMES}
SELECT ?call ?model ?task ?in ?out WHERE {{
  ?call a dag:ModelCall ; dag:modelId ?model ; dag:task ?task ; prov:wasInformedBy ?node .
  OPTIONAL {{ ?call dag:inputTokens ?in . }}
  OPTIONAL {{ ?call dag:outputTokens ?out . }}
  FILTER NOT EXISTS {{ ?call dag:error ?failure }}
}}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """A record that the book was made of: where it is, what it told, and the tool that asked for it (None: unknown)."""

    source: str
    url: str
    fields: tuple[str, ...]
    tool: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUse:
    """A task that a model did for the answer; tokens are None where its provider did not count them."""

    model: str
    task: str
    tokens_in: int | None
    tokens_out: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """The answer to "why do I see this book?": `text` says it in words. `thoughts` are how the question was read."""

    title: str
    query: str
    at: datetime
    place: int
    of: int
    score: float
    reasons: tuple[str, ...]
    origins: tuple[Origin, ...]
    merged_because: str
    earlier: tuple[PastRun, ...]
    thoughts: tuple[str, ...] = ()
    models: tuple[ModelUse, ...] = ()

    @property
    def text(self) -> str:
        """A short paragraph of English sentences."""
        came = f"“{self.title}” came {_ordinal(self.place)} of {self.of}"
        sentences = [f"You asked “{self.query}” on {self.at:%d %B %Y}, and {came}."]
        if self.thoughts:
            sentences.append(f"How it was read: {'; '.join(self.thoughts)}.")
        if self.reasons:
            sentences.append(f"What spoke for it: {'; '.join(self.reasons)}.")
        sentences += [_told(origin) for origin in self.origins]
        sentences += [_did(use) for use in self.models]
        if self.merged_because:
            sentences.append(f"These records were taken for one book because of this: {self.merged_because}.")
        if self.earlier:
            sentences.append(f"You had seen it before, when you asked “{self.earlier[0].query}”.")
        return " ".join(sentences)


def why(graph: RunGraph, book: str, earlier: Sequence[PastRun] = ()) -> Why:
    """Why the run showed the book.

    Raises:
        UnknownBook: the run did not show it.
    """
    shown = next(((place, one) for place, one in enumerate(graph.shortlist, start=1) if one.book.id == book), None)
    if shown is None or graph.at is None:
        raise UnknownBook(book)
    place, ranked = shown
    return Why(
        title=ranked.book.title,
        query=graph.query,
        at=graph.at,
        place=place,
        of=len(graph.shortlist),
        score=ranked.score,
        reasons=ranked.reasons,
        origins=_origins(graph, book),
        merged_because=ranked.book.merged_because,
        earlier=tuple(run for run in earlier if run.at < graph.at),
        thoughts=tuple(str(text) for _, text in _in_order(graph.asked().select(_THOUGHTS))),
        models=tuple(_use(*row[1:]) for row in _in_order(graph.asked().select(_MODELS))),
    )


def _in_order(rows: Sequence[tuple[str | None, ...]]) -> list[tuple[str | None, ...]]:
    """The rows by the number at the end of their activity's name, which is the order of telling."""
    return sorted(rows, key=lambda row: int(str(row[0]).rpartition(":")[2]))


def _use(model: str | None, task: str | None, tokens_in: str | None, tokens_out: str | None) -> ModelUse:
    counted = [None if tokens is None else int(tokens) for tokens in (tokens_in, tokens_out)]
    return ModelUse(model=model or "", task=task or "", tokens_in=counted[0], tokens_out=counted[1])


def _origins(graph: RunGraph, book: str) -> tuple[Origin, ...]:
    rows: dict[tuple[str, str], tuple[dict[str, None], str | None]] = {}
    for source, url, field, tool, brought in graph.asked().select(_SOURCES, book=Iri(book)):
        fields, _ = rows.setdefault((source or "", url or ""), ({}, brought or tool))
        fields[field or ""] = None
    return tuple(
        Origin(source=source, url=url, fields=tuple(sorted(fields)), tool=tool)
        for (source, url), (fields, tool) in rows.items()
    )


def _told(origin: Origin) -> str:
    asked = f", asked by {origin.tool}," if origin.tool else ""
    return f"{origin.source}{asked} holds its {', '.join(origin.fields)}: {origin.url}"


def _did(use: ModelUse) -> str:
    counted = ((use.tokens_in, "in"), (use.tokens_out, "out"))
    tokens = ", ".join(f"{count:,} tokens {way}" for count, way in counted if count is not None)
    return f"{use.model} did the task “{use.task}”{f' ({tokens})' if tokens else ''}."


def _ordinal(place: int) -> str:
    ending = "th" if place % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
