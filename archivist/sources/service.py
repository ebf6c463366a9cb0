"""A service as the HTTP client knows it, and how its failures read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from archivist.books.record import SourceName
from archivist.sources.errors import (
    NoSuchRecord,
    SourceError,
    SourceFailed,
    SourceRefused,
    SourceThrottled,
    SourceTimedOut,
    SourceUnreached,
)
from archivist.transport import TransportError, TransportRefused, TransportTimedOut, TransportUnconnected

NOT_FOUND = 404
FORBIDDEN = 403
TOO_MANY = 429
# A gateway's or server's passing trouble; a second try a moment later often succeeds.
PASSING = frozenset({500, 502, 503, 504})
# With these a host turns away everybody, not this one question.
HOST_TROUBLE = PASSING | {FORBIDDEN, TOO_MANY}


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """An answer with an error status, body included (at most the client's limit)."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One source's service: `name` for people, `hides_errors` when a browser cannot read its 4xx and 5xx.

    `explain` may turn an answer with an error status into a better error than the status alone gives; None leaves it.
    """

    source: SourceName
    name: str
    hides_errors: bool = False
    explain: Callable[[Trouble], SourceError | None] = lambda _: None


def error_of_answer(service: Service, trouble: Trouble) -> SourceError:
    """The typed failure for an error status."""
    special = service.explain(trouble)
    if special is not None:
        return special
    name, status, where = service.name, trouble.status, trouble.url
    if status == TOO_MANY:
        text = f"{name} asks for fewer requests (429)"
        return SourceThrottled(
            text, source=service.source, url=where, http_status=status, retry_after=retry_after(trouble)
        )
    if status == FORBIDDEN:
        return SourceRefused(f"{name} refuses requests (403)", source=service.source, url=where, http_status=status)
    if status == NOT_FOUND:
        return NoSuchRecord(f"{name} has no such record (404)", source=service.source, url=where, http_status=status)
    text = (
        f"{name} is out of order ({status})" if status in PASSING else f"{name} did not accept the request ({status})"
    )
    return SourceFailed(text, source=service.source, url=where, http_status=status)


def error_of_transport(service: Service, error: TransportError, url: str, seconds: float) -> SourceError:
    """The typed failure for an answer that never came."""
    if isinstance(error, TransportTimedOut):
        return SourceTimedOut(
            f"{service.name} did not answer within {seconds:.0f} seconds", source=service.source, url=url
        )
    if isinstance(error, TransportRefused):
        return _unreadable(service, error, url)
    if isinstance(error, TransportUnconnected):
        return SourceUnreached(f"{service.name} was not reached: {error}", source=service.source, url=url, cut=True)
    return SourceFailed(f"{service.name}: {error}", source=service.source, url=url, cut=True)


def _unreadable(service: Service, error: TransportError, url: str) -> SourceError:
    if service.hides_errors:
        text = f"{service.name} is refusing requests for the moment, perhaps because there were too many ({error})"
        return SourceThrottled(text, source=service.source, url=url)
    advice = "Check that this device is online and that nothing blocks the address."
    return SourceRefused(f"{service.name} could not be reached: {error}", source=service.source, url=url, advice=advice)


def retry_after(trouble: Trouble) -> float | None:
    """Seconds of a Retry-After header in its numeric form; None when absent or a date."""
    text = trouble.headers.get("retry-after", "").strip()
    return float(text) if text.isdecimal() else None
