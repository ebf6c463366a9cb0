"""How a run came to its answer, as PROV-O: nodes, tool calls, model calls and reasoning, each an activity or an entity.

What is told here was seen to happen; nothing is made up from the plan. Arguments are kept as their JSON, so that a run
can be replayed; keys and addresses with keys are the caller's to leave out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Protocol

from archivist.memory.terms import Iri, Quad, Value
from archivist.memory.vocabulary import (
    AGENT,
    DAG,
    PROV,
    SOFTWARE,
    TYPE,
    RunId,
    activity,
    agent,
    dag,
    prov,
    prov_graph,
    run_iri,
)


class Happening(Protocol):
    """An event of the engine, as far as a trace looks at it."""

    @property
    def kind(self) -> str:
        """What happened; a trace listens to `node-start`, `node-end` and `run-end`."""

    @property
    def path(self) -> tuple[str, ...]:
        """Display names from the outermost placement."""

    @property
    def output(self) -> str | None:
        """The port or outcome."""

    @property
    def wall(self) -> float:
        """When, in seconds since 1970."""

    @property
    def run_id(self) -> str:
        """The run, or the run nested in it."""

    @property
    def parent_run_id(self) -> str | None:
        """None for the outermost run."""

    @property
    def index(self) -> int | None:
        """The scatter's item."""


class Trace:
    """The activities of one run, in the order in which they are told."""

    def __init__(self, run_id: RunId, *, resumed: Iterable[Quad] = ()) -> None:
        past = list(resumed)
        self.told = [quad for quad in past if quad.graph == prov_graph(run_id) and _tells(quad)]
        self._ending: list[Quad] = []
        self._run = run_id
        self._began: dict[tuple[str, tuple[str, ...], int | None], datetime] = {}
        self._graph = prov_graph(run_id)
        # A run that is resumed goes on numbering where it stopped, and its next node follows the last one.
        self._ending = [quad for quad in past if quad.subject == run_iri(run_id) and quad.predicate in ENDING]
        before = [quad.subject for quad in past if quad.predicate == TYPE and quad.object in _KINDS]
        self._made = Counter(map(_kind, before))
        nodes = [subject for subject in before if _kind(subject) == "node"]
        self._last = nodes[-1] if nodes else run_iri(run_id)
        self._nodes: dict[str, Iri] = {
            str(quad.object): quad.subject for quad in past if quad.predicate == dag("nodeName")
        }

    @property
    def quads(self) -> list[Quad]:
        """Everything that was told, and how the run ended."""
        return [*self.told, *self._ending]

    def watch(self, event: Happening) -> None:
        """Takes down an event of the engine: a node when it ends, under its path (`on-topic > rank`), or the end."""
        key = (event.run_id, event.path, event.index)
        now = datetime.fromtimestamp(event.wall, UTC)
        match event.kind:
            case "node-start":
                self._began[key] = now
            case "node-end":
                self.node(" > ".join(event.path), started=self._began.pop(key, now), ended=now, output=event.output)
            case "run-end" if event.parent_run_id is None:
                self.finished(event.output or "", at=now)
            case _:
                pass

    def node(self, name: str, *, started: datetime, ended: datetime, output: str | None = None) -> Iri:
        """A node ran under this display name and left by the port `output`; follows the node told before it."""
        made = self._activity("node", dag("NodeExecution"), started, ended)
        self._say(made, (dag("nodeName"), name), (dag("output"), output), (prov("wasInformedBy"), self._last))
        self._last = self._nodes[name] = made
        return made

    def node_of(self, path: tuple[str, ...]) -> Iri:
        """The innermost node told so far on the way to a placement; the run itself where none was."""
        names = (" > ".join(path[:length]) for length in range(len(path), 0, -1))
        return next((self._nodes[name] for name in names if name in self._nodes), run_iri(self._run))

    def tool_call(  # noqa: PLR0913  what PROV says of a call, each by name
        self,
        tool: str,
        *,
        source: str,
        arguments: str,
        started: datetime,
        ended: datetime,
        status: str,
        count: int = 0,
        records: Iterable[Iri] = (),
        within: Iri | None = None,
    ) -> Iri:
        """A tool asked a source, which answered with `count` records; `records` are their subjects (`record_iri`).

        `within` is the node that had it called, the one told last with None.
        """
        made = self._activity("tool", dag("ToolCall"), started, ended)
        self._say(
            made,
            (dag("toolName"), tool),
            (dag("arguments"), arguments),
            (dag("status"), status),
            (dag("resultCount"), count),
            (prov("wasAssociatedWith"), agent(source)),
            (prov("wasInformedBy"), within or self._last),
        )
        self._say(agent(source), (TYPE, dag("Source")), (dag("sourceName"), source))
        for record in records:
            self._say(record, (prov("wasGeneratedBy"), made))
        return made

    def model_call(  # noqa: PLR0913  what PROV says of a call, each by name
        self,
        model: str,
        *,
        task: str,
        started: datetime,
        ended: datetime,
        tokens_in: int | None = None,
        tokens_out: int | None = None,
        failure: str = "",
    ) -> Iri:
        """A model did a task of a reader for the node told last; tokens where the provider told them, `failure` a word
        for what went wrong.
        """
        made = self._activity("model", dag("ModelCall"), started, ended)
        self._say(
            made,
            (dag("modelId"), model),
            (dag("task"), task),
            (dag("inputTokens"), tokens_in),
            (dag("outputTokens"), tokens_out),
            (dag("error"), failure or None),
            (prov("wasAssociatedWith"), agent(model)),
            (prov("wasInformedBy"), self._last),
        )
        self._say(agent(model), (TYPE, prov("SoftwareAgent")), (dag("modelId"), model))
        return made

    def reasoning(self, kind: str, text: str, *, at: datetime) -> Iri:
        """A step of reasoning (`thought`, `action`, `observation`, `final`) that the node told last produced."""
        made = self._numbered("reasoning")
        self._say(
            made,
            (TYPE, prov("Entity")),
            (TYPE, dag("Reasoning")),
            (dag("reasoningKind"), kind),
            (prov("value"), text),
            (prov("generatedAtTime"), at),
            (prov("wasGeneratedBy"), self._last),
        )
        return made

    def finished(self, outcome: str, *, at: datetime) -> None:
        """The run ended; one that is resumed ends again, and the last end counts."""
        facts = ((prov("endedAtTime"), at), (dag("outcome"), outcome))
        self._ending = [Quad(run_iri(self._run), term, value, self._graph) for term, value in facts]

    def way(self) -> list[str]:
        """What happened, one line a step in the order of telling, without when."""
        steps: dict[str, list[str]] = {}
        for quad in self.quads:
            if quad.predicate not in _WHEN and quad.subject.startswith(_ACTIVITY):
                steps.setdefault(quad.subject, []).append(f"{_short(quad.predicate)} {_short(str(quad.object))}")
        return [f"{_kind(subject)}: {'; '.join(said)}" for subject, said in steps.items()]

    def _activity(self, kind: str, term: Iri, started: datetime, ended: datetime) -> Iri:
        made = self._numbered(kind)
        self._say(made, (TYPE, prov("Activity")), (TYPE, term))
        self._say(made, (prov("startedAtTime"), started), (prov("endedAtTime"), ended))
        self._say(made, (dag("partOf"), run_iri(self._run)))
        return made

    def _numbered(self, kind: str) -> Iri:
        self._made[kind] += 1
        return activity(self._run, kind, self._made[kind])

    def _say(self, subject: Iri, *facts: tuple[Iri, Value | None]) -> None:
        self.told += [Quad(subject, term, value, self._graph) for term, value in facts if value is not None]


ENDING = frozenset({prov("endedAtTime"), dag("outcome")})
"""What is said of a run only once, when it ends."""

_ACTIVITY = "urn:dagonizer:activity:"
_WHEN = frozenset({prov("startedAtTime"), prov("endedAtTime"), prov("generatedAtTime"), TYPE, dag("partOf")})
_KINDS = frozenset({dag("NodeExecution"), dag("ToolCall"), dag("ModelCall"), dag("Reasoning")})


def _tells(quad: Quad) -> bool:
    """True for what a trace says: about activities, about what they made, and about the sources that were asked."""
    made = isinstance(quad.object, Iri) and quad.object.startswith(_ACTIVITY)
    return made or quad.subject.startswith(_ACTIVITY) or (quad.subject.startswith(AGENT) and quad.subject != SOFTWARE)


def _short(name: str) -> str:
    """A term without its namespace, and an activity without its run."""
    if name.startswith(_ACTIVITY):
        return ":".join(name.rsplit(":", 2)[-2:])
    return name.removeprefix(DAG).removeprefix(PROV)


def _kind(subject: str) -> str:
    return subject.rsplit(":", 2)[-2]
