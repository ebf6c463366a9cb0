"""Reading a question by rules: what is asked of which books."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from archivist.books.wanted import Anchor, Wanted, Years
from archivist.librarian.answer import Intent
from archivist.librarian.reading.chatter import is_chatter, is_clearly_chatter
from archivist.librarian.reading.clauses import statement_in
from archivist.librarian.reading.followups import follow_up
from archivist.librarian.reading.frames import AUTHOR_FRAMES, FRAMES, REQUESTED_FRAMES, Framed, framed
from archivist.librarian.reading.heads import head_of
from archivist.librarian.reading.labels import labelled
from archivist.librarian.reading.languages import in_language, spoken
from archivist.librarian.reading.modifiers import ENDS
from archivist.librarian.reading.names import NEVER, is_full_name, looks_like_name, names
from archivist.librarian.reading.numbers import Numbers, numbers_in
from archivist.librarian.reading.recall import asks_to_recall
from archivist.librarian.reading.requests import (
    asks_for_anything,
    needs_head,
    recommends,
    request_in,
    without_leads,
    without_tail,
)
from archivist.librarian.reading.subjects import is_genre, subjects
from archivist.librarian.reading.text import Quoted, capitalised, clean, is_mark, letters_lower, quoted, title_case
from archivist.librarian.reading.titles import Titled, titled
from archivist.librarian.reading.values import Reading, Turn
from archivist.librarian.reading.wishes import Context, Wish, anchor, wish
from archivist.librarian.reading.years import dated

_TOPIC = re.compile(r"\b(?:about|interested in|curious about|in the mood for|learn|study)\s*$", re.IGNORECASE)
_HOW_ABOUT = re.compile(r"^(?:what|how|(?:i|we)(?: once| just| recently)? (?:heard|read)) (?:about|of)", re.IGNORECASE)
_LINKED = re.compile(r"(?:by|about|on|like|similar to|in the vein of|set in|interested in|regarding|written by)\s+\S")
_READ = re.compile(r"\b(?:read|try)(?: next| now| tonight| today)?\W*$", re.IGNORECASE)
_GERUND = re.compile(r"^(?:looking|searching|waiting|in search)\s", re.IGNORECASE)
_SURELY_NAME = re.compile(r"\b[A-Z]\.|\b(?:de|von|van|le|der)\s")
_QUALITY = re.compile(r"^(?:(?:the|a|some|any|good|great|best|top|popular|new|more)\s+)+", re.IGNORECASE)
_PRESENT = re.compile(r"^(?:i|we|they|s?he|my \w+)\b.*\b(?:likes?|loves?|enjoys?|adores?)$", re.IGNORECASE)
_INTRODUCTION = re.compile(
    r"(?:(?:a|an|any|some|your|good|great|best|short|solid|the)\s+)*(?:introductions?|intros?|guides?|primers?|overviews?|sections?|shel(?:f|ves)|info|information|beginner's guide)\s+"
    r"(?:to|on|of|about|for)\s+(?P<what>\S.*)$"
)
_NOUN_LAST = re.compile(r"(?P<title>(?!the |a |an ).+) (?:book|novel)$")
_ANY_OF = re.compile(
    r"(?:any|some|more|any of the|all the)\s+(?P<name>[^,?!]+?)(?:\s+(?:left|around|here|at all))?[\s?!]*$"
)
_FEW = 3


def read(question: str, conversation: Sequence[Turn] = (), *, today: date) -> Reading:
    """What the question asks for, in the light of the conversation before it (oldest turn first).

    Any text has a reading; nothing is raised. The same text in another Unicode normal form reads the same.
    """
    text = clean(question)
    language = spoken(text)
    said = quoted(text)
    context = Context(said, language, today)
    reading = _read(said, conversation, context)
    wanted = replace(reading.wanted, text=text)
    return replace(reading, wanted=wanted, language=language or "en", language_known=language is not None)


def _read(said: Quoted, conversation: Sequence[Turn], context: Context) -> Reading:
    if not any(char.isalnum() or is_mark(char) for char in said.text):
        return Reading(intent="on-topic", wanted=Wanted())
    if len(said.text.strip(" .?!")) == 1 and is_mark(said.text.strip(" .?!")):
        return _book("on-topic", Titled(said.parts[0], sure=True), context)
    labels = labelled(said.text)
    if labels:
        return _form(labels, context)
    numbers = numbers_in(context.plain(said.text))
    if numbers.isbns or numbers.wrong:
        return _numbered(numbers, context)
    return _worded(said, conversation, context)


def _form(labels: Mapping[str, str], context: Context) -> Reading:
    """A question filled in like a form."""
    values = {name: context.plain(value) for name, value in labels.items()}
    wanted = Wanted(
        title=values.get("title") or None,
        authors=names(values.get("author", "")),
        subjects=subjects(values.get("subject", "")),
        languages=in_language(f"in {values.get('language', '')}").languages,
    )
    return Reading(intent=_intent(wanted), wanted=wanted)


def _numbered(numbers: Numbers, context: Context) -> Reading:
    """An ISBN decides which book is meant; the words around it only what is asked of it."""
    frame = framed(without_tail(without_leads(numbers.marked)))
    intent: Intent = "on-topic"
    asks = frame.frame.fact if frame and frame.frame.fact and frame.frame.fact != "isbn" else ""
    if frame and frame.frame.purpose in {"describe", "reviews"}:
        intent = "describe" if frame.frame.purpose == "describe" else "reviews"
    wanted = Wanted(isbns=numbers.isbns)
    if not numbers.isbns:
        return Reading(intent=intent, wanted=wanted, wrong_isbns=numbers.wrong, asks=asks)
    return Reading(intent=intent, wanted=wanted, asks=asks, wrong_isbns=numbers.wrong)


def _worded(said: Quoted, conversation: Sequence[Turn], context: Context) -> Reading:
    text = said.text
    if asks_to_recall(text) and not title_case(text):
        return Reading(intent="recall", wanted=Wanted())
    if is_clearly_chatter(text):
        return Reading(intent="off-topic", wanted=Wanted())
    followed = follow_up(text, conversation, context, read) if conversation else None
    if followed:
        return followed
    body = without_tail(without_leads(text)) or text
    untailed = without_leads(text)
    in_frame = _framed(body, context) or (_framed(untailed, context) if untailed != body else None)
    in_frame = in_frame or _works_of_years(body, context) or _stated(body, context)
    if in_frame:
        return _or_title(in_frame, text, context)
    if is_chatter(text) or is_chatter(body) or is_clearly_chatter(body):
        return Reading(intent="off-topic", wanted=Wanted())
    whole = without_tail(text)
    return _requested(body, context) or _requested(whole, context) or _bare(text, body, context)


def _framed(body: str, context: Context) -> Reading | None:
    frames = FRAMES
    while frame := framed(body, frames):
        reading = _in_frame(frame, context)
        if reading:
            return reading
        frames = frames[frames.index(frame.frame) + 1 :]
    return None


def _in_frame(frame: Framed, context: Context) -> Reading | None:
    purpose, slot = frame.frame.purpose, frame.slot
    if purpose == "similar":
        return _interest(frame, context) or _similar(slot, context)
    if purpose in {"author", "person"}:
        return _author(frame, context)
    general = wish(slot, context, bare=False) if purpose in {"describe", "reviews"} else None
    if general and not general.wanted.title:
        order = "rating" if purpose == "reviews" else general.wanted.order
        return _wished(replace(general, wanted=replace(general.wanted, order=order)))
    if purpose == "describe" and re.match(r"(?:the )?(?:author|writer|novelist|poet) ", slot):
        return Reading(intent="author", wanted=Wanted(authors=names(context.plain(slot))))
    intent: Intent = "describe" if purpose == "describe" else "reviews" if purpose == "reviews" else "on-topic"
    reading = _named(intent, general.wanted.title if general and general.wanted.title else slot, context)
    if reading is None:
        return None
    title = reading.wanted.title or ""
    if (
        purpose == "describe"
        and reading.second is None
        and not reading.wanted.authors
        and looks_like_name(title) == "yes"
    ):
        reading = replace(reading, second=Wanted(authors=names(title)))
    return replace(reading, asks=frame.frame.fact or "")


def _interest(frame: Framed, context: Context) -> Reading | None:
    """ "I love dragons, any books?" names a subject; "I loved Dune" a book."""
    if not _PRESENT.search(frame.lead) or not letters_lower(frame.slot) or any(map(is_mark, frame.slot)):
        return None
    general = wish(f"books about {frame.slot}", context, bare=False)
    return replace(_wished(general), second=Wanted(like=anchor(frame.slot, context))) if general else None


def _similar(slot: str, context: Context) -> Reading | None:
    general = wish(slot, context, bare=False)
    if general and (general.wanted.subjects or general.wanted.authors) and not general.wanted.title:
        return _wished(general)
    named = anchor(general.wanted.title if general and general.wanted.title else slot, context)
    if named is None:
        return None
    second = None
    if named.title and not named.authors and looks_like_name(named.title) == "yes":
        second = Wanted(like=Anchor(title="", authors=names(named.title)))
    return Reading(intent="similar", wanted=Wanted(like=named), second=second)


def _author(frame: Framed, context: Context) -> Reading | None:
    when = dated(frame.slot, context.today)
    slot = context.plain(in_language(when.rest).rest)
    found = names(slot)
    judged = [looks_like_name(name) for name in found]
    if not found or "no" in judged:
        return None
    wanted = Wanted(authors=found, years=when.years)
    if frame.frame.purpose == "person":
        if "yes" not in judged and not all(capitalised(word) for name in found for word in name.split()):
            return None
        return Reading(intent="author", wanted=wanted, second=Wanted(title=slot, guess=True))
    return Reading(intent="author", wanted=wanted)


def _works_of_years(body: str, context: Context) -> Reading | None:
    """ "What did Asimov write before 1960?": the frame shows once the years are taken out."""
    when = dated(body, context.today)
    if when.years == Years():
        return None
    request = request_in(when.rest, context.spoken)
    asked = [when.rest, when.rest[request.end() :]] if request else [when.rest]
    frame = next(filter(None, (framed(text, AUTHOR_FRAMES) for text in asked)), None)
    reading = _author(frame, context) if frame else None
    return replace(reading, wanted=replace(reading.wanted, years=when.years)) if reading else None


def _stated(body: str, context: Context) -> Reading | None:
    """A statement before an empty wish: an interest, a book that was liked, or a name."""
    statement = None if title_case(body) else statement_in(body)
    if statement is None:
        return None
    if statement.sort == "interest":
        general = wish(statement.what, context, bare=False) or wish(
            f"books about {statement.what}", context, bare=False
        )
        return _wished(general) if general else None
    if statement.sort == "author":
        return Reading(intent="author", wanted=Wanted(authors=names(context.plain(statement.what))))
    if statement.sort == "liked":
        return _similar(statement.what, context)
    return (
        _framed(statement.what, context)
        or _requested(statement.what, context)
        or _bare(statement.what, statement.what, context)
    )


def _requested(body: str, context: Context) -> Reading | None:
    if asks_for_anything(body):
        return Reading(intent="recommend", wanted=Wanted())
    request = request_in(body, context.spoken)
    if request is None or _capitalised_like_title(body, request):
        return None
    slot = body[request.end() :]
    if title_case(body) and slot.casefold().strip(" ?!.") in NEVER:
        return None
    asked = framed(slot, REQUESTED_FRAMES)
    in_frame = (_in_frame(asked, context) if asked else None) or _introduction(slot, context) or _any_of(slot, context)
    if in_frame:
        return in_frame
    general = wish(f"books {slot}" if _LINKED.match(slot) else slot, context, bare=False)
    if general and _LINKED.match(slot) and general.second is None:
        whole = titled(slot, context.quoted, context.spoken)
        general = replace(
            general, second=Wanted(title=whole.title, authors=whole.authors, guess=True) if whole else None
        )
    if general:
        return _with_doubt(_wished(general), body, request, context)
    if needs_head(request.group()) and not _HOW_ABOUT.match(request.group()):
        return None
    if _TOPIC.search(request.group()) and not _HOW_ABOUT.match(request.group()):
        return _topic(slot, context)
    genre = _genre(slot, context)
    if genre:
        return genre
    reading = _named("on-topic", slot, context)
    if reading is None:
        return Reading(intent="recommend", wanted=Wanted()) if recommends(request.group()) else None
    return _with_doubt(reading, body, request, context)


def _introduction(slot: str, context: Context) -> Reading | None:
    """ "A good introduction to hunting", "a section on time"."""
    match = _INTRODUCTION.match(slot)
    return _topic(match["what"], context) if match and not title_case(f"x {slot}") else None


def _any_of(slot: str, context: Context) -> Reading | None:
    """ "Do you have any Hunter S. Thompson?"."""
    match = _ANY_OF.match(slot)
    if match is None or looks_like_name(match["name"]) != "yes":
        return None
    return Reading(intent="author", wanted=Wanted(authors=names(context.plain(match["name"]))))


def _capitalised_like_title(body: str, request: re.Match[str]) -> bool:
    words = request.group().split()[1:]
    return title_case(body) and any(
        word[0].isupper() for word in words if word not in {"I", "I'm", "I'd", "I've", "Sie"}
    )


def _with_doubt(reading: Reading, body: str, request: re.Match[str], context: Context) -> Reading:
    """ "Looking for Alaska" is a wish and a title."""
    short = len(request.group().split()) <= 2 and title_case(body)  # noqa: PLR2004 ("Search the Dark", "I Love Saturdays")
    if reading.second is not None or not (short or _GERUND.match(request.group())):
        return reading
    whole = titled(body, context.quoted, context.spoken)
    if whole is None or len(body.split()) > 12:  # noqa: PLR2004 (titles are shorter)
        return reading
    return replace(reading, second=Wanted(title=context.plain(whole.title), authors=whole.authors, guess=True))


def _topic(slot: str, context: Context) -> Reading | None:
    found = subjects(context.plain(slot))
    if found:
        return Reading(
            intent="on-topic",
            wanted=Wanted(subjects=found),
            second=Wanted(title=context.plain(slot).strip(" ?.!"), guess=True),
        )
    return None


def _genre(slot: str, context: Context) -> Reading | None:
    when = dated(slot, context.today)
    plain = in_language(when.rest)
    words = plain.rest.strip(" .?!")
    if any(map(is_mark, words)):
        return None
    kind = _QUALITY.sub("", words)
    if not is_genre(kind):
        return None
    rated = re.search(r"\b(?:best|top|popular)\b", words[: len(words) - len(kind)], re.IGNORECASE)
    wanted = Wanted(
        subjects=subjects(kind), years=when.years, languages=plain.languages, order="rating" if rated else "relevance"
    )
    return Reading(intent="on-topic", wanted=wanted, second=Wanted(title=words, guess=True))


def _wished(made: Wish) -> Reading:
    wanted = made.wanted
    return Reading(intent=_intent(wanted), wanted=wanted, second=made.second)


def _intent(wanted: Wanted) -> Intent:
    if wanted.like:
        return "similar"
    if wanted.title or wanted.subjects or wanted.words:
        return "on-topic"
    return "author" if wanted.authors else "recommend"


def _bare(text: str, body: str, context: Context) -> Reading:
    """No request and no frame: a title, a name, a subject, or a wish that starts with its noun."""
    general = wish(body, context, bare=True)
    if general:
        return _or_title(_wished(general), text, context)
    genre = _genre(text, context)
    if genre:
        return genre
    spoken_to = re.match(r"^(?:hi|hello|hey|please|ok|okay|thanks)\b\s*[,!:.]", text, re.IGNORECASE)
    reading = _named("on-topic", body if spoken_to else without_tail(text), context, bare=True)
    if reading is None:
        return Reading(intent="on-topic", wanted=Wanted(title=context.plain(text), guess=True))
    return reading if reading.wanted.authors or context.quoted.only(text) else _bare_title(reading)


def _or_title(reading: Reading, text: str, context: Context) -> Reading:
    """Words that are written like a title, or say next to nothing as a wish ("Essays"), may be one."""
    says_little = reading.intent == "recommend" and len(text.split()) <= _FEW
    if reading.second is None and (title_case(text) or says_little):
        return replace(reading, second=Wanted(title=context.plain(text), guess=True))
    return reading


def _bare_title(reading: Reading) -> Reading:
    """Bare words without an author may be a name or a subject as well."""
    title = reading.wanted.title or ""
    if looks_like_name(title) == "yes":
        author, as_title = Wanted(authors=names(title)), replace(reading.wanted, guess=True)
        if _SURELY_NAME.search(title) or reading.wanted.years != Years():
            author = replace(author, years=reading.wanted.years)
            return Reading(intent="author", wanted=author, second=as_title)
        return replace(reading, wanted=as_title, second=author)
    trailing = _NOUN_LAST.match(title)
    if trailing and reading.second is None:
        return replace(reading, second=Wanted(title=trailing["title"], guess=True))
    together = _run_together(title) if reading.second is None else None
    if together:
        return replace(reading, second=together)
    if reading.second is None and len(title.split()) <= _FEW and letters_lower(title[1:]):
        return replace(reading, second=Wanted(subjects=subjects(title)))
    return reading


def _run_together(text: str) -> Wanted | None:
    """ "the goldfinch donna tartt": a title and then a name, without anything between them."""
    words = text.split()
    for length in (3, 2):
        for title, name, joint in (
            (words[:-length], words[-length:], -length - 1),
            (words[length:], words[:length], length),
        ):
            article = joint > 0 and words[joint].casefold() in {"a", "an", "the"} if title else False
            if title and (article or words[joint].casefold() not in NEVER) and is_full_name(name):
                return Wanted(title=" ".join(title), authors=(" ".join(name),), guess=True)
    return None


def _named(intent: Intent, slot: str, context: Context, *, bare: bool = False) -> Reading | None:
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
        return _book(intent, book, context)
    narrower = titled(spoken_in.rest, context.quoted, context.spoken, bare=bare)
    if narrower is None or title_case(slot) and not narrower.authors and not spoken_in.languages:
        return _book(intent, book, context)
    reading = _book(intent, narrower, context)
    wanted = replace(reading.wanted, years=when.years, languages=spoken_in.languages)
    whole = Wanted(title=context.plain(book.title), guess=True)
    return replace(reading, wanted=wanted, second=reading.second or (None if narrower.authors else whole))


def _book(intent: Intent, book: Titled, context: Context) -> Reading:
    """The reading of one named book; what was taken off the title is the second reading."""
    wanted = Wanted(title=context.plain(book.title), authors=book.authors, guess=not book.sure and not book.authors)
    second = Wanted(title=context.plain(book.whole), guess=True) if book.whole else None
    return Reading(intent=intent, wanted=wanted, second=second)
