"""How well something fits what was wanted: a number to order by and words to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

STRONG: Final = 0.8
"""From here on a fit is the thing itself; below it only resembles it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A degree from 0 to 1, never 0, and the reason for it as a reader would say it ("" for none worth saying)."""

    degree: float
    reason: str = ""


def best(fits: list[Fit | None]) -> Fit | None:
    """The fit of the highest degree, the first among equals."""
    known = [fit for fit in fits if fit]
    return max(known, key=lambda fit: fit.degree) if known else None
