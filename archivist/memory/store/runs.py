"""Remembered runs in the kept file, with an inverted index of their questions' words.

A run's own facts lie as compressed N-Quads beside columns for what recall asks; nothing but the columns is read to
recall, and nothing at all to start. What is known of a book is kept once, by the newest run that showed it.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache

from pydantic import TypeAdapter

from archivist.books.record import Book, BookId, Ranked
from archivist.memory.facts import book_facts, without
from archivist.memory.library import Counts, Embedding, KeptRun, PastRun, Question
from archivist.memory.store.connection import Cell, Connection, Row
from archivist.memory.terms import Iri, Quad, clean, from_nquads, to_nquads
from archivist.memory.vocabulary import MEMORY, RunId, dag
from archivist.memory.words import COSINE, words_of

_SHOWN_BY = "SELECT shown.book FROM runs JOIN shown ON shown.run = runs.number WHERE runs.id = ?"
_BRIEF = "runs.id, runs.query, runs.intent, runs.at"

# One pass over the index: how many words each run shares with the question, and from that the Jaccard index.
_ALIKE = f"""
SELECT {_BRIEF}, shared * 1.0 / (? + runs.words - shared) AS likeness
FROM (SELECT run, count(*) AS shared FROM words WHERE word IN (SELECT value FROM json_each(?)) GROUP BY run)
JOIN runs ON runs.number = run
WHERE runs.id <> ? AND likeness >= ?
ORDER BY likeness DESC, runs.at DESC LIMIT ?
"""  # noqa: S608  constants

_SHOWN_LAST = """
SELECT books.body, shown.score, shown.reasons, max(runs.at) AS last
FROM (SELECT number, at FROM runs WHERE id <> ? ORDER BY at DESC, number DESC LIMIT 200) AS runs
JOIN shown ON shown.run = runs.number JOIN books ON books.id = shown.book
GROUP BY shown.book ORDER BY last DESC, shown.place LIMIT ?
"""

# Counting what only one run showed, and the rest from that, reads a few rows; what the others showed, nearly all.
_BOOKS_OF_OTHERS = """
SELECT (SELECT count(*) FROM books) - (
    SELECT count(DISTINCT mine.book) FROM runs JOIN shown AS mine ON mine.run = runs.number
    WHERE runs.id = ? AND NOT EXISTS (SELECT 1 FROM shown WHERE shown.book = mine.book AND shown.run <> mine.run)
)
"""

TURNS_OF = "turns.id IN (? || ':visitor', ? || ':archivist')"
"""The turns of a question, by its run twice."""
SILENT = "DELETE FROM conversations WHERE NOT EXISTS (SELECT 1 FROM turns WHERE conversation = conversations.id)"
"""Deletes the conversations in which nothing is said any more."""
ORPHANS = "DELETE FROM books WHERE NOT EXISTS (SELECT 1 FROM shown WHERE shown.book = books.id)"
"""Deletes the books that no run shows any more."""


class Runs:
    """The memory of one reader, in the kept file: a `Library`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, run: KeptRun) -> None:
        """Remembers the run in place of what was remembered under its id."""
        self._connection.write(lambda database: _put(database, run))

    def alike(self, question: Question, *, floor: float, besides: str | None, limit: int) -> list[PastRun]:
        """Runs that are alike by embedding where both have one of the same model, else by words; most alike first."""
        words = json.dumps(sorted(question.words))
        values: list[Cell] = [len(question.words), words, besides or "", floor, -1 if question.embedding else limit]
        found = {run.id: run for run in map(_past, self._connection.rows(_ALIKE, values))}
        if question.embedding is not None:
            found = self._by_meaning(question.embedding, found, besides)
        return sorted(found.values(), key=lambda run: (-run.likeness, -run.at.timestamp()))[:limit]

    def _by_meaning(self, asked: Embedding, found: dict[RunId, PastRun], besides: str | None) -> dict[RunId, PastRun]:
        """The runs found by words, judged by embedding wherever theirs compares with the question's."""
        judged = dict(found)
        rows = self._connection.rows(
            f"SELECT {_BRIEF}, 0.0, vector FROM runs WHERE model = ? AND id <> ?",  # noqa: S608  constants
            (asked.model, besides or ""),
        )
        for *brief, packed in rows:
            run = _past(tuple(brief))
            likeness = asked.cosine(Embedding.unpacked(asked.model, packed if isinstance(packed, bytes) else b""))
            if likeness is None:
                continue  # another length: words decide about this run
            judged.pop(run.id, None)
            if likeness >= COSINE:
                judged[run.id] = PastRun(id=run.id, query=run.query, intent=run.intent, at=run.at, likeness=likeness)
        return judged

    def newest(self, limit: int, *, besides: str | None = None) -> list[PastRun]:
        """The last runs, newest first."""
        rows = self._connection.rows(
            f"SELECT {_BRIEF}, 0.0 FROM runs WHERE id <> ? ORDER BY at DESC, number DESC LIMIT ?",  # noqa: S608  constants
            (besides or "", limit),
        )
        return [_past(row) for row in rows]

    def shortlist(self, run: str) -> list[Ranked]:
        """The books that the run showed, in its order, as they are known today."""
        rows = self._connection.rows(
            "SELECT books.body, shown.score, shown.reasons FROM runs JOIN shown ON shown.run = runs.number"
            " JOIN books ON books.id = shown.book WHERE runs.id = ? ORDER BY shown.place",
            (run,),
        )
        return [_ranked(row) for row in rows]

    def shown(self, limit: int, *, besides: str | None = None) -> list[Ranked]:
        """The books shown by the last 200 runs, each once, newest first."""
        return [_ranked(row[:3]) for row in self._connection.rows(_SHOWN_LAST, (besides or "", limit))]

    def showed(self, book: str) -> list[PastRun]:
        """The runs that showed the book, newest first."""
        rows = self._connection.rows(
            f"SELECT {_BRIEF}, 0.0 FROM shown JOIN runs ON runs.number = shown.run"  # noqa: S608  constants
            " WHERE shown.book = ? ORDER BY runs.at DESC, runs.number DESC",
            (book,),
        )
        return [_past(row) for row in rows]

    def counts(self, *, besides: str | None = None) -> Counts:
        """How much is remembered."""
        [(books,)] = self._connection.rows(_BOOKS_OF_OTHERS, (besides or "",))
        intents = self._connection.rows(
            "SELECT intent, count(*) AS n FROM runs WHERE id <> ? GROUP BY intent ORDER BY n DESC, intent",
            (besides or "",),
        )
        told = [(str(intent), int(str(n))) for intent, n in intents]
        return Counts(books=int(str(books)), queries=sum(n for _, n in told), intents=told)

    def nquads(self, run: str) -> str | None:
        """The run's own facts as N-Quads."""
        rows = self._connection.rows("SELECT quads FROM runs WHERE id = ?", (run,))
        return _plain(rows[0][0]) if rows else None

    def everything(self) -> Iterator[str]:
        """All remembered facts as N-Quads: runs, oldest first, then books, then the visitor's ratings."""
        # One row a request, for a file that fails in between is left for memory (see Connection) between two requests.
        for (number,) in self._connection.rows("SELECT number FROM runs ORDER BY at, number"):
            for (quads,) in self._connection.rows("SELECT quads FROM runs WHERE number = ?", (number,)):
                yield _plain(quads)
        for (book,) in self._connection.rows("SELECT id FROM books ORDER BY id"):
            for (body,) in self._connection.rows("SELECT body FROM books WHERE id = ?", (book,)):
                yield to_nquads(Quad(*fact, MEMORY) for fact in book_facts(_book(body)))
        for book, stars in self.ratings().items():
            yield to_nquads([Quad(Iri(book), dag("visitorRating"), stars, MEMORY)])

    def forget_run(self, run: str, *, at: datetime) -> bool:
        """Forgets the run, the books that no other run showed, its recording, and its two turns of a conversation.

        Answers of sources go too, whichever question they were for: their addresses hold its words.
        """

        def work(database: sqlite3.Connection) -> bool:
            gone = database.execute("DELETE FROM runs WHERE id = ?", (run,)).rowcount > 0
            gone = database.execute("DELETE FROM recordings WHERE run = ?", (run,)).rowcount > 0 or gone
            gone = database.execute(f"DELETE FROM turns WHERE {TURNS_OF}", (run, run)).rowcount > 0 or gone  # noqa: S608  constants
            database.execute(SILENT)
            database.execute("DELETE FROM responses")
            database.execute(ORPHANS)
            _remember_forgetting(database, "run", run, at)
            return gone

        return self._connection.write(work)

    def forget_book(self, book: str, *, at: datetime) -> bool:
        """Forgets the book in every run, facts included."""

        def work(database: sqlite3.Connection) -> bool:
            numbers = database.execute("SELECT run FROM shown WHERE book = ?", (book,)).fetchall()
            for (number,) in numbers:
                _drop_recording(database, number, at)
                without_book(database, number, book)
            database.execute("DELETE FROM books WHERE id = ?", (book,))
            database.execute("DELETE FROM ratings WHERE book = ?", (book,))
            _remember_forgetting(database, "book", book, at)
            return bool(numbers)

        return self._connection.write(work)

    def forget_everything(self, *, at: datetime) -> None:
        """Forgets all runs, books and ratings; conversations, checkpoints, recordings and cached answers too, settings
        not.
        """

        def work(database: sqlite3.Connection) -> None:
            for table in (
                "runs",
                "books",
                "ratings",
                "turns",
                "conversations",
                "checkpoints",
                "responses",
                "recordings",
            ):
                database.execute(f"DELETE FROM {table}")  # noqa: S608  constants
            _remember_forgetting(database, "everything", "", at)

        self._connection.write(work)
        self._connection.compact()

    def retain(self, *, runs: int, since: datetime | None) -> int:
        """Forgets runs beyond the newest `runs` and those from before `since`."""
        oldest = since.timestamp() if since else float("-inf")

        def work(database: sqlite3.Connection) -> int:
            gone = database.execute(
                "DELETE FROM runs WHERE at < ?"
                " OR number IN (SELECT number FROM runs ORDER BY at DESC LIMIT -1 OFFSET ?)",
                (oldest, runs),
            ).rowcount
            if gone:
                database.execute(ORPHANS)
            return gone

        return self._connection.write(work)

    def rate(self, book: str, stars: float, *, at: datetime) -> None:
        """Remembers what the visitor thinks of the book."""
        self._connection.put("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?)", (book, stars, at.timestamp()))

    def ratings(self) -> dict[BookId, float]:
        """What the visitor thinks of books."""
        rows = self._connection.rows("SELECT book, stars FROM ratings ORDER BY book")
        return {BookId(str(book)): float(str(stars)) for book, stars in rows}


def _put(database: sqlite3.Connection, run: KeptRun) -> None:
    words, at = words_of(run.query), run.at.timestamp()
    vector = run.embedding
    before = database.execute(_SHOWN_BY, (clean(run.id),)).fetchall()
    # Deleting takes the run's words and its shortlist along.
    database.execute("DELETE FROM runs WHERE id = ?", (clean(run.id),))
    number = database.execute(
        "INSERT INTO runs (id, query, intent, at, words, quads, model, vector) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            clean(run.id),
            clean(run.query),
            run.intent,
            at,
            len(words),
            zlib.compress(run.nquads.encode()),
            vector.model if vector else None,
            vector.packed() if vector else None,
        ),
    ).lastrowid
    database.executemany("INSERT INTO words VALUES (?, ?)", [(clean(word), number) for word in words])
    database.executemany(
        "INSERT INTO shown VALUES (?, ?, ?, ?, ?)",
        [(number, place, one.book.id, one.score, json.dumps(one.reasons)) for place, one in enumerate(run.shortlist)],
    )
    database.executemany(
        "INSERT INTO books VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body, at = excluded.at"
        " WHERE excluded.at >= books.at",
        [(book.id, _body(book), at) for book in run.books],
    )
    database.executemany(f"{ORPHANS} AND id = ?", before)


def without_book(database: sqlite3.Connection, number: int, book: str) -> None:
    """Takes every fact about the book and its records, and every fact that points to them, out of one run."""
    [(quads,)] = database.execute("SELECT quads FROM runs WHERE number = ?", (number,)).fetchall()
    kept = without(list(from_nquads(_plain(quads))), book)
    database.execute("UPDATE runs SET quads = ? WHERE number = ?", (zlib.compress(to_nquads(kept).encode()), number))
    database.execute("DELETE FROM shown WHERE run = ? AND book = ?", (number, book))


def _drop_recording(database: sqlite3.Connection, number: int, at: datetime) -> None:
    """Forgets what was recorded of a run: sources' answers tell of every book they brought."""
    [(run,)] = database.execute("SELECT id FROM runs WHERE number = ?", (number,)).fetchall()
    database.execute("DELETE FROM recordings WHERE run = ?", (run,))
    _remember_forgetting(database, "recording", run, at)


def _remember_forgetting(database: sqlite3.Connection, kind: str, name: str, at: datetime) -> None:
    database.execute("INSERT OR REPLACE INTO forgotten VALUES (?, ?, ?)", (kind, name, at.timestamp()))


def _past(row: Row) -> PastRun:
    run, query, intent, at, likeness = row
    return PastRun(
        id=RunId(str(run)),
        query=str(query),
        intent=str(intent),
        at=datetime.fromtimestamp(float(str(at)), UTC),
        likeness=float(str(likeness)),
    )


def _ranked(row: Row) -> Ranked:
    body, score, reasons = row
    return Ranked(book=_book(body), score=float(str(score)), reasons=tuple(json.loads(str(reasons))))


@cache
def _adapter() -> TypeAdapter[Book]:
    return TypeAdapter(Book)


def _book(body: Cell) -> Book:
    return _adapter().validate_json(_plain(body))


def _body(book: Book) -> bytes:
    return zlib.compress(clean(json.dumps(_adapter().dump_python(book), ensure_ascii=False)).encode())


def _plain(packed: Cell) -> str:
    return zlib.decompress(packed if isinstance(packed, bytes) else b"").decode()
