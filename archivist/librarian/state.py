"""Everything one run knows, as it stands in a checkpoint."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from archivist.books import Anchor, Candidate, Ranked, Wanted
from archivist.dag import State
from archivist.librarian.answer import Intent, Outcome, SourceReport
from archivist.librarian.draft import Draft
from archivist.librarian.reading import PlannedCall, Turn
from archivist.tools import ToolResult

Approval = Literal["pending", "approved", "rejected"]


class Visit(State):
    """The state of one run of `the-archivist` and of the graphs it embeds.

    `visit` is the question's id, the same in every nested run; `batch` the id of the tool calls that are under way,
    `paused` those that wait for the visitor, whose `verdicts` are by the key of the call; `heard` is how every call
    ended that was made, without the objects that its data is made of.
    Five names are spelled as the published documents' paths spell them; the documents stay loadable by either side.
    """

    visit: str = ""
    query: str = ""
    user_language: str = "en"
    conversation: list[Turn] = []
    intent: Intent = "on-topic"
    wanted: Wanted = Wanted()
    second: Wanted | None = None
    asks: str = ""
    wrong_isbns: list[str] = []
    anchor: Anchor | None = None
    terms: list[str] = []
    toolPlan: list[PlannedCall] = []  # noqa: N815
    bookWorksets: list[JsonValue] = []  # noqa: N815
    batch: str = ""
    paused: dict[str, JsonValue] = {}
    verdicts: dict[str, JsonValue] = {}
    heard: list[ToolResult] = []
    candidates: list[Candidate] = []
    ranked: list[Ranked] = []
    shortlist: list[Ranked] = []
    prior_books: list[Ranked] = []
    priorContext: list[str] = []  # noqa: N815
    reports: list[SourceReport] = []
    failureCause: str = ""  # noqa: N815
    repair: list[str] = []
    draft: Draft = Draft()
    approvalState: Approval = "pending"  # noqa: N815
    outcome: Outcome = "found"
