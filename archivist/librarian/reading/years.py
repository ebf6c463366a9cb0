"""Years in a question: "before 1970", "from the 80s", "in the 19th century", "recent"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from archivist.books.wanted import Years
from archivist.librarian.reading.vocabulary import any_of

_YEAR = r"(1\d{3}|20\d\d)"
_DECADE = r"(?:the\s+)?'?((?:1[0-9]|20)?\d0)'?s"
_WAS = any_of("was, were, came, come, is, are, been, has been, have been")
_CAME_OUT = any_of(
    """
    published, written, released, printed, out, dating, dated, appeared, appearing, from, erschienen, publié, publiés,
    publicado, publicada, publicados, publicadas, pubblicato, pubblicati, pubblicate
    """
)
_PUBLISHED = rf"(?:\b(?:(?:that|which)\s+)?(?:{_WAS}\s+)?(?:first\s+)?{_CAME_OUT}\s+)*"
_BETWEEN = any_of("between, from, zwischen, entre, tra")
_AND = any_of("and, to, until, till, through, und, bis, et, y, e, -, \u2013")
_BEFORE = any_of(
    """
    before, until before, earlier than, older than, prior to, pre, pre-, vor, avant, d'avant, antes de, anterior a,
    anterior al, anteriores a, anteriores al, anteriori a, anteriori al,
    prima del
    """
)
_UNTIL = any_of("until, till, up to, through, no later than, not later than, bis, jusqu'en, hasta, fino al")
_AFTER = any_of("after, later than, newer than, post, post-, nach, après, después de, dopo il")
_LATER = any_of("later, newer, after, since, später, plus tard, posterior, dopo")
_IN = any_of("in, from, of, im jahr, aus dem jahr, en, del, nel, année")
_WORD_DECADES = {
    "twenties": 1920,
    "thirties": 1930,
    "forties": 1940,
    "fifties": 1950,
    "sixties": 1960,
    "seventies": 1970,
    "eighties": 1980,
    "nineties": 1990,
}
_ORDINALS = [
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"),
    *("twentieth", "twenty-first"),
]
_COUNTS = {"couple of": 2, "few": 3, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10, "twenty": 20, "": 1}


@dataclass(frozen=True, slots=True)
class Dated:
    """The years that were asked for, and the sentence without the words that said so."""

    years: Years
    rest: str


_Make = Callable[[re.Match[str], date], Years]


def _exact(match: re.Match[str], _today: date) -> Years:
    return Years(start=int(match[1]), end=int(match[1]))


def _before(match: re.Match[str], _today: date) -> Years:
    return Years(end=int(match[1]) - 1)


def _until(match: re.Match[str], _today: date) -> Years:
    return Years(end=int(match[1]))


def _after(match: re.Match[str], _today: date) -> Years:
    return Years(start=int(match[1]) + 1)


def _since(match: re.Match[str], _today: date) -> Years:
    return Years(start=int(match[1]))


def _between(match: re.Match[str], _today: date) -> Years:
    first, last = sorted((int(match[1]), int(match[2])))
    return Years(start=first, end=last)


def _start_of_decade(text: str) -> int:
    if not text.isdigit():
        return _WORD_DECADES[text.casefold()]
    value = int(text)
    return value if value >= _FIRST_FULL_YEAR else 1900 + value


def _decade(match: re.Match[str], _today: date) -> Years:
    start = _start_of_decade(match[2])
    part = (match[1] or "").strip().casefold()
    first, last = {"early": (0, 3), "mid": (3, 6), "late": (6, 9)}.get(part.removesuffix("-"), (0, 9))
    return Years(start=start + first, end=start + last)


def _plain_decade(match: re.Match[str], _today: date) -> Years:
    start = _start_of_decade(match[1])
    return Years(start=start, end=start + 9)


def _before_decade(match: re.Match[str], _today: date) -> Years:
    return Years(end=_start_of_decade(match[1]) - 1)


def _since_decade(match: re.Match[str], _today: date) -> Years:
    return Years(start=_start_of_decade(match[1]))


def _century(match: re.Match[str], _today: date) -> Years:
    text = match[2].casefold()
    number = int(re.sub(r"\D", "", text)) if text[0].isdigit() else _ORDINALS.index(text) + 1
    first, last = 100 * number - 99, 100 * number
    halves = {"early": (first, first + 32), "late": (last - 32, last), "mid": (first + 33, last - 33)}
    start, end = halves.get((match[1] or "").strip(" -").casefold(), (first, last))
    return Years(start=start, end=end)


def _last_years(match: re.Match[str], today: date) -> Years:
    count = match[1].casefold() if match[1] else ""
    number = int(count) if count.isdigit() else _COUNTS.get(count, 1)
    return Years(start=today.year - number * (10 if match[2].casefold().startswith("decade") else 1))


def _this_year(_match: re.Match[str], today: date) -> Years:
    return Years(start=today.year, end=today.year)


_PART = r"((?:early|mid|late)[\s-]+)?"
_WORDS_DECADE = any_of(",".join(_WORD_DECADES))
_NTH = rf"(\d{{1,2}}(?:st|nd|rd|th)|{any_of(','.join(_ORDINALS))})"
_OF_YEARS = any_of(
    "des années, dans les années, les années, de los años, en los años, los años, degli anni, negli anni, anni"
)
_COUNT = any_of(",".join(_COUNTS))
_WITHIN = any_of("in, from, over, during, within")

_RULES: tuple[tuple[str, _Make], ...] = (
    (rf"(?:nothing|not|none|no) (?:published |written )?(?:before|older than|earlier than)\s+{_YEAR}", _since),
    (rf"(?:nothing|not|none|no) (?:published |written )?(?:after|newer than|later than)\s+{_YEAR}", _until),
    (rf"{_BETWEEN}\s+{_YEAR}\s*{_AND}\s*{_YEAR}", _between),
    (rf"(?:in|from|during|of)\s+{_YEAR}\s*[-\u2013]\s*{_YEAR}", _between),
    (rf"{_BEFORE}\s*(?:the year\s+)?{_YEAR}", _before),
    (rf"{_UNTIL}\s+{_YEAR}", _until),
    (rf"{_AFTER}\s*(?:the year\s+)?{_YEAR}", _after),
    (rf"(?:since|seit|ab|depuis|desde|dal)\s+(?:the year\s+)?{_YEAR}", _since),
    (rf"{_YEAR}\s+(?:or|and|oder|ou|o)\s+{_LATER}", _since),
    (rf"(?:in|from)\s+{_YEAR}\s+(?:on|onwards?|and (?:later|after)|or (?:later|after|newer))", _since),
    (rf"(?:before|prior to|earlier than|older than)\s+{_DECADE}", _before_decade),
    (rf"(?:since|after)\s+{_DECADE}", _since_decade),
    (rf"(?:(?:in|from|of|during)\s+)?(?:the\s+)?{_PART}{_DECADE}", _decade),
    (rf"(?:in|from|of|during)\s+(?:the\s+)?{_PART}({_WORDS_DECADE})", _decade),
    (rf"(?:(?:in|from|of|during)\s+)?(?:the\s+)?{_PART}{_NTH}[\s-]century", _century),
    (rf"{_WITHIN}\s+the\s+(?:last|past)\s+(?:({_COUNT}|\d{{1,2}})\s+)?(years?|decades?)", _last_years),
    (rf"{_OF_YEARS}\s+'?((?:1[0-9]|20)?\d0)", _plain_decade),
    (r"(?:(?:der|aus den|in den|den)\s+)((?:1[0-9]|20)?\d0)er[n]?(?: jahren?)?", _plain_decade),
    (r"(?:from|of|in|published)?\s*this year", _this_year),
    (rf"{_IN}\s+(?:the year\s+)?{_YEAR}", _exact),
)
_COMPILED = tuple((re.compile(rf"{_PUBLISHED}\b{pattern}(?![\w'-])", re.IGNORECASE), make) for pattern, make in _RULES)
_HOLLOW = re.compile(r"[(\[]\s*[)\]]|\s+(?=[?!.]$)")
_DANGLED = any_of(
    "i.e., ie, that is, meaning, namely, by the time, by then, from, and, but, only, all, up, that, which"
)
_DANGLING = re.compile(rf"[\s,;:(-]+{_DANGLED}[\s,:?!.]*$")
_FIRST_FULL_YEAR = 1000
_HINT = re.compile(r"\d|centur|ties\b|\b(?:last|past|this)\b", re.IGNORECASE)


@lru_cache(maxsize=8)
def dated(text: str, today: date) -> Dated:
    """The first wish about years that the sentence states."""
    if _HINT.search(text):
        for pattern, make in _COMPILED:
            match = pattern.search(text)
            if match and match.group().strip():
                rest = f"{text[: match.start()].rstrip(' ,')} {text[match.end() :].lstrip(' ,')}"
                rest = _DANGLING.sub("", _HOLLOW.sub(" ", rest))
                return Dated(make(match, today), " ".join(rest.split()).strip(" ,"))
    return Dated(Years(), text)
