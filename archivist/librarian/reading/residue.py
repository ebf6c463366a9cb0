"""What is left of a question when the words of conversation are taken off: the net below all frames and requests.

A question can be put in more ways than any list of frames holds, but what it names stays the same: a span of capitals,
or the few words that are no talk. The net never overrules a rule that is sure, and what it guesses counts only where a
record holds every word of it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from archivist.books import fold
from archivist.books.wanted import Anchor, Wanted
from archivist.librarian.answer import Intent
from archivist.librarian.reading.context import Context
from archivist.librarian.reading.languages import in_language
from archivist.librarian.reading.named import or_name
from archivist.librarian.reading.names import is_full_name, looks_like_name, names
from archivist.librarian.reading.remains import Remains, remains, talk_in
from archivist.librarian.reading.subjects import subjects
from archivist.librarian.reading.talk_words import (
    ABOUT,
    ALIKE,
    ARTICLES,
    BY,
    FOREIGN,
    IN_TITLES,
    LIKE,
    MORE,
    NEWS,
    PERHAPS,
    SMALL_WORDS,
    TALK,
    TELLS,
    WHO,
    WRITES,
)
from archivist.librarian.reading.text import is_mark, letters_lower, title_case
from archivist.librarian.reading.titles import titled
from archivist.librarian.reading.values import Reading
from archivist.librarian.reading.years import dated

_REQUESTS = TALK.union(*FOREIGN.values()) - IN_TITLES - SMALL_WORDS
_MOST = 3
_SENTENCE, _SURELY = 2, 4
_SHORT = 2
_CAPITALS = re.compile(r"^(?:I(?:'\w+)? )?[^A-Z]*[a-z'\u00e0-\u00ff]\W+(?P<run>[A-Z\u00c0-\u00de].*)$")


def with_net(reading: Reading, text: str, context: Context) -> Reading:
    """The reading, or a better one from the words that are left where it took conversation for a name.

    A whole sentence gives way; a few words that may be talk or title stay first, and what is left comes second.
    """
    if reading.intent in {"off-topic", "recall"} or reading.wanted.isbns or any(map(is_mark, text)):
        return reading
    if reading.second and reading.second.title and reading.second.unmet:
        return reading  # a title, or one without what was set aside
    said = _mistaken(reading, context)
    titled_so = title_case(text) and context.spoken != "de"
    if not said or (titled_so and not reading.wanted.authors):
        return _or_capitals(_or_rest(_or_whole(reading, text, context), text, context))
    rest = _reading(text, reading, context)
    if rest is None:
        return _or_capitals(reading)
    lower = letters_lower(text)
    if (
        _is_sentence(said)
        or (said - IN_TITLES and not lower)
        or not reading.wanted.title
        or (rest.wanted.like and reading.intent == "on-topic")
    ):
        whole = reading.wanted if lower and reading.wanted.title else None
        return replace(rest, second=rest.second or whole)
    second = reading.second if reading.second and not talk_in(reading.second.title or "", context) else None
    return replace(reading, second=second or rest.wanted)


def _or_capitals(reading: Reading) -> Reading:
    """A title that loses its small beginning where capitals begin ("emprunter The Invisible Man") may begin there."""
    title = reading.wanted.title or ""
    run = _CAPITALS.search(title)
    if reading.second or run is None or title_case(f"x {title}"):
        return reading
    name = run["run"].strip(" .,;:!?")
    if not reading.wanted.authors and looks_like_name(name) == "yes":
        return replace(reading, second=Wanted(authors=names(name)))
    return replace(reading, second=replace(reading.wanted, title=name, guess=True))


def _mistaken(reading: Reading, context: Context) -> frozenset[str]:
    """The conversation in what the reading took for a name; beside an author only a whole sentence of it counts.

    In subjects the words that titles are made of say nothing.
    """
    wanted = reading.wanted
    like = (wanted.like.title, *wanted.like.authors) if wanted.like else ()
    said = talk_in(" ".join(filter(None, (wanted.title, *like))), context)
    if wanted.title and wanted.authors and not _is_sentence(said):
        said = frozenset()
    said = said.union(*(talk_in(subject, context) - IN_TITLES for subject in wanted.subjects))
    return said.union(*(talk_in(name, context) for name in wanted.authors))


def _or_rest(reading: Reading, text: str, context: Context) -> Reading:
    """A title that begins with the word the question begins with, which may be a request: "Explain It to Me"."""
    title = reading.wanted.title or ""
    first = title.split(maxsplit=1)[0].casefold() if title else ""
    if set(fold(title).split()) <= WRITES and title and reading.wanted.authors:
        return Reading(intent="author", wanted=replace(reading.wanted, title=None), second=reading.wanted)
    if first not in _REQUESTS or not text.casefold().startswith(first):
        return reading
    rest = None if reading.second and not reading.second.guess else _reading(text, reading, context)
    return replace(reading, second=rest.wanted) if rest else reading


def _is_sentence(said: frozenset[str]) -> bool:
    return len(said - IN_TITLES - PERHAPS) >= _SENTENCE or len(said - PERHAPS) >= _SURELY


def _or_whole(reading: Reading, text: str, context: Context) -> Reading:
    """The reading of lower-case words as somebody's, or as one title: "the books of magic neil gaiman"."""
    authors = reading.wanted.authors
    unsure = reading.intent == "author" and letters_lower(text) and not all(is_full_name(n.split()) for n in authors)
    whole = Wanted(title=context.plain(text).strip(" ?!."), guess=True)
    return replace(reading, second=whole) if unsure and reading.second is None else reading


def _reading(text: str, reading: Reading, context: Context) -> Reading | None:
    """What the rest of the sentence names, asked for as the words around it say."""
    when = dated(text, context.today)
    spoken_in = in_language(when.rest)
    rest = remains(spoken_in.rest, context)
    if not rest.runs:
        return None
    found = _of_author(rest, reading)
    if found is None:
        found = _named(rest, reading, context) if rest.capital or len(rest.runs) == 1 else _on_subjects(rest)
    if found is None:
        return None
    wanted = replace(found.wanted, years=when.years, languages=spoken_in.languages)
    return replace(found, wanted=wanted)


def _named(rest: Remains, reading: Reading, context: Context) -> Reading | None:
    """One run: a title, a name or a subject, by the words around it."""
    run = rest.runs[0]
    likely = looks_like_name(run)
    person = likely == "yes" or (rest.capital and likely == "perhaps" and len(run.split()) > 1)
    if rest.around & WRITES and not rest.around & WHO and person:
        return Reading(intent="author", wanted=Wanted(authors=names(run)), second=Wanted(title=run, guess=True))
    if rest.before in BY and likely == "yes":
        return Reading(intent="author", wanted=Wanted(authors=names(run)))
    book = titled(run, context.quoted, context.spoken)
    if book is None:
        return None
    if reading.intent == "similar" or _asks_for_alike(rest):
        return Reading(intent="similar", wanted=Wanted(like=Anchor(title=book.title, authors=book.authors)))
    return _one(run, Wanted(title=book.title, authors=book.authors, guess=not book.authors), rest, reading)


def _of_author(rest: Remains, reading: Reading) -> Reading | None:
    """A sentence in small letters that ends in "by" and a full name: its longest run is the title."""
    authors = reading.wanted.authors
    runs = [run for run in rest.runs if run not in authors]
    if rest.capital or not runs or len(authors) != 1 or not is_full_name(authors[0].split()):
        return None
    title = max(runs, key=lambda run: len(run.split()))
    return replace(reading, wanted=Wanted(title=title, authors=authors), second=None)


def _asks_for_alike(rest: Remains) -> bool:
    """Whether likeness is spoken of; "more" and "next" speak of it beside a title, unless more about it is meant."""
    if rest.before in LIKE or rest.around & ALIKE:
        return True
    return rest.capital and bool(rest.around & MORE) and not rest.around & NEWS


def _one(run: str, wanted: Wanted, rest: Remains, reading: Reading) -> Reading:
    """A title that may be a name or, in lower case, a subject."""
    intent: Intent = "describe" if reading.intent == "describe" or rest.around & TELLS else "on-topic"
    found = Reading(intent=intent, wanted=wanted, asks="author" if rest.around & WHO else reading.asks)
    if wanted.authors:
        return replace(found, second=Wanted(title=run, guess=True))
    about = subjects(run)
    if rest.capital and about and rest.before in ABOUT and not wanted.authors and " " not in run:
        return Reading(intent="on-topic", wanted=Wanted(subjects=about), second=wanted)
    if rest.capital or not about or max(map(len, map(str.split, about))) > _SHORT:
        return or_name(found)
    if run.split(maxsplit=1)[0].casefold() in ARTICLES and rest.before not in ABOUT:
        return replace(found, second=Wanted(subjects=about))
    return Reading(intent="on-topic", wanted=Wanted(subjects=about), second=wanted)


def _on_subjects(rest: Remains) -> Reading | None:
    """Several runs in lower case: subjects that must all hold, or one title with little words in it."""
    found = tuple(dict.fromkeys(one for run in rest.runs for one in subjects(run)))
    if not found or len(found) > _MOST:
        return None
    second = Wanted(title=rest.whole, guess=True) if rest.whole else None
    return Reading(intent="on-topic", wanted=Wanted(subjects=found), second=second)
