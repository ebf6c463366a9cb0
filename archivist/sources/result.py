"""What a source answers: its rows, and an account of how it was asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from pydantic import ConfigDict

from archivist.books.record import Candidate, SourceName
from archivist.sources.client import HttpClient, Question, Reply
from archivist.sources.readable import readable

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceResult:
    """Candidates of one source, best first; none at all is an answer too ("searched, nothing found").

    `requests` went out for it, `cached` is True when none had to, `asked` says in words what was asked, one entry a
    request, and `detail` what a reader should know: which looser search found it, or which choices there are.
    """

    # Its validator is built when the first result is written as JSON, and not while the program starts.
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(defer_build=True)

    source: SourceName
    candidates: list[Candidate]
    requests: int = 0
    cached: bool = False
    asked: list[str] = field(default_factory=list)
    detail: str = ""


class Asking:
    """Asks several questions for one call and keeps the account of them."""

    def __init__(self, http: HttpClient, source: SourceName, deadline: float | None) -> None:
        self._http = http
        self._source: SourceName = source
        self._deadline = deadline
        self.requests = 0
        self.asked: list[str] = []

    async def ask(self, question: Question[T], said: str) -> T:
        """The answer's value; `said` is the question in words."""
        self.asked.append(said)
        reply: Reply[T] = await self._http.get(question, deadline=self._deadline)
        self.requests += reply.requests
        return reply.value

    def result(self, candidates: list[Candidate], detail: str = "") -> SourceResult:
        """The result with this account in it."""
        cached = not self.requests and bool(self.asked)
        return SourceResult(
            source=self._source,
            candidates=[row for row in map(readable, candidates) if row.title],
            requests=self.requests,
            cached=cached,
            asked=self.asked,
            detail=detail,
        )
