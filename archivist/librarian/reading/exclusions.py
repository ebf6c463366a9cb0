"""What is not wanted: "not by X", "except Y", "without Z", in the five languages we read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from archivist.books.wanted import Without
from archivist.librarian.reading.names import looks_like_name, names
from archivist.librarian.reading.text import trimmed_end
from archivist.librarian.reading.vocabulary import phrase_set

_BY = phrase_set(
    """
    not by, nothing by, none by, nothing from, not written by, no books by, no more by, isn't by, aren't by, not from,
    except by, other than by, except those by, except the ones by, except books by, nicht von, nichts von, kein buch
    von, keine bücher von, außer von, pas de livres de, rien de, sauf de, pas ceux de, nada de, que no sean de, que no
    sea de, excepto de, niente di, che non siano di, non di, tranne di
    """
)
"""Before the name of an author who is not wanted."""

_BUT = phrase_set(
    """
    anything but, everything but, anyone but, but i've already read, but i've read, but i have already read, but i
    know, please not, except, except for, excluding, other than, apart from, aside from, without, without any, but no,
    but not, with no, not about, nothing about, nothing on, not on, isn't about, aren't about, nothing with, nothing
    involving, none with, besides, doesn't involve, doesn't have, don't have, doesn't feature, doesn't include, don't
    include, not counting, not including, minus, that don't involve, not involving, außer, ohne, aber kein, aber
    keine, aber nicht, nicht über, sauf, sans, hormis, mais pas de, excepto, salvo, sin, menos, pero no, pero sin, que
    no traten de, tranne, eccetto, senza, ma non, ma senza
    """
)
"""Before whatever else is not wanted: a subject, a title, or an author all the same."""

_ALONE = phrase_set("no, not, kein, keine, pas, pas de, nada de, niente, non")
"""These say what is not wanted only at the beginning of a message, or after a comma ("thrillers, no gore")."""

_JOINT = (
    r"(?:^|[\s,;]+(?:(?:but|and|just|only|aber|mais|pero|ma|please)\s+)*(?:(?:that|which|who)\s+)?(?:(?:is|are)\s+)?)"
)
_OR = re.compile(r"\s*(?:,|;|\bor\b|\band\b|\boder\b|\bund\b|\bou\b|\bet\b)\s*", re.IGNORECASE)
_TITULAR = re.compile(r"\s*(?:but\s+)?(?:without|no|not|ohne|sans|sin|senza)\b", re.IGNORECASE)
_LEADING = re.compile(r"^(?:any|any of the|the|a|an|le|la|les|el|los|il|gli|der|die|das)\s+(?=[a-zäöüéèàç])")
_TRAILING = re.compile(r"[\s,]+(?:please|thanks|bitte|in (?:it|them)|this time|though|again|por favor|per favore)$")
_MOST = 8
HIM = phrase_set("him, her, them, that author, this author, the same author, ihm, ihr, lui, elle, él, ella")
"""Words for the author of a book that was shown."""


def _after(marks: frozenset[str], joint: str = _JOINT) -> re.Pattern[str]:
    any_mark = "|".join(re.escape(mark) for mark in sorted(marks, key=len, reverse=True))
    return re.compile(rf"{joint}(?:{any_mark})\s+(?P<what>\S.*)$", re.IGNORECASE)


_RULES = ((_after(_BY), True), (_after(_BUT), False), (_after(_ALONE, r"(?:^|,\s*(?:please\s+)?)"), False))


@dataclass(frozen=True, slots=True)
class Exclusion:
    """What is not wanted, and the words before that.

    `by` when an author was named as such, `apart` when the words that say so are in no title.
    """

    without: Without
    rest: str
    by: bool
    apart: bool


def exclusion_in(text: str) -> Exclusion | None:
    """What the text says is not wanted; None when it says nothing of the kind."""
    for rule, by in _RULES:
        match = rule.search(text)
        if match and (found := _listed(match["what"])):
            rest, apart = text[: match.start()].strip(" ,;:-"), not _TITULAR.match(match.group())
            if not by:
                return Exclusion(Without(anything=found), rest, by=False, apart=apart)
            if all(one.casefold() in HIM or looks_like_name(one) != "no" for one in found):
                return Exclusion(Without(authors=found), rest, by=True, apart=apart)
    return None


def _listed(what: str) -> tuple[str, ...]:
    what = _TRAILING.sub("", trimmed_end(what))
    if len(what.split()) > _MOST:
        return ()
    parts = names(what) if all(looks_like_name(one) == "yes" for one in names(what)) else tuple(_OR.split(what))
    return tuple(one for part in parts if (one := _LEADING.sub("", part.strip(" ,.;"))))
