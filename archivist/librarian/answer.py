"""The answer as everybody outside sees it: page, terminal, batch files and exports.

The field names are a promise (`ask --json` prints exactly this); what a claim rests on is kept beside the text, so
that a reader can follow each statement to the record that holds it.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

Outcome = Literal["found", "no-results", "declined", "needs-approval", "failed"]
Intent = Literal["on-topic", "author", "reviews", "describe", "similar", "recommend", "recall", "off-topic"]
Status = Literal["answered", "nothing-found", "refused", "throttled", "timed-out", "not-asked", "failed"]


class _Value(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ShownBook(_Value):
    """A book as it is shown: one card on the page, one element of `books` in JSON. `id` is the book's IRI in memory."""

    id: str
    title: str
    subtitle: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    isbn13: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    publishers: tuple[str, ...] = ()
    pages: int | None = None
    series: str | None = None
    description: str | None = None
    rating: float | None = None
    ratings: int | None = None
    cover: str | None = None
    urls: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    score: float = 0.0
    why: str = ""


class Citation(_Value):
    """Mark `[n]` of the text: the book (index in `books`), the field a statement rests on, the record's address."""

    n: int
    book: int
    field: str
    source: str
    url: str


class Claim(_Value):
    """One statement of the answer and the marks of the records that hold it; `cites` is empty only for words that state
    no fact about a book (a greeting, what was searched, a question back).
    """

    text: str
    cites: tuple[int, ...] = ()


class SourceReport(_Value):
    """What one source did for this question, one line a source: never an empty list that means six things.

    `unanswered` counts calls to it that brought no answer although others did; `unconnected` is True where not even a
    connection could be made.
    """

    name: str
    status: Status
    count: int = 0
    detail: str = ""
    ms: int = 0
    cached: bool = False
    unanswered: int = 0
    unconnected: bool = False


class PendingCall(_Value):
    """A call to a source that waits for the visitor's word: `key` is what a decision is filed under, `reason` why it
    waits.
    """

    key: str
    tool: str
    source: str
    arguments: dict[str, JsonValue] = {}
    reason: str = ""


class Answer(_Value):
    """One question answered. `answer` is the claims joined, with `[n]` marks; `executed` names nodes as they ran.

    With outcome `needs-approval` it is a question back, and `pending` tells what about.
    """

    id: str
    question: str
    intent: Intent
    outcome: Outcome
    answer: str
    claims: tuple[Claim, ...] = ()
    books: tuple[ShownBook, ...] = ()
    citations: tuple[Citation, ...] = ()
    sources: tuple[SourceReport, ...] = ()
    executed: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    pending: tuple[PendingCall, ...] = ()
