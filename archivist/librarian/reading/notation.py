"""The notation of phrases: a table's lines, read into parts.

A table has one phrase a line:

    tell me [all|more] about        words; `[...]` may be missing, and has choices between bars
    (who|which author) wrote        one of the choices
    {want} to {read}                one of a named set, which is itself written as choices
    recommend* *ing * novel         a word that begins so; one that ends so; any one word
    play ... song                   up to `GAP` words of any sort between
    list of >(books|plays)          the choice follows, and is no part of the phrase
    tell me if !(you can)           the choice does not follow
    any good .                      the message ends there, punctuation aside

Case says nothing. Punctuation marks are words of their own, so `what ('s|is)` fits "what's" and "what is".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from archivist.librarian.reading.phrase_tree import ANYTHING, NOWHERE, STEM, Choice, Firsts, Part, Words

GAP = 8
"""Words that `...` stands for at most."""

_NOTATION = re.compile(r"\.{3}|\w*\*\w*|\w+|[^\w\s]")


@cache
def _one(word: str) -> Part:
    only = frozenset({word})
    return Part(
        lambda said, at: frozenset({at + 1}) if said.word(at) == word else NOWHERE,
        Firsts(only),
        word=word,
        telling=only,
    )


@cache
def _shaped(start: str, end: str) -> Part:
    def step(said: Words, at: int) -> frozenset[int]:
        word = said.word(at)
        fits = word[:1].isalnum() and word.startswith(start) and word.endswith(end)
        return frozenset({at + 1}) if fits else NOWHERE

    return Part(step, Firsts(stems=frozenset({start[:STEM]})) if len(start) >= STEM else ANYTHING)


def _ahead(part: Part, *, wanted: bool) -> Part:
    return Part(
        lambda said, at: frozenset({at}) if bool(part.step(said, at)) is wanted else NOWHERE, Firsts(), skip=True
    )


_GAP = Part(lambda said, at: frozenset(range(at, min(at + GAP, len(said.words)) + 1)), skip=True)
_END = Part(lambda said, at: frozenset({at}) if said.end_at(at) else NOWHERE, skip=True)


class _Shared:
    """A choice that many phrases have, which are tried on one text after the other: where it ends is found out once."""

    def __init__(self, choice: Choice) -> None:
        self._choice = choice
        self._said: Words | None = None
        self._ends: dict[int, frozenset[int]] = {}

    def ends(self, said: Words, at: int) -> frozenset[int]:
        if said is not self._said:
            self._said, self._ends = said, {}
        if at not in self._ends:
            self._ends[at] = self._choice.ends(said, at)
        return self._ends[at]


class Sets:
    """Sets of choices by their names, each read once for all the tables that name it, and so is what tables repeat."""

    def __init__(self, written: Mapping[str, str]) -> None:
        self._written = written
        self._parts: dict[str, Part] = {}
        self._repeated: dict[tuple[str, ...], Part] = {}

    def part(self, name: str) -> Part:
        """The set of that name."""
        if name not in self._parts:
            choice = self.choice(self._written[name])
            self._parts[name] = choice.part()._replace(step=_Shared(choice).ends)
        return self._parts[name]

    def choice(self, lines: str) -> Choice:
        """A choice as it is written, with bars or lines between."""
        return Choice(self.phrases(lines))

    def phrases(self, lines: str) -> list[list[Part]]:
        """The phrases of which one is chosen."""
        return _Notation("|".join(lines.strip().splitlines()), self).phrases()

    def once(self, written: tuple[str, ...], part: Part) -> Part:
        """The part that was read where the same was written before, so that phrases that begin so go one way."""
        return self._repeated.setdefault(written, part)


class _Notation:
    """A line of the notation, read from left to right."""

    def __init__(self, line: str, sets: Sets) -> None:
        self._marks: list[str] = _NOTATION.findall(line.casefold())
        self._at = 0
        self._sets = sets

    def phrases(self) -> list[list[Part]]:
        """What stands up to the bracket that closes, or to the end."""
        phrases = [self._phrase()]
        while self._at < len(self._marks) and self._taken() == "|":
            phrases.append(self._phrase())
        return phrases

    def _taken(self) -> str:
        self._at += 1
        return self._marks[self._at - 1]

    def _phrase(self) -> list[Part]:
        parts = []
        while self._at < len(self._marks) and self._marks[self._at] not in {"|", ")", "]"}:
            parts.append(self._part())
        return parts

    def _part(self) -> Part:
        began, mark = self._at, self._taken()
        if mark in "([":
            choice = Choice(self.phrases())
            part = choice.part() if mark == "(" else choice.optional()
        elif mark in ">!":
            part = _ahead(self._part(), wanted=mark == ">")
        elif mark == "{":
            name = self._taken()
            self._at += 1
            return self._sets.part(name)
        else:
            start, star, end = mark.partition("*")
            return {"...": _GAP, ".": _END}.get(mark) or (_shaped(start, end) if star else _one(mark))
        return self._sets.once(tuple(self._marks[began : self._at]), part)
