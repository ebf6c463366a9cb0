"""Open Library's subjects: what the catalogue files under a topic, most widely held first."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field

from archivist.books import language
from archivist.books.record import Candidate
from archivist.sources.client import HttpClient, Question
from archivist.sources.openlibrary_records import (
    FIELDS,
    SITE,
    candidate_of_row,
    candidate_of_subject_row,
    found,
    subject_list,
)
from archivist.sources.openlibrary_search import MORE_ROWS
from archivist.sources.result import Asking, SourceResult
from archivist.sources.service import Service
from archivist.sources.terms import in_other_numbers, plain_words
from archivist.sources.tool import SourceTool
from archivist.tools import ToolContext

SUBJECTS: Final = Service(source="openlibrary-subjects", name="Open Library's subjects", hides_errors=True)
SEARCH: Final = f"{SITE}/search.json"
REQUESTS: Final = 3


class SubjectInput(BaseModel):
    """Which subjects; several must all hold."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    subjects: list[str] = Field(min_length=1, max_length=3, description="Subjects that must all hold, such as whales")
    lang: str | None = Field(None, max_length=20, description="Language as ISO 639-2 code, such as ger")
    limit: int = Field(12, ge=1, le=20, description="How many books at most")


class SubjectSearch(SourceTool[SubjectInput]):
    """Books that a catalogue files under one subject, or under all of two or three; at most three requests a call.

    Raises (from `execute`): SourceError, as `OpenLibrarySearch` does.
    """

    name = "subject_search"
    description = (
        "Lists books that Open Library files under one to three subjects (all must hold). "
        "An empty result means that no book is filed so; do not repeat the same call."
    )
    Input = SubjectInput

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def execute(self, call: SubjectInput, context: ToolContext) -> SourceResult:
        """The works of the subject, or of all subjects at once."""
        asking = Asking(self._http, "openlibrary-subjects", context.deadline)
        subjects = tuple(dict.fromkeys(filter(None, map(plain_words, call.subjects))))
        if not subjects:
            return asking.result([], "no subject was named")
        lang = language(call.lang)
        rows: list[Candidate] = []
        if len(subjects) == 1 and lang is None:
            rows = await _filed_under(asking, call.subjects[0], call.limit)
        for forms in in_other_numbers(subjects):
            if rows or len(asking.asked) >= REQUESTS:
                break
            rows = await _searched(asking, forms, lang)
        return asking.result(rows[: call.limit])


async def _filed_under(asking: Asking, subject: str, limit: int) -> list[Candidate]:
    for slug in slugs(subject):
        question = Question(
            service=SUBJECTS,
            base=f"{SITE}/subjects/{quote(slug, safe='')}.json",
            params={"limit": str(limit)},
            parse=subject_list,
            empty=lambda page: not page.works,
        )
        page = await asking.ask(question, f"subject {slug}")
        rows = [row for row in (candidate_of_subject_row(work, (subject,)) for work in page.works) if row]
        if rows:
            return rows
    return []


async def _searched(asking: Asking, subjects: tuple[str, ...], lang: str | None) -> list[Candidate]:
    """Through the search, the only way to ask for several subjects or a language.

    It is worded as `OpenLibrarySearch` words it, so that two tools that want the same make one request.
    """
    together = " ".join(f'subject:"{subject}"' for subject in subjects)
    spoken = {"language": lang} if lang else {}
    params = {"q": together, **spoken, "fields": FIELDS, "limit": str(MORE_ROWS)}
    question = Question(service=SUBJECTS, base=SEARCH, params=params, parse=found, empty=lambda page: not page.docs)
    page = await asking.ask(question, together + (f" language={lang}" if lang else ""))
    rows = (candidate_of_row(row, source="openlibrary-subjects") for row in page.docs)
    return [row for row in rows if row]


def slug_of(subject: str) -> str:
    """A subject as the catalogue's addresses write it: lower case, blanks as underscores, slashes and commas dropped.

    "Business & Economics / Finance" is "business_&_economics__finance": the blanks around a dropped sign stay two.
    Upper case is answered with a redirect, an encoded slash with 404.
    """
    dropped = re.sub(r"[/,;?#%\"<>{}|\\^\[\]`]", "", subject.strip().casefold())
    return re.sub(r"\s", "_", dropped)


def slugs(subject: str) -> list[str]:
    """The subject's slug, and that of the other grammatical number: one lists whales, another whale."""
    return list(dict.fromkeys(slug_of(form) for (form,) in in_other_numbers((subject.strip(),))))[:2]
