"""Bare words, which may be a title, an author, a subject or all of these together: what does a book answer them as?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal

from archivist.books.fit import Fit, best
from archivist.books.fit_title import has_title, title_fit
from archivist.books.folding import STOP, fold, stem, stems, tells_alone
from archivist.books.names import asked_author
from archivist.books.record import Book, Candidate
from archivist.books.titles import parse_title, without_article
from archivist.books.wanted import Wanted

Answering = Literal["title", "near", "author", "subject", "words"]
"""What a book has of the words that were given: the title; one that resembles it; the author's name; the subject;
nothing but words in its title.
"""

_SURE: Final = 0.85
_SHORTEST: Final = 4
_SHORT_TITLE: Final = 3
_PARTS: Final = re.compile(r"\s*;\s+|\s+/\s+")
_MANY_PARTS: Final = 4


def guess_fit(book: Book, wanted: Wanted) -> Fit | None:
    """How well a book answers to bare words that may be a title, an author, a subject or all of these together."""
    text = wanted.title or ""
    asked = {word for word in stems(text) if word not in STOP}
    if not asked:
        return None
    return best([_author(book, text), _subject(book, asked, text), _contents(book, text), _words(book, asked, text)])


def answering(book: Book, wanted: Wanted) -> Answering:
    """What the book answers the wanted title as; "near" where nothing else can be said."""
    text = wanted.title or ""
    if has_title(book, text):
        return "title"
    asked = {word for word in stems(text) if word not in STOP}
    if not wanted.guess or not asked or title_fit(book, Wanted(title=text, authors=wanted.authors)):
        return "near"
    found: dict[Answering, Fit | None] = {
        "author": _author(book, text),
        "subject": _subject(book, asked, text),
        "words": _words(book, asked, text) or _contents(book, text),
    }
    return next((kind for kind, fit in found.items() if fit), "near")


def _author(book: Book, text: str) -> Fit | None:
    """A whole name is as good as a title, so that an author's books come before books about the author."""
    sure = max((asked_author(text, author) for author in book.authors), default=0.0)
    longest = max((len(fold(author).split()) for author in book.authors), default=0)
    if sure < _SURE or len(fold(text).split()) > longest:
        return None
    return Fit(degree=1.0 if len(fold(text).split()) > 1 else 0.9, reason="author matches")


def _subject(book: Book, asked: set[str], text: str) -> Fit | None:
    return Fit(degree=0.7, reason=f"about {text}") if asked <= _held(book.subjects) else None


def _contents(book: Book, text: str) -> Fit | None:
    """One of several works in one volume, as its title or subtitle lists them."""
    title = without_article(fold(text))
    listed = (without_article(fold(part)) for record in book.records for part in _parts(record))
    return Fit(degree=0.6, reason="title holds these words") if title in listed else None


def _parts(record: Candidate) -> list[str]:
    """The works that are listed, divided by semicolons or strokes, or many of them by commas in a subtitle."""
    subtitle = record.subtitle or ""
    lines = [line for line in (record.title, subtitle) if ";" in line or "/" in line]
    named = subtitle.split(", ") if subtitle.count(", ") >= _MANY_PARTS - 1 else []
    return [*named, *(part for line in lines for part in _PARTS.split(line))]


def _words(book: Book, asked: set[str], text: str) -> Fit | None:
    if len(asked) == 1:
        return _single_word(book, next(iter(asked)), text)
    titles, names = _held(_wording(r) for r in book.records), _held(book.authors)
    if asked <= titles | names:
        return Fit(degree=0.65, reason="title and author hold these words")
    if asked <= titles | names | _held(book.subjects):
        return Fit(degree=0.5, reason="title and subjects hold these words")
    return None


def _single_word(book: Book, asked: str, text: str) -> Fit | None:
    """One word at the beginning or end of a short title, as "The Chronicles of Narnia"; elsewhere it says too little.

    Short words are titles by themselves or nothing.
    """
    if len(fold(text)) < _SHORTEST or not tells_alone(text):
        return None
    for record in book.records:
        told = [stem(word) for word in parse_title(record.title).main.split() if word not in STOP]
        if len(told) <= _SHORT_TITLE and asked in (told[:1] + told[-1:]):
            return Fit(degree=0.5, reason="title holds these words")
    return None


def _wording(record: Candidate) -> str:
    return f"{record.title} {record.subtitle or ''} {record.series or ''}"


def _held(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in stems(text)}
