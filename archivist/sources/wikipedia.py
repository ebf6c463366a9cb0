"""Wikipedia: what a book, an author or a topic is about, in a few sentences with their address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field

from archivist.books import language, two_letters
from archivist.books.record import Candidate
from archivist.sources.client import HttpClient, Question
from archivist.sources.errors import NoSuchRecord
from archivist.sources.result import Asking, SourceResult
from archivist.sources.service import Service
from archivist.sources.terms import author_words, main_title, plain_words, worded
from archivist.sources.tool import SourceTool
from archivist.sources.wikipedia_articles import (
    article_of,
    book_of,
    fitting_authors,
    fitting_books,
    is_about_a_book,
    is_about_a_writer,
    name_for_book,
    tells_of,
)
from archivist.sources.wikipedia_records import LICENCE, Hit, Hits, Summary, hits, summary
from archivist.tools import ToolContext

WIKIPEDIA: Final = Service(source="wikipedia", name="Wikipedia")
HITS: Final = 10
# The same search twice in one request: the list tells redirects and a suggestion, the generator the texts (of at most
# 20 articles: https://www.mediawiki.org/wiki/Extension:TextExtracts), so that no second request waits for the first.
SEARCH: Final = {
    "action": "query",
    "list": "search",
    "srlimit": str(HITS),
    "srprop": "redirecttitle",
    "srinfo": "suggestion",
    "generator": "search",
    "gsrlimit": str(HITS),
    "prop": "extracts|description|info|pageprops",
    "exintro": "1",
    "explaintext": "1",
    "exlimit": "max",
    "inprop": "url",
    "ppprop": "disambiguation",
    "format": "json",
    "formatversion": "2",
    "origin": "*",
}
SUMMARIES: Final = 2
REQUESTS: Final = 4

About = Literal["book", "author", "topic"]


class WikipediaInput(BaseModel):
    """What the article should be about."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    query: str = Field(min_length=1, max_length=300, description="Title of the book, name of the author, or topic")
    author: str | None = Field(
        None, max_length=120, description="The book's author, to tell it from others of that title"
    )
    lang: str = Field("en", max_length=20, description="Language of Wikipedia as ISO 639-1 code")
    about: About = Field("book", description="What the query names")


class WikipediaSummary(SourceTool[WikipediaInput]):
    """The beginning of the article about a book, author or topic; a handful of requests a call.

    An article is only taken when its title is what was asked for and, for a book or an author, when it says that it is
    about one. Several meanings without a book among them come back as a list of choices in `detail`.

    Raises (from `execute`): SourceError, as drawn in `errors`.
    """

    name = "wikipedia_summary"
    description = (
        "Finds the Wikipedia article about a book, an author or a topic and returns its beginning. "
        "An empty result means that there is no such article; do not repeat the same call."
    )
    Input = WikipediaInput

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def execute(self, call: WikipediaInput, context: ToolContext) -> SourceResult:
        """The one article that fits, or none."""
        asking = Asking(self._http, "wikipedia", context.deadline)
        call = call.model_copy(update={"author": worded(call.author)})
        reading = _Reading(asking, call)
        without = ""
        for words in searches(call, reading.host_language):
            if len(asking.asked) >= REQUESTS or (without and words.startswith(without)):
                break  # what finds nothing finds no more with another word: all must match
            found = await reading.search(words)
            without = "" if found else words
            article = await reading.first_fitting(found)
            if article is not None:
                return asking.result([article], LICENCE)
        return asking.result([], reading.choices())


def searches(call: WikipediaInput, lang: str) -> Iterator[str]:
    """The searches to make, the most precise first."""
    title = plain_words(main_title(call.query)) or plain_words(call.query)
    if not title:
        return
    author = author_words(call.author) if call.author else ""
    if author:
        yield f"{title} {author}"
    yield title
    if call.about == "book" and not author:
        yield f"{title} {name_for_book(lang)}"


class _Reading:
    """One call's way through the encyclopaedia."""

    def __init__(self, asking: Asking, call: WikipediaInput) -> None:
        code = language(call.lang)
        self.host_language = (code and two_letters(code)) or "en"
        self._asking = asking
        self._call = call
        self._seen: dict[str, Summary] = {}
        self._told: dict[str, Summary] = {}

    async def search(self, words: str) -> tuple[Hit, ...]:
        """The articles that the search finds; those of its own suggestion only where it finds none."""
        found = await self._found(words)
        suggested = found.query.searchinfo.suggestion
        if not found.articles and suggested:
            found = await self._found(suggested)
        for hit in found.articles:
            told = hit.summary(self.host_language)
            if told is not None:
                self._told[told.title] = told
        return found.articles

    async def _found(self, words: str) -> Hits:
        params = SEARCH | {"srsearch": words, "gsrsearch": words}
        base = f"https://{self.host_language}.wikipedia.org/w/api.php"
        search = Question(service=WIKIPEDIA, base=base, params=params, parse=hits, empty=lambda page: not page.articles)
        return await self._asking.ask(search, f"search {words!r}")

    async def first_fitting(self, found: tuple[Hit, ...]) -> Candidate | None:
        """The first of the likely articles that is what was asked for."""
        for title in self._likely(found)[:SUMMARIES]:
            if title in self._seen:
                continue
            article = await self._article(title)
            if article is not None and self._fits(article):
                return self._candidate(article)
        return None

    def _likely(self, found: tuple[Hit, ...]) -> list[str]:
        match self._call.about:
            case "book":
                return fitting_books(found, self._call.query)
            case "author":
                return fitting_authors(found, self._call.query)
            case "topic":
                return [hit.title for hit in found if hit.title]

    async def _article(self, title: str) -> Summary | None:
        """The article of exactly that title, as the search wrote it or told it; None where there is none."""
        article = self._told.get(title) or await self._summary(title)
        if article is not None:
            self._seen[title] = article
        return article

    async def _summary(self, title: str) -> Summary | None:
        path = quote(title.replace(" ", "_"), safe="")
        base = f"https://{self.host_language}.wikipedia.org/api/rest_v1/page/summary/{path}"
        question = Question(service=WIKIPEDIA, base=base, params={}, parse=summary, kind="article")
        try:
            return await self._asking.ask(question, f"article {title!r}")
        except NoSuchRecord:
            return None

    def _fits(self, article: Summary) -> bool:
        if article.type not in {"standard", "no-extract"} or not article.text:
            return False
        match self._call.about:
            case "book":
                return is_about_a_book(article) and tells_of(article, self._call.author)
            case "author":
                return is_about_a_writer(article)
            case "topic":
                return True

    def _candidate(self, article: Summary) -> Candidate:
        return book_of(article, self._call.author) if self._call.about == "book" else article_of(article)

    def choices(self) -> str:
        """Where only a list of meanings was found: which there are, as data for whoever asks again."""
        several = [title for title, article in self._seen.items() if article.type == "disambiguation"]
        return f"{several[0]!r} has several meanings there, none of them a book" if several else ""
