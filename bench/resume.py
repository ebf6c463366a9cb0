"""What it costs to be able to go on after a crash: a checkpoint at every step, or starting afresh over kept answers.

Run: python bench/resume.py
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from archivist.dag import Checkpoint
from archivist.librarian import ARCHIVIST, Visit
from archivist.session import Home
from tests.librarian.catalogue import CATALOGUE
from tests.librarian.world import World

QUESTION = "books about whales and obsession"
ROUNDS = 20


async def plain(checkpoints: list[Checkpoint] | None) -> float:
    """Milliseconds of a run whose sources answer at once, with a checkpoint at every step where a list is given."""
    world = World(shelf=CATALOGUE)
    await world.ask("warm up")
    staff = world.session.staff
    began = perf_counter()
    await staff.registry.run(
        ARCHIVIST,
        Visit(visit="bench", query=QUESTION),
        services=staff.services,
        run_id="bench",
        on_checkpoint=None if checkpoints is None else lambda one: checkpoints.append(one) or one.dump(),
    )
    return (perf_counter() - began) * 1000


async def afresh(folder: Path, number: int) -> float:
    """Milliseconds from resuming a question that was cut off to its answer, its sources' answers being kept."""
    file = folder / f"{number}.sqlite"
    await World(shelf=CATALOGUE, home=Home(file)).session.ask(QUESTION, id="earlier")
    world = World(shelf=CATALOGUE, home=Home(file))
    world.session.open_question(QUESTION, id="q")
    began = perf_counter()
    await world.session.resume("q")
    return (perf_counter() - began) * 1000


async def main() -> None:
    """Prints the medians."""
    checkpoints: list[Checkpoint] = []
    without = median([await plain(None) for _ in range(ROUNDS)])
    with_each = median([await plain(checkpoints) for _ in range(ROUNDS)])
    with tempfile.TemporaryDirectory() as folder:
        again = median([await afresh(Path(folder), number) for number in range(ROUNDS)])
    sizes = [len(one.dump()) for one in checkpoints]
    print(f"a run without checkpoints                {without:7.1f} ms")
    print(f"a run with one at every step             {with_each:7.1f} ms, {with_each / without:.1f} times as long")
    print(f"  {len(checkpoints) // ROUNDS} checkpoints a run, the largest {max(sizes):,} characters")
    print(f"afresh over kept answers, after a crash  {again:7.1f} ms, only then")


if __name__ == "__main__":
    asyncio.run(main())
