"""What all sources' tools have in common: a typed result for the program, and a short text of it for a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from pydantic import JsonValue, TypeAdapter

from archivist.books.record import Candidate
from archivist.sources.result import SourceResult
from archivist.tools import Effect, Tool, ToolContext, ToolPolicy, ToolReturn
from archivist.tools.tool import Execution

InputT = TypeVar("InputT")

# Twenty whole records are 100,000 characters; what a model needs to choose among them is a tenth of that.
SUBJECTS = 6
DESCRIPTION = 280


class SourceTool(Tool[InputT, SourceResult]):
    """A tool that reads and may be repeated; its calls return the result together with `text_of` it."""

    output = TypeAdapter(SourceResult)
    policy = ToolPolicy(effect=Effect.EXTERNAL_READ, idempotency="idempotent")

    def prepare(self, arguments: Mapping[str, JsonValue]) -> Execution:
        """One call, read and ready to run."""
        run = super().prepare(arguments)

        async def told(context: ToolContext) -> ToolReturn:
            result = await run(context)
            if not isinstance(result, SourceResult):
                message = f"{self.name!r} returned {type(result).__name__} in place of a SourceResult"
                raise TypeError(message)
            return ToolReturn(value=result, text=text_of(result))

        return told


def text_of(result: SourceResult) -> str:
    """The result as a model reads it: one line a book, with the key by which it is cited.

    An empty one says what to do about it, because small models repeat a call that seems to have said nothing.
    """
    if not result.candidates:
        detail = f" ({result.detail})" if result.detail else ""
        advice = "Do not repeat this call; answer with what there is."
        return f"{result.source} was searched and nothing fits{detail}. {advice}"
    note = f" {result.detail}." if result.detail else ""
    return "\n".join([f"{result.source} found {len(result.candidates)}.{note}", *map(_line, result.candidates)])


def _line(book: Candidate) -> str:
    return "; ".join(_facts(book))


def _facts(book: Candidate) -> Iterator[str]:
    yield f"[{book.key}] {book.title}" + (f": {book.subtitle}" if book.subtitle else "")
    if book.authors:
        yield f"by {', '.join(book.authors)}"
    year = book.first_published or book.published
    if year:
        yield f"first published {year}" if book.first_published else f"this edition {year}"
    if book.isbns:
        yield f"ISBN {book.isbns[0]}"
    if book.subjects:
        yield f"about {', '.join(book.subjects[:SUBJECTS])}"
    if book.rating:
        yield f"rated {book.rating.average:g} of 5 by {book.rating.count}"
    if book.description:
        text = " ".join(book.description.split())
        yield text if len(text) <= DESCRIPTION else text[:DESCRIPTION].rsplit(" ", 1)[0] + " …"
