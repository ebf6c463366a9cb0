"""How many books are wanted, and how long: "three novels", "just one book", "a short book", "un livre court"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from archivist.books.wanted import Pages
from archivist.librarian.reading.heads import is_general
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.text import title_case
from archivist.librarian.reading.vocabulary import word_set, words_to

_COUNTS = words_to(
    {
        1: "one single seul seule einziges einzigen único única",
        2: "two zwei deux dos due",
        3: "three drei trois tres tre",
        4: "four vier quatre cuatro quattro",
        5: "five fünf cinq cinco cinque",
        6: "six sechs seis sei",
        7: "seven sieben sept siete sette",
        8: "eight acht huit ocho otto",
        9: "nine neun neuf nueve nove",
        10: "ten zehn dix diez dieci",
    }
)
_ANY, _SHORT, _LONG = Pages(), Pages(most=200), Pages(least=500)
"""Short enough for an evening or two, and what readers call a tome."""
_LENGTHS = words_to(
    {
        _SHORT: "short thin kurz kurze kurzer kurzes kurzen dünne dünnes court courte courts courtes corto corta "
        "cortos cortas breve breves brevi corti",
        _LONG: "long thick lange langer langes langen dicke dicker dickes longue longs longues largo larga largos "
        "largas lungo lunga lunghi lunghe",
    }
)
_PLACES = word_set("book volume part number no. #")
_LINKS = word_set("of by about on in for the a an von über de sur par di su sobre")
_SHORT_FORMS = word_set("stories story fiction form works")
_ONLY = word_set("just only nur bloß seulement juste solo sólo solamente soltanto")
_A = word_set("a an ein eine einen einziges einzigen un une una uno")
_NOT_TOO_LONG = Phrases(
    "[(but|and|aber|mais|pero|ma) [,]] (not|nothing|nicht|nichts|pas|rien de|no|nada|non|niente di) {too} {long}",
    {
        "too": "too|so|very|zu|trop|muy|demasiado|troppo",
        "long": "long|thick|lang|langes|dick|dickes|largo|larga|lungo|lunga",
    },
)
_PAGES = {
    "that": "[,] [that|which|die|der|das|qui|que|che] ['s|is|are|has|have|hat|haben|fait|font|tiene|tienen|ha|hanno] "
    "[with|of|mit|avec|de|con|di]",
    "pages": "page|pages|seiten|páginas|paginas|pagine",
}
_FEWER = Phrases(
    """
    {that} (under|below|less than|fewer than|shorter than|at most|up to|no more than|not more than) * {pages} [long]
    {that} (unter|weniger als|höchstens|bis zu) * {pages}
    {that} (moins de|au plus) * {pages}
    {that} (menos de|meno di|al massimo|como máximo) * {pages}
    """,
    _PAGES,
)
_MORE = Phrases(
    """
    {that} (over|above|more than|longer than|at least) * {pages} [long]
    {that} (über|mehr als|mindestens) * {pages}
    {that} (plus de|au moins) * {pages}
    {that} (más de|al menos|più di|almeno) * {pages}
    """,
    _PAGES,
)
_NEAR, _DIGITS, _MOST_PAGES = 3, 2, 5000


@dataclass(frozen=True, slots=True)
class Measured:
    """The words without those that say a number or a length, and what they said; `said` is the length in words."""

    rest: str
    most: int | None = None
    pages: Pages = _ANY
    said: str = ""


def measured(slot: str) -> Measured:
    """A number or a length right before a general noun, or a length right after it; titles are left whole."""
    limited = _within(slot)
    if limited:
        return replace(measured(limited.rest), pages=limited.pages, said=limited.said)
    if title_case(slot):
        return Measured(slot)
    short = _NOT_TOO_LONG.span(slot)
    if short:
        start, end = short
        return Measured(slot[:start].rstrip(" ,") + slot[end:], pages=_SHORT, said=slot[start:end])
    words = slot.split()
    bare = [word.strip(",.;:!?()").casefold() for word in words]
    count = next((i for i in range(len(words)) if _counts(bare, i)), None)
    length = next((i for i in range(len(words)) if _tells_length(bare, i)), None)
    only = count - 1 if count and bare[count - 1] in _ONLY else None
    return Measured(
        " ".join(word for i, word in enumerate(words) if i not in (count, length, only)),
        None if count is None else _count(bare[count]) or 1,
        _ANY if length is None else _LENGTHS[bare[length]],
        "" if length is None else bare[length],
    )


def _within(slot: str) -> Measured | None:
    """A number of pages: "under 200 pages", "mehr als 500 Seiten"."""
    for limit, more in ((_FEWER, False), (_MORE, True)):
        span = limit.span(slot, before=" ,.?!")
        said = slot[slice(*span)] if span else ""
        number = next((int(word) for word in said.split() if word.isdecimal()), 0)
        if span and 0 < number <= _MOST_PAGES:
            pages = Pages(least=number) if more else Pages(most=number)
            return Measured(slot[: span[0]].rstrip(" ,") + slot[span[1] :], pages=pages, said=said.strip(" ,"))
    return None


def _count(word: str) -> int | None:
    number = int(word) if word.isdecimal() and len(word) <= _DIGITS else _COUNTS.get(word)
    return number or None


def _counts(words: list[str], at: int) -> bool:
    before = words[at - 1] if at else ""
    number = _count(words[at]) if before not in _PLACES else None
    return (number is not None or (words[at] in _A and before in _ONLY)) and _noun_after(words, at) is not None


def _tells_length(words: list[str], at: int) -> bool:
    if words[at] not in _LENGTHS:
        return False
    after = _noun_after(words, at)
    return after not in _SHORT_FORMS if after else at > 0 and is_general(words[at - 1])


def _noun_after(words: list[str], at: int) -> str | None:
    """The general noun that comes soon, with nothing but attributes between."""
    for word in words[at + 1 : at + 1 + _NEAR]:
        if is_general(word):
            return word
        if word in _LINKS:
            return None
    return None
