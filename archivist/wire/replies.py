"""What requests are answered with: kind `reply`, with the request's `id` and `what`. Times are epoch milliseconds.

A request that cannot be met is answered with `failed` under its id.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from archivist.librarian import Answer, PendingCall, ShownBook
from archivist.settings import Settings
from archivist.wire.message import Later


class _Reply(Later):
    """`id` is the request's."""

    t: Literal["reply"] = "reply"
    id: str


class ConversationBrief(Later):
    """A conversation in the list; `at` is when something last happened in it."""

    id: str
    title: str
    at: int


class ConversationList(_Reply):
    """Every conversation, the newest first."""

    what: Literal["conversations"] = "conversations"
    conversations: tuple[ConversationBrief, ...]


class SaidTurn(Later):
    """One turn; its id is the question's and `:visitor` or `:archivist`. `answer` is None for the visitor's."""

    id: str
    role: str
    text: str
    at: int
    answer: Answer | None = None


class ConversationTurns(_Reply):
    """What was said, oldest first."""

    what: Literal["conversation"] = "conversation"
    conversation: str
    turns: tuple[SaidTurn, ...]


class RememberedRun(Later):
    """An earlier question."""

    run: str
    query: str
    intent: str
    at: int


class MemoryContent(_Reply):
    """Counts of everything, and what was searched for: questions and books, newest first; `ratings` by book, and in
    `shown` the questions that showed it.
    """

    what: Literal["memory"] = "memory"
    questions: int
    titles: int
    intents: tuple[tuple[str, int], ...]
    runs: tuple[RememberedRun, ...]
    books: tuple[ShownBook, ...]
    ratings: dict[str, float]
    shown: dict[str, tuple[str, ...]]


class RecordOrigin(Later):
    """A record that a book was made of."""

    source: str
    url: str
    fields: tuple[str, ...]
    tool: str | None


class WhyShown(_Reply):
    """Why a book was shown; `text` says it in words. `place` counts from 1 to `of`."""

    what: Literal["why"] = "why"
    text: str
    title: str
    query: str
    at: int
    place: int
    of: int
    score: float
    reasons: tuple[str, ...]
    origins: tuple[RecordOrigin, ...]
    merged_because: str
    earlier: tuple[RememberedRun, ...]


class FileText(_Reply):
    """A file to save: its name, its media type, its text."""

    what: Literal["export-books", "export-memory", "export-everything", "graph"]
    name: str
    type: str
    text: str


class GraphChecked(_Reply):
    """What keeps a graph's document from running, each with where it is; nothing when it could."""

    what: Literal["check-graph"] = "check-graph"
    problems: tuple[str, ...]


class MemoryImported(_Reply):
    """How many questions were taken in."""

    what: Literal["import-memory"] = "import-memory"
    runs: int


class ShelfImported(_Reply):
    """What a file brought to the shelf: its kind, how many books, and a sentence for each row that was left out."""

    what: Literal["import-shelf"] = "import-shelf"
    kind: str
    added: int
    count: int
    skipped: tuple[str, ...]


class BookOnShelf(Later):
    """One of the visitor's books; `note` says what they know of it ("you own this")."""

    key: str
    title: str
    subtitle: str | None
    authors: tuple[str, ...]
    year: int | None
    isbns: tuple[str, ...]
    note: str
    stars: float | None


class ShelfContent(_Reply):
    """How many books are on the shelf, and those that were searched for."""

    what: Literal["shelf"] = "shelf"
    count: int
    books: tuple[BookOnShelf, ...]


class DataKept(_Reply):
    """What is kept: bytes, and how many of each. `kept` is False when it is gone with the window; `notice` says why.
    `tokens` are those that models used up today.
    """

    what: Literal["data"] = "data"
    kept: bool
    notice: str
    bytes: int
    conversations: int
    questions: int
    books: int
    shelf: int
    open_questions: int
    tokens: int


class SettingsKept(_Reply):
    """The settings as they were kept; its keys are always None."""

    what: Literal["settings"] = "settings"
    settings: Settings


class ModelTried(_Reply):
    """The models that the host offers, and the one that answered within `seconds`; or what went wrong, as `code` of
    `archivist.models.errors`, with a sentence and the visitor's next step.
    """

    what: Literal["try-model"] = "try-model"
    models: tuple[str, ...]
    model: str
    seconds: float
    code: str
    message: str
    advice: str


class QuestionReplayed(_Reply):
    """The answer of a question that was played again; `differences` tell where it is not as it was, in words."""

    what: Literal["replay"] = "replay"
    answer: Answer
    same: bool
    differences: tuple[str, ...]


class OpenQuestionBrief(Later):
    """A question without an answer; it waits for the visitor when `pending` tells of calls or `question` is empty."""

    id: str
    question: str
    conversation: str
    at: int
    pending: tuple[PendingCall, ...]


class OpenQuestionList(_Reply):
    """The open questions, the newest first; not those under way."""

    what: Literal["open-questions"] = "open-questions"
    questions: tuple[OpenQuestionBrief, ...]


class Done(_Reply):
    """It is done; `changed` is False when there was nothing to do."""

    what: Literal[
        "rename-conversation",
        "forget-conversation",
        "forget-run",
        "forget-book",
        "rate-book",
        "shelve",
        "clear-shelf",
        "erase-everything",
        "resume",
        "decide",
        "give-up",
    ]
    changed: bool


AnyReply = (
    ConversationList
    | ConversationTurns
    | MemoryContent
    | WhyShown
    | FileText
    | GraphChecked
    | MemoryImported
    | ShelfImported
    | ShelfContent
    | DataKept
    | SettingsKept
    | ModelTried
    | QuestionReplayed
    | OpenQuestionList
    | Done
)
Reply = Annotated[AnyReply, Field(discriminator="what")]
