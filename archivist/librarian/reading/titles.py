"""The slot where a title is expected: "the book Dune", "dune by frank herbert", "Le Guin: The Dispossessed"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from archivist.librarian.reading.names import looks_like_name, names
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.talk_words import OCCASIONS, PERHAPS
from archivist.librarian.reading.text import (
    Quoted,
    capitalised,
    is_mark,
    letters_lower,
    title_case,
    tokens,
    trimmed_end,
)
from archivist.librarian.reading.vocabulary import any_of, word_set

_SETS = {
    "noun": "book|books|novel|novels|novella|novellas|story|stories|play|plays|poem|poems|memoir|memoirs|work|works|"
    "title|titles|volume|volumes|audiobook|audiobooks|textbook|textbooks|comic|comics|manga|graphic (novel|novels)|"
    "buch|roman|romans|livre|livres|libro|libros|novela|novelas|romanzo",
    "called": "called|named|titled|entitled|by the title [of]|with the title|namens|mit dem titel|intitulé|appelé|"
    "llamado|titulado|intitolato|chiamato",
    "the": "the|a|that|this|das|der|den|le|el|il|la",
    "format": "novelization|novelisation|"
    "audio [book]|audiobook|e-book|ebook|pdf|epub|kindle [edition]|paperback|hardcover|hardback|large print|"
    "hörbuch|taschenbuch",
    "copy": "version|edition|copy",
    "occasion": "|".join(sorted(OCCASIONS | PERHAPS)),
}
_CALLED = Phrases("({noun}|something|thing|one|(it|that|which) ('s|is)|thats) {called} [:]", _SETS)
_CALLED_FIRST = Phrases("[is|it's] {called} [:]", _SETS)
_COPY = Phrases("[a|an|any|the|your|one|my] (copy|copies|exemplar|edition|version) of")
_APPOSITION = Phrases("[{the}] [famous|classic|new|old|known|great] {noun} [:|,]", _SETS)
_BY = {
    code: re.compile(p, re.IGNORECASE)
    for code, p in {
        "en": r"[\s,(]+(?:written |authored )?by\s+",
        "de": r"[\s,(]+von\s+",
        "fr": r"[\s,(]+(?:de\s+|d'|par\s+)",
        "es": r"[\s,(]+(?:de|por)\s+",
        "it": r"[\s,(]+(?:di|da)\s+",
    }.items()
}
_DASH = re.compile(r"\s+[-\u2013\u2014/|]+\s+|(?<=[\w.])\s*[\u2013\u2014]\s*(?=\w)")
_INVERTED = re.compile(
    rf"^([^,]+), ({any_of('the, a, an, der, die, das, le, la, les, el, los, las, il, lo, gli')})"
    r"(?=$|\s*[(,;]|\s+(?:by|-|\u2013)\s)(.*)$",
    re.IGNORECASE,
)
"""An article at the end, as in lists and on spines: "Firm, The"."""
_BRACKET = re.compile(r"^(?P<title>.+?)\s*\((?P<name>[^()]+)\)$")
_BY_FIRST = re.compile(r"^by (?P<name>[^:,]+)[:,]\s+(?P<title>.+)$", re.IGNORECASE)
_WHOSE = re.compile(r"^(?P<name>(?:[^\s]+\s+){0,3}[^\s]+?)(?:'s|(?<=s)')\s+(?P<title>.+)$")
_OF_FORMAT = Phrases("[a|an|the] {format} [{copy}] of", _SETS)
_IN_FORMAT = Phrases("[in|on|as [a|an]] {format} [{copy}]", _SETS)
_IN_ORDER = Phrases("in [the|a] [right|correct|reading|chronological|publication] order")
_FOR_WHOM = Phrases("(for|für|pour|para|per) [*] [*] [l'|la|mi] {occasion}", _SETS)
_ENDS = " ,;:-\u2013\u2014"
_SHORTEST = 3
_TITLE_AND_AUTHOR = 2
_GERMAN = frozenset({"Buch", "Roman"})
_NO_TITLE = word_set("a an the book novel something anything one it this that")


@dataclass(frozen=True, slots=True)
class Titled:
    """A title with its authors. `sure` is False for bare words that may be something else.

    `whole` is the slot as one title where the split into title and author is not the only reading.
    """

    title: str
    authors: tuple[str, ...] = ()
    sure: bool = False
    whole: str | None = None


def titled(slot: str, quoted: Quoted, spoken: str | None, *, bare: bool = False) -> Titled | None:
    """The book that the words of the slot name, or None when nothing is left of them.

    `bare` says that the words are the whole question, so that a question mark and "the book" may belong to the title.
    """
    slot = _INVERTED.sub(r"\2 \1\3", without_format(slot.strip(_ENDS) if bare else _trimmed(slot)))
    marked = next((i for i, char in enumerate(slot) if is_mark(char)), None)
    if marked is not None:
        return _quoted_title(slot, marked, quoted, spoken)
    called = _called(slot)
    if called and (letters_lower(slot) or not title_case(slot.removesuffix(called).strip())):
        found = _by_first(called) or _by(called, spoken) or Titled(called)
        return Titled(found.title, found.authors, sure=True, whole=found.whole)
    stripped, other = _without_apposition(slot.removeprefix(_COPY.start_of(slot, " ")))
    if bare and other:
        stripped, other = other, stripped
    if not stripped or stripped.casefold() in _NO_TITLE - {"it"}:
        return None
    found = _split(stripped, spoken)
    for_whom = "" if title_case(stripped) else _FOR_WHOM.end_of(found.title, " ")
    if for_whom and not other:
        found, other = replace(found, title=found.title.removesuffix(for_whom)), found.title
    return Titled(
        found.title,
        found.authors,
        sure=found.sure or (other is None and title_case(f"x {found.title}")),
        whole=found.whole or other,
    )


def without_format(slot: str) -> str:
    """The slot without the format of a copy, which is no part of the title ("Dune paperback"), and "in order"."""
    slot = slot.removeprefix(_OF_FORMAT.start_of(slot, " "))
    if letters_lower(slot):
        slot = slot.removesuffix(_IN_ORDER.end_of(slot, " ,("))
    return slot.removesuffix(_IN_FORMAT.end_of(slot, " ,("))


def _called(slot: str) -> str:
    """What follows "called"; empty when nothing is called so."""
    span = (_CALLED_FIRST if _CALLED_FIRST.begin(slot) else _CALLED).span(slot, before=" ")
    return slot[span[1] :].strip() if span else ""


def _trimmed(slot: str) -> str:
    slot = slot.strip(_ENDS)
    whole = slot.rstrip("?").strip() or slot
    return trimmed_end(whole) if whole.endswith(".") else whole


def _quoted_title(slot: str, marked: int, quoted: Quoted, spoken: str | None) -> Titled:
    title = quoted.only(slot[marked]) or ""
    if len(title) < _SHORTEST and len(slot) > _SHORTEST:
        return Titled(quoted.restore(slot), sure=True)
    after = slot[marked + 1 :]
    match = _BY.get(spoken or "en", _BY["en"]).match(after) or _BY["en"].match(after)
    authors = names(quoted.restore(after[match.end() :])) if match else ()
    before = slot[:marked].strip(" ,:-\u2013")
    whose = _WHOSE.match(f"{before} x")
    if not authors and whose and looks_like_name(whose["name"]) != "no":
        authors = names(whose["name"])
    if not authors and not match and looks_like_name(after.strip(" ,()-\u2013")) == "yes":
        authors = names(after.strip(" ,()-\u2013"))
    return Titled(title, authors, sure=True)


def _without_apposition(slot: str) -> tuple[str, str | None]:
    """The slot without "the book" before the title, and the slot as it was where that may be part of the title."""
    before = _APPOSITION.start_of(slot, " ")
    rest = slot.removeprefix(before)
    if not before or re.match(r"of\b|for\b|and\b|in\b|about\b", rest):
        return _without_trailing_noun(slot), None
    noun = before.split()[-1]
    if capitalised(noun) and not slot.isupper() and not (slot[0].islower() and noun in _GERMAN):
        return slot, None
    if capitalised(rest) and not slot.isupper():
        return rest, None
    return rest, slot


def _without_trailing_noun(slot: str) -> str:
    words = slot.split()
    if len(words) > 1 and words[-1] in {"book", "novel"} and capitalised(words[-2]):
        return " ".join(words[1:-1] if words[0] == "the" else words[:-1])
    return slot


def _split(text: str, spoken: str | None) -> Titled:
    text = text.strip(" ,;")
    return (
        _by_first(text)
        or _by(text, spoken)
        or _dashed(text)
        or _bracketed(text)
        or _after_comma(text)
        or _owned(text)
        or Titled(text)
    )


def _by(text: str, spoken: str | None) -> Titled | None:
    """The last "by" whose right side looks like a name; a doubtful one keeps the whole as another reading."""
    for code in dict.fromkeys(("en", spoken or "en")):
        for match in reversed(list(_BY.get(code, _BY["en"]).finditer(text))):
            title, name = text[: match.start()].strip(" ,"), text[match.end() :].strip(" ,)")
            likely = _as_author(name)
            if not title or likely == "no" or (title.casefold() == name.casefold() and likely != "yes"):
                continue
            if code != "en" and likely != "yes" and not (code == "de" and capitalised(name)):
                continue
            doubtful = looks_like_name(names(name)[0]) == "perhaps"
            return Titled(title, names(name), sure=not doubtful, whole=text if doubtful or code != "en" else None)
    return None


def _by_first(text: str) -> Titled | None:
    """The author first: "by Frank Herbert: Dune"."""
    match = _BY_FIRST.match(text)
    if match and looks_like_name(match["name"]) == "yes":
        return Titled(match["title"], names(match["name"]), sure=True)
    return None


def _as_author(text: str) -> str:
    """How likely the words are one name or a list of names."""
    found = names(text)
    judged = [looks_like_name(name) for name in found]
    if not judged or "no" in judged:
        return "no"
    return "yes" if "yes" in judged or (len(tokens(text)) > 1 and not letters_lower(text)) else "perhaps"


def _dashed(text: str) -> Titled | None:
    parts = _DASH.split(text)
    if len(parts) != _TITLE_AND_AUTHOR:
        return None
    left, right = (part.strip() for part in parts)
    if looks_like_name(right) == "yes" and looks_like_name(left) != "yes":
        return Titled(left, names(right), sure=True, whole=text)
    if looks_like_name(left) == "yes":
        return Titled(right, names(left), sure=True, whole=text)
    surname = " " not in right and capitalised(right) and looks_like_name(right) == "perhaps"
    return Titled(left, names(right), whole=text) if surname else None


def _bracketed(text: str) -> Titled | None:
    match = _BRACKET.match(text)
    likely = looks_like_name(match["name"]) if match else "no"
    if match is None or likely == "no":
        return None
    sure = likely == "yes"
    return Titled(match["title"], names(match["name"]), sure=sure, whole=None if sure else text)


def _after_comma(text: str) -> Titled | None:
    for separator in (", ", ": "):
        left, found, right = text.rpartition(separator)
        if found and looks_like_name(right) == "yes" and looks_like_name(left) != "yes":
            return Titled(left, names(right), whole=text)
        left, found, right = text.partition(separator)
        one = len(names(left)) == 1 and looks_like_name(left) == "yes"
        if found and separator == ": " and one and len(right) > 1:
            return Titled(right, names(left), whole=text)
    return None


def _owned(text: str) -> Titled | None:
    """An owner of several words: "Frank Herbert's Dune"; "Ender's Game" stays one title."""
    match = _WHOSE.match(text)
    if match and len(match["name"].split()) > 1 and looks_like_name(match["name"]) == "yes":
        return Titled(match["title"], names(match["name"]), whole=text)
    return None
