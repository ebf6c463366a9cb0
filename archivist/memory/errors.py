"""What can go wrong in memory.

MemoryFailed
├── UnreadableMemory   text that should be remembered runs and is not; nothing of it was taken in
├── UnknownRun         a run that is not remembered
├── UnknownBook        a book that no such run showed
└── EndpointFailed     a shared memory at a SPARQL endpoint that did not answer
A store that is refused, full or damaged raises nothing: it says so once and goes on in memory (see `Store`).
"""

from __future__ import annotations

from typing import Self

_SHOWN = 80


class MemoryFailed(Exception):
    """The root; its text is a sentence for the visitor."""


class UnreadableMemory(MemoryFailed):
    """Text that cannot be taken in as memory."""

    @classmethod
    def line(cls, number: int, line: str) -> Self:
        """The line of N-Quads that is none."""
        return cls(f"Line {number} is no N-Quads line as memory writes them: {line[:_SHOWN]!r}. Nothing was taken in.")

    @classmethod
    def value(cls, text: str, datatype: str | None) -> Self:
        """The literal that memory never writes."""
        return cls(f"{text[:_SHOWN]!r} is no literal of type {datatype!r} as memory writes them. Nothing was taken in.")

    @classmethod
    def graph(cls, rule: str) -> Self:
        """The graph that breaks `rule`."""
        return cls(f"This is no remembered run: {rule}. Nothing was taken in.")

    @classmethod
    def missing(cls, subject: str, predicate: str) -> Self:
        """The fact that should be there."""
        return cls.graph(f"{subject!r} has no {predicate!r}")


class UnknownRun(MemoryFailed):
    """The run is not remembered: never recorded, forgotten, or past its retention."""

    def __init__(self, run: str) -> None:
        super().__init__(f"Run {run!r} is not remembered; `runs()` lists those that are.")
        self.run = run


class UnknownBook(MemoryFailed):
    """No remembered run, or not the one that was named, showed the book."""

    def __init__(self, book: str) -> None:
        super().__init__(f"Book {book!r} is in no such run's shortlist; `shown()` lists the last ones.")
        self.book = book


class EndpointFailed(MemoryFailed):
    """The shared memory did not answer, or not as SPARQL 1.1 says."""

    def __init__(self, url: str, why: str) -> None:
        super().__init__(f"The shared memory at {url!r} did not answer: {why}. Check its address in the settings.")
        self.url = url

    @classmethod
    def odd(cls, value: object) -> Self:
        """An answer that memory never put there."""
        return cls("its endpoint", f"{value!r} is not what memory keeps there")
