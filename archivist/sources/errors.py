"""What can go wrong while a source is asked, and what each of it means for the visitor.

ToolFailure
└── SourceError
    ├── NotAsked           no request was made: no key, or switched off
    │   └── SourceResting  no request was made: the host has just failed and is left alone for a while
    ├── SourceRefused      it answered no (403), or the answer cannot be read and nobody says why
    │   └── KeyRefused     the visitor's key is wrong, locked to another page, or not enabled
    ├── SourceThrottled    it asks for fewer requests (429), or probably does: a fetch that Open Library's
    │                      browser clients cannot read
    ├── SourceTimedOut     no whole answer within the call's share of the deadline
    └── SourceFailed       an answer that is not what the service documents: 5xx, a web page, half a document
        ├── SourceUnreached  no connection could be made: offline, most likely, and no fault of the service
        └── NoSuchRecord   404 for a record that was asked for by its key

Each carries `word` (one of `Status`), `source`, `url` (without keys), `attempts` and `advice`: what the visitor can do.
`data` holds the same for programs. All of them leave the other sources' books untouched.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import JsonValue

from archivist.books.record import SourceName
from archivist.tools import ToolFailure

Status = Literal["refused", "throttled", "timed-out", "not-asked", "failed"]


class SourceError(ToolFailure):
    """A source could not answer.

    `retryable` stays False: the HTTP client has already tried again where that helps, and a second loop around it would
    only burden the service.
    """

    status: ClassVar[Status] = "failed"
    default_advice: ClassVar[str] = "Ask again in a few minutes."
    unconnected: ClassVar[bool] = False

    def __init__(  # noqa: PLR0913 - the facts of a failure, each by name
        self,
        message: str,
        *,
        source: SourceName,
        url: str = "",
        attempts: int = 0,
        advice: str | None = None,
        http_status: int | None = None,
        retry_after: float | None = None,
        status: Status | None = None,
        cut: bool = False,
    ) -> None:
        self.source = source
        self.url = url
        self.attempts = attempts
        self.advice = self.default_advice if advice is None else advice
        self.http_status = http_status
        self.cut = cut
        self.word: Status = status or self.status
        data: dict[str, JsonValue] = {
            "status": self.word,
            "source": source,
            "advice": self.advice,
            "url": url,
            "attempts": attempts,
            "unconnected": self.unconnected,
        }
        super().__init__(f"source-{self.word}", message, retry_after=retry_after, data=data)

    def count(self, attempts: int) -> None:
        """Notes how many requests went out before this failure was final."""
        self.attempts = attempts
        self.data["attempts"] = attempts


class NotAsked(SourceError):
    """No request was made."""

    status = "not-asked"
    default_advice = ""


class SourceResting(NotAsked):
    """No request was made, because the host failed several times in a row; it is tried again after `retry_after`
    seconds.

    `word` and `data["status"]` are those of the failure that led here: for the visitor the source did not answer.
    """


class SourceRefused(SourceError):
    """The service answered no, or its answer could not be read."""

    status = "refused"


class KeyRefused(SourceRefused):
    """The key is at fault and not the service: another key may be tried at once."""


class SourceThrottled(SourceError):
    """The service asks for fewer requests, or probably does."""

    status = "throttled"
    default_advice = "It takes few requests a minute from one address; wait a minute and ask again."


class SourceTimedOut(SourceError):
    """No whole answer came in time."""

    status = "timed-out"


class SourceFailed(SourceError):
    """The answer is not what the service documents."""


class SourceUnreached(SourceFailed):
    """No connection could be made; `data["unconnected"]` is True."""

    default_advice = "Check that this device is online."
    unconnected = True


class NoSuchRecord(SourceFailed):
    """The service knows no record of that key."""
