"""A service that is out of order, over several questions."""

from __future__ import annotations

from tests.librarian.world import OPEN_LIBRARY, World

QUESTIONS = ("Dune", "Moby-Dick", "Leviathan", "In the Heart of the Sea", "books about whales", "Emma", "Persuasion")


async def visit(pause: float) -> tuple[list[str], int]:
    """What the answers say of Open Library, which fails, to somebody who pauses that many seconds after each; and how
    often it was asked.
    """
    world = World()
    world.web.answers(OPEN_LIBRARY, "Service Unavailable", status=503)
    said: list[str] = []
    for question in QUESTIONS:
        answer = await world.ask(question)
        said += [f"{one.name} {one.status}: {one.detail}" for one in answer.sources if one.name.startswith("openlib")]
        await world.clock.advance(pause)
    return said, sum(request.url.startswith(OPEN_LIBRARY) for request in world.web.sent)


async def test_it_is_tried_again_by_the_clock_so_the_same_questions_at_another_pace_may_hear_something_else() -> None:
    quick, asked_quickly = await visit(1)
    slow, asked_slowly = await visit(400)

    assert await visit(1) == (quick, asked_quickly)
    assert asked_quickly < asked_slowly
    assert "not asked again for" in quick[-1]
    assert "not asked again for" not in slow[-1]
