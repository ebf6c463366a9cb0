"""Wikipedia's documents: hits of a search, and the summary of an article."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import Field, JsonValue, field_validator

from archivist.books import https, plain
from archivist.sources.lenient import Sent, Text

LICENCE: Final = "Text from Wikipedia, CC BY-SA 4.0"


class Hit(Sent):
    """One article that a search found; `index` is its rank where the service does not keep the order."""

    title: Text = None
    redirecttitle: Text = None
    index: int = 0
    ns: int = 0


class _Info(Sent):
    suggestion: Text = None


class _Query(Sent):
    search: tuple[Hit, ...] = ()
    pages: tuple[Hit, ...] = ()
    searchinfo: _Info = _Info()

    @field_validator("pages", mode="before")
    @classmethod
    def _listed(cls, value: JsonValue) -> JsonValue:
        """Format 1 files pages under their number, "-1" for those that are missing."""
        if not isinstance(value, Mapping):
            return value
        return [page for page in value.values() if isinstance(page, Mapping) and "missing" not in page]


class Hits(Sent):
    """What the action API answers; an empty answer may have no `query` at all."""

    batchcomplete: JsonValue
    query: _Query = Field(default_factory=_Query)

    @property
    def articles(self) -> tuple[Hit, ...]:
        """The articles, best first."""
        found = self.query.search or sorted(self.query.pages, key=lambda hit: hit.index)
        return tuple(hit for hit in found if hit.title and hit.ns == 0)


class _Page(Sent):
    page: Text = None


class _Urls(Sent):
    desktop: _Page = _Page()


class Summary(Sent):
    """The beginning of an article. `type` is standard, disambiguation, no-extract or mainpage."""

    type: str
    title: str
    description: Text = None
    extract: str = ""
    lang: str = "en"
    content_urls: _Urls = _Urls()

    @field_validator("type")
    @classmethod
    def _is_no_error(cls, value: str) -> str:
        """Errors come in the same frame, with an address for a type and "Not found." for a title."""
        if "://" in value or value.startswith("Internal"):
            message = f"{value!r} is the type of an error, not of an article"
            raise ValueError(message)
        return value

    @property
    def url(self) -> str | None:
        """The article's page."""
        return https(self.content_urls.desktop.page)

    @property
    def text(self) -> str:
        """The extract, or the short description where there is none; without the runs of blanks that removed notes
        leave.
        """
        return plain(self.extract).replace(" ,", ",").replace(" .", ".") or plain(self.description)


def hits(body: bytes) -> Hits:
    """The action API's answer to a search; ValueError (pydantic's) for anything else."""
    return Hits.model_validate_json(body)


def summary(body: bytes) -> Summary:
    """The summary of an article; ValueError for anything else."""
    return Summary.model_validate_json(body)
