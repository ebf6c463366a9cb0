"""The kept file: what it keeps, how it grows up, and what happens when it cannot be had."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from archivist import sources
from archivist.books.record import Book, Ranked
from archivist.memory import KeptTurn, Memory, Notice, Store

MakeBook = Callable[..., Book]
Rank = Callable[..., list[Ranked]]
Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An answer as the client of the sources knows it."""

    body: bytes
    until: float


class Place:
    """A file that can be opened again and again, and what was said about it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notices: list[Notice] = []
        self._open: list[Store] = []

    def store(self) -> Store:
        self._open.append(Store(self.path, self.notices.append))
        return self._open[-1]

    def again(self) -> Store:
        self.close()
        return self.store()

    def close(self) -> None:
        while self._open:
            self._open.pop().close()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path / "archivist.sqlite")
    yield made
    made.close()


def turn(name: str, text: str, at: datetime) -> KeptTurn:
    return KeptTurn(id=name, role="visitor", text=text, body='{"books": []}', at=at)


def visit(store: Store, run: str, query: str, shortlist: list[Ranked], at: datetime) -> None:
    Memory(store.runs, now=lambda: at).graph(run).record(query=query, intent="on-topic", shortlist=shortlist, at=at)


def test_everything_survives_closing_the_file(place: Place, noon: datetime, ranked: Rank, book: MakeBook) -> None:
    store = place.store()
    assert store.kept
    store.conversations.put("main", turn("t1", "whales?", noon))
    store.checkpoints.put("r1", '{"cursor": "compose"}', at=noon)
    store.settings.put("language", "de", at=noon)
    store.responses(Kept).put("https://openlibrary.org/search.json?q=whales", Kept(body=b"{}", until=9.5))
    visit(store, "r1", "whales", ranked(book()), noon)

    again = place.again()

    assert again.conversations.turns("main") == [turn("t1", "whales?", noon)]
    assert again.checkpoints.get("r1") == '{"cursor": "compose"}'
    assert again.settings.all() == {"language": "de"}
    assert again.responses(Kept).get("https://openlibrary.org/search.json?q=whales") == Kept(body=b"{}", until=9.5)
    assert [one.book for one in again.runs.shown(10)] == [book()]
    assert place.notices == []


def test_a_turn_told_twice_is_kept_once(place: Place, noon: datetime) -> None:
    """Table 8.1, row 32: turns were keyed by their time."""
    store = place.store()
    for text in ("whales?", "whales!"):
        store.conversations.put("main", turn("t1", text, noon))
    store.conversations.put("main", turn("t2", "and ships?", noon))

    assert [one.text for one in store.conversations.turns("main")] == ["whales!", "and ships?"]


def test_the_last_turns_come_oldest_first(place: Place, noon: datetime) -> None:
    store = place.store()
    for number in range(5):
        store.conversations.put("main", turn(f"t{number}", f"{number}", noon + timedelta(minutes=number)))

    assert [one.text for one in store.conversations.turns("main", last=2)] == ["3", "4"]


def test_conversations_are_listed_newest_first_and_forgotten_whole(place: Place, noon: datetime) -> None:
    store = place.store()
    store.conversations.put("a", turn("t1", "first", noon))
    store.conversations.put("b", turn("t1", "second", noon + timedelta(minutes=1)))
    store.conversations.put("a", turn("t2", "third", noon + timedelta(minutes=2)))

    assert [(one.id, one.title) for one in store.conversations.all()] == [("a", "first"), ("b", "second")]
    store.conversations.forget("a", at=noon)
    assert [one.id for one in store.conversations.all()] == ["b"]
    assert store.conversations.turns("a") == []


def test_a_checkpoint_is_the_newest_one_until_it_is_dropped(place: Place, noon: datetime) -> None:
    store = place.store()
    store.checkpoints.put("r1", "one", at=noon)
    store.checkpoints.put("r1", "two", at=noon)
    store.checkpoints.put("r2", "other", at=noon + timedelta(minutes=1))

    assert store.checkpoints.get("r1") == "two"
    assert store.checkpoints.runs() == ["r2", "r1"]
    store.checkpoints.drop("r1", at=noon)
    assert store.checkpoints.get("r1") is None


def test_a_setting_can_go_back_to_its_default(place: Place, noon: datetime) -> None:
    store = place.store()
    store.settings.put("gateway", {"url": "https://gateway.example"}, at=noon)
    store.settings.put("gateway", None, at=noon)
    assert store.settings.all() == {"gateway": None}

    store.settings.drop("gateway")
    assert store.settings.all() == {}


def test_the_cache_drops_what_was_longest_unused(place: Place) -> None:
    cache = place.store().responses(Kept, limit=10)
    for key in ("a", "b"):
        cache.put(key, Kept(body=b"12345", until=1.0))
    cache.get("a")
    cache.put("c", Kept(body=b"12345", until=1.0))

    assert [key for key in "abc" if cache.get(key)] == ["a", "c"]


def test_the_client_of_the_sources_takes_it_for_its_cache(place: Place) -> None:
    kept = sources.Kept(body=b"{}", until=9.5)
    cache: sources.Cache = place.store().responses(sources.Kept)

    cache.put("key", kept)

    assert cache.get("key") == kept
    assert cache.get("other") is None


def test_an_answer_too_big_for_the_cache_is_not_kept_and_takes_nothing_along(place: Place) -> None:
    cache = place.store().responses(Kept, limit=10)
    cache.put("small", Kept(body=b"1", until=1.0))
    cache.put("big", Kept(body=b"x" * 11, until=1.0))

    assert cache.get("big") is None


def test_starting_reads_no_run(place: Place, noon: datetime, ranked: Rank, book: MakeBook) -> None:
    visit(place.store(), "r1", "books about whales", ranked(book()), noon)
    place.close()
    with sqlite3.connect(place.path) as file:
        file.execute("UPDATE runs SET quads = x'00'")  # whoever reads it falls over
    file.close()

    memory = Memory(place.store().runs, now=lambda: noon)

    assert [one.book for one in memory.recall("whales, books about")] == [book()]
    assert memory.digest().counts.queries == 1


def test_a_file_of_the_first_version_is_brought_up_to_date(place: Place, noon: datetime, book: MakeBook) -> None:
    with sqlite3.connect(place.path) as file:
        file.executescript(
            """
            CREATE TABLE conversations (id TEXT PRIMARY KEY, title TEXT NOT NULL, at REAL NOT NULL);
            CREATE TABLE turns (number INTEGER PRIMARY KEY, conversation TEXT NOT NULL, id TEXT NOT NULL,
                role TEXT NOT NULL, text TEXT NOT NULL,
                body TEXT NOT NULL, at REAL NOT NULL, UNIQUE (conversation, id));
            CREATE TABLE runs (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, query TEXT NOT NULL,
                intent TEXT NOT NULL, at REAL NOT NULL, words INTEGER NOT NULL, quads BLOB NOT NULL);
            INSERT INTO runs VALUES (1, 'r1', 'whales', 'on-topic', 1772366400.0, 1, x'789c030000000001');
            PRAGMA user_version = 1;
            """
        )
    file.close()

    store = place.store()
    store.runs.rate(book().id, 4.0, at=noon)

    assert store.runs.ratings() == {book().id: 4.0}
    assert [(run.id, run.at) for run in store.runs.newest(5)] == [("r1", noon)]


def test_a_file_of_a_newer_version_is_left_alone(place: Place, noon: datetime) -> None:
    with sqlite3.connect(place.path) as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    before = place.path.read_bytes()

    store = place.store()
    store.settings.put("language", "de", at=noon)

    assert [notice.why for notice in place.notices] == ["newer"]
    assert not store.kept
    assert store.settings.all() == {"language": "de"}
    place.close()
    assert place.path.read_bytes() == before


def test_a_damaged_file_is_put_aside_and_a_new_one_begun(place: Place, noon: datetime) -> None:
    place.path.write_bytes(b"this is no database" * 100)

    store = place.store()
    store.settings.put("language", "de", at=noon)

    [notice] = place.notices
    assert (notice.why, notice.path) == ("damaged", place.path.with_name("archivist.sqlite.damaged-1"))
    assert notice.path is not None
    assert notice.path.read_bytes().startswith(b"this is no database")
    assert store.kept
    assert place.again().settings.all() == {"language": "de"}


def test_a_file_damaged_inside_is_said_once_and_left_as_it_is(
    place: Place, noon: datetime, ranked: Rank, book: MakeBook
) -> None:
    store = place.store()
    for number in range(5):
        visit(store, f"r{number}", "the sea", ranked(book()), noon)
    place.close()
    whole = place.path.read_bytes()
    damaged = whole[:4096] + b"\xff" * (len(whole) - 4096)
    place.path.write_bytes(damaged)

    store = place.store()
    memory = Memory(store.runs, now=lambda: noon)

    assert memory.recall("the sea") == []
    visit(store, "r9", "the sea", ranked(book()), noon)
    assert [one.book for one in memory.recall("the sea")] == [book()]
    assert [notice.why for notice in place.notices] == ["damaged"]
    place.close()
    assert place.path.read_bytes() == damaged


def test_a_place_that_cannot_be_had_is_said_once_and_everything_goes_on(tmp_path: Path, noon: datetime) -> None:
    place = Place(tmp_path / "no" / "such" / "folder" / "archivist.sqlite")

    store = place.store()
    for number in range(3):
        store.conversations.put("main", turn(f"t{number}", "whales?", noon))

    assert [notice.why for notice in place.notices] == ["refused"]
    assert "until this window closes" in place.notices[0].text
    assert len(store.conversations.turns("main")) == 3


def test_a_file_that_fills_up_is_said_once_and_nothing_is_lost_from_sight(
    place: Place, noon: datetime, ranked: Rank, book: MakeBook
) -> None:
    store = Store(place.path, place.notices.append, pages=34)
    visit(store, "r0", "books about whales", ranked(book()), noon)

    for number in range(1, 40):
        visit(store, f"r{number}", f"question {number}", ranked(book(f"Book {number}")), noon)

    assert [notice.why for notice in place.notices] == ["full"]
    assert not store.kept
    assert len(store.runs.newest(100)) == 40
    assert [one.book for one in Memory(store.runs).recall("books about whales")] == [book()]
    store.close()
    again = place.again()
    assert "r0" in {run.id for run in again.runs.newest(100)}


def test_a_file_that_another_holds_is_said_once(place: Place, noon: datetime) -> None:
    store = Store(place.path, place.notices.append, patience=0.0)
    store.settings.put("language", "de", at=noon)
    other = sqlite3.connect(place.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    store.settings.put("language", "fr", at=noon)

    assert [notice.why for notice in place.notices] == ["busy"]
    assert store.settings.all()["language"] == "fr"
    other.close()
    store.close()


def test_what_fails_halfway_leaves_nothing_behind(place: Place, noon: datetime, ranked: Rank, book: MakeBook) -> None:
    store = place.store()
    twice = ranked(book(), book("Typee"))
    visit(store, "r1", "whales", twice, noon)

    with pytest.raises(sqlite3.Error):
        visit(store, "r1", "whales", [*twice, Ranked(book=book("Omoo"), score=float("nan"), reasons=())], noon)

    assert [one.book.title for one in store.runs.shortlist("r1")] == ["Moby-Dick", "Typee"]
    assert place.notices == []


def test_what_is_forgotten_is_not_in_the_file_any_more(
    place: Place, noon: datetime, ranked: Rank, book: MakeBook
) -> None:
    store = place.store()
    visit(store, "r1", "zanzibar", ranked(book()), noon)
    assert b"zanzibar" in place.path.read_bytes()

    store.runs.forget_run("r1", at=noon)

    assert b"zanzibar" not in place.path.read_bytes()


def test_forgetting_everything_gives_the_room_back(place: Place, noon: datetime, ranked: Rank, book: MakeBook) -> None:
    store = place.store()
    before = place.path.stat().st_size
    for number in range(30):
        visit(store, f"r{number}", f"question {number}", ranked(book(f"Book {number}")), noon)
    assert place.path.stat().st_size > before

    store.runs.forget_everything(at=noon)

    assert place.path.stat().st_size <= before


def test_text_that_no_encoding_carries_is_kept_as_far_as_it_goes(place: Place, noon: datetime) -> None:
    store = place.store()
    store.conversations.put("ma\udc80in", turn("t\ud800", "whales \ud83d", noon))
    store.checkpoints.put("r\ud800", "{}", at=noon)

    assert [one.text for one in store.conversations.turns("ma\udc80in")] == ["whales ?"]
    assert store.checkpoints.get("r\ud800") == "{}"
