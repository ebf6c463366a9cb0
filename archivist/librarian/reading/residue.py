"""What is left of a question when the words of conversation are taken off: the net below all frames and requests.

A question can be put in more ways than any list of frames holds, but what it names stays the same: a span of capitals,
or the few words that are no talk. The net never overrules a rule that is sure, and what it guesses counts only where a
record holds every word of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from archivist.books.wanted import Anchor, Wanted
from archivist.librarian.answer import Intent
from archivist.librarian.reading.context import Context
from archivist.librarian.reading.languages import in_language
from archivist.librarian.reading.named import or_name
from archivist.librarian.reading.names import is_full_name, looks_like_name, names
from archivist.librarian.reading.subjects import subjects
from archivist.librarian.reading.talk_words import (
    ALIKE,
    ARTICLES,
    BY,
    FOREIGN,
    IN_TITLES,
    LIKE,
    MORE,
    NEWS,
    PERHAPS,
    PLACES,
    SMALL_WORDS,
    TALK,
    TELLS,
    WHO,
    WRITES,
)
from archivist.librarian.reading.text import capitalised, is_mark, letters_lower, shouted, title_case
from archivist.librarian.reading.titles import titled
from archivist.librarian.reading.values import Reading
from archivist.librarian.reading.years import dated

_EDGES = '.,;:!?()[]{}"…'
_ENDS_SENTENCE = (".", "!", "?", ";", ":", "…")
_SELF = frozenset({"I", "I'm", "I'd", "I've", "I'll"})
_MOST = 3
_SENTENCE, _SURELY = 2, 4
_SHORT = 2
_ENGLISH = TALK - SMALL_WORDS
_ANY = (TALK | FOREIGN) - SMALL_WORDS


@dataclass(frozen=True, slots=True)
class _Word:
    """A word as typed, folded for the lists, and whether a sentence begins with it."""

    typed: str
    bare: str
    first: bool

    @property
    def folded(self) -> str:
        return self.bare.casefold()

    @property
    def capital(self) -> bool:
        return capitalised(self.bare) and self.bare not in _SELF


@dataclass(frozen=True, slots=True)
class _Rest:
    """Runs of words that are no talk, the words around them, and the word right before the first run."""

    runs: tuple[str, ...]
    around: frozenset[str]
    before: str
    capital: bool


def with_net(reading: Reading, text: str, context: Context) -> Reading:
    """The reading, or a better one from the words that are left where it took conversation for a name.

    A whole sentence gives way; a few words that may be talk or title stay first, and what is left comes second.
    """
    if reading.intent in {"off-topic", "recall"} or reading.wanted.isbns or any(map(is_mark, text)):
        return reading
    said = _mistaken(reading, context)
    if not said or (title_case(text) and not reading.wanted.authors):
        return _or_whole(reading, text, context)
    rest = _reading(text, reading, context)
    if rest is None:
        return reading
    lower = letters_lower(text)
    if _is_sentence(said) or (said - IN_TITLES and not lower) or not reading.wanted.title or rest.wanted.like:
        whole = reading.wanted if lower and reading.wanted.title else None
        return replace(rest, second=rest.second or whole)
    second = reading.second if reading.second and not _talk_in(reading.second.title or "", context) else None
    return replace(reading, second=second or rest.wanted)


def _mistaken(reading: Reading, context: Context) -> frozenset[str]:
    """The conversation in what the reading took for a name; beside an author only a whole sentence of it counts."""
    wanted = reading.wanted
    like = (wanted.like.title, *wanted.like.authors) if wanted.like else ()
    said = _talk_in(" ".join(filter(None, (wanted.title, *like))), context)
    if wanted.title and wanted.authors and not _is_sentence(said):
        said = frozenset()
    return said.union(*(_talk_in(name, context) for name in wanted.authors))


def _is_sentence(said: frozenset[str]) -> bool:
    return len(said - IN_TITLES) >= _SENTENCE or len(said) >= _SURELY


def _or_whole(reading: Reading, text: str, context: Context) -> Reading:
    """The reading of lower-case words as somebody's, or as one title: "the books of magic neil gaiman"."""
    authors = reading.wanted.authors
    unsure = reading.intent == "author" and letters_lower(text) and not all(is_full_name(n.split()) for n in authors)
    whole = Wanted(title=context.plain(text).strip(" ?!."), guess=True)
    return replace(reading, second=whole) if unsure and reading.second is None else reading


def _talk_in(named: str, context: Context) -> frozenset[str]:
    """The conversation in a name; a capital is the name's own, at its beginning unless more talk follows."""
    words = _words(named)
    said = [word for word, is_talk in zip(words, _talk(words, context), strict=True) if is_talk]
    alone = len(said) == 1 and said[0] is words[0]
    return frozenset() if alone and (words[0].capital or len(words) == 1) else frozenset(word.folded for word in said)


def _words(text: str) -> list[_Word]:
    words, first = [], True
    for typed in text.split():
        bare = typed.strip(_EDGES)
        if bare:
            words.append(_Word(typed, bare, first))
            first = typed.endswith(_ENDS_SENTENCE) and len(bare) > 1
    return words


def _talk(words: list[_Word], context: Context) -> list[bool]:
    """Which of the words are talk. A capital inside a sentence is a title's or a name's, unless all are capitals."""
    loud = shouted(" ".join(word.typed for word in words))
    known = _ENGLISH if context.spoken in {None, "en"} else _ANY
    said: list[bool] = []
    for word in words:
        after = bool(said) and (said[-1] or words[len(said) - 1].folded in PLACES)
        is_word = word.folded in known or (word.folded in PERHAPS and after)
        said.append(is_word and (loud or not word.capital or word.first))
    return said


def _reading(text: str, reading: Reading, context: Context) -> Reading | None:
    """What the rest of the sentence names, asked for as the words around it say."""
    when = dated(text, context.today)
    spoken_in = in_language(when.rest)
    rest = _rest(_words(spoken_in.rest), context)
    if not rest.runs:
        return None
    found = _named(rest, reading, context) if rest.capital or len(rest.runs) == 1 else _on_subjects(rest)
    if found is None:
        return None
    wanted = replace(found.wanted, years=when.years, languages=spoken_in.languages)
    return replace(found, wanted=wanted)


def _rest(words: list[_Word], context: Context) -> _Rest:
    talk = _talk(words, context)
    loud = shouted(" ".join(word.typed for word in words))
    capital = not loud and any(word.capital and not said for word, said in zip(words, talk, strict=True))
    spans = _spans(words, talk, capitals=capital)
    if capital and spans:
        spans = [max(spans, key=lambda span: span[1] - span[0])]
    before = words[spans[0][0] - 1].folded if spans and spans[0][0] else ""
    runs = tuple(" ".join(w.typed for w in words[start:end]).strip(" .,;:!?…") for start, end in spans)
    inside = {i for start, end in spans for i in range(start, end)}
    around = frozenset(word.folded for i, word in enumerate(words) if i not in inside)
    return _Rest(runs, around, before, capital)


def _spans(words: list[_Word], talk: list[bool], *, capitals: bool) -> list[tuple[int, int]]:
    """Runs of content words, joined by small words between them; where capitals tell, runs of capitals."""
    content = [
        not said and (word.capital if capitals else word.folded not in SMALL_WORDS)
        for word, said in zip(words, talk, strict=True)
    ]
    spans: list[tuple[int, int]] = []
    for i, is_content in enumerate(content):
        if not is_content:
            continue
        joined = spans and all(words[j].folded in SMALL_WORDS for j in range(spans[-1][1], i)) and not words[i].first
        if joined:
            spans[-1] = (spans[-1][0], i + 1)
        else:
            article = i > 0 and words[i - 1].folded in ARTICLES
            spans.append((i - article, i + 1))
    return spans


def _named(rest: _Rest, reading: Reading, context: Context) -> Reading | None:
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


def _asks_for_alike(rest: _Rest) -> bool:
    """Whether likeness is spoken of; "more" and "next" speak of it beside a title, unless more about it is meant."""
    if rest.before in LIKE or rest.around & ALIKE:
        return True
    return rest.capital and bool(rest.around & MORE) and not rest.around & NEWS


def _one(run: str, wanted: Wanted, rest: _Rest, reading: Reading) -> Reading:
    """A title that may be a name or, in lower case, a subject."""
    intent: Intent = "describe" if reading.intent == "describe" or rest.around & TELLS else "on-topic"
    found = Reading(intent=intent, wanted=wanted, asks="author" if rest.around & WHO else reading.asks)
    if wanted.authors:
        return replace(found, second=Wanted(title=run, guess=True))
    about = subjects(run)
    if rest.capital or not about or max(map(len, map(str.split, about))) > _SHORT:
        return or_name(found)
    if run.split(maxsplit=1)[0].casefold() in ARTICLES:
        return replace(found, second=Wanted(subjects=about))
    return Reading(intent="on-topic", wanted=Wanted(subjects=about), second=wanted)


def _on_subjects(rest: _Rest) -> Reading | None:
    """Several runs in lower case: subjects that must all hold."""
    found = tuple(dict.fromkeys(one for run in rest.runs for one in subjects(run)))
    if not found or len(found) > _MOST:
        return None
    return Reading(intent="on-topic", wanted=Wanted(subjects=found))
