"""Google Books: editions with descriptions, covers and ISBNs, for those who bring a key of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field

from archivist.books import isbn13, language, two_letters
from archivist.books.record import Candidate, Isbn13
from archivist.sources.client import HttpClient, Question
from archivist.sources.errors import NotAsked, SourceError
from archivist.sources.googlebooks_records import FIELDS, VOLUME_FIELDS, candidate_of, volume, volumes
from archivist.sources.googlebooks_trouble import OWN_KEY, explain
from archivist.sources.likeness import best_first, likeness
from archivist.sources.result import Asking, SourceResult
from archivist.sources.service import Service
from archivist.sources.terms import author_words, main_title, plain_words, worded
from archivist.sources.tool import SourceTool
from archivist.tools import ToolContext

NEEDS_KEY: Final = "Google Books was not asked: it needs a key"
GOOGLE_BOOKS: Final = Service(source="googlebooks", name="Google Books", explain=explain)
VOLUMES: Final = "https://www.googleapis.com/books/v1/volumes"
BY_ISBN: Final = "isbn:"
MOST: Final = 40
# Rows that fit are chosen here, because Google pads its answers; more rows cost no further request.
ROWS: Final = 20


class GoogleInput(BaseModel):
    """What may be asked of Google Books; at least one of isbn, title, author, query and subject."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    title: str | None = Field(None, max_length=300, description="Title, with or without subtitle")
    author: str | None = Field(None, max_length=120, description="One author's name")
    isbn: str | None = Field(None, max_length=20, description="ISBN of 10 or 13 digits, hyphens allowed")
    query: str | None = Field(None, max_length=300, description="Words from anywhere in a book's description")
    subject: str | None = Field(None, max_length=100, description="One subject")
    lang: str | None = Field(None, max_length=20, description="Language as ISO 639-1 code, such as de")
    limit: int = Field(8, ge=1, le=MOST, description="How many books at most")


class GoogleBooksSearch(SourceTool[GoogleInput]):
    """Editions by title, author, ISBN, subject and words; at most two searches a call, and the volume of an ISBN.

    Args:
        http: the client.
        key: the visitor's own key. Without one nothing is asked: keyless calls have had a quota of zero since 2026.
        country: two letters for the server that cannot tell where it is asked from.

    Raises (from `execute`):
        NotAsked: no key; no request is made.
        KeyRefused, SourceThrottled, SourceFailed, SourceTimedOut: as drawn in `errors`.
    """

    name = "google_books_search"
    description = (
        "Searches Google Books for editions by title, author, ISBN, subject or words. "
        "An empty result means that it was searched and nothing fits; do not repeat the same call."
    )
    Input = GoogleInput

    def __init__(self, http: HttpClient, key: str | None = None, country: str | None = None) -> None:
        self._http = http
        self._key = (key or "").strip()
        self._country = country or ""

    async def execute(self, call: GoogleInput, context: ToolContext) -> SourceResult:
        """The best matching editions."""
        if not self._key:
            raise NotAsked(NEEDS_KEY, source="googlebooks", advice=OWN_KEY)
        asking = Asking(self._http, "googlebooks", context.deadline)
        call = call.model_copy(update={"title": worded(call.title), "author": worded(call.author)})
        for terms in queries(call):
            rows = await self._ask(asking, call, terms)
            if rows and terms.startswith(BY_ISBN):
                rows = [await self._whole(asking, rows[0]), *rows[1:]]
            if rows:
                return asking.result(rows[: call.limit])
        return asking.result([])

    async def _whole(self, asking: Asking, row: Candidate) -> Candidate:
        """The volume as its own page tells of it: a list cuts descriptions and leaves out volume numbers.

        The row of the list stands where the page cannot be had.
        """
        params = {"country": self._country, "fields": VOLUME_FIELDS, "key": self._key}
        base = f"{VOLUMES}/{quote(row.key, safe='')}"
        question = Question(service=GOOGLE_BOOKS, base=base, params=params, parse=volume, kind="record")
        try:
            return candidate_of(await asking.ask(question, f"volume {row.key}")) or row
        except SourceError:
            return row

    async def _ask(self, asking: Asking, call: GoogleInput, terms: str) -> list[Candidate]:
        lang = language(call.lang)
        params = {
            "q": terms,
            "maxResults": str(max(call.limit, ROWS)),
            "printType": "books",
            "langRestrict": (lang and two_letters(lang)) or "",
            "country": self._country,
            "fields": FIELDS,
            "key": self._key,
        }
        question = Question(
            service=GOOGLE_BOOKS, base=VOLUMES, params=params, parse=volumes, empty=lambda page: not page.items
        )
        page = await asking.ask(question, terms)
        rows = [row for row in map(candidate_of, page.items) if row and _fits(row, isbn13(call.isbn), terms)]
        if terms.startswith(BY_ISBN):
            return rows
        if call.title or call.author:
            rows = [row for row in rows if likeness(row, call.title, call.author) > 0]
        return best_first(rows, call.title, call.author)


def _fits(row: Candidate, isbn: Isbn13 | None, terms: str) -> bool:
    """`isbn:` is only a hint to Google; what comes must carry the number."""
    return not terms.startswith(BY_ISBN) or isbn in row.isbns


def queries(call: GoogleInput) -> Iterator[str]:
    """At most two queries: the number first, fields where they are known, then the same words without fields.

    Fielded phrases sometimes find nothing where the plain words do (`inauthor:"Stephen King"`), so each has that
    fall-back.
    """
    isbn = isbn13(call.isbn)
    if isbn:
        yield f"{BY_ISBN}{isbn}"
    title = plain_words(main_title(call.title or ""))
    author = author_words(call.author or "")
    subject, words = plain_words(call.subject or ""), plain_words(call.query or "")
    fields = [f'intitle:"{title}"' if title else "", f'inauthor:"{author}"' if author else ""]
    fielded = " ".join(filter(None, [*fields, f'subject:"{subject}"' if subject else "", words]))
    loose = " ".join(filter(None, [title, author, subject, words]))
    if fielded:
        yield fielded
    if loose != fielded and not isbn:
        yield loose
