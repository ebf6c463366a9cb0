"""A frame: the words around the slot in which a question names a book, an author or a subject."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Literal

from archivist.librarian.reading.phrase_tree import words_of
from archivist.librarian.reading.phrases import Openings, Phrases
from archivist.librarian.reading.talk_words import FOREIGN
from archivist.librarian.reading.text import shouted, tokens
from archivist.librarian.reading.values import Fact

Purpose = Literal["fact", "describe", "reviews", "similar", "rest", "author", "person", "recall", "request"]
_Lines = tuple[str, Mapping[str, str] | None]
"""Phrases as they are written, and the named sets in them."""
_SLOT = "_"
_OPEN = "..."


@dataclass(frozen=True, slots=True)
class Frame:
    """What a question of this form wants; `fact` for the ones that ask one fact of one book.

    `holds_name` says that the frame's own words include a name, so that capitals in them mean nothing.
    """

    purpose: Purpose
    pattern: re.Pattern[str] | None = None
    fact: Fact | None = None
    holds_name: bool = False
    before: _Lines | None = None
    after: Phrases | None = None
    more: bool = False

    def slot(self, text: str, start: int) -> tuple[int, int] | None:
        """Where the slot that begins after `start` characters ends in the text, None where the frame does not hold.

        A pattern sees by itself where the slot begins.
        """
        if self.pattern:
            match = self.pattern.match(text)
            return match.span("slot") if match else None
        if self.after is None:
            return start, len(text)
        end = self.after.end_of(text[start:], " .,;:!?" if self.more else " ,:", more=self.more)
        return (start, len(text) - len(end)) if end or self.after.may_be_nothing else None


@dataclass(frozen=True, slots=True)
class Framed:
    """A frame that holds for a question, and the words in its slot."""

    frame: Frame
    slot: str
    lead: str
    tail: str = ""


_END = r"[\s?!.…]*$"


def frame(
    purpose: Purpose, before: str, after: str = "", *, fact: Fact | None = None, holds_name: bool = False
) -> Frame:
    """A frame of a pattern for what stands before the slot and one for what stands after it."""
    start = rf"^(?:{before})[\s:,]+" if before else "^"
    end = rf"(?:{after}){_END}" if after else r"\s*$"
    return Frame(purpose, re.compile(rf"{start}(?P<slot>\S.*?){end}", re.IGNORECASE | re.DOTALL), fact, holds_name)


def frames(
    purpose: Purpose,
    lines: str,
    named: Mapping[str, str] | None = None,
    *,
    fact: Fact | None = None,
    holds_name: bool = False,
) -> tuple[Frame, ...]:
    """A frame a line: phrases before and after the slot, which is written `_`; with `...` at the end anything follows.

    A line without a slot ends with it.
    """
    return tuple(
        replace(_frame(purpose, line.strip(), named), fact=fact, holds_name=holds_name)
        for line in lines.strip().splitlines()
    )


def _frame(purpose: Purpose, line: str, named: Mapping[str, str] | None) -> Frame:
    before, _, after = (part.strip() for part in line.partition(_SLOT))
    return Frame(
        purpose,
        before=(before, named) if before else None,
        after=Phrases(after.removesuffix(_OPEN), named) if after else None,
        more=after.endswith(_OPEN),
    )


ASKED_FOR = "what ['s|is|was|are|were]|whats|tell me|do you know|give me|i ('d|would) like to know|find [out]"
"""How a question for one thing begins, as choices of phrases."""

_NEW_SENTENCE = re.compile(r"[.!?;]\s*\S+")
"""A word that is capitalised because a sentence begins there."""


_ALWAYS_CAPITAL = frozenset({"I", "I'm", "I'd", "I've", "ISBN"})


class Frames:
    """Frames in the order in which they are tried, those first looked up that can hold for a text."""

    def __init__(self, *groups: tuple[Frame, ...]) -> None:
        self._all = tuple(chain.from_iterable(groups))
        begun = {i: frame.before for i, frame in enumerate(self._all) if frame.before}
        self._openings = Openings(begun)
        self._without = frozenset(range(len(self._all))) - begun.keys()
        self._ended = {i: frame.after for i, frame in enumerate(self._all) if frame.after}
        self._ended_by = lru_cache(maxsize=512)(self._numbers_ended_by)
        self.begun = lru_cache(maxsize=8)(self._begun)

    def _begun(self, text: str) -> tuple[tuple[Frame, int], ...]:
        """The frames that begin so and may end so, and after how many characters the slot of each begins."""
        starts = self._openings.starts_of(text, " :,")
        possible = sorted(self._without.union(starts) - self._unended(text))
        return tuple((self._all[i], len(starts.get(i, ""))) for i in possible)

    def _unended(self, text: str) -> frozenset[int]:
        """The frames of which no word of the text can begin the end."""
        return frozenset(self._ended).difference(*map(self._ended_by, words_of(text).present))

    def _numbers_ended_by(self, word: str) -> frozenset[int]:
        return frozenset(i for i, after in self._ended.items() if after.may_be_nothing or after.hinted_at_by(word))


def framed(text: str, frames: Frames) -> Framed | None:
    """The first frame that holds for the question."""
    return next(all_framed(text, frames), None)


def all_framed(text: str, frames: Frames) -> Iterator[Framed]:
    """Every frame that holds for the question, in turn."""
    for frame, start in frames.begun(text):
        span = frame.slot(text, start)
        if span and (frame.holds_name or not _written_as_title(text, span)):
            slot = text[slice(*span)].strip(" ,;:")
            if slot:
                yield Framed(frame, slot, text[: span[0]].strip(), text[span[1] :])


def _written_as_title(text: str, slot: tuple[int, int]) -> bool:
    """True when the frame's own words after the first are capitalised, so that they belong to a title.

    German nouns of asking ("Wie viele Seiten hat…") have a capital anyway.
    """
    if shouted(text):
        return False
    before, after = text[: slot[0]], _NEW_SENTENCE.sub("", text[slot[1] :])
    words = [
        word
        for word in [*tokens(before)[1:], *tokens(after)]
        if word[0].isalpha() and word not in _ALWAYS_CAPITAL and word.casefold() not in FOREIGN["de"]
    ]
    return any(word[0].isupper() and not (len(word) > 1 and word.isupper()) for word in words)
