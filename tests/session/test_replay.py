"""A question played again from its recording: the same answer by the same way, and nobody is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from archivist.dag import Event
from archivist.librarian import Answer, Asked, ReaderFailed, RuleReader, Understood
from archivist.session import Home, NotRecorded, Session, readable
from archivist.settings import Settings
from archivist.sources.shelf import ShelfBook
from archivist.tools import Answer as Verdict
from tests.librarian.test_laws import FAULTS, QUESTIONS, VOLUMES, break_
from tests.librarian.world import GOOGLE, OPEN_LIBRARY, WIKIPEDIA, World

Open = Callable[..., World]
ASKING = Settings(ask_first=True)
INTENTS = {
    "on-topic": "books about whales and obsession",
    "author": "What has Herman Melville written?",
    "reviews": "What do people think of Moby-Dick?",
    "describe": "What is Dune about?",
    "similar": "Recommend me books like Moby-Dick",
    "recommend": "recommend me something good",
    "recall": "What do you remember?",
    "off-topic": "What's the weather in Oslo tomorrow?",
    "nothing": "books about xyzzyx by Nobody Atall",
}


def content(file: Path) -> bytes:
    return file.read_bytes()


def way_of(events: list[Event]) -> list[tuple[str, tuple[str, ...], str | None, object]]:
    """What happened and where, in order."""
    return [(event.kind, event.path, event.output, event.detail.get("call")) for event in events]


@pytest.mark.parametrize("question", INTENTS.values(), ids=INTENTS.keys())
async def test_a_question_of_every_intent_is_played_again_by_another_session(open_world: Open, question: str) -> None:
    world = open_world()
    await world.session.ask("Dune by Frank Herbert", id="before")
    world.events.clear()
    answer = await world.session.ask(question, id="q")
    first = way_of(world.events)

    again = open_world()
    replayed = await again.session.replay("q")

    assert replayed.differences == ()
    assert replayed.same
    assert replayed.answer == answer
    assert way_of(again.events) == first
    assert again.web.sent == []


async def test_playing_again_changes_nothing_that_is_kept(open_world: Open, file: Path) -> None:
    world = open_world()
    await world.session.ask("books about whales", id="q")
    quads = world.session.memory.export()
    before = content(file)

    await world.session.replay("q")

    assert world.session.memory.export() == quads
    assert content(file) == before
    assert [turn.id for turn in world.session.history.read("main")] == ["q:visitor", "q:archivist"]


async def test_what_happened_later_does_not_reach_back(open_world: Open) -> None:
    """Not what was asked since, not other settings, not sources that are gone."""
    world = open_world()
    answer = await world.session.ask("books about whales", id="q")
    await world.session.ask("whales and the books about them", id="later")
    world.session.configure(Settings(language="de", ask_first=True))
    world.web.refuses(OPEN_LIBRARY)

    assert (await world.session.replay("q")).answer == answer


async def test_what_memory_gave_then_is_given_again(open_world: Open) -> None:
    world = open_world()
    await world.session.ask("books about whales", id="first")
    answer = await world.session.ask("some books about whales", id="q")
    world.session.memory.forget_run("first")

    assert (await world.session.replay("q")).answer == answer


async def test_a_question_that_waited_for_the_visitor_is_played_again_with_their_words(open_world: Open) -> None:
    world = open_world(settings=ASKING)
    waiting = await world.session.ask("Recommend me books like Moby-Dick", id="q")
    again = open_world(settings=ASKING)
    answer = await again.session.decide("q", {}, Verdict.approve())
    while answer.outcome == "needs-approval":
        answer = await again.session.decide(
            "q",
            {
                call.key: Verdict.deny("not this one") if call.source == "wikipedia" else Verdict.approve()
                for call in answer.pending
            },
        )

    replayed = await open_world().session.replay("q")

    assert waiting.outcome == "needs-approval"
    assert next(report.status for report in answer.sources if report.name == "wikipedia") == "not-asked"
    assert replayed.differences == ()
    assert replayed.answer == answer


async def test_an_empty_question_is_played_again_with_the_words_it_got_later(open_world: Open) -> None:
    await open_world().session.ask("   ", id="q")
    answer = await open_world().session.resume("q", "Dune by Frank Herbert")

    replayed = await open_world().session.replay("q")

    assert (replayed.answer, replayed.differences) == (answer, ())


async def test_a_question_with_the_visitors_own_shelf_is_played_again(open_world: Open) -> None:
    world = open_world()
    world.session.shelve([ShelfBook(key="a", title="Dune", authors=("Frank Herbert",))])
    answer = await world.session.ask("Dune by Frank Herbert", id="q")

    replayed = await open_world().session.replay("q")

    assert "shelf" in {report.name for report in answer.sources}
    assert (replayed.answer, replayed.differences) == (answer, ())


class Moody(RuleReader):
    """A reader that is none of the rules: says each time something else, and at times nothing."""

    def __init__(self) -> None:
        self.asked = 0

    async def classify(self, asked: Asked) -> Understood:
        del asked
        self.asked += 1
        if self.asked % 2:
            message = "not in the mood"
            raise ReaderFailed(message)
        return Understood(intent="author" if self.asked > 2 else "on-topic", language="de")


async def test_what_a_model_said_is_said_again_and_it_is_not_asked(file: Path) -> None:
    reader = Moody()
    world = World(home=Home(file))
    session = Session(world.web, Settings(), home=world.home, clock=world.clock, reader=reader)
    answer = await session.ask("Frank Herbert", id="q")
    asked = reader.asked

    replayed = await session.replay("q")

    assert (replayed.answer, replayed.differences) == (answer, ())
    assert reader.asked == asked


async def test_a_program_that_has_changed_since_is_told_where(
    open_world: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = open_world()
    await world.session.ask("books about whales", id="q")

    async def other(self: RuleReader, asked: Asked) -> Understood:
        del self, asked
        return Understood(intent="author", language="en")

    monkeypatch.setattr(RuleReader, "classify", other)
    replayed = await world.session.replay("q")

    assert not replayed.same
    assert "intent of the answer" in replayed.differences
    assert any(text.startswith("step ") and "lookup-author" in text for text in replayed.differences)


async def test_a_question_that_was_forgotten_or_never_asked_cannot_be_played_again(open_world: Open) -> None:
    world = open_world()
    answer = await world.session.ask("Dune by Frank Herbert", id="run")
    await world.session.ask("Moby-Dick", id="conversation", conversation="sea")
    await world.session.ask("What is Dune about?", id="book")
    world.session.memory.forget_run("run")
    world.session.forget_conversation("sea")
    world.session.memory.forget_book(answer.books[0].id)

    for run in ("run", "conversation", "book", "never"):
        with pytest.raises(NotRecorded):
            await world.session.replay(run)


async def test_a_question_that_still_waits_cannot_be_played_again(open_world: Open) -> None:
    world = open_world(settings=ASKING)
    await world.session.ask("books about whales", id="q")

    with pytest.raises(NotRecorded):
        await world.session.replay("q")


async def test_another_windows_questions_can_be_played_again_here(tmp_path: Path) -> None:
    one, two = World(home=Home(tmp_path / "one.sqlite")), World(home=Home(tmp_path / "two.sqlite"))
    answer = await one.session.ask("Dune by Frank Herbert", id="theirs")

    two.session.absorb(tmp_path / "one.sqlite")

    assert (await two.session.replay("theirs")).answer == answer


async def test_what_one_window_forgot_another_does_not_bring_back(tmp_path: Path) -> None:
    one, two = World(home=Home(tmp_path / "one.sqlite")), World(home=Home(tmp_path / "two.sqlite"))
    answer = await one.session.ask("Dune by Frank Herbert", id="q")
    two.session.absorb(tmp_path / "one.sqlite")
    two.session.memory.forget_book(answer.books[0].id)

    two.session.absorb(tmp_path / "one.sqlite")

    with pytest.raises(NotRecorded):
        await two.session.replay("q")


# Without shrinking: each try is a whole conversation, and a failure prints one that is short already.
@settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    questions=st.lists(QUESTIONS.filter(readable), min_size=1, max_size=3),
    shelf=VOLUMES,
    faults=st.tuples(FAULTS, FAULTS, FAULTS),
)
def test_every_question_that_was_answered_is_played_again_alike(
    questions: list[str], shelf: list[object], faults: tuple[str, str, str]
) -> None:
    asyncio.run(_twice(questions, shelf, faults))


async def _twice(questions: list[str], shelf: list[object], faults: tuple[str, str, str]) -> None:
    world = World(shelf=tuple(shelf))  # type: ignore[arg-type]  # VOLUMES makes them
    services = ((OPEN_LIBRARY, world.openlibrary), (GOOGLE, world.google), (WIKIPEDIA, world.wikipedia))
    for (where, well), fault in zip(services, faults, strict=True):
        break_(world, where, fault, well)
    answers: dict[str, Answer] = {}
    for number, question in enumerate(questions):
        answers[f"q{number}"] = await world.session.ask(question, id=f"q{number}")
    sent = len(world.web.sent)
    for run, answer in answers.items():
        replayed = await world.session.replay(run)
        assert replayed.differences == ()
        assert replayed.answer == answer
    assert len(world.web.sent) == sent
