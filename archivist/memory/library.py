"""What a place must be able to do to be the memory of one reader or of many."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import sqrt
from operator import mul
from typing import Protocol

from archivist.books.record import Book, BookId, Ranked
from archivist.memory.vocabulary import RunId
from archivist.memory.words import words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedding:
    """A question as a vector, and the model that made it: vectors of two models, or of two lengths, do not compare."""

    model: str
    vector: tuple[float, ...]

    def cosine(self, other: Embedding) -> float | None:
        """How alike two questions are, from -1 to 1; None when the embeddings do not compare."""
        if self.model != other.model or len(self.vector) != len(other.vector):
            return None
        lengths = sqrt(sum(map(mul, self.vector, self.vector))) * sqrt(sum(map(mul, other.vector, other.vector)))
        return sum(map(mul, self.vector, other.vector)) / lengths if lengths else None

    def packed(self) -> bytes:
        """The vector as 32-bit floats."""
        return array("f", self.vector).tobytes()

    @classmethod
    def unpacked(cls, model: str, packed: bytes) -> Embedding:
        """The embedding that `packed` came from, to 32 bits."""
        return cls(model=model, vector=tuple(array("f", packed)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked of memory: the text, its words, and its embedding where a model is set up."""

    text: str
    embedding: Embedding | None = None
    words: frozenset[str] = field(default=frozenset())

    @classmethod
    def of(cls, text: str, embedding: Embedding | None = None) -> Question:
        """The question with its words."""
        return cls(text=text, embedding=embedding, words=words_of(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRun:
    """An earlier run in short. `likeness` to the question that recalled it is from 0 to 1, and 0 where none did."""

    id: RunId
    query: str
    intent: str
    at: datetime
    likeness: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRun:
    """A run as it is kept: `nquads` are its own facts; what is known of its books is kept once a book, with the newest
    run's word.
    """

    id: RunId
    query: str
    intent: str
    at: datetime
    shortlist: tuple[Ranked, ...]
    nquads: str
    embedding: Embedding | None = None

    @property
    def books(self) -> Iterator[Book]:
        """The shortlisted books."""
        return (one.book for one in self.shortlist)


class Library(Protocol):
    """Where runs are remembered.

    Raises:
        EndpointFailed: by every method of a shared memory that does not answer; a kept file raises nothing (`Store`).
    """

    def put(self, run: KeptRun) -> None:
        """Remembers the run in place of what was remembered under its id."""

    def alike(self, question: Question, *, floor: float, besides: str | None, limit: int) -> list[PastRun]:
        """Runs whose question is at least `floor` like this one, most alike first, newer first among equals."""

    def newest(self, limit: int, *, besides: str | None = None) -> list[PastRun]:
        """The last runs, newest first."""

    def shortlist(self, run: str) -> list[Ranked]:
        """The books that the run showed, in its order, as they are known today; none for an unknown run."""

    def shown(self, limit: int, *, besides: str | None = None) -> list[Ranked]:
        """The books shown last, each once, newest first."""

    def showed(self, book: str) -> list[PastRun]:
        """The runs that showed the book, newest first."""

    def counts(self, *, besides: str | None = None) -> Counts:
        """How much is remembered."""

    def nquads(self, run: str) -> str | None:
        """The run's own facts as N-Quads; None for an unknown run."""

    def everything(self) -> Iterator[str]:
        """All remembered facts as N-Quads, in pieces of whole lines."""

    def forget_run(self, run: str, *, at: datetime) -> bool:
        """Forgets the run, and the books that no other run showed; False when it was not remembered."""

    def forget_book(self, book: str, *, at: datetime) -> bool:
        """Forgets the book in every run; False when it was not remembered."""

    def forget_everything(self, *, at: datetime) -> None:
        """Forgets all runs, books and ratings."""

    def retain(self, *, runs: int, since: datetime | None) -> int:
        """Forgets runs beyond the newest `runs` and those from before `since`; how many they were."""

    def rate(self, book: str, stars: float, *, at: datetime) -> None:
        """Remembers what the visitor thinks of the book, from 0 to 5."""

    def ratings(self) -> dict[BookId, float]:
        """What the visitor thinks of books."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much is remembered: books, questions, and questions by intent (the most frequent first)."""

    books: int
    queries: int
    intents: Sequence[tuple[str, int]]
