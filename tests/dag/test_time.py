import asyncio
import random

import pytest

from archivist.dag import FakeClock, RetryBudget, RetryPolicy, SystemClock, Timeout


class Refused(Exception):
    code = "REFUSED"
    retryable = False


def failing(times: int, error: Exception) -> object:
    calls: list[int] = []

    async def call() -> int:
        calls.append(1)
        if len(calls) <= times:
            raise error
        return len(calls)

    call.calls = calls
    return call


@pytest.mark.parametrize(
    ("policy", "waits"),
    [
        (RetryPolicy(strategy="constant", base=0.1, jitter=0), [0.1, 0.1, 0.1]),
        (RetryPolicy(strategy="linear", base=0.1, jitter=0), [0.1, 0.2, 0.3]),
        (RetryPolicy(base=0.1, jitter=0), [0.1, 0.2, 0.4]),
        (RetryPolicy(base=0.1, cap=0.25, jitter=0), [0.1, 0.2, 0.25, 0.25, 0.25]),
    ],
)
def test_waits_grow_as_the_strategy_says(policy: RetryPolicy, waits: list[float]) -> None:
    """1.9: linear 100 gives 100, 200, 300; exponential 100, 200, 400; capped at 250 the fifth wait is 250."""
    assert [policy.delay(attempt) for attempt in range(1, len(waits) + 1)] == pytest_approx(waits)


def pytest_approx(waits: list[float]) -> object:
    class Close(list):
        def __eq__(self, other: object) -> bool:
            return len(self) == len(other) and all(abs(a - b) < 1e-9 for a, b in zip(self, other, strict=True))

        __hash__ = None

    return Close(waits)


def test_the_defaults_are_the_vocabulary_s() -> None:
    """1.9: three attempts, exponential, one second, at most thirty, doubled, spread by a tenth."""
    policy, rng = RetryPolicy(), random.Random(1)  # noqa: S311 - repeatable waits
    assert RetryPolicy.of_document({}) == policy
    assert (policy.attempts, policy.base, policy.cap, policy.multiplier, policy.jitter) == (3, 1.0, 30.0, 2.0, 0.1)
    spread = [policy.delay(1, rng) for _ in range(200)]
    assert 0.9 <= min(spread) < 0.95
    assert 1.05 < max(spread) <= 1.1


def test_decorrelated_jitter_stays_between_one_and_three_times_the_base() -> None:
    policy, rng = RetryPolicy(strategy="decorrelated-jitter", base=2, cap=5), random.Random(1)  # noqa: S311 - repeatable waits
    waits = [policy.delay(attempt, rng) for attempt in range(1, 200)]
    assert min(waits) >= 2
    assert max(waits) == 5


def test_a_document_s_policy_is_in_milliseconds() -> None:
    policy = RetryPolicy.of_document(
        {"maxAttempts": 5, "strategy": "linear", "baseDelay": 20, "maxDelay": 50, "on": ["X"]}
    )
    assert (policy.attempts, policy.strategy, policy.base, policy.cap, policy.retry_on) == (
        5,
        "linear",
        0.02,
        0.05,
        ["X"],
    )


@pytest.mark.parametrize(
    ("policy", "error", "again"),
    [
        (RetryPolicy(attempts=2), OSError(), True),
        (RetryPolicy(attempts=1), OSError(), False),
        (RetryPolicy(abort_on=(OSError,)), ConnectionError(), False),
        (RetryPolicy(retry_on=(ValueError,)), OSError(), False),
        (RetryPolicy(retry_on=("OSError",)), ConnectionError(), True),
        (RetryPolicy(retry_on=("REFUSED",)), Refused(), True),
        (RetryPolicy(), Refused(), False),
        (RetryPolicy(retry_on=("REFUSED",), abort_on=("REFUSED",)), Refused(), False),
    ],
)
def test_whether_there_is_another_attempt(policy: RetryPolicy, error: Exception, again: bool) -> None:  # noqa: FBT001 - a table
    """1.9: exhausted, then abort filters, then retry filters, then the error's own word."""
    assert policy.retries(error, 1) is again


async def test_a_call_is_repeated_until_it_succeeds_and_each_wait_is_told() -> None:
    clock, told = FakeClock(auto=True), []
    call = failing(2, OSError("gone"))
    policy = RetryPolicy(attempts=5, strategy="linear", base=1, jitter=0)
    assert await policy.call(call, clock=clock, on_retry=lambda *what: told.append(what[:2])) == 3
    assert (clock.slept, told) == ([1, 2], [(1, 1), (2, 2)])


async def test_the_last_error_is_raised_as_it_is() -> None:
    with pytest.raises(OSError, match="gone"):
        await RetryPolicy(attempts=2, base=0).call(failing(9, OSError("gone")), clock=FakeClock(auto=True))


async def test_a_budget_ends_retries_of_all_who_share_it() -> None:
    budget, policy = RetryBudget(3), RetryPolicy(attempts=9, base=0)
    calls = [failing(9, OSError("gone")) for _ in range(3)]
    for call in calls:
        with pytest.raises(OSError, match="gone"):
            await policy.call(call, clock=FakeClock(auto=True), budget=budget)
    assert [len(call.calls) for call in calls] == [4, 1, 1]


def test_a_policy_that_means_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="attempts >= 1"):
        RetryPolicy(attempts=0)


async def test_a_fake_clock_moves_only_when_it_is_advanced() -> None:
    clock, woken = FakeClock(10.0, 1000.0), []

    async def sleeper(seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append((seconds, clock.monotonic(), clock.wall()))

    tasks = [asyncio.ensure_future(sleeper(seconds)) for seconds in (3, 1, 2)]
    await clock.advance(0.9)
    assert woken == []
    await clock.advance(1.6)
    assert woken == [(1, 11.0, 1001.0), (2, 12.0, 1002.0)]
    await clock.advance(1)
    await asyncio.gather(*tasks)
    assert clock.monotonic() == 13.5


async def test_a_cancelled_timer_never_fires() -> None:
    clock, fired = FakeClock(), []
    clock.call_later(1, lambda: fired.append("kept"))
    clock.call_later(1, lambda: fired.append("cancelled")).cancel()
    await clock.advance(2)
    assert fired == ["kept"]


async def test_a_timeout_ends_its_body_and_a_cancellation_from_outside_passes_through() -> None:
    clock = FakeClock(auto=True)
    with pytest.raises(TimeoutError):
        async with Timeout(clock, 1.0) as limit:
            await clock.sleep(5)
    assert limit.expired

    async with Timeout(clock, 1.0) as unused:
        await clock.sleep(0.5)
    async with Timeout(clock, None):
        await clock.sleep(100)
    assert not unused.expired

    async def waits() -> None:
        async with Timeout(FakeClock(), 60):
            await asyncio.Event().wait()

    task = asyncio.ensure_future(waits())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_cancellation_from_outside_wins_over_a_timeout_of_the_same_moment() -> None:
    class Held(FakeClock):
        """Keeps what is due, so that the test decides what happens in one turn of the loop."""

        def call_later(self, seconds: float, callback: object) -> object:
            self.due = callback
            return super().call_later(seconds, callback)

    clock = Held()

    async def waits() -> None:
        async with Timeout(clock, 1):
            await asyncio.Event().wait()

    task = asyncio.ensure_future(waits())
    await asyncio.sleep(0)
    clock.due()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_the_system_s_clock_goes_forward() -> None:
    clock = SystemClock()
    before = clock.monotonic()
    await clock.sleep(0)
    assert clock.monotonic() >= before
    assert clock.wall() > 1_700_000_000
