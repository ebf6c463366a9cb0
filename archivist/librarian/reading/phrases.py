"""Phrases as a person writes them down (see `notation`), and where they stand in a question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from archivist.librarian.reading.notation import Sets
from archivist.librarian.reading.phrase_tree import Choice, Found, Node, Words, words_of

_NONE: Mapping[str, str] = {}
_SETS: dict[int, Sets] = {}
"""What was read of named sets, by their identity, which stays theirs since `Sets` holds them."""


def _sets(written: Mapping[str, str]) -> Sets:
    return _SETS.setdefault(id(written), Sets(written))


class Phrases:
    """A table of phrases; the named sets are written as choices ("read|find|get hold of")."""

    def __init__(self, lines: str, named: Mapping[str, str] | None = None) -> None:
        self._lines = lines
        self._sets = _sets(named or _NONE)
        _TABLES.append(self)

    @cached_property
    def _choice(self) -> Choice:
        return self._sets.choice(self._lines)

    def warm(self) -> None:
        """Reads the table now; else the first question that needs it does."""
        self._choice  # noqa: B018

    def ends(self, said: Words, at: int = 0) -> frozenset[int]:
        """Where phrases end that begin at the word with that number."""
        choice = self._choice
        return _NOWHERE if choice.not_in(said) else choice.ends(said, at)

    def start_of(self, text: str, marks: str) -> str:
        """The longest phrase that the text begins with and the marks after it: some, unless it ends with an apostrophe.

        Empty when there is none, or nothing else.
        """
        said = words_of(text)
        return _start(text, said, self.ends(said), marks)

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

    def hinted_at_by(self, word: str) -> bool:
        """True for some word at least of every text that holds a phrase."""
        telling = self._choice.telling
        return self._choice.may_begin(word) if telling is None else word in telling

    def begin(self, text: str) -> bool:
        """True when the text begins with a phrase."""
        return bool(self.ends(words_of(text)))

    def stand_in(self, text: str) -> bool:
        """True when a phrase stands anywhere in the text."""
        said = words_of(text)
        return any(self.ends(said, at) for at in self._choice.begins(said))


class Openings:
    """Many tables that are tried on the beginning of one text together: phrases that begin alike go one way."""

    def __init__(self, tables: Mapping[int, tuple[str, Mapping[str, str] | None]]) -> None:
        self._tables = tables
        _TABLES.append(self)

    @cached_property
    def _root(self) -> Node:
        root = Node()
        for number, (lines, named) in self._tables.items():
            for phrase in _sets(named or _NONE).phrases(lines):
                root.add(phrase, number)
        return root

    def warm(self) -> None:
        """Reads the tables now; else the first question that needs them does."""
        self._root  # noqa: B018

    def starts_of(self, text: str, marks: str) -> dict[int, str]:
        """What `Phrases.start_of` says of the text, by the numbers of the tables for which that is something."""
        said = words_of(text)
        found: Found = []
        self._root.walk(said, 0, found)
        ends: defaultdict[int, set[int]] = defaultdict(set)
        for tables, end in found:
            for number in tables:
                ends[number].add(end)
        starts = {number: _start(text, said, places, marks) for number, places in ends.items()}
        return {number: start for number, start in starts.items() if start}


def _start(text: str, said: Words, ends: Collection[int], marks: str) -> str:
    """The text up to the last of the ends that is followed by marks and something else."""
    for end in sorted((said.spans[end - 1][1] for end in ends if end), reverse=True):
        begin = len(text) - len(text[end:].lstrip(marks))
        if (end < begin or text[end - 1] == "'") and begin < len(text):
            return text[:begin]
    return ""


_NOWHERE: frozenset[int] = frozenset()
_TABLES: list[Phrases | Openings] = []


def warming() -> Iterator[None]:
    """Reads every table of the program, one a step, so that no question has to wait for it."""
    for table in _TABLES:
        table.warm()
        yield
