"""A search that asks its visitor first: parked, taken up in another process, and answered by call id."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest
from pydantic import Field, JsonValue, ValidationError

from archivist.dag import Builder, Checkpoint, DagReference, GatherRecord, Node, NodeIri, Registry, Run, State
from archivist.tools import Answer, Dispatcher, GateContext, ToolCall, ToolDecision
from tests.tools.conftest import Bench


@pytest.fixture
def bench() -> Bench:
    """Tools reached directly: graphs are made here."""
    return Bench()


PLAN = [ToolCall(id=f"plan-{name}", name=name, arguments={"q": "Dune"}) for name in ("openlibrary", "wikipedia")]


def ask_first(call: ToolCall, _: GateContext) -> ToolDecision:
    return ToolDecision.interrupt(f"May {call.name} be asked?", {"leaves": "the words of the question"})


class Search(State):
    batch: str = ""
    kept: dict[str, JsonValue] = Field(default_factory=dict)
    answers: dict[str, JsonValue] = Field(default_factory=dict)
    bookWorksets: list[dict[str, JsonValue]] = Field(default_factory=list)  # noqa: N815 - the document's own name
    told: list[str] = Field(default_factory=list)


class Build(Node[Search, object]):
    """Decides the plan; while the visitor has not answered, the run is parked with the batch in its state."""

    id = NodeIri("urn:test:node:build")
    outputs = ("ready",)

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher

    async def execute(self, state: Search, run: Run[object]) -> str:
        if state.answers:
            said = {key: Answer.from_json(answer) for key, answer in state.answers.items()}
            decided = await self._dispatcher.redecide(state.kept, said, gate=ask_first, emit=run.emit)
        else:
            decided = await self._dispatcher.decide(PLAN, gate=ask_first, emit=run.emit)
        if decided.pending:
            state.kept, state.answers = self._dispatcher.kept(decided), {}
            state.park("approval")
            return "parked"
        state.batch, state.bookWorksets = decided.id, decided.worksets
        return "ready"


class Merge:
    """Settles the batch when all tools are done."""

    name = "tool-candidate-merge"
    retains = True

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher

    def initial(self, *_: object) -> None:
        """Nothing to prepare."""

    def reduce(self, *_: object) -> None:
        """Nothing before the end."""

    def finalize(self, _: Mapping[str, object], records: Sequence[GatherRecord], state: Search) -> None:
        """One message a call."""
        state.told = [
            f"{one.tool_name}: {one.content}" for one in self._dispatcher.settle(state.batch, records).messages
        ]


def process(bench: Bench) -> Registry:
    """A process of its own: nothing of another one's memory."""
    dispatcher = bench.dispatcher()
    dag = (
        Builder("urn:test:dag:asking")
        .single("build", Build.id, ready="search")
        .scatter(
            "search",
            source="bookWorksets",
            body=DagReference(from_="item", path="dagIri", candidates=[held.dag_iri for held in dispatcher.tools]),
            concurrency=4,
            reducer="any-success",
            routes={"success": "merge", "error": "merge", "empty": "merge"},
        )
        .gather("merge", ["search"], "tool-candidate-merge", success="end", error="end", empty="end")
        .terminal("end")
        .build()
    )
    return Registry().bundle(dispatcher.tools.bundle()).add(Build(dispatcher), Merge(dispatcher), dag)


@pytest.mark.parametrize(
    ("first", "second", "told", "asked"),
    [
        ({"kind": "approve"}, {"kind": "approve"}, ["found", "found"], ["Dune", "Dune"]),
        ({"kind": "approve", "arguments": {"q": "Emma"}}, {"kind": "deny", "reason": "no"}, ["found", "no"], ["Emma"]),
        ({"kind": "supply", "value": "mine"}, {"kind": "approve"}, ["mine", "found"], ["Dune"]),
        ({"kind": "deny"}, {"kind": "deny"}, ["declined", "declined"], []),
    ],
    ids=["all approved", "one edited, one denied", "one supplied", "all denied"],
)
async def test_a_search_that_asks_first_is_parked_and_goes_on_after_a_reload(
    bench: Bench, first: JsonValue, second: JsonValue, told: list[str], asked: list[str]
) -> None:
    for name in ("openlibrary", "wikipedia"):
        bench.tool(name, "found")
    parked = await process(bench).run("urn:test:dag:asking", Search())
    assert parked.outcome == "awaiting-input"
    slots = parked.state.kept["slots"]
    shown = [slot["pending"] for slot in slots]  # type: ignore[index, union-attr]  # the batch's own JSON
    assert [(one["key"], one["arguments"], one["reason"]) for one in shown] == [  # type: ignore[index, call-overload]
        (call.id, {"q": "Dune"}, f"May {call.name} be asked?") for call in PLAN
    ]
    assert bench.ran == {}

    reloaded = Checkpoint.load(json.loads(json.dumps(parked.checkpoint.to_json())))
    answers = {PLAN[0].id: first, PLAN[1].id: second}
    ended = await process(bench).resume(reloaded, state=Search, answers={"approval": {"answers": answers}})

    assert ended.outcome == "completed"
    assert [text in line for text, line in zip(told, ended.state.told, strict=True)] == [True, True]
    assert [arguments["q"] for arguments in bench.seen] == asked


async def test_a_search_whose_visitor_answers_in_part_is_parked_again(bench: Bench) -> None:
    for name in ("openlibrary", "wikipedia"):
        bench.tool(name, "found")
    checkpoint = (await process(bench).run("urn:test:dag:asking", Search())).checkpoint
    for at, call in enumerate(PLAN):
        assert bench.ran == {}
        answers = {"approval": {"answers": {call.id: {"kind": "approve"}}}}
        result = await process(bench).resume(checkpoint, state=Search, answers=answers)
        assert result.outcome == ("awaiting-input", "completed")[at]
        if at == 0:
            checkpoint = result.checkpoint
    assert bench.ran == {"openlibrary": 1, "wikipedia": 1}


@pytest.mark.parametrize(
    "said", [None, {}, {"kind": "perhaps"}, {"kind": "approve", "extra": 1}, {"kind": "deny", "reason": 5}]
)
def test_what_is_no_answer_is_refused(said: JsonValue) -> None:
    with pytest.raises(ValidationError):
        Answer.from_json(said)
