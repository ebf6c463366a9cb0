"""Languages: the one a book should be in ("in German", "auf Deutsch"), and the one the visitor speaks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from archivist.books.record import Language
from archivist.librarian.reading.talk_words import ALSO_ENGLISH, FOREIGN, PERHAPS, SMALL, STEMS, TALK
from archivist.librarian.reading.vocabulary import any_of

_NAMES: dict[str, str] = {
    "eng": "english englisch englischen anglais inglés ingles inglese",
    "ger": "german deutsch deutschen deutscher allemand alemán aleman tedesco",
    "fre": "french französisch französischen französischer français francais francés frances francese",
    "spa": "spanish castilian spanisch spanischen espagnol español espanol castellano spagnolo",
    "ita": "italian italienisch italienischen italien italiano",
    "por": "portuguese portugiesisch portugais portugués portugues portoghese português",
    "dut": "dutch flemish niederländisch holländisch néerlandais neerlandés holandés olandese nederlands",
    "swe": "swedish schwedisch suédois sueco svedese svenska",
    "nor": "norwegian norwegisch norvégien noruego norvegese norsk",
    "dan": "danish dänisch danois danés danese dansk",
    "fin": "finnish finnisch finnois finés finlandés finlandese suomi",
    "ice": "icelandic isländisch islandais islandés islandese",
    "pol": "polish polnisch polonais polaco polacco polski",
    "cze": "czech tschechisch tchèque checo ceco čeština česky",
    "slo": "slovak slowakisch slovaque eslovaco slovacco",
    "hun": "hungarian ungarisch hongrois húngaro ungherese magyar magyarul",
    "rum": "romanian rumänisch roumain rumano rumeno română",
    "bul": "bulgarian bulgarisch bulgare búlgaro bulgaro",
    "hrv": "croatian kroatisch croate croata croato hrvatski",
    "srp": "serbian serbisch serbe serbio serbo",
    "ukr": "ukrainian ukrainisch ukrainien ucraniano ucraino українською",
    "rus": "russian russisch russischen russe ruso russo русском",
    "gre": "greek griechisch grec griego greco ελληνικά",
    "lat": "latin latein lateinisch latino",
    "tur": "turkish türkisch turc turco türkçe",
    "ara": "arabic arabisch arabe árabe arabo",
    "heb": "hebrew hebräisch hébreu hebreo ebraico",
    "per": "persian farsi persisch persan persa persiano",
    "hin": "hindi",
    "ben": "bengali",
    "tam": "tamil",
    "urd": "urdu",
    "chi": "chinese mandarin chinesisch chinois chino cinese 中文",
    "jpn": "japanese japanisch japonais japonés giapponese 日本語",
    "kor": "korean koreanisch coréen coreano 한국어",
    "cat": "catalan katalanisch catalán catalano català",
    "wel": "welsh walisisch gallois galés gallese cymraeg",
    "gle": "irish gaelic irisch irlandais irlandés irlandese gaeilge",
    "vie": "vietnamese vietnamesisch vietnamien vietnamita",
    "tha": "thai",
    "ind": "indonesian indonesisch indonésien indonesio indonesiano",
    "afr": "afrikaans",
    "epo": "esperanto",
}
CODES: dict[str, Language] = {name: Language(code) for code, line in _NAMES.items() for name in line.split()}
"""Language names, as the five languages we read and their own speakers call them, to ISO 639-2/B."""

_NAME = r"(?P<name>[^\W\d_]+)"
_NEXT = any_of(
    """
    by, about, on, from, before, after, published, with, please, or, and, that, which, for, set, von, über, de, sur,
    sobre, su, di, translation, edition, version, book, books, novel, novels
    """
)
_END = rf"(?=\s*(?:$|[?.!,;)])|\s+{_NEXT}\b)"
_WRITTEN = any_of("written, published, available, translated, originally, only, translation")
_IN = any_of("in, into, auf, en, in het")
_COPY = any_of("translation, translations, edition, editions, version, versions, übersetzung, ausgabe")
_RULES = tuple(
    re.compile(rule, re.IGNORECASE)
    for rule in (
        rf"\b(?:{_WRITTEN}\s+)*{_IN}\s+(?:the\s+)?(?:original\s+)?{_NAME}(?:\s+language)?{_END}",
        rf"\b{_NAME}[\s-]language\b",
        rf"\b(?:an?\s+|the\s+|any\s+)?{_NAME}\s+{_COPY}(?:\s+of\b)?",
        rf"\b(?:auf|in)\s+(?:der\s+)?{_NAME}(?:er)?\s+(?:sprache|übersetzung){_END}",
    )
)


@dataclass(frozen=True, slots=True)
class InLanguage:
    """The languages that were asked for, and the sentence without the words that said so."""

    languages: tuple[Language, ...]
    rest: str


@lru_cache(maxsize=8)
def in_language(text: str) -> InLanguage:
    """What the sentence says about the language that the book should be in."""
    for rule in _RULES:
        for match in rule.finditer(text):
            code = CODES.get(match["name"].casefold())
            if code:
                rest = f"{text[: match.start()].rstrip()} {text[match.end() :].lstrip()}"
                return InLanguage((code,), " ".join(rest.split()))
    return InLanguage((), text)


_LEAD = 1.5
_SHORT = 4
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def _weights() -> dict[str, dict[str, float]]:
    """What a word says for each language: most where no other has it, and little where titles are made of it."""
    talk = {"en": TALK | PERHAPS, **FOREIGN}
    known = {code: talk[code] | SMALL[code] for code in talk}
    weights: dict[str, dict[str, float]] = {}
    for code, words in known.items():
        for word in words:
            shared = sum(word in others for others in known.values())
            weight = 1.0 if word in talk[code] and word not in SMALL[code] | ALSO_ENGLISH else 0.25
            weights.setdefault(word, {})[code] = 2 * weight / shared
    return weights


_SAYS = _weights()
_BY_STEM = {stem: [code for code in STEMS if stem in STEMS[code]] for stems in STEMS.values() for stem in stems}


def _says(word: str) -> dict[str, float]:
    return _SAYS.get(word) or _by_stem(word)


def _by_stem(word: str) -> dict[str, float]:
    """The languages whose verb the word begins like, by the longest beginning: "interessa" is no Spanish."""
    stem = next((word[:end] for end in range(len(word), 0, -1) if word[:end] in _BY_STEM), "")
    codes = _BY_STEM[stem] if stem and len(word) > _SHORT else ()
    return {code: 2.0 / len(codes) for code in codes}


def spoken(text: str) -> str | None:
    """The ISO 639-1 code of the language the question is put in, or None when its words do not tell.

    Function words are counted; titles are in any language, so that articles and prepositions alone decide nothing, and
    neither do capitals inside, but for German.
    """
    counts = dict.fromkeys(("en", *FOREIGN), 0.0)
    for match in _WORD.finditer(text):
        word = match.group()
        for code, weight in _says(word.casefold()).items():
            if not (match.start() and word[0].isupper()) or (code == "de" and word.casefold() in _SAYS):
                counts[code] += weight
    best = max(counts, key=lambda code: counts[code])
    rest = max(count for code, count in counts.items() if code != best)
    return best if counts[best] >= _LEAD and counts[best] > rest else _by_link(text)


_LINKS = {"von": "de", "und": "de", "par": "fr", "di": "it"}
_BETWEEN = re.compile(r"\w (?:(und) \w+$|(von|par|di) [A-Z]\w+ [A-Z])")


def _by_link(text: str) -> str | None:
    """The language of the one word that joins the others: "Dune von Frank Herbert", "whales und Besessenheit"."""
    link = _BETWEEN.search(text)
    return _LINKS[link[1] or link[2]] if link else None
