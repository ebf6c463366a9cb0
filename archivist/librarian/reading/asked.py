"""Questions that begin with a wish ("do you have…", "can you recommend…") as readings."""

from __future__ import annotations

from dataclasses import replace

from archivist.books.wanted import Order, Wanted
from archivist.librarian.reading.context import Context
from archivist.librarian.reading.frame import framed
from archivist.librarian.reading.frames import REQUESTED_FRAMES
from archivist.librarian.reading.inquiries import in_frame
from archivist.librarian.reading.languages import in_language
from archivist.librarian.reading.named import named, or_name
from archivist.librarian.reading.names import NEVER, looks_like_name, names
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.requests import asks_for_anything, needs_head, recommends, request_in
from archivist.librarian.reading.subjects import is_genre, subjects
from archivist.librarian.reading.text import capitalised, is_mark, title_case
from archivist.librarian.reading.titles import titled, without_format
from archivist.librarian.reading.values import Reading
from archivist.librarian.reading.wishes import of_wish, wish
from archivist.librarian.reading.years import dated

_TOPIC = Phrases("(about|interested in|curious about|in the mood for|learn|understand|study) .")
_TOLD_ABOUT = Phrases("(told me|talked|talking|raved) about .")
"""A book, and no topic."""
_HOW_ABOUT = Phrases(
    """
    (what|how) (about|of)
    (i|we) [once|just|recently] (heard|read) (about|of)
    """
)
_LINKS = Phrases("[written] by|about|on|like|similar to|in the vein of|set in|interested in|regarding")
_ALWAYS_CAPITAL = frozenset({"I", "I'm", "I'd", "I've", "Sie"})
_MOST_WORDS = 12
_SHORT = 2
"""Words of a wish that may as well begin a title ("Search the Dark", "I Love Saturdays")."""
_GERUND = Phrases("looking|searching|waiting|in search")
_QUALITY = Phrases("{good} [{good}] [{good}] [{good}]", {"good": "the|a|some|any|good|great|best|top|popular|new|more"})
_RATED = Phrases("best|top|popular")
_INTRODUCTION = Phrases(
    "[{good}] [{good}] [{good}] {introduction} (to|on|of|about|for)",
    {
        "good": "a|an|any|some|your|good|great|best|short|solid|the",
        "introduction": "introduction|introductions|intro|intros|guide|guides|primer|primers|overview|overviews|"
        "reading (list|lists)|section|sections|shelf|shelves|info|information|beginner's guide",
    },
)
_SOME = Phrases("any [of the]|some|more|all the")
_IN_STOCK = Phrases("left|around|here|at all|in stock")


def requested(body: str, context: Context) -> Reading | None:
    """The reading of a question that begins with a wish; None when it does not, or when its words are a title."""
    if asks_for_anything(body):
        return Reading(intent="recommend", wanted=Wanted())
    request = request_in(body, context.spoken)
    if request is None or _is_title(body, request):
        return None
    slot = without_format(body[len(request) :])
    inside = _inquiry(slot, context) or _introduction(slot, context) or any_of(slot, context)
    if inside:
        return inside
    general = _general(slot, context)
    if general:
        return _with_doubt(general, body, request, context)
    return _particular(slot, body, request, context)


def _inquiry(slot: str, context: Context) -> Reading | None:
    """An inquiry inside a wish: "do you have reviews of Dune?", "give me read-alikes for Dune"."""
    asked = framed(slot, REQUESTED_FRAMES)
    return in_frame(asked, context) if asked else None


def _general(slot: str, context: Context) -> Reading | None:
    """A wish with a general noun, or one that begins with a link ("do you have | by Le Guin")."""
    if not _LINKS.start_of(slot, " ").islower():
        general = wish(slot, context, bare=False)
        return of_wish(general) if general else None
    general = wish(f"books {slot}", context, bare=False)
    whole = titled(slot, context.quoted, context.spoken)
    if general is None or whole is None:
        return of_wish(general) if general else None
    second = Wanted(title=context.plain(whole.title), authors=whole.authors, guess=True)
    return of_wish(replace(general, second=general.second or second))


def _particular(slot: str, body: str, request: str, context: Context) -> Reading | None:
    """A wish for a topic, a genre or one book."""
    suggestion = _HOW_ABOUT.begin(request)
    if not suggestion and _TOPIC.stand_in(request) and not _TOLD_ABOUT.stand_in(request):
        return topic(slot, context)
    if not suggestion and needs_head(request):
        return None
    reading = genre_in(slot, context) or named("on-topic", slot, context)
    if reading and reading.wanted.guess and reading.wanted.title and not context.quoted.only(slot):
        reading = or_name(reading)
    if reading is None:
        return Reading(intent="recommend", wanted=Wanted()) if recommends(request) else None
    return _with_doubt(reading, body, request, context)


def _introduction(slot: str, context: Context) -> Reading | None:
    """A topic after the name of a way into it: "a good introduction to hunting"."""
    introduction = _INTRODUCTION.start_of(slot, " ")
    return topic(slot.removeprefix(introduction), context) if introduction and not title_case(f"x {slot}") else None


def any_of(slot: str, context: Context) -> Reading | None:
    """An author named like a thing of which there is some: "any Hunter S. Thompson"."""
    some = _SOME.start_of(slot, " ")
    name = slot.removeprefix(some).removesuffix(_IN_STOCK.end_of(slot, " ")).rstrip(" ?!")
    likely = looks_like_name(name) if name and some.islower() and not set(name) & set(",?!") else "no"
    if likely == "no" or (likely == "perhaps" and not (" " in name and all(map(capitalised, name.split())))):
        return None
    second = None if likely == "yes" else Wanted(title=context.plain(name), guess=True)
    return Reading(intent="author", wanted=Wanted(authors=names(context.plain(name))), second=second)


def _is_title(body: str, request: str) -> bool:
    """True for "Find Me" and "Show Me the Way": the request's own words, or all that follows, belong to a title."""
    if not title_case(body):
        return False
    words = [word for word in request.split()[1:] if word not in _ALWAYS_CAPITAL]
    return (
        any(word[0].isupper() and not word.isupper() for word in words)
        or body[len(request) :].casefold().strip(" ?!.") in NEVER
    )


def _with_doubt(reading: Reading, body: str, request: str, context: Context) -> Reading:
    """The reading, with the whole as second reading where it may be a title ("Looking for Alaska")."""
    short = len(request.split()) <= _SHORT and title_case(body)
    if reading.second is not None or not (short or _GERUND.begin(request)):
        return reading
    whole = titled(body, context.quoted, context.spoken)
    if whole is None or len(body.split()) > _MOST_WORDS:
        return reading
    return replace(reading, second=Wanted(title=context.plain(whole.title), authors=whole.authors, guess=True))


def topic(slot: str, context: Context) -> Reading | None:
    """Books on the subjects that the slot lists."""
    found = subjects(context.plain(slot))
    if found:
        return Reading(
            intent="on-topic",
            wanted=Wanted(subjects=found),
            second=Wanted(title=context.plain(slot).strip(" ?.!"), guess=True),
        )
    return None


def genre_in(slot: str, context: Context) -> Reading | None:
    """A kind of book without a general noun: "best science fiction"."""
    when = dated(slot, context.today)
    plain = in_language(when.rest)
    words = plain.rest.strip(" .?!")
    if any(map(is_mark, words)):
        return None
    quality = _QUALITY.start_of(words, " ")
    kind = words.removeprefix(quality)
    if not is_genre(kind):
        return None
    order: Order = "rating" if _RATED.stand_in(quality) else "relevance"
    wanted = Wanted(subjects=subjects(kind), years=when.years, languages=plain.languages, order=order)
    return Reading(intent="on-topic", wanted=wanted, second=Wanted(title=words, guess=True))
