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

# From the book over its records to the agent each is attributed to, and from there to the calls that asked this agent.
_SOURCES = f"""
PREFIX dag: <{DAG}>
PREFIX prov: <{PROV}>
SELECT DISTINCT ?source ?url ?field ?tool WHERE {{
  ?book prov:hadPrimarySource ?record .
  ?record prov:wasAttributedTo ?agent ; dag:source ?source ; dag:url ?url ; dag:holds ?field .
  OPTIONAL {{ ?call prov:wasAssociatedWith ?agent ; dag:toolName ?tool . }}
}} ORDER BY ?source ?url"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """A record that the book was made of: where it is, what it told, and the tool that asked for it (None: unknown)."""

    source: str
    url: str
    fields: tuple[str, ...]
    tool: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """The answer to "why do I see this book?": `text` says it in words."""

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

    @property
    def text(self) -> str:
        """A short paragraph of English sentences."""
        came = f"“{self.title}” came {_ordinal(self.place)} of {self.of}"
        sentences = [f"You asked “{self.query}” on {self.at:%d %B %Y}, and {came}."]
        if self.reasons:
            sentences.append(f"What spoke for it: {'; '.join(self.reasons)}.")
        sentences += [_told(origin) for origin in self.origins]
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
    )


def _origins(graph: RunGraph, book: str) -> tuple[Origin, ...]:
    rows: dict[tuple[str, str], tuple[dict[str, None], str | None]] = {}
    for source, url, field, tool in graph.asked().select(_SOURCES, book=Iri(book)):
        fields, _ = rows.setdefault((source or "", url or ""), ({}, tool))
        fields[field or ""] = None
    return tuple(
        Origin(source=source, url=url, fields=tuple(sorted(fields)), tool=tool)
        for (source, url), (fields, tool) in rows.items()
    )


def _told(origin: Origin) -> str:
    asked = f", asked by {origin.tool}," if origin.tool else ""
    return f"{origin.source}{asked} holds its {', '.join(origin.fields)}: {origin.url}"


def _ordinal(place: int) -> str:
    ending = "th" if place % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
