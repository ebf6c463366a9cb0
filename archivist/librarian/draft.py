"""An answer while it is being written: statements, the facts they rest on, and the records that hold the facts.

A statement's text carries its marks `[n]` inline. Mark n stands for one record of one book; the facts say which fields
of that record the statement uses. Nothing that is not a fact here may be said of a book.
"""

from __future__ import annotations

from dataclasses import dataclass

from archivist.books import BookId, SourceName
from archivist.memory import Field


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A field of a book as a statement gives it: `value` is what was said, `url` the record that holds it, `mark` its
    n.
    """

    book: BookId
    field: Field
    value: str
    source: SourceName
    url: str
    mark: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One sentence or a few that belong together; no facts means that it says nothing about a book."""

    text: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The statements in order, and what the visitor may ask next."""

    statements: tuple[Statement, ...] = ()
    suggestions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole answer as one line of text with its marks."""
        return " ".join(statement.text for statement in self.statements)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts, in order of use."""
        return tuple(fact for statement in self.statements for fact in statement.facts)
