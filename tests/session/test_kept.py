"""What a session keeps, and what the next one finds of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from archivist.memory import Notice
from archivist.session import WINDOW, Home
from archivist.settings import Settings
from archivist.sources.shelf import Note, ShelfBook
from tests.librarian.world import OPEN_LIBRARY, World

Open = Callable[..., World]


def content(file: Path) -> bytes:
    return file.read_bytes()


async def test_a_conversation_is_there_again_with_every_answer_whole(open_world: Open) -> None:
    answer = await open_world().ask("Dune by Frank Herbert")

    history = open_world().session.history
    visitor, archivist = history.read("main")

    assert [(one.id, one.title) for one in history.all()] == [("main", "Dune by Frank Herbert")]
    assert (visitor.role, visitor.text) == ("visitor", "Dune by Frank Herbert")
    assert archivist.answer == answer


async def test_a_follow_up_in_a_new_session_refers_to_what_was_shown(open_world: Open) -> None:
    await open_world().ask("Dune by Frank Herbert")
    again = open_world()

    answer = await again.session.ask("who wrote it?", id="later")

    assert "Frank Herbert" in answer.answer


async def test_a_question_is_read_in_the_light_of_the_last_six_turns(open_world: Open) -> None:
    world = open_world()
    for question in ("Dune by Frank Herbert", "books about whales", "Moby-Dick", "who wrote it?"):
        await world.ask(question)

    window = open_world().session.history.window("main")

    assert len(window) == WINDOW
    assert window[0].text == "books about whales"
    assert {book.title for book in window[-1].books} == {"Moby-Dick"}


async def test_a_conversation_can_have_another_title_and_be_forgotten(open_world: Open) -> None:
    world = open_world()
    await world.ask("Dune by Frank Herbert")
    await world.ask("Moby-Dick", conversation="sea")
    history = world.session.history

    assert history.rename("sea", "The sea")
    assert not history.rename("never", "nothing")
    history.forget("main", at=world.session.history.all()[0].at)

    assert [(one.id, one.title) for one in open_world().session.history.all()] == [("sea", "The sea")]


async def test_sources_that_answered_yesterday_are_not_asked_today(open_world: Open) -> None:
    await open_world().ask("Dune by Frank Herbert")
    again = open_world()

    answer = await again.ask("Dune by Frank Herbert")

    assert answer.books[0].title == "Dune"
    assert again.web.sent == []
    assert all(report.cached for report in answer.sources if report.status != "not-asked")


async def test_what_was_found_is_remembered_with_how_it_was_found(open_world: Open) -> None:
    answer = await open_world().ask("books about whales")

    memory = open_world().session.memory
    why = memory.why(answer.books[0].id)

    assert memory.runs()[0].query == "books about whales"
    assert why.query == "books about whales"
    assert {origin.tool for origin in why.origins} >= {"web_search_books", "subject_search"}
    graph = memory.load(answer.id).nquads()
    assert "on-topic-search > rank-candidates" in graph
    assert 'outcome> "completed"' in graph


async def test_settings_are_kept_and_keys_are_not(open_world: Open, file: Path) -> None:
    world = open_world()
    world.session.configure(Settings(google_books_key="canary-key-4711", language="de", ask_first=True))

    assert open_world().session.settings == Settings(language="de", ask_first=True)
    assert b"canary-key-4711" not in content(file)


async def test_a_host_that_is_left_alone_is_so_under_new_settings_too() -> None:
    world = World()
    world.web.answers(f"{OPEN_LIBRARY}/", b"busy", status=503)
    for _ in range(3):
        await world.ask("Dune by Frank Herbert")
    asked = len([url for url in world.web.urls if OPEN_LIBRARY in url])

    world.session.configure(Settings(language="de"))
    await world.ask("books about whales")

    assert len([url for url in world.web.urls if OPEN_LIBRARY in url]) == asked


async def test_a_file_that_cannot_be_had_is_told_once_and_everything_goes_on(tmp_path: Path) -> None:
    told: list[Notice] = []
    world = World(home=Home(tmp_path / "no such folder" / "kept.sqlite", told.append))

    first = await world.ask("Dune by Frank Herbert")
    second = await world.ask("who wrote it?")
    world.session.home.shelf.add([ShelfBook(key="a", title="Emma")])

    assert [notice.why for notice in told] == ["refused"]
    assert (first.outcome, "Frank Herbert" in second.answer) == ("found", True)
    assert not world.session.home.kept
    assert len(world.session.home.shelf) == 1


async def test_erasing_leaves_nothing(open_world: Open, file: Path) -> None:
    world = open_world()
    await world.ask("Dune by Frank Herbert")
    world.session.configure(Settings(language="de"))
    world.session.home.shelf.add([ShelfBook(key="a", title="Emma")])

    world.session.erase()

    again = open_world().session
    assert (again.history.all(), again.memory.runs(), again.settings) == ([], [], Settings())
    assert (len(again.home.shelf), again.open_questions()) == (0, [])
    assert b"Herbert" not in content(file)


async def test_a_book_of_ones_own_says_so(open_world: Open) -> None:
    world = open_world()
    dune = ShelfBook(
        key="goodreads:1",
        title="Dune",
        authors=("Frank Herbert",),
        isbns=("9780441172719",),
        note=Note(owned=True, stars=4),
    )
    world.session.shelve([dune])

    answer = await open_world().ask("Dune by Frank Herbert")

    (book,) = answer.books
    assert book.why.startswith("You own this, you rated it 4 of 5. ")
    assert "shelf" in book.sources
    assert {report.name: report.status for report in answer.sources}["shelf"] == "answered"


async def test_without_a_shelf_it_is_no_source(open_world: Open) -> None:
    answer = await open_world().ask("Dune by Frank Herbert")

    assert "shelf" not in {report.name for report in answer.sources}


async def test_two_windows_keep_what_each_of_them_did(tmp_path: Path) -> None:
    one, two = World(home=Home(tmp_path / "one.sqlite")), World(home=Home(tmp_path / "two.sqlite"))
    await one.ask("Dune by Frank Herbert")
    await two.session.ask("Moby-Dick", id="other", conversation="sea")
    one.session.shelve([ShelfBook(key="a", title="Emma")])
    two.session.shelve([ShelfBook(key="b", title="Persuasion")])

    two.session.absorb(tmp_path / "one.sqlite")

    assert {conversation.id for conversation in two.session.history.all()} == {"main", "sea"}
    assert {run.query for run in two.session.memory.runs()} == {"Dune by Frank Herbert", "Moby-Dick"}
    assert {book.title for book in two.session.home.shelf.books()} == {"Emma", "Persuasion"}
