"""Questions in a frame ("who wrote…", "what is … about?", "books like…") as readings."""

from __future__ import annotations

import re
from dataclasses import replace

from archivist.books.wanted import Anchor, Order, Wanted, Without, Years
from archivist.librarian.answer import Intent
from archivist.librarian.reading.clauses import WORKS
from archivist.librarian.reading.context import Context
from archivist.librarian.reading.frame import Framed, all_framed, framed
from archivist.librarian.reading.frames import AUTHOR_FRAMES, FRAMES
from archivist.librarian.reading.languages import in_language
from archivist.librarian.reading.named import named
from archivist.librarian.reading.names import looks_like_name, names
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.requests import request_in
from archivist.librarian.reading.subjects import subjects
from archivist.librarian.reading.text import capitalised, is_mark, letters_lower
from archivist.librarian.reading.titles import titled
from archivist.librarian.reading.values import Reading
from archivist.librarian.reading.wishes import anchor, of_wish, otherwise, wish
from archivist.librarian.reading.years import dated

_FEW = 3
_UNTOLD = frozenset({"translator", "publisher", "series"})
"""Facts that are named as unanswered: records call translators authors, and tell a work's houses and series by chance.
"""
_NEW = frozenset({"new", "recent", "lately", "recently", "last", "latest", "newest"})
_PRESENT = Phrases(
    """
    (i|we|they|he|she|my *) ... (like|likes|love|loves|enjoy|enjoys|adore|adores) .
    j'(adore|aime) .
    me gusta|mi piace|ich mag
    """
)
_HOW_MANY = re.compile(r"how many|wie viele|combien|cu[aá]nt[oa]s|quant[ie]\b", re.IGNORECASE)
"""No record counts somebody's works."""
_ELSE = re.compile(r"\belse\b", re.IGNORECASE)
_CALLING = re.compile(r"(?:the )?(?:author|writer|novelist|poet) ")


def frames_reading(body: str, context: Context) -> Reading | None:
    """The reading of the first frame that holds and whose slot fits it."""
    readings = (in_frame(frame, context) for frame in all_framed(body, FRAMES))
    return next(filter(None, readings), None)


def in_frame(frame: Framed, context: Context) -> Reading | None:
    """The reading of a frame with its slot; None when the slot cannot be what the frame asks for."""
    purpose = frame.frame.purpose
    if purpose == "rest":
        return _the_rest(frame, context)
    if purpose == "similar":
        return _loved_author(frame, context) or _interest(frame, context) or similar(frame.slot, context)
    if purpose in {"author", "person"}:
        return works(frame, context)
    if purpose == "describe" and _CALLING.match(frame.slot):
        return Reading(intent="author", wanted=Wanted(authors=names(context.plain(frame.slot))))
    return (
        _about_books(frame, context) if purpose in {"describe", "reviews"} else _about_book(frame, frame.slot, context)
    )


def _the_rest(frame: Framed, context: Context) -> Reading | None:
    """The other works of whoever wrote the book in the slot, who is looked up where nobody was named."""
    book = titled(frame.slot, context.quoted, context.spoken)
    if book is None or looks_like_name(book.title) == "yes":
        return Reading(intent="author", wanted=Wanted(authors=names(frame.slot))) if book else None
    if book.authors:
        return Reading(intent="author", wanted=Wanted(authors=book.authors, without=Without(anything=(book.title,))))
    return Reading(intent="similar", wanted=Wanted(like=Anchor(title=context.plain(book.title), works=True)))


def _about_books(frame: Framed, context: Context) -> Reading | None:
    """The contents or the standing of one book, or of all that a general noun describes."""
    general = wish(frame.slot, context, bare=False)
    if general is None or general.wanted.title:
        return _about_book(frame, frame.slot, context)
    order: Order = "rating" if frame.frame.purpose == "reviews" else general.wanted.order
    return of_wish(replace(general, wanted=replace(general.wanted, order=order)))


def _about_book(frame: Framed, slot: str, context: Context) -> Reading | None:
    purpose = frame.frame.purpose
    intent: Intent = "describe" if purpose == "describe" else "reviews" if purpose == "reviews" else "on-topic"
    reading = named(intent, slot, context)
    if reading is None:
        return None
    title = reading.wanted.title or ""
    unclear = purpose == "describe" and reading.second is None and not reading.wanted.authors
    if unclear and letters_lower(title) and len(subjects(title)) > 0 and len(title.split()) <= _FEW:
        return replace(reading, second=Wanted(subjects=subjects(title)))
    if unclear and looks_like_name(title) == "yes":
        reading = replace(reading, second=Wanted(authors=names(title)))
    untold = (f"{frame.lead} {frame.tail}".strip(" ?!."),) if frame.frame.fact in _UNTOLD else ()
    wanted = replace(reading.wanted, unmet=(*reading.wanted.unmet, *untold))
    return replace(reading, wanted=wanted, asks=frame.frame.fact or "")


def about_one(frame: Framed, book: Reading) -> Reading:
    """What the frame asks, about a book that was named before it."""
    wanted, purpose = book.wanted, frame.frame.purpose
    if purpose == "similar":
        like = Anchor(title=wanted.title or "", authors=wanted.authors)
        return Reading(intent="similar", wanted=Wanted(like=like))
    intent: Intent = "describe" if purpose == "describe" else "reviews" if purpose == "reviews" else "on-topic"
    return replace(book, intent=intent, asks=frame.frame.fact or "")


def _loved_author(frame: Framed, context: Context) -> Reading | None:
    """Somebody's works after their name: "I love Iris Murdoch. What else has she written?"."""
    person = looks_like_name(frame.slot) == "yes"
    loved = person and (_ELSE.search(frame.tail) or _PRESENT.begin(frame.lead))
    return works(frame, context) if loved or WORKS.stand_in(frame.tail) else None


def _interest(frame: Framed, context: Context) -> Reading | None:
    """What somebody loves in the present is a subject ("I love dragons, any books?"); "I loved Dune" names a book."""
    if not _PRESENT.begin(frame.lead) or not letters_lower(frame.slot) or any(map(is_mark, frame.slot)):
        return None
    general = wish(f"books about {frame.slot}", context, bare=False)
    return replace(of_wish(general), second=Wanted(like=anchor(frame.slot, context))) if general else None


def similar(slot: str, context: Context) -> Reading | None:
    """Books like the one (or by authors like the one) that the slot names, whatever is to be otherwise in them."""
    slot, but = otherwise(slot)
    if but:
        reading = similar(slot, context)
        return replace(reading, wanted=replace(reading.wanted, unmet=(*reading.wanted.unmet, but))) if reading else None
    general = wish(slot, context, bare=False)
    if general and (general.wanted.subjects or general.wanted.authors) and not general.wanted.title:
        return of_wish(general)
    named = anchor(slot, context)
    if named is None:
        return None
    book = titled(slot, context.quoted, context.spoken)
    second = Wanted(like=Anchor(title=context.plain(book.whole))) if book and book.whole and named.title else None
    if named.title and not named.authors and looks_like_name(named.title) == "yes":
        second = Wanted(like=Anchor(title="", authors=names(named.title)))
    return Reading(intent="similar", wanted=Wanted(like=named), second=second)


def works(frame: Framed, context: Context) -> Reading | None:
    """What the author in the slot wrote; None when it holds no name."""
    when = dated(frame.slot, context.today)
    slot = context.plain(in_language(when.rest).rest)
    found = names(slot)
    judged = [looks_like_name(name) for name in found]
    if not found or "no" in judged:
        return None
    count = _HOW_MANY.match(frame.lead)
    unmet = (count.group(),) if count else ()
    wanted = Wanted(authors=found, years=when.years, order=_order(f"{frame.lead} {frame.tail}"), unmet=unmet)
    if frame.frame.purpose == "person":
        told = all(capitalised(word) for name in found for word in name.split())
        if "yes" not in judged and not told and not (letters_lower(slot) and " " in slot):
            return None
        return Reading(intent="author", wanted=wanted, second=Wanted(title=slot, guess=True))
    return Reading(intent="author", wanted=wanted)


def _order(tail: str) -> Order:
    """The order that the words after the name ask for: "has she got anything new out?", "what did he write first?"."""
    words = tail.casefold().strip(" ?!.").split()
    return (
        "newest" if _NEW.intersection(words) else "oldest" if {"first", "earliest"}.intersection(words) else "relevance"
    )


def works_of_years(body: str, context: Context) -> Reading | None:
    """An author's works within years, whose frame only shows without them: "What did Asimov write before 1960?"."""
    when = dated(body, context.today)
    if when.years == Years():
        return None
    request = request_in(when.rest, context.spoken)
    asked = [when.rest, when.rest[len(request) :]] if request else [when.rest]
    asked.append(f"{when.rest.rstrip(' ?')} written")
    frame = next(filter(None, (framed(text, AUTHOR_FRAMES) for text in asked)), None)
    reading = works(frame, context) if frame else None
    return replace(reading, wanted=replace(reading.wanted, years=when.years)) if reading else None
