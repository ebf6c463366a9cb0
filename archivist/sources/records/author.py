"""Open Library's authors."""

from __future__ import annotations

from dataclasses import dataclass

from archivist.sources.lenient import Sent, Text, Year


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """A person by their key; years are None where they are not known, or cannot be (before 1000, after next year)."""

    key: str
    name: str
    born: int | None = None
    died: int | None = None


class _Record(Sent):
    key: str
    error: None = None
    name: Text = None
    personal_name: Text = None
    birth_date: Year = None
    death_date: Year = None


def author(body: bytes) -> Author | None:
    """An author by their key; None for a record without a name, such as the stub that a merged one leaves behind.

    Raises:
        ValueError: (pydantic's) the document is no record.
    """
    sent = _Record.model_validate_json(body)
    name = sent.name or sent.personal_name
    return Author(key=sent.key, name=name, born=sent.birth_date, died=sent.death_date) if name else None
