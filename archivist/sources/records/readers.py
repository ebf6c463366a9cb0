"""What Open Library's readers think of a work, and what they do with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import BeforeValidator, JsonValue

from archivist.books.record import Rating
from archivist.sources.lenient import Count, Mean, Sent, count


@dataclass(frozen=True, slots=True, kw_only=True)
class Readers:
    """How many have a work on which shelf."""

    want_to_read: int
    reading: int
    read: int
    stopped: int


class _Summary(Sent):
    average: Mean = None
    count: Count = None


class _Rated(Sent):
    summary: _Summary


def _number(value: JsonValue) -> int:
    return count(value) or 0


_Number = Annotated[int, BeforeValidator(_number)]


class _Shelves(Sent):
    want_to_read: _Number = 0
    currently_reading: _Number = 0
    already_read: _Number = 0
    stopped_reading: _Number = 0


class _Shelved(Sent):
    counts: _Shelves


def rating(body: bytes) -> Rating | None:
    """A work's ratings.json; None where nobody has voted (`average` is null then). ValueError for anything else."""
    sent = _Rated.model_validate_json(body).summary
    return None if sent.average is None or sent.count is None else Rating(average=sent.average, count=sent.count)


def readers(body: bytes) -> Readers:
    """A work's bookshelves.json; ValueError (pydantic's) for anything else."""
    sent = _Shelved.model_validate_json(body).counts
    return Readers(
        want_to_read=sent.want_to_read,
        reading=sent.currently_reading,
        read=sent.already_read,
        stopped=sent.stopped_reading,
    )
