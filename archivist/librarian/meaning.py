"""Texts as vectors, where the visitor has a model that makes them; without one, or when it fails, words have to do."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Protocol

from archivist.books import Book
from archivist.dag import Clock
from archivist.librarian.model_reader_time import bounded
from archivist.librarian.telling import tell
from archivist.memory import Embedding
from archivist.models import Ledger, ModelError, Usage, Vector

SECONDS = 8.0
"""The longest wait for vectors; what they change is the order of equals, and no more than this is worth it."""

REST = 60.0
"""Seconds for which an embedder that failed is left alone."""

KEPT = 2_048
"""Texts whose vectors are kept, as in the published Archivist; theirs grow old in half an hour, ours do not change."""

LONGEST, SUMMARY, SUBJECTS = 600, 300, 10
"""Letters of a book that are compared, letters of its description and subjects among them (Dagonizer's)."""

_LETTERS_A_TOKEN = 4


class Embeds(Protocol):
    """What makes vectors: a `models.Embedder`."""

    id: str

    async def embed(self, texts: Sequence[str], *, deadline: float | None = None) -> tuple[Vector, ...]:
        """A vector a text, in order."""
        ...


class Meaning:
    """Vectors of texts, each asked for once.

    Args:
        embedder: who makes them.
        clock: deadlines are in its monotonic seconds.
        ledger: hears what was used up, and ends it.
    """

    def __init__(self, embedder: Embeds, *, clock: Clock, ledger: Ledger | None = None) -> None:
        self._embedder = embedder
        self._clock = clock
        self._ledger = ledger
        self._kept: OrderedDict[str, Embedding] = OrderedDict()
        self._rests_until = 0.0

    async def of(self, *texts: str) -> tuple[Embedding | None, ...]:
        """The embedding of each text; None for all that cannot be had now, which is told once."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._kept]
        if missing and self._clock.monotonic() >= self._rests_until and not (self._ledger and self._ledger.spent()):
            await self._fetch(missing)
        return tuple(self._kept.get(text) for text in texts)

    async def _fetch(self, texts: Sequence[str]) -> None:
        deadline = bounded(self._clock.monotonic() + SECONDS)
        try:
            vectors = await self._embedder.embed(texts, deadline=deadline)
        except ModelError as error:
            self._rests_until = self._clock.monotonic() + REST
            tell("model-fell", message=f"{self._embedder.id} made no vectors: {error}", code=error.code)
            return
        if self._ledger is not None:
            letters = sum(map(len, texts))
            self._ledger.add(Usage(tokens_in=-(-letters // _LETTERS_A_TOKEN)), None)
        for text, vector in zip(texts, vectors, strict=True):
            self._kept[text] = Embedding(model=f"{vector.model}/{len(vector.values)}", vector=vector.values)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def text_of(book: Book) -> str:
    """What of a book is compared."""
    parts = (book.title, ", ".join(book.authors), *book.subjects[:SUBJECTS], (book.description or "")[:SUMMARY])
    return ". ".join(part for part in parts if part)[:LONGEST]
