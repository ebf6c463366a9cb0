"""Phrases as a tree: those that begin alike go one way, and a text is held against all of them at once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

Step = Callable[["Words", int], frozenset[int]]
"""Where what begins at a word may end, as numbers of words; nowhere when it does not stand there."""

_WORD = re.compile(r"\w+|[^\w\s]")
STEM = 3
"""Letters by which the beginnings of words are looked up; shorter ones are tried everywhere."""
NOWHERE: frozenset[int] = frozenset()


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


@lru_cache(maxsize=16)
def words_of(text: str) -> Words:
    """The text's words."""
    found = list(_WORD.finditer(text))
    words = tuple(word.group().casefold() for word in found)
    return Words(words, tuple(word.span() for word in found), frozenset(words))


class Firsts(NamedTuple):
    """What something may begin with: words, the beginnings of words, or anything."""

    words: frozenset[str] = frozenset()
    stems: frozenset[str] = frozenset()
    any: bool = False

    def admit(self, word: str) -> bool:
        """True when it may begin with the word."""
        return self.any or word in self.words or (bool(self.stems) and word[:STEM] in self.stems)

    def and_those(self, others: Iterable[Firsts]) -> Firsts:
        """What this or one of the others may begin with."""
        all_of_them = (self, *others)
        return Firsts(
            frozenset().union(*(firsts.words for firsts in all_of_them)),
            frozenset().union(*(firsts.stems for firsts in all_of_them)),
            any(firsts.any for firsts in all_of_them),
        )


ANYTHING = Firsts(any=True)


class Part(NamedTuple):
    """A part of a phrase."""

    step: Step
    firsts: Firsts = ANYTHING
    skip: bool = False
    """True when the part may take no word, so that a phrase may as well begin with the next."""
    word: str = ""
    """The word, where the part is nothing else."""
    telling: frozenset[str] | None = None
    """Words of which the part has one for certain; None where nothing is certain."""

    def with_next(self, node: Node) -> Firsts:
        """What the part, or where it may take no word what comes after it, may begin with."""
        if not self.skip:
            return self.firsts
        return ANYTHING if node.may_end else self.firsts.and_those([node.firsts])


Found = list[tuple[tuple[int, ...], int]]
"""Of which tables a phrase ends, and where."""


class Node:
    """How phrases go on that have begun alike; `tables` are the numbers of those of which one ends here.

    A text that has none of the `telling` words holds no phrase that comes this way.
    """

    __slots__ = ("_edges", "_firsts", "_ways", "_words", "tables", "telling")

    def __init__(self) -> None:
        self.tables: tuple[int, ...] = ()
        self._words: dict[str, Node] = {}
        self._edges: dict[Part, Node] = {}
        self._ways: _Ways | None = None
        self._firsts: Firsts | None = None
        self.telling: frozenset[str] | None = frozenset()

    def add(self, phrase: Sequence[Part], table: int = 0) -> None:
        """Lets a phrase of the table go on from here."""
        node, telling = self, _telling(phrase)
        for part in phrase:
            node = node._words.setdefault(part.word, Node()) if part.word else node._edges.setdefault(part, Node())
            node.telling = None if node.telling is None or telling is None else node.telling | telling
        node.tables = (*node.tables, table)

    @property
    def firsts(self) -> Firsts:
        """What may come next, if anything does."""
        if self._firsts is None:
            ways = [part.firsts for part in self._edges]
            ways += [node.firsts for part, node in self._edges.items() if part.skip]
            self._firsts = Firsts(frozenset(self._words)).and_those(ways)
        return self._firsts

    @property
    def may_end(self) -> bool:
        """True when a phrase ends here, or may without another word."""
        return bool(self.tables) or any(part.skip and node.may_end for part, node in self._edges.items())

    def walk(self, said: Words, at: int, found: Found) -> None:
        """Follows the text from a word on, and notes the phrases that end."""
        if self.tables:
            found.append((self.tables, at))
        word = said.words[at] if at < len(said.words) else ""  # not by `word`: this is asked most of all
        node = self._words.get(word)
        if node:
            node.walk(said, at + 1, found)
        if self._edges:
            for part, node in self._next(word):
                if node.telling is not None and node.telling.isdisjoint(said.present):
                    continue  # no phrase that goes this way can be whole
                ends = part.step(said, at)
                if len(ends) == 1:
                    node.walk(said, next(iter(ends)), found)
                elif ends:
                    node.walk_all(said, ends, found)

    def walk_all(self, said: Words, places: Iterable[int], found: Found) -> None:
        """What `walk` does, from several words at once: where their ways meet is looked at once."""
        reached: defaultdict[Node, set[int]] = defaultdict(set)
        for at in places:
            found.extend((self.tables, at) for _ in self.tables[:1])
            word = said.word(at)
            if word in self._words:
                reached[self._words[word]].add(at + 1)
            for part, node in self._next(word):
                reached[node] |= part.step(said, at)
        for node, ends in reached.items():
            node.walk_all(said, ends, found)

    def _next(self, word: str) -> Sequence[_Way]:
        """The ways on that may begin with the word, plain words aside."""
        if self._ways is None:
            self._ways = _Ways(self._edges)
        return self._ways.begun_by(word)


_Way = tuple[Part, Node]


class _Ways:
    """Ways on from a node, looked up by the word that comes next."""

    def __init__(self, edges: Mapping[Part, Node]) -> None:
        words: defaultdict[str, list[_Way]] = defaultdict(list)
        stems: defaultdict[str, list[_Way]] = defaultdict(list)
        self._anything: list[_Way] = []
        for way in edges.items():
            firsts = way[0].with_next(way[1])
            if firsts.any:
                self._anything.append(way)
                continue
            for word in firsts.words:
                words[word].append(way)
            for stem in firsts.stems:
                stems[stem].append(way)
        self._stems = {stem: [*ways, *self._anything] for stem, ways in stems.items()}
        self._words = {
            word: list(dict.fromkeys([*ways, *self._stems.get(word[:STEM], self._anything)]))
            for word, ways in words.items()
        }

    def begun_by(self, word: str) -> Sequence[_Way]:
        """The ways that may begin with the word."""
        ways = self._words.get(word)
        if ways is None:
            ways = self._stems.get(word[:STEM], self._anything) if self._stems else self._anything
        return ways


def _telling(phrase: Sequence[Part]) -> frozenset[str] | None:
    """Words of which the phrase has one for certain: the longest, which few texts have."""
    return max(
        (part.telling for part in phrase if part.telling),
        key=lambda words: min(map(len, words)),
        default=None,
    )


class Choice:
    """One of several phrases; a text that has none of the `telling` words holds none of them."""

    def __init__(self, phrases: Sequence[Sequence[Part]]) -> None:
        self._root = Node()
        sure = [words for words in map(_telling, phrases) if words]
        self.telling = frozenset().union(*sure) if len(sure) == len(phrases) else None
        for phrase in phrases:
            self._root.add(phrase)
        self._skip = self._root.may_end

    def ends(self, said: Words, at: int) -> frozenset[int]:
        """Where phrases end that begin at the word with that number."""
        found: Found = []
        self._root.walk(said, at, found)
        return frozenset([end for _, end in found]) if found else NOWHERE

    def may_begin(self, word: str) -> bool:
        """False when no phrase begins with the word."""
        return self._skip or self._root.firsts.admit(word)

    def not_in(self, said: Words) -> bool:
        """True when none of the phrases can stand in the text."""
        return self.telling is not None and self.telling.isdisjoint(said.present)

    def begins(self, said: Words) -> list[int]:
        """The words with which one of the phrases may begin."""
        if self.not_in(said):
            return []
        firsts = self._root.firsts
        if firsts.any or self._skip:
            return list(range(len(said.words)))
        if not firsts.stems:
            if firsts.words.isdisjoint(said.present):
                return []
            return [at for at, word in enumerate(said.words) if word in firsts.words]
        return [at for at, word in enumerate(said.words) if firsts.admit(word)]

    def part(self) -> Part:
        """The choice within a phrase."""
        return Part(self.ends, self._root.firsts, skip=self._skip, telling=self.telling)

    def optional(self) -> Part:
        """The choice within a phrase, or nothing."""
        return Part(lambda said, at: self.ends(said, at) | {at}, self._root.firsts, skip=True)
