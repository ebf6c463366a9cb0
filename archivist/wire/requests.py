"""What the page asks for besides answers: kind `request`, told apart by `what`, each with its one reply.

A request may come twice under one id; each time it gets a reply, and what it changed stays as it is.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from archivist.memory import Format
from archivist.wire.message import Later

BookFormat = Literal["bibtex", "ris", "csl-json", "csv", "markdown", "jsonld"]


class _Request(Later):
    """`id` is made by the page; the reply has it too."""

    t: Literal["request"] = "request"
    id: str = Field(min_length=1, max_length=64)


class GetConversations(_Request):
    """The list of conversations, newest first: `ConversationList`."""

    what: Literal["conversations"] = "conversations"


class GetConversation(_Request):
    """What was said in one: `ConversationTurns`."""

    what: Literal["conversation"] = "conversation"
    conversation: str


class RenameConversation(_Request):
    """Another title: `Done`."""

    what: Literal["rename-conversation"] = "rename-conversation"
    conversation: str
    title: str = Field(min_length=1, max_length=300)


class ForgetConversation(_Request):
    """Deletes a conversation with its turns: `Done`."""

    what: Literal["forget-conversation"] = "forget-conversation"
    conversation: str


class GetMemory(_Request):
    """What is remembered, or what of it has all words of `search`: `MemoryContent`."""

    what: Literal["memory"] = "memory"
    search: str = Field("", max_length=300)
    limit: int = Field(50, ge=1, le=500)


class AskWhy(_Request):
    """Why a book was shown, by the run or by the last one that did: `WhyShown`."""

    what: Literal["why"] = "why"
    book: str
    run: str | None = None


class ForgetRun(_Request):
    """Forgets a question and the books that no other one showed: `Done`."""

    what: Literal["forget-run"] = "forget-run"
    run: str


class ForgetBook(_Request):
    """Forgets a book in every run: `Done`."""

    what: Literal["forget-book"] = "forget-book"
    book: str


class RateBook(_Request):
    """What the visitor thinks of a book, from 0 to 5: `Done`."""

    what: Literal["rate-book"] = "rate-book"
    book: str
    stars: float = Field(ge=0, le=5)


class ExportBooks(_Request):
    """The books of a run, or those named, for a bibliography: `FileText`."""

    what: Literal["export-books"] = "export-books"
    run: str
    format: BookFormat
    books: tuple[str, ...] = ()


class ExportMemory(_Request):
    """Everything remembered, or one run: `FileText`."""

    what: Literal["export-memory"] = "export-memory"
    form: Format = "nquads"
    run: str | None = None


class ImportMemory(_Request):
    """Takes in what `export-memory` gave: `MemoryImported`."""

    what: Literal["import-memory"] = "import-memory"
    text: str
    form: Format = "nquads"


class ImportShelf(_Request):
    """Puts the books of another program's file on the shelf: `ShelfImported`. `text`, or `base64` of its bytes."""

    what: Literal["import-shelf"] = "import-shelf"
    name: str = ""
    text: str | None = None
    base64: str | None = None


class Shelve(_Request):
    """Puts a book that a run showed on the shelf, as one's own when `owned`: `Done`."""

    what: Literal["shelve"] = "shelve"
    run: str
    book: str
    owned: bool = False


class GetShelf(_Request):
    """How many books are on the shelf, and those that have the words of `search`: `ShelfContent`."""

    what: Literal["shelf"] = "shelf"
    search: str = Field("", max_length=300)
    limit: int = Field(50, ge=1, le=500)


class ClearShelf(_Request):
    """Takes everything off the shelf: `Done`."""

    what: Literal["clear-shelf"] = "clear-shelf"


class GetGraph(_Request):
    """The document of a graph that questions run through: `FileText`."""

    what: Literal["graph"] = "graph"
    graph: str


class CheckGraph(_Request):
    """Whether a graph's document could run in place of ours, or why not: `GraphChecked`."""

    what: Literal["check-graph"] = "check-graph"
    text: str


class ExportEverything(_Request):
    """All that is kept, but keys: `FileText`."""

    what: Literal["export-everything"] = "export-everything"


class GetData(_Request):
    """What is kept, where, and how much it is: `DataKept`."""

    what: Literal["data"] = "data"


class GetSettings(_Request):
    """The settings as they were kept, without keys: `SettingsKept`."""

    what: Literal["settings"] = "settings"


class TryModel(_Request):
    """Whether a model answers with these settings, of which none is kept: `ModelTried`. Empty means the usual."""

    what: Literal["try-model"] = "try-model"
    provider: str
    url: str = ""
    model: str = ""
    key: str = Field("", repr=False)


class Replay(_Request):
    """A question played again from its recording, asking nobody: events under this request's id, then
    `QuestionReplayed`.
    """

    what: Literal["replay"] = "replay"
    run: str


class EraseEverything(_Request):
    """Deletes everything that is kept on this machine: `Done`."""

    what: Literal["erase-everything"] = "erase-everything"


class GetOpenQuestions(_Request):
    """Questions that were cut off, or wait for the visitor: `OpenQuestionList`."""

    what: Literal["open-questions"] = "open-questions"


class Resume(_Request):
    """Goes on with an open question: `Done`, then events and `answer` or `failed` under the run's id.

    `question` are the words of one that was asked without.
    """

    what: Literal["resume"] = "resume"
    run: str
    question: str | None = None


class Verdict(Later):
    """What the visitor says to a call: `arguments` go in place of those that were shown."""

    kind: Literal["approve", "deny"]
    arguments: dict[str, JsonValue] | None = None
    reason: str = ""


class Decide(_Request):
    """The visitor's word on calls that wait, by their key, and on all others with `rest`: as `Resume`."""

    what: Literal["decide"] = "decide"
    run: str
    verdicts: dict[str, Verdict] = Field(default_factory=dict)
    rest: Verdict | None = None


class GiveUp(_Request):
    """An open question is not to go on: `Done`."""

    what: Literal["give-up"] = "give-up"
    run: str


AnyRequest = (
    GetConversations
    | GetConversation
    | RenameConversation
    | ForgetConversation
    | GetMemory
    | AskWhy
    | ForgetRun
    | ForgetBook
    | RateBook
    | ExportBooks
    | ExportMemory
    | ImportMemory
    | ImportShelf
    | Shelve
    | GetShelf
    | ClearShelf
    | GetGraph
    | CheckGraph
    | ExportEverything
    | GetData
    | GetSettings
    | TryModel
    | Replay
    | EraseEverything
    | GetOpenQuestions
    | Resume
    | Decide
    | GiveUp
)
Request = Annotated[AnyRequest, Field(discriminator="what")]
