"""Wikipedia's documents: hits of a search, and the summary of an article."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import ConfigDict, Field, JsonValue, TypeAdapter, field_validator

from archivist.books import https, plain
from archivist.sources.lenient import Sent, Text

LICENCE: Final = "Text from Wikipedia, CC BY-SA 4.0"


class _Props(Sent):
    disambiguation: Text = None


class Hit(Sent):
    """One article that a search found; `index` is its rank where the service does not keep the order.

    `extract` is its beginning as plain text, where the search was asked for it and the service had room for it.
    """

    title: Text = None
    redirecttitle: Text = None
    index: int = 0
    ns: int = 0
    extract: Text = None
    description: Text = None
    fullurl: Text = None
    pageprops: _Props = _Props()

    def summary(self, lang: str) -> Summary | None:
        """The article as its summary would tell it: the first paragraph. None where the answer has no text of it."""
        if not self.title or not self.extract:
            return None
        several = "disambiguation" in self.pageprops.model_fields_set
        return Summary(
            type="disambiguation" if several else "standard",
            title=self.title,
            description=self.description,
            extract=self.extract.partition("\n")[0],
            lang=lang,
            content_urls=_Urls(desktop=_Page(page=self.fullurl)),
        )


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
        """The articles, best first; an answer may hold a search for a beginning and one for words, in that order."""
        return _articles((*_by_rank(self.query.pages), *self.query.search))


class _Related(Sent):
    """The related pages of an article."""

    pages: tuple[Hit, ...]

    @property
    def articles(self) -> tuple[Hit, ...]:
        """The articles, best first."""
        return _articles(_by_rank(self.pages))


_LISTED: Final = TypeAdapter[Hits | _Related](Hits | _Related, config=ConfigDict(defer_build=True))


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


def titles(body: bytes) -> tuple[str, ...]:
    """The titles of a list of articles as people write them, best first: of a search for words or for a beginning, or
    of related pages; ValueError for anything else.
    """
    articles = _LISTED.validate_json(body).articles
    return tuple(hit.title.replace("_", " ") for hit in articles if hit.title)


def _by_rank(found: tuple[Hit, ...]) -> tuple[Hit, ...]:
    return tuple(sorted(found, key=lambda hit: hit.index))


def _articles(found: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """Pages of the encyclopaedia itself, each title once, with all that the answer says of it in its two lists."""
    kept: dict[str, Hit] = {}
    for hit in found:
        if hit.title and hit.ns == 0:
            first = kept.setdefault(hit.title, hit)
            if hit.redirecttitle and not first.redirecttitle:
                kept[hit.title] = first.model_copy(update={"redirecttitle": hit.redirecttitle})
    return tuple(kept.values())


def summary(body: bytes) -> Summary:
    """The summary of an article; ValueError for anything else."""
    return Summary.model_validate_json(body)
