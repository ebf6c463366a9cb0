"""Words that name one book, as a reading: what was taken off them stays as the second reading."""

from __future__ import annotations

import re
from dataclasses import replace

from archivist.books.wanted import Wanted, Years
from archivist.librarian.answer import Intent
from archivist.librarian.reading.context import Context
from archivist.librarian.reading.languages import in_language
from archivist.librarian.reading.names import (
    NEVER,
    begins_with_initials,
    has_given,
    is_full_name,
    looks_like_name,
    names,
)
from archivist.librarian.reading.subjects import subjects
from archivist.librarian.reading.text import capitalised, letters_lower, title_case
from archivist.librarian.reading.titles import Titled, titled
from archivist.librarian.reading.values import Reading
from archivist.librarian.reading.years import dated

_SURELY_NAME = re.compile(r"\b[A-Z]\.|\b(?:de|von|van|le|der)\s")
_LINKS = re.compile(r"\s+(?:(?:von|de|di|par|por)\s+|d')", re.IGNORECASE)
_NOUN_LAST = re.compile(r"(?P<title>(?!the |a |an ).+) (?:book|novel)$")
_TOGETHER = re.compile(r" (?:together|zusammen|ensemble|juntos|insieme)$", re.IGNORECASE)
_IN_PLACE = re.compile(r" (?:in|en) [A-Z]\w+$")
_TWO, _FEW = 2, 3
_NAME_WORDS = (2, 3)


def named(intent: Intent, slot: str, context: Context, *, bare: bool = False) -> Reading | None:
    """The reading of a slot that names one book.

    A language or year after the name ("dune in german", "Emma by Jane Austen from 1815") is a wish about it; without an
    author the whole may be the title, and stays as second reading.
    """
    book = titled(slot, context.quoted, context.spoken, bare=bare)
    if book is None:
        return None
    when = dated(slot, context.today)
    spoken_in = in_language(when.rest)
    if book.authors or spoken_in.rest == slot or not spoken_in.rest.strip(" ?!."):
        return of_book(intent, book, context)
    narrower = titled(spoken_in.rest, context.quoted, context.spoken, bare=bare)
    if narrower is None or (title_case(slot) and not narrower.authors and not spoken_in.languages):
        return of_book(intent, book, context)
    reading = of_book(intent, narrower, context)
    wanted = replace(reading.wanted, years=when.years, languages=spoken_in.languages)
    whole = Wanted(title=context.plain(book.title), guess=True)
    return replace(reading, wanted=wanted, second=reading.second or (None if narrower.authors else whole))


def of_book(intent: Intent, book: Titled, context: Context) -> Reading:
    """The reading of one named book; what was taken off the title is the second reading."""
    wanted = Wanted(title=context.plain(book.title), authors=book.authors, guess=not book.sure and not book.authors)
    second = Wanted(title=context.plain(book.whole), guess=True) if book.whole else None
    return Reading(intent=intent, wanted=wanted, second=second)


def or_name(reading: Reading) -> Reading:
    """The reading of a title that looks like a name, with the author of that name as the other reading."""
    title = reading.wanted.title or ""
    if reading.second or reading.wanted.authors or looks_like_name(title) != "yes":
        return reading
    return replace(reading, wanted=replace(reading.wanted, guess=True), second=Wanted(authors=names(title)))


def or_name_or_subject(reading: Reading) -> Reading:
    """The reading of bare words, split at a foreign "by" where a full name follows it."""
    linked = _linked(reading.wanted.title or "")
    if linked is None:
        return _bare(reading)
    return replace(reading, wanted=replace(linked, years=reading.wanted.years), second=reading.wanted)


def _bare(reading: Reading) -> Reading:
    """The reading of bare words with what else they may be: a name, a title run together with a name, a subject."""
    title = reading.wanted.title or ""
    dated_name = reading.wanted.years != Years() and _may_be_name(title)
    if dated_name or looks_like_name(title) == "yes":
        return _name_first(reading, title)
    about = _as_subjects(title)
    if about and len(about.subjects) > _TWO and not reading.second:
        return replace(reading, wanted=about, second=reading.wanted)
    second = reading.second or _two_names(title) or _run_together(title) or about or _name_and_more(title)
    return replace(reading, second=second)


def _name_and_more(text: str) -> Wanted | None:
    """A full name and what its works should have: "agatha christie with poirot on a plane"."""
    words = text.split()
    for length in _NAME_WORDS:
        more = words[length:]
        if more and more[0].casefold() in NEVER and is_full_name(words[:length]):
            return Wanted(authors=(" ".join(words[:length]),), unmet=(" ".join(more).strip(" ?!."),))
    return None


def _two_names(text: str) -> Wanted | None:
    both = names(_TOGETHER.sub("", text))
    return Wanted(authors=both) if len(both) > 1 and all(is_full_name(name.split()) for name in both) else None


def _as_subjects(text: str) -> Wanted | None:
    """A few words in small letters, but for a place at their end: "love and war in Russia"."""
    placed = _IN_PLACE.search(text) and letters_lower(text[: text.rindex(" ")])
    few = len(text.split()) <= _FEW and (letters_lower(text[1:]) or " und " in text)
    return Wanted(subjects=subjects(text)) if placed or few else None


def _linked(text: str) -> Wanted | None:
    """A title and a full name after a foreign "by", which is a particle of names too: "Dune von Frank Herbert"."""
    for link in _LINKS.finditer(text):
        title, name = text[: link.start()], text[link.end() :]
        if is_full_name(name.split()) and not has_given(title):
            return Wanted(title=title, authors=names(name), guess=True)
    return None


def _may_be_name(text: str) -> bool:
    words = text.split()
    return len(words) in _NAME_WORDS and all(map(capitalised, words)) and looks_like_name(text) != "no"


def _name_first(reading: Reading, title: str) -> Reading:
    """A bare name: of an author for sure with initials or years, else a title that may be one ("Jane Eyre")."""
    author = Wanted(authors=names(title), years=reading.wanted.years)
    as_title = replace(reading.wanted, guess=True)
    if _SURELY_NAME.search(title) or begins_with_initials(title) or reading.wanted.years != Years():
        return Reading(intent="author", wanted=author, second=as_title)
    return replace(reading, wanted=as_title, second=author)


def _run_together(text: str) -> Wanted | None:
    """A title and "book", or a name, with nothing between them, in either order: "the goldfinch donna tartt"."""
    trailing = _NOUN_LAST.match(text)
    if trailing:
        return Wanted(title=trailing["title"], guess=True)
    before, comma, after = text.rpartition(", ")
    if comma and len(after.split()) in _NAME_WORDS and looks_like_name(after) != "no":
        return Wanted(title=before, authors=names(after), guess=True)
    words = text.split()
    for length in (3, 2):
        for title, name, joint in (
            (words[:-length], words[-length:], -length - 1),
            (words[length:], words[:length], length),
        ):
            article = joint > 0 and words[joint].casefold() in {"a", "an", "the", "on"} if title else False
            if title and (article or words[joint].casefold() not in NEVER) and is_full_name(name):
                return Wanted(title=" ".join(title), authors=(" ".join(name),), guess=True)
    return None
