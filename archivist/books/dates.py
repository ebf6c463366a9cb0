"""Dates as sources write them, with no more precision than they gave.

Catalogues hold years such as 1, 8858 and 9999; a year before 1000 or after next year cannot be one of a printed
record and is no year at all.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

EARLIEST: Final = 1000
"""Open Library's own subject pages ignore years up to this one."""

_ISO: Final = re.compile(r"^\s*(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?![\d?-]|\s*s\b)")
_YEAR: Final = re.compile(r"(?<![\d?])(\d{4})(?![\d?]|\s*s\b)")
_DAY_FIRST: Final = re.compile(r"^\s*\d{1,2}[-/.](\d{1,2})[-/.](\d{4})\s*$")
_BEFORE_CHRIST: Final = re.compile(r"\b(?:b\.?\s?c\.?(?:\s?e\.?)?|v\.\s?chr|av\.\s?j)", re.IGNORECASE)
_MONTHS, _DAYS = 12, 31


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialDate:
    """A year, perhaps with a month, perhaps with a day: never more than the source said."""

    year: int
    month: int | None = None
    day: int | None = None

    def __str__(self) -> str:
        parts = [f"{self.year:04d}", *(f"{part:02d}" for part in (self.month, self.day) if part)]
        return "-".join(parts)


def plausible(year: int | None, *, today: date | None = None) -> int | None:
    """The year when it can be one of a printed book (1000 to next year), else None."""
    if year is None:
        return None
    return year if EARLIEST <= year <= (today or _today()).year + 1 else None


def date_of(text: str | int | None, *, today: date | None = None) -> PartialDate | None:
    """The date in `text`: year, year and month, full date, date and time, or a year among words; None for anything
    else.

    Uncertain forms ("18??", "1990s") name no year. Without `today` the machine's date bounds the future.
    """
    if text is None or isinstance(text, bool):
        return None
    plain = unicodedata.normalize("NFKC", str(text))
    if _BEFORE_CHRIST.search(plain):
        return None
    found = _parsed(plain)
    return found if found and plausible(found.year, today=today) else None


def year_of(text: str | int | None, *, today: date | None = None) -> int | None:
    """The year in `text` when it names one that can be; see `date_of`."""
    found = date_of(text, today=today)
    return found.year if found else None


def _parsed(text: str) -> PartialDate | None:
    if match := _ISO.match(text):
        return _dated(int(match[1]), int(match[2] or 0), int(match[3] or 0))
    if match := _DAY_FIRST.match(text):
        return _dated(int(match[2]), 0, 0)
    years = _YEAR.findall(text)
    return _dated(int(years[0]), 0, 0) if years else None


def _dated(year: int, month: int, day: int) -> PartialDate:
    if not 1 <= month <= _MONTHS:
        return PartialDate(year=year)
    return PartialDate(year=year, month=month, day=day if 1 <= day <= _DAYS else None)


def _today() -> date:
    return datetime.now(tz=UTC).date()
