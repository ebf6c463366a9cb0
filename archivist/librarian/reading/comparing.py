"""Two books to be set side by side: "Dune or Foundation?", "Emma vs Persuasion", "is X better than Y?"."""

from __future__ import annotations

import re

from archivist.books.wanted import Anchor, Wanted
from archivist.librarian.reading.context import Context
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.text import trimmed_end
from archivist.librarian.reading.titles import titled
from archivist.librarian.reading.values import Reading
from archivist.librarian.reading.vocabulary import phrase_set

_LEADS = Phrases(
    """
    (which|what) [one] ('s|is) better
    (which|what) should i read [first]
    which one should i read [first >(,|:)]
    which (do you prefer|would you recommend|of)
    (should|shall|do) i read
    should i start with|would you recommend
    compare|comparison (of|between)
    [what ('s|is)] [the] (difference|differences) between
    how (does|do)|is|better
    [help me] (choose|choosing|decide|torn) between
    [i] can't decide between
    (was|welches) ist besser|soll ich
    [was ist der] unterschied zwischen
    vergleiche
    quel est le mieux|lequel est le meilleur|lequel lire|faut-il lire
    [quelle est la] différence entre
    comparer
    (qué [libro]|cuál) es mejor
    mejor
    [cuál es la] diferencia entre
    compara|comparar
    [qual|cosa] [è] meglio
    [qual è la] differenza (tra|fra)
    confronta
    """
)
_JOINTS = {
    "versus": phrase_set("vs, vs., versus, v."),
    "compared": phrase_set(
        "compared to, compared with, compare to, compare with, verglichen mit, better than, worse than, besser als, "
        "mieux que, mejor que, meglio di"
    ),
    "or": phrase_set("or, oder, ou, o"),
    "and": phrase_set("and, und, et, y, e, with, mit, avec, con"),
}
"""What stands between the two; the first two say by themselves that books are compared."""

_MOST = 3
_ENOUGH = ("versus", "compared")
_TRAILING = Phrases("first|next|[is|are] better|zuerst|lesen|d'abord|primero|prima")
_WHICH_IS = Phrases("which [one|of (them|these|the two)] (is|are|should|shall|to|would|do)")
_WHICH_ONE = Phrases("which [one]")
_STOPS = " ,:;.?\u2013-"


def _joint(phrases: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"[\s,]+(?:{'|'.join(map(re.escape, phrases))})\s+", re.IGNORECASE)


_SPLIT = {name: _joint(phrases) for name, phrases in _JOINTS.items()}


def compared(text: str, context: Context) -> Reading | None:
    """The reading of a question that sets books side by side in so many words."""
    lead = _LEADS.start_of(text, " ,:")
    body = trimmed_end(text[len(lead) :])
    which = _WHICH_IS.end_of(body, _STOPS, more=True) or _WHICH_ONE.end_of(body, _STOPS)
    body = body.removesuffix(which)
    body = body.removesuffix(_TRAILING.end_of(body, " ,:;"))
    for name, joint in _SPLIT.items():
        if (lead or which or name in _ENOUGH) and joint.search(body):
            found = _sides(joint, body, context)
            return Reading(intent="reviews", wanted=found) if found else None
    return None


def either(text: str, context: Context) -> Wanted | None:
    """Two titles with "or" between them ("Dune or Foundation?"); the whole may be one title as well."""
    return _sides(_SPLIT["or"], trimmed_end(text), context) if text.rstrip().endswith("?") else None


def _sides(joint: re.Pattern[str], body: str, context: Context) -> Wanted | None:
    parts = joint.split(body) if joint is not _SPLIT["and"] else _at_last(joint, body)
    sides = [titled(part, context.quoted, context.spoken) for part in parts]
    named = [Anchor(title=context.plain(one.title), authors=one.authors) for one in sides if one and one.title]
    if len(named) != len(sides) or not 1 < len(named) <= _MOST:
        return None
    first, *others = named
    return Wanted(title=first.title, authors=first.authors, beside=tuple(others))


def _at_last(joint: re.Pattern[str], body: str) -> list[str]:
    """Both sides of the last "and", which titles are full of."""
    *_, last = joint.finditer(body)
    return [body[: last.start()], body[last.end() :]]
