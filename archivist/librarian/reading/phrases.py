"""Phrases as a person writes them down, and where they stand in a question.

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
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

GAP = 8
"""Words that `...` stands for at most."""

Step = Callable[["Words", int], set[int]]
"""Where what begins at a word may end, as numbers of words; nowhere when it does not stand there."""

_WORD = re.compile(r"\w+|[^\w\s]")
_NOTATION = re.compile(r"\.{3}|\w*\*\w*|\w+|[^\w\s]")
_ANY = ""
"""In place of the words that a phrase can begin with: it is tried everywhere."""
_STEM = 3
"""Letters by which the beginnings of words are looked up; shorter ones are tried everywhere."""


class Words(NamedTuple):
    """A text as its words in lower case, and the places of these in the text."""

    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    present: frozenset[str]

    def word(self, at: int) -> str:
        """The word with that number, empty after the last."""
        return self.words[at] if at < len(self.words) else ""

    def end_at(self, at: int) -> bool:
        """True when nothing but punctuation stands from that word on."""
        return all(word in ".!?,;:…)" for word in self.words[at:])


@lru_cache(maxsize=64)
def words_of(text: str) -> Words:
    """The text's words."""
    found = list(_WORD.finditer(text))
    words = tuple(word.group().casefold() for word in found)
    return Words(words, tuple(word.span() for word in found), frozenset(words))


class _Part(NamedTuple):
    step: Step
    firsts: frozenset[str] = frozenset({_ANY})
    skip: bool = False
    """True when the part may take no word, so that a phrase may as well begin with the next."""
    plain: bool = False
    """True for a single word."""


class _Phrase(tuple[_Part, ...]):
    __slots__ = ()

    def ends(self, said: Words, at: int) -> set[int]:
        ends = {at}
        for part in self:
            if len(ends) == 1:  # as a rule: nothing to put together
                ends = part.step(said, *ends)
            else:
                ends = set().union(*(part.step(said, begin) for begin in ends))
            if not ends:
                break
        return ends

    def firsts(self) -> Iterator[str]:
        for part in self:
            yield from part.firsts
            if not part.skip:
                return

    @property
    def skip(self) -> bool:
        return all(part.skip for part in self)


class _Plain(NamedTuple):
    """A phrase of single words alone, as most are."""

    words: tuple[str, ...]

    def ends(self, said: Words, at: int) -> set[int]:
        end = at + len(self.words)
        return {end} if said.words[at:end] == self.words else set()


class _Choice:
    """One of several phrases, looked up by their first words."""

    def __init__(self, phrases: Sequence[_Phrase]) -> None:
        starts: defaultdict[str, list[_Phrase | _Plain]] = defaultdict(list)
        words = set()
        for phrase in phrases:
            firsts = set(phrase.firsts())
            if len(phrase) == 1 and phrase[0].plain:
                words |= firsts
                continue
            plain = bool(phrase) and all(part.plain for part in phrase)
            tried = _Plain(tuple(word for part in phrase for word in part.firsts)) if plain else phrase
            for first in {_ANY} if phrase.skip else firsts:
                starts[first].append(tried)
        self._firsts = frozenset(first for phrase in phrases for first in phrase.firsts())
        self._skip = any(phrase.skip for phrase in phrases)
        self._words = frozenset(words)
        self._anywhere = starts.pop(_ANY, [])
        self._stems = {first: starts.pop(first) for first in list(starts) if first.endswith("*")}
        self._starts = {first: [*phrases, *self._anywhere] for first, phrases in starts.items()}

    def ends(self, said: Words, at: int) -> set[int]:
        word = said.words[at] if at < len(said.words) else ""  # not by `word`: this is asked most of all
        ends = {at + 1} if word in self._words else set()
        begun = self._starts.get(word, self._anywhere)
        if self._stems:
            begun = [*begun, *self._stems.get(word[:_STEM] + "*", [])]
        for phrase in begun:
            ends |= phrase.ends(said, at)
        return ends

    def may_begin(self, word: str) -> bool:
        return word in self._firsts or bool(self._anywhere or (self._stems and word[:_STEM] + "*" in self._firsts))

    def begins(self, said: Words) -> list[int]:
        """The words with which one of the phrases may begin."""
        if not (self._anywhere or self._stems):
            if self._firsts.isdisjoint(said.present):
                return []
            return [at for at, word in enumerate(said.words) if word in self._firsts]
        return [at for at, word in enumerate(said.words) if self.may_begin(word)]

    def part(self) -> _Part:
        return _Part(self.ends, self._firsts, skip=self._skip)

    def optional(self) -> _Part:
        return _Part(lambda said, at: {at} | self.ends(said, at), self._firsts, skip=True)


@cache
def _one(word: str) -> _Part:
    return _Part(lambda said, at: {at + 1} if said.word(at) == word else set(), frozenset({word}), plain=True)


@cache
def _shaped(start: str, end: str) -> _Part:
    def step(said: Words, at: int) -> set[int]:
        word = said.word(at)
        return {at + 1} if word[:1].isalnum() and word.startswith(start) and word.endswith(end) else set()

    return _Part(step, frozenset({f"{start[:_STEM]}*" if len(start) >= _STEM else _ANY}))


def _ahead(part: _Part, *, wanted: bool) -> _Part:
    return _Part(lambda said, at: {at} if bool(part.step(said, at)) is wanted else set(), frozenset(), skip=True)


_GAP = _Part(lambda said, at: set(range(at, min(at + GAP, len(said.words)) + 1)), skip=True)
_END = _Part(lambda said, at: {at} if said.end_at(at) else set(), skip=True)


class _Notation:
    """A line of the notation, read from left to right."""

    def __init__(self, line: str, named: Callable[[str], _Part]) -> None:
        self._marks = deque(_NOTATION.findall(line.casefold()))
        self._named = named

    def choice(self) -> _Choice:
        phrases = [self._phrase()]
        while self._marks and self._marks.popleft() == "|":
            phrases.append(self._phrase())
        return _Choice(phrases)

    def _phrase(self) -> _Phrase:
        parts = []
        while self._marks and self._marks[0] not in {"|", ")", "]"}:
            parts.append(self._part())
        return _Phrase(parts)

    def _part(self) -> _Part:
        mark = self._marks.popleft()
        if mark in "([":
            return self.choice().part() if mark == "(" else self.choice().optional()
        if mark in ">!":
            return _ahead(self._part(), wanted=mark == ">")
        if mark == "{":
            name = self._marks.popleft()
            self._marks.popleft()
            return self._named(name)
        start, star, end = mark.partition("*")
        return {"...": _GAP, ".": _END}.get(mark) or (_shaped(start, end) if star else _one(mark))


class _Shared:
    """A choice that many phrases have, which are tried on one text after the other: where it ends is found out once."""

    def __init__(self, choice: _Choice) -> None:
        self._choice = choice
        self._said: Words | None = None
        self._ends: dict[int, set[int]] = {}

    def ends(self, said: Words, at: int) -> set[int]:
        if said is not self._said:
            self._said, self._ends = said, {}
        if at not in self._ends:
            self._ends[at] = self._choice.ends(said, at)
        return self._ends[at]


class _Sets:
    """Sets of choices by their names, each read once for all the tables that name it."""

    def __init__(self, written: Mapping[str, str]) -> None:
        self._written = written
        self._parts: dict[str, _Part] = {}

    def part(self, name: str) -> _Part:
        if name not in self._parts:
            choice = _Notation(self._written[name], self.part).choice()
            self._parts[name] = choice.part()._replace(step=_Shared(choice).ends)
        return self._parts[name]


_NONE: Mapping[str, str] = {}
_SETS: dict[int, _Sets] = {}
"""What was read of named sets, by their identity, which stays theirs since `_Sets` holds them."""


def _sets(written: Mapping[str, str]) -> _Sets:
    return _SETS.setdefault(id(written), _Sets(written))


class Phrases:
    """A table of phrases; the named sets are written as choices ("read|find|get hold of")."""

    def __init__(self, lines: str, named: Mapping[str, str] | None = None) -> None:
        self._lines = lines
        self._sets = _sets(named or _NONE)
        _TABLES.append(self)

    @cached_property
    def _choice(self) -> _Choice:
        return _Notation("|".join(self._lines.strip().splitlines()), self._sets.part).choice()

    def warm(self) -> None:
        """Reads the table now; else the first question that needs it does."""
        self._choice  # noqa: B018

    def ends(self, said: Words, at: int = 0) -> set[int]:
        """Where phrases end that begin at the word with that number."""
        return self._choice.ends(said, at)

    def start_of(self, text: str, marks: str) -> str:
        """The longest phrase that the text begins with and the marks after it: some, unless it ends with an apostrophe.

        Empty when there is none, or nothing else.
        """
        said = words_of(text)
        for end in sorted((said.spans[end - 1][1] for end in self.ends(said)), reverse=True):
            begin = len(text) - len(text[end:].lstrip(marks))
            if (end < begin or text[end - 1] == "'") and begin < len(text):
                return text[:begin]
        return ""

    def end_of(self, text: str, marks: str, *, more: bool = False) -> str:
        """The longest phrase that the text ends with, punctuation aside, and the marks before it: there must be some.

        With `more` anything may follow the phrase. Empty when there is none, or nothing else.
        """
        said = words_of(text)
        for at in self._choice.begins(said):
            place = said.spans[at][0]
            before = len(text[:place].rstrip(marks))
            apart = before < place or not text[place].isalnum()
            if before and apart and any(more or said.end_at(end) for end in self.ends(said, at)):
                return text[before:]
        return ""

    def replaced(self, text: str, by: str) -> str:
        """The text with other words in place of each phrase, the longest wherever several begin."""
        said = words_of(text)
        for at in self._choice.begins(said):
            ends = self.ends(said, at)
            if ends:
                rest = text[said.spans[max(ends) - 1][1] :]
                return text[: said.spans[at][0]] + by + self.replaced(rest, by)
        return text

    def span(self, text: str, *, after: str = " ", before: str = "") -> tuple[int, int] | None:
        """The first place where a phrase begins, and the longest there; None where none stands.

        A phrase stands at the beginning of the text or after one of the marks `after`, and, when there are marks
        `before`, at the end of the text or before one of them.
        """
        said = words_of(text)
        for at in self._choice.begins(said):
            start = said.spans[at][0]
            ends = [said.spans[end - 1][1] for end in self.ends(said, at) if end > at]
            fit = [end for end in ends if not before or text[end : end + 1] in before]
            if fit and (not start or text[start - 1] in after):
                return start, max(fit)
        return None

    def __contains__(self, text: str) -> bool:
        """True when the whole text is a phrase, punctuation at its end aside."""
        said = words_of(text)
        return any(map(said.end_at, self.ends(said)))

    @cached_property
    def may_be_nothing(self) -> bool:
        """True when no words at all are a phrase."""
        return "" in self

    def absent(self, text: str) -> bool:
        """True when none of the text's words begins a phrase."""
        return not self._choice.begins(words_of(text))

    def may_begin(self, word: str) -> bool:
        """False when no phrase begins with the word."""
        return self._choice.may_begin(word)

    def begin(self, text: str) -> bool:
        """True when the text begins with a phrase."""
        return bool(self.ends(words_of(text)))

    def stand_in(self, text: str) -> bool:
        """True when a phrase stands anywhere in the text."""
        said = words_of(text)
        return any(self.ends(said, at) for at in self._choice.begins(said))


_TABLES: list[Phrases] = []


def warming() -> Iterator[None]:
    """Reads every table of the program, one a step, so that no question has to wait for it."""
    for table in _TABLES:
        table.warm()
        yield
