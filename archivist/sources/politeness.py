"""How often a host may be asked, and when it is left alone.

A `Pace` spreads requests; a `Breaker` stops them after failures, by pure arithmetic over a time that is handed in.
"""

from __future__ import annotations

import re

from archivist.sources.errors import Status
from archivist.tools import Pace

# Open Library publishes one request a second for anonymous clients; its servers delay after ten at once and refuse
# after 25, or 180 in a minute. Wikimedia's policy allows 200 a second for everybody together. Google's default with a
# key is a thousand a day, which no pace can save; this one keeps a loop from burning it in a minute.
PACES = (
    (re.compile(r"openlibrary\.org"), Pace(per_second=1.0, burst=10)),
    (re.compile(r".*\.wikipedia\.org"), Pace(per_second=5.0, burst=10)),
    (re.compile(r"www\.googleapis\.com"), Pace(per_second=1.5, burst=8)),
)


def pace_of(host: str) -> Pace:
    """The pace for a service's host; the slowest one for a host that is not listed."""
    return next((pace for pattern, pace in PACES if pattern.fullmatch(host)), PACES[0][1])


class Breaker:
    """Leaves a host alone after failures in a row; one question tries it again when the rest is over.

    A failure is a question that had no answer, however often it was tried. `patience` of them in a row open the
    breaker, or one with `at_once`. Each rest is twice the one before, up to `longest` seconds, unless the host itself
    said how long (`rest`).
    """

    def __init__(self, patience: int = 3, rest: float = 20.0, longest: float = 300.0) -> None:
        self._patience, self._rest, self._longest = patience, rest, longest
        self._failures = 0
        self._rests = 0
        self._until = float("-inf")
        self._probing = False
        self.reason = ""
        self.word: Status = "failed"

    def rests_for(self, now: float) -> float:
        """Seconds that are left of the rest; 0 when the host may be asked."""
        if self._rests and self._probing:
            return max(self._until - now, 1.0)
        return max(0.0, self._until - now)

    def began(self) -> None:
        """A question is under way; during the first one after a rest no other is let through."""
        self._probing = self._rests > 0

    def ended(self) -> None:
        """The question ended without saying anything about the host (it was cancelled, or the question was wrong)."""
        self._probing = False

    def succeeded(self) -> None:
        """The host answered as documented."""
        self._failures = self._rests = 0
        self._probing = False
        self._until = float("-inf")

    def failed(
        self, now: float, reason: str, word: Status, *, at_once: bool = False, rest: float | None = None
    ) -> None:
        """The host failed; `reason` and `word` are kept for whoever is turned away meanwhile."""
        self._failures += 1
        self._probing = False
        self.reason, self.word = reason, word
        if at_once or self._rests or self._failures >= self._patience:
            self._until = now + (min(self._rest * 2**self._rests, self._longest) if rest is None else rest)
            self._rests += 1
            self._failures = 0
