"""The rules, with meaning where they cannot tell: what sort of question it is, and which of two equals is nearer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from archivist.books import Book, Ranked, Wanted
from archivist.librarian.answer import Intent
from archivist.librarian.bands import ORDERED, in_bands, is_open
from archivist.librarian.meaning import Meaning, text_of
from archivist.librarian.model_reader_terms import agreed
from archivist.librarian.prompting.tasks import INTENTS
from archivist.librarian.reader import Asked, Understood
from archivist.librarian.reading import read
from archivist.librarian.rule_reader import RuleReader
from archivist.memory import Embedding

NEAR = 0.4
"""From here on a question is of the sort that a description tells of (Dagonizer's floor)."""


class MeaningReader(RuleReader):
    """A `RuleReader` that asks an embedder too; it never fails, because without vectors the rules stand."""

    def __init__(self, meaning: Meaning) -> None:
        self._meaning = meaning

    async def settled(self, asked: Asked) -> Understood | None:
        """The sort of question where rules and meaning agree, so that no chat model need be asked."""
        by_rule = await super().classify(asked)
        return by_rule if await self._intent(asked) == by_rule.intent else None

    async def classify(self, asked: Asked) -> Understood:
        """By meaning where the rules find nothing that a catalogue could look for; else by rule."""
        by_rule = await super().classify(asked)
        reading = read(asked.question, asked.conversation, today=asked.today)
        if by_rule.intent != "off-topic" or reading.follow_up:
            return by_rule  # a follow-up means what its conversation says, and its words alone mislead
        intent = await self._intent(asked)
        return Understood(intent=agreed(intent or "", reading, asked.conversation), language=by_rule.language)

    async def _intent(self, asked: Asked) -> Intent | None:
        told = [f"The visitor {said}" for said in INTENTS.values()]
        question, *anchors = await self._meaning.of(asked.question, *told)
        near = {intent: _cosine(question, anchor) for intent, anchor in zip(INTENTS, anchors, strict=True)}
        best = max(near, key=lambda intent: near[intent])
        return best if near[best] >= NEAR else None

    async def rank(self, books: Sequence[Book], wanted: Wanted, *, today: date) -> list[Ranked]:
        """By rule; among books that fit equally well the nearest in meaning comes first."""
        ranked = await super().rank(books, wanted, today=today)
        head = ranked[:ORDERED]
        if not is_open(head, wanted):
            return ranked
        question, *each = await self._meaning.of(wanted.text, *(text_of(one.book) for one in head))
        near = [_cosine(question, one) for one in each]
        places = {n: -likeness for n, likeness in enumerate(near, 1)}
        return [*in_bands(head, places), *ranked[ORDERED:]]


def _cosine(one: Embedding | None, other: Embedding | None) -> float:
    """As `Embedding.cosine`; what cannot be compared is not near."""
    return (one.cosine(other) if one and other else None) or 0.0
