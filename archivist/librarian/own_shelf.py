"""Looking on the visitor's own shelf: what to ask it for."""

from __future__ import annotations

from pydantic import JsonValue

from archivist.books.wanted import Wanted
from archivist.librarian.reading import PlannedCall

SHELF_SEARCH = "shelf_search"
_SUBJECTS, _WORDS, _TEXT, _WHOLE = 3, 6, 300, 20


def on_shelf(wanted: Wanted) -> list[PlannedCall]:
    """The call that finds what is wanted among the visitor's books; none when nothing in particular is, but for the
    whole shelf.
    """
    named: dict[str, JsonValue] = {
        "isbn": next(iter(wanted.isbns), None),
        "title": wanted.title and wanted.title[:_TEXT],
        "author": wanted.authors[0][:120] if wanted.authors else None,
        "subject": [*wanted.subjects[:_SUBJECTS]],
        "query": " ".join(wanted.words[:_WORDS])[:_TEXT] if not (wanted.title or wanted.subjects) else None,
    }
    arguments = {name: value for name, value in named.items() if value}
    if wanted.own and not arguments:
        arguments = {"whole": True, "limit": _WHOLE}
    return [PlannedCall(tool=SHELF_SEARCH, arguments=arguments)] if arguments else []
