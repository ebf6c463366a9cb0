"""A reader and tools that do as a recorded run of the original did."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

from pydantic import JsonValue, TypeAdapter

from archivist.books import Anchor, Book, Candidate, Isbn13, Language, Ranked, Rating, SourceName, Wanted
from archivist.dag import Event, FakeClock, Result
from archivist.librarian import (
    ARCHIVIST,
    Asked,
    Draft,
    Extracted,
    Intent,
    PlannedCall,
    RuleReader,
    Services,
    Understood,
    Visit,
    assemble,
)
from archivist.librarian.composing.composer import Task
from archivist.memory import Memory
from archivist.sources import SourceResult, source_of
from archivist.tools import Dispatcher, FunctionTool, ToolContext, ToolRegistry

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
_RESULT: TypeAdapter[SourceResult] = TypeAdapter(SourceResult)

INTENTS: dict[str, Intent] = {
    "lookup-author": "author",
    "find-reviews": "reviews",
    "describe-book": "describe",
    "recommend-similar": "similar",
    "recall-memories": "recall",
    "recommend": "recommend",
    "off-topic": "off-topic",
    "search": "on-topic",
    "describe": "on-topic",
}
"""The original's labels and ours."""


class ScriptedReader(RuleReader):
    """Understands what the script says, plans the tools it names, and ranks in the order of the sources."""

    def __init__(self, *, label: str, plan: Sequence[str], approves: bool = True) -> None:
        self._intent = INTENTS[label]
        self._plan = plan
        self._approves = approves

    async def classify(self, asked: Asked) -> Understood:
        del asked
        return Understood(intent=self._intent, language="en")

    async def extract(self, asked: Asked, intent: Intent) -> Extracted:
        like = Anchor(title="Piranesi") if intent == "similar" else None
        return Extracted(wanted=Wanted(text=asked.question, words=("labyrinth", "house"), like=like))

    async def choose(
        self, wanted: Wanted, intent: Intent, *, language: str, tools: Sequence[str], second: Wanted | None = None
    ) -> list[PlannedCall]:
        del wanted, intent, language, second
        return [PlannedCall(tool=name) for name in self._plan if name in tools]

    async def rank(self, books: Sequence[Book], wanted: Wanted, *, today: date) -> list[Ranked]:
        del wanted, today
        return [Ranked(book=book, score=0.5, reasons=("as scripted",)) for book in books]

    async def check(self, draft: Draft, task: Task) -> list[str]:
        return await super().check(draft, task) if self._approves else ["the script disapproves"]


def tool(name: str, answer: JsonValue) -> FunctionTool:
    """A tool that gives the recorded rows, or raises where the script says THROW."""

    async def run(arguments: dict[str, JsonValue], context: ToolContext) -> JsonValue:
        del arguments, context
        if not isinstance(answer, list):
            message = "the script throws"
            raise RuntimeError(message)  # noqa: TRY004  what the script asks for
        rows = [candidate(row, source_of(name), number) for number, row in enumerate(answer)]
        result = SourceResult(source=source_of(name), candidates=rows)
        dumped: JsonValue = _RESULT.dump_python(result, mode="json")
        return dumped

    return FunctionTool(name, run)


def candidate(row: JsonValue, source: SourceName, number: int) -> Candidate:
    """A recorded row as ours."""
    assert isinstance(row, dict)
    book, notes = row["book"], row.get("notes", {})
    assert isinstance(book, dict)
    assert isinstance(notes, dict)
    identity, publication = book["identity"], book["publication"]
    rated = "rating" in notes
    return Candidate(
        source=source,
        key=f"{source}-{identity['isbn']}",
        url=f"https://example.org/{source}/{number}/{identity['isbn']}",
        kind="work",
        title=identity["title"],
        authors=tuple(identity["authors"]),
        first_published=publication["firstPublishYear"],
        isbns=(Isbn13(identity["isbn"]),),
        languages=tuple(map(Language, publication["languages"])),
        subjects=tuple(publication["subjects"]),
        description=publication["summary"],
        rating=Rating(average=notes["rating"], count=notes["ratingsCount"]) if rated else None,
    )


async def play(
    query: str, reader: ScriptedReader, tools: ToolRegistry, memory: Memory, run: str
) -> tuple[Result[Visit], list[Event]]:
    """One run of the parent graph with everything scripted, and its events."""
    clock, events = FakeClock(auto=True), list[Event]()
    dispatcher = Dispatcher(tools, clock=clock)
    services = Services(
        reader=reader, rules=reader, dispatcher=dispatcher, memory=memory, tools=tools.names(), now=lambda: NOW
    )
    registry = assemble(tools, dispatcher)
    result = await registry.run(
        ARCHIVIST, Visit(visit=run, query=query), services=services, on_event=events.append, run_id=run
    )
    return result, events
