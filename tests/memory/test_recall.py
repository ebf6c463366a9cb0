"""What earlier visits bring to a question: recall, digest, forgetting, retention."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from archivist.books.record import Book, Candidate, Ranked, Rating
from archivist.memory import Embedding, Library, Memory, Retention, SharedRuns, Store, UnknownRun, jaccard, words_of

MakeBook = Callable[..., Book]
MakeCandidate = Callable[..., Candidate]
Rank = Callable[..., list[Ranked]]
Clock = Callable[[], datetime]


@pytest.fixture
def memory(library: Library, wall: Clock) -> Memory:
    return Memory(library, now=wall)


@pytest.fixture
def embeddings(library: Library) -> None:
    if isinstance(library, SharedRuns):
        pytest.skip("a shared memory recalls by words")


@pytest.fixture
def visit(memory: Memory, ranked: Rank, wall: Clock) -> Callable[..., None]:
    def asked(run: str, query: str, *books: Book, intent: str = "on-topic", embedding: Embedding | None = None) -> None:
        graph = memory.graph(run)
        graph.embedding = embedding
        graph.record(query=query, intent=intent, shortlist=ranked(*books), at=wall())
        wall.passes(minutes=1)  # type: ignore[attr-defined]  the fixture's clock

    return asked


Visit = Callable[..., None]


def titles(found: list[Ranked]) -> list[str]:
    return [one.book.title for one in found]


def test_a_similar_question_brings_its_books_back_with_their_full_record(
    memory: Memory, visit: Visit, book: MakeBook
) -> None:
    """Table 8.1, row 10: recalled books had neither authors nor years nor subjects."""
    whale = book()
    visit("r1", "books about whales and obsession", whale)

    [found] = memory.recall("whales obsession books")

    assert found.book == whale
    assert found.score == 0.5
    assert "books about whales and obsession" in found.reasons[0]


def test_the_thresholds_are_the_originals(memory: Memory, visit: Visit, book: MakeBook) -> None:
    """Part 7.9, Recall: 3 of 4 words shared recalls, 1 of 6 does not."""
    assert (
        jaccard(words_of("existentialism fiction philosophy"), words_of("existentialism science fiction philosophy"))
        == 0.75
    )
    visit("r1", "existentialism science fiction philosophy", book())

    assert titles(memory.recall("existentialism fiction philosophy")) == ["Moby-Dick"]
    assert memory.recall("romance historical fiction") == []


def test_likeness_of_exactly_the_threshold_recalls(memory: Memory, visit: Visit, book: MakeBook) -> None:
    words = [f"word{n}" for n in range(20)]
    visit("r1", " ".join(words[:20]), book())

    assert titles(memory.recall(" ".join(words[:7]))) == ["Moby-Dick"]  # 7 of 20 is 0.35
    assert memory.recall(" ".join(words[:6])) == []


def test_the_most_similar_question_comes_first_and_ten_books_are_enough(
    memory: Memory, visit: Visit, book: MakeBook
) -> None:
    """Table 8.1, row 18: matches came in store order, so that the cap cut off the best."""
    visit("r1", "sea whales ships storms", *[book(f"Old {n}") for n in range(8)])
    visit("r2", "sea whales ships", *[book(f"Near {n}") for n in range(8)])

    found = titles(memory.recall("sea whales ships"))

    assert found == [*(f"Near {n}" for n in range(8)), "Old 0", "Old 1"]


def test_a_book_of_two_visits_is_recalled_once(memory: Memory, visit: Visit, book: MakeBook) -> None:
    """Part 7.9, Recall."""
    visit("r1", "books about whales", book())
    visit("r2", "books about whales", book())

    assert titles(memory.recall("books about whales")) == ["Moby-Dick"]


def test_the_current_run_is_passed_over(memory: Memory, visit: Visit, book: MakeBook) -> None:
    """Part 7.9, Recall."""
    visit("r1", "books about whales", book())

    assert memory.recall("books about whales", besides="r1") == []
    assert memory.past_questions(besides="r1") == []
    assert memory.shown(besides="r1") == []
    assert memory.digest(besides="r1").counts.queries == 0


@pytest.mark.parametrize(
    ("earlier", "now"),
    [
        ("Bücher über Wale", "BUCHER UBER WALE"),
        ("книги про китов и море", "Книги про китов"),
        ("クジラの本", "クジラの小説"),
        ("关于鲸鱼的书", "鲸鱼的书"),
        ("कविता की किताब", "कविता किताब"),
        ("χαμένος χρόνος", "ΧΑΜΈΝΟΣ ΧΡΌΝΟΣ"),
        ("\uff57\uff48\uff41\uff4c\uff45\uff53", "whales"),  # full width
    ],
)
def test_questions_in_any_script_are_compared(
    memory: Memory, visit: Visit, book: MakeBook, earlier: str, now: str
) -> None:
    """Part 5.7: an ASCII tokeniser split accented words and gave nothing for other scripts."""
    visit("r1", earlier, book())

    assert titles(memory.recall(now)) == ["Moby-Dick"]


def test_questions_without_a_word_are_like_nothing(memory: Memory, visit: Visit, book: MakeBook) -> None:
    visit("r1", "?!", book())

    assert memory.recall("?!") == []
    assert memory.recall("") == []


def test_the_same_run_recorded_again_replaces_itself(memory: Memory, visit: Visit, book: MakeBook) -> None:
    """Table 8.1, row 16: assertions piled up, so that a book was both in the shortlist and not."""
    visit("r1", "books about whales", book(), book("Typee"))
    visit("r1", "books about whales", book())

    assert titles(memory.recall("books about whales")) == ["Moby-Dick"]
    assert memory.digest().counts.queries == 1
    assert memory.digest().counts.books == 1
    assert "Typee" not in memory.export()
    flags = [line for line in memory.load("r1").nquads().splitlines() if "inShortlist" in line and "moby-dick" in line]
    assert len(flags) == 1


def test_the_newest_run_has_the_last_word_about_a_book(
    memory: Memory, visit: Visit, book: MakeBook, candidate: MakeCandidate
) -> None:
    visit("r1", "books about whales", book())
    visit("r2", "the sea", book(records=(candidate(rating=Rating(average=4.2, count=900)),)))

    [found] = memory.recall("books about whales")

    assert found.book.rating == Rating(average=4.2, count=900)


def test_past_questions_are_the_last_four_each_once(memory: Memory, visit: Visit) -> None:
    for number, query in enumerate(["one", "two", "three", "two", "four", "five"]):
        visit(f"r{number}", query)

    assert memory.past_questions() == ["five", "four", "two", "three"]


def test_the_digest_counts_and_names_the_last_books(memory: Memory, visit: Visit, book: MakeBook) -> None:
    visit("r1", "whales", book(), book("Typee"))
    visit("r2", "more by Melville", book("Omoo"), intent="author")
    visit("r3", "others by Melville", book("Typee"), intent="author")

    digest = memory.digest()

    assert (digest.counts.books, digest.counts.queries) == (3, 3)
    assert list(digest.counts.intents) == [("author", 2), ("on-topic", 1)]
    assert titles(list(digest.recent)) == ["Typee", "Omoo", "Moby-Dick"]
    assert [run.query for run in digest.questions] == ["others by Melville", "more by Melville", "whales"]


def test_an_empty_memory_has_an_empty_digest(memory: Memory) -> None:
    digest = memory.digest()

    assert (digest.counts.books, digest.counts.queries, list(digest.counts.intents)) == (0, 0, [])
    assert (digest.recent, digest.questions) == ((), ())


def test_similar_questions_are_noticed_below_the_recall_threshold(memory: Memory, visit: Visit) -> None:
    visit("r1", "whales ships storms islands harbours")
    visit("r2", "cooking")

    assert [run.query for run in memory.similar_questions("whales")] == ["whales ships storms islands harbours"]
    assert memory.recall("whales") == []


@pytest.mark.usefixtures("embeddings")
def test_embeddings_of_the_same_model_decide(memory: Memory, visit: Visit, book: MakeBook) -> None:
    """Part 7.9, Recall: [0.95, 0.05, 0, 0] against [1, 0, 0, 0] is 0.9986; orthogonal vectors recall nothing."""
    visit("r1", "leviathans", book("Near"), embedding=Embedding(model="m", vector=(0.95, 0.05, 0.0, 0.0)))
    visit("r2", "whales", book("Far"), embedding=Embedding(model="m", vector=(0.0, 0.0, 1.0, 0.0)))

    assert titles(memory.recall("whales", embedding=Embedding(model="m", vector=(1.0, 0.0, 0.0, 0.0)))) == ["Near"]


@pytest.mark.parametrize(
    "stored",
    [None, Embedding(model="other", vector=(0.0, 0.0, 1.0, 0.0)), Embedding(model="m", vector=(0.0, 1.0))],
    ids=["none", "another model", "another dimension"],
)
def test_a_run_whose_embedding_does_not_compare_is_judged_by_its_words(
    memory: Memory, visit: Visit, book: MakeBook, stored: Embedding | None
) -> None:
    """Table 8.1, row 17."""
    visit("r1", "books about whales", book(), embedding=stored)

    found = memory.recall("books about whales", embedding=Embedding(model="m", vector=(1.0, 0.0, 0.0, 0.0)))

    assert titles(found) == ["Moby-Dick"]


def test_forgetting_a_run_forgets_the_books_only_it_showed(memory: Memory, visit: Visit, book: MakeBook) -> None:
    visit("r1", "books about whales", book(), book("Typee"))
    visit("r2", "the sea", book("Typee"))

    assert memory.forget_run("r1")

    assert memory.recall("books about whales") == []
    assert titles(memory.shown()) == ["Typee"]
    with pytest.raises(UnknownRun, match="'r1'"):
        memory.load("r1")
    assert not memory.forget_run("r1")


def test_forgetting_a_book_leaves_no_fact_of_it_in_any_run(memory: Memory, visit: Visit, book: MakeBook) -> None:
    whale = book("Moby-Dick")
    visit("r1", "the sea", whale, book("Typee", records=()))
    visit("r2", "the sea again", whale)
    memory.rate(whale.id, 5)

    assert memory.forget_book(whale.id)

    assert titles(memory.recall("the sea")) == ["Typee"]
    everything = memory.load("r1").nquads() + memory.load("r2").nquads() + memory.export()
    assert "Moby-Dick" not in everything
    assert "Melville" not in memory.load("r2").nquads()
    assert whale.id not in everything
    assert "OL102749W" not in everything
    assert memory.ratings() == {}
    assert not memory.forget_book(whale.id)


def test_forgetting_everything_leaves_nothing(memory: Memory, visit: Visit, book: MakeBook) -> None:
    visit("r1", "the sea", book())
    memory.rate(book().id, 4.5)

    memory.forget_everything()

    assert memory.export() == ""
    assert memory.digest().counts.books == 0
    visit("r2", "the sea", book())
    assert titles(memory.recall("the sea")) == ["Moby-Dick"]


def test_only_so_many_runs_are_retained(ranked: Rank, book: MakeBook, wall: Clock) -> None:
    memory = Memory(now=wall, retention=Retention(runs=2))
    for number, title in enumerate(["First", "Second", "Third"]):
        memory.graph(f"r{number}").record(query="the sea", intent="on-topic", shortlist=ranked(book(title)), at=wall())
        wall.passes(minutes=1)  # type: ignore[attr-defined]  the fixture's clock

    assert [run.id for run in memory.runs()] == ["r2", "r1"]
    assert "First" not in memory.export()


def test_runs_are_retained_only_so_long(ranked: Rank, book: MakeBook, wall: Clock) -> None:
    memory = Memory(now=wall, retention=Retention(age=timedelta(days=30)))
    memory.graph("r1").record(query="the sea", intent="on-topic", shortlist=ranked(book("Old")), at=wall())
    wall.passes(days=31)  # type: ignore[attr-defined]  the fixture's clock
    memory.graph("r2").record(query="the sea", intent="on-topic", shortlist=ranked(book("New")), at=wall())

    assert titles(memory.recall("the sea")) == ["New"]


def test_ratings_are_remembered_and_changed(memory: Memory, visit: Visit, book: MakeBook) -> None:
    visit("r1", "the sea", book())
    memory.rate(book().id, 3)
    memory.rate(book().id, 5)

    assert memory.ratings() == {book().id: 5.0}
    with pytest.raises(ValueError, match=r"5\.5"):
        memory.rate(book().id, 5.5)


def test_a_run_that_was_only_begun_is_not_remembered(memory: Memory) -> None:
    memory.graph("r1")
    memory.keep("r1")
    memory.keep("never heard of")

    assert memory.runs() == []


def test_what_a_question_records_is_remembered_when_it_is_kept_and_not_while_it_is_asked(
    memory: Memory, ranked: Rank, book: MakeBook, wall: Clock
) -> None:
    graph = memory.begin("r1")
    graph.record(query="books about whales", intent="on-topic", shortlist=ranked(book()), at=wall())
    meanwhile = memory.runs()
    memory.keep("r1")

    assert meanwhile == []
    assert [run.query for run in memory.runs()] == ["books about whales"]


def test_text_that_no_encoding_carries_is_no_reason_to_forget(memory: Memory, visit: Visit, book: MakeBook) -> None:
    visit("r1", "whales \ud83d and ships \x00", book("Moby\ud800", id="urn:archivist:work:moby"))

    assert titles(memory.recall("whales and ships")) == ["Moby?"]


def test_a_run_taken_up_in_a_new_process_keeps_its_trace(
    memory: Memory, library: Library, ranked: Rank, book: MakeBook, wall: Clock
) -> None:
    memory.graph("r1").record(query="books about whales", intent="on-topic", shortlist=ranked(book()), at=wall())
    memory.graph("r1").trace.node("rank", started=wall(), ended=wall(), output="ranked")
    memory.keep("r1")

    resumed = Memory(library, now=wall)
    resumed.resume("r1").trace.node("compose", started=wall(), ended=wall(), output="drafted")
    resumed.graph("r1").record(query="books about whales", intent="on-topic", shortlist=ranked(book()), at=wall())

    told = [quad.object for quad in resumed.load("r1").quads() if quad.predicate.endswith("/nodeName")]
    assert sorted(map(str, told)) == ["compose", "rank"]


def test_a_run_asked_anew_under_an_old_id_starts_over(
    library: Library, ranked: Rank, book: MakeBook, wall: Clock
) -> None:
    for title in ("Moby-Dick", "Typee"):
        memory = Memory(library, now=wall)
        graph = memory.graph("r1")
        graph.trace.node("rank", started=wall(), ended=wall(), output="ranked")
        graph.record(query="the sea", intent="on-topic", shortlist=ranked(book(title)), at=wall())

    assert titles(memory.shown()) == ["Typee"]
    assert memory.export().count("/nodeName>") == 1


def test_memory_is_where_the_store_is(tmp_path, ranked: Rank, book: MakeBook, wall: Clock) -> None:  # noqa: ANN001  pytest's Path
    file = tmp_path / "memory.sqlite"
    store = Store(file)
    Memory(store.runs, now=wall).graph("r1").record(
        query="the sea", intent="on-topic", shortlist=ranked(book()), at=wall()
    )
    store.close()

    reopened = Store(file)

    assert titles(Memory(reopened.runs, now=wall).recall("the sea")) == ["Moby-Dick"]
    reopened.close()
