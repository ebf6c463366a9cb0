"""A circuit breaker by key, such as a host: after failures in a row nobody is sent there for a while."""

from __future__ import annotations

from dataclasses import dataclass

from archivist.dag import Clock

FAILURES = 5
"""Failures in a row that open the circuit; fewer happen by chance on a busy public service."""
REST = 30.0
"""Seconds of rest before one call may try; about what the book services name in their Retry-After."""


@dataclass(slots=True)
class _Circuit:
    failures: int = 0
    opened: float | None = None
    trying: bool = False


class Breakers:
    """Circuits by key. Closed: calls pass. Open: none does. After the rest one call tries, and its end decides."""

    def __init__(self, clock: Clock, failures: int = FAILURES, rest: float = REST) -> None:
        self._clock = clock
        self._failures = failures
        self._rest = rest
        self._circuits: dict[str, _Circuit] = {}

    def wait(self, key: str) -> float:
        """Seconds until a call of this key may try; 0 when it may now, and then this call counts as the try."""
        circuit = self._circuits.get(key)
        if circuit is None or circuit.opened is None:
            return 0.0
        left = circuit.opened + self._rest - self._clock.monotonic()
        if left > 0 or circuit.trying:
            return max(left, 1.0)
        circuit.trying = True
        return 0.0

    def told(self, key: str, *, ok: bool | None) -> None:
        """How a call of this key ended; None for one that never began, which says nothing."""
        if ok is None:
            circuit = self._circuits.get(key)
            if circuit is not None:
                circuit.trying = False
            return
        if ok:
            self._circuits.pop(key, None)
            return
        circuit = self._circuits.setdefault(key, _Circuit())
        circuit.failures += 1
        circuit.trying = False
        if circuit.failures >= self._failures:
            circuit.opened = self._clock.monotonic()
