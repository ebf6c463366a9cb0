"""The one HTTP client: every request to a book service goes through here.

A question goes this way: cache, a request for the same address that is already under way, the host's breaker, its pace,
the transport, a second try where one helps. What comes back is parsed before it is kept or handed out, so that half an
answer is a failure and never an empty result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar
from urllib.parse import urljoin

from archivist.dag import Clock, RetryPolicy
from archivist.sources.address import address, check, gateway_of, host_of, public, through
from archivist.sources.cache import AGES, EMPTY_AGE, Cache, Kept, Kind, MemoryCache
from archivist.sources.errors import (
    KeyRefused,
    NoSuchRecord,
    NotAsked,
    SourceError,
    SourceFailed,
    SourceResting,
    SourceThrottled,
    SourceTimedOut,
    SourceUnreached,
    Status,
)
from archivist.sources.flights import Flights
from archivist.sources.politeness import Breaker, pace_of
from archivist.sources.service import HOST_TROUBLE, PASSING, Service, Trouble, error_of_answer, error_of_transport
from archivist.tools import Bucket, Pace
from archivist.transport import Request, Response, Transport, TransportError

T = TypeVar("T")
Outcome = Status | Literal["answered"]

# Accept is CORS-safelisted; any other name would make a browser ask first, which Open Library answers with 400.
HEADERS = {"Accept": "application/json"}
REDIRECTS = frozenset({301, 302, 303, 307, 308})
OK = 200
LONGEST_CHAIN = 3
RETRY = RetryPolicy(attempts=2, base=0.5, jitter=0.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Seconds an attempt may take, how often and when it is repeated, bytes of a body, and seconds of a Retry-After
    worth waiting for.

    The largest useful answer, a hundred works with all their ISBNs and subjects, is about 1 MB.
    """

    attempt: float = 8.0
    retry: RetryPolicy = RETRY
    body: int = 4_000_000
    patience: float = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Generic[T]):
    """One GET and what its answer has to be.

    `parse` turns the body into a value and raises ValueError for anything else; `empty` says whether the value holds
    nothing, so that it is kept for a shorter time.
    """

    service: Service
    base: str
    parse: Callable[[bytes], T]
    params: Mapping[str, str]
    kind: Kind = "search"
    empty: Callable[[T], bool] = lambda _: False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply(Generic[T]):
    """A parsed answer; `requests` really went out for it (0 from the cache or when another caller's answer was
    shared).
    """

    value: T
    requests: int
    cached: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One request that went out: its address without keys, how it ended, and the seconds it took."""

    url: str
    number: int
    outcome: Outcome
    status: int | None
    seconds: float


class HttpClient:
    """Asks the book services politely and reports what became of it.

    Args:
        transport: what carries the requests.
        clock: where time comes from; deadlines are in its monotonic seconds.
        gateway: `https://HOST/PATH` is asked as `gateway/HOST/PATH`; see `gateway_of` for what is allowed.
        gateway_pace: how often each service may be asked through the gateway, None for as often as wanted: a proxy or
            mirror of one's own has its own rules, and the services behind it are its business.
        cache: where answers are kept; memory when not given.
        on_attempt: called after every request that went out.

    Raises (from `get`):
        SourceError: the typed failure, with every attempt counted and no key in it.
    """

    def __init__(  # noqa: PLR0913 - a composition root's arguments, all by name
        self,
        transport: Transport,
        *,
        clock: Clock,
        gateway: str | None = None,
        gateway_pace: Pace | None = None,
        cache: Cache | None = None,
        limits: Limits | None = None,
        on_attempt: Callable[[Attempt], object] | None = None,
    ) -> None:
        self._transport = transport
        self._clock = clock
        self._gateway = gateway_of(gateway)
        self._gateway_pace = gateway_pace
        self._cache: Cache = MemoryCache() if cache is None else cache
        self._limits = limits or Limits()
        self._on_attempt = on_attempt or (lambda _: None)
        self._buckets: dict[str, Bucket | None] = {}
        self._breakers: dict[str, Breaker] = {}
        self._flights = Flights()

    async def get(self, question: Question[T], *, deadline: float | None = None) -> Reply[T]:
        """The parsed answer to `question`, by `deadline` at the latest (monotonic seconds; None for no limit)."""
        url = address(question.base, question.params)
        told = public(url)
        kept = self._kept(question, told)
        if kept is not None:
            return kept
        until = float("inf") if deadline is None else deadline
        trip = _Trip(question=question, url=url, told=told, until=until)
        body = await self._flights.join(url, until, lambda: self._travel(trip))
        if trip.value:
            return Reply(value=trip.value[0], requests=trip.requests, cached=False)
        return Reply(value=question.parse(body), requests=0, cached=False)

    def _kept(self, question: Question[T], told: str) -> Reply[T] | None:
        kept = self._cache.get(told)
        if kept is None or kept.until <= self._clock.wall():
            return None
        try:
            return Reply(value=question.parse(kept.body), requests=0, cached=True)
        except ValueError:
            return None  # kept by an older version of this program, which read less of it

    def rests_for(self, host: str) -> float:
        """Seconds for which a host is left alone after failures; 0 when it can be asked."""
        return self._breaker(host).rests_for(self._clock.monotonic())

    async def _travel(self, trip: _Trip[T]) -> bytes:
        """Asks unless the host is left alone, tells its breaker what came of it, and keeps the answer."""
        breaker = self._breaker(host_of(trip.url))
        self._admit(trip, breaker)
        breaker.began()
        try:
            body = await self._try_on(trip, breaker)
        except SourceError as error:
            error.count(trip.requests)
            if trip.requests:
                self._blame(breaker, error)
            else:
                breaker.ended()
            raise
        except BaseException:
            breaker.ended()
            raise
        breaker.succeeded()
        self._keep(trip, body)
        return body

    def _admit(self, trip: _Trip[T], breaker: Breaker) -> None:
        rest = breaker.rests_for(self._clock.monotonic())
        if rest:
            message = f"{breaker.reason}; not asked again for {rest:.0f} seconds"
            source, url = trip.question.service.source, trip.told
            raise SourceResting(message, source=source, url=url, retry_after=rest, status=breaker.word)

    async def _try_on(self, trip: _Trip[T], breaker: Breaker) -> bytes:
        """Tries until there is an answer or nothing more helps."""
        while True:
            try:
                return await self._try(trip)
            except SourceError as error:
                pause = self._pause(error, trip)
                if pause is None:
                    raise
                if isinstance(error, SourceThrottled):
                    self._blame(breaker, error)  # so that nobody else asks meanwhile
                await self._clock.sleep(pause)

    def _pause(self, error: SourceError, trip: _Trip[T]) -> float | None:
        """Seconds before another try; None when another one would not help or would come too late."""
        if not _may_pass(error) or trip.tries >= self._limits.retry.attempts:
            return None
        pause = self._limits.retry.delay(trip.tries)
        if isinstance(error, SourceThrottled):
            if error.retry_after is None or error.retry_after > self._limits.patience:
                return None
            pause = error.retry_after
        return pause if self._clock.monotonic() + pause < trip.until else None

    def _keep(self, trip: _Trip[T], body: bytes) -> None:
        question = trip.question
        age = EMPTY_AGE if question.empty(trip.value[0]) else AGES[question.kind]
        self._cache.put(trip.told, Kept(body=body, until=self._clock.wall() + age))

    async def _try(self, trip: _Trip[T]) -> bytes:
        """One try, redirects followed; what it says about the host goes to the host's breaker."""
        trip.tries += 1
        url, service = trip.url, trip.question.service
        for _ in range(LONGEST_CHAIN):
            trouble = await self._exchange(trip, url)
            where = _target(url, trouble)
            if where is None:
                return trouble.body
            try:
                check(where)
            except ValueError as error:
                message = f"{service.name} points to another place, which is not asked: {error}"
                raise SourceFailed(
                    message, source=service.source, url=public(url), http_status=trouble.status
                ) from error
            url = where
        message = f"{service.name} sends every request somewhere else"
        raise SourceFailed(message, source=service.source, url=public(url))

    async def _exchange(self, trip: _Trip[T], url: str) -> Trouble:
        """One request: held back by the host's pace, measured, reported, and judged."""
        await self._wait_for_place(trip, url)
        trip.requests += 1
        began = self._clock.monotonic()
        try:
            answer = await self._send(trip, url)
            self._judge(trip, answer)
        except SourceError as error:
            self._report(url, trip, error.word, error.http_status, began)
            raise
        self._report(url, trip, "answered", answer.status, began)
        return answer

    async def _wait_for_place(self, trip: _Trip[T], url: str) -> None:
        service, host, now = trip.question.service, host_of(url), self._clock.monotonic()
        if now >= trip.until:
            message = f"no time was left to ask {service.name}"
            raise SourceTimedOut(message, source=service.source, url=public(url))
        bucket = self._bucket(host)
        if bucket is None:
            return
        if now + bucket.wait(now) >= trip.until:
            message = f"too many questions at once: {service.name} is asked only as often as it allows"
            raise SourceThrottled(message, source=service.source, url=public(url))
        wait = bucket.take(now)
        if wait:
            await self._clock.sleep(wait)

    async def _send(self, trip: _Trip[T], url: str) -> Trouble:
        service = trip.question.service
        seconds = min(self._limits.attempt, trip.until - self._clock.monotonic())
        request = Request(url=through(self._gateway, url), timeout=seconds, headers=HEADERS)
        try:
            response = await self._transport.send(request)
            try:
                body = await self._read(response, service, url)
            finally:
                await response.close()
        except TransportError as error:
            raise error_of_transport(service, error, public(url), seconds) from error
        return Trouble(url=trip.tells(url), status=response.status, headers=response.headers, body=body)

    async def _read(self, response: Response, service: Service, url: str) -> bytes:
        body = bytearray()
        async for part in response.chunks():
            body += part
            if len(body) > self._limits.body:
                message = f"{service.name} sent more than {self._limits.body:,} bytes, which no question needs"
                raise SourceFailed(message, source=service.source, url=public(url))
        return bytes(body)

    def _judge(self, trip: _Trip[T], answer: Trouble) -> None:
        """Parses a good answer into `trip.value`; raises for every other, but for a redirect."""
        if answer.status in REDIRECTS and "location" in answer.headers:
            return
        service = trip.question.service
        if answer.status != OK:
            raise error_of_answer(service, answer)
        try:
            trip.value = [trip.question.parse(answer.body)]
        except ValueError as error:
            message = f"{service.name} {_what_is_wrong(answer.body)}"
            raise SourceFailed(message, source=service.source, url=answer.url, cut=_is_cut(answer.body)) from error

    def _blame(self, breaker: Breaker, error: SourceError) -> None:
        if not _is_the_hosts_fault(error):
            breaker.ended()
            return
        told = isinstance(error, SourceThrottled) and error.http_status is not None
        breaker.failed(self._clock.monotonic(), error.message, error.word, at_once=told, rest=error.retry_after)

    def _report(self, url: str, trip: _Trip[T], outcome: Outcome, status: int | None, began: float) -> None:
        seconds = self._clock.monotonic() - began
        self._on_attempt(
            Attempt(url=trip.tells(url), number=trip.requests, outcome=outcome, status=status, seconds=seconds)
        )

    def _breaker(self, host: str) -> Breaker:
        return self._breakers.setdefault(host, Breaker())

    def _bucket(self, host: str) -> Bucket | None:
        if host not in self._buckets:
            pace = self._gateway_pace if self._gateway else pace_of(host)
            self._buckets[host] = Bucket(pace) if pace else None
        return self._buckets[host]


@dataclass(slots=True, kw_only=True)
class _Trip(Generic[T]):
    """A question on its way: what was tried so far, and the parsed answer (no or one element).

    `told` is the address as it may be said and kept, without keys.
    """

    question: Question[T]
    url: str
    told: str
    until: float
    tries: int = 0
    requests: int = 0
    value: list[T] = field(default_factory=list)

    def tells(self, url: str) -> str:
        """Another address on this way, without keys: most questions are sent nowhere else."""
        return self.told if url == self.url else public(url)


def _target(url: str, answer: Trouble) -> str | None:
    if answer.status not in REDIRECTS:
        return None
    return urljoin(url, answer.headers["location"])


def _may_pass(error: SourceError) -> bool:
    """Whether the same request may succeed a moment later: passing trouble, a lost connection, half a document."""
    if isinstance(error, SourceThrottled):
        return error.http_status is not None
    return isinstance(error, SourceFailed) and (error.http_status in PASSING or error.cut)


def _is_the_hosts_fault(error: SourceError) -> bool:
    """Whether the failure says that the host is in trouble, rather than that this one request was wrong."""
    if isinstance(error, (KeyRefused, NoSuchRecord, NotAsked, SourceUnreached)):
        return False
    return error.http_status is None or error.http_status in HOST_TROUBLE


def _what_is_wrong(body: bytes) -> str:
    start = body.lstrip()[:1]
    if start == b"<":
        return "answered with a web page instead of data"
    if not start:
        return "sent an empty answer"
    return "sent half an answer" if _is_cut(body) else "sent data of a shape that it does not document"


def _is_cut(body: bytes) -> bool:
    """A JSON document that does not end as one."""
    return body.lstrip()[:1] in {b"{", b"["} and body.rstrip()[-1:] not in {b"}", b"]"}
