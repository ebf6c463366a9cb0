"""Open Library's search: works by title, author, ISBN, subject and words, with ratings, subjects and years."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from archivist.books import fold
from archivist.books.record import Candidate
from archivist.sources.client import HttpClient, Question
from archivist.sources.errors import NoSuchRecord, SourceError
from archivist.sources.likeness import best_first, likeness, title_likeness
from archivist.sources.openlibrary_records import (
    SITE,
    Edition,
    Found,
    Row,
    candidate_of_edition,
    candidate_of_numbered,
    candidate_of_row,
    found,
    in_language,
    numbered_editions,
    with_isbn_first,
)
from archivist.sources.openlibrary_search import (
    SEARCHES,
    Asked,
    SearchInput,
    Step,
    asked_of,
    in_years,
    ladder,
    params_of,
)
from archivist.sources.records.work import Record, record
from archivist.sources.result import Asking, SourceResult
from archivist.sources.service import Service
from archivist.sources.terms import main_title, telling_words
from archivist.sources.tool import SourceTool
from archivist.tools import ToolContext

# Its 4xx and 5xx come without a CORS header, so that a browser sees a rejected fetch and no status.
OPEN_LIBRARY: Final = Service(source="openlibrary", name="Open Library", hides_errors=True)
SEARCH: Final = f"{SITE}/search.json"
BOOKS: Final = f"{SITE}/api/books"
WORK_KEY: Final = re.compile(r"/works/OL\d+W")
TOLD: Final = 2
SURE: Final = 0.5
THE_TITLE: Final = 0.95


class OpenLibrarySearch(SourceTool[SearchInput]):
    """Books by words, title, author, subject or ISBN; at most five searches and three records a call.

    Raises (from `execute`):
        SourceThrottled: 429, or a fetch that the browser rejected: Open Library sends no CORS header with its errors.
        SourceRefused, SourceTimedOut, SourceFailed: as drawn in `errors`.
    """

    name = "web_search_books"
    description = (
        "Searches Open Library for books by title, author, ISBN, subject, words, years or language. "
        "An empty result means that it was searched and nothing fits; do not repeat the same call."
    )
    Input = SearchInput

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def execute(self, call: SearchInput, context: ToolContext) -> SourceResult:
        """The best matches, and how they were found."""
        asking = Asking(self._http, "openlibrary", context.deadline)
        asked = asked_of(call)
        if asked.empty:
            return asking.result([], "nothing was named that a catalogue can be searched for")
        rows, detail = await self._search(asking, asked, call)
        rows = rows[: call.limit]
        trouble = ""
        if call.details:
            rows, trouble = await self._described(asking, asked, rows)
        return asking.result(rows, "; ".join(filter(None, (detail, trouble))))

    async def _search(self, asking: Asking, asked: Asked, call: SearchInput) -> tuple[list[Candidate], str]:
        held: list[Candidate] = []
        for step in ladder(asked):
            if len(asking.asked) >= call.tries:
                break
            if held and not step.together:
                continue
            rows = await self._rows(asking, asked, step, description=call.details)
            if rows and (_has_meant(rows, asked) or not (step.open or held)):
                return _once([*rows, *held]), step.loose
            held = _once([*held, *rows])
        return held, ""

    async def _rows(self, asking: Asking, asked: Asked, step: Step, *, description: bool) -> list[Candidate]:
        if step.in_catalogue:
            return await self._numbered(asking, step)
        return await self._found(asking, asked, step, description=description)

    async def _found(self, asking: Asking, asked: Asked, step: Step, *, description: bool) -> list[Candidate]:
        page = await self._ask(asking, asked, step, description=description)
        rows = fitting(page.docs, asked, step)
        few = len(rows) < step.rows // 10 and page.total > len(page.docs)
        if asked.years and few and len(asking.asked) < SEARCHES:
            deeper = await self._ask(asking, asked, in_years(asked, step), description=description)
            rows = fitting((*page.docs, *deeper.docs), asked, step)
        return rows

    async def _numbered(self, asking: Asking, step: Step) -> list[Candidate]:
        params = {**step.params, "jscmd": "data", "format": "json"}
        question = Question(
            service=OPEN_LIBRARY,
            base=BOOKS,
            params=params,
            parse=numbered_editions,
            kind="record",
            empty=lambda editions: not editions,
        )
        try:
            editions = await asking.ask(question, step.said)
        except NoSuchRecord:
            return []
        return [row for row in map(candidate_of_numbered, editions) if row]

    async def _ask(self, asking: Asking, asked: Asked, step: Step, *, description: bool) -> Found:
        params = params_of(asked, step, description=description)
        question = Question(
            service=OPEN_LIBRARY, base=SEARCH, params=params, parse=found, empty=lambda page: not page.docs
        )
        return await asking.ask(question, step.said)

    async def _described(self, asking: Asking, asked: Asked, rows: list[Candidate]) -> tuple[list[Candidate], str]:
        """The rows with the description of the best; where it has none, of its likeliest double.

        A record that cannot be had costs no row.
        """
        for place, row in enumerate(rows[:TOLD]):
            if row.description or (place and not _is_sure(row, asked)):
                break
            try:
                text = await self._description(asking, row.key) if WORK_KEY.fullmatch(row.key) else None
            except NoSuchRecord:
                continue
            except SourceError as error:
                return rows, f"no description: {error.message}"
            if text:
                return [*rows[:place], replace(row, description=text), *rows[place + 1 :]], ""
        return rows, ""

    async def _description(self, asking: Asking, key: str) -> str | None:
        """The description of a work; of the one it was merged into where it was."""
        found = await asking.ask(_record_of(key), f"record {key}")
        moved = found.moved_to
        if moved is not None and WORK_KEY.fullmatch(moved):
            found = await asking.ask(_record_of(moved), f"record {moved}")
        return found.text


def _record_of(key: str) -> Question[Record]:
    return Question(service=OPEN_LIBRARY, base=f"{SITE}{key}.json", params={}, parse=record, kind="record")


def fitting(docs: Iterable[Row], asked: Asked, step: Step) -> list[Candidate]:
    """The rows that are what was asked for, likest first."""
    rows = {row.key: row for row in (_candidate(doc, asked) for doc in docs) if row is not None}
    kept = [row for row in rows.values() if _fits(row, asked, step)]
    if asked.sort != "relevance":
        return _sorted(kept, asked)
    if asked.title or asked.author:
        return best_first(kept, asked.title, asked.author)
    return sorted(kept, key=lambda row: not _is_named(row, asked.query))


def _is_named(row: Candidate, query: str | None) -> bool:
    """Whether bare words are the row's very title; where they are not, the service knows best."""
    return query is not None and title_likeness(query, row.title, row.subtitle) >= THE_TITLE


def _fits(row: Candidate, asked: Asked, step: Step) -> bool:
    if step.by_isbn and row.isbns and asked.isbn not in row.isbns:
        return False  # the service matches editions loosely; an ISBN that is not among the row's is another book's
    if asked.years and not _within(row.first_published, asked):
        return False
    if step.together:
        return _holds(row, asked.title or " ".join(asked.subjects))
    if not step.resembling:
        return True
    title = asked.title or asked.query
    return likeness(row, title, None if title else asked.author) > 0


def _has_meant(rows: Sequence[Candidate], asked: Asked) -> bool:
    """Whether one of the rows bears the asked title, alone or run together with its author's name."""
    return any(likeness(row, asked.title, asked.author) > SURE for row in rows)


def _once(rows: Sequence[Candidate]) -> list[Candidate]:
    first: dict[str, Candidate] = {}
    for row in rows:
        first.setdefault(row.key, row)
    return list(first.values())


def _holds(row: Candidate, asked: str) -> bool:
    """Whether every telling word stands in the row's title, names or subjects."""
    texts = (row.title, row.subtitle or "", row.series or "", *row.authors, *row.subjects)
    return set(fold(" ".join(telling_words(main_title(asked)))).split()) <= {
        word for text in texts for word in fold(text).split()
    }


def _within(year: int | None, asked: Asked) -> bool:
    return year is not None and (asked.year_from or year) <= year <= (asked.year_to or year)


def _sorted(rows: list[Candidate], asked: Asked) -> list[Candidate]:
    """By year where that is asked: the service sorts by raw years, so that a mistyped 9999 or 1 comes first there."""
    if asked.sort == "rating":
        return rows
    known = [row for row in rows if row.first_published is not None]
    return sorted(known, key=lambda row: row.first_published or 0, reverse=asked.sort == "new")


def _candidate(row: Row, asked: Asked) -> Candidate | None:
    candidate = candidate_of_row(row, every_isbn=asked.isbn is not None)
    if candidate is None:
        return None
    edition = next(iter(row.editions.docs), None) if row.editions else None
    if edition is not None and _is_meant(edition, candidate, asked):
        candidate = candidate_of_edition(row, edition, candidate)
    if asked.isbn and asked.isbn in candidate.isbns:
        candidate = with_isbn_first(candidate, asked.isbn)
    return candidate


def _is_meant(edition: Edition, parent: Candidate, asked: Asked) -> bool:
    """Whether the matching edition says more than its work: it has the asked ISBN, language or (translated) title."""
    if asked.isbn:
        return asked.isbn in edition.isbn
    if edition.title is None or fold(edition.title) == fold(parent.title):
        return False
    if asked.lang and in_language(edition, asked.lang):
        return True
    wanted = asked.title or asked.query
    return bool(wanted) and title_likeness(wanted or "", edition.title) > title_likeness(wanted or "", parent.title)


def _is_sure(row: Candidate, asked: Asked) -> bool:
    if asked.isbn and asked.isbn in row.isbns:
        return True
    wanted = asked.title or asked.query
    return wanted is None or title_likeness(wanted, row.title, row.subtitle) > SURE
