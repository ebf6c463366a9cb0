"""A frame: the words around the slot in which a question names a book, an author or a subject."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from archivist.librarian.reading.talk_words import FOREIGN
from archivist.librarian.reading.text import shouted, tokens
from archivist.librarian.reading.values import Fact

Purpose = Literal["fact", "describe", "reviews", "similar", "author", "person", "recall", "request"]


@dataclass(frozen=True, slots=True)
class Frame:
    """What a question of this form wants; `fact` for the ones that ask one fact of one book.

    `holds_name` says that the frame's own words include a name, so that capitals in them mean nothing.
    """

    purpose: Purpose
    pattern: re.Pattern[str]
    fact: Fact | None = None
    holds_name: bool = False


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


WHAT_IS = r"(?:what(?:'s| is| was| are| were|s)|tell me|do you know|give me|i(?:'d| would) like to know|find(?: out)?)"
"""How a question for one thing begins."""

_NEW_SENTENCE = re.compile(r"[.!?;]\s*\S+")
"""A word that is capitalised because a sentence begins there."""


_ALWAYS_CAPITAL = frozenset({"I", "I'm", "I'd", "I've", "ISBN"})


def framed(text: str, frames: tuple[Frame, ...]) -> Framed | None:
    """The first frame that holds for the question."""
    for frame in frames:
        match = frame.pattern.match(text)
        if match and (frame.holds_name or not written_as_title(text, match)):
            slot = match["slot"].strip(" ,;:")
            if slot:
                return Framed(frame, slot, text[: match.start("slot")].strip(), text[match.end("slot") :])
    return None


def written_as_title(text: str, match: re.Match[str]) -> bool:
    """True when the frame's own words after the first are capitalised, so that they belong to a title.

    German nouns of asking ("Wie viele Seiten hat…") have a capital anyway.
    """
    if shouted(text):
        return False
    before, after = text[: match.start("slot")], _NEW_SENTENCE.sub("", text[match.end("slot") :])
    words = [
        word
        for word in [*tokens(before)[1:], *tokens(after)]
        if word[0].isalpha() and word not in _ALWAYS_CAPITAL and word.casefold() not in FOREIGN["de"]
    ]
    return any(word[0].isupper() and not (len(word) > 1 and word.isupper()) for word in words)
