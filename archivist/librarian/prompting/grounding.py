"""A model's sentences as statements: each part held against the record whose number stands after it.

A sentence is kept whole or not at all. It is kept when every part before a mark is made of connecting words and of
values of that mark's book, and when each book is called by its title or by another value. The visitor's own words may
stand before the first quotation ("On whales, …"), but those for a title or a name are not theirs to lend. Words of a
description count only between quotation marks, word for word: whatever a description says, it is the description that
says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from archivist.books import Book, Wanted, fold, stems
from archivist.librarian.composing.evidence import BETWEEN, Marks, marks_of
from archivist.librarian.draft import Fact, Statement
from archivist.librarian.prompting.connecting import CONNECTING, NEGATING

LONGEST = 600
"""Characters of one sentence."""

_PART = re.compile(r"(?P<said>[^\[\]]*)(?P<marks>(?:\[\d{1,3}\]\s*)+)")
_NUMBER = re.compile(r"\d+")
_FOREIGN = re.compile(r"[<>{}\[\]`\\|]|https?:|www\.|://|\w\.[a-z]{2,}\b", re.IGNORECASE)
_QUOTED = re.compile(r"“([^“”]+)”|„([^„“”]+)[“”]|«\s*([^«»]+?)\s*»|\"([^\"]+)\"")
_QUOTE = re.compile(r"[“„«\"]")
_SHORTEST_QUOTE = 3


class Ungrounded(Exception):
    """A sentence says something that its records do not hold; the message says what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """What stands before one group of marks, and the books of the group."""

    said: str
    books: tuple[Book, ...]


def grounded(sentence: str, books: Sequence[Book], wanted: Wanted, marks: Marks) -> Statement:
    """The sentence as a statement with its facts, its numbers turned into marks of records.

    Raises:
        Ungrounded: it is not to be kept.
    """
    text = " ".join(sentence.split())
    parts, rest = _parts(text, books)
    _hold(rest, "")
    said, facts = "", list[Fact]()
    for place, part in enumerate(parts):
        found = tuple(_facts(part, marks))
        words, values = _without_quotes(part, found), " ".join(_values(part.books))
        head = _head(words) if place == 0 else ""
        _hold(head, values, _lent(wanted))
        _hold(words[len(head) :], values)
        if {fact.book for fact in found} != {book.id for book in part.books}:
            message = f"{part.said.strip()!r} says nothing that the record holds"
            raise Ungrounded(message)
        said += f"{part.said.rstrip()} {marks_of(*found)}"
        facts += found
    return Statement(text=f"{said}{rest}".strip(), facts=tuple(dict.fromkeys(facts)))


def _parts(text: str, books: Sequence[Book]) -> tuple[list[_Part], str]:
    if len(text) > LONGEST or not text.isprintable():
        message = "a sentence is too long or holds letters that are not seen"
        raise Ungrounded(message)
    parts, end = list[_Part](), 0
    for match in _PART.finditer(text):
        parts.append(_Part(said=match["said"], books=tuple(_marked(match["marks"], books))))
        end = match.end()
    rest = text[end:]
    outside = "".join(part.said for part in parts) + rest
    if _FOREIGN.search(outside):
        message = "a sentence holds an address, markup or a bracket that is no mark"
        raise Ungrounded(message)
    if not parts:
        message = f"no record is named for {text!r}"
        raise Ungrounded(message)
    return parts, rest if not rest or rest[0] in ".,;:!?)" else f" {rest}"


def _marked(marks: str, books: Sequence[Book]) -> Iterable[Book]:
    for number in dict.fromkeys(map(int, _NUMBER.findall(marks))):
        if not 1 <= number <= len(books):
            message = f"the mark [{number}] stands for no record"
            raise Ungrounded(message)
        yield books[number - 1]


def _head(said: str) -> str:
    """What stands before the first quotation mark; nothing where there is none."""
    quote = _QUOTE.search(said)
    return said[: quote.start()] if quote else ""


def _lent(wanted: Wanted) -> frozenset[str]:
    """The visitor's own words that a sentence may begin with."""
    like = wanted.like.title if wanted.like else ""
    named = stems(" ".join((wanted.title or "", *wanted.authors, like)))
    return frozenset(stems(wanted.text)) - {*named, *NEGATING}


def _hold(said: str, values: str, lent: frozenset[str] = frozenset()) -> None:
    """Every word connects, is a value, or is lent by the visitor."""
    held = {*stems(values), *lent}
    strange = [word for word in fold(said).split() if word not in CONNECTING and not held.intersection(stems(word))]
    if strange:
        message = f"no cited record holds {', '.join(map(repr, strange[:5]))}"
        raise Ungrounded(message)


def _values(books: Sequence[Book]) -> Iterable[str]:
    """What may be said of the books in words of one's own."""
    for book in books:
        yield from (book.title, book.subtitle or "", *book.authors, *book.subjects)
        yield str(book.year or "")
        if book.rating:
            yield f"{book.rating.average:.1f} {book.rating.count} {book.rating.count:,} 5"


def _facts(part: _Part, marks: Marks) -> Iterable[Fact]:
    folded = f" {fold(part.said)} "
    for book in part.books:
        yield from _of_book(book, part.said, folded, marks)


def _of_book(book: Book, said: str, folded: str, marks: Marks) -> Iterable[Fact]:
    if _in(book.title, folded) and (title := marks.title(book)):
        yield title
    if any(_in(name, folded) or _in(name.split()[-1], folded) for name in book.authors if name.split()) and (
        authors := marks.authors(book)
    ):
        yield authors.fact
    if book.year and _in(str(book.year), folded) and (year := marks.year(book)):
        yield year
    if book.rating and f"{book.rating.average:.1f}" in said.replace(",", ".") and (rating := marks.rating(book)):
        yield from rating
    yield from _subjects(book, folded, marks)
    yield from _quotes(book, said, marks)


def _in(value: str, folded: str) -> bool:
    key = fold(value)
    return bool(key) and f" {key} " in folded


def _subjects(book: Book, folded: str, marks: Marks) -> Iterable[Fact]:
    for record in book.records:
        named = [subject for subject in record.subjects if _in(subject, folded)]
        if named:
            yield marks.fact(book, record, "subjects", BETWEEN.join(dict.fromkeys(named)))
            return


def _quotes(book: Book, said: str, marks: Marks) -> Iterable[Fact]:
    """The parts of the book's description that are quoted; its title in quotation marks is the title and no more."""
    title = f" {fold(book.title)} {fold(book.subtitle or '')} "
    for quote in _quoted(said):
        if _in(quote, title):
            continue
        excerpt = _excerpt(book.description or "", quote)
        if excerpt and (fact := marks.description(book, excerpt)):
            yield fact


def _quoted(said: str) -> list[str]:
    return [next(filter(None, match.groups())) for match in _QUOTED.finditer(said)]


def _excerpt(description: str, quote: str) -> str:
    """The quote if the description holds it as it stands (spaces aside), and it is long enough to be one."""
    plain = " ".join(quote.split()).rstrip(".… ")
    held = " ".join(description.split())
    return plain if len(plain.split()) >= _SHORTEST_QUOTE and plain in held else ""


def _without_quotes(part: _Part, facts: Iterable[Fact]) -> str:
    """The part without what it quotes of a description."""
    said = " ".join(part.said.split())
    for fact in facts:
        if fact.field == "description":
            said = said.replace(str(fact.value), " ")
    return said
