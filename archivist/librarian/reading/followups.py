"""Questions that only the conversation explains: "another one", "who wrote it?", "the second one", "older ones"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache

from archivist.books.wanted import Anchor, Form, Pages, Wanted, Without, Years
from archivist.librarian.answer import Intent, ShownBook
from archivist.librarian.reading.aside import set_aside
from archivist.librarian.reading.context import Context
from archivist.librarian.reading.exclusions import HIM, exclusion_in
from archivist.librarian.reading.followup_words import (
    FACT_ALONE,
    LIKE_IT,
    TELL,
    WORTH,
    asks_for_alike,
    asks_for_more,
    asks_for_similar,
    by_somebody_else,
    compared,
    instead,
    means_author,
    plain_form,
    says_nothing_else,
    uncommented,
)
from archivist.librarian.reading.frame import Framed, framed
from archivist.librarian.reading.frames import FRAMES
from archivist.librarian.reading.heads import form_of, head_of
from archivist.librarian.reading.languages import in_language
from archivist.librarian.reading.modifiers import ENDS, is_for_children
from archivist.librarian.reading.names import looks_like_name, names
from archivist.librarian.reading.references import is_beyond, most_of, shown_book
from archivist.librarian.reading.requests import request_in, without_leads, without_tail
from archivist.librarian.reading.subjects import subjects
from archivist.librarian.reading.text import title_case
from archivist.librarian.reading.values import Reading, Turn
from archivist.librarian.reading.years import dated

Read = Callable[..., Reading]

_FEW, _SOME, _MORE_WORDS, _MANY = 2, 5, 6, 14
"""Lengths in words: follow-ups are short, and in sentence case."""
_BY_ONE = re.compile(r"(?:(?:and|but|only|just|ones|those|the ones) )*(?:written )?by (?P<name>\S.*)$", re.IGNORECASE)
_TURNS = 12
"""Turns before the last question that it may itself lean on."""

_NOTHING = Wanted()
_WHAT_ABOUT = re.compile(r"^(?:and |so )?(?:what|how) about ", re.IGNORECASE)
_TITLE_IT = re.compile(r"\sIt\b")
"""The title; the pronoun has a capital only where a sentence begins."""
_ABOUT = frozenset({"about", "on", "über", "sur", "sobre", "su"})


@dataclass(frozen=True)
class _Before:
    """The conversation as a follow-up needs it."""

    conversation: Sequence[Turn]
    today: date
    read: Read

    @cached_property
    def shown(self) -> tuple[ShownBook, ...]:
        """The books shown last."""
        return next((turn.books for turn in reversed(self.conversation) if turn.role == "archivist" and turn.books), ())

    @property
    def shown_author(self) -> str:
        """Who wrote the first of these."""
        return next((book.authors[0] for book in self.shown if book.authors), "")

    @property
    def known(self) -> tuple[str, ...]:
        """The ids of all books that were shown."""
        return tuple(dict.fromkeys(book.id for turn in self.conversation for book in turn.books))

    @cached_property
    def asked(self) -> Reading | None:
        """The question before, read in turn, unless it was none about books; read only when a follow-up needs it."""
        reading = next(self._questions(), None)
        return None if reading is None or reading.intent in {"off-topic", "recall"} else reading

    @cached_property
    def listed(self) -> Reading | None:
        """The last question for books, past those about one of the books shown ("which is the oldest?")."""
        nothing = {"off-topic", "recall"}
        asked = (one for one in self._questions() if one.intent not in nothing and one.wanted != _NOTHING)
        return next((one for one in asked if not one.refers_to or one.wanted.like), None)

    def _questions(self) -> Iterator[Reading]:
        """The questions before, the last first."""
        for i in reversed(range(len(self.conversation))):
            if self.conversation[i].role == "visitor":
                before = tuple(self.conversation[max(0, i - _TURNS) : i])
                yield _read_before(self.read, self.conversation[i].text, before, self.today)


@lru_cache(maxsize=128)
def _read_before(read: Read, text: str, before: tuple[Turn, ...], today: date) -> Reading:
    """An earlier question, which each later one of its conversation may look at."""
    reading = read(text, before, today=today)
    return replace(reading, wanted=replace(reading.wanted, text=""))


def forget_read() -> None:
    """Lets go of the earlier questions that were read, since some are to be forgotten."""
    _read_before.cache_clear()


def follow_up(text: str, conversation: Sequence[Turn], context: Context, read: Read) -> Reading | None:
    """The reading of a question that leans on the conversation, or None when it stands by itself."""
    body = without_tail(without_leads(text)).strip(" ?!.,;…") or text.strip(" ?!.,;…")
    if (title_case(text) and len(text.split()) > _FEW) or len(body.split()) > _MANY:
        return None
    before = _Before(conversation, context.today, read)
    plain = text.strip(" ?!.,;…")
    for rule in _RULES:
        reading = rule(body, plain, before, context)
        if reading:
            return replace(reading, follow_up=True)
    return None


def _about_shown(body: str, plain: str, before: _Before, _context: Context) -> Reading | None:
    """A fact, the contents or the worth of a book that was shown."""
    if not before.shown:
        return None
    for candidate in dict.fromkeys((uncommented(body), plain, _WHAT_ABOUT.sub("", plain))):
        alone = _extreme(candidate, before.shown) or _alone(candidate, before.shown[0])
        if alone:
            return alone
        which = shown_book(candidate, before.shown, pronouns=False)
        if which:
            return _of(which, "describe")
        frame = framed(candidate, FRAMES)
        which = shown_book(frame.slot, before.shown) if frame else None
        if frame and which:
            return _framed_shown(frame, which)
    return None


def _extreme(text: str, shown: tuple[ShownBook, ...]) -> Reading | None:
    """The longest, oldest or best of the books shown; nothing for the ninth of eight."""
    if is_beyond(text, shown):
        return Reading(intent="on-topic", wanted=Wanted())
    book, what = most_of(text, shown) or (None, "rating")
    if book is None:
        return None
    return _of(book, "reviews") if what == "rating" else replace(_of(book, "on-topic"), asks=what)


def _alone(text: str, book: ShownBook) -> Reading | None:
    plain = "" if _TITLE_IT.search(text) else plain_form(text)
    for fact, phrases in FACT_ALONE.items():
        if plain in phrases:
            return replace(_of(book, "on-topic"), asks=fact)
    if plain in TELL:
        return _of(book, "describe")
    return _of(book, "reviews") if plain in WORTH else None


def _framed_shown(frame: Framed, book: ShownBook) -> Reading:
    purpose = frame.frame.purpose
    if purpose == "similar":
        return _similar_to(book)
    intents: dict[str, Intent] = {"describe": "describe", "reviews": "reviews"}
    reading = _of(book, intents.get(purpose, "on-topic"))
    return replace(reading, asks=frame.frame.fact or "")


def _of(book: ShownBook, intent: Intent) -> Reading:
    return Reading(intent=intent, wanted=Wanted(title=book.title, authors=book.authors[:1]), refers_to=book.id)


def _similar_to(book: ShownBook) -> Reading:
    like = Anchor(title=book.title, authors=book.authors, subjects=book.subjects)
    return Reading(intent="similar", wanted=Wanted(like=like, known=(book.id,)), refers_to=book.id)


def _same_author(body: str, _plain: str, before: _Before, context: Context) -> Reading | None:
    book = next((book for book in before.shown if book.authors), None)
    when = dated(body, context.today)
    spoken_in = in_language(when.rest)
    if book is None or not means_author(spoken_in.rest.casefold().strip(" ?!.,")):
        return None
    wanted = Wanted(authors=book.authors[:1], known=before.known, years=when.years, languages=spoken_in.languages)
    return Reading(intent="author", wanted=wanted, refers_to=book.id)


def _like_shown(body: str, plain: str, before: _Before, context: Context) -> Reading | None:
    wished = body[len(request_in(body, context.spoken) or "") :]
    for text in dict.fromkeys((body, plain, wished)):
        book = _alike(text.casefold(), before.shown) if before.shown else None
        if book:
            reading = _similar_to(book)
            return replace(reading, wanted=replace(reading.wanted, known=before.known))
    return None


def _alike(text: str, shown: tuple[ShownBook, ...]) -> ShownBook | None:
    """Which book others are wanted like."""
    match = LIKE_IT.match(text)
    if match and asks_for_alike(match["asked"]):
        return shown[0] if match["which"] in HIM else shown_book(match["which"], shown)
    return shown[0] if asks_for_similar(plain_form(text)) else None


def _more(body: str, plain: str, before: _Before, _context: Context) -> Reading | None:
    asked = before.asked if asks_for_more(plain_form(plain)) or asks_for_more(plain_form(body)) else None
    if asked is None:
        return None
    if asked.wanted.title and before.shown and asked.intent != "similar":
        reading = _similar_to(before.shown[0])
        return replace(reading, wanted=replace(reading.wanted, known=before.known))
    return replace(asked, wanted=replace(asked.wanted, known=before.known), asks="", wrong_isbns=())


def _not_that(body: str, plain: str, before: _Before, context: Context) -> Reading | None:
    """The question before, without an author, a subject or a title ("not by him", "no vampires please"), or with a wish
    that no record can meet ("by a woman").
    """
    if by_somebody_else(plain_form(body)):
        return _by_others(before)
    aside = set_aside(body)
    if aside and says_nothing_else(aside.rest) and before.listed:
        wanted = before.listed.wanted
        return replace(before.listed, wanted=replace(wanted, unmet=(*wanted.unmet, aside.wish)))
    found = exclusion_in(body) or exclusion_in(plain)
    if found is None or not says_nothing_else(found.rest) or before.listed is None:
        return None
    without = Without(
        authors=tuple(before.shown_author if name.casefold() in HIM else name for name in found.without.authors),
        anything=tuple(before.shown_author if one in HIM else context.plain(one) for one in found.without.anything),
    )
    return _besides(without, before.listed)


def _by_others(before: _Before) -> Reading | None:
    """The question before without the author of the first book; an author's works give way to books like them."""
    asked, shown = before.asked, before.shown
    if asked is None or not shown or not shown[0].authors:
        return None
    if asked.wanted.subjects or asked.wanted.like or asked.intent == "recommend":
        return _besides(Without(authors=shown[0].authors), asked)
    return _besides(Without(authors=shown[0].authors), _similar_to(shown[0]))


def _besides(without: Without, asked: Reading) -> Reading:
    old = asked.wanted.without
    both = Without(authors=(*old.authors, *without.authors), anything=(*old.anything, *without.anything))
    return replace(asked, wanted=replace(asked.wanted, without=both))


def _narrower(body: str, plain: str, before: _Before, context: Context) -> Reading | None:
    """The question before, with another time, language, form or order."""
    text = plain if in_language(plain).languages else body
    return (
        _of_one(text, before)
        or _conditioned(text, before, context)
        or _older_or_newer(text, before)
        or _shorter_or_longer(text, before)
        or _other_form(text, before)
    )


def _of_one(text: str, before: _Before) -> Reading | None:
    """What was asked for, by one author: "only by Hitchens"."""
    match, asked = _BY_ONE.match(text.rstrip(" ?!.")), before.listed
    if match is None or asked is None or not asked.wanted.subjects or looks_like_name(match["name"]) == "no":
        return None
    return replace(asked, wanted=replace(asked.wanted, authors=names(match["name"])), second=None)


def _older_or_newer(text: str, before: _Before) -> Reading | None:
    """Books from before (or after) all that were shown."""
    older, newer = ("older" in compared(text)), ("newer" in compared(text))
    if not (older or newer) or len(text.split()) > _MORE_WORDS or before.listed is None:
        return None
    years = sorted(book.year for book in before.shown if book.year)
    asked = before.listed
    span = asked.wanted.years if not years else Years(end=years[0] - 1) if older else Years(start=years[-1] + 1)
    wanted = replace(asked.wanted, known=before.known, order="newest" if newer else "oldest", years=span)
    return replace(asked, wanted=wanted, intent=_intent(asked, wanted))


def _shorter_or_longer(text: str, before: _Before) -> Reading | None:
    """Books with fewer (or more) pages than the first that was shown."""
    shorter, longer = ("shorter" in compared(text)), ("longer" in compared(text))
    if not (shorter or longer) or len(text.split()) > _MORE_WORDS or before.listed is None:
        return None
    pages = next((book.pages for book in before.shown if book.pages), None)
    asked = before.listed
    if pages is None:
        return None
    if asked.wanted.title and not asked.wanted.like:
        asked = _similar_to(before.shown[0])
    span = Pages(most=pages - 1) if shorter else Pages(least=pages + 1)
    return replace(asked, wanted=replace(asked.wanted, pages=span))


def _conditioned(text: str, before: _Before, context: Context) -> Reading | None:
    """A time or a language and nothing else."""
    when = dated(text, context.today)
    spoken_in = in_language(when.rest)
    changed = when.years != Years() or bool(spoken_in.languages)
    if not changed or not says_nothing_else(spoken_in.rest) or before.listed is None:
        return None
    asked = before.listed.wanted
    wanted = replace(
        asked,
        years=when.years if when.years != Years() else asked.years,
        languages=spoken_in.languages or asked.languages,
    )
    return replace(before.listed, wanted=wanted, intent=_intent(before.listed, wanted))


def _other_form(text: str, before: _Before) -> Reading | None:
    """A form, children, or "the best ones" and nothing else."""
    if len(text.split()) > _MORE_WORDS:
        return None
    best = "better" in compared(text) and len(text.split()) <= _SOME
    form: Form | None = "children" if is_for_children(text) else None
    form = form or next((form for word in text.casefold().split() if (form := form_of(word))), None)
    rest = " ".join(word for word in text.split() if not form_of(word.casefold()))
    if not (best or (form and (says_nothing_else(rest) or is_for_children(text)))) or before.listed is None:
        return None
    wanted = replace(before.listed.wanted, form=form) if form else replace(before.listed.wanted, order="rating")
    return replace(before.listed, wanted=wanted)


def _intent(asked: Reading, wanted: Wanted) -> Intent:
    return asked.intent if wanted.title or wanted.authors or wanted.subjects or wanted.like else "recommend"


def _instead(_body: str, plain: str, before: _Before, context: Context) -> Reading | None:
    """The question before with another subject, author or title: "and about dragons?", "what about Asimov?"."""
    found = instead(plain)
    if found is None:
        return None
    what, link = context.plain(found[0]), found[1]
    if not link and (len(what.split()) > _SOME or head_of(what, ENDS)):
        return None
    return _replaced(what, link, _as_name(before.asked, what)) if before.asked else None


_RULES = (_about_shown, _not_that, _same_author, _like_shown, _more, _narrower, _instead)


def _as_name(asked: Reading, what: str) -> Reading:
    """The question before by its other reading, where that was a name and this is one: "Iain Banks", "and Le Guin?"."""
    second = asked.second
    person = second and second.authors and not second.title and asked.wanted.guess and looks_like_name(what) == "yes"
    return replace(asked, intent="author", wanted=second, second=None) if person and second else asked


def _replaced(what: str, link: str, asked: Reading) -> Reading | None:
    wanted = asked.wanted
    if link == "by" or (wanted.authors and not wanted.title and not link):
        return replace(asked, wanted=replace(wanted, authors=names(what))) if looks_like_name(what) != "no" else None
    if link in _ABOUT or wanted.subjects:
        return replace(asked, wanted=replace(wanted, subjects=subjects(what)), second=None)
    return _other_title(what, asked) if wanted.title or wanted.like else None


def _other_title(what: str, asked: Reading) -> Reading:
    if asked.wanted.like:
        return replace(asked, wanted=replace(asked.wanted, like=Anchor(title=what)), second=None)
    return replace(asked, wanted=replace(asked.wanted, title=what, authors=(), guess=True), second=None)
