"""Questions for yes or no about one book: "Did X write Y?", "Is Y by X?", "Was Y published before 1950?"."""

from __future__ import annotations

import re
from dataclasses import replace

from archivist.books.wanted import Claim, Wanted, Years
from archivist.librarian.reading.context import Context
from archivist.librarian.reading.languages import in_language
from archivist.librarian.reading.names import is_full_name, looks_like_name, names
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.text import capitalised, trimmed_end
from archivist.librarian.reading.values import Reading
from archivist.librarian.reading.vocabulary import any_of, word_set
from archivist.librarian.reading.years import dated

_NAME, _TITLE = r"(?P<name>\S.*?)", r"(?P<title>\S.*?)"
_WHOLE = r"(?P<title>\S.*)"
"""A title up to the last "by"."""
_BOTH = r"(?P<both>\S.*?)"
"""A name and a title with nothing between them."""
_EVER = any_of(
    """
    ever, really, actually, also, wirklich, eigentlich, auch, vraiment, bien, realmente, davvero, written, écrit,
    escrito, scritto
    """
)
_REALLY = rf"(?:\s+{_EVER})*"
_THE, _NOUN = any_of("the, das, den, le, el, il"), any_of("book, novel, buch, roman, livre, libro, romanzo")
_BOOK = rf"(?:{_THE} {_NOUN} )?"
_IS_TRUE = any_of("is it true, stimmt es, ist es wahr, est-il vrai, es verdad, è vero")
_TRUE = rf"(?:{_IS_TRUE},? (?:that|dass|que|qu'|che) )?"
_FORMS: dict[str, tuple[str, ...]] = {
    "en": (
        rf"(?:if|whether|is it true that) {_WHOLE} (?:is|was){_REALLY} (?:written )?by {_NAME}",
        rf"(?:did|has|have){_REALLY} {_NAME}{_REALLY} (?:write|written|wrote|author|pen) {_BOOK}{_TITLE}",
        rf"(?:was it|is it(?: true)?)(?: that)? {_NAME}(?: who| that)? (?:wrote|has written) {_BOOK}{_TITLE}",
        rf"(?:is|was|are|isn't|wasn't) {_BOOK}{_WHOLE}{_REALLY} (?:written )?by {_NAME}",
        rf"(?:if|whether) {_NAME} (?:wrote|has written) {_TITLE}",
        rf"{_NAME} (?:wrote|has written) {_TITLE},? (?:right|didn't (?:he|she|they)|correct|yes|no|is that right)",
    ),
    "de": (
        rf"(?:hat|war es){_REALLY} {_NAME} (?:das buch|den roman) {_TITLE} (?:geschrieben|verfasst)",
        rf"hat{_REALLY} {_BOTH} (?:geschrieben|verfasst)",
        rf"{_TRUE}{_NAME} (?:das buch|den roman) {_TITLE} (?:geschrieben|verfasst) hat",
        rf"{_TRUE}{_BOTH} (?:geschrieben|verfasst) hat",
        rf"(?:ist|stammt|wurde) {_BOOK}{_WHOLE}{_REALLY} von {_NAME}(?: geschrieben)?",
    ),
    "fr": (
        rf"(?:(?:est-ce que )?c'est |est-ce (?:que )?|{_TRUE}){_NAME}(?: qui)? a{_REALLY} écrit {_TITLE}",
        rf"{_NAME} a-t-(?:il|elle){_REALLY} écrit {_TITLE}",
        rf"(?:est-ce que )?{_BOOK}{_WHOLE} est(?:-il|-elle)?(?: écrit)?{_REALLY} (?:un livre )?(?:de|par) {_NAME}",
        rf"{_WHOLE},? c'est{_REALLY} (?:un livre )?de {_NAME}",
    ),
    "es": (
        rf"(?:escribió|ha escrito){_REALLY} {_BOTH}",
        rf"(?:es de|fue escrito por) {_BOTH}",
        rf"es{_REALLY} {_BOOK}{_WHOLE} de {_NAME}",
        rf"{_BOOK}{_TITLE} (?:es de|lo escribió){_REALLY} {_NAME}",
        rf"(?:fue |{_TRUE}){_NAME}(?: quien)? (?:escribió|ha escrito){_REALLY} {_TITLE}",
    ),
    "it": (
        rf"(?:ha scritto|scrisse){_REALLY} {_BOTH}",
        rf"(?:è di|è stato scritto da){_REALLY} {_BOTH}",
        rf"è{_REALLY} {_BOOK}{_WHOLE} di {_NAME}",
        rf"{_BOOK}{_TITLE} (?:è di|l'ha scritto){_REALLY} {_NAME}",
        rf"(?:è stato |{_TRUE}){_NAME}(?: che)? (?:ha scritto|a scrivere){_REALLY} {_TITLE}",
    ),
}
_SURE = re.compile(rf"{_REALLY}$", re.IGNORECASE)
_RULES = tuple((code, re.compile(rf"{form}$", re.IGNORECASE)) for code, forms in _FORMS.items() for form in forms)
_WHETHER = Phrases("was|were|is|did|wurde|ist|erschien|kam|est-ce que|fue|se publicó|è [stato|uscito]")
_APPEARED = Phrases("come out|appear|heraus|raus|erschienen|veröffentlicht|est (paru|sorti)|a été publié")
_ASKS = Phrases(
    """
    did|has|have|was|were|is|are|isn't|wasn't|if|whether
    hat|war|ist|stammt|wurde|erschien|kam|stimmt
    est|escribió|ha|es|fue|se|è|scrisse
    """
)
_WROTE = Phrases("wrote|written|écrit|est|escribió|escrito|scritto|es de|è di|verfasst|geschrieben")
"""Most questions have none of these words, and need not be held against each form."""
_NOBODY = word_set(
    "anything something any a an other more many books else what who which when how it was wer wann qui que quand qué "
    "combien wie quién cuándo cuánto cuántos cuántas cosa chi che quando quanti quante which welche welches welchen "
    "quel quels quelle quelles cuál cuáles quale quali"
)
_SURNAMES = 2
_THE_OF_TITLES = frozenset(
    ["Der", "Die", "Das", "Ein", "Eine", "Le", "La", "Les", "El", "Los", "Las", "Il", "Lo", "Gli", "I", "The"]
)
"""After a surname they begin a title, when they have a capital."""


def believed(text: str, context: Context) -> Reading | None:
    """The reading of a question that only yes or no answers; None for any other."""
    if not (_ASKS.begin(text) or _WROTE.stand_in(text)):
        return None
    said = trimmed_end(text)
    for code, rule in _RULES:
        match = rule.match(said)
        if match:
            name, title = _apart(match["both"]) if "both" in match.groupdict() else (match["name"], match["title"])
            if _is_one_book(title) and _is_somebody(name):
                return replace(_reading(title, Claim(authors=names(name)), context), language=code, language_known=True)
    when = dated(said, context.today)
    title = _appeared(in_language(when.rest).rest) if when.years != Years() else ""
    return _reading(title, Claim(years=when.years), context) if title and _is_one_book(title) else None


def _appeared(said: str) -> str:
    """The title in a question whether it appeared: "did | Dune | come out"; empty in any other."""
    asked = _WHETHER.start_of(said, " ")
    title = said.removeprefix(asked)
    return title.removesuffix(_APPEARED.end_of(title, " ")) if asked else ""


def _reading(title: str, claim: Claim, context: Context) -> Reading:
    """The title alone is looked for, and beside it the one that bears the claim out."""
    title = _SURE.sub("", context.plain(title)).strip(" ,")
    second = Wanted(title=title, authors=claim.authors) if claim.authors else None
    return Reading(intent="on-topic", wanted=Wanted(title=title, whether=claim), second=second)


def _apart(both: str) -> tuple[str, str]:
    """The full name that the words begin or end with, and the title that is left."""
    words = both.split()
    if words[2:] and words[1] in _THE_OF_TITLES:
        return words[0], " ".join(words[1:])
    for length in range(_SURNAMES, min(len(words), 5)):
        for name, title in ((words[:length], words[length:]), (words[-length:], words[:-length])):
            if is_full_name(name):
                return " ".join(name), " ".join(title)
    if len(words) == _SURNAMES and all(map(capitalised, words)):
        return words[0], words[1]
    return (" ".join(words[:2]), " ".join(words[2:])) if all(map(capitalised, words[:3])) and words[2:] else ("", both)


def _is_one_book(title: str) -> bool:
    first = title.split(maxsplit=1)[0]
    return (first[0].isupper() or first not in _NOBODY - {"it"}) and "?" not in title


def _is_somebody(name: str) -> bool:
    return (
        bool(name)
        and name.split(maxsplit=1)[0].casefold() not in _NOBODY
        and all(looks_like_name(one) != "no" for one in names(name))
    )
