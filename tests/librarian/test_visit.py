"""A question from end to end, without a browser: what is answered, what was asked, and what the answer rests on."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest

from archivist.dag import FakeClock
from archivist.librarian import Answer
from archivist.session import NotOpen, Stopped
from archivist.settings import Settings
from tests.browser.shelf import SHELF
from tests.librarian.world import GOOGLE, OPEN_LIBRARY, WIKIPEDIA, World

CONCURRENCY = 4
WHALES = "books about whales and obsession"


async def turns() -> None:
    """Lets everything that can go on without an answer go on."""
    for _ in range(200):
        await asyncio.sleep(0)


def status(answer: Answer, name: str) -> str:
    return next(report.status for report in answer.sources if report.name == name)


async def test_books_on_two_subjects_are_found_cited_and_nothing_else_is_shown(world: World) -> None:
    answer = await world.ask(WHALES)

    assert answer.outcome == "found"
    assert {book.title for book in answer.books} == {"Moby-Dick", "Leviathan"}
    assert {cite.book for cite in answer.citations} == {0, 1}
    assert all(cite.url.startswith("https://") for cite in answer.citations)


async def test_every_mark_in_the_text_has_a_citation_and_every_citation_a_mark(world: World) -> None:
    answer = await world.ask(WHALES)

    assert {int(n) for n in re.findall(r"\[(\d+)\]", answer.answer)} == {cite.n for cite in answer.citations}
    assert " ".join(claim.text for claim in answer.claims) == answer.answer


async def test_all_four_sources_report_and_google_says_that_it_was_not_asked(world: World) -> None:
    answer = await world.ask(WHALES)

    assert {report.name for report in answer.sources} == {
        "openlibrary",
        "openlibrary-subjects",
        "googlebooks",
        "wikipedia",
    }
    assert status(answer, "googlebooks") == "not-asked"
    assert not any(GOOGLE in url for url in world.web.urls)


async def test_with_a_key_google_books_is_asked_and_the_key_stays_out_of_everything_seen() -> None:
    world = World(settings=Settings(google_books_key="canary-key-4711"))

    answer = await world.ask("Dune by Frank Herbert")

    assert status(answer, "googlebooks") == "answered"
    assert "canary-key-4711" not in answer.model_dump_json()
    assert "canary-key-4711" not in str([event.to_json() for event in world.events])


async def test_who_wrote_it_is_answered_with_the_author(world: World) -> None:
    answer = await world.ask("Who wrote The Left Hand of Darkness?")

    assert "was written by Ursula K. Le Guin" in answer.answer
    assert {cite.field for cite in answer.citations} == {"title", "authors"}


async def test_when_it_was_published_is_answered_with_the_year(world: World) -> None:
    answer = await world.ask('When was "Dune" published?')

    assert "first published in 1965" in answer.answer


async def test_a_book_is_told_of_from_its_own_record(world: World) -> None:
    answer = await world.ask("What is Dune about?")

    assert answer.intent == "describe"
    assert "A desert planet, its spice and its prophet." in answer.answer
    assert answer.books[0].title == "Dune"


async def test_books_like_one_share_its_subjects_and_are_not_it(world: World) -> None:
    answer = await world.ask("Recommend me books like Moby-Dick")

    assert answer.intent == "similar"
    titles = [book.title for book in answer.books]
    assert titles
    assert "Moby-Dick" not in titles
    assert set(titles) <= {"In the Heart of the Sea", "Leviathan"}


async def test_an_author_is_answered_from_the_oldest_book_to_the_newest(world: World) -> None:
    answer = await world.ask("What has Herman Melville written?")

    assert answer.intent == "author"
    years = [book.year for book in answer.books if book.year]
    assert years == sorted(years)
    assert {author for book in answer.books for author in book.authors} == {"Herman Melville"}


async def test_reviews_give_rating_and_count_as_the_record_has_them(world: World) -> None:
    answer = await world.ask("What do people think of Moby-Dick?")

    assert answer.intent == "reviews"
    assert "3.9 out of 5, over 900 ratings" in answer.answer
    assert {"rating", "ratings"} <= {cite.field for cite in answer.citations}


async def test_what_is_off_topic_is_declined_without_asking_anybody(world: World) -> None:
    answer = await world.ask("What's the weather in Oslo tomorrow?")

    assert answer.outcome == "declined"
    assert world.web.sent == []
    assert answer.books == ()


async def test_off_topic_is_declined_in_the_visitors_language(world: World) -> None:
    answer = await world.ask("Wie wird das Wetter morgen in Berlin?")

    assert answer.outcome == "declined"
    assert "Bücher" in answer.answer


async def test_nothing_found_says_what_was_looked_for_and_who_was_asked(world: World) -> None:
    answer = await world.ask("Do you have Zibberwick's Almanac of Unsaid Rivers?")

    assert answer.outcome == "no-results"
    assert answer.books == ()
    assert "Zibberwick's Almanac of Unsaid Rivers" in answer.answer
    assert "Open Library" in answer.answer


async def test_one_service_down_is_named_and_hides_no_other_sources_books(world: World) -> None:
    world.web.answers(f"{OPEN_LIBRARY}/search.json", b"busy", status=503)

    answer = await world.ask("books about whales")

    assert answer.outcome == "found"
    assert status(answer, "openlibrary") == "failed"
    assert "Open Library gave no answer" in answer.answer


async def test_without_a_network_no_service_is_blamed(world: World) -> None:
    for where in (OPEN_LIBRARY, WIKIPEDIA):
        world.web.vanishes(f"{where}/")

    answer = await world.ask("Dune by Frank Herbert")

    assert (answer.outcome, answer.books) == ("failed", ())
    assert "There seems to be no connection: I could reach none of the services." in answer.answer
    assert not any(name in answer.answer for name in ("Open Library", "Wikipedia"))


async def test_a_service_that_is_not_reached_while_another_answers_is_named(world: World) -> None:
    world.web.vanishes(f"{OPEN_LIBRARY}/")

    answer = await world.ask("Dune by Frank Herbert")

    assert "Open Library gave no answer" in answer.answer
    assert "no connection" not in answer.answer


@pytest.mark.parametrize("body", [b"<!doctype html><p>Sign in", b'{"docs": ['])
async def test_what_is_said_of_an_unusable_answer_is_true_of_a_web_page_and_of_half_a_document(
    world: World, body: bytes
) -> None:
    world.web.answers(f"{OPEN_LIBRARY}/search.json", body)

    answer = await world.ask("books about whales")

    assert "Open Library gave no answer (something went wrong, there or on the way)." in answer.answer


async def test_everything_down_is_an_honest_failure_without_books(world: World) -> None:
    for where in (OPEN_LIBRARY, WIKIPEDIA):
        world.web.answers(f"{where}/", b"busy", status=503)

    answer = await world.ask("Dune by Frank Herbert")

    assert answer.outcome == "failed"
    assert answer.books == ()
    assert "no answer" in answer.answer


async def test_a_source_that_failed_and_might_have_had_it_is_never_no_results(world: World) -> None:
    world.web.refuses(f"{OPEN_LIBRARY}/search.json")

    answer = await world.ask("Do you have Zibberwick's Almanac of Unsaid Rivers?")

    assert answer.outcome == "failed"
    assert status(answer, "openlibrary") == "throttled"


async def test_a_wrong_isbn_is_told_from_one_that_nobody_has(world: World) -> None:
    answer = await world.ask("Which book has ISBN 9780441172718?")

    assert "9780441172718" in answer.answer
    assert "check digit" in answer.answer
    assert answer.books == ()


async def test_stopping_ends_the_question_and_the_next_one_is_answered() -> None:
    world = World(clock=FakeClock())
    world.web.hold()
    running = asyncio.ensure_future(world.ask(WHALES))
    await turns()
    assert world.web.sent
    assert world.session.stop("q1")
    with pytest.raises(Stopped):
        await running

    world.web.release()
    assert (await world.ask(WHALES)).outcome == "found"


async def test_the_tools_overlap_all_are_asked_before_the_first_answers() -> None:
    world = World(clock=FakeClock(), settings=Settings(google_books_key="k"))
    world.web.hold()
    running = asyncio.ensure_future(world.ask(WHALES))
    await turns()
    asked = list(world.web.urls)
    world.web.release()
    await running

    assert len(asked) == CONCURRENCY
    ended = [place for place, event in enumerate(world.events) if event.kind == "item-end"]
    begun = [place for place, event in enumerate(world.events) if event.kind == "item-start"]
    assert begun[CONCURRENCY - 1] < ended[0]


async def test_the_book_that_others_are_like_is_called_as_the_visitor_called_it() -> None:
    """Its record is looked up for its subjects and not cited, so that nothing of it may be told."""
    whale = replace(next(volume for volume in SHELF if volume.title == "Moby-Dick"), title="Moby-Dick; or, The Whale")
    others = tuple(volume for volume in SHELF if volume.title != "Moby-Dick")
    answer = await World(shelf=(whale, *others)).ask("more like Moby-Dick")

    assert answer.outcome == "found"
    assert "“Moby-Dick”" in answer.answer
    assert "or, The Whale”, try" not in answer.answer


async def test_a_question_takes_one_wait_however_many_services_are_asked() -> None:
    """The clock stands still but for the services, which answer after 300 ms each."""
    world = World(settings=Settings(google_books_key="k"))
    for where, act in ((OPEN_LIBRARY, world.openlibrary), (GOOGLE, world.google), (WIKIPEDIA, world.wikipedia)):
        world.web.does(where, act, after=0.3)
    began = world.clock.monotonic()

    assert (await world.ask(WHALES)).outcome == "found"

    assert (len(world.web.sent), world.clock.monotonic() - began) == (CONCURRENCY, pytest.approx(0.3))


@pytest.mark.parametrize(
    "question",
    [
        "",
        "   ",
        "😀😀😀",
        "\x00\x01\x02",
        "<script>alert(1)</script>",
        "\u202eחיפוש ספר\u202c",
        "?",
        "a" * 10_000,
        "'; DROP TABLE books",
    ],
)
async def test_any_text_gets_a_sentence(world: World, question: str) -> None:
    answer = await world.ask(question)

    assert answer.answer
    assert answer.outcome in {"found", "no-results", "declined"}
    assert "Traceback" not in answer.answer


async def test_a_follow_up_refers_to_the_books_just_shown(world: World) -> None:
    await world.ask("Dune by Frank Herbert")

    answer = await world.ask("who wrote it?")

    assert "Frank Herbert" in answer.answer


async def test_conversations_do_not_hear_each_other(world: World) -> None:
    await world.ask("Dune by Frank Herbert", conversation="one")

    answer = await world.ask("who wrote it?", conversation="two")

    assert "Frank Herbert" not in answer.answer


async def test_a_second_question_with_the_same_id_is_refused_and_the_first_is_answered() -> None:
    world = World(clock=FakeClock())
    world.web.hold()
    first = asyncio.ensure_future(world.session.ask("Dune by Frank Herbert", id="twice"))
    await turns()
    with pytest.raises(NotOpen, match="under way"):
        await world.session.ask("Moby-Dick", id="twice")
    world.web.release()

    assert [book.title for book in (await first).books] == ["Dune"]


async def test_erasing_stops_what_is_under_way_and_leaves_nothing_of_it() -> None:
    world = World(clock=FakeClock())
    world.web.hold()
    running = asyncio.ensure_future(world.ask("Dune by Frank Herbert"))
    await turns()
    world.session.erase()
    world.web.release()
    with pytest.raises(Stopped):
        await running

    assert world.session.memory.runs() == []
    assert world.session.open_questions() == []
