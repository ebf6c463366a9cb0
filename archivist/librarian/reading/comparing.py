"""Two books to be set side by side: "Dune or Foundation?", "Emma vs Persuasion", "is X better than Y?"."""

from __future__ import annotations

import re

from archivist.books.wanted import Anchor, Wanted
from archivist.librarian.reading.context import Context
from archivist.librarian.reading.text import trimmed_end
from archivist.librarian.reading.titles import titled
from archivist.librarian.reading.values import Reading
from archivist.librarian.reading.vocabulary import phrase_set

_LEADS = phrase_set(
    """
    which is better, what is better, what's better, which one is better, which should i read, which should i read
    first, what should i read first, which one should i read, which do you prefer, which would you recommend, should i
    read, shall i read, do i read, should i start with, would you recommend, compare, comparison of, comparison
    between, difference between, the difference between, differences between, what's the difference between, what is
    the difference between, how does, how do, is, better, choose between, choosing between, torn between, which of,
    mejor, help me choose between, help me decide between, can't decide between, i can't decide between, was ist
    besser, welches ist besser, soll ich, unterschied zwischen, was ist der unterschied zwischen, vergleiche, quel est
    le mieux, lequel est le meilleur, lequel lire, faut-il lire, différence entre, quelle est la différence entre,
    comparer, compare, qué es mejor, cuál es mejor, qué libro es mejor, diferencia entre, cuál es la diferencia entre,
    compara, comparar, qual è meglio, cosa è meglio, è meglio, meglio, differenza tra, differenza fra, qual è la
    differenza tra, confronta
    """
)
_JOINTS: dict[str, str] = {
    "versus": r"vs\.?|versus|v\.",
    "compared": r"compared (?:to|with)|compare (?:to|with)|verglichen mit|better than|worse than|besser als|mieux "
    r"que|mejor que|meglio di",
    "or": r"or|oder|ou|o",
    "and": r"and|und|et|y|e|with|mit|avec|con",
}
"""What stands between the two; the first two say by themselves that books are compared."""

_MOST = 3
_ENOUGH = ("versus", "compared")
_TRAILING = re.compile(
    r"[\s,:;]+(?:first|next|(?:is |are )?better|zuerst|lesen|d'abord|primero|prima)$",
    re.IGNORECASE,
)
_WHICH = re.compile(
    r"[\s,:;.?\u2013-]+which (?:one |of (?:them|these|the two) )?(?:is|are|should|shall|to|would|do)\b.*$|"
    r"[\s,:;.?\u2013-]+which(?: one)?$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    rf"^(?:{'|'.join(re.escape(lead) for lead in sorted(_LEADS, key=len, reverse=True))})[\s,:]+(?=\S)", re.IGNORECASE
)
_SPLIT = {name: re.compile(rf"[\s,]+(?:{joint})\s+", re.IGNORECASE) for name, joint in _JOINTS.items()}


def compared(text: str, context: Context) -> Reading | None:
    """The reading of a question that sets books side by side in so many words."""
    lead, which = _LEAD.match(text), _WHICH.search(trimmed_end(text))
    body = _TRAILING.sub("", trimmed_end(text[lead.end() if lead else 0 : which.start() if which else None]))
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
