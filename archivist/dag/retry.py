"""When to try again, and after how long. Used by nodes and by whoever calls a service. Standard library only."""

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeVar, assert_never

from archivist.dag.clock import Clock, SystemClock

__all__ = ["RetryBudget", "RetryPolicy", "Strategy"]

Strategy = Literal["constant", "linear", "exponential", "decorrelated-jitter"]
Filter = type[BaseException] | str
T = TypeVar("T")

# The original's defaults (its documents give milliseconds, we keep seconds): three attempts, one second, doubled,
# never above half a minute, spread by a tenth so that clients that failed together do not come back together.
_MILLISECONDS: Final = 0.001


class RetryBudget:
    """How many retries one run may spend over all its nodes, so that many failing nodes cannot multiply waiting."""

    __slots__ = ("left",)

    def __init__(self, retries: int) -> None:
        self.left = retries

    def take(self) -> bool:
        """Takes one retry; False when none is left."""
        if self.left <= 0:
            return False
        self.left -= 1
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """How often a call is tried, how long the waits are, and which errors are worth another try.

    Args:
        attempts: calls in total, at least 1.
        strategy: how the wait before attempt n+1 follows from n: ``constant`` base; ``linear`` base·n; ``exponential``
            base·multiplier^(n-1); ``decorrelated-jitter`` anything from base to 3·base.
        base: seconds; cap: no wait is longer, in seconds; jitter: each wait is spread by up to this fraction both
            ways (not for decorrelated jitter, which is random already).
        retry_on: error classes or codes; empty means every error that does not say ``retryable = False``.
        abort_on: error classes or codes that end it at once; they win over ``retry_on``.

    A policy keeps no state, so runs may share one.
    """

    attempts: int = 3
    strategy: Strategy = "exponential"
    base: float = 1.0
    cap: float = 30.0
    multiplier: float = 2.0
    jitter: float = 0.1
    retry_on: Sequence[Filter] = ()
    abort_on: Sequence[Filter] = ()

    def __post_init__(self) -> None:
        if self.attempts < 1 or self.base < 0 or self.cap < 0:
            msg = f"a retry policy needs attempts >= 1 and waits >= 0, not {self!r}"
            raise ValueError(msg)

    @classmethod
    def of_document(cls, retry: Mapping[str, object]) -> "RetryPolicy":
        """The policy a document's ``retry`` object describes: milliseconds there, ``on`` holds codes."""
        given: dict[str, object] = {}
        for name, (field, scale) in _DOCUMENT_FIELDS.items():
            value = retry.get(name)
            if value is not None:
                given[field] = value * scale if isinstance(value, int | float) and scale != 1 else value
        return cls(**given)  # type: ignore[arg-type]  # the document model has checked names and types

    def delay(self, attempt: int, rng: random.Random | None = None) -> float:
        """Seconds to wait after failed attempt number ``attempt``, counted from 1."""
        draw = rng or _RANDOM
        if self.strategy == "decorrelated-jitter":
            return min(self.cap, draw.uniform(self.base, 3 * self.base))
        wait = min(self.cap, self._nominal(attempt))
        spread = wait * self.jitter
        return min(self.cap, max(0.0, wait + draw.uniform(-spread, spread))) if spread else wait

    def _nominal(self, attempt: int) -> float:
        match self.strategy:
            case "constant" | "decorrelated-jitter":
                return self.base
            case "linear":
                return self.base * attempt
            case "exponential":
                # Beyond a hundred doublings every cap is reached, and the power would overflow.
                return self.base * self.multiplier ** min(attempt - 1, 100)
            case _:
                assert_never(self.strategy)

    def retries(self, error: BaseException, attempt: int) -> bool:
        """Whether attempt number ``attempt``, which failed with this error, is followed by another."""
        if attempt >= self.attempts or _matches(error, self.abort_on):
            return False
        if self.retry_on:
            return _matches(error, self.retry_on)
        return getattr(error, "retryable", True) is not False

    async def call(
        self,
        attempt_once: Callable[[], Awaitable[T]],
        *,
        clock: Clock | None = None,
        rng: random.Random | None = None,
        budget: RetryBudget | None = None,
        on_retry: Callable[[int, float, Exception], object] | None = None,
    ) -> T:
        """Calls until it succeeds or the policy says stop; the last error is raised as it is.

        ``on_retry(attempt, seconds, error)`` hears of each failure before its wait.
        """
        time = clock or SystemClock()
        for attempt in range(1, self.attempts + 1):
            try:
                return await attempt_once()
            except Exception as error:
                if not self.retries(error, attempt) or not (budget is None or budget.take()):
                    raise
                seconds = self.delay(attempt, rng)
                if on_retry is not None:
                    on_retry(attempt, seconds, error)
            await time.sleep(seconds)
        raise AssertionError  # the last attempt returns or raises


_RANDOM = random.Random()  # noqa: S311 - spreads waits, keeps no secret
_DOCUMENT_FIELDS: Final[Mapping[str, tuple[str, float]]] = {
    "maxAttempts": ("attempts", 1),
    "strategy": ("strategy", 1),
    "baseDelay": ("base", _MILLISECONDS),
    "maxDelay": ("cap", _MILLISECONDS),
    "multiplier": ("multiplier", 1),
    "jitterFactor": ("jitter", 1),
    "on": ("retry_on", 1),
    "retryOn": ("retry_on", 1),
    "abortOn": ("abort_on", 1),
}


def _matches(error: BaseException, filters: Sequence[Filter]) -> bool:
    code = getattr(error, "code", None)
    names = {kind.__name__ for kind in type(error).__mro__}
    for wanted in filters:
        if isinstance(wanted, str):
            if wanted == code or wanted in names:
                return True
        elif isinstance(error, wanted):
            return True
    return False
