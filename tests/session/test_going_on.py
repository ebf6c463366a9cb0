"""A question that was cut off, or that waits for the visitor, goes on; nothing is lost and nothing is there twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from archivist.dag import Event
from archivist.librarian import Answer
from archivist.session import NotOpen
from archivist.settings import Settings
from archivist.tools import Answer as Verdict
from tests.librarian.world import WIKIPEDIA, World

Open = Callable[..., World]

QUESTIONS = {
    "on-topic": "books about whales and obsession",
    "author": "What has Herman Melville written?",
    "reviews": "What do people think of Moby-Dick?",
    "describe": "What is Dune about?",
    "similar": "Recommend me books like Moby-Dick",
    "recommend": "recommend me something good",
    "recall": "What do you remember?",
    "off-topic": "What's the weather in Oslo tomorrow?",
}
ASKING = Settings(ask_first=True)


class Crashes:
    """Copies the kept file at every event of a run: what a new program finds when the old one was killed there.

    Where nothing was written since the event before, a new program finds the same, and one copy stands for both.
    """

    def __init__(self, file: Path, folder: Path) -> None:
        self._file, self._folder = file, folder
        self.copies: list[tuple[str, Path, int]] = []
        self.world: World | None = None

    def __call__(self, _: str, event: Event) -> None:
        assert self.world is not None
        content = self._file.read_bytes()
        if self.copies and self.copies[-1][1].read_bytes() == content:
            return
        copy = self._folder / f"{len(self.copies)}.sqlite"
        copy.write_bytes(content)
        self.copies.append((f"{event.kind} {' > '.join(event.path)}", copy, len(self.world.web.urls)))


def told(world: World) -> list[tuple[str, str]]:
    return [(turn.id, turn.text) for turn in world.session.history.read("main")]


def same(one: Answer, other: Answer) -> bool:
    """The same answer, but for how long its sources took and whether they were asked again."""
    times = {"ms": 0, "cached": False}
    plain = [
        answer.model_copy(update={"sources": tuple(report.model_copy(update=times) for report in answer.sources)})
        for answer in (one, other)
    ]
    return plain[0] == plain[1]


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS.keys())
async def test_a_run_that_is_killed_at_any_event_goes_on_in_the_next_session(
    open_world: Open, file: Path, tmp_path: Path, question: str
) -> None:
    world = open_world()
    await world.session.ask("Dune by Frank Herbert", id="before")
    crashes = Crashes(file, tmp_path)
    crashes.world = world
    world.session.listen(crashes)
    answer = await world.session.ask(question, id="q")
    asked = world.web.urls

    for where, copy, sent in crashes.copies:
        again = open_world(copy)
        (left,) = again.session.open_questions()
        assert (left.id, left.question, left.conversation) == ("q", question, "main"), where
        resumed = await again.session.resume("q")
        assert same(resumed, answer), where
        assert told(again) == told(world), where
        assert [run.id for run in again.session.memory.runs()] == [run.id for run in world.session.memory.runs()], where
        assert again.session.open_questions() == [], where
        # Whoever had answered before the crash is not asked again; the last few may have been under way.
        assert set(again.web.urls) <= set(asked), where
        answered = set(asked[: max(0, sent - 4)])
        assert not answered & set(again.web.urls), where


async def test_a_crash_after_the_answer_was_kept_doubles_nothing(open_world: Open) -> None:
    world = open_world()
    answer = await world.session.ask("Dune by Frank Herbert", id="q")
    noted = world.session.open_question("Dune by Frank Herbert", id="q")
    again = open_world()

    resumed = await again.session.resume(noted.id)

    assert same(resumed, answer)
    assert [turn.id for turn in again.session.history.read("main")] == ["q:visitor", "q:archivist"]
    assert len(again.session.memory.runs()) == 1


async def test_asked_first_nothing_leaves_the_machine_before_the_visitor_says_so(open_world: Open) -> None:
    world = open_world(settings=ASKING)

    answer = await world.session.ask("books about whales", id="q")

    assert answer.outcome == "needs-approval"
    assert world.web.sent == []
    assert {call.source for call in answer.pending} == {"openlibrary", "openlibrary-subjects", "wikipedia"}
    assert all(call.reason and call.arguments for call in answer.pending)
    assert answer.answer == "May I ask Open Library subjects, Open Library and Wikipedia about this?"
    assert told(world) == []


@pytest.mark.parametrize("question", list(QUESTIONS.values())[:6], ids=list(QUESTIONS)[:6])
async def test_once_approved_the_answer_is_the_one_that_needs_no_asking(open_world: Open, question: str) -> None:
    plain = await World().session.ask(question, id="q")
    world = open_world(settings=ASKING)

    answer = await world.session.ask(question, id="q")
    while answer.outcome == "needs-approval":
        answer = await world.session.decide("q", {}, Verdict.approve())

    assert answer.answer == plain.answer
    assert [book.id for book in answer.books] == [book.id for book in plain.books]
    assert [turn.id for turn in world.session.history.read("main")] == ["q:visitor", "q:archivist"]
    assert world.session.open_questions() == []


async def test_what_is_denied_is_not_asked_and_the_answer_says_so(open_world: Open) -> None:
    world = open_world(settings=ASKING)
    waiting = await world.session.ask("books about whales", id="q")
    verdicts = {
        call.key: Verdict.deny("no, thanks") if call.source == "wikipedia" else Verdict.approve()
        for call in waiting.pending
    }

    answer = await world.session.decide("q", verdicts)

    assert answer.outcome == "found"
    assert not any(WIKIPEDIA in url for url in world.web.urls)
    report = next(report for report in answer.sources if report.name == "wikipedia")
    assert (report.status, report.detail) == ("not-asked", "no, thanks.")


async def test_everything_denied_is_an_answer_without_books(open_world: Open) -> None:
    world = open_world(settings=ASKING)
    await world.session.ask("books about whales", id="q")

    answer = await world.session.decide("q", {}, Verdict.deny())

    assert (answer.outcome, answer.books, world.web.sent) == ("declined", (), [])


async def test_an_edited_call_is_made_as_edited(open_world: Open) -> None:
    world = open_world(settings=ASKING)
    waiting = await world.session.ask("Dune by Frank Herbert", id="q")
    verdicts = {
        call.key: Verdict.approve({"title": "Moby-Dick"}) if call.tool == "web_search_books" else Verdict.deny()
        for call in waiting.pending
    }

    await world.session.decide("q", verdicts)

    assert any("title=Moby+Dick" in url for url in world.web.urls)
    assert not any("Dune" in url for url in world.web.urls)


async def test_calls_without_a_verdict_keep_the_question_waiting(open_world: Open) -> None:
    world = open_world(settings=ASKING)
    first = await world.session.ask("books about whales", id="q")
    key = first.pending[0].key

    second = await world.session.decide("q", {key: Verdict.approve()})

    assert second.outcome == "needs-approval"
    assert {call.key for call in second.pending} == {call.key for call in first.pending} - {key}
    assert world.web.sent == []


async def test_a_question_that_waits_does_so_in_the_next_session_too(open_world: Open) -> None:
    first = await open_world(settings=ASKING).session.ask("books about whales", id="q")
    world = open_world(settings=ASKING)

    (left,) = world.session.open_questions()
    again = await world.session.resume("q")
    answer = await world.session.decide("q", {}, Verdict.approve())

    assert left.pending == first.pending == again.pending
    assert (again.outcome, again.answer) == (first.outcome, first.answer)
    assert answer.outcome == "found"


async def test_what_was_decided_before_a_crash_is_not_asked_again(open_world: Open, file: Path, tmp_path: Path) -> None:
    world = open_world(settings=ASKING)
    await world.session.ask("books about whales", id="q")
    crashes = Crashes(file, tmp_path)
    crashes.world = world
    world.session.listen(crashes)
    answer = await world.session.decide("q", {}, Verdict.approve())

    for where, copy, _ in crashes.copies:
        again = open_world(copy, settings=ASKING)
        assert same(await again.session.resume("q"), answer), where
        assert told(again) == told(world), where


async def test_a_decision_for_nothing_that_waits_is_refused(open_world: Open) -> None:
    world = open_world(settings=ASKING)
    await world.session.ask("books about whales", id="q")

    with pytest.raises(NotOpen):
        await world.session.decide("q", {"no such call": Verdict.approve()})
    with pytest.raises(NotOpen):
        await world.session.decide("never", {}, Verdict.approve())
    with pytest.raises(NotOpen):
        await world.session.resume("never")


async def test_an_empty_question_parks_and_goes_on_with_its_words_in_the_next_session(open_world: Open) -> None:
    first = await open_world().session.ask("   ", id="q")
    world = open_world()

    answer = await world.session.resume("q", "Dune by Frank Herbert")

    assert first.outcome == "declined"
    assert (answer.outcome, answer.books[0].title) == ("found", "Dune")
    assert next(turn.text for turn in world.session.history.read("main")) == "Dune by Frank Herbert"


async def test_an_empty_question_is_forgotten_when_another_one_is_asked(open_world: Open) -> None:
    world = open_world()
    await world.session.ask("", id="empty")
    await world.session.ask("Dune", id="q")

    assert world.session.open_questions() == []


async def test_a_question_that_is_given_up_is_not_offered_again(open_world: Open) -> None:
    world = open_world(settings=ASKING)
    await world.session.ask("books about whales", id="q")

    assert world.session.drop("q")
    assert not world.session.drop("q")
    assert open_world().session.open_questions() == []
