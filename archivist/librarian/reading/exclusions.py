"""What is not wanted: "not by X", "except Y", "without Z", in the five languages we read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from archivist.books.wanted import Without
from archivist.librarian.reading.heads import head_of
from archivist.librarian.reading.modifiers import ENDS
from archivist.librarian.reading.names import looks_like_name, names
from archivist.librarian.reading.phrase_tree import words_of
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.text import title_case, trimmed_end
from archivist.librarian.reading.vocabulary import any_of, phrase_set

_BY = phrase_set(
    """
    not by, nothing by, none by, nothing from, not written by, no books by, no more by, isn't by, aren't by, not from,
    except by, other than by, except those by, except the ones by, except books by, nicht von, nichts von, kein buch
    von, keine bücher von, außer von, pas de livres de, sauf de, pas ceux de, que no sean de, que no
    sea de, excepto de, che non siano di, non di, tranne di
    """
)
"""Before the name of an author who is not wanted."""

_BUT = phrase_set(
    """
    anything but, everything but, anyone but, anybody but, alles außer, tout sauf, todo menos, tutto tranne, that is
    not, that are not, that's not, that isn't, that aren't, which is not, which are not, which isn't, which aren't,
    who isn't, das kein, der kein, die kein, die keine, die nicht, das nicht, qui n'est pas, qui ne sont pas, qui ne
    parlent pas de, que no sea, que no sean, che non sia, che non siano, che non è, che non sono, mais pas, mais
    sans, pero nada de, pero no de, niente di, rien de, aber ohne, but i've already read, but i've read, but i have
    already read, but i know, please not, except, except for, excluding, other than, apart from, aside from,
    without, without any, but no, but not, with no, not about, nothing about, nothing on, not on, isn't about,
    aren't about, nothing with, nothing involving, none with, besides, doesn't involve, doesn't have, don't have,
    doesn't feature, doesn't include, don't include, not counting, not including, minus, that don't involve, not
    involving, außer, ohne, aber kein, aber keine, aber nicht, nicht über, sauf, sans, hormis, mais pas de, excepto,
    salvo, sin, menos, pero no, pero sin, que no traten de, tranne, eccetto, senza, ma non, ma senza, mais rien,
    pero nada, ma niente, però niente, aber nichts, but nothing
    """
)
"""Before whatever else is not wanted: a subject, a title, or an author all the same."""

_ALONE = phrase_set("no, not, kein, keine, pas, pas de, nada de, niente, non")
"""These say what is not wanted only at the beginning of a message, or after a comma ("thrillers, no gore")."""

_AND = any_of("but, and, just, only, und, aber, et, mais, y, pero, e, ma, please, bitte, lieber")
_JOINT = rf"(?:^|[\s,;]+)(?:{_AND}\s+)*(?:(?:that|which|who)\s+)?(?:(?:is|are)\s+)?"
_OR = re.compile(r"\s*(?:,|;|\bor\b|\band\b|\boder\b|\bund\b|\bou\b|\bet\b)\s*", re.IGNORECASE)
_BUT_NOT = re.compile(rf",\s*{any_of('but, aber, mais, pero, ma')}\s\S+\s+")
"""With a comma and in small letters this stands in no title."""
_TITULAR = Phrases("[but] (without|no|not|ohne|sans|sin|senza)")
_ARTICLE = any_of("any, any of the, the, a, an, le, la, les, el, los, il, gli")
_NOR = any_of(
    """
    no, not, kein, keine, ni, nor, without, ohne, sans, sin, senza, der, die, das, den, dem, über, sur, sobre, su, sul,
    sulla, sui, about, on
    """
)
_LEADING = re.compile(rf"^(?:{_ARTICLE}\s+(?=[a-zäöüéèàç])|{_NOR}\s+)+")
_TRAILING = Phrases("please|thanks|bitte|in (it|them)|this time|though|again|por favor|per favore")
_PAUSE = re.compile(r"(?: please)?[,;.!]\s+|\s+(?=but |just |only )")
_ONLY = Phrases("{only} [{only}] [{only}]", {"only": "but|just|only|some|any|please|(give|show) me"})
_LINK = any_of("about, on, über, sur, sobre, from, before, after, in")
_AFTER = re.compile(rf"\s+(?={_LINK}\s)")
_DANGLING = Phrases("by|von|de|di|par|por|about|on")
_TOO = Phrases("too|so|very|zu|trop|muy|demasiado|troppo")
"""A degree, not a thing: "not too long"."""
_AMOUNT = re.compile(r"(?:de|di|than|als)\s+\d")
"""Fewer of something are no exclusion: "menos de 200 páginas"."""
_MOST = 8
HIM = phrase_set("him, her, them, that author, this author, the same author, ihm, ihr, lui, elle, él, ella")
"""Words for the author of a book that was shown."""


def _after(marks: frozenset[str], joint: str = _JOINT) -> re.Pattern[str]:
    return re.compile(rf"{joint}{any_of(', '.join(marks))}\s+(?:d')?(?P<what>\S.*)$", re.IGNORECASE)


_RULES = ((_after(_BY), True), (_after(_BUT), False), (_after(_ALONE, r"(?:^|,\s*(?:please\s+)?)"), False))
_HINTS = frozenset(max(words_of(mark).words, key=len) for mark in _BY | _BUT | _ALONE)
"""Words of which every such phrase has one."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """What is not wanted, and the words before that.

    `by` when an author was named as such, `apart` when the words that say so are in no title.
    """

    without: Without
    rest: str
    by: bool
    apart: bool


@lru_cache(maxsize=8)
def exclusion_in(text: str) -> Exclusion | None:
    """What the text says is not wanted; None when it says nothing of the kind."""
    if _HINTS.isdisjoint(words_of(text).present):
        return None
    for rule, by in _RULES:
        match = rule.search(text)
        what, after = _split(match["what"]) if match else ("", "")
        if match and not _TOO.begin(what) and not _AMOUNT.match(what) and (found := _listed(what)):
            before = text[: match.start()].strip(" ,;:-")
            before = before.removesuffix(_DANGLING.end_of(before, " "))
            rest, said = f"{before} {after}".strip(), text[match.start() : match.start("what")]
            apart = not _TITULAR.begin(match.group()) or _BUT_NOT.fullmatch(said) is not None
            if not by:
                return Exclusion(Without(anything=found), rest, by=False, apart=apart)
            if all(one.casefold() in HIM or looks_like_name(one) != "no" for one in found):
                return Exclusion(Without(authors=found), rest, by=True, apart=apart)
    return None


def _split(what: str) -> tuple[str, str]:
    """What is not wanted, and what is wanted after that: "Stephen King | about vampires", "horror, | books on cats"."""
    for pause in _PAUSE.finditer(what):
        rest = what[pause.end() :]
        rest = rest.removeprefix(_ONLY.start_of(rest, " "))
        if head_of(rest, ENDS):
            return what[: pause.start()], rest
    link = _AFTER.search(what)
    return (what[: link.start()], what[link.end() :]) if link and not title_case(f"X {what}") else (what, "")


def _listed(what: str) -> tuple[str, ...]:
    what = trimmed_end(what)
    what = what.removesuffix(_TRAILING.end_of(what, " ,"))
    if len(what.split()) > _MOST:
        return ()
    parts = names(what) if all(looks_like_name(one) == "yes" for one in names(what)) else tuple(_OR.split(what))
    return tuple(one for part in parts if (one := _LEADING.sub("", part.strip(" ,.;"))))
