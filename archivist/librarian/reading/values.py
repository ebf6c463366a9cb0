"""What a reading of a question is, and what planning makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

from archivist.books.wanted import Wanted
from archivist.librarian.answer import Intent, ShownBook

Fact = Literal["author", "year", "pages", "isbn", "language", "publisher", "series", "translator"]
"""The one fact of one book that somebody asks for ("Who wrote Dune?" asks for `author`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One thing that was said: by the visitor, or by the Archivist together with the books it showed, in that order."""

    role: Literal["visitor", "archivist"]
    text: str
    books: tuple[ShownBook, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A question as the Archivist understands it.

    `second` is another reading that the same words allow ("looking for alaska": a title as it stands, or a wish for a
    book called Alaska); it is asked for as well, and judged only where `wanted` matches nothing.
    `language` is the ISO 639-1 code to reply in and `language_known` False when the words did not tell ("Dune").
    `refers_to` is the id of the shown book that a follow-up means. `asks` names the one fact that was asked for.
    `wrong_isbns` are numbers that were meant as ISBNs and cannot be: a wrong check digit, or too many or few digits.
    """

    intent: Intent
    wanted: Wanted
    language: str = "en"
    language_known: bool = False
    follow_up: bool = False
    second: Wanted | None = None
    asks: Fact | Literal[""] = ""
    refers_to: str | None = None
    wrong_isbns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedCall:
    """A tool to call by name, with arguments as its input schema has them."""

    tool: str
    arguments: Mapping[str, JsonValue] = field(default_factory=dict)
