"""How often something may be asked: so many at once, then so many a second. Pure arithmetic over a time handed in."""

from __future__ import annotations

from dataclasses import dataclass

from archivist.tools.errors import PolicyInvalid

_KEPT = 1024
"""Keys that are remembered at least; beyond them, those whose places are all free are forgotten: it changes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """`burst` requests at once, then `per_second`.

    Raises:
        PolicyInvalid: nothing could ever pass.
    """

    per_second: float
    burst: int

    def __post_init__(self) -> None:
        if self.per_second <= 0 or self.burst < 1:
            message = f"a pace needs more than 0 a second and a burst of at least 1, not {self!r}"
            raise PolicyInvalid(message)


class Bucket:
    """One queue: places are handed out in the order in which they are asked for."""

    def __init__(self, pace: Pace) -> None:
        self._interval = 1.0 / pace.per_second
        self._slack = self._interval * (pace.burst - 1)
        self._full_at = float("-inf")

    def wait(self, now: float) -> float:
        """Seconds until the next free place, without taking it."""
        return max(0.0, self._full_at - self._slack - now)

    def take(self, now: float) -> float:
        """Takes the next free place and returns the seconds until it comes."""
        wait = self.wait(now)
        self._full_at = max(self._full_at, now) + self._interval
        return wait

    def full(self, now: float) -> bool:
        """Whether every place is free again."""
        return self._full_at <= now


class Buckets:
    """Buckets by key."""

    def __init__(self) -> None:
        self._by_key: dict[str, tuple[Pace, Bucket]] = {}
        self._room = _KEPT

    def of(self, key: str, pace: Pace, now: float) -> Bucket:
        """The key's bucket.

        Raises:
            ValueError: the key is in use with another pace.
        """
        known = self._by_key.get(key)
        if known is None:
            self._forget(now)
            known = self._by_key[key] = (pace, Bucket(pace))
        if known[0] != pace:
            message = f"key {key!r} is in use at {known[0].per_second:g} a second, not {pace.per_second:g}"
            raise ValueError(message)
        return known[1]

    def _forget(self, now: float) -> None:
        if len(self._by_key) >= self._room:
            self._by_key = {key: known for key, known in self._by_key.items() if not known[1].full(now)}
            self._room = max(_KEPT, 2 * len(self._by_key))
