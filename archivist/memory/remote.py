"""Requests to a SPARQL 1.1 endpoint, by rdflib's endpoint store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http.client import HTTPException
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from archivist.memory import _rdf
from archivist.memory.errors import EndpointFailed
from archivist.memory.terms import Value

if TYPE_CHECKING:
    from rdflib.plugins.stores.sparqlstore import SPARQLUpdateStore

TIMEOUT = 10.0
"""Seconds a request may take: recall is on the way of an answer."""
_RESULTS = "application/sparql-results+json"
_SHOWN = 200


class Reply(NamedTuple):
    """What an endpoint answered."""

    status: int
    body: bytes


Post = Callable[[str, bytes, Mapping[str, str]], Reply]
"""Sends a body to an address with headers; OSError when nothing came back."""


def posted(url: str, body: bytes, headers: Mapping[str, str]) -> Reply:
    """Sends by urllib."""
    try:
        with urlopen(Request(url, body, dict(headers)), timeout=TIMEOUT) as reply:  # noqa: S310  checked in Remote
            return Reply(reply.status, reply.read())
    except HTTPError as refusal:
        with refusal:
            return Reply(refusal.code, refusal.read())
    except HTTPException as broken:
        raise OSError(str(broken)) from broken


class Remote:
    """An endpoint's two addresses.

    Raises:
        EndpointFailed: an address that is neither http nor https; by the methods, when there is no or an odd answer.
    """

    def __init__(self, query_url: str, update_url: str, post: Post) -> None:
        for url in (query_url, update_url):
            if urlsplit(url).scheme not in {"http", "https"}:
                raise EndpointFailed(url, "it is no http or https address")
        self._urls = (query_url, update_url)
        self._post = post
        self._made: SPARQLUpdateStore | None = None

    def rows(self, query: str) -> list[tuple[Value | None, ...]]:
        """The rows of a SELECT."""
        try:
            return _rdf.values(self._store().query(query))
        except (ValueError, LookupError, TypeError) as odd:
            # What rdflib's reader of results trips over when the answer is a web page, say.
            raise EndpointFailed(self._urls[0], f"what it sent is no SPARQL result: {odd!r:.{_SHOWN}}") from odd

    def update(self, text: str) -> None:
        """Does an update, all of it or nothing."""
        self._store().update(text)

    def _store(self) -> SPARQLUpdateStore:
        if self._made is None:
            self._made = _rdf.endpoint_store(*self._urls, ask=self._ask, tell=self._tell)
        return self._made

    def _ask(self, query: str) -> BytesIO:
        form = urlencode({"query": query}).encode()
        kind = {"Accept": _RESULTS, "Content-Type": "application/x-www-form-urlencoded"}
        return BytesIO(self._sent(self._urls[0], form, kind))

    def _tell(self, text: str) -> None:
        self._sent(self._urls[1], text.encode(), {"Content-Type": "application/sparql-update; charset=utf-8"})

    def _sent(self, url: str, body: bytes, headers: Mapping[str, str]) -> bytes:
        try:
            status, answer = self._post(url, body, headers)
        except OSError as wrong:
            raise EndpointFailed(url, str(wrong)) from wrong
        if not 200 <= status < 300:  # noqa: PLR2004  the HTTP statuses of success
            raise EndpointFailed(url, f"status {status}, {answer[:_SHOWN].decode(errors='replace')}")
        return answer
