"""How long a question takes when each service answers after 300 ms: about one wait, not one a request.

    python bench/overlap.py [--rounds N]

Everything but the network is real: the graphs, the dispatcher, the SPARQL gate, the composer. The yardstick of the same
run is the sum of all waits, which is what asking one service after the other would cost.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from archivist.dag import SystemClock
from archivist.session import Session
from archivist.settings import Settings
from archivist.sources import ScriptedTransport
from tests.librarian.world import GOOGLE, OPEN_LIBRARY, WIKIPEDIA, World

WAIT = 0.3
QUESTION = "books about whales and obsession"


async def one_round() -> tuple[float, int]:
    """Seconds for the question, and how many requests it made."""
    world, clock = World(), SystemClock()
    web = ScriptedTransport(clock)
    for where, act in ((OPEN_LIBRARY, world.openlibrary), (GOOGLE, world.google), (WIKIPEDIA, world.wikipedia)):
        web.does(where, act, after=WAIT)
    session = Session(web, Settings(google_books_key="bench"))
    began = time.perf_counter()
    await session.ask(QUESTION, id="bench")
    return time.perf_counter() - began, len(web.sent)


def main() -> None:
    """Prints the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = [asyncio.run(one_round()) for _ in range(parser.parse_args().rounds + 1)][1:]
    took = statistics.median(seconds for seconds, _ in rounds)
    requests = rounds[0][1]
    print(f"{requests} requests of {WAIT * 1000:.0f} ms each, one after the other: {requests * WAIT * 1000:.0f} ms")
    share = took / (requests * WAIT)
    print(f"the whole question: {took * 1000:.0f} ms = {took / WAIT:.2f} waits = {share:.2f} of their sum")
    print(f"everything but the longest chain of waits: {(took - WAIT * round(took // WAIT)) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
