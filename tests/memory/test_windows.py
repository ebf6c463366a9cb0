"""Two windows, each with its own copy of the file: what either does survives both."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from archivist.books.record import Book, Candidate, Ranked, Rating
from archivist.memory import KeptTurn, Memory, Store

MakeBook = Callable[..., Book]
MakeCandidate = Callable[..., Candidate]
Rank = Callable[..., list[Ranked]]
Clock = Callable[[], datetime]


class Window:
    """A page with its own copy of the file, which it saves over the shared one after taking in what is there."""

    def __init__(self, shared: Path, own: Path, wall: Clock, ranked: Rank) -> None:
        self._shared, self._own, self._wall, self._ranked = shared, own, wall, ranked
        if shared.exists():
            shutil.copy(shared, own)
        self.store = Store(own)
        self.memory = Memory(self.store.runs, now=wall)

    def asks(self, run: str, query: str, *books: Book) -> None:
        self._wall.passes(minutes=1)  # type: ignore[attr-defined]  the fixture's clock
        shortlist = self._ranked(*books)
        self.memory.graph(run).record(query=query, intent="on-topic", shortlist=shortlist, at=self._wall())
        turn = KeptTurn(id=run, role="visitor", text=query, body="{}", at=self._wall())
        self.store.conversations.put("main", turn)

    def waits(self) -> None:
        self._wall.passes(minutes=1)  # type: ignore[attr-defined]  the fixture's clock

    def saves(self) -> int:
        taken = self.store.absorb(self._shared) if self._shared.exists() else 0
        shutil.copy(self._own, self._shared)
        return taken


@pytest.fixture
def opens(tmp_path: Path, wall: Clock, ranked: Rank) -> Callable[[str], Window]:
    windows: list[Window] = []

    def opened(name: str) -> Window:
        windows.append(Window(tmp_path / "shared.sqlite", tmp_path / f"{name}.sqlite", wall, ranked))
        return windows[-1]

    return opened


Opens = Callable[[str], Window]


def queries(window: Window) -> list[str]:
    return [run.query for run in window.memory.runs()]


def test_what_two_windows_asked_is_remembered_whoever_saves_last(opens: Opens, book: MakeBook) -> None:
    one, two = opens("one"), opens("two")
    one.asks("r1", "books about whales", book())
    two.asks("r2", "cooking at sea", book("The Galley"))
    one.saves()
    two.saves()

    fresh = opens("fresh")

    assert queries(fresh) == ["cooking at sea", "books about whales"]
    assert [found.book.title for found in fresh.memory.recall("books about whales")] == ["Moby-Dick"]
    assert [turn.text for turn in fresh.store.conversations.turns("main")] == ["books about whales", "cooking at sea"]
    assert fresh.memory.load("r1").gate().passed


def test_taking_in_the_same_file_again_brings_nothing(opens: Opens, book: MakeBook) -> None:
    one, two = opens("one"), opens("two")
    one.asks("r1", "books about whales", book())
    one.saves()

    assert two.saves() > 0
    assert two.saves() == 0
    assert queries(two) == ["books about whales"]


def test_the_newer_word_about_a_book_stays(opens: Opens, book: MakeBook, candidate: MakeCandidate) -> None:
    one, two = opens("one"), opens("two")
    two.asks("r2", "books about whales", book(records=(candidate(rating=Rating(average=1.0, count=1)),)))
    one.asks("r1", "whales", book(records=(candidate(rating=Rating(average=4.0, count=9)),)))
    one.saves()
    two.saves()

    assert {found.book.rating for found in two.memory.shown()} == {Rating(average=4.0, count=9)}


def test_the_newer_setting_stays(opens: Opens, wall: Clock) -> None:
    one, two = opens("one"), opens("two")
    two.store.settings.put("language", "fr", at=wall())
    two.waits()
    one.store.settings.put("language", "de", at=wall())
    one.saves()
    two.saves()

    assert two.store.settings.all() == {"language": "de"}


@pytest.mark.parametrize("what", ["run", "book", "everything", "conversation", "checkpoint"])
def test_what_one_window_forgot_the_other_does_not_bring_back(
    opens: Opens, book: MakeBook, wall: Clock, what: str
) -> None:
    one = opens("one")
    one.asks("r1", "books about whales", book())
    one.store.checkpoints.put("r1", "{}", at=wall())
    one.saves()
    two = opens("two")
    one.waits()
    forget: dict[str, Callable[[], object]] = {
        "run": lambda: one.memory.forget_run("r1"),
        "book": lambda: one.memory.forget_book(book().id),
        "everything": one.memory.forget_everything,
        "conversation": lambda: one.store.conversations.forget("main", at=wall()),
        "checkpoint": lambda: one.store.checkpoints.drop("r1", at=wall()),
    }
    forget[what]()
    one.saves()
    two.saves()

    for window in (two, opens("fresh")):
        left = {
            "run": queries(window),
            "book": window.memory.shown() or "Moby-Dick" in window.memory.export(),
            "everything": window.memory.export(),
            "conversation": window.store.conversations.turns("main"),
            "checkpoint": window.store.checkpoints.runs(),
        }
        assert not left[what]


def test_what_was_forgotten_and_asked_again_stays(opens: Opens, book: MakeBook) -> None:
    one = opens("one")
    one.asks("r1", "books about whales", book())
    one.saves()
    two = opens("two")
    one.waits()
    one.memory.forget_everything()
    one.saves()
    two.asks("r2", "books about ships", book())
    two.saves()

    assert queries(opens("fresh")) == ["books about ships"]


def test_a_file_that_cannot_be_read_brings_nothing(opens: Opens, book: MakeBook, tmp_path: Path) -> None:
    one = opens("one")
    one.asks("r1", "books about whales", book())
    (tmp_path / "broken").write_bytes(b"no database at all" * 99)

    assert one.store.absorb(tmp_path / "broken") == 0
    assert one.store.absorb(tmp_path / "missing") == 0
    assert queries(one) == ["books about whales"]
