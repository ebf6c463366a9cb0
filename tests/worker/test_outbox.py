"""What leaves for the page at once, what waits for a pause, and that nothing overtakes."""

from __future__ import annotations

import asyncio

from archivist.browser.outbox import Outbox


async def test_what_is_held_leaves_by_itself_when_the_loop_turns() -> None:
    sent: list[str] = []
    outbox = Outbox(sent.append)
    outbox.hold("one")
    outbox.hold("two")
    before = list(sent)
    await asyncio.sleep(0)
    outbox.hold("three")
    await asyncio.sleep(0)

    assert (before, sent) == ([], ["one", "two", "three"])


async def test_what_is_sent_overtakes_nothing_that_is_held() -> None:
    sent: list[str] = []
    outbox = Outbox(sent.append)
    outbox.hold("event")
    outbox.send("answer")
    at_once = list(sent)
    await asyncio.sleep(0)

    assert at_once == sent == ["event", "answer"]
