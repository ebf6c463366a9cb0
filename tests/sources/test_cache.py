"""Where answers are kept: both places behave alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from archivist.dag import FakeClock
from archivist.memory import Store
from archivist.sources import Cache, HttpClient, Kept, MemoryCache, ScriptedTransport, all_tools
from archivist.tools import ToolContext

from .shapes import volume, volumes


@pytest.fixture(params=["memory", "store"])
def cache(request: pytest.FixtureRequest) -> Iterator[Cache]:
    """A place for a hundred bytes."""
    if request.param == "memory":
        yield MemoryCache(limit=100)
        return
    with closing(Store()) as store:
        yield store.responses(Kept, limit=100)


def test_what_is_put_is_got(cache: Cache) -> None:
    cache.put("a", Kept(body=b"one", until=5.0))
    cache.put("a", Kept(body=b"two", until=6.0))

    assert cache.get("a") == Kept(body=b"two", until=6.0)
    assert cache.get("b") is None


def test_room_is_made_for_what_comes_later(cache: Cache) -> None:
    for number in range(5):
        cache.put(f"k{number}", Kept(body=b"x" * 30, until=float(number)))

    assert [cache.get(f"k{number}") is not None for number in range(5)] == [False, False, True, True, True]


def test_what_is_too_big_for_the_whole_place_is_not_kept(cache: Cache) -> None:
    cache.put("big", Kept(body=b"x" * 101, until=5.0))

    assert cache.get("big") is None


async def test_kept_answers_outlive_the_session_and_hold_no_key(tmp_path: Path, clock: FakeClock) -> None:
    web = ScriptedTransport(clock)
    web.answers("googleapis.com", volumes(volume("a", "Dune", "Frank Herbert")))
    context = ToolContext(call_id="c", deadline=None, clock=clock, attempt=1, idempotency_key="k")
    path = tmp_path / "kept.sqlite"
    for _ in range(2):
        with closing(Store(path)) as store:
            http = HttpClient(web, clock=clock, cache=store.responses(Kept))
            await all_tools(http, "s3cret-key")[1].prepare({"title": "Dune"})(context)

    assert len(web.sent) == 1
    assert b"s3cret-key" not in path.read_bytes()


async def test_what_an_older_version_kept_and_this_one_cannot_read_is_asked_for_again(
    web: ScriptedTransport, clock: FakeClock
) -> None:
    class Old(MemoryCache):
        def get(self, key: str) -> Kept | None:
            return super().get(key) or Kept(body=b'{"of": "another shape"}', until=float("inf"))

    web.answers("googleapis.com", volumes(volume("a", "Dune", "Frank Herbert")))
    context = ToolContext(call_id="c", deadline=None, clock=clock, attempt=1, idempotency_key="k")

    await all_tools(HttpClient(web, clock=clock, cache=Old()), "k")[1].prepare({"title": "Dune"})(context)

    assert len(web.sent) == 1
